"""DAR and DASR: discrepancy minimisation, relative density ratio, weighted ridge, and what they are good for."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core.alignments.dar import DomainAdaptationRegression
from spectralign_gui.core.alignments.dasr import StructuredRegressionAdaptation
from spectralign_gui.core.errors import DataError
from spectralign_gui.core.numerics.density_ratio import relative_density_ratio, squared_distances
from spectralign_gui.core.numerics.discrepancy import minimise_discrepancy
from spectralign_gui.core.numerics.weighted_ridge import weighted_kernel_ridge


@pytest.mark.filterwarnings("ignore:Solution may be inaccurate")
@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10_000))
def test_discrepancy_weights_are_optimal(seed):
    cp = pytest.importorskip("cvxpy")
    rng = np.random.default_rng(seed)
    S, T = rng.standard_normal((12, 5)) * 1.4 + 0.3, rng.standard_normal((15, 5))
    found = minimise_discrepancy(S, T, tol=1e-6)
    q = cp.Variable(12)
    M0 = T.T @ T / 15
    best = cp.Problem(cp.Minimize(cp.sigma_max(M0 - S.T @ cp.diag(q) @ S)), [q >= 0, cp.sum(q) == 1]).solve(
        solver="CLARABEL")
    assert found.converged and found.objective == pytest.approx(best, abs=1e-5)
    assert found.weights.min() >= 0 and found.weights.sum() == pytest.approx(1)
    assert found.objective == pytest.approx(np.linalg.norm(M0 - (S.T * found.weights) @ S, 2))
    assert found.objective <= found.uniform and found.gap <= 1e-6 * max(found.objective, 0.1 * np.linalg.norm(M0, 2))


def discrepancy_problem(seed):
    """Of every kind that lies at an edge: copies, one direction, empty channels, sizes far apart."""
    rng = np.random.default_rng(seed)
    m, n, d = int(rng.integers(3, 30)), int(rng.integers(2, 30)), int(rng.integers(1, 16))
    S, T = rng.standard_normal((m, d)), rng.standard_normal((n, d)) * rng.uniform(0.3, 3)
    kind = seed % 6
    if kind == 1:
        T = S[rng.integers(0, m, n)]
    elif kind == 2:
        S = np.outer(rng.standard_normal(m), rng.standard_normal(d))
    elif kind == 3:
        S[:, d // 2:] = 0
    elif kind == 4:
        S, T = S * 10.0 ** rng.uniform(-8, 8, d), T * 10.0 ** rng.uniform(-8, 8)
    elif kind == 5:
        T = S.copy()
    return S, T


@pytest.mark.parametrize("tol", [1e-4, 1e-9, 1e-12])
def test_rounding_never_takes_the_discrepancy_out_of_its_cone(tol):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        problems = [discrepancy_problem(seed) for seed in range(36)]
        found = [minimise_discrepancy(S, T, tol) for S, T in problems]
    for (_, T), w in zip(problems, found, strict=True):
        assert (w.weights > 0).all() and w.weights.sum() == pytest.approx(1)
        assert np.isfinite([w.objective, w.gap, *w.history]).all()
        assert w.objective <= w.uniform + w.gap + 1e-12 * np.linalg.norm(T.T @ T / len(T), 2)
    assert tol < 1e-9 or all(w.converged for w in found)


def test_a_reweighted_copy_of_the_target_has_no_discrepancy():
    T = np.random.default_rng(0).standard_normal((40, 3))
    found = minimise_discrepancy(np.repeat(T, 2, axis=0)[:60], T, tol=1e-5)
    assert found.objective < 1e-4 < found.uniform


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.floats(1e-3, 10))
def test_weighted_ridge_by_definition(seed, penalty):
    rng = np.random.default_rng(seed)
    X, y, w = rng.standard_normal((12, 3)), rng.standard_normal(12), rng.uniform(0, 2, 12)
    w[3] = 0
    a, c, lam = weighted_kernel_ridge(X @ X.T, y, w, penalty)
    q = w / w.sum()
    ones = np.hstack([X, np.ones((12, 1))])  # the last coefficient is the constant, without a penalty
    beta = np.linalg.solve(ones.T @ (q[:, None] * ones) + penalty * np.diag([1, 1, 1, 0]), ones.T @ (q * y))
    np.testing.assert_allclose(np.append(X.T @ a, c), beta, atol=1e-8)
    assert lam == penalty and a[3] == 0


def test_leave_one_out_picks_the_ridge_that_explicit_refits_pick():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((14, 6)) + 2
    y = X @ rng.standard_normal(6) + 0.8 * rng.standard_normal(14)
    _, _, lam = weighted_kernel_ridge(X @ X.T, y, np.ones(14))

    def left_out(penalty):
        error = 0.0
        for i in range(14):
            rest = np.arange(14) != i
            A, mean = X[rest] - X[rest].mean(axis=0), y[rest].mean()
            beta = np.linalg.solve(A.T @ A / 14 + penalty * np.eye(6), A.T @ (y[rest] - mean) / 14)
            error += ((X[i] - X[rest].mean(axis=0)) @ beta + mean - y[i]) ** 2
        return error

    assert left_out(lam) <= min(left_out(lam * f) for f in (0.3, 3)) * (1 + 1e-9)


def test_relative_density_ratio_finds_where_the_test_sample_lies():
    rng = np.random.default_rng(2)
    train, test = rng.normal(0, 1, (300, 1)), rng.normal(0.8, 0.6, (300, 1))
    w, _ = relative_density_ratio(squared_distances(test, test), squared_distances(train, test), 0.5,
                                  np.argsort(test[:, 0]), np.argsort(train[:, 0]))

    def density(x, m, s):
        return np.exp(-((x - m) / s) ** 2 / 2) / s

    p_test, p_train = density(train[:, 0], 0.8, 0.6), density(train[:, 0], 0, 1)
    true = p_test / (0.5 * p_test + 0.5 * p_train)
    assert np.corrcoef(w, true)[0, 1] > 0.95
    assert w.mean() == pytest.approx(1) and w.min() >= 0


def shifted(seed=3, n=80, noise=0.1):
    """A curved relation, sampled elsewhere on the second instrument: a straight line must adapt."""
    rng = np.random.default_rng(seed)
    x, z = rng.uniform(0, 3, n), rng.uniform(2, 3, 60)

    def spectra(v):
        return np.column_stack([v, np.full_like(v, 1.0)]) + 0.01 * rng.standard_normal((len(v), 2))

    return spectra(x), spectra(z), (x ** 2)[:, None] + noise * rng.standard_normal((n, 1)), (z ** 2)[:, None]


def test_discrepancy_weights_help_under_covariate_shift():
    A, B, ya, yb = shifted()
    fitted = DomainAdaptationRegression(scaling="none").fit([A, B], targets=[ya, np.full_like(yb, np.nan)])

    def error(P):
        return float(np.sqrt(((P - yb) ** 2).mean()))

    assert fitted.converged_ and fitted.discrepancy_ < fitted.uniform_discrepancy_
    assert error(fitted.predict(B, 1)) < 0.5 * error(fitted.predict(B, 0))
    np.testing.assert_allclose(fitted.transform(A, 0), fitted.embeddings_[0], atol=1e-10)


def test_structured_adaptation_learns_the_second_instruments_offset_from_few_values():
    rng = np.random.default_rng(4)
    X, Z = rng.standard_normal((60, 4)), rng.standard_normal((40, 4))
    beta, other = np.array([1.0, -2.0, 0.5, 0.0]), np.array([1.0, -2.0, 0.5, 1.5])
    known = np.full((40, 1), np.nan)
    known[:12, 0] = Z[:12] @ other
    fitted = StructuredRegressionAdaptation(scaling="none").fit([X, Z], targets=[(X @ beta)[:, None], known])
    assert np.sqrt(((fitted.predict(Z[12:], 1)[:, 0] - Z[12:] @ other) ** 2).mean()) < 0.3
    assert np.sqrt(((fitted.predict(X, 0)[:, 0] - X @ beta) ** 2).mean()) < 0.3
    assert (fitted.sample_weights_[1][12:] == 0).all() and (fitted.sample_weights_[0] > 0).any()


def test_structured_adaptation_is_ridge_on_copied_features():
    rng = np.random.default_rng(5)
    X, Z = rng.standard_normal((15, 3)), rng.standard_normal((12, 3))
    y, z = rng.standard_normal((15, 1)), rng.standard_normal((12, 1))
    fitted = StructuredRegressionAdaptation(scaling="none", model="ridge", ridge=0.1).fit([X, Z], targets=[y, z])
    copied = np.block([[X, X, 0 * X], [Z, 0 * Z, Z]])
    w = np.concatenate(fitted.sample_weights_)
    q = w / w.sum()
    Y = np.concatenate([y, z])[:, 0]
    copied = np.hstack([copied, np.ones((27, 1))])  # the constant has no penalty
    beta = np.linalg.solve(copied.T @ (q[:, None] * copied) + 0.1 * np.diag([1] * 9 + [0]), copied.T @ (q * Y))
    new = rng.standard_normal((5, 3))
    np.testing.assert_allclose(
        fitted.predict(new, 1)[:, 0], np.hstack([new, 0 * new, new, np.ones((5, 1))]) @ beta, atol=1e-8)


@pytest.mark.parametrize("method", [DomainAdaptationRegression, StructuredRegressionAdaptation])
def test_kernels_and_refusals(method):
    A, B, ya, yb = shifted()
    fitted = method(kernel="rbf").fit([A, B], targets=[ya, yb])
    assert np.isfinite(fitted.predict(B, 1)).all() and fitted.chosen_["gamma"] > 0
    with pytest.raises(NotImplementedError, match="spectra"):
        fitted.to_spectra(B, 1, 0)
    lone = np.full_like(ya, np.nan)
    lone[0] = 1.0
    with pytest.raises(DataError, match="known value"):
        method().fit([A, B], targets=[lone, np.full_like(yb, np.nan)])
