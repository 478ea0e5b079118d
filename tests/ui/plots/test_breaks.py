"""No line across the gap between two detectors."""

from __future__ import annotations

import numpy as np

from spectralign_gui.presenters.plots.breaks import gaps_of, with_breaks
from spectralign_gui.presenters.plots.density import density, prepare


def test_gaps_are_found_and_uneven_axes_are_not_gaps():
    x = np.concatenate([np.arange(240, 340, 0.5), np.arange(382, 470, 0.4), np.arange(480, 500, 1.0)])
    assert gaps_of(x).tolist() == [199, 419]
    assert not len(gaps_of(1e7 / np.arange(12000.0, 3000.0, -4)))  # wavenumbers as wavelengths
    assert not len(gaps_of(np.geomspace(1, 1000, 60))) and not len(gaps_of(np.array([1.0, 50.0])))


def test_the_gap_is_empty_in_curves_and_in_the_image():
    x = np.concatenate([np.arange(0.0, 10.0), np.arange(50.0, 60.0)])
    spectra = np.ones((200, 20))
    wide, y = with_breaks(x, spectra)
    assert len(wide) == 21 and wide[10] == 29.5 and np.isnan(y[:, 10]).all() and np.isfinite(np.delete(y, 10, 1)).all()
    same = np.arange(20.0)
    assert with_breaks(same, spectra)[1] is spectra
    columns = prepare(x, spectra)
    assert columns.has_gaps and columns.y_range == (1.0, 1.0)
    image = density(columns, (0.0, 59.0), (0.0, 2.0), 59, 20)
    filled = image.sum(axis=0) > 0
    assert filled[2:8].all() and filled[52:57].all() and not filled[12:48].any()
