"""Curves as an image: every pixel column covers what the curve passes through, by brute force."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.presenters.plots.raster import covered, widened


def by_hand(px: np.ndarray, py: np.ndarray, width: int, height: int) -> np.ndarray:
    """In every column the range of the curve, followed in small steps."""
    out = np.zeros((height, width), dtype=bool)
    for curve in py:
        for c in range(width):
            x = np.concatenate([np.linspace(c, c + 1, 401), px[(px >= c) & (px < c + 1)]])
            x = np.sort(x[(x >= px[0]) & (x <= px[-1])])
            if not len(x):
                continue
            y = np.interp(x, px, curve)
            low, high = int(np.floor(y.min() + 1e-9)), int(np.floor(y.max() - 1e-9))
            out[max(low, 0):max(high + 1, 0), c] = True
    return out


@given(st.integers(0, 10_000))
def test_covers_what_the_curve_passes(seed):
    rng = np.random.default_rng(seed)
    m, width, height = int(rng.integers(2, 30)), int(rng.integers(3, 18)), 12
    px = np.sort(rng.uniform(-3, width + 3, m))
    py = rng.uniform(-4, height + 4, (int(rng.integers(1, 4)), m))
    mask, wanted = covered(px, py, width, height), by_hand(px, py, width, height)
    # where a curve enters or leaves between two columns the ends of the picture may differ by the cut column
    inner = np.zeros(width, dtype=bool)
    inner[max(int(np.ceil(px[0])), 0):max(int(np.floor(px[-1])), 0)] = True
    np.testing.assert_array_equal(mask[:, inner], wanted[:, inner])


def test_a_gap_stays_a_gap():
    px = np.arange(10.0)
    py = np.full((1, 10), 3.5)
    py[0, 4:6] = np.nan
    mask = covered(px, py, 9, 8)
    assert mask[3, :3].all() and mask[3, 7:].all() and not mask[:, 4:5].any()


@pytest.mark.parametrize("reach", [0, 1, 2])
def test_widened(reach):
    mask = np.zeros((9, 9), dtype=bool)
    mask[4, 4] = True
    wide = widened(mask, reach)
    assert wide.sum() == {0: 1, 1: 5, 2: 21}[reach]
    assert np.array_equal(wide, wide.T) and np.array_equal(wide, wide[::-1])
    mask[0, 0] = True
    assert widened(mask, reach)[0, :reach + 1].all()
