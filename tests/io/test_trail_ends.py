"""The end of a trail or record: as an editor, a full disk or a terminal of other letters leaves it."""

from __future__ import annotations

import json

import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.core.notes import code_of
from spectralign_gui.io import appending
from spectralign_gui.io.appending import append_line
from spectralign_gui.io.audit.beside import read_lines, trail_of
from spectralign_gui.io.audit.places import add, start, verified
from spectralign_gui.session.audit import appended, check, read


@pytest.fixture
def kept(tmp_path):
    file = tmp_path / "model.bin"
    file.write_bytes(b"first")
    start(file, "A. Chemist")
    return file


@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n"])
def test_the_next_entry_has_a_line_of_its_own(kept, end):
    """Editors take the last line end away, or add one."""
    trail = trail_of(kept)
    trail.write_bytes(trail.read_bytes().rstrip(b"\n") + end)
    assert verified(kept).whole
    add(kept, "looked at")
    assert verified(kept).whole and verified(kept).entries == 2


@pytest.mark.parametrize("content", [b"", b"\n", b"\n\n\n"])
def test_a_trail_without_entries_is_not_whole(kept, content):
    trail_of(kept).write_bytes(content)
    for ask in (lambda: verified(kept), lambda: add(kept, "x"), lambda: read_lines(kept)):
        with pytest.raises(FileError) as caught:
            ask()
        assert code_of(caught.value) == "audit.emptied"
    assert trail_of(kept).read_bytes() == content


def test_nothing_is_left_of_a_trail_that_could_not_be_begun(tmp_path, monkeypatch):
    file = tmp_path / "model.bin"
    file.write_bytes(b"first")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(appending.os, "fsync", full)
        with pytest.raises(FileError):
            start(file)
    assert not trail_of(file).exists()
    start(file)
    with monkeypatch.context() as patch:
        patch.setattr(appending.os, "fsync", full)
        with pytest.raises(FileError):
            add(file, "x")
    assert verified(file).entries == 1


def test_a_file_changed_without_an_entry_stays_told(kept):
    kept.write_bytes(b"second")
    assert code_of(verified(kept).problem) == "audit.file_changed"
    add(kept, "looked at")
    found = verified(kept)
    assert found.whole and any("without an entry" in str(remark) for remark in found.remarks)


@pytest.mark.parametrize("text, wanted", [
    ("M\udcfcller", "Müller"), ("\udcff", "ÿ"), ("two\nlines", "two\nlines"), ("李", "李"),
    ("a\ud800b", "a\N{REPLACEMENT CHARACTER}b")])
def test_letters_of_any_terminal(text, wanted):
    trail = appended((), text, [(text, text, text)], text, text)
    assert check(trail).whole
    entry = read(trail)[0]
    assert (entry.what, entry.why, entry.changes[0]) == (wanted, wanted, (wanted,) * 3)
    json.loads(trail[0].encode("utf-8"))


def test_a_line_is_appended_whole(tmp_path):
    path = tmp_path / "lines"
    for text in ("a", "b"):
        append_line(path, text)
    path.write_bytes(path.read_bytes()[:-1])
    append_line(path, "c")
    assert path.read_bytes() == b"a\nb\nc\n"
