"""Trails in projects and beside models, by the command line."""

from __future__ import annotations

import csv
import sys
import threading
import time

import pytest

import spectralign_gui as sa
from spectralign_gui.core.errors import FileError
from spectralign_gui.io.audit import beside, places
from spectralign_gui.io.audit.beside import append_beside, note_if_kept, read_lines, trail_of
from spectralign_gui.io.audit.places import add, load_trail, of_extras, start, verified
from spectralign_gui.io.document import is_unchanged
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.session.audit import appended, check, read
from spectralign_gui.session.standards.pairing import match_by_row
from spectralign_gui.session.state import SessionState
from tests.cli.conftest import call  # noqa: F401 - a fixture
from tests.io.test_watching import AXIS, mixtures


def pair():
    X, y = mixtures(30, 0)
    return (sa.spectra(X, axis=AXIS, unit="nm", name="A", values={"Fat": y}, quantity="absorbance"),
            sa.spectra(0.9 * X + 0.05, axis=AXIS, unit="nm", name="B", values={"Fat": y}, quantity="absorbance"))


@pytest.fixture
def project(tmp_path):
    a, b = pair()
    path = tmp_path / "work.spectralign"
    save_project(path, SessionState((a, b), tuple(match_by_row((a, b)).standards)), (), {"shown_run": -1})
    return path


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.h5"
    sa.save(sa.transfer(*pair(), standards="rows", method="pds"), path)
    return path


@pytest.mark.parametrize("where", ["project", "model"])
def test_begin_add_verify_export(request, call, tmp_path, where):  # noqa: F811
    path = request.getfixturevalue(where)
    assert call("audit", "verify", path)[0] == 2 and "no audit trail" in call("audit", "verify", path)[2]
    assert call("audit", "add", path, "--what", "x")[0] == 2
    assert call("audit", "start", path, "--who", "A. Chemist", "--why", "SOP 12")[0] == 0
    assert call("audit", "start", path)[0] == 2
    assert call("audit", "add", path, "--what", "  ")[0] == 2
    assert call("audit", "add", path, "--what", "=Approved", "--why", "checks passed", "--who", "<b>B</b>")[0] == 0
    code, out, _ = call("audit", "verify", path)
    head = out.split()[-1]
    assert code == 0 and "2 entries" in out and len(head) == 64
    assert call("audit", "verify", path, "--head", head)[0] == 0
    assert call("audit", "verify", path, "--head", "f" * 64)[0] == 2
    for name in ("t.csv", "t.html"):
        assert call("audit", "export", path, "--output", tmp_path / name)[0] == 0
    with open(tmp_path / "t.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[-1]["What"] == "'=Approved" and rows[0]["Who"].startswith("A. Chemist") and rows[0]["Why"] == "SOP 12"
    text = (tmp_path / "t.html").read_text("utf-8")
    assert is_unchanged(tmp_path / "t.html") and "&lt;b&gt;B" in text and head in text
    assert call("audit", "export", path)[0] == 2
    if where == "project":
        opened = open_project(path)
        assert opened.extras["shown_run"] == -1 and len(opened.state.standards) == 30


def test_an_edited_trail_names_its_entry(call, model):  # noqa: F811
    start(model)
    for k in range(4):
        add(model, f"step {k}")
    whole = trail_of(model).read_text("utf-8")
    trail_of(model).write_text(whole.replace("step 2", "step 9"), encoding="utf-8")
    code, _, errors = call("audit", "verify", model)
    assert code == 2 and "entry 4 was changed" in errors and errors.count("\n") == 1
    with pytest.raises(FileError, match="entry 4"):
        add(model, "on top of it")
    lines = whole.splitlines(keepends=True)
    trail_of(model).write_text("".join([*lines[:2], *lines[3:]]), encoding="utf-8")
    assert "an entry is missing before entry 3" in call("audit", "verify", model)[2]
    trail_of(model).write_text(whole[:-40], encoding="utf-8")  # cut off while it was written
    assert "entry 5 cannot be read" in call("audit", "verify", model)[2]


def test_an_edited_trail_in_a_project_names_its_entry(call, project):  # noqa: F811
    """Somebody who can write projects: seal and all."""
    start(project)
    add(project, "approved")
    opened = open_project(project)
    lines = [line.replace("approved", "APPROVED") for line in of_extras(opened.extras)]
    save_project(project, opened.state, opened.runs, {**opened.extras, "audit": lines})
    assert "entry 2 was changed" in call("audit", "verify", project)[2]
    with pytest.raises(FileError, match="entry 2"):
        add(project, "more")


def test_a_model_saved_again_is_an_entry_and_one_changed_otherwise_is_told(call, model):  # noqa: F811
    start(model)
    other = sa.transfer(*pair(), standards="rows", method="ds")
    sa.save(other, model, overwrite=True)
    entries = read(read_lines(model))
    assert [e.what for e in entries] == ["The audit trail was begun", "The model was saved"]
    first, second = ({i: (a, b) for i, a, b in e.changes}["SHA-256"] for e in entries)
    assert first[0] == "" and second[0] == first[1] and second[1] != second[0]
    assert call("audit", "verify", model)[0] == 0
    model.write_bytes(model.read_bytes() + b" ")
    assert "changed without an entry" in call("audit", "verify", model)[2]
    model.unlink()
    assert "changed without an entry" in call("audit", "verify", model)[2]


def test_off_it_costs_one_look_and_leaves_nothing(model, monkeypatch):
    monkeypatch.setattr(beside, "append_beside", None)
    assert note_if_kept(model, "x") is False and note_if_kept("", "x") is False
    began = time.perf_counter()
    for _ in range(1000):
        note_if_kept(model, "x")
    assert time.perf_counter() - began < 1.0
    assert sorted(p.name for p in model.parent.iterdir()) == ["model.h5"]


def test_many_writers_at_once_make_one_chain(model):
    start(model)
    errors = []

    def write(k: int) -> None:
        try:
            for j in range(5):
                append_beside(model, f"{k}.{j}")
        except FileError as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(k,)) for k in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    lines = read_lines(model)
    assert errors == [] and check(lines).whole and len(lines) == 31
    assert {e.what for e in read(lines)[1:]} == {f"{k}.{j}" for k in range(6) for j in range(5)}


def test_what_another_window_saved_is_kept(project):
    start(project)
    mine = load_trail(project)
    add(project, "by the other window")
    both = places.merged_with_saved(project, appended(mine, "mine"))
    assert [e.what for e in read(both)] == ["The audit trail was begun", "by the other window", "mine"]
    assert check(both).whole
    assert places.merged_with_saved(project.parent / "none.spectralign", mine) == mine
    project.write_bytes(project.read_bytes()[:3000])
    with pytest.raises(FileError):
        places.merged_with_saved(project, mine)


def test_files_that_are_not_there(call, tmp_path):  # noqa: F811
    for name in ("no.h5", "no.spectralign"):
        for words in (("start",), ("verify",), ("add", "--what", "x"), ("export", "--output", str(tmp_path / "o.csv"))):
            code, _, errors = call("audit", words[0], tmp_path / name, *words[1:])
            assert code == 2 and errors.count("\n") == 1
    assert sorted(p.name for p in tmp_path.iterdir() if not p.name.endswith(".lock")) == []


def test_exports_and_validations_of_a_model_are_entries(call, model):  # noqa: F811
    start(model)
    assert call("export-model", model, "--instrument", "B", "--output", model.parent / "m.json")[0] == 0
    assert [e.what for e in read(read_lines(model))][-1] == "The model was exported"
    assert verified(model).whole


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is one of POSIX")
def test_half_an_entry_is_taken_back(model):
    """The disk takes the first bytes of an entry only: the trail stays whole, and goes on when there is room again."""
    import resource

    start(model)
    before, limits = trail_of(model).read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, limits[1]))
    try:
        with pytest.raises(FileError):
            add(model, "x" * 500)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert trail_of(model).read_bytes() == before
    add(model, "y")
    assert verified(model).whole
