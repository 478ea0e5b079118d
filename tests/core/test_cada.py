"""CADA against references and the dense generalised eigenproblem by definition."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import scipy.linalg
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core import DataError, ParameterError, create
from spectralign_gui.core.numerics.range_factors import range_factors


def dense(
    Xs: list[np.ndarray], Ys: list[np.ndarray], *, alpha: float, ridge: float, penalty: float,
    weights: tuple[float, ...] | None = None, scale_terms: bool = False, kappa: float = 0.0,
    pairs: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues (descending) and coordinates Xf of the printed problem, N × N and P × P matrices and all."""
    sizes = [len(X) for X in Xs]
    X = scipy.linalg.block_diag(*Xs)
    C = scipy.linalg.block_diag(*[np.eye(n) - 1 / n for n in sizes])
    W = np.repeat(weights or (1.0,) * len(Xs), sizes)
    Rs = []
    for Z in Xs:
        U, s, _ = np.linalg.svd(Z, full_matrices=False)
        keep = s > np.sqrt(penalty)
        Rs.append((U[:, keep] * (1 - penalty / s[keep] ** 2)) @ U[:, keep].T)
    R = scipy.linalg.block_diag(*Rs)
    rest = np.eye(len(R)) - R
    M = rest.T @ (W[:, None] * rest)
    known = [np.isfinite(Y) for Y in Ys]
    stack = np.concatenate(Ys)
    mean = np.nansum(stack * W[:, None], axis=0) / (np.isfinite(stack) * W[:, None]).sum(axis=0)
    norm2 = np.nansum(W[:, None] * (stack - mean) ** 2)
    Y = np.concatenate([np.where(k, y - np.nanmean(y, axis=0), 0) for k, y in zip(known, Ys, strict=True)])
    WY = W[:, None] * Y
    L = np.zeros((len(R), len(R)))
    for i, j in () if pairs is None else pairs:
        a, b = i, sizes[0] + j
        L[[a, b], [a, b]] += 1
        L[a, b] -= 1
        L[b, a] -= 1
    term, a = WY @ WY.T / norm2, alpha
    if scale_terms:
        root = np.sqrt(W)[:, None] * Y
        term, a = WY @ WY.T / np.linalg.norm(root @ root.T, 2), alpha / np.linalg.norm(M, 2)
    A = X.T @ (term - a * M - kappa * L) @ X
    B = X.T @ C @ (W[:, None] * C) @ X + ridge * np.eye(X.shape[1])
    blocks = []
    for Z in Xs:
        _, s, Vt = np.linalg.svd(Z - Z.mean(axis=0), full_matrices=False)
        blocks.append(Vt[s > 1e-10 * s[0]].T)
    V = scipy.linalg.block_diag(*blocks)
    values, g = scipy.linalg.eigh(V.T @ A @ V, V.T @ B @ V)
    return values[::-1], (X @ V @ g)[:, ::-1]


def sets(seed: int = 0, sizes: tuple[int, int] = (20, 17), p: tuple[int, int] = (7, 6), q: int = 2,
         ) -> tuple[list[np.ndarray], list[np.ndarray]]:
    rng = np.random.default_rng(seed)
    Xs, Ys = [], []
    for n, channels in zip(sizes, p, strict=True):
        latent = rng.standard_normal((n, 4))
        Xs.append(latent @ rng.standard_normal((4, channels)) + 0.3 * rng.standard_normal((n, channels)) + 0.5)
        Ys.append(latent[:, :q] + 0.1 * rng.standard_normal((n, q)) + 3)
    return Xs, Ys


def same_axes(found: np.ndarray, wanted: np.ndarray, tolerance: float = 1e-7) -> None:
    for a, b in zip(found.T, wanted.T, strict=True):
        assert min(np.abs(a - b).max(), np.abs(a + b).max()) <= tolerance * np.abs(b).max()


@pytest.mark.parametrize("name", ["cada_alpha0.0_ridge0.0", "cada_alpha0.1_ridge0.0", "cada_alpha1.0_ridge0.01"])
def test_reference(shared: Path, name: str) -> None:
    z = np.load(shared / "reference" / f"{name}.npz")
    Xs, Ys = [z["X0"], z["X1"]], [z["Y0"], z["Y1"]]
    fitted = create("cada", scaling="none", penalty=float(z["penalty"]), alpha=float(z["alpha"]),
                    ridge=float(z["ridge"]), n_components=int(z["n_components"])).fit(Xs, targets=Ys)
    np.testing.assert_allclose(fitted.eigenvalues_, z["eigenvalues"], atol=1e-10)
    d = z["embedding_abs"].shape[1]
    np.testing.assert_allclose(np.abs(np.concatenate(fitted.embeddings_))[:, :d], z["embedding_abs"], atol=1e-7)
    for k, X in enumerate(Xs):
        np.testing.assert_allclose(fitted.transform(X, k), fitted.embeddings_[k], atol=1e-10)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000), st.sampled_from([0.0, 0.05, 1.0]), st.sampled_from([0.0, 0.02, 2.0]),
       st.sampled_from([None, (1.0, 3.0)]), st.booleans(), st.sampled_from([0.0, 0.01]), st.booleans())
def test_every_option_by_definition(
    seed: int, alpha: float, ridge: float, weights: tuple[float, ...] | None, scale: bool, kappa: float,
    holes: bool,
) -> None:
    Xs, Ys = sets(seed)
    if holes:
        Ys[0][3, 0] = Ys[1][5:9] = np.nan
    pairs = np.stack([np.arange(10, 15)] * 2, axis=1)
    fitted = create("cada", scaling="none", penalty=1.0, alpha=alpha, ridge=ridge, weights=weights, scale_terms=scale,
                    correspondence_weight=kappa, n_components=2, share_targets=False,
                    ).fit(Xs, pairs=pairs, targets=Ys)
    values, F = dense(Xs, Ys, alpha=alpha, ridge=ridge, penalty=1.0, weights=weights, scale_terms=scale, kappa=kappa,
                      pairs=pairs)
    np.testing.assert_allclose(fitted.eigenvalues_, values[:2], atol=1e-9)
    same_axes(np.concatenate(fitted.embeddings_), F[:, :2], 1e-6)


def test_more_channels_than_samples() -> None:
    Xs, Ys = sets(1, sizes=(15, 12), p=(40, 30))
    fitted = create("cada", scaling="none", penalty=1.0, ridge=3.0, n_components=2).fit(Xs, targets=Ys)
    values, F = dense(Xs, Ys, alpha=0.1, ridge=3.0, penalty=1.0)
    np.testing.assert_allclose(fitted.eigenvalues_, values[:2], atol=1e-9)
    same_axes(np.concatenate(fitted.embeddings_), F[:, :2], 1e-6)
    free = create("cada", n_components=2).fit(Xs, targets=Ys)
    assert sum("without a ridge" in w for w in free.warnings_) == 2
    assert not any("without a ridge" in w for w in fitted.warnings_)


def test_a_linear_kernel_is_the_primal_form() -> None:
    """With a ridge too: βK in the dual equals βI in the primal."""
    Xs, Ys = sets(2, p=(30, 25))
    settings_ = {"ridge": 5.0, "alpha": 0.3, "penalty": 2.0, "n_components": 2}
    primal = create("cada", **settings_).fit(Xs, targets=Ys)
    dual = create("cada", kernel="linear", **settings_).fit(Xs, targets=Ys)
    np.testing.assert_allclose(dual.eigenvalues_, primal.eigenvalues_, atol=1e-9)
    new = [X[:5] + 0.1 for X in Xs]
    for k in (0, 1):
        same_axes(dual.embeddings_[k], primal.embeddings_[k], 1e-6)
        same_axes(dual.transform(new[k], k), primal.transform(new[k], k), 1e-6)
        np.testing.assert_allclose(dual.predict(new[k], k), primal.predict(new[k], k), rtol=1e-6)


def test_kernel_form_by_definition() -> None:
    Xs, Ys = sets(3)
    alpha, beta, lam, gamma = 0.2, 0.05, 0.3, 0.1
    fitted = create("kcada", scaling="none", penalty=lam, alpha=alpha, ridge=beta, gamma=gamma, n_components=2,
                    ).fit(Xs, targets=Ys)
    Ks = [np.exp(-gamma * ((X[:, None] - X[None]) ** 2).sum(axis=2)) for X in Xs]
    Rs = []
    for K in Ks:
        sigma, U = np.linalg.eigh(K)
        keep = sigma > lam
        Rs.append((U[:, keep] * (1 - lam / sigma[keep])) @ U[:, keep].T)
    rest = np.eye(37) - scipy.linalg.block_diag(*Rs)
    C = scipy.linalg.block_diag(*[np.eye(len(K)) - 1 / len(K) for K in Ks])
    K = C @ scipy.linalg.block_diag(*Ks) @ C
    stack = np.concatenate(Ys)
    norm2 = ((stack - stack.mean(axis=0)) ** 2).sum()
    Y = np.concatenate([y - y.mean(axis=0) for y in Ys])
    A = K @ (Y @ Y.T / norm2 - alpha * rest.T @ rest) @ K
    B = K @ C @ K + beta * K
    sigma, Q = np.linalg.eigh(K)
    V = Q[:, sigma > 1e-9 * sigma[-1]]
    values, h = scipy.linalg.eigh(V.T @ A @ V, V.T @ B @ V)
    np.testing.assert_allclose(fitted.eigenvalues_, values[::-1][:2], atol=1e-6)
    same_axes(np.concatenate(fitted.embeddings_), (K @ V @ h)[:, ::-1][:, :2], 1e-4)
    np.testing.assert_allclose(fitted.transform(Xs[1], 1), fitted.embeddings_[1], atol=1e-8)


def test_large_problems_are_solved_by_iteration_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    Xs, Ys = sets(4, sizes=(40, 35), p=(30, 25))
    for settings_ in ({"ridge": 0.0}, {"ridge": 0.5, "correspondence_weight": 0.02}, {"ridge": 0.5, "alpha": 2.0}):
        wanted = create("cada", n_components=2, scaling="none", penalty=1.0, **settings_).fit(
            Xs, pairs=[(0, 0), (1, 4)], targets=Ys)
        monkeypatch.setattr("spectralign_gui.core.numerics.correlation.DENSE", 5)
        found = create("cada", n_components=2, scaling="none", penalty=1.0, **settings_).fit(
            Xs, pairs=[(0, 0), (1, 4)], targets=Ys)
        more = create("cada", n_components=5, penalty=1.0, **settings_).fit(Xs, targets=Ys)
        monkeypatch.undo()
        np.testing.assert_allclose(found.eigenvalues_, wanted.eigenvalues_, atol=1e-9)
        same_axes(np.concatenate(found.embeddings_), np.concatenate(wanted.embeddings_), 1e-6)
        if settings_["ridge"]:
            # five properties of which few are above α: the others must not be taken for collapsed axes
            many = [np.hstack([Y, Y @ [[1, 0.1], [0.2, 1]], Y[:, :1]]) + 0.01 for Y in Ys]
            monkeypatch.setattr("spectralign_gui.core.numerics.correlation.DENSE", 5)
            assert create("cada", n_components=5, penalty=1.0, **settings_).fit(Xs, targets=many).n_components_ == 5
            monkeypatch.undo()
        all_axes = create("cada", n_components=5, penalty=1.0, **settings_).fit(Xs, targets=Ys)
        np.testing.assert_allclose(more.eigenvalues_, all_axes.eigenvalues_, atol=5e-3)


def test_collapsed_axes_are_skipped_and_it_is_said() -> None:
    rng = np.random.default_rng(5)
    Xs = [rng.standard_normal((30, 8)) * np.logspace(0, -4, 8) for _ in range(2)]
    Ys = [X[:, :1] + 0.1 * rng.standard_normal((30, 1)) for X in Xs]
    fitted = create("cada", scaling="none", penalty=1e-9, ridge=0.01, n_components=4).fit(Xs, targets=Ys)
    for j in range(4):
        f = np.concatenate([F[:, j] - F[:, j].mean() for F in fitted.embeddings_])
        assert (f**2).sum() > 0.09 or fitted.eigenvalues_[j] >= 0
    assert any("driven by correlation" in w for w in fitted.warnings_)
    arbitrary = create("cada", scaling="none", penalty=1e-9, alpha=0.0, n_components=3).fit(Xs, targets=Ys)
    assert any("arbitrary" in w for w in arbitrary.warnings_)
    assert create("cada", ridge=0.01).fit(Xs, targets=Ys).n_components_ == 1
    with pytest.raises(ParameterError, match="n_components"):
        create("cada", n_components=400).fit(Xs, targets=Ys)


def test_prediction_carries_over_between_instruments() -> None:
    """Reference values on all of A and few of B; new samples of B are predicted far better than by their mean."""
    rng = np.random.default_rng(6)
    latent = [rng.standard_normal((80, 3)) for _ in range(2)]
    Xs = [z @ rng.standard_normal((3, p)) + 0.02 * rng.standard_normal((80, p)) for z, p in zip(latent, (12, 9),
                                                                                           strict=True)]
    Ys = [z @ np.array([[1.0], [0.5], [-0.3]]) + 10 * (k + 1) for k, z in enumerate(latent)]
    few = [Ys[0], np.where(np.arange(80)[:, None] < 12, Ys[1], np.nan)]
    for d, share in ((1, 0.4), (4, 0.1)):  # axes of the geometry sharpen the picture that few values give
        fitted = create("cada", ridge=1.0, n_components=d).fit(Xs, targets=few)
        error = fitted.predict(Xs[1][12:], 1) - Ys[1][12:]
        assert np.sqrt((error**2).mean()) < share * Ys[1].std()
    assert fitted.to_spectra(Xs[1], 1, 0).shape == (80, 12)


def test_values_of_standards_are_shared() -> None:
    Xs, Ys = sets(7)
    pairs = np.stack([np.arange(10)] * 2, axis=1)
    lacking = [Ys[0], np.full_like(Ys[1], np.nan)]
    filled = [Ys[0], np.concatenate([Ys[0][:10], lacking[1][10:]])]
    a = create("cada", ridge=0.1).fit(Xs, pairs=pairs, targets=lacking)
    b = create("cada", ridge=0.1, share_targets=False).fit(Xs, targets=filled)
    np.testing.assert_allclose(a.eigenvalues_, b.eigenvalues_)
    alone = create("cada", ridge=0.1).fit(Xs, targets=lacking)
    assert any("no reference values" in w for w in alone.warnings_)


def test_bad_input() -> None:
    Xs, Ys = sets(8)
    with pytest.raises(ParameterError, match="weights"):
        create("cada", weights=(1.0,)).fit(Xs, targets=Ys)
    with pytest.raises(DataError, match="do not vary"):
        create("cada").fit(Xs, targets=[np.full_like(Y, 5 + k) for k, Y in enumerate(Ys)])


def test_range_by_gram_matrices_reaches_the_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(9)
    U, V = (np.linalg.qr(rng.standard_normal((n, 30)))[0] for n in (60, 90))
    s = np.logspace(0, -9, 30)
    monkeypatch.setattr("spectralign_gui.core.numerics.range_factors.DIRECT", 5)
    for Z, left in (((U * s) @ V.T, U), ((V * s) @ U.T, V)):
        basis, values = range_factors(Z)
        assert len(values) == 30
        np.testing.assert_allclose(values, s, rtol=1e-4)
        # the space of each tail is right to what a cut at 1e-10 needs
        for r in (5, 15, 30):
            gap = left[:, :r] - basis[:, :r] @ (basis[:, :r].T @ left[:, :r])
            assert np.abs(gap).max() < 1e-4
    np.testing.assert_allclose(basis.T @ basis, np.eye(30), atol=1e-4)


def test_spectra_of_the_fit_get_their_stored_coordinates_back():
    from spectralign_gui.core import CADA

    rng = np.random.default_rng(0)
    one = rng.normal(size=(12, 1)) @ rng.normal(size=(1, 6))  # rank one: all other directions are rounding
    Xs, targets = [one + 1.0, 2 * one - 1.0], [one[:, :1], one[:, :1]]
    for kernel in (None, "rbf"):
        fitted = CADA(kernel=kernel, ridge=0.1, n_components=1).fit(Xs, targets=targets)
        for k, X in enumerate(Xs):
            np.testing.assert_allclose(fitted.transform(X, k), fitted.embeddings_[k], rtol=0, atol=1e-12)


def test_a_row_of_zeros_is_recognised():
    from spectralign_gui.core.numerics.lookup import RowLookup

    X = np.vstack([np.zeros(5), np.random.default_rng(1).normal(size=(3, 5)), np.full(5, 1e-200)])
    assert RowLookup.of(X).find(X).tolist() == [0, 1, 2, 3, 4]
    assert RowLookup.of(X).find(X[1:2] * (1 + 1e-6)).tolist() == [-1]


def test_the_automatic_ridge_predicts_new_samples_better_than_none():
    rng = np.random.default_rng(3)
    pure = rng.standard_normal((6, 120))
    latent = [rng.standard_normal((n, 6)) for n in (50, 40, 40)]
    A, B, new = (z @ pure + 0.3 * rng.standard_normal((len(z), 120)) for z in latent)
    values = [z[:, :2] + 0.1 * rng.standard_normal((len(z), 2)) for z in latent]
    fits = {r: create("cada", ridge=r).fit([A, B], targets=values[:2]) for r in (0.0, None)}
    errors = {r: float(((f.predict(new, 1) - values[2]) ** 2).mean()) for r, f in fits.items()}
    assert fits[None].chosen_["ridge"] > 0 and fits[None].get_params()["ridge"] is None
    assert errors[None] < 0.8 * errors[0.0]
    order = rng.permutation(50)
    turned = create("cada", ridge=None).fit([A[order], B], targets=[values[0][order], values[1]])
    assert turned.chosen_["ridge"] == pytest.approx(fits[None].chosen_["ridge"])
