"""Sparse and robust reconstruction reach the optimum: references, a general convex solver, optimality conditions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core.numerics.robust_admm import noise_bounds, shrink_rows, solve_robust
from spectralign_gui.core.numerics.sparse_admm import soft_threshold, solve_sparse, sparse_objective
from spectralign_gui.core.numerics.svt import SingularValueThresholding


def factors(X: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    keep = s > 1e-10 * s[0]
    return U[:, keep], s[keep], Vt[keep]


def spectra(n: int, p: int, seed: int, rank: int = 3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, rank)) @ rng.standard_normal((rank, p)) + 0.3 * rng.standard_normal((n, p))


@pytest.mark.parametrize("name", ["slra_penalty0.3_sparsity0.02", "slra_penalty1.0_sparsity0.1"])
def test_sparse_reference(shared: Path, name: str) -> None:
    z = np.load(shared / "reference" / f"{name}.npz")
    K = z["X0"] @ z["X0"].T
    found = solve_sparse(K, float(z["penalty"]), float(z["sparsity"]))
    assert found.converged
    assert found.objective == pytest.approx(float(z["objective"]), rel=1e-5)
    assert found.objective == pytest.approx(sparse_objective(found.R, K, float(z["penalty"]), float(z["sparsity"])))
    assert found.gap < 1e-5
    np.testing.assert_allclose(found.R, z["R0"], atol=1e-4)
    assert np.array_equal(found.R == 0, np.abs(z["R0"]) < 1e-6)


@pytest.mark.parametrize("name", ["rlra_penalty1.0_noise0.045", "rlra_penalty1.0_noise0.4"])
def test_robust_reference(shared: Path, name: str) -> None:
    z = np.load(shared / "reference" / f"{name}.npz")
    U, s, Vt = factors(z["X0"])
    found = solve_robust(U, s, float(z["penalty"]), float(z["noise_weight"]))
    assert found.converged
    assert found.objective == pytest.approx(float(z["objective"]), rel=1e-5)
    assert found.gap < 1e-5
    np.testing.assert_allclose(found.left @ found.right.T @ U.T, z["R0"], atol=1e-3)
    np.testing.assert_allclose(found.E @ Vt, z["E0"], atol=1e-3)


def test_sparse_agrees_with_a_general_convex_solver() -> None:
    cvxpy = pytest.importorskip("cvxpy", reason="cvxpy is in the test extra")
    X = spectra(9, 14, seed=5)
    penalty, sparsity = 2.0, 0.4
    R = cvxpy.Variable((9, 9))
    problem = cvxpy.Problem(cvxpy.Minimize(
        0.5 * cvxpy.sum_squares(X - R @ X) + penalty * cvxpy.normNuc(R) + sparsity * cvxpy.sum(cvxpy.abs(R))))
    wanted = problem.solve(solver=cvxpy.SCS, eps=1e-7, max_iters=20_000)
    found = solve_sparse(X @ X.T, penalty, sparsity)
    assert found.objective == pytest.approx(wanted, rel=1e-4)


def test_robust_agrees_with_a_general_convex_solver() -> None:
    cvxpy = pytest.importorskip("cvxpy", reason="cvxpy is in the test extra")
    X = spectra(8, 12, seed=6)
    X[3] += 4 * np.random.default_rng(7).standard_normal(12)
    U, s, _ = factors(X)
    low, high = noise_bounds(U, s, 1.5)
    gamma = float(np.sqrt(low * high))
    R = cvxpy.Variable((8, 8))
    problem = cvxpy.Problem(cvxpy.Minimize(
        1.5 * cvxpy.normNuc(R) + gamma * cvxpy.sum(cvxpy.norm(X - R @ X, 2, axis=1))))
    wanted = problem.solve(solver=cvxpy.SCS, eps=1e-7, max_iters=20_000)
    assert solve_robust(U, s, 1.5, gamma).objective == pytest.approx(wanted, rel=1e-4)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 12), st.floats(0.1, 5), st.floats(0.005, 1))
def test_sparse_optimum_by_its_conditions(seed: int, n: int, penalty: float, sparsity: float) -> None:
    """(I−R)XXᵀ = λA + γB with A a subgradient of ‖R‖_* and B of ‖R‖₁; no small change lowers the objective."""
    X = spectra(n, n + 3, seed)
    K = X @ X.T
    found = solve_sparse(K, penalty, sparsity, max_iter=5000)
    assert found.converged
    assert found.gap < 1e-4
    A, B = found.start.Y1, found.start.Y2
    scale = max(1.0, float(np.abs(K).max()))
    np.testing.assert_allclose((np.eye(n) - found.R) @ K, A + B, atol=1e-4 * scale)
    assert np.linalg.norm(A, 2) <= penalty * (1 + 1e-6)
    assert np.abs(B).max() <= sparsity * (1 + 1e-6)
    rng = np.random.default_rng(seed)
    for size in (1e-1, 1e-2):
        other = sparse_objective(found.R + size * rng.standard_normal((n, n)), K, penalty, sparsity)
        assert other >= found.objective * (1 - 1e-6)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 12), st.integers(3, 16), st.floats(0.1, 5), st.floats(0.05, 0.95))
def test_robust_optimum_by_duality(seed: int, n: int, p: int, penalty: float, place: float) -> None:
    """The certified gap is honest: the objective by definition, and every other candidate is above the bound."""
    X = spectra(n, p, seed)
    U, s, Vt = factors(X)
    low, high = noise_bounds(U, s, penalty)
    gamma = low ** (1 - place) * high**place
    found = solve_robust(U, s, penalty, gamma, max_iter=5000)
    R = found.left @ found.right.T @ U.T
    E = X - R @ X
    np.testing.assert_allclose(found.E @ Vt, E, atol=1e-8 * s[0])
    value = penalty * np.linalg.svd(R, compute_uv=False).sum() + gamma * np.linalg.norm(E, axis=1).sum()
    assert found.objective == pytest.approx(value, rel=1e-8)
    assert found.gap < 1e-3
    bound = found.objective * (1 - found.gap)
    rng = np.random.default_rng(seed)
    for other in (np.zeros((n, n)), U @ U.T, R + 0.01 * rng.standard_normal((n, n)) @ U @ U.T):
        of_other = (penalty * np.linalg.svd(other, compute_uv=False).sum()
                    + gamma * np.linalg.norm(X - other @ X, axis=1).sum())
        assert of_other >= bound * (1 - 1e-9)


def test_noise_bounds_are_where_the_answer_becomes_trivial() -> None:
    U, s, _ = factors(spectra(12, 9, seed=1))
    low, high = noise_bounds(U, s, 1.0)
    assert not solve_robust(U, s, 1.0, low * 0.98).left.size
    assert np.abs(solve_robust(U, s, 1.0, low * 1.05).left).max() > 1e-4
    assert solve_robust(U, s, 1.0, high * 1.02).exact_zero.all()
    assert not solve_robust(U, s, 1.0, high * 0.9).exact_zero.all()


def test_warm_start_is_faster_and_gives_the_same() -> None:
    K = (lambda X: X @ X.T)(spectra(40, 60, seed=2))
    first = solve_sparse(K, 3.0, 0.3)
    warm, cold = solve_sparse(K, 3.0, 0.33, start=first.start), solve_sparse(K, 3.0, 0.33)
    assert warm.objective == pytest.approx(cold.objective, rel=1e-6)
    assert warm.iterations < cold.iterations
    again = solve_sparse(K, 3.0, 0.3, start=first.start)
    assert again.iterations <= 5
    U, s, _ = factors(spectra(40, 60, seed=3))
    low, high = noise_bounds(U, s, 2.0)
    gamma = float(np.sqrt(low * high))
    robust = solve_robust(U, s, 2.0, gamma)
    warm_robust = solve_robust(U, s, 2.0, gamma * 1.05, start=robust.start)
    cold_robust = solve_robust(U, s, 2.0, gamma * 1.05)
    assert warm_robust.objective == pytest.approx(cold_robust.objective, rel=1e-6)
    assert warm_robust.iterations < cold_robust.iterations


def test_not_converged_is_said() -> None:
    K = (lambda X: X @ X.T)(spectra(30, 40, seed=4))
    found = solve_sparse(K, 3.0, 0.3, max_iter=3)
    assert not found.converged
    assert found.iterations == 3
    assert found.gap > 1e-4
    assert all(len(found.history[name]) == 3 for name in ("objective", "primal_residual", "dual_residual"))


def test_partial_decomposition_follows_a_moving_matrix() -> None:
    rng = np.random.default_rng(0)
    n, threshold = 200, 3.0
    left, right, drift = rng.standard_normal((n, 6)), rng.standard_normal((n, 6)), rng.standard_normal((n, n))
    shrink = SingularValueThresholding()
    for step in range(12):
        M = left @ right.T / 10 + 0.02 * rng.standard_normal((n, n)) * 0.5**step + 0.01 * drift
        found = shrink(M, threshold)
    wanted = SingularValueThresholding(partial=False)(M, threshold)
    np.testing.assert_allclose(found.matrix, wanted.matrix, atol=1e-4)


def test_proximal_maps_by_definition() -> None:
    rng = np.random.default_rng(1)
    A = rng.standard_normal((4, 5))
    np.testing.assert_allclose(soft_threshold(A, 0.5), np.sign(A) * np.maximum(np.abs(A) - 0.5, 0), atol=1e-15)
    rows, kept = shrink_rows(A, 1.9)
    for a, row, factor in zip(A, rows, kept, strict=True):
        norm = np.linalg.norm(a)
        np.testing.assert_allclose(row, a * max(0.0, 1 - 1.9 / norm))
        assert (factor == 0) == (norm <= 1.9)
