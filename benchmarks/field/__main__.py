"""Measure what is missing and write the page: python -m benchmarks.field --repeats 25 --journal FILE."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from .journal import Journal
from .measure import PARTS
from .own_sets import names_in
from .run import measure_missing, places
from .sets import COUNTS, MAKERS


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
    arguments = parser.parse_args()
    names = [n for n in arguments.sets.split(";") if n] or [*MAKERS, *names_in(arguments.folder)]
    counts = tuple(int(c) for c in arguments.counts.split(","))
    until = time.time() + 60 * arguments.minutes
    journal = Journal(arguments.journal)
    wanted = list(places(names, min(arguments.repeats, 25), counts, arguments.folder,
                         arguments.parts.split(",")))
    measure_missing(journal, wanted, arguments.folder, until)


if __name__ == "__main__":
    main()
