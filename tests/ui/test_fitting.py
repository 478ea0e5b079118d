"""Long names and narrow docks: nothing is forced wide, nothing that matters is cut off."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTextEdit, QVBoxLayout, QWidget

from spectralign_gui.session.state import SessionState
from spectralign_gui.ui import theme
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.plots.line_view import LineView
from spectralign_gui.ui.widgets import ElidedLabel, ShortBox, ShrinkArea
from tests.ui.helpers import make_dataset

LONG = "Laboratory spectrometer of the central institute, building 4 (2019, after repair)"


def test_names_ask_for_little_and_are_told_in_full(qtbot):
    label, box = ElidedLabel("", 120), ShortBox()
    for widget in (label, box):
        qtbot.addWidget(widget)
    label.setText(LONG)
    box.addItem(LONG)
    assert label.sizeHint().width() == 120 and label.minimumSizeHint().width() == 40 and label.toolTip() == LONG
    assert box.sizeHint().width() < box.fontMetrics().horizontalAdvance(LONG) / 2


def test_instruments_fit_their_dock_whatever_their_names(qtbot, window):
    window.model.reset(SessionState((make_dataset(LONG), make_dataset("field"))))
    view = window.docks["data"].instrument_view
    header = view.horizontalHeader()

    ranges = 4

    def fits() -> None:
        shown = [c for c in range(header.count()) if not header.isSectionHidden(c)]
        widths = [header.sectionSize(c) for c in shown]
        says = f"columns {shown} of {widths} pixels in {view.viewport().size()}, visible {view.isVisible()}"
        assert sum(widths) <= view.viewport().width() and ranges in shown, says
        assert view.columnWidth(ranges) >= view.sizeHintForColumn(ranges), f"{says}: {view.sizeHintForColumn(ranges)}"

    qtbot.waitUntil(fits)
    assert "24 spectra of 60 channels" in view.model().index(0, 1).data(3), "the tooltip has what is left out"


def test_a_long_name_does_not_widen_the_window(qtbot, window):
    before = window.minimumSizeHint().width()
    window.model.reset(SessionState((make_dataset(LONG), make_dataset(LONG + " and another one"))))
    qtbot.waitUntil(lambda: not window.model.turns.busy)
    assert window.minimumSizeHint().width() <= before + 20


def test_a_window_made_while_another_has_large_text_has_its_own_size(qtbot, window, tmp_path):
    theme.set_text_scale(200)
    other = MainWindow(settings=QSettings(str(tmp_path / "other.ini"), QSettings.Format.IniFormat),
                       recovery_folder=tmp_path / "other")
    size = other.docks["data"].instrument_view.font().pointSizeF()
    other.close()
    other.deleteLater()
    assert size == QApplication.font().pointSizeF() == theme.signals().base_font.pointSizeF()


@pytest.mark.parametrize("scale", [125, 150])
def test_nor_does_another_text_size_then(qtbot, window, scale):
    """Qt asks boxes anew how wide they want to be, now that they hold long names."""
    window.model.reset(SessionState((make_dataset(LONG), make_dataset(LONG + " and another one"))))
    qtbot.waitUntil(lambda: not window.model.turns.busy)
    try:
        window.findChild(QAction, f"scale-{scale}").trigger()
        qtbot.waitUntil(lambda: not window.model.turns.busy and not theme.changing())
        assert window.minimumSizeHint().width() <= 1280
    finally:
        window.findChild(QAction, "scale-100").trigger()
    assert window.width() == 1280


def test_the_second_instrument_takes_its_place_beside_the_first(qtbot, window):
    standards = window.docks["standards"]
    window.model.reset(SessionState((make_dataset("m5"),)))
    assert standards.left.chooser.currentText() == standards.right.chooser.currentText() == "m5"
    window.model.change("Add", SessionState((make_dataset("m5"), make_dataset("mp5"))))
    assert (standards.left.chooser.currentText(), standards.right.chooser.currentText()) == ("m5", "mp5")


def test_a_part_that_could_be_higher_does_not_push_the_button_out_of_sight(qtbot):
    inside = QWidget()
    column = QVBoxLayout(inside)
    says = QLabel("A sentence that has to be wrapped because it is long. " * 3)
    says.setWordWrap(True)
    text, button = QTextEdit(), QPushButton("Go")
    text.setMinimumHeight(40)
    for widget in (text, button, says):
        column.addWidget(widget)
    area = ShrinkArea(inside)
    qtbot.addWidget(area)
    area.resize(300, 220)
    with qtbot.waitExposed(area):
        area.show()
    qtbot.waitUntil(lambda: button.visibleRegion().boundingRect().size() == button.size())
    assert not area.verticalScrollBar().isVisible()
    area.resize(300, 60)
    qtbot.waitUntil(area.verticalScrollBar().isVisible)


def test_a_plot_is_laid_out_for_its_picture_and_then_as_before(qtbot):
    view = LineView("line", "Line")
    qtbot.addWidget(view)
    before = view.canvas.size()
    with view.at_size(QSize(500, 360)):
        assert view.export_size() == QSize(500, 360)
        assert view.canvas.ci.geometry().width() == 500
    assert view.canvas.size() == before


def test_spectra_too_though_they_can_be_scrolled(qtbot, window):
    window.model.reset(SessionState((make_dataset("m5"), make_dataset("mp5"))))
    view = window.docks["spectra"].view
    qtbot.waitUntil(lambda: len(view.plots) == 2 and view.canvas.width() > 0)
    before = view.canvas.size()
    with view.at_size(QSize(900, 500)):
        assert view.export_size() == QSize(900, 500) != before
    qtbot.waitUntil(lambda: view.canvas.size() == before)
