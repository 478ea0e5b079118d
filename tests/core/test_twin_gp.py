"""The importance-weighted twin Gaussian process and the search it uses, against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize, rosen, rosen_der

from spectralign_gui.core.alignments.dasr import StructuredRegressionAdaptation
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.numerics.batched_bfgs import minimise_each
from spectralign_gui.core.numerics.density_ratio import squared_distances
from spectralign_gui.core.numerics.twin_gp import TwinGP
from spectralign_gui.core.numerics.twin_tuning import (
    RIDGES,
    WIDTHS,
    TwinSettings,
    choose_gamma_of_values,
    choose_spectra_kernel,
)


def small(seed, weighted=True, n=14, q=2):
    rng = np.random.default_rng(seed)
    X, new = rng.standard_normal((n, 3)), rng.standard_normal((5, 3))
    Y = np.column_stack([np.sin(X[:, 0]), X[:, 1] * X[:, 2], X.sum(axis=1)])[:, :q]
    w = rng.uniform(0.1, 2, n) if weighted else np.ones(n)
    K, k = (np.exp(-0.3 * squared_distances(A, X)) for A in (X, new))
    return X, Y, w, K, k


def divergence(y, k, K, Y, w, gamma, ridge):
    """ℒ(y) of one spectrum by the formula, with explicit inverses."""
    W = np.diag(np.sqrt(w))
    L = np.exp(-gamma * ((Y[:, None] - Y[None]) ** 2).sum(axis=2))
    ly = np.exp(-gamma * ((Y - y) ** 2).sum(axis=1))
    eye = np.eye(len(Y))
    u = W @ np.linalg.inv(W @ K @ W + ridge * eye) @ W @ k
    eta = 1 + ridge - k @ u
    left = 1 + ridge - ly @ W @ np.linalg.inv(W @ L @ W + ridge * eye) @ W @ ly
    return 1 + ridge - 2 * ly @ u - eta * np.log(left)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.05, 2), st.floats(1e-3, 0.5))
def test_objective_and_gradient_by_definition(seed, gamma, ridge):
    _, Y, w, K, k = small(seed)
    twins = TwinGP(K, Y, w, gamma, ridge)
    u, eta = twins.weigh(k)
    y = np.random.default_rng(seed + 1).standard_normal((len(k), Y.shape[1]))
    value, gradient = twins.objective(y, u, eta)
    for i in range(len(k)):
        assert value[i] == pytest.approx(divergence(y[i], k[i], K, Y, w, gamma, ridge), rel=1e-8, abs=1e-10)
        for j in range(Y.shape[1]):
            step = np.zeros(Y.shape[1])
            step[j] = 1e-4
            slope = (divergence(y[i] + step, k[i], K, Y, w, gamma, ridge)
                     - divergence(y[i] - step, k[i], K, Y, w, gamma, ridge)) / 2e-4
            assert gradient[i, j] == pytest.approx(slope, rel=1e-3, abs=1e-6)


# Fixed seeds: the divergence has several minima, and about one random point in a thousand ends in a higher one.
@pytest.mark.parametrize("seed", range(8))
def test_predictions_reach_the_minimum_that_a_general_search_finds(seed):
    _, Y, w, K, k = small(seed)
    found, failed = TwinGP(K, Y, w, 0.4, 0.01).predict(k)
    assert not failed
    W = np.diag(np.sqrt(w))
    start = k @ W @ np.linalg.inv(W @ K @ W + 0.01 * np.eye(len(K))) @ W @ Y
    for i in range(len(k)):
        general = minimize(divergence, start[i], args=(k[i], K, Y, w, 0.4, 0.01), method="Nelder-Mead",
                           options={"xatol": 1e-9, "fatol": 1e-13, "maxiter": 4000})
        assert divergence(found[i], k[i], K, Y, w, 0.4, 0.01) <= general.fun + 1e-10


def test_equal_weights_are_the_plain_twin_process():
    """Bo & Sminchisescu's formula without any W, written out here."""
    _, Y, w, K, k = small(3, weighted=False)
    twins = TwinGP(K, Y, w, 0.4, 0.02)
    inverse_k, inverse_l = (np.linalg.inv(M + 0.02 * np.eye(len(Y)))
                            for M in (K, np.exp(-0.4 * squared_distances(Y, Y))))
    y = np.random.default_rng(0).standard_normal((len(k), 2))
    ly = np.exp(-0.4 * squared_distances(y, Y))
    eta = 1.02 - (k @ inverse_k * k).sum(axis=1)
    plain = 1.02 - 2 * (ly * (k @ inverse_k)).sum(axis=1) - eta * np.log(1.02 - (ly @ inverse_l * ly).sum(axis=1))
    np.testing.assert_allclose(twins.objective(y, *twins.weigh(k))[0], plain, rtol=1e-9)


def test_samples_without_weight_do_not_count():
    _, Y, w, K, k = small(4)
    w[[2, 7]] = 0
    kept = np.flatnonzero(w)
    spoiled = Y.copy()
    spoiled[[2, 7]] += 5
    whole = TwinGP(K, spoiled, w, 0.4, 0.01).predict(k)[0]
    part = TwinGP(K[np.ix_(kept, kept)], Y[kept], w[kept], 0.4, 0.01).predict(k[:, kept])[0]
    np.testing.assert_allclose(whole, part, atol=1e-6)


def test_leave_one_out_by_explicit_refits():
    X, Y, w, _, _ = small(5)

    def kernel(gamma):
        return np.exp(-gamma * squared_distances(X, X))

    gamma, ridge = choose_spectra_kernel(kernel, 2.0, Y, w)

    def left_out(gamma, ridge):
        error, K = 0.0, kernel(gamma)
        for i in range(len(Y)):
            rest = np.arange(len(Y)) != i
            a = np.linalg.solve(K[np.ix_(rest, rest)] + ridge * np.diag(1 / w[rest]), Y[rest])
            error += w[i] * ((K[i, rest] @ a - Y[i]) ** 2).sum()
        return error

    every = [(width / 2, lam) for width in WIDTHS for lam in RIDGES]
    assert (gamma, ridge) == pytest.approx(min(every, key=lambda pair: left_out(*pair)))
    assert choose_spectra_kernel(kernel, 2.0, Y, w, gamma=0.7, ridge=0.2) == (0.7, 0.2)


def test_width_of_the_values_does_not_hang_on_the_order():
    X, Y, w, K, _ = small(6, n=21)
    order = np.lexsort(X.T)
    turn = np.random.default_rng(1).permutation(21)

    straight = choose_gamma_of_values(TwinSettings(K, Y, w, 0.01), order, SilentMonitor())
    turned = TwinSettings(K[np.ix_(turn, turn)], Y[turn], w[turn], 0.01)
    assert choose_gamma_of_values(turned, np.lexsort(X[turn].T), SilentMonitor()) == pytest.approx(straight)


def test_many_searches_at_once_each_find_their_minimum():
    shifts = np.linspace(-1, 1, 7)[:, None]

    def objective(Y, rows):
        moved = Y - shifts[rows]
        return np.array([rosen(y) for y in moved]), np.array([rosen_der(y) for y in moved])

    found, values, converged = minimise_each(objective, np.tile([-1.2, 1.0, 0.3], (7, 1)), tol=1e-8)
    assert converged.all()
    np.testing.assert_allclose(found, 1 + np.repeat(shifts, 3, axis=1), atol=1e-6)
    assert values.max() < 1e-12
    assert not minimise_each(objective, np.tile([-1.2, 1.0, 0.3], (7, 1)), max_iter=2)[2].any()


def curve_elsewhere(seed, n=80):
    """A curve that a stiff model cannot follow everywhere; the second instrument sees its upper end only."""
    rng = np.random.default_rng(seed)
    x, z = rng.uniform(0, 3, n), rng.uniform(2, 3, 60)

    def spectra(v):
        return np.column_stack([v, np.ones_like(v)]) + 0.01 * rng.standard_normal((len(v), 2))

    return spectra(x), spectra(z), (x ** 2)[:, None] + 0.1 * rng.standard_normal((n, 1)), (z ** 2)[:, None]


def test_weights_help_under_covariate_shift():
    errors = {0.0: [], 0.999999: []}  # the plain ratio, and weights that are all alike
    for seed in range(4):
        A, B, ya, yb = curve_elsewhere(seed)
        for relative, found in errors.items():
            fitted = StructuredRegressionAdaptation(scaling="none", relative=relative, gamma=0.001, ridge=1e-3).fit(
                [A, B], targets=[ya, np.full_like(yb, np.nan)])
            found.append(float(np.sqrt(((fitted.predict(B, 1) - yb) ** 2).mean())))
    assert np.mean(errors[0.0]) < 0.75 * np.mean(errors[0.999999])


def test_the_twin_process_bends_where_the_line_does_not():
    A, B, ya, yb = curve_elsewhere(1)

    def error(model):
        fitted = StructuredRegressionAdaptation(scaling="none", model=model).fit(
            [A, B], targets=[ya, np.full_like(yb, np.nan)])
        assert fitted.converged_ and not fitted.warnings_
        return float(np.sqrt(((fitted.predict(B, 1) - yb) ** 2).mean()))

    assert error("twin-gp") < 0.8 * error("ridge")


@pytest.mark.parametrize("model", ["twin-gp", "ridge"])
def test_values_on_the_first_instrument_only_carry_over_in_full(model):
    """With nothing known on the second instrument there is no part of its own that could halve the slope."""
    rng = np.random.default_rng(2)
    X, Z = rng.uniform(-1, 1, (60, 2)), rng.uniform(-1, 1, (50, 2))
    beta = np.array([[2.0], [-1.0]])
    fitted = StructuredRegressionAdaptation(scaling="none", model=model).fit(
        [X, Z], targets=[X @ beta, np.full((50, 1), np.nan)])
    np.testing.assert_allclose(fitted.predict(Z, 1), Z @ beta, atol=0.05)


def test_properties_known_for_different_samples_and_together_for_the_same():
    rng = np.random.default_rng(7)
    X, Z = rng.uniform(-1, 1, (40, 3)), rng.uniform(-1, 1, (30, 3))
    Y = X @ rng.standard_normal((3, 3))
    Y[5, 1] = np.nan
    fitted = StructuredRegressionAdaptation(scaling="none").fit([X, Z], targets=[Y, np.full((30, 3), np.nan)])
    assert sorted(m["columns"].tolist() for m in fitted.models_) == [[0, 2], [1]]
    alone = StructuredRegressionAdaptation(scaling="none").fit(
        [X, Z], targets=[Y[:, [0, 2]], np.full((30, 2), np.nan)])
    np.testing.assert_allclose(fitted.predict(Z, 1)[:, [0, 2]], alone.predict(Z, 1), atol=1e-8)
