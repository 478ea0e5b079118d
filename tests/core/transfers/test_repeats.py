"""Spectra of one sample are never on both sides of a cross-validation."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.errors import DataError
from spectralign_gui.core.fitdata import FitData
from spectralign_gui.core.regression.choose import folds, grouped_folds
from spectralign_gui.core.transfers._part import sample_folds
from spectralign_gui.core.transfers._problem import TransferProblem


def measured_twice(n: int = 24, m: int = 6, seed: int = 0):
    """n samples, each measured twice on A; the first m on B, where the first spectrum of A is marked."""
    rng = np.random.default_rng(seed)
    C = rng.gamma(3.0, 1.0, (n, 4))
    pure = np.exp(-0.5 * ((np.linspace(0, 1, 40) - rng.uniform(0.1, 0.9, (4, 1))) / 0.08) ** 2)
    # what is a sample's own, and not its value's, is in both of its spectra
    own = 0.3 * rng.normal(size=(n, 40))
    A = np.repeat(C @ pure + own, 2, axis=0) + 1e-3 * rng.normal(size=(2 * n, 40))
    B = 1.1 * A[:2 * m:2] + 0.1
    Y = np.repeat(C[:, :1] + 0.5 * rng.normal(size=(n, 1)), 2, axis=0)
    samples = [np.repeat(np.arange(n), 2), np.full(m, -1)]
    return A, B, Y, np.stack([2 * np.arange(m), np.arange(m)], axis=1), samples


def test_folds_of_rows_that_are_all_different_are_the_same_as_ever():
    rng = np.random.default_rng(0)
    for n in (2, 7, 30):
        np.testing.assert_array_equal(grouped_folds(rng.permutation(n) + 5, 10, 3), folds(n, 10, 3))


def test_rows_of_one_sample_share_a_fold():
    A, B, Y, pairs, samples = measured_twice()
    data = FitData.check([A, B], pairs, [Y, np.full((len(B), 1), np.nan)], samples=samples)
    problem = TransferProblem.from_fit(data)
    fold_a, fold_s = sample_folds(problem)
    np.testing.assert_array_equal(fold_a[::2], fold_a[1::2])
    np.testing.assert_array_equal(fold_a[:12:2], fold_s)  # the unmarked spectrum of a standard is left out with it
    assert len(problem.without(np.arange(6) == 2).A) == len(A) - 2
    own = problem.folds_of_a(10, 0)
    np.testing.assert_array_equal(own[::2], own[1::2])


@pytest.mark.parametrize("name", ["none", "bias", "ds", "spiked", "joint-ridge", "epo", "auto-marked", "coral"])
def test_without_repeats_sample_numbers_change_nothing(name):
    A, B, Y, pairs, _ = measured_twice()
    A, Y, pairs = A[::2], Y[::2], np.stack([pairs[:, 1], pairs[:, 1]], axis=1)
    given = {"pairs": pairs, "targets": [Y, None]}
    plain = create(name).fit([A, B], **given).predict(B, 1)
    numbered = create(name).fit([A, B], **given, samples=[np.arange(24)[::-1].copy(), np.full(6, -1)]).predict(B, 1)
    np.testing.assert_allclose(numbered, plain, rtol=1e-12)


def test_repeats_on_both_sides_make_a_model_look_better_than_it_is():
    A, B, Y, pairs, samples = measured_twice()
    given = {"pairs": pairs, "targets": [Y, None]}
    honest = create("none").fit([A, B], **given, samples=samples).models_["0"].details[0]
    blind = create("none").fit([A, B], **given).models_["0"].details[0]
    assert honest["cv_rmse"] > 1.5 * blind["cv_rmse"]
    assert honest["n_components"] < blind["n_components"]


def test_numbers_of_another_length_are_refused():
    A, B, Y, pairs, samples = measured_twice()
    for bad in ([samples[0]], [samples[0][1:], samples[1]], [samples[0] + 0.5, samples[1]]):
        with pytest.raises(DataError, match="sample numbers"):
            create("none").fit([A, B], pairs=pairs, targets=[Y, None], samples=bad)


def test_a_session_knows_repeats_by_their_names():
    from spectralign_gui.core.data import Axis, SpectralDataset, Standard, Targets
    from spectralign_gui.session.run import execute
    from spectralign_gui.session.state import SessionState

    A, B, Y, pairs, samples = measured_twice()
    names = tuple(f"sample {k}" for k in samples[0])
    values = Targets(("Y",), Y)
    state = SessionState((SpectralDataset("a", A, Axis(np.arange(40.0)), names, targets=values),
                          SpectralDataset("b", B, Axis(np.arange(40.0)), names[:12:2])), method="none")
    state = state.with_(standards=tuple(
        Standard({"a": (int(i),), "b": (int(j),)}) for i, j in pairs))
    found = execute(state).estimator.models_["0"].details[0]
    assert found["cv_rmse"] == pytest.approx(
        create("none").fit([A, B], pairs=pairs, targets=[Y, None], samples=samples).models_["0"].details[0]["cv_rmse"])
