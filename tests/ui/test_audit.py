"""The trail of a window: off it hears nothing, on it writes down what is done, and two windows lose nothing."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from spectralign_gui.io.audit.places import load_trail
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.session.audit import check, read
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


@pytest.fixture
def session():
    sets = (make_dataset("m5", seed=1), make_dataset("mp5", p=60, seed=2))
    return SessionState(sets, match_by_name(sets).standards)


def save(qtbot, window, path) -> None:
    with qtbot.waitSignal(window.project.saved):
        assert window.project._save_to(str(path), wait=False)


def whats(path) -> list[str]:
    trail = load_trail(path)
    assert check(trail).whole
    return [e.what for e in read(trail)]


def test_off_nothing_is_kept(qtbot, window, session, tmp_path):
    window.model.reset(session)
    window.model.change("Method", session.with_(method="pds"))
    save(qtbot, window, tmp_path / "p.spectralign")
    assert not window.project.audit.kept and "audit" not in open_project(tmp_path / "p.spectralign").extras
    assert not window.project.modified


def test_what_is_done_is_written_down(qtbot, window, session, tmp_path):
    path = tmp_path / "p.spectralign"
    window.model.reset(session)
    window.settings.setValue("report/operator", "A. Chemist")
    window.project.audit.begin()
    assert window.project.modified
    model = window.model
    model.change("Choose a method", session.with_(method="pds"))
    QApplication.processEvents()
    for mu in (0.1, 0.2, 0.3):  # a dragged slider is one entry
        model.change("Set a parameter", model.state.with_(parameters={"lra": {"mu": mu}}), "mu")
        QApplication.processEvents()
    model.undo_stack.undo()
    QApplication.processEvents()
    model.add_run(execute(model.state.with_(method="bias")))
    save(qtbot, window, path)
    assert not window.project.modified
    assert whats(path) == ["The audit trail was begun", "Choose a method", "Set a parameter", "Undo: Set a parameter",
                           "Run", "Saved"]
    entries = read(load_trail(path))
    assert entries[1].changes[0][0] == "method" and entries[1].who.startswith("A. Chemist")
    assert entries[2].changes == (("parameter lra.mu", "", "0.3"),)
    assert entries[3].changes == (("parameter lra.mu", "0.3", ""),)


def test_it_goes_on_when_the_project_is_opened_again(qtbot, window, session, tmp_path):
    path = tmp_path / "p.spectralign"
    window.model.reset(session)
    window.project.audit.begin("A")
    save(qtbot, window, path)
    window.model.reset(SessionState())
    window.project.forget()
    assert not window.project.audit.kept
    with qtbot.waitSignal(window.project.opened):
        window.project.open(path)
    assert window.project.audit.kept and not window.project.modified
    window.model.change("Seed", window.model.state.with_(seed=5))
    save(qtbot, window, path)
    assert whats(path) == ["The audit trail was begun", "Saved", "Seed", "Saved"]


def test_entries_of_another_window_are_kept(qtbot, window, session, tmp_path):
    from spectralign_gui.io.audit.places import add

    path = tmp_path / "p.spectralign"
    window.model.reset(session)
    window.project.audit.begin("A")
    save(qtbot, window, path)
    add(path, "by another window")
    window.model.change("Seed", session.with_(seed=5))
    save(qtbot, window, path)
    window.model.change("Seed again", session.with_(seed=6))
    save(qtbot, window, path)
    assert whats(path) == ["The audit trail was begun", "Saved", "by another window", "Seed", "Saved", "Seed again",
                           "Saved"]


def test_a_changed_trail_is_told_when_the_project_is_opened(qtbot, window, session, tmp_path, answers):
    path = tmp_path / "p.spectralign"
    window.model.reset(session)
    window.project.audit.begin("A")
    save(qtbot, window, path)
    opened = open_project(path)
    lines = [line.replace("begun", "BEGUN") for line in opened.extras["audit"]]
    save_project(path, opened.state, opened.runs, {**opened.extras, "audit": lines})
    with qtbot.waitSignal(window.project.opened):
        window.project.open(path)
    qtbot.waitUntil(lambda: "audit-changed" in answers.names)
    assert "entry 1" in answers.said[0][1]


def test_it_is_exported(qtbot, window, session, tmp_path):
    window.model.reset(session)
    window.project.audit.begin("A")
    for name in ("t.csv", "t.html"):
        window.project.audit.write_to(tmp_path / name)
        assert "The audit trail was begun" in (tmp_path / name).read_text("utf-8")
    assert "Export" in window.project.audit.action.text()
