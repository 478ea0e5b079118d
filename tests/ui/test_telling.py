"""Names that are alike keep what differs, wherever they are shortened."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTableView, QTableWidget

from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.plots.corner import _shortened
from spectralign_gui.ui.quality import QualityDock
from spectralign_gui.ui.spectra import SpectraDock
from spectralign_gui.ui.widgets import ElidedLabel, ShortBox, quiet_table
from spectralign_gui.ui.widgets.telling import TellingDelegate, TellingHeader, telling
from tests.ui.helpers import make_dataset

ALIKE = ("cassava_2019_contact_probe", "cassava_2019_compact_probe")


def names_alike(seed: int) -> list[str]:
    """Two to five names of one make: they differ in one place, at the beginning, in the middle or at the end."""
    chance = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz0123456789_ -"
    before, after = ("".join(chance.choices(letters, k=chance.randint(0, 24))) for _ in range(2))
    parts = {"".join(chance.choices(letters[:36], k=chance.randint(1, 6))) for _ in range(chance.randint(2, 5))}
    return [f"{before}{part}{after}" for part in sorted(parts)]


@pytest.mark.parametrize("seed", range(120))
def test_names_that_differ_are_never_shown_alike(qapp, seed):
    names = names_alike(seed)
    metrics = QFontMetrics(QGuiApplication.font())
    for letters in (8, 10, 14, 20):
        room = letters * metrics.horizontalAdvance("m")
        shown = {name: telling(name, names, metrics, room) for name in names}
        for one, other in combinations(names, 2):
            assert shown[one] != shown[other], (shown, letters)
        for name, text in shown.items():
            assert metrics.horizontalAdvance(text) <= room and text
            assert all(part in name for part in text.split("…")), "nothing is made up"
            if metrics.horizontalAdvance(name) <= room:
                assert text == name


def test_what_differs_stays_as_a_word(qapp):
    metrics = QFontMetrics(QGuiApplication.font())
    room = max(metrics.horizontalAdvance(f"…{word}…") for word in ("contact", "compact")) + 2
    shown = [telling(n, ALIKE, metrics, room) for n in ALIKE]
    assert "contact" in shown[0] and "compact" in shown[1], shown


def test_boxes_headings_cells_labels_and_corners(qtbot):
    box = ShortBox(letters=8)
    box.addItems(ALIKE)
    model = QStandardItemModel(2, 2)
    model.setHorizontalHeaderLabels(ALIKE)
    for row in range(2):
        model.setItem(row, 0, QStandardItem(ALIKE[row]))
    table = quiet_table(model, "some-table", "Some table")
    labels = [ElidedLabel(name, 80) for name in ALIKE]
    for widget in (box, table, *labels):
        qtbot.addWidget(widget)
    box.resize(110, 26)
    found = [(box.setCurrentIndex(k), box.shown())[1] for k in range(2)]
    assert "contact" in found[0] and "compact" in found[1]
    header = table.horizontalHeader()
    header.setSectionResizeMode(header.ResizeMode.Fixed)
    header.setStretchLastSection(False)
    for k in range(2):
        header.resizeSection(k, 130)
    assert "contact" in header.shown(0) and "compact" in header.shown(1)
    assert header.sectionsClickable()
    for label in labels:
        label.among = ALIKE
        label.resize(80, 20)
    assert "contact" in labels[0].shown() and "compact" in labels[1].shown()
    metrics = QFontMetricsF(QGuiApplication.font())
    lines = [f"{name}: 12 spectra" for name in ALIKE]
    room = metrics.horizontalAdvance("…compact…: 12 spectra") + 4
    corner = [_shortened(metrics, line, room, lines) for line in lines]
    assert all(word in line and line.endswith(": 12 spectra")
               for word, line in zip(("contact", "compact"), corner, strict=True))
    for widget in (box, table, *labels):
        widget.grab()  # painting it is no trouble


def test_headings_of_the_hits_name_the_instruments(qtbot, model, controller):
    sets = tuple(make_dataset(name, seed=k) for k, name in enumerate(ALIKE))
    model.reset(SessionState(sets, hold_out_share(match_by_name(sets).standards, 0.25)))
    dock = QualityDock(model, controller)
    qtbot.addWidget(dock)
    dock.show()
    hits: QTableWidget = dock.hits
    hits.setHorizontalHeaderLabels(["Among", *(f"on {name}" for name in ALIKE)])
    header = hits.horizontalHeader()
    header.setSectionResizeMode(header.ResizeMode.Fixed)
    for k in (1, 2):
        header.resizeSection(k, 130)
    assert "contact" in header.shown(1) and "compact" in header.shown(2)


@pytest.mark.parametrize("text", ["0.000975", "0.00080–0.001248", "Moisture (%)", ALIKE[0]])
def test_what_has_the_room_it_asked_for_is_whole(qtbot, text):
    """A column that is as wide as its contents shortens nothing, and asks for the whole name however narrow it is."""
    model = QStandardItemModel(2, 1)
    model.setHorizontalHeaderLabels(["n"])
    for row in range(2):
        model.setItem(row, 0, QStandardItem(text if row == 0 else text[:-1] + "x"))
    table = quiet_table(model, "some-table", "Some table")
    delegate = Drawn(table)
    table.setItemDelegate(delegate)
    qtbot.addWidget(table)
    table.resize(400, 200)
    table.show()
    header = table.horizontalHeader()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(header.ResizeMode.Fixed)
    header.resizeSection(0, 30)
    assert table.sizeHintForColumn(0) > table.fontMetrics().horizontalAdvance(text)
    table.resizeColumnToContents(0)
    table.grab()
    assert delegate.drawn[-2:] == [text, text[:-1] + "x"]


class Drawn(TellingDelegate):
    """Keeps what it paints."""

    def __init__(self, parent) -> None:
        super().__init__(parent)
        self.drawn: list[str] = []

    def paint(self, painter, option, index) -> None:
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        self.drawn.append(shown.text)
        super().paint(painter, option, index)


def test_corners_of_plots_beside_each_other(qtbot, model, controller):
    """Each plot of stacked spectra has one name; it is told from those of the other plots."""
    model.reset(SessionState(tuple(make_dataset(name, seed=k) for k, name in enumerate(ALIKE))))
    dock = SpectraDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(300, 500)
    with qtbot.waitExposed(dock):
        dock.show()
    qtbot.waitUntil(lambda: len(dock.view.plots) == 2 and not model.turns.busy)
    corners = [dock.view._corners[plot][0] for plot in dock.view.plots]
    qtbot.waitUntil(lambda: all(c.lines for c in corners))
    metrics = QFontMetricsF(QGuiApplication.font())
    for corner, word in zip(corners, ("cont", "comp"), strict=True):
        text = corner.lines[0][0]
        room = metrics.horizontalAdvance(text) - 60
        assert word in _shortened(metrics, text, room, corner._among)


def test_a_heading_is_not_shortened_for_an_arrow_that_stands_elsewhere(qtbot):
    view = QTableView()
    qtbot.addWidget(view)
    model = QStandardItemModel(2, 2)
    model.setHorizontalHeaderLabels(["Sample", "Standard"])
    view.setModel(model)
    header = TellingHeader(view)
    view.setHorizontalHeader(header)
    view.setSortingEnabled(True)
    view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    arrow = header.sectionSizeFromContents(0).width()
    header.resizeSection(0, arrow - header.style().pixelMetric(QStyle.PixelMetric.PM_HeaderMarkSize, None, header))
    assert header.shown(0) == "Sample"
    view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert header.shown(0) != "Sample"
