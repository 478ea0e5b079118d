"""The entries of the View menu bring a dock to the front, also one that lies behind a tab."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QTabBar

from spectralign_gui.ui.main_window import MainWindow


@pytest.fixture
def window(qtbot, tmp_path):
    window = MainWindow(settings=QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    return window


def in_front(window, dock) -> bool:
    """Whether its tab is the current one; a dock without tabs is in front if it is shown."""
    bars = [bar for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
            if dock.windowTitle() in [bar.tabText(i) for i in range(bar.count())]]
    return dock.isVisible() and all(bar.tabText(bar.currentIndex()) == dock.windowTitle() for bar in bars)


def test_a_dock_behind_a_tab_comes_to_the_front_and_then_goes(window, qtbot):
    for name in ("welcome", "compare", "suggest", "quality"):
        comes_and_goes(window, qtbot, name)


def comes_and_goes(window, qtbot, name: str) -> None:
    dock, entry = window.docks[name], window.findChild(QAction, f"show-{name}")
    for other in window.tabifiedDockWidgets(dock)[:1]:
        other.raise_()
        qtbot.waitUntil(lambda: not in_front(window, dock) and not entry.isChecked())
    if not entry.isChecked():
        entry.trigger()
        qtbot.waitUntil(lambda: in_front(window, dock))
    qtbot.waitUntil(entry.isChecked)
    entry.trigger()
    qtbot.waitUntil(dock.isHidden)
    assert not entry.isChecked()
    entry.trigger()
    qtbot.waitUntil(lambda: in_front(window, dock) and entry.isChecked())
