"""``spectralign watch``: predict every file that arrives in a folder."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from ..core.errors import ParameterError
from ..core.naming import counted
from ..core.notes import Note
from ..io.audit.beside import note_if_kept
from ..io.lifecycle.following import is_record
from ..io.watching import Event, Watcher, WatchOptions
from ..io.watching.watcher import OUTPUTS, summary
from ._outputs import refuse_clashing_outputs, require_ending
from ._words import unended, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL.h5|RECORD.life", help="of a record the version in force predicts, and "
                        "the next one as soon as it is approved")
    parser.add_argument("folder", metavar="DIR", help="folder that new spectra are put into")
    parser.add_argument("--instrument", default="", metavar="NAME", help="instrument that measures them; a record "
                        "knows it")
    parser.add_argument("--output", required=True, metavar="OUT.(csv|xlsx|sqlite)",
                        help="values of all files; a call with the same output continues where the last one ended")
    parser.add_argument("--check", metavar="CHECK.csv", default="",
                        help="check samples and their reference values: files with samples of these names go into the "
                             "control chart OUT_check.csv too")
    parser.add_argument("--once", action="store_true", help="do what is there and end")
    parser.add_argument("--every", type=float, default=2.0, metavar="SECONDS", help="look this often (default 2)")
    parser.add_argument("--settle", type=float, default=2.0, metavar="SECONDS",
                        help="take a file when it has not changed for this long (default 2)")
    parser.add_argument("--pattern", default="*", metavar="*.spa", help="names that count (default all)")
    parser.add_argument("--recursive", action="store_true", help="folders in the folder too")
    parser.add_argument("--json", action="store_true", help="print a line of JSON per file")


def run(arguments: argparse.Namespace) -> int:
    """Watch until it is stopped; with ``--once`` until all is done."""
    refuse_clashing_outputs([arguments.output], [arguments.model, arguments.check or None])
    require_ending(arguments.output, OUTPUTS)
    if not arguments.instrument and not is_record(arguments.model):
        raise ParameterError("call.model_needs", action="watch", what="--instrument")
    for option, value in (("--every", arguments.every), ("--settle", arguments.settle)):
        if not 0 <= value <= 86_400:
            raise ParameterError(f"{option} must be from 0 to 86400 seconds, not {value:g}.")
    options = WatchOptions(arguments.settle, arguments.pattern, arguments.recursive, arguments.check)
    with Watcher(arguments.model, arguments.folder, arguments.instrument, arguments.output, options) as watcher:
        note_if_kept("" if is_record(arguments.model) else arguments.model, "A folder was watched with the model", [
            ("folder", "", str(Path(arguments.folder).resolve())), ("output", "", Path(arguments.output).name)])
        if not arguments.once:
            print(f"watching {Path(arguments.folder).resolve()}; stop with Ctrl-C", flush=True)
        try:
            while True:
                for event in watcher.arriving():
                    tell(event, arguments.json)
                if arguments.once and not watcher.waiting:
                    for name in watcher.empty:
                        warn(unended(Note("watch.empty", "warning", name=name)))
                    break
                time.sleep(min(arguments.every, 0.2) if arguments.once else max(arguments.every, 0.05))
        finally:
            counts = watcher.ledger.counts()
    print(f"{summary(counts)}, written to {arguments.output}", file=sys.stderr if arguments.json else sys.stdout)
    return 0


def tell(event: Event, as_json: bool) -> None:
    """A line per file."""
    if as_json:
        print(json.dumps({"event": event.kind, "file": event.name, "said": str(event.said), "samples": event.samples,
                          "flagged": event.flagged, "odd_values": event.odd_values}, ensure_ascii=False), flush=True)
    elif event.kind in ("refused", "alarm"):
        warn(unended(event.said))
    elif event.kind == "version":
        print(event.said, flush=True)
    elif event.kind == "predicted":
        unlike = f", {event.flagged} unlike the fit" if event.flagged else ""
        odd = f", {counted(event.odd_values, 'value', 'values')} out of range" if event.odd_values else ""
        print(f"{event.name}: {counted(event.samples, 'spectrum', 'spectra')} predicted{unlike}{odd}", flush=True)
