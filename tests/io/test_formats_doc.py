"""The table of formats names every reader, and no reader that is not there."""

from __future__ import annotations

import re
from pathlib import Path

from spectralign_gui.io.readers import readers

DOC = Path(__file__).resolve().parents[2] / "docs" / "formats.md"


def test_every_reader_is_in_the_table():
    named: set[str] = set()
    for row in re.findall(r"^\| (?!format|---)(.*)\|$", DOC.read_text(encoding="utf-8"), re.MULTILINE):
        cells = row.split("|")
        named |= set(re.findall(r"`([\w-]+)`", cells[2]))
        assert re.search("real|made|own", cells[3]), row
    assert named == set(readers())


def test_readers_declare_themselves():
    for name, reader in readers().items():
        assert reader.name == name and reader.title
        assert all(e == e.lower() and e.startswith(".") for e in reader.extensions)
