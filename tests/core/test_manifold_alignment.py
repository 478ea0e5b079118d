"""Manifold alignment at both levels and with hard constraints: reference vectors, definition, invariances."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import block_diag, eigh

from spectralign_gui.core.alignments.manifold import ManifoldAlignment, feature_level
from spectralign_gui.core.errors import ParameterError
from spectralign_gui.core.monitor import SilentMonitor


def knn(X, k):
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    W = np.zeros_like(D)
    for i in range(len(X)):
        W[i, [j for j in np.argsort(D[i], kind="stable") if j != i][:k]] = 1
    return np.maximum(W, W.T)


def joint(Xs, pairs, k, mu):
    n = np.cumsum([0] + [len(X) for X in Xs])
    W = (1 - mu) * block_diag(*[knn(X, k) for X in Xs])
    for a, i, b, j in pairs:
        W[n[a] + i, n[b] + j] = W[n[b] + j, n[a] + i] = mu
    return W


def problem(seed, sizes=(12, 10, 9), p=(4, 3, 5)):
    rng = np.random.default_rng(seed)
    Xs = [rng.standard_normal((n, q)) for n, q in zip(sizes, p, strict=True)]
    pairs = [(0, i, 1, i) for i in range(5)] + [(1, 6, 2, 6), (0, 2, 2, 3), (0, 2, 2, 4)]
    return Xs, np.array(pairs)


def projector(embeddings):
    F = np.concatenate(embeddings)
    return F @ np.linalg.pinv(F)


def test_reference_instance(shared):
    z = np.load(shared / "reference" / "laplacian_instance.npz", allow_pickle=False)
    fitted = ManifoldAlignment(n_components=int(z["n_components"]), n_neighbors=int(z["n_neighbors"]),
                               mu=float(z["mu"]), scaling="none").fit([z["X0"], z["X1"]], z["pairs"])
    np.testing.assert_allclose(fitted.eigenvalues_, z["eigenvalues"][:4], rtol=1e-10)
    np.testing.assert_allclose(projector(fitted.embeddings_), z["projector"], atol=1e-10)


def test_reference_feature(shared):
    from scipy import sparse

    z = np.load(shared / "reference" / "laplacian_feature.npz", allow_pickle=False)
    values, embeddings, maps = feature_level([z["X0"], z["X1"]], sparse.csr_array(z["W"]), {}, SilentMonitor())
    np.testing.assert_allclose(values[:5], z["eigenvalues"], rtol=1e-10)
    np.testing.assert_allclose(projector([E[:, :3] for E in embeddings]), z["projector"], atol=1e-10)
    np.testing.assert_allclose(z["X1"] @ maps[1], embeddings[1], atol=1e-12)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 5), st.sampled_from([0.0, 0.3, 0.8]))
def test_instance_level_by_definition(seed, k, mu):
    Xs, pairs = problem(seed)
    W = joint(Xs, pairs, k, mu)
    D = np.diag(W.sum(1))
    zeros = int(np.sum(eigh(D - W, D, eigvals_only=True) < 1e-9))
    fitted = ManifoldAlignment(n_components=4, n_neighbors=k, mu=mu, scaling="none").fit(Xs, pairs)
    F = np.concatenate(fitted.embeddings_)
    np.testing.assert_allclose((D - W) @ F, D @ F * fitted.eigenvalues_, atol=1e-9)
    np.testing.assert_allclose(fitted.eigenvalues_, eigh(D - W, D, eigvals_only=True)[zeros:zeros + 4], atol=1e-9)
    np.testing.assert_allclose(F.T @ D @ F, np.eye(4), atol=1e-9)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 5))
def test_feature_level_by_definition(seed, k):
    Xs, pairs = problem(seed)
    W = joint(Xs, pairs, k, 0.8)
    D, X = np.diag(W.sum(1)), block_diag(*Xs)
    values = eigh(X.T @ (D - W) @ X, X.T @ D @ X, eigvals_only=True)
    fitted = ManifoldAlignment(n_components=5, level="feature", n_neighbors=k, scaling="none").fit(Xs, pairs)
    np.testing.assert_allclose(fitted.eigenvalues_, values[values > 1e-10][:5], rtol=1e-7)
    for j, X in enumerate(Xs):
        np.testing.assert_allclose(fitted.transform(X, j), fitted.embeddings_[j], atol=1e-10)


def test_feature_level_with_more_channels_than_samples_is_finite_and_maps_its_own_rows():
    rng = np.random.default_rng(0)
    Xs = [rng.standard_normal((15, 60)), rng.standard_normal((14, 45))]
    fitted = ManifoldAlignment(level="feature").fit(Xs, np.stack([np.arange(8)] * 2, 1))
    for j, X in enumerate(Xs):
        np.testing.assert_allclose(fitted.transform(X, j), fitted.embeddings_[j], atol=1e-9)


def test_hard_constraints_put_a_standard_on_one_point():
    Xs, pairs = problem(3)
    fitted = ManifoldAlignment(hard_constraints=True, n_components=3, n_neighbors=4, scaling="none").fit(Xs, pairs)
    for a, i, b, j in pairs:
        np.testing.assert_allclose(fitted.embeddings_[a][i], fitted.embeddings_[b][j], atol=1e-12)
    # the limit of a soft constraint: pairs far heavier than neighbours
    W, n = block_diag(*[knn(X, 4) for X in Xs]), np.cumsum([0, 12, 10, 9])
    D = np.diag(W.sum(1))
    C = np.zeros_like(W)
    for a, i, b, j in pairs:
        C[n[a] + i, n[b] + j] = C[n[b] + j, n[a] + i] = 1
    weight = 1e7
    inner = W * 0
    place = np.arange(len(W))
    for a, i, b, j in pairs:
        place[place == place[n[b] + j]] = place[n[a] + i]
    inner[place[:, None] == place[None, :]] = W[place[:, None] == place[None, :]]
    W = W - inner
    D = np.diag(W.sum(1))
    soft = eigh(D - W + weight * (np.diag(C.sum(1)) - C), D + 1e-12 * np.eye(len(D)), eigvals_only=True)
    np.testing.assert_allclose(fitted.eigenvalues_, soft[soft > 1e-8][:3], rtol=1e-4)


def test_row_order_rotation_and_scale_do_not_matter():
    Xs, pairs = problem(5)
    rng = np.random.default_rng(1)
    order = rng.permutation(12)
    Q = np.linalg.qr(rng.standard_normal((4, 4)))[0]
    moved = [7.5 * Xs[0][order] @ Q, *Xs[1:]]
    moved_pairs = pairs.copy()
    first = pairs[:, 0] == 0
    moved_pairs[first, 1] = np.argsort(order)[pairs[first, 1]]
    for level in ("instance", "feature"):
        a = ManifoldAlignment(level=level, n_components=4, weighting="heat").fit(Xs, pairs)
        b = ManifoldAlignment(level=level, n_components=4, weighting="heat").fit(moved, moved_pairs)
        np.testing.assert_allclose(a.eigenvalues_, b.eigenvalues_, rtol=1e-8)
        back = np.empty_like(b.embeddings_[0])
        back[order] = b.embeddings_[0]
        np.testing.assert_allclose(projector(a.embeddings_), projector([back, *b.embeddings_[1:]]), atol=1e-8)


def test_refusals():
    Xs, pairs = problem(0)
    with pytest.raises(ParameterError, match="hard_constraints"):
        ManifoldAlignment(level="feature", hard_constraints=True).fit(Xs, pairs)
    with pytest.raises(ParameterError, match=r"\(n_components\): 500"):
        ManifoldAlignment(n_components=500).fit(Xs, pairs)
    with pytest.raises(NotImplementedError, match="ma-linear"):
        ManifoldAlignment().fit(Xs, pairs).transform(Xs[0], 0)


def test_a_graph_in_parts_is_said():
    rng = np.random.default_rng(2)
    A = np.concatenate([rng.standard_normal((8, 3)), rng.standard_normal((8, 3)) + 100])
    fitted = ManifoldAlignment(n_neighbors=3, n_components=2).fit([A, rng.standard_normal((9, 3))], [[0, 0], [1, 1]])
    assert any("parts" in w for w in fitted.warnings_)
