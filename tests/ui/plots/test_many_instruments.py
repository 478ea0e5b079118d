"""More instruments than a screen has room for are shown in parts."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QSettings

from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.main_window.recent import LIMIT, RecentFiles
from spectralign_gui.ui.plots.spectra_view import LOWEST
from spectralign_gui.ui.spectra import SpectraDock
from spectralign_gui.ui.spectra.dock import MOST


def session(count: int) -> SessionState:
    axis = Axis(np.arange(20.0), "nm")
    return SessionState(tuple(SpectralDataset(f"i{k}", np.full((2, 20), k), axis) for k in range(count)))


@pytest.mark.parametrize("arrangement", [0, 1])
def test_instruments_are_shown_in_parts(qtbot, model, controller, arrangement):
    dock = SpectraDock(model, controller)
    qtbot.addWidget(dock)
    dock.show()
    dock.arrangement.setCurrentIndex(arrangement)
    for count in (MOST, 2 * MOST + 6, 3):
        model.reset(session(count))
        qtbot.waitUntil(lambda count=count: len(dock.view.layers) == min(count, MOST))
        assert [la.name for la in dock.view.layers] == [f"i{k}" for k in range(min(count, MOST))]
        qtbot.waitUntil(lambda count=count: dock.part.isVisible() == (count > MOST))
        if count > MOST:
            assert [dock.part.itemText(k) for k in range(3)] == ["1–12 of 30", "13–24 of 30", "25–30 of 30"]
            dock.part.setCurrentIndex(2)
            qtbot.waitUntil(lambda: [la.name for la in dock.view.layers] == [f"i{k}" for k in range(24, 30)])


def test_a_part_stays_chosen_when_the_spectra_change(qtbot, model, controller):
    dock = SpectraDock(model, controller)
    qtbot.addWidget(dock)
    dock.show()
    model.reset(session(20))
    qtbot.waitUntil(lambda: len(dock.view.layers) == MOST)
    dock.part.setCurrentIndex(1)
    state = model.state
    model.change("Rename", state.with_(datasets=(*state.datasets[:-1], state.datasets[-1].with_(name="last"))))
    qtbot.waitUntil(lambda: [la.name for la in dock.view.layers][-1] == "last")
    assert dock.part.currentIndex() == 1 and len(dock.view.layers) == 8


def test_thousands_of_recent_files_are_soon_kept(tmp_path):
    recent = RecentFiles(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    paths = [tmp_path / f"{k}.csv" for k in range(3000)]
    for path in paths[-2 * LIMIT:]:
        path.touch()
    recent.add(paths[:5])
    recent.add([*paths, paths[-3]])
    assert recent.all() == [str(paths[-3]), str(paths[-1]), str(paths[-2])] + [str(p) for p in paths[-4:-LIMIT - 1:-1]]


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("points", [9, 18])
def test_plots_are_scrolled_through_rather_than_squeezed(qtbot, model, controller, count, points):
    dock = SpectraDock(model, controller)
    qtbot.addWidget(dock)
    font = dock.font()
    font.setPointSize(points)
    dock.view.setFont(font)
    dock.resize(320, 180)
    dock.show()
    model.reset(session(count))
    line = dock.view.fontMetrics().height()
    qtbot.waitUntil(lambda: len(dock.view.plots) == count and dock.view.canvas.height() >= LOWEST * line * count)
    bar = dock.view.scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 or dock.view.canvas.height() <= dock.view.scroll.viewport().height())
