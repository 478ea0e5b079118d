"""``spectralign serve``: predictions for other programs on this computer."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..core.errors import FileError, ParameterError
from ..core.notes import Note, about
from ..io.lifecycle.following import Following, is_record
from ..io.model_file import load_model
from ..io.serving import Limits, ModelServer
from ..io.serving.server import LOOPBACK
from ._words import at_least, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL.h5|RECORD.life", help="of a record every call is answered by the "
                        "version that is in force then")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS",
                        help="address to answer at (default 127.0.0.1, this computer only); others need --token-file")
    parser.add_argument("--port", type=int, default=8765, help="default 8765; 0 for any that is free")
    parser.add_argument("--token-file", metavar="FILE", help="calls must carry the first line of this file as "
                        "Authorization: Bearer")
    parser.add_argument("--max-mb", type=float, default=20.0, metavar="MB", help="largest body of a call (default 20)")
    parser.add_argument("--max-seconds", type=float, default=30.0, metavar="S",
                        help="longest time of a call (default 30)")
    parser.add_argument("--max-calls", type=int, default=4, metavar="N", help="calls at the same time (default 4)")


def run(arguments: argparse.Namespace) -> int:
    """Serve until it is stopped."""
    at_least("--port", arguments.port, 0)
    at_least("--max-calls", arguments.max_calls, 1)
    for option, value, most in (("--max-mb", arguments.max_mb, 2000), ("--max-seconds", arguments.max_seconds, 3600)):
        if not 0 < value <= most:
            raise ParameterError(f"{option} must be above 0 and at most {most}, not {value:g}.")
    token = _token(arguments.token_file) if arguments.token_file else ""
    limits = Limits(arguments.max_mb, arguments.max_seconds, arguments.max_calls)
    model = Following(arguments.model) if is_record(arguments.model) else load_model(arguments.model)
    with ModelServer(model, arguments.host, arguments.port, limits, token) as server:
        if arguments.host not in LOOPBACK:
            warn("others on the network can call this, and what is sent is not encrypted")
        title = server.answers.model.method.title
        print(f"{title} at {server.address}; stop with Ctrl-C", flush=True)
        server.serve_forever(poll_interval=0.2)
    return 0


def _token(path: str) -> str:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise FileError(about(path, Note("journal.unreadable", "error",
                                         strerror=getattr(error, "strerror", None) or error))) from error
    token = lines[0].strip() if lines else ""
    if len(token) < 16:
        raise ParameterError("serve.token_short", name=Path(path).name)
    return token
