"""The docks that come after the window: the same docks, menus, keys and places as if they had been made at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QTabBar

from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.main_window.arrival import Shell
from spectralign_gui.ui.main_window.docks import DOCKS
from spectralign_gui.ui.state.turns import in_front
from tests.ui.helpers import make_dataset


def opened(qtbot, tmp_path, at_once: bool = False, name: str = "w") -> MainWindow:
    window = MainWindow(settings=QSettings(str(tmp_path / f"{name}.ini"), QSettings.Format.IniFormat),
                        recovery_folder=tmp_path / "recovery", at_once=at_once)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    return window


def come(qtbot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.arrival.complete)
    assert not [d for d in window.docks.values() if isinstance(d, Shell)]


def entries(window: MainWindow) -> list[tuple[str, str, str]]:
    """Every entry of the menus, with its key, in order."""
    def of(menu: QMenu) -> list[tuple[str, str, str]]:
        found = []
        for action in menu.actions():
            inner = action.menu()
            found += of(inner) if isinstance(inner, QMenu) else [
                (menu.title(), action.text(), action.shortcut().toString())]
        return found

    return [e for action in window.menuBar().actions() for e in of(action.menu())]


def tabs(window: MainWindow) -> set[tuple[tuple[str, ...], str]]:
    """The names on each row of tabs, and which is in front."""
    return {(tuple(bar.tabText(i) for i in range(bar.count())), bar.tabText(bar.currentIndex()))
            for bar in window.findChildren(QTabBar) if bar.parent() is window and bar.isVisible()}


def places(window: MainWindow) -> dict[str, tuple[object, ...]]:
    return {name: (dock.isVisible(), in_front(dock), dock.isFloating(), window.dockWidgetArea(dock))
            for name, dock in window.docks.items()}


@pytest.mark.parametrize("place", DOCKS, ids=lambda p: p.name)
def test_what_is_said_before_the_import_is_so(place):
    cls = place.load()
    assert (cls.dock_name, cls.title, cls.area) == (place.name, place.title, place.area)


def test_they_are_what_they_would_have_been(qtbot, tmp_path):
    whole = opened(qtbot, tmp_path, at_once=True, name="whole")
    window = opened(qtbot, tmp_path)
    assert all(isinstance(d, Shell) for d in window.docks.values())  # nothing is made before the window is painted
    come(qtbot, window)
    assert list(window.docks) == list(whole.docks) == [p.name for p in DOCKS]
    assert [type(d) for d in window.docks.values()] == [type(d) for d in whole.docks.values()]
    assert entries(window) == entries(whole) and len(entries(window)) > 100
    qtbot.waitUntil(lambda: tabs(window) == tabs(whole))
    qtbot.waitUntil(lambda: places(window) == places(whole))
    assert window.docks["welcome"].isVisible() and len(tabs(window)) == 3


def test_an_arrangement_that_was_kept_stays(qtbot, tmp_path):
    """A dock taken out, one closed, another in front: as they were left."""
    before = opened(qtbot, tmp_path, at_once=True)
    before.docks["history"].setFloating(True)
    before.docks["sweep"].hide()
    before.docks["compare"].raise_()
    before.docks["preprocessing"].raise_()
    qtbot.waitUntil(lambda: in_front(before.docks["compare"]) and in_front(before.docks["preprocessing"]))
    before.keep_state()
    window = opened(qtbot, tmp_path)
    come(qtbot, window)
    qtbot.waitUntil(lambda: in_front(window.docks["compare"]) and in_front(window.docks["preprocessing"]))
    assert window.docks["history"].isFloating() and window.docks["sweep"].isHidden()
    assert not in_front(window.docks["quality"]) and not in_front(window.docks["data"])


@pytest.mark.parametrize("act", [
    lambda w: w.model.change("Load", w.model.state.with_(datasets=(make_dataset("A"),))),
    lambda w: w.show_dock("compare"),
    lambda w: w.menus.opened.emit(),
    lambda w: w._trigger("pin-run"),
], ids=["a change", "a dock is asked for", "a menu opens", "an action is asked for"])
def test_who_does_not_wait_for_them_finds_them(qtbot, tmp_path, act):
    window = opened(qtbot, tmp_path)
    act(window)
    assert window.arrival.complete and not [d for d in window.docks.values() if isinstance(d, Shell)]
    assert window.findChild(QAction, "show-compare") is not None
    assert window.docks["data"].instruments.rowCount() == len(window.model.state.datasets)
    window.model.reset(SessionState())  # nothing to be asked about at the end
    window.project.forget()


def test_a_window_closed_before_they_came_leaves_nothing(qtbot, tmp_path):
    window = opened(qtbot, tmp_path)
    qtbot.waitUntil(lambda: window.arrival._thread is not None)
    assert window.close()
    assert not window.arrival._thread.is_alive() and not window.arrival._turn.isActive()


def test_what_an_earlier_window_left_is_offered_when_all_are_there(qtbot, tmp_path):
    window = MainWindow(settings=QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat), at_once=False,
                        recovery_folder=tmp_path / "recovery")
    qtbot.addWidget(window)
    with qtbot.waitSignal(window.ready):
        window.show()
    assert window.arrival.complete
