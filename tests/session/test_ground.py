"""Axis check and conversions on a session."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, Source, SpectralDataset, Standard
from spectralign_gui.core.data.common_axis import why_not_same_channels
from spectralign_gui.core.errors import DataError
from spectralign_gui.preprocessing.pipeline import fit_and_apply
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.axes_and_units import (
    Conversion,
    axis_check,
    convert,
    correct_axis,
    corrected_already,
    resample_onto_reference,
    steps_with_positions,
    three_channels,
)


def bands(x: np.ndarray, n: int = 12) -> np.ndarray:
    shares = np.random.default_rng(3).random((n, 6))
    centres = np.linspace(1150, 2400, 6)
    return shares @ np.exp(-(((x - centres[:, None]) / 40) ** 2))


@pytest.fixture
def shifted() -> SessionState:
    """B shows every band 1.7 nm too high."""
    x = np.linspace(1100, 2498, 700)
    a = SpectralDataset("A", bands(x), Axis(x, "nm"), tuple(map(str, range(12))), "absorbance")
    b = SpectralDataset("B", bands(x - 1.7), Axis(x, "nm"), tuple(map(str, range(12))), "absorbance")
    return SessionState((a, b), tuple(Standard({"A": (i,), "B": (i,)}) for i in range(12)))


def test_correction_found_is_the_one_that_brings_the_bands_together(shifted):
    check = axis_check(shifted, "A", "B")
    assert check.shift == pytest.approx(1.7, abs=0.02) and check.significant
    state = correct_axis(shifted, "B", check.correction())
    assert corrected_already(state, "B") and not corrected_already(state, "A")
    _, (a, b), _ = fit_and_apply(state.preprocessing, state.datasets)
    np.testing.assert_allclose(b.axis.values, a.axis.values - 1.7, atol=0.03)
    # found again from the uncorrected axis, and put in the place of the first correction
    again = correct_axis(state, "B", axis_check(state, "A", "B").correction())
    assert [s.step for s in again.preprocessing.own["B"]] == ["shift-axis"]


def test_correction_of_the_reference_counts(shifted):
    state = shifted.with_(preprocessing=PreprocessingSpec((), {"A": (StepSpec("shift-axis", {"shift": 1.7}),)}))
    assert axis_check(state, "A", "B").shift == pytest.approx(0, abs=0.02)


def test_correction_stands_after_a_change_of_unit_and_before_all_else(shifted):
    listed = (StepSpec("snv"), StepSpec("convert-axis", {"to": "cm-1"}), StepSpec("crop", {"ranges": "5000-8000"}))
    state = correct_axis(shifted.with_(preprocessing=PreprocessingSpec(listed)), "B", {"shift": 1.0})
    assert [s.step for s in state.preprocessing.own["B"]] == ["snv", "convert-axis", "shift-axis", "crop"]
    assert steps_with_positions(state, "B") and state.preprocessing.shared == listed


def test_converted_units_are_marked_and_the_three_channels_told(shifted):
    d = shifted.dataset("A").with_(source=Source("x.csv", "00", "text"))
    made = convert(d, Conversion("cm-1", quantity="transmittance"))
    assert made.source.changed and made.axis.unit == "cm-1" and made.quantity == "transmittance"
    rows = three_channels(d, made)
    assert [r[0] for r in rows] == ["first", "middle", "last"]
    for _, before, after, y0, y1 in rows:
        assert after == pytest.approx(1e7 / before) and y1 == pytest.approx(10 ** -y0)
    assert convert(d, Conversion()) is d


def test_what_is_only_declared_can_be_read_so_again(shifted):
    d = shifted.dataset("A").with_(axis=Axis(np.arange(700.0), "unknown"), quantity="unknown",
                                   source=Source("x.csv", "00", "text", (("decimal", ","),)))
    made = convert(d, Conversion("raman-shift", 785.0, True, "counts", True))
    assert not made.source.changed and made.axis.laser_nm == 785.0
    assert dict(made.source.options) == {"decimal": ",", "unit": "raman-shift", "laser_nm": 785.0,
                                         "quantity": "counts"}
    np.testing.assert_array_equal([r[1] for r in three_channels(d, made)], [r[2] for r in three_channels(d, made)])


def test_what_physics_does_not_allow_is_refused(shifted):
    d = shifted.dataset("A")
    with pytest.raises(DataError, match="laser line"):
        convert(d, Conversion("raman-shift"))
    with pytest.raises(DataError, match="A: absorbance cannot be converted to counts"):
        convert(d, Conversion(quantity="counts"))


def test_after_correction_all_instruments_can_be_put_on_the_references_channels(shifted):
    state = resample_onto_reference(correct_axis(shifted, "B", axis_check(shifted, "A", "B").correction()))
    _, (a, b), _ = fit_and_apply(state.preprocessing, state.datasets)
    assert why_not_same_channels([a, b]) == ""
    ok = np.isfinite(b.spectra).all(axis=0)
    assert np.abs(a.spectra - b.spectra)[:, ok].max() < 0.01 < np.abs(
        shifted.dataset("A").spectra - shifted.dataset("B").spectra).max()
    assert resample_onto_reference(state).preprocessing == state.preprocessing
