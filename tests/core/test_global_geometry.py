"""Global geometry: reference vectors, definition, more than two sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import block_diag, eigh

from spectralign_gui.core.alignments.global_geometry import (
    GlobalGeometryAlignment,
    gram_of_distances,
    joint_distances,
    largest_eigenpairs,
)
from spectralign_gui.core.errors import MemoryNeedError, PairsError, ParameterError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.numerics.grapheigen import range_basis


def distances(X):
    return np.linalg.norm(X[:, None] - X[None], axis=2)


def test_reference(shared):
    z = np.load(shared / "reference" / "global_geometry.npz", allow_pickle=False)
    D, etas = joint_distances([z["X0"], z["X1"]], z["pairs"], None, SilentMonitor(), [])
    assert etas[1] == pytest.approx(float(z["eta"]), rel=1e-12)
    np.testing.assert_allclose(D, z["D"], atol=1e-10)
    tau = gram_of_distances(D)
    np.testing.assert_allclose(largest_eigenpairs(tau, 6, SilentMonitor())[0][:6], z["instance_eigenvalues"], rtol=1e-9)
    U = block_diag(*[range_basis(z[k])[0] for k in ("feature_X0", "feature_X1")])
    np.testing.assert_allclose(largest_eigenpairs(U.T @ tau @ U, 5, SilentMonitor())[0][:5],
                               z["feature_eigenvalues"], rtol=1e-9)
    fitted = GlobalGeometryAlignment(n_components=6, scaling="none").fit([z["X0"], z["X1"]], z["pairs"])
    np.testing.assert_allclose(fitted.eigenvalues_, z["instance_eigenvalues"], rtol=1e-9)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 6))
def test_by_definition(seed, m):
    rng = np.random.default_rng(seed)
    X, Y = rng.standard_normal((11, 4)), 3 * rng.standard_normal((9, 3))
    pairs = np.stack([rng.permutation(11)[:m], rng.permutation(9)[:m]], 1)
    a, b = pairs.T
    Dx, Dy = distances(X), distances(Y)
    eta = np.trace(Dy[np.ix_(b, b)].T @ Dx[np.ix_(a, a)]) / np.trace(Dy[np.ix_(b, b)].T @ Dy[np.ix_(b, b)])
    Dy = eta * Dy
    cross = np.array([[min(Dx[i, u] + Dy[j, v] for u, v in pairs) for j in range(9)] for i in range(11)])
    D = np.block([[Dx, cross], [cross.T, Dy]])
    H = np.eye(20) - 1 / 20
    tau = -H @ D ** 2 @ H / 2
    values = np.linalg.eigvalsh(tau)[::-1]
    fitted = GlobalGeometryAlignment(n_components=3, scaling="none").fit([X, Y], pairs)
    np.testing.assert_allclose(fitted.eigenvalues_, values[:3], rtol=1e-8)
    F = np.concatenate(fitted.embeddings_)
    np.testing.assert_allclose(tau @ F, F * fitted.eigenvalues_, atol=1e-8 * values[0])
    np.testing.assert_allclose(F.T @ F, np.eye(3), atol=1e-9)
    Z = block_diag(X, eta * Y)
    linear = GlobalGeometryAlignment(n_components=3, level="feature", scaling="none").fit([X, Y], pairs)
    expected = eigh(Z.T @ tau @ Z, Z.T @ Z, eigvals_only=True)[::-1]
    np.testing.assert_allclose(linear.eigenvalues_, expected[:3], rtol=1e-7)
    for k, S in enumerate((X, Y)):
        np.testing.assert_allclose(linear.transform(S, k), linear.embeddings_[k], atol=1e-9)


def test_a_turned_and_stretched_copy_falls_on_the_original():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 3))
    Y = 5 * X @ np.linalg.qr(rng.standard_normal((3, 3)))[0] + 2
    fitted = GlobalGeometryAlignment(n_components=3, scaling="none").fit([X, Y], np.stack([np.arange(30)] * 2, 1))
    assert fitted.eta_[1] == pytest.approx(0.2)
    np.testing.assert_allclose(fitted.embeddings_[0], fitted.embeddings_[1], atol=1e-9)


def test_sets_in_a_chain():
    rng = np.random.default_rng(1)
    Xs = [rng.standard_normal((7, 2)) for _ in range(3)]
    pairs = np.array([[0, 0, 1, 0], [0, 1, 1, 2], [1, 3, 2, 3], [1, 4, 2, 1]])
    D, etas = joint_distances(Xs, pairs, None, SilentMonitor(), [])
    within = [e * distances(X) for e, X in zip(etas, Xs, strict=True)]
    ab = np.array([[min(within[0][i, u] + within[1][v, j] for u, v in ((0, 0), (1, 2))) for j in range(7)]
                   for i in range(7)])
    bc = np.array([[min(within[1][i, u] + within[2][v, j] for u, v in ((3, 3), (4, 1))) for j in range(7)]
                   for i in range(7)])
    ac = np.array([[min(ab[i, m] + bc[m, j] for m in range(7)) for j in range(7)] for i in range(7)])
    np.testing.assert_allclose(D[:7, 14:], ac, atol=1e-12)
    np.testing.assert_allclose(D, D.T)


def test_neighbour_paths_are_longer_than_straight_lines():
    t = np.linspace(0, 1.8 * np.pi, 40)
    circle = np.stack([np.cos(t), np.sin(t)], 1)
    D, _ = joint_distances([circle, circle], np.array([[0, 0, 1, 0], [0, 20, 1, 20]]), 2, SilentMonitor(), [])
    assert D[0, 39] > 5  # along the arc, not across the gap


def test_refusals():
    rng = np.random.default_rng(2)
    Xs = [rng.standard_normal((8, 3)) for _ in range(3)]
    with pytest.raises(PairsError, match="no standard links set 2"):
        GlobalGeometryAlignment().fit(Xs, [[0, 0, 1, 0], [0, 1, 1, 1]])
    apart = np.concatenate([Xs[0], Xs[0] + 100])
    with pytest.raises(ParameterError, match="n_neighbors"):
        GlobalGeometryAlignment(n_neighbors=2).fit([apart, Xs[1]], [[0, 0], [1, 1]])
    with pytest.raises(MemoryNeedError, match="GB"):
        GlobalGeometryAlignment().fit([rng.standard_normal((200_000, 1))] * 2, [[0, 0]])
    with pytest.raises(NotImplementedError, match="global-linear"):
        GlobalGeometryAlignment().fit(Xs[:2], [[0, 0], [1, 1]]).transform(Xs[0], 0)
    one = GlobalGeometryAlignment(n_components=2).fit(Xs[:2], [[0, 0]])
    assert any("one standard" in w for w in one.warnings_)
