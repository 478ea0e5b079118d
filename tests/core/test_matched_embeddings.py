"""Procrustes alignment and affine matching after Laplacian eigenmaps, LPP and PCA."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import eigh
from scipy.optimize import minimize_scalar

from spectralign_gui.core.alignments.affine import AffineAlignment
from spectralign_gui.core.alignments.procrustes import ProcrustesAlignment, procrustes
from spectralign_gui.core.errors import PairsError


def test_reference(shared):
    z = np.load(shared / "reference" / "procrustes.npz", allow_pickle=False)
    X, Y = (z[k] - z[k].mean(axis=0) for k in ("X", "Y"))
    Q, k = procrustes(X, Y)
    np.testing.assert_allclose(Q, z["Q"], atol=1e-12)
    assert k == pytest.approx(float(z["k"]), rel=1e-12)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_no_other_turn_or_stretch_fits_better(seed):
    rng = np.random.default_rng(seed)
    X, Y = rng.standard_normal((2, 8, 3))
    Q, k = procrustes(X, Y)
    best = np.linalg.norm(X - k * Y @ Q)
    for _ in range(20):
        other = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        found = minimize_scalar(lambda f, R=other: np.linalg.norm(X - f * Y @ R))
        assert best <= found.fun + 1e-9


def sets(seed=0, n=40):
    rng = np.random.default_rng(seed)
    latent = rng.standard_normal((n, 3)) * [3.0, 2.0, 1.0]
    A = latent @ rng.standard_normal((3, 9)) + 0.01 * rng.standard_normal((n, 9))
    B = latent @ rng.standard_normal((3, 7)) + 0.01 * rng.standard_normal((n, 7))
    return A, B, np.stack([np.arange(12)] * 2, 1)


def test_affine_map_is_the_least_squares_one():
    A, B, pairs = sets()
    fitted = AffineAlignment(embedding="pca", n_components=3).fit([A, B], pairs)
    plain = [np.linalg.svd(_scaled(S), full_matrices=False) for S in (A, B)]
    X, Y = (U[:, :3] * s[:3] for U, s, _ in plain)
    design = np.column_stack([Y[:12], np.ones(12)])
    solution = np.linalg.lstsq(design, X[:12], rcond=None)[0]
    expected = np.column_stack([Y, np.ones(40)]) @ solution - X[:12].mean(axis=0)
    signs = np.sign((fitted.embeddings_[0] * (X - X[:12].mean(axis=0))).sum(axis=0))
    np.testing.assert_allclose(fitted.embeddings_[1] * signs, expected, atol=1e-9)


def _scaled(S):
    S = S - S.mean(axis=0)
    return S / np.sqrt((S ** 2).mean())


@pytest.mark.parametrize("method", [ProcrustesAlignment, AffineAlignment])
@pytest.mark.parametrize("embedding", ["laplacian", "lpp", "pca"])
def test_standards_are_centred_and_linear_embeddings_transform(method, embedding):
    A, B, pairs = sets()
    fitted = method(embedding=embedding).fit([A, B], pairs)
    for k in (0, 1):
        np.testing.assert_allclose(fitted.embeddings_[k][:12].mean(axis=0), 0, atol=1e-9)
        if embedding == "laplacian":
            with pytest.raises(NotImplementedError, match="lpp or pca"):
                fitted.transform((A, B)[k], k)
        else:
            np.testing.assert_allclose(fitted.transform((A, B)[k], k), fitted.embeddings_[k], atol=1e-9)


@pytest.mark.parametrize("method", [ProcrustesAlignment, AffineAlignment])
def test_a_turned_copy_is_matched_exactly(method):
    A, _, pairs = sets()
    Q = np.linalg.qr(np.random.default_rng(5).standard_normal((9, 9)))[0]
    fitted = method(embedding="pca", n_components=3).fit([A, 4 * A @ Q], pairs)
    np.testing.assert_allclose(fitted.embeddings_[0], fitted.embeddings_[1], atol=1e-8)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 6))
def test_lpp_by_definition(seed, k):
    rng = np.random.default_rng(seed)
    A, B = rng.standard_normal((15, 4)), rng.standard_normal((14, 4))
    fitted = ProcrustesAlignment(embedding="lpp", n_components=3, n_neighbors=k, scaling="none").fit(
        [A, B], np.stack([np.arange(8)] * 2, 1))
    D2 = np.linalg.norm(A[:, None] - A[None], axis=2)
    W = np.zeros((15, 15))
    for i in range(15):
        W[i, [j for j in np.argsort(D2[i]) if j != i][:k]] = 1
    W = np.maximum(W, W.T)
    D = np.diag(W.sum(1))
    _, vectors = eigh(A.T @ (D - W) @ A, A.T @ D @ A)
    expected = A @ vectors[:, :3]
    expected = expected - expected[:8].mean(axis=0)
    np.testing.assert_allclose(np.abs(fitted.embeddings_[0]), np.abs(expected), atol=1e-8)


def test_few_standards_are_said():
    A, B, _ = sets()
    three = np.stack([np.arange(3)] * 2, 1)
    assert ProcrustesAlignment(embedding="pca").fit([A, B], three).n_components_ == 2
    fitted = ProcrustesAlignment(embedding="pca", n_components=5).fit([A, B], three)
    assert any("2 directions" in w for w in fitted.warnings_)
    with pytest.raises(PairsError, match="two different standards"):
        AffineAlignment(embedding="pca").fit([A, B], [[0, 0]])


def test_principal_components_are_centred_also_without_scaling():
    A, B, pairs = sets()
    plain = ProcrustesAlignment(embedding="pca", n_components=3, scaling="none").fit([A, B], pairs)
    moved = ProcrustesAlignment(embedding="pca", n_components=3, scaling="none").fit([A + 50, B - 20], pairs)
    for E, F in zip(plain.embeddings_, moved.embeddings_, strict=True):
        np.testing.assert_allclose(np.linalg.norm(E[:, None] - E[None], axis=2),
                                   np.linalg.norm(F[:, None] - F[None], axis=2), atol=1e-8)
    np.testing.assert_allclose(moved.transform(A + 50, 0), moved.embeddings_[0], atol=1e-8)
