"""Figures of an instrument against another: known shifts, widths and gains are found, and intervals hold them."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.core.errors import DataError
from spectralign_gui.core.measures.metrology import differences, noise_between_channels, noise_of_repeats
from spectralign_gui.core.notes import code_of
from spectralign_gui.presenters.metrology import figures, notes, rows, tree
from spectralign_gui.session.fleet.metrology import metrology_of

X = np.linspace(1100.0, 2500.0, 281)
CENTRES = np.linspace(1150.0, 2450.0, 12)
WIDTHS = np.tile([30.0, 45.0, 70.0], 4)


def bands(x: np.ndarray, shift: float = 0.0, broader: float = 0.0) -> np.ndarray:
    width = np.hypot(WIDTHS, broader)[:, None]
    return WIDTHS[:, None] / width * np.exp(-0.5 * ((x[None] - shift - CENTRES[:, None]) / width) ** 2)


def measured(n: int, seed: int, noise: float, own: float = 0.0, gain: float = 1.0, **law: float):
    rng = np.random.default_rng(seed)
    shares = rng.uniform(0.2, 1.0, (n, 12))
    A = shares @ bands(X) + noise * rng.standard_normal((n, len(X)))
    shares = shares + own * rng.standard_normal(shares.shape)
    return A, gain * shares @ bands(X, **law) + noise * rng.standard_normal((n, len(X)))


def test_shift_width_and_intensity_are_found():
    found = differences(X, *measured(20, 0, 1e-4, gain=1.05, shift=0.5, broader=8.0))
    assert found.shift.value == pytest.approx(0.5, rel=0.08) and found.shift.sure
    assert found.broadening.value == pytest.approx(8.0, rel=0.05)
    assert found.gain.value == pytest.approx(0.05, rel=0.05) and found.common > 0.99
    assert all(e.value == pytest.approx(0.5, abs=0.15) for *_, e in found.by_part) and len(found.by_part) == 4


@pytest.mark.parametrize("gain", [-2.0, -1.0, 0.1, 0.5, 2.0, 10.0, 1000.0])
def test_the_gain_is_no_part_of_shift_and_width(gain):
    """Seven gains: higher bands are not farther away, and bands upside down are not on the other side."""
    plain, found = (differences(X, *measured(20, 0, 1e-6 * abs(g), gain=g, shift=2.0, broader=4.0))
                    for g in (1.0, gain))
    assert plain.shift.value == pytest.approx(2.0, rel=0.1) and plain.broadening.value == pytest.approx(4.0, rel=0.1)
    assert found.shift.value == pytest.approx(plain.shift.value, rel=0.01) and found.shift.low < found.shift.high
    assert found.broadening.value == pytest.approx(plain.broadening.value, rel=0.01)
    assert found.gain.value == pytest.approx(gain - 1, rel=0.02, abs=0.01)


def test_spectra_without_bands_are_refused():
    A, _ = measured(10, 0, 1e-3)
    for B in (np.full_like(A, 3.0), np.zeros_like(A), np.outer(np.ones(len(A)), 0.1 * X)):
        for pair in ((A, B), (B, A)):
            with pytest.raises(DataError) as caught:
                differences(X, *pair)
            assert code_of(caught.value) == "metrology.no_bands"


def test_what_is_no_shift_is_not_told_as_one():
    """Bands that only B shows, as of water in wet samples: the fit gives them to the shift, but they are none."""
    A, B = measured(30, 8, 1e-4)
    water = np.exp(-0.5 * ((X[None] - np.array([[1445.0], [1935.0]])) / 55.0) ** 2).sum(axis=0)
    wet = differences(X, A, B + 0.4 * water)
    moved = differences(X, *measured(30, 8, 1e-4, shift=1.0))
    assert not wet.moved and wet.explained < 0.5 and wet.common > 0.95
    assert moved.moved and moved.explained > 0.95


def test_a_shift_alone_is_no_broadening():
    found = differences(X, *measured(20, 1, 1e-5, shift=1.0))
    assert abs(found.broadening.value) < 0.3 and found.shift.value == pytest.approx(1.0, rel=0.01)


def test_intervals_hold_the_truth_as_often_as_they_say():
    """12 samples that differ from one measurement to the next, 40 times: 95 % intervals hold shift and gain."""
    held = np.array([[d.shift.low <= 0.4 <= d.shift.high, d.gain.low <= 0.03 <= d.gain.high] for d in (
        differences(X, *measured(12, 100 + k, 1e-3, 0.03, 1.03, shift=0.4)) for k in range(40))])
    assert (held.mean(axis=0) >= 0.85).all()


def test_shares_tell_the_instrument_from_the_samples():
    instrument = differences(X, *measured(20, 2, 1e-4, shift=2.0))
    samples = differences(X, *measured(20, 3, 1e-4, own=0.1))
    noise = differences(X, *measured(20, 4, 1e-2), noise=1e-2 * np.sqrt(2))
    assert instrument.common > 0.98 and samples.rest > 0.9 and noise.noise > 0.9
    for d in (instrument, samples):
        assert d.constant + d.linear + d.rest == pytest.approx(1.0) and np.isnan(d.noise)
    assert noise.constant + noise.linear + noise.noise + noise.rest == pytest.approx(1.0)


def test_noise_by_repeats_and_between_channels():
    rng = np.random.default_rng(5)
    truth = np.repeat(rng.uniform(0.2, 1, (15, 12)) @ bands(np.arange(1100.0, 2500.0, 2.0)), 4, axis=0)
    spectra = truth + 2e-3 * rng.standard_normal(truth.shape)
    assert noise_of_repeats(spectra, np.repeat(np.arange(15), 4)) == pytest.approx(2e-3, rel=0.05)
    assert noise_between_channels(spectra) == pytest.approx(2e-3, rel=0.1)
    assert np.isnan(noise_of_repeats(spectra, np.arange(60)))


def sets(noise: float = 1e-3, repeats: int = 1, step: float = 1.0, **law: float):
    rng, n = np.random.default_rng(6), 12
    shares = np.repeat(rng.uniform(0.2, 1.0, (n, 12)), repeats, axis=0)
    names = tuple(f"S{k // repeats}" for k in range(n * repeats))
    xb = np.arange(1120.0, 2480.0, 5.0 * step)
    a = shares @ bands(X) + noise * rng.standard_normal((len(names), len(X)))
    b = shares @ bands(xb, **law) + noise * rng.standard_normal((len(names), len(xb)))
    return (SpectralDataset("A", a, Axis(X, "nm"), sample_names=names),
            SpectralDataset("B", b, Axis(xb, "nm"), sample_names=names))


def test_data_sets_of_other_axes_are_compared():
    found = metrology_of(*sets(1e-4, repeats=3, step=0.83, shift=0.6))
    assert found.found.shift.value == pytest.approx(0.6, rel=0.1) and found.noise_how == "repeats"
    assert found.noise_b == pytest.approx(1e-4, rel=0.2) and np.isfinite(found.found.noise)
    assert [code_of(n) for n in notes(found)] == ["metrology.shift", "metrology.share_common",
                                                  "metrology.share_noise", "metrology.share_rest"]
    assert "0.6 nm higher" in notes(found)[0] and tree(found)["shift"]["value"] > 0.5
    same = metrology_of(*sets())
    assert same.noise_how == "channels" and code_of(notes(same)[0]) == "metrology.shift_none"
    assert code_of(notes(same)[-1]) == "metrology.share_rest_and_noise"
    assert len(rows(same)) > 8 and {f[0] for f in figures(same)} >= {"shift (a hint)", "noise"}


@pytest.mark.parametrize(("change", "code"), [
    (lambda b: b.with_(axis=Axis(b.axis.values, "cm-1")), "metrology.units"),
    (lambda b: b.with_(quantity="reflectance"), "metrology.quantities"),
    (lambda b: b.with_(sample_names=("",) * len(b)), "metrology.few_samples"),
    (lambda b: b.with_(axis=Axis(b.axis.values + 3000, "nm")), "metrology.no_overlap"),
    (lambda b: b.with_(axis=Axis(b.axis.values + 1340, "nm")), "metrology.few_channels"),
    (lambda b: b.with_(spectra=np.full(b.spectra.shape, np.nan)), "metrology.gaps")])
def test_what_cannot_be_compared_is_said(change, code):
    a, b = sets()
    with pytest.raises(DataError) as said:
        metrology_of(a.with_(quantity="absorbance"), change(b))
    assert code_of(said.value) == code
