"""Measure what is missing and write the page: python -m benchmarks.field --repeats 25 --journal FILE."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from .journal import Journal, Place, pack, read
from .own_sets import names_in
from .page import write_page
from .run import PARTS, measure_missing, places
from .sets import COUNTS, at_hand

HERE = Path(__file__).resolve().parent
PACKED = HERE / "measured.jsonl.gz"


def known() -> dict[Place, dict[str, Any]]:
    """The cells that the page beside this file was made of."""
    return read(PACKED) if PACKED.exists() else {}


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.field", description=__doc__)
    parser.add_argument("--repeats", type=int, default=25, help="at most 25, the frozen ones")
    parser.add_argument("--journal", type=Path, required=True, help="JSON lines; a run that was stopped goes on")
    parser.add_argument("--sets", default="", help="names, separated by semicolons; default: all that are there")
    parser.add_argument("--folder", type=Path, default=None, help="folder of further sets, see README.md")
    parser.add_argument("--counts", default=",".join(map(str, COUNTS)))
    parser.add_argument("--parts", default=",".join(PARTS), help="of a repeat, in their order")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no cell after so many")
    parser.add_argument("--page", action="store_true", help="write the page of what is known, measure nothing")
    parser.add_argument("--anew", action="store_true", help="leave the cells of measured.jsonl.gz out")
    parser.add_argument("--pack", action="store_true", help="write measured.jsonl.gz anew and stop")
    arguments = parser.parse_args()
    names = [n for n in arguments.sets.split(";") if n] or [*at_hand(), *names_in(arguments.folder)]
    counts = tuple(int(c) for c in arguments.counts.split(","))
    if arguments.pack:
        pack(read(arguments.journal) if arguments.anew else {**known(), **read(arguments.journal)}, PACKED)
        return
    until = time.time() + 60 * arguments.minutes
    journal = Journal(arguments.journal, {} if arguments.anew else known())
    wanted = list(places(names, min(arguments.repeats, 25), counts, arguments.folder,
                         arguments.parts.split(",")))
    if not arguments.page:
        measure_missing(journal, wanted, arguments.folder, until)
    write_page(journal.cells, HERE / "FIELD.md")


if __name__ == "__main__":
    main()
