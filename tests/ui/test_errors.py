"""Defects: log file, one dialog, repeats folded."""

from __future__ import annotations

import sys
import threading

import pytest
from PySide6.QtCore import qWarning
from PySide6.QtGui import QGuiApplication

from spectralign_gui.ui.dialogs import ErrorReporter


@pytest.fixture
def reporter(qtbot, tmp_path):
    hooks = (sys.excepthook, threading.excepthook)
    made = ErrorReporter(tmp_path / "logs")
    made.install()
    yield made
    made.remove()
    assert (sys.excepthook, threading.excepthook) == hooks


def fail(text: str) -> None:
    try:
        raise RuntimeError(text)
    except RuntimeError as error:
        sys.excepthook(type(error), error, error.__traceback__)


def log_text(reporter) -> str:
    return (reporter.folder / "spectralign.log").read_text(encoding="utf-8")


def test_one_dialog_with_repeats_folded(qtbot, reporter, capsys):
    for _ in range(3):
        fail("the same")
    fail("another")
    qtbot.waitUntil(lambda: reporter.dialog is not None and "another" in reporter.dialog.text.toPlainText())
    text = reporter.dialog.text.toPlainText()
    assert "[3 times]" in text and text.count("RuntimeError: the same") == 1
    reporter.dialog.copy()
    assert "RuntimeError: another" in QGuiApplication.clipboard().text()
    assert log_text(reporter).count("RuntimeError: the same") == 3


def test_defect_in_another_thread_arrives_in_the_gui_thread(qtbot, reporter, capsys):
    thread = threading.Thread(target=lambda: fail("from afar"))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    assert "from afar" in reporter.dialog.text.toPlainText()


def test_uncaught_in_a_python_thread(qtbot, reporter, capsys):
    def work():
        raise ValueError("nobody caught me")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    assert "nobody caught me" in log_text(reporter)


def test_qt_messages_go_to_the_log(reporter):
    qWarning("a word from Qt")
    assert "a word from Qt" in log_text(reporter)


def test_unwritable_log_folder_does_not_stop_the_program(qtbot, tmp_path, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    made = ErrorReporter(blocked / "logs")
    made.install()
    made.remove()
    assert "no log file" in capsys.readouterr().err
