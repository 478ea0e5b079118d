"""``spectralign run PROJECT``: repeat everything a project holds and say whether it came out the same."""

from __future__ import annotations

import argparse

from ..core.errors import DataError, FileError
from ..core.notes import Note, about
from ..io.hdf5 import HDF5_ENDINGS
from ..io.model_file import save_result
from ..io.project import open_project
from ..session.run import execute, why_not
from ..session.run.convergence import stopped_at
from ..session.run.repeat_run import repeated
from ..session.run.same_result import differences
from ..session.state.instrument_pair import to_run
from ._outputs import refuse_clashing_outputs, require_ending
from ._progress import TerminalMonitor
from ._session import warn
from .threads import add_threads_argument


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
    same, last = True, None
    for number, old in enumerate(project.runs or (None,), start=1):
        state = to_run(project.state) if old is None else old.state
        reason = why_not(state)
        if reason:
            raise FileError(about(arguments.project, Note("call.cannot_repeat", "error", number=number,
                                                          reason=reason)))
        monitor = TerminalMonitor()
        try:
            last = execute(state, monitor) if old is None else repeated(old, monitor)
        except DataError as error:
            if old is None or stopped_at(old) is None:
                raise
            same = False
            print(f"{old.label or f'run {number}'} ({old.method.title}): NOT REPEATED: {error}")
            continue
        finally:
            monitor.done()
        if old is not None:
            found = differences(old, last)
            same = same and not found
            at = stopped_at(old)
            note = "" if at is None else f" (stopped after {at} iterations, as then)"
            print(f"{old.label or f'run {number}'} ({last.method.title}): "
                  + ("the same" if not found else "DIFFERENT: " + "; ".join(found)) + note)
        else:
            print(f"{last.method.title}: run (the project held no result to compare with)")
    if arguments.output and last is not None:
        save_result(last, arguments.output, overwrite=True)
        print(f"written to {arguments.output}")
    return 0 if same else 2
