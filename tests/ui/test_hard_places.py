"""What a laboratory's computer does to a program: full disks, folders that are links to themselves, double keys."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from spectralign_gui.io.batch import find_files
from spectralign_gui.io.project import open_project
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.run import execute
from spectralign_gui.shipped import sample
from spectralign_gui.ui.project import keeper as keeper_module
from spectralign_gui.ui.report.dialog import ReportDialog


@pytest.fixture
def saved(qtbot, window, tmp_path, monkeypatch):
    """The window with a saved project and a change that is not saved."""
    path = tmp_path / "mine.spectralign"
    monkeypatch.setattr(keeper_module, "ask_target", lambda *_: (path, ""))
    window.model.reset(load_sample_session("sines"))
    with qtbot.waitSignal(window.project.saved, timeout=20_000):
        window.project.save_action.trigger()
    window.model.change("Set the seed", window.model.state.with_(seed=7))
    return path


def full_disk(monkeypatch):
    def fails(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", fails)


def read_only(monkeypatch):
    def fails(*_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(tempfile, "mkstemp", fails)


@pytest.mark.parametrize(("trouble", "words"), [(full_disk, "the disk is full"), (read_only, "the disk is read-only")])
def test_a_save_that_fails_loses_nothing(qtbot, window, saved, answers, monkeypatch, trouble, words):
    before = saved.read_bytes()
    with monkeypatch.context() as patch:
        trouble(patch)
        window.project.save_action.trigger()
        qtbot.waitUntil(lambda: answers.names == ["save-failed"] and not window.controller.jobs.jobs, timeout=20_000)
    said = answers.said[0][1]
    assert words in said and "Traceback" not in said and saved.name in said
    assert saved.read_bytes() == before and window.project.modified and window.isWindowModified()
    assert [p.name for p in saved.parent.glob(".mine-*")] == [], "no half file is left"
    with qtbot.waitSignal(window.project.saved, timeout=20_000):
        window.project.save_action.trigger()
    assert open_project(saved).state.seed == 7 and not window.project.modified


@pytest.mark.skipif(os.name == "nt", reason="making links needs a privilege on Windows")
def test_a_folder_that_holds_a_link_to_itself(qtbot, window, tmp_path):
    folder = tmp_path / "spectra"
    (folder / "deep").mkdir(parents=True)
    shutil.copy(sample("toys/sines_first.csv"), folder / "sines_first.csv")
    (folder / "deep" / "again").symlink_to(folder, target_is_directory=True)
    (folder / "nowhere").symlink_to(folder / "nowhere")
    assert find_files([folder]) == [folder / "sines_first.csv"]

    def shown():
        return [d for d in window.findChildren(QDialog) if d.isVisible()]

    window.open_paths([folder])
    qtbot.waitUntil(lambda: bool(shown()) or bool(window.model.state.datasets), timeout=30_000)
    for dialog in shown():
        dialog.accept()
    qtbot.waitUntil(lambda: not window.controller.jobs.jobs and bool(window.model.state.datasets), timeout=30_000)
    assert [len(d) for d in window.model.state.datasets] == [120]


def test_a_key_pressed_twice_opens_one_dialog(qtbot, window):
    state = load_sample_session("sines")
    window.model.reset(state)
    window.model.add_run(execute(state))
    window.project.forget()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=5_000)
    seen = []

    def press():
        QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)

    def look():
        seen.append(sum(d.isVisible() for d in window.findChildren(ReportDialog)))
        box = QApplication.activeModalWidget()
        if box is not None:
            box.close()

    # the first key opens the dialog, whose own loop runs until it is closed; the second comes meanwhile
    for wait, what in ((0, press), (150, press), (400, look), (700, look)):
        QTimer.singleShot(wait, window, what)
    qtbot.waitUntil(lambda: len(seen) == 2, timeout=10_000)
    assert seen == [1, 0], "one dialog, and none after it"
