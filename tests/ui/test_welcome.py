"""Guide: where to begin, and a path that drives the real docks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton

from spectralign_gui.shipped import SAMPLE_SETS, sample
from spectralign_gui.ui.welcome import WelcomeDock


def press(qtbot, window, name: str) -> None:
    qtbot.mouseClick(window.findChild(QPushButton, name), Qt.MouseButton.LeftButton)


def marks(guide) -> list[str]:
    return [row.mark.text() for row in guide.rows]


def on_top(window, name: str) -> bool:
    dock = window.docks[name]  # its middle is what is seen there
    seen = window.childAt(dock.mapTo(window, dock.rect().center()))
    return dock.isVisible() and seen is not None and (seen is dock or dock.isAncestorOf(seen))


def test_an_empty_window_shows_the_guide_and_the_five_steps_lead_to_a_result(qtbot, window):
    guide = window.docks["welcome"]
    assert isinstance(guide, WelcomeDock) and marks(guide) == ["▸", "2", "3", "4", "5"]
    qtbot.waitUntil(lambda: on_top(window, "welcome"), timeout=5000)
    press(qtbot, window, "welcome-sample-libs")
    qtbot.waitUntil(lambda: len(window.model.state.datasets) == 2, timeout=20000)
    qtbot.waitUntil(lambda: on_top(window, "spectra"), timeout=5000)
    assert marks(guide) == ["✓", "✓", "▸", "4", "5"]
    guide.raise_()
    guide.rows[2].button.click()
    assert sum(s.held_out for s in window.model.state.standards) == 7
    assert on_top(window, "standards")
    with qtbot.waitSignal(window.controller.idle, timeout=60000):
        guide.rows[3].button.click()
    assert marks(guide) == ["✓"] * 5 and "hit@3" in guide.rows[4].reached.text()


def test_steps_that_cannot_be_done_yet_are_grey(window):
    guide = window.docks["welcome"]
    assert [row.button.isEnabled() for row in guide.rows] == [True, False, False, False, False]


def test_recent_files_are_listed(qtbot, window, tmp_path):
    path = tmp_path / "old.csv"
    path.write_text("x")
    window.recent.add([path])
    window.docks["welcome"].show_recent(window.recent.all())
    heard = []
    window.docks["welcome"].recentRequested.connect(heard.append)
    button = window.docks["welcome"].recent.itemAt(0).widget()
    assert "old.csv" in button.text() and str(path) in button.toolTip()


def test_the_five_steps_from_files_to_an_exported_result_through_the_widgets(qtbot, window, monkeypatch, tmp_path):
    files = [str(sample(path)) for path in SAMPLE_SETS["libs"][1]]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (files, ""))
    guide = window.docks["welcome"]
    qtbot.waitUntil(lambda: on_top(window, "welcome"), timeout=5000)
    press(qtbot, window, "guide-button-1")
    qtbot.waitUntil(lambda: len(window.model.state.datasets) == 2, timeout=30000)
    for number, dock in ((2, "standards"), (3, "standards")):
        guide.raise_()
        assert guide.rows[number - 1].button.isEnabled()
        guide.rows[number - 1].button.click()
        assert on_top(window, dock) and guide.rows[number - 1].reached.text()
    guide.raise_()
    with qtbot.waitSignal(window.controller.idle, timeout=60000):
        guide.rows[3].button.click()
    target = tmp_path / "aligned.h5"
    monkeypatch.setattr("spectralign_gui.ui.export.exporter.ask_target", lambda *_: (target, ""))
    with qtbot.waitSignal(window.exporter.written, timeout=30000):
        guide.rows[4].button.click()
    assert target.is_file() and marks(guide) == ["✓"] * 5
    assert on_top(window, "quality")


def test_show_where_brings_the_dock_of_each_step_to_the_front(qtbot, window):
    guide = window.docks["welcome"]
    for row in guide.rows:
        row.show_dock.click()
        qtbot.waitUntil(lambda name=row.step.dock: on_top(window, name), timeout=5000)
