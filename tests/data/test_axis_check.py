"""Shift and stretch between two instruments, from their standards."""

import numpy as np
import pytest

from spectralign_gui.core import Cancelled, DataError
from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.core.data.axis_check import check_axis
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.preprocessing.step import create_step


def bands(x, centres, heights, width):
    return (heights[:, :, None] * np.exp(-0.5 * ((x - centres[None, :, None]) / width) ** 2)).sum(axis=1)


def two(shift=0.0, stretch=0.0, noise=0.01, seed=0, n=10):
    """B lies at x + shift + stretch·(x − 700), with other level, resolution and channels."""
    rng = np.random.default_rng(seed)
    centres, heights = np.sort(rng.uniform(420, 980, 30)), rng.uniform(0.2, 1, (n, 30))
    x, xb = np.linspace(400, 1000, 700), np.linspace(395, 1010, 650)
    A = bands(x, centres, heights, 4.0) + noise * rng.normal(size=(n, 700))
    B = 0.3 + 2 * bands(xb, centres + shift + stretch * (centres - 700), heights, 5.0)
    B += noise * rng.normal(size=(n, 650))
    return (SpectralDataset("A", A, Axis(x, "nm")), SpectralDataset("B", B, Axis(xb, "nm")),
            np.stack([np.arange(n)] * 2, axis=1))


def test_case_25(shared):
    folder = shared / "cases" / "25-same-length-other-calibration"
    a, b = (SpectralDataset(k, (t := np.loadtxt(folder / f"{k}.csv", delimiter=","))[:, 1][None], Axis(t[:, 0], "nm"))
            for k in "AB")
    check = check_axis(a, b, [(0, 0)])
    assert check.shift == pytest.approx(2.0, abs=1e-4) and check.stretch == 0 and check.significant
    assert check.sentence.startswith("B = A +2.00")
    corrected = create_step("shift-axis", **check.correction()).apply(b)
    for d in (a, corrected):
        assert d.axis.values[d.spectra[0].argmax()] == pytest.approx(546.1, abs=0.005)
    back = check_axis(b, a, [(0, 0)])
    assert back.shift == pytest.approx(-2.0, abs=1e-4) and "-2.00" in back.sentence


@pytest.mark.parametrize("shift,stretch", [(0.0, 0.0), (1.3, 0.0), (-4.0, 0.0), (-0.7, 0.002), (0.4, -0.003)])
def test_known_shift_and_stretch(shift, stretch):
    a, b, pairs = two(shift, stretch)
    check = check_axis(a, b, pairs)
    x = np.linspace(430, 970, 50)
    truth = shift + stretch * (x - 700)
    assert np.abs(check.fitted(x) - truth).max() < 0.12, "a seventh of a channel at most"
    assert check.significant == bool(shift or stretch) and (check.stretch != 0) == (stretch != 0)
    assert check.used.sum() >= 15 and len(check.positions) == len(check.shifts) == 20
    again = check_axis(a, create_step("shift-axis", **check.correction()).apply(b), pairs)
    assert not again.significant and abs(again.shift) < 0.05 and "agree" in again.sentence


def test_the_error_is_an_honest_one():
    misses = []
    for seed in range(12):
        a, b, pairs = two(0.5, noise=0.05, seed=seed)
        check = check_axis(a, b, pairs)
        misses.append(abs(check.shift - 0.5) / check.shift_error)
    assert np.median(misses) < 2.5 and max(misses) < 8


def test_real_instruments(corn):
    def load(name):
        return np.loadtxt(corn / f"{name}_spectra.csv", delimiter=",", skiprows=1)[:, -700:]
    axis = Axis(np.arange(1100.0, 2500, 2), "nm")
    a, b = SpectralDataset("m5", load("m5"), axis), SpectralDataset("mp5", load("mp5"), axis)
    pairs = np.stack([np.arange(80)] * 2, axis=1)
    plain = check_axis(a, b, pairs)
    moved = check_axis(a, b.with_(axis=Axis(axis.values + 3.0, "nm")), pairs)
    assert plain.found and abs(plain.shift) < 2
    assert moved.shift - plain.shift == pytest.approx(3.0, abs=0.2) and moved.significant


def test_nothing_in_common_is_said():
    a, b, pairs = two()
    noise = b.with_(spectra=np.random.default_rng(0).normal(size=b.spectra.shape))
    check = check_axis(a, noise, pairs)
    assert not check.found and not check.significant and "no bands in common" in check.sentence
    assert check.correction()["shift"] == 0
    flat = check_axis(a, b.with_(spectra=np.ones(b.spectra.shape)), pairs)
    assert not flat.found


def test_refusals_and_cancel():
    a, b, pairs = two()
    with pytest.raises(DataError, match="one unit"):
        check_axis(a, b.with_(axis=Axis(b.axis.values, "cm-1")), pairs)
    with pytest.raises(DataError, match="no standard was measured on both"):
        check_axis(a, b, [])
    with pytest.raises(DataError, match="channels in common"):
        check_axis(a.with_(spectra=a.spectra[:, :20], axis=Axis(a.axis.values[:20], "nm")), b, pairs)
    monitor = SilentMonitor()
    monitor.cancel()
    with pytest.raises(Cancelled):
        check_axis(a, b, pairs, monitor=monitor)
    assert check_axis(a, b).found, "without standards the mean spectra are compared"
    X = np.array(b.spectra)
    X[0, 100:104] = np.nan
    assert check_axis(a, b.with_(spectra=X), pairs).found
