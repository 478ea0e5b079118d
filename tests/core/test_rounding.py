"""Solvers at the edge of what rounding allows: an answer that is finite, whichever way the last digits fall."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from spectralign_gui.contract.problem import make_problem
from spectralign_gui.core import SpectrAlignError, methods
from spectralign_gui.core.errors import DataError
from spectralign_gui.core.numerics import arpack
from spectralign_gui.core.numerics.arpack import extreme_eigenpairs
from spectralign_gui.core.numerics.batched_bfgs import minimise_each
from spectralign_gui.core.numerics.krylov import leading_eigenpairs
from spectralign_gui.core.numerics.robust_admm import noise_bounds, solve_robust
from spectralign_gui.core.numerics.span import orthonormal_span
from spectralign_gui.core.numerics.sparse_admm import solve_sparse
from spectralign_gui.core.numerics.svt import SingularValueThresholding
from spectralign_gui.core.numerics.twin_gp import TwinGP, weighted_root
from spectralign_gui.core.numerics.weighted_ridge import weighted_kernel_ridge


@pytest.fixture(autouse=True)
def strict():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def edge(seed: int, m: int = 24, d: int = 10) -> np.ndarray:
    """Tables of every kind that lies at an edge: copies, one direction, nothing, sizes far apart, near-copies."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((m, d))
    kind = seed % 6
    if kind == 1:
        X[m // 2:] = X[:m // 2]
    elif kind == 2:
        X = np.outer(rng.standard_normal(m), rng.standard_normal(d))
    elif kind == 3:
        X[:, d // 2:] = 0
    elif kind == 4:
        X = X * 10.0 ** rng.uniform(-7, 7, d)
    elif kind == 5:
        X[m // 2:] = X[:m // 2] * (1 + 1e-15 * rng.standard_normal((m // 2, d)))
    return X


SEEDS = range(24)


def test_weighted_kernel_ridge():
    for seed in SEEDS:
        X, rng = edge(seed), np.random.default_rng(seed)
        weights = np.where(rng.random(len(X)) < 0.3, 0.0, 10.0 ** rng.uniform(-14, 2, len(X)))
        for penalty in (None, 0.0, 1e-300, 1e300):
            found = weighted_kernel_ridge(X @ X.T, rng.standard_normal(len(X)), weights, penalty)
            assert all(np.isfinite(part).all() for part in map(np.asarray, found))


def test_twin_processes():
    for seed in range(12):
        X, rng = edge(seed), np.random.default_rng(seed)
        squares = ((X[:, None] - X[None]) ** 2).sum(axis=2)
        K = np.exp(-squares / max(float(np.median(squares)), 1e-300))
        weights = np.where(rng.random(len(X)) < 0.3, 0.0, 1.0)
        for ridge in (1e-16, 1e-6, 1.0):
            assert np.isfinite(weighted_root(K, weights, ridge)).all()
            found, _ = TwinGP(K, X[:, :2] / np.abs(X[:, :2]).max(), weights, 1.0, ridge).predict(K[:3])
            assert np.isfinite(found).all()


@pytest.mark.parametrize("scale", [1e-200, 1e-80, 1.0, 1e80])
def test_quasi_newton_steps_of_any_size(scale):
    rng = np.random.default_rng(0)
    A = np.stack([np.diag(10.0 ** rng.uniform(-6, 6, 4)) for _ in range(20)])
    found, values, _ = minimise_each(lambda Y, rows: (scale * np.einsum("ki,kij,kj->k", Y, A[rows], Y) / 2,
                                                      scale * np.einsum("kij,kj->ki", A[rows], Y)),
                                     rng.standard_normal((20, 4)), tol=0.0)
    assert np.isfinite(found).all() and np.isfinite(values).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_iterations_of_low_rank(seed):
    X = edge(seed)
    X = X / np.abs(X).max()
    K = X @ X.T
    for penalty in (1e-12, 0.3, 1e6):
        found = solve_sparse(K, penalty, 1e-3, max_iter=40)
        assert np.isfinite(found.R).all() and np.isfinite([found.objective, found.gap]).all()
    U, s, _ = np.linalg.svd(X, full_matrices=False)
    U, s = U[:, s > 1e-10 * s[0]], s[s > 1e-10 * s[0]]
    low, high = noise_bounds(U, s, 0.3)
    assert np.isfinite([low, high]).all()
    for weight in (low, 0.5 * (low + high), high):
        found = solve_robust(U, s, 0.3, weight, max_iter=40)
        assert np.isfinite(found.left).all() and np.isfinite([found.objective, found.gap]).all()
    thresholded = SingularValueThresholding()(K, float(s[-1] ** 2))
    assert np.isfinite(thresholded.matrix).all() and (thresholded.s > 0).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_bases(seed):
    X = edge(seed, 400, 12)
    first = np.linalg.qr(X[:, :4])[0]
    basis = orthonormal_span(first, [X, X * 1e-9, first @ np.ones((4, 3))], tall=1)
    np.testing.assert_allclose(basis.T @ basis, np.eye(basis.shape[1]), atol=1e-9)
    values, _, _ = leading_eigenpairs(lambda B: X @ (X.T @ B), len(X), 3)
    assert np.isfinite(values).all()


def test_eigenvalues_that_are_all_but_equal(monkeypatch):
    """Lanczos is told to give up: the answer is that of the whole matrix, or one sentence."""
    rng = np.random.default_rng(0)
    A = np.eye(300) + 1e-15 * np.diag(rng.standard_normal(300))
    A[0, 0], A[1, 1] = 3.0, -2.0
    for which, end in (("LA", -1), ("SA", 0)):
        values, vectors = extreme_eigenpairs(lambda x: A @ x, 300, 4, which, tol=0.0, maxiter=1, ncv=6)
        np.testing.assert_allclose(values, np.sort(np.linalg.eigvalsh(A))[:4] if end == 0
                                   else np.sort(np.linalg.eigvalsh(A))[-4:], atol=1e-12)
        np.testing.assert_allclose(A @ vectors, vectors * values, atol=1e-12)
    monkeypatch.setattr(arpack, "LARGEST_DENSE", 100)
    with pytest.raises(DataError, match="equally good"):
        extreme_eigenpairs(lambda x: A @ x, 300, 4, "LA", tol=0.0, maxiter=1, ncv=6)


SLOW = {"auto", "auto-marked", "dasr", "dwpds", "lra-cluster", "rlra", "slra", "klra"}


@pytest.mark.parametrize("name", sorted(set(methods()) - SLOW))
def test_the_last_digits_of_the_spectra_decide_nothing(name):
    """Spectra that differ by rounding: as with the matrix kernels of another processor."""
    info = methods()[name]
    whole = make_problem(info)
    fitted = whole.fit(info)
    for seed in range(2):
        rng = np.random.default_rng(seed)
        problem = whole
        for k, X in enumerate(whole.Xs):
            problem = problem.with_set(k, X * (1 + 2e-16 * rng.integers(-1, 2, X.shape)))
        again = problem.fit(info)
        for what in ("predict", "to_spectra"):
            try:
                before, after = getattr(fitted, what)(whole.Xs[-1], len(whole.Xs) - 1), getattr(
                    again, what)(whole.Xs[-1], len(whole.Xs) - 1)
            except (NotImplementedError, SpectrAlignError):
                continue
            assert np.abs(before - after).max() <= 1e-5 * np.abs(before).max(), (what, seed)
