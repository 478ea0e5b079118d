"""The process that reads: takes a call, answers it, takes the next, until nobody is there any more."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import traceback
from typing import Any, BinaryIO

from ...core.notes import Note
from . import limits
from .frames import read_frame, write_frame
from .limits import hold, no_core_dumps, release

MOST_REQUEST = 1 << 30
READERS = ("spectralign_gui.io.readers.hdf5_general", "h5py", "spectralign_gui.io.readers.matlab", "scipy.io",
           "python_calamine", "spectralign_gui.io.model_file", "spectralign_gui.io.project")
"""What the first files of a window need."""


def main(ready: bool = False) -> None:
    """Serve the process that started this one.

    Parameters
    ----------
    ready : bool
        Import what reads first.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the other one, which ends this one
    no_core_dumps()
    limits.inside = True
    requests, replies = _own_channels()
    for module in READERS if ready else ():
        with contextlib.suppress(ImportError):
            importlib.import_module(module)
    while True:
        try:
            request = read_frame(requests, MOST_REQUEST)
        except EOFError:
            return
        reply = answer(request)
        try:
            write_frame(replies, reply)
        except MemoryError:
            write_frame(replies, {"error": "MemoryError", "text": "", "trace": ""})
        except TypeError as error:
            write_frame(replies, {"error": "TypeError", "text": str(error), "trace": traceback.format_exc()})
        except BrokenPipeError:
            return
        del reply


def _own_channels() -> tuple[BinaryIO, BinaryIO]:
    """Both ends of the pipe, out of the way of libraries that print."""
    requests, replies = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(null, standard)
    return os.fdopen(requests, "rb", buffering=0), os.fdopen(replies, "wb", buffering=1 << 20)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What a call gives, or what it raises."""
    module, _, name = request["function"].partition(":")
    hold(request["memory"], request["seconds"], request["clock"])
    try:
        function: Any = importlib.import_module(module)
        for part in name.split("."):
            function = getattr(function, part)
        return {"value": function(*request["arguments"])}
    except BaseException as error:  # noqa: BLE001 - also a panic of a Rust library; the other process decides
        return {"error": type(error).__name__, "text": _text(error), "trace": traceback.format_exc()[-4000:]}
    finally:
        release()


def _text(error: BaseException) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    said = error.args[0] if error.args else error
    return said if isinstance(said, Note) else str(said)


if __name__ == "__main__":
    main()
