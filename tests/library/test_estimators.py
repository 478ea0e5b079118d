"""Transfers and preprocessing as steps of a scikit-learn pipeline."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline

import spectralign_gui as sa
from spectralign_gui.core.errors import DataError, ParameterError


@pytest.fixture
def data():
    rng = np.random.default_rng(5)
    A = rng.random((40, 4)) @ rng.random((4, 30)) + 1
    return A, 1.3 * A - 0.2, A[:, 6]


def test_a_grid_search_over_methods_and_steps(data):
    A, B, y = data
    pipeline = Pipeline([("transfer", sa.InstrumentTransfer("ds", A[:10], B[:10])),
                         ("preprocessing", sa.Preprocessing("crop:1-30")),
                         ("model", Ridge(1e-6))])
    search = GridSearchCV(pipeline, {"transfer__method": ["ds", "pds", "mean-shift"],
                                     "preprocessing__steps": ["crop:1-30", "crop:1-20"]}, cv=3)
    search.fit(B, y)
    assert search.best_score_ > 0.9
    assert len(search.cv_results_["mean_test_score"]) == 6 and np.isfinite(search.cv_results_["mean_test_score"]).all()


def test_the_map_is_of_the_standards_alone(data):
    A, B, _ = data
    one = sa.InstrumentTransfer("ds", A[:10], B[:10]).fit(B[10:20])
    other = sa.InstrumentTransfer("ds", A[:10], B[:10]).fit(7 * B[20:])
    np.testing.assert_array_equal(one.transform(B[:3]), other.transform(B[:3]))
    np.testing.assert_allclose(one.transform(B), A, atol=1e-2)


def test_steps_are_cloned_with_their_settings(data):
    A, B, _ = data
    step = clone(sa.InstrumentTransfer("pds", A[:9], B[:9], {"window": 3}))
    assert step.get_params()["parameters"] == {"window": 3}
    assert clone(sa.Preprocessing(["snv"], axis=np.arange(30.0))).get_params()["steps"] == ["snv"]


def test_what_a_step_learns_is_learned_in_the_fit(data):
    A, _, _ = data
    step = sa.Preprocessing("msc").fit(A[:20])
    np.testing.assert_allclose(step.transform(A[20:25]), step.transform(A[20:])[:5])


@pytest.mark.parametrize(("make", "error", "words"), [
    (lambda A, B: sa.InstrumentTransfer("ds"), ParameterError, "needs the standards"),
    (lambda A, B: sa.InstrumentTransfer("ds", A[:5], B[:6]), DataError, "a row for each standard"),
    (lambda A, B: sa.InstrumentTransfer("ds", A[:5], B[:5, :9]), DataError, "30 channels"),
    (lambda A, B: sa.Preprocessing("no-such-step"), ParameterError, "no-such-step"),
])
def test_bad_input_is_one_sentence(data, make, error, words):
    A, B, _ = data
    with pytest.raises(error, match=words):
        make(A, B).fit(B)
