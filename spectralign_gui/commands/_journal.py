"""Where a long comparison keeps what it has finished."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from pathlib import Path

from ..io.journal import ComparisonJournal


def journal_path(arguments: argparse.Namespace) -> Path | None:
    """Beside the report, or else the table; None where the call writes neither, or to a device."""
    beside = arguments.report or arguments.table
    if not beside or (Path(beside).exists() and not Path(beside).is_file()):
        return None
    return Path(f"{beside}.journal")


@contextlib.contextmanager
def kept_journal(arguments: argparse.Namespace, key: str) -> Iterator[ComparisonJournal | None]:
    """The journal of a call, closed in the end; one that holds nothing is not left behind."""
    path = journal_path(arguments)
    if path is None:
        yield None
        return
    with ComparisonJournal(path, key, arguments.resume) as journal:
        try:
            yield journal
        finally:
            if not len(journal):
                journal.remove()
