"""Another theme or size of text goes through the window in turns of the event loop; at the end all have it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QDockWidget, QLabel, QMessageBox, QPushButton, QVBoxLayout, QWidget

from spectralign_gui.ui import theme
from spectralign_gui.ui.plots.view import PlotView
from spectralign_gui.ui.theme.manager import signals
from tests.ui.helpers import make_dataset


@pytest.fixture
def shown(qtbot, window):
    """The window on the screen, with spectra in it; light and of normal size before and after."""
    theme.set_mode("light")
    window.resize(1440, 900)
    window.show()
    qtbot.waitExposed(window)
    window.model.reset(window.model.state.with_(datasets=(make_dataset("m5"), make_dataset("mp5"))))
    qtbot.waitUntil(lambda: not window.model.turns.busy)
    yield window
    window.findChild(QAction, "scale-100").trigger()
    theme.set_mode("system")
    theme.finish()


def press(window: QWidget, name: str) -> None:
    window.findChild(QAction, name).trigger()


def not_dressed(window: QWidget, look: theme.Theme) -> list[str]:
    """What does not have a look, or is not painted."""
    sheet = signals().sheet()
    wrong = [d.objectName() for d in window.findChildren(QDockWidget)
             if d.styleSheet() != sheet or not d.updatesEnabled()]
    return wrong + [v.objectName() for v in window.findChildren(PlotView) if v.theme is not look]


def test_all_docks_have_the_new_theme_also_those_behind_others(qtbot, shown):
    press(shown, "theme-dark")
    assert theme.changing()
    qtbot.waitUntil(lambda: not theme.changing())
    assert not_dressed(shown, theme.DARK) == []
    press(shown, "theme-light")
    qtbot.waitUntil(lambda: not theme.changing())
    assert not_dressed(shown, theme.LIGHT) == []


def test_a_dock_that_comes_to_the_front_meanwhile_has_it_too(qtbot, shown):
    dock = shown.docks["side-by-side"]
    press(shown, "theme-dark")
    shown.show_dock("side-by-side")
    qtbot.waitUntil(lambda: dock.updatesEnabled() and dock.styleSheet() == signals().sheet())
    qtbot.waitUntil(lambda: not theme.changing())
    assert not_dressed(shown, theme.DARK) == []
    background = dock.grab().toImage().pixelColor(3, dock.height() // 2)
    assert background.lightness() < 100


def test_the_last_of_several_wishes_counts(qtbot, shown):
    for name in ("theme-dark", "scale-125", "theme-light", "theme-dark", "scale-100", "theme-light"):
        press(shown, name)
    qtbot.waitUntil(lambda: not theme.changing())
    assert not_dressed(shown, theme.LIGHT) == []
    table = shown.docks["data"].samples
    assert table.verticalHeader().defaultSectionSize() < 2 * table.fontMetrics().height()


def test_a_window_that_is_not_shown_has_it_at_once(window):
    window.hide()
    press(window, "theme-dark")
    assert not theme.changing() and not_dressed(window, theme.DARK) == []
    press(window, "theme-system")


def test_dialogs_made_after_it_are_dressed(qtbot, shown):
    press(shown, "theme-dark")
    dialog = QDialog(shown)
    layout = QVBoxLayout(dialog)
    button = QPushButton("Do it")
    button.setProperty("class", "primary")
    layout.addWidget(QLabel("A sentence"))
    layout.addWidget(button)
    dialog.open()
    qtbot.waitUntil(lambda: not theme.changing())
    colours = {button.grab().toImage().pixelColor(x, 5).name() for x in range(5, 9)}
    assert theme.DARK.accent in colours
    dialog.close()
    dialog.deleteLater()


def test_a_message_box_shows_its_whole_text_at_the_largest_size(qtbot, shown):
    press(shown, "scale-200")
    theme.finish()
    box = QMessageBox(QMessageBox.Icon.Question, "Keep?", "Keep the changes of this session?",
                      QMessageBox.StandardButton.Save, shown)
    box.open()
    qtbot.waitExposed(box)
    button = box.button(QMessageBox.StandardButton.Save)
    assert button.width() >= button.sizeHint().width()
    assert button.font().pointSizeF() == pytest.approx(2 * signals().base_font.pointSizeF())
    box.close()
    box.deleteLater()


@pytest.mark.parametrize("scale", [125, 150, 200])
def test_normal_text_again_gives_docks_their_widths_back(qtbot, shown, scale):
    names = ("data", "spectra", "embedding", "method", "quality")
    qtbot.waitUntil(lambda: shown.docks["data"].width() > 300)
    before = {n: shown.docks[n].width() for n in names}
    press(shown, f"scale-{scale}")
    qtbot.waitUntil(lambda: not theme.changing() and not shown.model.turns.busy)
    assert shown.width() == 1440
    assert all(shown.docks[n].width() >= 180 for n in names), {n: shown.docks[n].width() for n in names}
    press(shown, "scale-100")
    qtbot.waitUntil(lambda: not theme.changing() and not shown.model.turns.busy)

    def back() -> None:
        now = {n: shown.docks[n].width() for n in names}
        assert all(abs(now[n] - before[n]) <= 3 for n in names), f"{now} instead of {before}"

    qtbot.waitUntil(back)


def test_tabs_are_scrolled_when_their_names_would_be_letters(qtbot, shown):
    qtbot.waitUntil(lambda: any(bar.count() > 6 for bar in shown.titles.buttons))
    bars = [bar for bar in shown.titles.buttons if bar.count() > 6]
    assert all(bar.elideMode() == Qt.TextElideMode.ElideRight for bar in bars)
    press(shown, "scale-200")
    qtbot.waitUntil(lambda: all(bar.elideMode() == Qt.TextElideMode.ElideNone for bar in bars))
    assert all(bar.tabRect(0).width() > bar.fontMetrics().horizontalAdvance(bar.tabText(0)) for bar in bars)
    press(shown, "scale-100")
    qtbot.waitUntil(lambda: all(bar.elideMode() == Qt.TextElideMode.ElideRight for bar in bars))
