"""The rail and the workspaces in the window: what gets the room, what is kept, where the keys lead."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QProgressBar, QTabBar

from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state.session_state import SessionState
from spectralign_gui.ui import theme
from spectralign_gui.ui.compare import running
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.plots.graph_view import GraphView
from spectralign_gui.ui.state.turns import in_front
from spectralign_gui.ui.workspaces import ALL, RAIL, WORKSPACES, Known, Predicted, statuses
from spectralign_gui.ui.workspaces.goals import GOALS
from tests.ui.helpers import endless, make_dataset


def load(window) -> None:
    datasets = (make_dataset("m5", seed=1), make_dataset("mp5", p=60, seed=2))
    window.model.reset(SessionState(datasets, hold_out_share(match_by_name(datasets).standards, 0.25)))


def settled(qtbot, window) -> None:
    qtbot.waitUntil(lambda: not window.model.turns.busy and not theme.changing() and not window.controller.jobs.jobs)


def tabs(window) -> list[set[str]]:
    """The names on every row of tabs of docks that can be seen."""
    return [{b.tabText(k) for k in range(b.count())}
            for b in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
            if b.isVisible() and b.geometry().right() > 0 and b.geometry().bottom() > 0 and b.count() > 1]


def main_of(window, name):
    return next(window.docks[d] for d in WORKSPACES[name].main if in_front(window.docks[d]))


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1440, 900), (1920, 1200)])
def test_the_main_thing_gets_sixty_percent_of_the_window(qtbot, window, width, height):
    load(window)
    window.resize(width, height)
    for name in RAIL:
        window.lead.go(name)
        settled(qtbot, window)
        dock = main_of(window, name)
        top = dock.y() - window.menus.toolbar.geometry().bottom() - 1  # its tabs belong to it
        share = dock.width() * (dock.height() + top) / (window.width() * window.height())
        assert share >= 0.6, (name, share, {n: (d.width(), d.minimumSizeHint().width()) for n, d in window.docks.items()
                                            if in_front(d)}, window.lead.rail.width())


@pytest.mark.parametrize("scale", [100, 200])
def test_no_plot_in_sight_is_smaller_than_it_may_be(qtbot, window, scale):
    load(window)
    window.resize(1280, 720)
    try:
        window.set_scale(scale)
        theme.finish()
        for name in RAIL:
            window.lead.go(name)
            window.resize(1280, 720)  # "All", with everything in it, may need more
            settled(qtbot, window)
            assert window.width() == 1280 and window.height() == 720
            for view in main_of(window, name).findChildren(GraphView):
                if view.isVisible() and not view.visibleRegion().isEmpty():
                    assert view.width() >= 240 and view.height() >= 180, (name, view.objectName(), view.size())
    finally:
        window.set_scale(100)
        theme.finish()


def test_tabs_are_of_this_workspace_only_however_often_it_is_opened(qtbot, window):
    load(window)
    window.resize(1280, 720)
    for name in (*RAIL, ALL, *RAIL, *reversed(RAIL), ALL, "data"):
        window.lead.go(name)
        settled(qtbot, window)
        shown = {d.windowTitle() for d in window.docks.values() if not d.isHidden()}
        seen = [title for names in tabs(window) for title in names]
        assert len(seen) == len(set(seen)) and set(seen) <= shown, name
        if name != ALL:
            hidden = "Before and after" if window.lead.switcher.has_embedding else "Embedding"
            assert shown == {window.docks[d].windowTitle() for d in WORKSPACES[name].docks} - {hidden}


def test_keys_open_the_workspaces_and_the_rail_follows(qtbot, window):
    for number, name in enumerate((*RAIL, ALL), start=1):
        qtbot.keyClick(window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.ControlModifier)
        assert window.lead.switcher.here == name
        assert [n for n, b in window.lead.rail.buttons.items() if b.isChecked()] == [name]
        assert f"Ctrl+{number}" in window.lead.rail.buttons[name].toolTip()


def test_what_the_user_makes_of_a_workspace_is_kept_for_it_alone(qtbot, window, settings):
    load(window)
    window.lead.go("data")
    settled(qtbot, window)
    window.resizeDocks([window.docks["data"], window.docks["spectra"]], [420, 600], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: window.docks["data"].width() > 350)
    wide = window.docks["data"].width()
    window.docks["preprocessing"].close()
    window.docks["log"].show()
    window.lead.go("align")
    assert not window.docks["log"].isVisible()
    window.lead.go("data")
    window.docks["data"].raise_()  # the log lies before it
    qtbot.waitUntil(lambda: abs(window.docks["data"].width() - wide) < 12)
    assert window.docks["preprocessing"].isHidden()
    assert not window.docks["log"].isHidden()
    window.project.forget()
    window.close()
    again = MainWindow(settings=settings, recovery_folder=settings.fileName() + "-recovery", begin="")
    with qtbot.waitExposed(again):
        again.show()
    assert again.lead.switcher.here == "data" and again.docks["preprocessing"].isHidden()
    # the screen may be smaller than the window was: then it is the share that is kept
    qtbot.waitUntil(lambda: abs(again.docks["data"].width() / again.width() - wide / 1280) < 0.06)
    again.restore_layout()
    assert not again.docks["preprocessing"].isHidden() and again.docks["log"].isHidden()
    again.close()
    again.deleteLater()


def test_docks_taken_out_stay_out_in_their_workspace(qtbot, window):
    window.lead.go("data")
    window.docks["data"].setFloating(True)
    window.lead.go("align")
    assert window.docks["data"].isHidden()
    window.lead.go("data")
    assert window.docks["data"].isFloating() and window.docks["data"].isVisible()
    window.lead.go(ALL)


def test_a_dock_is_found_where_it_belongs(qtbot, window):
    load(window)
    window.lead.go("data")
    window.show_dock("short-circuits")
    assert window.lead.switcher.here == "check" and in_front(window.docks["short-circuits"])
    window.show_dock("reconstruction")
    assert window.lead.switcher.here == "check" and in_front(window.docks["reconstruction"])
    window.findChild(QAction, "show-log").trigger()
    assert window.lead.switcher.here == "check" and in_front(window.docks["log"]), "the log is wanted here"


def test_align_shows_what_a_method_without_embedding_has(qtbot, window):
    load(window)
    window.model.change("DS", window.model.state.with_(method="ds"))
    window.lead.go("align")
    assert window.docks["embedding"].isHidden() and in_front(window.docks["before-after"])
    with qtbot.waitSignal(window.controller.idle):
        window.start_run()
    dock = window.docks["before-after"]
    qtbot.waitUntil(lambda: bool(dock.views["spectra"].chart.series))
    assert len(dock.views["spectra"].chart.series) == 3 and dock.views["left"].chart.series
    assert dock.views["vector"].chart.series and dock.views["predicted"].chart.series
    assert "before and" in dock.says.text()
    window.model.change("LRA", window.model.state.with_(method="lra"))
    with qtbot.waitSignal(window.controller.idle):
        window.start_run()
    qtbot.waitUntil(lambda: in_front(window.docks["embedding"]))
    assert dock.isHidden()


def test_the_rail_says_what_was_found(qtbot, window):
    rail = window.lead.rail
    assert rail.buttons["data"].status.mark == "missing"
    load(window)
    qtbot.waitUntil(lambda: rail.buttons["standards"].status.mark == "done")
    with qtbot.waitSignal(window.controller.idle):
        window.start_run()
    qtbot.waitUntil(lambda: "LRA" in rail.buttons["align"].status.line)
    assert "Moisture" in rail.buttons["align"].status.line and "hits" not in rail.buttons["align"].status.line
    assert "95 %" in rail.buttons["align"].status.detail or "RMSEP" in rail.buttons["align"].status.detail
    window.model.change("Weight", window.model.state.with_parameter("mu", 0.3))
    qtbot.waitUntil(lambda: "older" in rail.buttons["align"].status.line)
    window.model.undo_stack.undo()
    qtbot.waitUntil(lambda: "older" not in rail.buttons["align"].status.line)


def test_a_comparison_under_way_cannot_be_asked_for_twice(qtbot, window, monkeypatch):
    monkeypatch.setattr(running, "compare", lambda state, plan, n_jobs, monitor: endless(state, monitor))
    rail = window.lead.rail
    window.lead.want("values")
    load(window)
    qtbot.waitUntil(lambda: rail.next.text() == "Compare")
    rail.next.click()
    qtbot.waitUntil(lambda: rail.buttons["compare"].status.line == "being compared")
    assert rail.next.text() == "Show table" and "are being compared" in rail.says.text()
    qtbot.waitUntil(lambda: "about" in window.job_status.left.text())
    assert [bar.objectName() for bar in window.findChildren(QProgressBar) if bar.isVisible()] == ["job-progress"]
    window.lead.go("data")
    rail.next.click()
    assert in_front(window.docks["compare"]) and len(window.controller.jobs.jobs) == 1
    window.docks["compare"].stop.trigger()
    qtbot.waitUntil(lambda: rail.buttons["compare"].status.line == "not compared yet")
    assert rail.next.text() == "Compare"


def test_a_step_that_is_not_possible_now_is_said_in_plain_text(qtbot, window):
    load(window)
    window.lead.want("values")
    action = window.findChild(QAction, "compare-methods")
    assert "<qt>" in action.toolTip(), "long tips are HTML"
    action.setEnabled(False)
    with qtbot.waitSignal(window.model.message) as said:
        window.lead.rail.next.click()
    assert said.args == [action.statusTip()] and "<" not in said.args[0]


@pytest.mark.parametrize(("mood", "line"), [("bad", "24, not good"), ("warning", "24, uncertain"),
                                            ("good", "24 samples")])
def test_the_line_of_predictions_says_why_it_warns(window, mood, line):
    load(window)
    run = execute(window.model.state.with_(method="lra"))
    known = Known(run.state, run, predicted=Predicted(24, "Run 1"), trusted=mood, headline="Why.")
    window.lead.rail.show_known(statuses(known), "predict", GOALS["values"], None)
    assert window.lead.rail.buttons["predict"].shown() == line
