"""The spread of averaged repeats as a band in the Spectra dock."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QTransform

from spectralign_gui.core.data.repeats import average_repeats
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.plots.band import band_polygons
from spectralign_gui.ui.spectra import SpectraDock
from tests.ui.helpers import make_dataset


def test_averaged_repeats_have_a_band_and_single_spectra_none(qtbot, model, controller):
    raw = make_dataset("m5", seed=1)
    averaged = average_repeats(raw, [(3 * k, 3 * k + 1, 3 * k + 2) for k in range(7)] + [(21,), (22,), (23,)])
    dock = SpectraDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(500, 400)
    dock.show()
    model.reset(SessionState((raw,)))
    qtbot.waitUntil(lambda: bool(dock.view._shown), timeout=5000)
    assert dock.view._shown[0].band is None
    model.reset(SessionState((averaged,)))
    qtbot.waitUntil(lambda: dock.view._shown and dock.view._shown[0].layer.spread is not None, timeout=5000)
    shown = dock.view._shown[0]
    assert len(shown.band.low) == 7, "a single spectrum has no spread"
    np.testing.assert_allclose((shown.band.high - shown.band.low)[0], 2 * averaged.spread[0])
    assert "SD of repeats" in dock.view._corners[shown.plot][0].lines[1][0]
    model.selection.select([("m5", 2)])
    np.testing.assert_allclose((shown.band.high + shown.band.low)[0] / 2, averaged.spectra[2])
    assert len(shown.band.low) == 1
    model.selection.select([("m5", 8)])
    assert shown.band is None
    dock.grab()


def test_the_band_covers_the_extremes_of_every_pixel_and_breaks_at_missing_channels():
    x = np.arange(1000.0)
    low, high = np.sin(x) - 1, np.sin(x) + 1
    low[400] = np.nan
    parts = band_polygons(x, low, high, (0, 999), 100, QTransform())
    assert len(parts) == 2
    ys = [p.y() for part in parts for p in part]
    assert max(ys) == np.nanmax(high) and min(ys) == np.nanmin(low)
    assert sum(len(part) for part in parts) < 2 * 130
