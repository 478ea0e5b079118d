"""Rows put together and averaged: everything that points at a row follows."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Standard, Targets
from spectralign_gui.core.errors import DataError
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.row_changes import (
    append_samples,
    average_samples,
    concatenated,
    join_instruments,
    names_again,
    use_one_axis,
    why_not_together,
)


def made(name, names, axis=None, seed=0, unit="nm", quantity="absorbance", **more):
    values = np.arange(1000.0, 1010.0) if axis is None else np.asarray(axis, float)
    spectra = np.random.default_rng(seed).random((len(names), len(values)))
    return SpectralDataset(name, spectra, Axis(values, unit), tuple(names), quantity, **more)


@pytest.fixture
def repeated():
    a = made("A", ["s1", "s2", "s1", "s3", "s2", "s1"],
             targets=Targets(("oil",), [[1.0], [2.0], [1.0], [np.nan], [2.0], [1.0]], ("%",)))
    b = made("B", ["s1", "s2", "s3"], seed=1)
    standards = (Standard({"A": (0, 2, 5), "B": (0,)}), Standard({"A": (4,), "B": (1,)}, held_out=True))
    return SessionState((a, b), standards, selections={"mine": {"A": (3, 4), "B": (2,)}})


GROUPS = ((0, 2, 5), (1, 4), (3,))


def test_average_moves_standards_targets_and_selections(repeated):
    new = average_samples(repeated, "A", GROUPS)
    d, old = new.dataset("A"), repeated.dataset("A").spectra
    assert d.sample_names == ("s1", "s2", "s3") and d.repeats == (3, 2, 1) and d.source.changed
    np.testing.assert_allclose(d.spectra[0], old[[0, 2, 5]].mean(axis=0))
    np.testing.assert_allclose(d.spread[1], old[[1, 4]].std(axis=0, ddof=1))
    assert np.isnan(d.spread[2]).all()
    np.testing.assert_array_equal(d.targets.values[:, 0], [1, 2, np.nan])
    assert [dict(s.rows) for s in new.standards] == [{"A": (0,), "B": (0,)}, {"A": (1,), "B": (1,)}]
    assert [s.held_out for s in new.standards] == [False, True]
    assert new.selections == {"mine": {"A": (2, 1), "B": (2,)}}
    assert new.dataset("B") is repeated.dataset("B")


def test_first_shots_are_dropped(repeated):
    new = average_samples(repeated, "A", ((0, 2, 5), (1, 4)), drop_first=1)
    np.testing.assert_allclose(new.dataset("A").spectra[0], repeated.dataset("A").spectra[[2, 5]].mean(axis=0))
    with pytest.raises(DataError, match=r"'s3' has 1 spectra"):
        average_samples(repeated, "A", GROUPS, drop_first=1)


def test_spectra_left_out_take_no_part_in_the_average(repeated):
    state = repeated.with_(excluded={"A": (5, 3), "B": (1,)})
    new = average_samples(state, "A", GROUPS)
    np.testing.assert_allclose(new.dataset("A").spectra[0], repeated.dataset("A").spectra[[0, 2]].mean(axis=0))
    assert new.excluded == {"A": (2,), "B": (1,)}, "s3 had only a spectrum that is left out"


def test_appended_samples_go_below_and_nothing_moves(repeated):
    extra = made("new", ["s9", "S1 "], seed=5, quantity="unknown", targets=Targets(("water",), [[7.0], [8.0]]))
    new = append_samples(repeated, "A", [extra])
    d = new.dataset("A")
    assert len(d) == 8 and d.sample_names[6:] == ("s9", "S1") and d.quantity == "absorbance" and d.source.changed
    np.testing.assert_array_equal(d.spectra[6:], extra.spectra)
    assert d.targets.names == ("oil", "water") and d.targets.units == ("%", "")
    np.testing.assert_array_equal(d.targets.values[6:], [[np.nan, 7], [np.nan, 8]])
    assert new.standards == repeated.standards
    assert names_again(repeated.dataset("A"), [extra]) == ["S1"]


@pytest.mark.parametrize(("other", "words"), [
    (made("x", ["s"], np.arange(1000.0, 1011.0)), "11"),
    (made("x", ["s"], np.arange(1000.5, 1010.0)), r"\+0.5"),
    (made("x", ["s"], unit="cm-1"), "cm⁻¹"),
    (made("x", ["s"], quantity="reflectance"), "reflectance"),
])
def test_what_does_not_fit_is_refused_with_the_reason(repeated, other, words):
    with pytest.raises(DataError, match=words):
        append_samples(repeated, "A", [other])


def test_different_laser_lines_are_not_put_together():
    first, second = (SpectralDataset(n, np.ones((1, 5)), Axis(np.arange(5.0), "raman-shift", laser_nm=laser), ("s",))
                     for n, laser in (("a", 532.0), ("b", 785.0)))
    assert "laser" in why_not_together([first, second])


def test_nearly_equal_axes_are_merged_and_the_tolerance_is_told():
    a, b = made("a", ["s"]), made("b", ["t"], np.arange(1000.0, 1010.0) + 0.05)
    d = concatenated([a, b], "both")
    assert "differ by up to 0.05 nm" in d.warnings[0] and "tolerance 0.1" in d.warnings[0]
    with pytest.raises(DataError):
        concatenated([a, b], "both", tolerance=0.01)
    kept = use_one_axis(SessionState((a, b)), ["a", "b"])
    assert kept.dataset("b").axis is a.axis and kept.dataset("b").source.changed
    assert kept.dataset("a") is a


def test_joined_instruments_carry_everything_along():
    a, b, c = made("a", ["s1", "s2"]), made("b", ["s3", "s1"], seed=1), made("c", ["s1", "s3"], seed=2)
    state = SessionState(
        (a, b, c), (Standard({"a": (0,), "b": (1,)}), Standard({"b": (0,), "c": (1,)}),
                    Standard({"a": (0,), "b": (1,), "c": (0,)}, held_out=True)),
        PreprocessingSpec((), {"b": (StepSpec("snv"),), "a": (StepSpec("detrend"),)}), excluded={"b": (1,), "c": (0,)},
        selections={"x": {"a": (1,), "b": (0,)}})
    new = join_instruments(state, ["a", "b"], "ab")
    assert new.instruments == ("ab", "c") and len(new.dataset("ab")) == 4
    assert [dict(s.rows) for s in new.standards] == [{"ab": (2,), "c": (1,)}, {"ab": (0, 3), "c": (0,)}]
    assert new.excluded == {"ab": (3,), "c": (0,)} and new.selections == {"x": {"ab": (1, 2)}}
    assert dict(new.preprocessing.own) == {"ab": (StepSpec("detrend"),)}
    with pytest.raises(DataError, match="already"):
        join_instruments(state, ["a", "b"], "c")


def test_one_row_that_no_sample_has_is_called_one_row():
    from spectralign_gui.session.state.reference_values import join_by_name

    d = SpectralDataset("A", np.ones((2, 3)), Axis(np.arange(3.0), "nm"), ("a", "b"))
    for names, said in ((("a", "b", "c"), "; 1 row of the table not used."), (("a", "c", "d"), "; 2 rows of")):
        assert said in join_by_name(d, names, Targets(("x",), np.ones((3, 1)))).summary
