"""Projects through the window: saved, opened, asked about, recovered, never lost."""

from __future__ import annotations

import json
import threading
from dataclasses import replace

import pytest

from spectralign_gui.io.project import open_project
from spectralign_gui.io.recovery import ProjectLock, Recovery, left_behind
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.run import execute
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.project import keeper as keeper_module


@pytest.fixture
def saved_as(monkeypatch, tmp_path):
    path = tmp_path / "mine.spectralign"
    monkeypatch.setattr(keeper_module, "ask_target", lambda *_: (path, ""))
    return path


@pytest.fixture(scope="module")
def run():
    return execute(load_sample_session("sines"))


def work_on(window, run):
    window.model.reset(run.state)
    window.model.add_run(run)
    window.model.change("Set the seed", run.state.with_(seed=7))


def save(qtbot, window):
    with qtbot.waitSignal(window.project.saved, timeout=20_000):
        window.project.save_action.trigger()


def test_saved_and_opened_again(qtbot, window, run, saved_as):
    assert not window.project.modified
    work_on(window, run)
    assert window.project.modified and window.isWindowModified()
    save(qtbot, window)
    assert not window.project.modified and "mine" in window.windowTitle() and not window.isWindowModified()
    assert str(saved_as) in window.recent.all()
    window.model.change("Set the seed", run.state.with_(seed=9))
    assert window.project.modified
    window.model.undo_stack.undo()
    assert not window.project.modified, "back at what is saved"
    window.project.forget()
    window.model.reset(load_sample_session("dollar"))
    window.project.forget()
    with qtbot.waitSignal(window.project.opened, timeout=20_000):
        window.open_paths([saved_as])
    assert window.model.state.seed == 7 and len(window.model.runs) == 1
    assert window.model.current_run.embeddings[0].shape == run.embeddings[0].shape
    assert not window.project.modified


def test_the_run_that_was_shown_is_shown_again(qtbot, window, run, saved_as):
    work_on(window, run)
    for label in ("second", "third"):
        window.model.add_run(replace(run, label=label))
    window.model.set_current_run(window.model.runs[1])
    save(qtbot, window)
    window.project.forget()
    window.model.reset(load_sample_session("dollar"))
    window.project.forget()
    with qtbot.waitSignal(window.project.opened, timeout=20_000):
        window.open_paths([saved_as])
    assert [r.label for r in window.model.runs] == ["", "second", "third"]
    assert window.model.current_run is window.model.runs[1]


def test_cancel_in_the_question_cancels_the_close(qtbot, window, run, answers, saved_as):
    work_on(window, run)
    answers.press("cancel")
    assert not window.close() and window.isVisible()
    assert answers.names == ["ask-save"]
    assert window.model.state.seed == 7 and len(window.model.runs) == 1
    answers.press("answer-0")
    assert window.close()
    assert open_project(saved_as).state.seed == 7


def test_do_not_save_closes_without_a_file(qtbot, window, run, answers, saved_as):
    work_on(window, run)
    answers.press("answer-1")
    assert window.close() and not saved_as.exists()


def test_a_failed_save_keeps_the_window_open(qtbot, window, run, answers, monkeypatch, tmp_path):
    work_on(window, run)
    monkeypatch.setattr(keeper_module, "ask_target", lambda *_: (tmp_path / "no" / "p.spectralign", ""))
    answers.press("answer-0")
    assert not window.close()
    assert answers.names == ["ask-save", "save-failed"] and "folder does not exist" in answers.said[1][1]
    assert window.project.modified


def test_unsaved_work_is_recovered(qtbot, window, run, answers, settings, tmp_path, monkeypatch):
    work_on(window, run)
    window.project.save_recovery()
    qtbot.waitUntil(lambda: window.project._recovered is not None, timeout=20_000)
    folder = tmp_path / "recovery"
    assert left_behind(folder) == [], "this window still lives"
    note = window.project.recovery.file.with_suffix(".json")
    note.write_text(json.dumps({**json.loads(note.read_text()), "process": 2**22 + 12345}))
    other = MainWindow(settings=settings, recovery_folder=folder)
    other.show()
    answers.press("answer-0")
    writers, write = [], Recovery.save
    monkeypatch.setattr(Recovery, "save", lambda self, *a: (writers.append(threading.current_thread()),
                                                            write(self, *a)))
    other.project.offer_recovery()
    qtbot.waitUntil(lambda: other.model.state.seed == 7, timeout=20_000)
    qtbot.waitUntil(lambda: not note.exists(), timeout=20_000)
    assert other.project.modified and len(other.model.runs) == 1
    assert answers.names == ["ask-recover"]
    assert writers and threading.main_thread() not in writers, "never in the window's own thread"
    assert other.project.recovery.file.exists(), "it is kept until it is saved"
    other.project.forget()
    other.close()
    other.deleteLater()


def test_the_recovery_file_goes_when_everything_is_saved(qtbot, window, run, saved_as):
    work_on(window, run)
    window.project.save_recovery()
    qtbot.waitUntil(lambda: window.project._recovered is not None, timeout=20_000)
    assert window.project.recovery.file.exists()
    save(qtbot, window)
    assert not window.project.recovery.file.exists()


def test_a_second_window_is_told(qtbot, window, run, answers, saved_as):
    work_on(window, run)
    save(qtbot, window)
    assert ProjectLock(saved_as).holder()
    other = MainWindow(recovery_folder=saved_as.parent / "r2")
    answers.press("cancel")
    other.project.open(saved_as)
    assert answers.names == ["ask-locked"] and not other.model.state.datasets
    other.close()
    other.deleteLater()


def test_what_is_no_project_is_refused(qtbot, window, answers, tmp_path):
    bad = tmp_path / "bad.spectralign"
    bad.write_bytes(b"nothing")
    window.open_paths([bad])
    qtbot.waitUntil(lambda: answers.names == ["open-failed"], timeout=20_000)
    assert "bad.spectralign" in answers.said[0][1]
