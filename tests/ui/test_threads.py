"""The number of threads of calculations: chosen from the menu, applied, remembered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QSpinBox

from spectralign_gui.core.threads import chosen_threads, set_threads
from spectralign_gui.ui.main_window import MainWindow, keeping


@pytest.fixture(autouse=True)
def automatic_again():
    yield
    set_threads(None)


def answer(window, count, button=QDialogButtonBox.StandardButton.Ok) -> dict[str, str]:
    """Trigger the action and fill the dialog in; what it said."""
    seen: dict[str, str] = {}

    def fill() -> None:
        dialog = QApplication.activeModalWidget()
        box = dialog.findChild(QSpinBox, "threads-count")
        seen["before"], seen["tip"] = box.text(), box.toolTip()
        seen["hint"] = dialog.findChild(QLabel, "threads-hint").text()
        box.setValue(count)
        dialog.findChild(QDialogButtonBox).button(button).click()

    QTimer.singleShot(0, window, fill)
    window.findChild(QAction, "threads").trigger()
    return seen


def test_it_is_in_a_menu_with_a_key_and_automatic_at_first(window):
    action = window.findChild(QAction, "threads")
    assert action.shortcut().toString() == "Ctrl+Alt+N" and "thread" in action.toolTip()
    assert chosen_threads() is None
    seen = answer(window, 0)
    assert seen["before"] == "automatic" and "processor" in seen["hint"] and seen["tip"]
    assert chosen_threads() is None


def test_a_choice_is_applied_and_remembered(window, settings, qtbot, tmp_path):
    answer(window, 3)
    assert chosen_threads() == 3 and "3 threads" in window.news.text()
    answer(window, 5, QDialogButtonBox.StandardButton.Cancel)
    assert chosen_threads() == 3
    set_threads(None)
    again = MainWindow(settings=settings, recovery_folder=tmp_path / "other")  # the next start
    qtbot.addWidget(again)
    assert chosen_threads() == 3 and answer(again, 0)["before"] == "3"
    assert chosen_threads() is None and keeping.threads(settings) is None
    assert again.controller.shutdown(10)


def test_nonsense_in_the_settings_is_automatic(settings):
    for value in ("many", -2, ""):
        settings.setValue("calculation/threads", value)
        assert keeping.threads(settings) is None
