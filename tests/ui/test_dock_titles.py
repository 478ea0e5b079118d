"""A dock behind tabs has no title of its own; the button at the end of the tabs takes it out of the window."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QTabBar

from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.run import execute
from spectralign_gui.ui.main_window.titles import TitleBar


def bar_of(window, title: str) -> QTabBar:
    return next(b for b in window.titles.buttons if title in [b.tabText(k) for k in range(b.count())])


def test_titles_are_not_said_twice(qtbot, window):
    tabbed, alone = window.docks["data"], window.docks["method"]
    qtbot.waitUntil(lambda: isinstance(alone.titleBarWidget(), TitleBar))
    assert tabbed.titleBarWidget() is not None and not isinstance(tabbed.titleBarWidget(), TitleBar)
    assert tabbed.titleBarWidget().height() == 0
    window.tabifyDockWidget(window.docks["embedding"], alone)
    qtbot.waitUntil(lambda: not isinstance(alone.titleBarWidget(), TitleBar))


def test_the_button_takes_the_front_dock_out_and_it_has_a_title_then(qtbot, window):
    qtbot.waitUntil(lambda: len(window.titles.buttons) >= 3)
    bar = bar_of(window, "Standards")
    window.docks["standards"].raise_()
    qtbot.waitUntil(lambda: bar.tabText(bar.currentIndex()) == "Standards")
    window.titles.buttons[bar].click()
    dock = window.docks["standards"]
    assert dock.isFloating()
    qtbot.waitUntil(lambda: dock.titleBarWidget() is None)
    dock.setFloating(False)
    qtbot.waitUntil(lambda: dock.titleBarWidget() is not None)
    assert not dock.isFloating() and dock.isVisible()


def test_a_double_click_on_a_tab_takes_its_dock_out(qtbot, window):
    qtbot.waitUntil(lambda: len(window.titles.buttons) >= 3)
    bar = bar_of(window, "Suggest")
    index = [bar.tabText(k) for k in range(bar.count())].index("Suggest")
    place: QPoint = bar.tabRect(index).center()
    qtbot.mouseDClick(bar, Qt.MouseButton.LeftButton, pos=place)
    assert window.docks["suggest"].isFloating()
    window.docks["suggest"].setFloating(False)


def test_a_dock_taken_out_from_behind_another_draws_what_it_had_put_off(qtbot, window):
    state = load_sample_session("sines")
    window.model.reset(state)
    window.docks["quality"].raise_()
    qtbot.waitUntil(lambda: not window.model.turns.busy)
    window.model.add_run(execute(state))
    dock = window.docks["reconstruction"]
    qtbot.waitUntil(lambda: not window.model.turns.busy)
    dock.setFloating(True)
    qtbot.waitUntil(lambda: dock.views[0].n > 0 and dock.views[0].isVisible(), timeout=10_000)
    dock.setFloating(False)


def test_the_dock_in_focus_is_taken_out_and_put_back_with_a_key(qtbot, window):
    dock = window.docks["data"]
    dock.raise_()
    dock.search.setFocus()
    qtbot.waitUntil(dock.search.hasFocus)
    window.titles.toggle_focused()
    assert dock.isFloating()
    window.titles.toggle_focused()
    assert not dock.isFloating()


def test_a_low_window_keeps_the_main_buttons_in_sight(qtbot, window):
    window.resize(1280, 720)
    window.restore_layout()
    sweep = window.docks["sweep"]
    sweep.raise_()
    qtbot.waitUntil(lambda: sweep.run_button.isVisible() and sweep.run_button.visibleRegion().boundingRect().height()
                    == sweep.run_button.height(), timeout=5000)
