"""What a column or row of a table that is no spectrum is taken for."""

from __future__ import annotations

from ....core.notes import Note


def role_of(title: str, code: str) -> Note:
    """What a column or row is taken for: its title, and a code of a role."""
    return Note("role.known_by_title", "info", title=title, role=Note(code, "info"))
