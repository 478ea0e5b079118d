"""``spectralign run PROJECT``: repeat everything a project holds and say whether it came out the same."""

from __future__ import annotations

import argparse

from ..core.errors import FileError
from ..io.hdf5 import HDF5_ENDINGS
from ..io.model_file import save_result
from ..io.project import open_project
from ..session.compare import differences
from ..session.run import execute, why_not
from ._outputs import refuse_clashing_outputs, require_ending
from ._progress import TerminalMonitor
from ._session import warn
from ._threads import add_threads_argument

HELP = "repeat the runs of a project without a window and compare the results"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_threads_argument(parser)
    parser.add_argument("project", metavar="PROJECT")
    parser.add_argument("--output", metavar="OUT.h5", help="write the result of the last run")


def run(arguments: argparse.Namespace) -> int:
    """Repeat; exit code 2 if a run came out differently."""
    refuse_clashing_outputs([arguments.output], [arguments.project])
    require_ending(arguments.output, HDF5_ENDINGS)
    project = open_project(arguments.project)
    for sentence in project.warnings:
        warn(sentence)
    states = [r.state for r in project.runs] or [project.state]
    same, last = True, None
    for number, state in enumerate(states, start=1):
        reason = why_not(state)
        if reason:
            raise FileError(f"{arguments.project}: run {number} cannot be repeated: {reason}")
        monitor = TerminalMonitor()
        try:
            last = execute(state, monitor)
        finally:
            monitor.done()
        if project.runs:
            found = differences(project.runs[number - 1], last)
            same = same and not found
            label = project.runs[number - 1].label or f"run {number}"
            print(f"{label} ({last.method.title}): " + ("the same" if not found else "DIFFERENT: " + "; ".join(found)))
        else:
            print(f"{last.method.title}: run (the project held no result to compare with)")
    if arguments.output and last is not None:
        save_result(last, arguments.output, overwrite=True)
        print(f"written to {arguments.output}")
    return 0 if same else 2
