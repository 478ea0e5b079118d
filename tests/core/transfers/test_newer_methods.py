"""CORAL, GCT-PLS, NARCA, NAR, JYPLS, PFCE and CTWM against their definitions, written out plainly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.covariance import ledoit_wolf as of_sklearn
from sklearn.cross_decomposition import PLSRegression

from spectralign_gui.core import create
from spectralign_gui.core.errors import DataError, ParameterError
from spectralign_gui.core.notes import code_of
from spectralign_gui.core.regression.pls import pls1_path, pls1_rotations
from spectralign_gui.core.transfers.coral import coral_map, ledoit_wolf
from spectralign_gui.core.transfers.ctwm import _Task
from spectralign_gui.core.transfers.gct_pls import gct_path
from spectralign_gui.core.transfers.jypls import jypls_path
from spectralign_gui.core.transfers.nar import within_samples
from spectralign_gui.core.transfers.narca import DoubleRidge
from spectralign_gui.core.transfers.pfce import pfce, pfce_both

SEEDS = st.integers(0, 10_000)


def centred(rng, n, p):
    X = rng.normal(size=(n, p)) @ rng.normal(size=(p, p))
    return X - X.mean(axis=0)


# -- CORAL ------------------------------------------------------------------------------------------------
@given(SEEDS, st.integers(3, 12), st.integers(2, 15))
def test_the_shrinkage_is_that_of_scikit_learn(seed, n, p):
    X = centred(np.random.default_rng(seed), n, p)
    assert ledoit_wolf(X) == pytest.approx(of_sklearn(X, assume_centered=True)[1], abs=1e-8)


def power(C, exponent):
    values, V = np.linalg.eigh(C)
    return (V * values ** exponent) @ V.T


@given(SEEDS, st.integers(4, 9), st.integers(2, 14))
def test_coral_by_its_formula(seed, n, p):
    rng = np.random.default_rng(seed)
    A, B, s = centred(rng, n, p) + 3, 2 * centred(rng, n + 1, p) - 1, 0.05
    step, used = coral_map(A, B, s, A.mean(axis=0), B.mean(axis=0))

    def covariance(X):
        S = np.cov(X.T, bias=True).reshape(p, p)
        return (1 - s) * S + s * np.trace(S) / p * np.eye(p)

    expected = (B - B.mean(axis=0)) @ power(covariance(B), -0.5) @ power(covariance(A), 0.5) + A.mean(axis=0)
    np.testing.assert_allclose(step(B), expected, rtol=1e-6, atol=1e-6 * np.abs(expected).max())
    assert used == [s, s]


def test_coral_needs_no_standards_and_takes_their_means_where_there_are_any(instruments):
    d = instruments
    without = create("coral").fit([d["A"], d["B"]], targets=[d["Y"], None])
    np.testing.assert_allclose(without.to_spectra(d["B"]).mean(axis=0), d["A"].mean(axis=0))
    given_pairs = create("coral").fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])
    rows = d["pairs"]
    np.testing.assert_allclose(given_pairs.to_spectra(d["B"][rows[:, 1]]).mean(axis=0),
                               d["A"][rows[:, 0]].mean(axis=0), atol=1e-8)
    with pytest.raises(DataError, match="spectra of set 1 are constant"):
        create("coral").fit([d["A"], np.repeat(d["B"][:1], 5, axis=0)])
    with pytest.raises(DataError, match="at least 3 spectra"):
        create("coral").fit([d["A"], d["B"][:2]])


# -- GCT-PLS ----------------------------------------------------------------------------------------------
def gct_by_definition(X, y, SA, SB, gamma, count):
    """NIPALS with the whole Laplacian of the pairs and explicit inverses."""
    p, W, P, q, found = X.shape[1], [], [], [], []
    m = len(SA)
    L = np.block([[np.eye(m), -np.eye(m)], [-np.eye(m), np.eye(m)]])
    S = np.vstack([SA, SB])
    for _ in range(count):
        w = np.linalg.inv(np.eye(p) + gamma * S.T @ L @ S) @ X.T @ y
        w /= np.linalg.norm(w)
        t = X @ w
        load = X.T @ t / (t @ t)
        c = t @ y / (t @ t)
        X, y, S = X - np.outer(t, load), y - c * t, S - np.outer(S @ w, load)
        W.append(w)
        P.append(load)
        q.append(c)
        w_all, p_all = np.array(W).T, np.array(P).T
        found.append(w_all @ np.linalg.solve(p_all.T @ w_all, np.array(q)))
    return np.array(found)


@given(SEEDS, st.sampled_from([0.0, 0.5, 30.0]))
def test_gct_pls_by_its_definition(seed, penalty):
    rng = np.random.default_rng(seed)
    X, SA = centred(rng, 12, 6), rng.normal(size=(4, 6))
    y, SB = X[:, 0] + 0.1 * rng.normal(size=12), SA + 0.3 * rng.normal(size=(4, 6))
    y -= y.mean()
    gamma = penalty / np.linalg.eigvalsh((SA - SB) @ (SA - SB).T)[-1]
    found = gct_path(X, y, SA - SB, penalty, 3)
    np.testing.assert_allclose(found, gct_by_definition(X, y, SA, SB, gamma, 3), rtol=1e-5, atol=1e-7)
    if penalty == 0:
        np.testing.assert_allclose(found, pls1_path(X, y, 3).coefficients[0], atol=1e-9)


# -- NARCA and NAR ----------------------------------------------------------------------------------------
@given(SEEDS, st.sampled_from([0.0, 1.0, 100.0]), st.integers(1, 8))
def test_the_double_ridge_solves_its_normal_equations(seed, weight, m):
    """With few rows of N by the update, with many by another decomposition."""
    rng = np.random.default_rng(seed)
    X, N = centred(rng, 10, 7), rng.normal(size=(m, 7))
    y = rng.normal(size=10)
    y -= y.mean()
    penalties = np.array([1.0, 1e-2])
    scale = (X ** 2).sum(axis=1).mean()
    N_scaled = N * np.sqrt(scale / (N ** 2).sum(axis=1).mean())
    both = np.stack([y, y[::-1] - y.mean()], axis=1)
    for of, paths in zip(both.T, DoubleRidge(X + 5).path(both + 2, N, weight, penalties), strict=True):
        for tau, b in zip(penalties, paths, strict=True):
            M = X.T @ X + tau * scale * np.eye(7) + weight * N_scaled.T @ N_scaled
            np.testing.assert_allclose(b, np.linalg.solve(M, X.T @ of), rtol=1e-6, atol=1e-9)


def test_no_repeats_are_plain_ridge_and_it_is_said(instruments):
    d = instruments
    est = create("nar").fit([d["A"], d["B"]], targets=[d["Y"], None])
    assert [code_of(w) for w in est.warnings_] == ["transfer.no_repeats"]
    twice = create("nar", weight_of_difference=1e3).fit([d["A"], d["B"]], targets=[d["Y"], None])
    np.testing.assert_allclose(twice.predict(d["new_b"]), est.predict(d["new_b"]), rtol=1e-9)


def test_repeats_of_one_sample_of_b_take_their_noise_out(instruments):
    """B is A, but for a strong drift that its repeats of a single sample show; B has no values and no standards."""
    d = instruments
    rng = np.random.default_rng(4)
    drift = np.outer([1.0, -0.5], np.sin(np.linspace(0, 4, 60))) + np.array([[0.2], [0.3]])
    repeats = d["A"][3] + rng.normal(size=(8, 2)) @ drift
    new = d["new_a"] + rng.normal(size=(10, 2)) @ drift

    def error(samples):
        est = create("nar").fit([d["A"], repeats], targets=[d["Y"], None],
                                samples=[np.full(30, -1), np.array(samples)])
        return np.sqrt(((est.predict(new) - d["new_y"]) ** 2).mean(axis=0)), est

    with_them, est = error([0] * 8)
    assert (with_them < 0.3 * error([-1] * 8)[0]).all() and not est.warnings_
    assert est.takes_unmarked()
    N = repeats - repeats.mean(axis=0)
    b = est.linear_model(1).coefficients
    assert np.abs(N @ b).max() < 0.2 * d["Y"].std(axis=0).min()


def test_repeats_within_samples_by_definition():
    rng = np.random.default_rng(0)
    X, sample = rng.normal(size=(7, 3)), np.array([5, 2, 5, 9, 2, 5, 7])
    wanted = [X[i] - X[rows].mean(axis=0) for rows in ([1, 4], [0, 2, 5]) for i in rows]
    np.testing.assert_allclose(within_samples(X, sample), wanted)
    assert within_samples(X, np.arange(7)).shape == (0, 3)


# -- JYPLS ------------------------------------------------------------------------------------------------
@given(SEEDS)
def test_jypls_of_one_instrument_twice_is_pls(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(9, 5))
    y = X[:, 1] + 0.2 * rng.normal(size=9)
    expected = pls1_path(X, y, 3)
    for b, b0 in jypls_path([X, X], [y, y], 3):
        np.testing.assert_allclose(b, expected.coefficients[0], rtol=1e-6, atol=1e-8)
        np.testing.assert_allclose(b @ X.T + b0[:, None], expected.predict(X)[0], atol=1e-7)


@given(SEEDS)
def test_jypls_by_its_definition(seed):
    rng = np.random.default_rng(seed)
    Xs, ys = [rng.normal(size=(8, 5)), rng.normal(size=(11, 7))], [rng.normal(size=8), rng.normal(size=11)]
    E = [X - X.mean(axis=0) for X in Xs]
    sizes = [np.sqrt((X ** 2).sum(axis=1).mean()) for X in E]
    E, f = [X / s for X, s in zip(E, sizes, strict=True)], [y - y.mean() for y in ys]
    W, P, q = [[], []], [[], []], []
    for _ in range(2):
        w = [X.T @ y / np.linalg.norm(X.T @ y) for X, y in zip(E, f, strict=True)]
        t = [X @ v for X, v in zip(E, w, strict=True)]
        q.append(np.concatenate(t) @ np.concatenate(f) / (np.concatenate(t) @ np.concatenate(t)))
        for k in range(2):
            load = E[k].T @ t[k] / (t[k] @ t[k])
            E[k], f[k] = E[k] - np.outer(t[k], load), f[k] - q[-1] * t[k]
            W[k].append(w[k])
            P[k].append(load)
    for k, (b, _) in enumerate(jypls_path(Xs, ys, 2)):
        w, load = np.array(W[k]).T, np.array(P[k]).T
        np.testing.assert_allclose(b[1], w @ np.linalg.solve(load.T @ w, np.array(q)) / sizes[k], rtol=1e-6, atol=1e-9)


def test_jypls_takes_other_channels_and_no_pairs(instruments):
    d = instruments
    est = create("jypls").fit([d["A"], d["B"][:, ::2]], targets=[d["Y"], d["Y"]])
    error = np.sqrt(((est.predict(d["new_b"][:, ::2], 1) - d["new_y"]) ** 2).mean(axis=0))
    assert (error < 0.5 * d["new_y"].std(axis=0)).all()
    with pytest.raises(DataError, match="known for 0 samples of set 1"):
        create("jypls").fit([d["A"], d["B"]], targets=[d["Y"], None])


# -- PFCE -------------------------------------------------------------------------------------------------
@settings(max_examples=30)
@given(SEEDS, st.integers(2, 6), st.sampled_from([0.5, 0.9, 0.98]))
def test_pfce_is_no_worse_than_sequential_quadratic_programming(seed, m, threshold):
    rng = np.random.default_rng(seed)
    X, b_a = rng.normal(size=(m, 8)), rng.normal(size=8)
    y = X @ (b_a + 0.5 * rng.normal(size=8)) + 1
    size = np.linalg.norm(b_a - b_a.mean())

    def error(b):
        return float((((y - y.mean()) - (X - X.mean(axis=0)) @ b) ** 2).sum())

    def margin(b):
        return float(np.corrcoef(b, b_a)[0, 1]) - threshold

    b = pfce(X, y, b_a, threshold)
    assert margin(b) >= -1e-7
    assert b.mean() == pytest.approx(b_a.mean(), abs=1e-9)
    other = minimize(error, b_a, method="SLSQP", options={"maxiter": 500, "ftol": 1e-12}, constraints=[
        {"type": "ineq", "fun": margin}, {"type": "eq", "fun": lambda b: b.mean() - b_a.mean()},
        {"type": "ineq", "fun": lambda b: 2 * size - b @ (b_a - b_a.mean()) / size}])
    if margin(other.x) >= -1e-9:
        assert error(b) <= error(other.x) + 1e-6 * error(b_a) + 1e-12


def test_pfce_with_a_full_bound_only_stretches(instruments):
    d = instruments
    rng = np.random.default_rng(1)
    X, b_a = rng.normal(size=(6, 9)), rng.normal(size=9)
    b = pfce(X, X @ b_a * 1.3, b_a, 1.0)
    assert np.corrcoef(b, b_a)[0, 1] == pytest.approx(1.0)
    with pytest.raises(ParameterError, match="linear model"):
        create("pfce", regression="svr").fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])


@pytest.mark.parametrize("variant", ["semi-supervised", "non-supervised", "fully-supervised", "multi-task"])
def test_every_variant_of_pfce_helps(variant, instruments):
    d = instruments

    def error(est):
        est.fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])
        return np.sqrt(((est.predict(d["new_b"], 1) - d["new_y"]) ** 2).mean(axis=0))

    assert (error(create("pfce", variant=variant)) < 0.6 * error(create("none"))).all()


@settings(max_examples=30)
@given(SEEDS, st.sampled_from([0.6, 0.95]))
def test_multi_task_pfce_improves_both_within_the_bound(seed, threshold):
    """No more error than A's coefficients with B's nearest; each the best to the other; the bound holds."""
    rng = np.random.default_rng(seed)
    XA, XB, b = rng.normal(size=(20, 6)), rng.normal(size=(5, 6)), rng.normal(size=6)
    b_a = b + 0.4 * rng.normal(size=6)
    b_a += b.mean() - b_a.mean()
    yA, yB = XA @ b + 2 + 0.1 * rng.normal(size=20), XB @ (b + 0.3 * rng.normal(size=6))

    def error(X, y, c):
        return float((((y - y.mean()) - (X - X.mean(axis=0)) @ c) ** 2).mean())

    of_a, of_b = pfce_both((XA, yA), (XB, yB), b_a, threshold)
    before = error(XA, yA, b_a) + error(XB, yB, pfce(XB, yB, b_a, threshold))
    assert error(XA, yA, of_a) + error(XB, yB, of_b) <= before + 1e-6
    assert np.corrcoef(of_a, of_b)[0, 1] >= threshold - 1e-7
    for c in (of_a, of_b):
        assert c.mean() == pytest.approx(b_a.mean(), abs=1e-9)
        assert np.linalg.norm(c - c.mean()) <= 2 * np.linalg.norm(b_a - b_a.mean()) / threshold * (1 + 1e-6)


# -- CTWM -------------------------------------------------------------------------------------------------
@given(SEEDS)
def test_rotations_give_the_regression_vector_of_pls(seed):
    rng = np.random.default_rng(seed)
    X = centred(rng, 9, 6)
    y = rng.normal(size=9)
    y -= y.mean()
    R, q = pls1_rotations(X, y, 4)
    np.testing.assert_allclose(R @ q, pls1_path(X, y, 4).coefficients[0, 3], rtol=1e-6, atol=1e-9)
    T = X @ R
    np.testing.assert_allclose(T.T @ T, np.diag(np.diag(T.T @ T)), atol=1e-7 * np.abs(T.T @ T).max())


@given(SEEDS)
def test_ctwm_by_its_definition(seed):
    rng = np.random.default_rng(seed)
    X, B = centred(rng, 15, 6), rng.normal(size=(8, 6))
    y = X[:, 0] + 0.1 * rng.normal(size=15)
    R, q = pls1_rotations(X, y - y.mean(), 3)
    scores, goal = rng.normal(size=(8, 3)), rng.normal(size=8)
    every = np.ones(8, bool)
    b, c = _Task(B, scores, q, 2.0, R, goal, "scores").fit(every, 2)[1]
    regression = PLSRegression(2, scale=False, tol=1e-18, max_iter=20000).fit(B, scores)
    np.testing.assert_allclose(B @ b + c, regression.predict(B) @ q + 2.0, rtol=1e-5, atol=1e-6)
    b, c = _Task(B, scores, q, 2.0, R, goal, "values").fit(every, 3)[2]
    design = np.column_stack([B @ R, np.ones(8)])
    np.testing.assert_allclose(B @ b + c, design @ np.linalg.lstsq(design, goal, rcond=None)[0], rtol=1e-5, atol=1e-6)


def test_the_automatic_transfer_weighs_it_and_it_helps_where_the_instruments_differ_along_few_directions(instruments):
    """Drift of B along two directions: what avoids them is worth a share of the combination."""
    d = instruments
    rng = np.random.default_rng(6)
    drift = np.outer([1.0, -0.5], np.sin(np.linspace(0, 4, 60))) + np.array([[0.2], [0.3]])
    B = d["A"] + 3 * rng.normal(size=(len(d["A"]), 2)) @ drift
    rows = np.arange(0, len(B), 3)
    est = create("auto-marked").fit([d["A"], B[rows]], pairs=np.stack([rows, np.arange(len(rows))], 1),
                                    targets=[d["Y"], None])
    share = sum(np.mean(t["weight"]) for t in est.tuning_ if t["family"] == "narca")
    assert share > 1 / len({t["family"] for t in est.tuning_})
