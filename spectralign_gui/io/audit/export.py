"""A trail as a table or a document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...core.naming import counted
from ...session.audit import Trail, TrailCheck, read
from ...version import __version__
from ..document import Document, Section, render_document, signed
from ..report import Table
from ..table import table_text

HEADER = ["Entry", "When", "Who", "Computer", "Program", "What", "Item", "Old", "New", "Why", "Remark", "Hash"]


def rows(trail: Trail) -> list[list[Any]]:
    """A row per changed item; one for an entry without any."""
    found: list[list[Any]] = []
    for e in read(trail):
        for item, old, new in e.changes or (("", "", ""),):
            found.append([e.number, e.when, e.who, e.computer, e.program, e.what, item, old, new, e.why, e.remark,
                          e.hash])
    return found


def as_csv(trail: Trail) -> str:
    """The trail as CSV."""
    return table_text(HEADER, rows(trail))


def as_html(trail: Trail, found: TrailCheck, name: str) -> str:
    """The trail as a document, signed."""
    return signed(render_document(document(trail, found, name)))[0]


def document(trail: Trail, found: TrailCheck, name: str) -> Document:
    """The trail as a document."""
    lead = (f"The trail is whole: {counted(found.entries, 'entry', 'entries')}." if found.problem is None else
            f"The trail is not as it was written: {found.problem}")
    table = Table("", ["Entry", "When", "Who", "What", "Item", "Old", "New", "Why"],
                  [[*r[:3], *r[5:10]] for r in rows(trail)])
    sections = [Section("Entries", table=table, warnings=list(map(str, found.remarks)),
                        attached=[(f"{Path(name).stem}_audit.csv", as_csv(trail))]),
                Section("Last hash", [f"{found.head}: note it elsewhere, and “spectralign audit verify --head” tells "
                                      "later whether the end was cut off or rewritten."])]
    return Document(f"Audit trail of {Path(name).name}", f"SpectrAlign {__version__}", lead, found.whole, sections)
