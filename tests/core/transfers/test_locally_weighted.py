"""Locally weighted PLS against its definition, written out plainly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core import create
from spectralign_gui.core.errors import PairsError
from spectralign_gui.core.regression import model_from_state
from spectralign_gui.core.regression.local import LocalModel, score_directions
from spectralign_gui.core.regression.pls import pls1_path

SEEDS = st.integers(0, 10_000)


def weighted_pls(X, y, w, x, count):
    """Prediction at x by NIPALS with explicit deflation."""
    x_mean, y_mean = w @ X / w.sum(), w @ y / w.sum()
    E, f, e, found = X - x_mean, y - y_mean, x - x_mean, y_mean
    for _ in range(count):
        v = E.T @ (w * f)
        v /= np.linalg.norm(v)
        t = E @ v
        load = E.T @ (w * t) / (t @ (w * t))
        q = t @ (w * f) / (t @ (w * t))
        found += (e @ v) * q
        e = e - (e @ v) * load
        E, f = E - np.outer(t, load), f - q * t
    return found


def by_definition(X, y, x, k, h, count):
    centred = X - X.mean(axis=0)
    values, V = np.linalg.eigh(centred.T @ centred / (len(X) - 1))
    order = np.argsort(values)[::-1]
    values, V = values[order], V[:, order]
    d = int(np.argmax(np.cumsum(values) / values.sum() >= 0.99 - 1e-12)) + 1
    gap = np.array([np.sqrt(sum(((x - row) @ V[:, a]) ** 2 / values[a] for a in range(d))) for row in X])
    near = np.argsort(gap)[:k]
    w = np.ones(k)
    if h is not None:
        mad = 1.4826 * np.median(np.abs(gap[near] - np.median(gap[near])))
        w = np.exp(-(gap[near] - gap.min()) / (h * mad))
    return weighted_pls(X[near], y[near], w, x, count)


@settings(max_examples=40)
@given(SEEDS, st.integers(6, 12), st.sampled_from([None, 0.5, 3.0]), st.integers(1, 3))
def test_locally_weighted_pls_by_its_definition(seed, k, h, count):
    rng = np.random.default_rng(seed)
    X, new = rng.normal(size=(15, 5)) * [5, 3, 2, 1, 1], rng.normal(size=(3, 5)) * 2
    Y = np.stack([X[:, 0] + X[:, 1] ** 2, np.sin(X[:, 2])], axis=1)
    own = {"n_neighbours": k, "bandwidth": h, "n_components": count}
    model = LocalModel.of(X, Y, [own, own])
    wanted = [[by_definition(X, Y[:, j], x, k, h, count) for j in range(2)] for x in new]
    np.testing.assert_allclose(model.predict(new), wanted, rtol=1e-6, atol=1e-8)
    np.testing.assert_array_equal(model_from_state(model.to_state()).predict(new), model.predict(new))


@given(SEEDS)
def test_all_samples_of_equal_weight_are_plain_pls(seed):
    rng = np.random.default_rng(seed)
    X, new = rng.normal(size=(9, 20)), rng.normal(size=(4, 20))
    y = X[:, 0] + 0.1 * rng.normal(size=9)
    model = LocalModel.of(X, y[:, None], [{"n_neighbours": 9, "bandwidth": None, "n_components": 3}])
    np.testing.assert_allclose(model.predict(new)[:, 0], pls1_path(X, y, 3).predict(new)[0, 2], rtol=1e-7, atol=1e-9)


def test_parts_that_are_fitted_together_make_no_difference(monkeypatch):
    rng = np.random.default_rng(0)
    X, new = rng.normal(size=(30, 8)), rng.normal(size=(25, 8))
    model = LocalModel.of(X, X[:, :1] ** 2, [{"n_neighbours": 12, "bandwidth": 1.0, "n_components": 2}])
    whole = model.predict(new)
    monkeypatch.setattr("spectralign_gui.core.regression.local.AT_ONCE", 300)
    np.testing.assert_allclose(model.predict(new), whole, rtol=1e-12)


def test_spectra_without_any_variation_have_no_distances():
    assert not score_directions(np.zeros((4, 3))).any()


def library(seed=0, n=160):
    """A library of two kinds of samples, whose values follow the same band with opposite slopes."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 2, n)
    C = rng.uniform(0, 1, (n, 3))
    grid = np.linspace(0, 1, 40)
    pure = np.exp(-0.5 * ((grid - np.array([0.3, 0.5, 0.8])[:, None]) / 0.08) ** 2)
    A = C @ pure + 3.0 * kind[:, None] * np.exp(-0.5 * ((grid - 0.65) / 0.05) ** 2)
    A += 1e-3 * rng.normal(size=A.shape)
    return A, A + 0.2 + 0.1 * grid, np.where(kind, -1.0, 1.0) * C[:, 0]


def test_a_library_of_two_kinds_is_predicted_where_one_model_fails():
    A, B, y = library()
    rows = np.arange(10)
    pairs, known = np.stack([rows, rows], axis=1), y[:120, None]

    def error(name):
        est = create(name).fit([A[:120], B[:10]], pairs=pairs, targets=[known, None])
        return float(np.sqrt(((est.predict(B[120:], 1)[:, 0] - y[120:]) ** 2).mean())), est

    local, est = error("lw-pls")
    assert local < 0.2 * error("mean-shift")[0]
    assert est.models_["0"].settings[0]["n_neighbours"] < 120
    assert est.linear_model(1) is None


def test_spectra_of_one_sample_do_not_judge_each_other():
    A, B, y = library()
    rng = np.random.default_rng(1)
    noisy = y[:60] + rng.normal(size=60)  # values that nothing can predict but a repeat of the same sample
    A2, Y2 = np.repeat(A[:60], 2, axis=0), np.repeat(noisy, 2)[:, None]
    A2 = A2 + 1e-6 * rng.normal(size=A2.shape)
    given_data = {"pairs": [[0, 0], [2, 1], [4, 2]], "targets": [Y2, None]}
    samples = [np.repeat(np.arange(60), 2), np.full(3, -1)]
    honest = create("lw-pls").fit([A2, B[:3]], **given_data, samples=samples)
    blind = create("lw-pls").fit([A2, B[:3]], **given_data)
    assert honest.models_["0"].settings[0]["cv_rmse"] > 1.2 * blind.models_["0"].settings[0]["cv_rmse"]


def test_the_transfer_that_is_asked_for_is_used_or_refused(instruments):
    d = instruments
    data, known = [d["A"], d["B"]], [d["Y"], None]
    for name in ("mean-shift", "sst", "pds"):
        est = create("lw-pls", transfer=name).fit(data, pairs=d["pairs"], targets=known)
        assert est.chosen_["transfer"] == name
        same = create(name).fit(data, pairs=d["pairs"], targets=known)
        assert est.to_spectra(d["new_b"]).shape == same.to_spectra(d["new_b"]).shape
    one = d["pairs"][:1]
    assert create("lw-pls").fit(data, pairs=one, targets=known).chosen_["transfer"] == "mean-shift"
    with pytest.raises(PairsError, match="at least 2"):
        create("lw-pls", transfer="sst").fit(data, pairs=one, targets=known)
