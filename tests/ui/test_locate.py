"""Source files of a project that have moved, shown to the program through the window."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.read import read_dataset
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.shipped import sample
from spectralign_gui.ui.project import locate as locate_module


@pytest.fixture
def project(tmp_path):
    """A project whose two source files have moved to another folder after it was saved."""
    lab, away = tmp_path / "lab", tmp_path / "away"
    lab.mkdir()
    datasets = []
    for name in ("sines_first", "sines_second"):
        shutil.copy(sample(f"toys/{name}.csv"), lab / f"{name}.csv")
        datasets.append(read_dataset(lab / f"{name}.csv"))
    state = SessionState(tuple(datasets), match_by_name(datasets).standards, method="lra")
    path = tmp_path / "home" / "p.spectralign"
    path.parent.mkdir()
    save_project(path, state, [execute(state)])
    lab.rename(away)
    return path


@pytest.fixture
def chosen(monkeypatch):
    """The file that is picked in the dialog, and the titles of the dialogs."""
    picked: dict[str, object] = {"path": "", "titles": []}

    def pick(parent, title, *_):
        picked["titles"].append(title)
        return str(picked["path"]), ""

    monkeypatch.setattr(locate_module.QFileDialog, "getOpenFileName", staticmethod(pick))
    assert locate_module.QFileDialog is QFileDialog
    return picked


def opened(qtbot, window, path):
    with qtbot.waitSignal(window.project.opened, timeout=20_000):
        window.open_paths([path])


def idle(qtbot, window):
    qtbot.waitUntil(lambda: not window.controller.jobs.jobs, timeout=20_000)


def folders(state):
    return [Path(d.source.path).parent.name for d in state.datasets]


def test_files_that_moved_together_are_located_at_once(qtbot, window, project, chosen, answers, tmp_path):
    entry = window.project.sources.action
    assert entry in window.menus.file_menu.actions() and not entry.isEnabled() and not entry.shortcut().isEmpty()
    opened(qtbot, window, project)
    qtbot.waitUntil(lambda: answers.names == ["project-warnings"])
    assert "Locate moved files" in answers.said[0][1]
    assert entry.isEnabled() and not window.project.modified

    chosen["path"] = tmp_path / "away" / "sines_first.csv"
    entry.trigger()
    idle(qtbot, window)
    assert chosen["titles"] == ["Where is sines_first.csv?"]
    assert folders(window.model.state) == ["away", "away"] and not entry.isEnabled()
    run = window.model.current_run
    assert folders(run.state) == ["away", "away"] and run is window.model.runs[0]
    assert all(a is b for a, b in zip(run.state.datasets, window.model.state.datasets, strict=True))
    assert window.project.modified and "No file is missing" in window.news.text()

    with qtbot.waitSignal(window.project.saved, timeout=20_000):
        window.project.save_action.trigger()
    assert open_project(project).warnings == ()

    window.model.undo_stack.undo()
    assert folders(window.model.state) == ["lab", "lab"] and entry.isEnabled()
    window.model.undo_stack.redo()
    assert folders(window.model.state) == ["away", "away"] and not entry.isEnabled()
    window.model.reset(SessionState())
    assert not entry.isEnabled()


def test_another_file_is_refused(qtbot, window, project, chosen, answers, tmp_path):
    opened(qtbot, window, project)
    qtbot.waitUntil(lambda: len(answers.said) == 1)
    before = window.model.state
    chosen["path"] = tmp_path / "away" / "sines_second.csv"
    window.project.sources.action.trigger()
    qtbot.waitUntil(lambda: answers.names[1:] == ["locate-refused"], timeout=20_000)
    idle(qtbot, window)
    assert "sines_second.csv: this is not the file from which sines_first was read" in answers.said[1][1]
    assert window.model.state is before and window.project.sources.action.isEnabled()

    chosen["path"] = ""  # the dialog is closed without a choice
    window.project.sources.action.trigger()
    assert window.model.state is before and not window.controller.jobs.jobs


def test_each_is_asked_for_when_they_went_apart(qtbot, window, project, chosen, answers, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    shutil.move(tmp_path / "away" / "sines_second.csv", other / "renamed.csv")
    opened(qtbot, window, project)
    qtbot.waitUntil(lambda: len(answers.said) == 1)
    for path, left in ((tmp_path / "away" / "sines_first.csv", "1 is still missing"),
                       (other / "renamed.csv", "No file is missing")):
        chosen["path"] = path
        window.project.sources.action.trigger()
        idle(qtbot, window)
        assert left in window.news.text()
    assert chosen["titles"] == ["Where is sines_first.csv?", "Where is sines_second.csv?"]
    assert folders(window.model.state) == ["away", "other"]
