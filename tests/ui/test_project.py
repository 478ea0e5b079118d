"""Projects through the window: saved, opened, asked about, recovered, never lost."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMetaObject, Qt, QTimer

from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.recovery import ProjectLock, Recovery, left_behind
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.run import execute
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.project import keeper as keeper_module
from spectralign_gui.ui.project.recover_dialog import RecoveryDialog
from tests.ui.helpers import make_dataset


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


def crashed(folder, count: int) -> list:
    """What `count` windows left that ended without saving, newest first."""
    for k in range(count):
        recovery = Recovery(folder)
        recovery.save(SessionState((make_dataset("m5", n=8),), seed=k),
                      project="" if k else str(folder / "p.spectralign"))
        note = recovery.file.with_suffix(".json")
        note.write_text(json.dumps({**json.loads(note.read_text()), "process": 2**22 + 12345,
                                    "saved_at": f"2026-01-0{k + 1}T10:00:00+00:00"}))
    return left_behind(folder)


def test_several_crashes_are_one_list(qtbot, settings, tmp_path, monkeypatch):
    folder = tmp_path / "recovery"
    found = crashed(folder, 4)
    shown = []

    def used(dialog: RecoveryDialog) -> int:
        shown.append([dialog.list.item(k).text() for k in range(dialog.list.count())])
        dialog.list.clearSelection()
        assert not dialog.recover.isEnabled() and not dialog.discard.isEnabled()
        dialog.list.selectAll()
        assert not dialog.recover.isEnabled() and dialog.discard.isEnabled()
        dialog.list.setCurrentRow(0)
        dialog.discard.click()
        assert dialog.list.count() == 3
        dialog.list.setCurrentRow(1)
        dialog.recover.click()
        return dialog.result()

    monkeypatch.setattr(RecoveryDialog, "exec", used)
    window = MainWindow(settings=settings, recovery_folder=folder)
    window.show()
    assert window.project.offer_recovery()
    qtbot.waitUntil(lambda: window.model.state.seed == 1 and len(window.model.state.datasets) == 1)
    assert len(shown) == 1 and len(shown[0]) == 4
    assert shown[0][0].startswith("a session without a project file") and "p.spectralign" in shown[0][3]
    qtbot.waitUntil(lambda: not found[2].file.exists())
    left = left_behind(folder)
    assert sorted(u.file for u in left) == sorted([found[1].file, found[3].file]), "the others are offered next time"
    window.project.forget()
    window.close()
    window.deleteLater()


def test_all_of_the_list_can_be_discarded_or_left(qtbot, tmp_path):
    folder = tmp_path / "recovery"
    dialog = RecoveryDialog(crashed(folder, 3))
    qtbot.addWidget(dialog)
    dialog.reject()
    assert dialog.chosen is None and len(left_behind(folder)) == 3
    dialog.list.selectAll()
    dialog.discard.click()
    assert dialog.chosen is None and left_behind(folder) == []
    assert dialog.result() == dialog.DialogCode.Rejected


def test_a_window_closes_where_its_small_files_cannot_be_deleted(window, run, saved_as, monkeypatch):
    """The share of the project is gone, or the folder has become read-only."""
    work_on(window, run)
    assert window.project.save(wait=False)
    window.project._wait_for_save()

    def refuses(self, missing_ok=False):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "unlink", refuses)
    assert window.close()
    assert window.project.path == ""


def test_saving_twice_at_once_leaves_the_newest(qtbot, window, run, saved_as):
    work_on(window, run)
    window.project.save()
    window.model.change("Set the seed", run.state.with_(seed=8))
    window.project.save()
    window.model.change("Set the seed", run.state.with_(seed=9))
    window.project.save()
    qtbot.waitUntil(lambda: window.project.saving is None and not window.controller.jobs.jobs, timeout=20_000)
    assert open_project(saved_as).state.seed == 9 and not window.project.modified


def test_closing_waits_for_a_save_and_asks_nothing(qtbot, window, run, answers, saved_as):
    work_on(window, run)
    window.project.save()
    assert window.close() and answers.names == []
    assert open_project(saved_as).state.seed == 7


def test_what_comes_while_it_is_saved_is_asked_about_again(qtbot, window, run, answers, saved_as, monkeypatch):
    """A run that ends while the project is being written is not lost."""
    work_on(window, run)
    write = keeper_module.save_project

    def slow(*args, **more):
        monkeypatch.setattr(keeper_module, "save_project", write)
        QMetaObject.invokeMethod(arrival, "start", Qt.ConnectionType.QueuedConnection)
        assert came.wait(20)
        write(*args, **more)

    came = threading.Event()
    arrival = QTimer(window, singleShot=True)
    arrival.timeout.connect(lambda: (window.model.add_run(replace(run, label="late")), came.set()))
    monkeypatch.setattr(keeper_module, "save_project", slow)
    answers.press("answer-0", "cancel")
    assert not window.close() and answers.names == ["ask-save", "ask-save"]
    assert window.model.runs[-1].label == "late" and window.project.modified


def test_what_is_done_while_a_project_opens_is_not_lost(qtbot, window, run, answers, saved_as):
    work_on(window, run)
    save(qtbot, window)
    window.project.forget()
    window.project.open(saved_as)
    window.model.change("Set the seed", run.state.with_(seed=11))
    answers.press("cancel")
    qtbot.waitUntil(lambda: answers.names == ["ask-save"] and not window.controller.jobs.jobs, timeout=20_000)
    assert window.model.state.seed == 11


def test_a_run_of_another_session_is_not_added(qtbot, window, run):
    window.model.reset(run.state)
    with qtbot.waitSignal(window.controller.idle, timeout=30_000):
        assert window.controller.start()
        window.model.reset(load_sample_session("dollar"))
    assert window.model.runs == ()


def test_saving_while_the_state_goes_on_leaves_no_older_recovery(qtbot, window, run, saved_as):
    work_on(window, run)
    window.project.save_recovery()
    qtbot.waitUntil(lambda: not window.controller.jobs.jobs, timeout=20_000)
    window.project.save()
    window.model.change("Set the seed", run.state.with_(seed=12))
    qtbot.waitUntil(lambda: not window.controller.jobs.jobs, timeout=20_000)
    assert open_project(saved_as).state.seed == 7
    assert open_project(window.project.recovery.file).state.seed == 12


def test_odd_extras_of_a_project_do_no_harm(qtbot, window, run, saved_as):
    for extras in ({"layout": [10 ** 12], "shown_run": "x"}, {"layout": "text", "shown_run": 99},
                   {"layout": bytes_of(50), "workspace": "data", "shown_run": -40}, {"workspace": ["data"]}):
        save_project(saved_as, run.state, [run], extras)
        window.project.forget()
        with qtbot.waitSignal(window.project.opened, timeout=20_000):
            window.project.open(saved_as)
        assert window.model.current_run is window.model.runs[0] and window.docks["data"].isVisible()


def test_a_project_opens_in_its_workspace_and_no_other_one_takes_its_docks(qtbot, window, run, saved_as):
    work_on(window, run)
    window.lead.go("check", "check")
    save(qtbot, window)
    window.lead.go("standards", "suggest")
    window.project.forget()
    with qtbot.waitSignal(window.project.opened, timeout=20_000):
        window.project.open(saved_as)
    assert window.docks["check"].isVisible() and window.lead.rail.buttons["check"].isChecked()
    assert not window.lead.rail.buttons["standards"].isChecked()
    window.lead.rail.buttons["standards"].click()
    assert window.docks["suggest"].isVisible() and window.docks["check"].isHidden()


def test_docks_of_an_older_project_without_their_workspace_stay_where_they_are(qtbot, window, run, saved_as):
    work_on(window, run)
    window.lead.go("check", "check")
    save(qtbot, window)
    kept = open_project(saved_as)
    save_project(saved_as, kept.state, kept.runs, {k: v for k, v in kept.extras.items() if k != "workspace"})
    window.lead.go("standards", "suggest")
    window.project.forget()
    with qtbot.waitSignal(window.project.opened, timeout=20_000):
        window.project.open(saved_as)
    assert window.docks["suggest"].isVisible() and window.docks["check"].isHidden()
    assert window.lead.rail.buttons["standards"].isChecked()


def bytes_of(n):
    return np.random.default_rng(1).integers(0, 256, n).astype(np.uint8)


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
