"""Every alignment against its definition written out with dense matrices, on small random sets.

`PROVED` says for each method where that is done: here, or in the file of the method. A method without such a
test fails `test_no_alignment_is_left_out`.
"""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.linalg import block_diag, eigh
from sklearn.cross_decomposition import CCA

from spectralign_gui.core import create
from spectralign_gui.core.errors import ParameterError
from spectralign_gui.core.registry import methods

PROVED = {
    "affine": "here:test_matched_embeddings", "procrustes": "here:test_matched_embeddings",
    "cca": "test_latent_alignments:test_pair_mode_is_cca", "pls": "test_latent_alignments:test_pair_mode_is_pls_svd",
    "cca-multi": "test_latent_alignments:test_multi_mode_is_one_model_per_set",
    "pls-multi": "test_latent_alignments:test_multi_mode_is_one_model_per_set",
    "cca-joint": "here:test_joint_models", "pls-joint": "here:test_joint_models",
    "cada": "test_cada:test_every_option_by_definition", "kcada": "here:test_kernel_cada",
    "dar": "here:test_domain_adaptation", "dasr": "here:test_structured_adaptation",
    "global": "test_global_geometry:test_by_definition", "global-linear": "test_global_geometry:test_by_definition",
    "hda": "test_subspace_and_hda:test_hda_by_definition",
    "sa": "test_subspace_and_hda:test_subspace_alignment_by_definition",
    "lra": "test_lra:test_equals_the_dense_problem", "klra": "here:test_kernel_low_rank",
    "slra": "here:test_embedding_of_any_reconstruction", "rlra": "here:test_embedding_of_any_reconstruction",
    "lra-cluster": "here:test_clustering_embedding", "lre": "here:test_low_rank_embedding",
    "ma": "test_manifold_alignment:test_instance_level_by_definition",
    "ma-linear": "test_manifold_alignment:test_feature_level_by_definition", "ma-hard": "here:test_hard_constraints",
    "multiscale": "test_multiscale_and_unsupervised:test_levels_by_definition",
    "unsupervised": "test_multiscale_and_unsupervised:test_pattern_distances_by_definition",
}
SEEDS = st.integers(0, 10_000)


def test_no_alignment_is_left_out() -> None:
    alignments = {name for name, info in methods().items() if info.family == "alignment"}
    assert alignments - set(PROVED) == set(), "write a test by definition and name it here"
    assert set(PROVED) <= set(methods()), "named here but not registered"
    for name, place in PROVED.items():
        file, function = place.split(":")
        module = importlib.import_module(__name__ if file == "here" else f"tests.core.{file}")
        test = getattr(module, function, None)
        assert callable(test), f"{name}: {place} is not there"
        assert hasattr(test, "hypothesis"), f"{name}: {place} does not draw its problems"


# -- problems ----------------------------------------------------------------------------------------
PAIRINGS = ["one-to-one", "three instruments", "many-to-many"]


def latent_sets(seed: int, kind: str = "one-to-one", n: int = 14) -> tuple[list[np.ndarray], np.ndarray]:
    """Noisy views of common samples, and pairs (m, 4) of the kind that is asked for."""
    rng = np.random.default_rng(seed)
    count = 3 if kind == "three instruments" else 2
    latent = rng.standard_normal((n, 3)) * [3.0, 2.0, 1.0]
    Xs = [latent[:n - k] @ rng.standard_normal((3, 6 + k)) + 0.1 * rng.standard_normal((n - k, 6 + k))
          for k in range(count)]
    if kind == "many-to-many":
        pairs = [(0, i, 1, j) for i in range(n) for j in range(n - 1) if rng.random() < 0.12]
        return Xs, np.array([*pairs, (0, 0, 1, 0)][: len(pairs) or 1])
    return Xs, np.array([(a, i, a + 1, i) for a in range(count - 1) for i in range(5 + a)])


def starts(Xs: list[np.ndarray]) -> np.ndarray:
    return np.concatenate([[0], np.cumsum([len(X) for X in Xs])])


def laplacian(Xs: list[np.ndarray], pairs: np.ndarray) -> np.ndarray:
    o = starts(Xs)
    C = np.zeros((o[-1], o[-1]))
    for a, i, b, j in pairs:
        C[o[a] + i, o[b] + j] = C[o[b] + j, o[a] + i] = 1
    return np.diag(C.sum(axis=1)) - C


def check_embedding(fitted: object, Rs: list[np.ndarray], L: np.ndarray, mu: float, skip: int = 0) -> None:
    """The fit has the smallest eigenpairs of (1−µ)(I−R)ᵀ(I−R) + 2µL but the first `skip`."""
    rest = np.eye(len(L)) - block_diag(*Rs)
    A = (1 - mu) * rest.T @ rest + 2 * mu * L
    values = np.linalg.eigvalsh(A)
    F = np.concatenate(fitted.embeddings_)  # type: ignore[attr-defined]
    found = fitted.eigenvalues_  # type: ignore[attr-defined]
    np.testing.assert_allclose(found, values[skip:skip + F.shape[1]], atol=1e-9)
    np.testing.assert_allclose(A @ F, F * found, atol=1e-7)
    np.testing.assert_allclose(F.T @ F, np.eye(F.shape[1]), atol=1e-8)


def knn(X: np.ndarray, k: int) -> np.ndarray:
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    W = np.zeros_like(D)
    for i in range(len(X)):
        W[i, [j for j in np.argsort(D[i], kind="stable") if j != i][:k]] = 1
    return np.maximum(W, W.T)


# -- low rank family ---------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", PAIRINGS)
@pytest.mark.parametrize("name", ["slra", "rlra"])
@settings(max_examples=6, deadline=None)
@given(seed=SEEDS, mu=st.sampled_from([0.0, 0.5, 0.9]))
def test_embedding_of_any_reconstruction(name: str, kind: str, seed: int, mu: float) -> None:
    """R is proved optimal elsewhere; here the reduced eigenproblem over it equals the dense one."""
    Xs, pairs = latent_sets(seed, kind)
    fitted = create(name, rank=3, mu=mu, n_components=2).fit(Xs, pairs)
    check_embedding(fitted, [R.matrix() for R in fitted.reconstructions_], laplacian(Xs, pairs), mu)


@pytest.mark.parametrize("kind", PAIRINGS)
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS, mu=st.sampled_from([0.3, 0.8]))
@example(seed=7850, mu=0.8)  # many-to-many: one dimension only
def test_clustering_embedding(kind: str, seed: int, mu: float) -> None:
    Xs, pairs = latent_sets(seed, kind)
    penalty = 2.0
    shares = []
    for X in Xs:
        U, s, _ = np.linalg.svd(X, full_matrices=False)
        keep = s > np.sqrt(penalty)
        R = np.abs((U[:, keep] * (1 - penalty / s[keep] ** 2)) @ U[:, keep].T)
        shares.append(R / R.sum(axis=1, keepdims=True))
    L = laplacian(Xs, pairs)
    rest = np.eye(len(L)) - block_diag(*shares)
    below = (np.linalg.eigvalsh((1 - mu) * rest.T @ rest + 2 * mu * L) < (1 - mu) * (1 - 1e-6)).sum()
    model = create("lra-cluster", scaling="none", penalty=penalty, mu=mu, n_components=2, n_clusters=2)
    if below < 3:  # the constant and two more: what lies above 1 − µ is noise
        with pytest.raises(ParameterError, match=f"the data hold (only )?{below - 1} joint dimensions"):
            model.fit(Xs, pairs)
        return
    fitted = model.fit(Xs, pairs)
    assert fitted.n_null_ == 1, "every sample is linked, so only the constant is free"
    check_embedding(fitted, shares, L, mu, skip=1)


@pytest.mark.parametrize("kind", PAIRINGS)
@pytest.mark.parametrize("kernel", ["rbf", "polynomial", "cosine", "linear"])
@settings(max_examples=6, deadline=None)
@given(seed=SEEDS, mu=st.sampled_from([0.0, 0.5, 0.9]))
def test_kernel_low_rank(kernel: str, kind: str, seed: int, mu: float) -> None:
    Xs, pairs = latent_sets(seed, kind)
    gamma, degree, constant, omega = 0.05, 2, 0.5, 4.0
    fitted = create("klra", scaling="none", kernel=kernel, gamma=gamma, degree=degree, coef0=constant, omega=omega,
                    mu=mu, n_components=2).fit(Xs, pairs)
    Rs = []
    for X in Xs:
        if kernel == "rbf":
            K = np.array([[np.exp(-gamma * ((x - z) ** 2).sum()) for z in X] for x in X])
        elif kernel == "polynomial":
            K = np.array([[(gamma * (x @ z) + constant) ** degree for z in X] for x in X])
        else:
            norms = np.linalg.norm(X, axis=1) if kernel == "cosine" else np.ones(len(X))
            K = X @ X.T / norms[:, None] / norms
        sigma, U = np.linalg.eigh(K)
        keep = sigma > 1 / omega
        Rs.append((U[:, keep] * (1 - 1 / (omega * sigma[keep]))) @ U[:, keep].T)
    check_embedding(fitted, Rs, laplacian(Xs, pairs), mu)


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, penalty=st.sampled_from([0.5, 2.0, 10.0]))
def test_low_rank_embedding(seed: int, penalty: float) -> None:
    X = latent_sets(seed)[0][0]
    fitted = create("lre", scaling="none", penalty=penalty, n_components=2).fit([X])
    U, s, _ = np.linalg.svd(X, full_matrices=False)
    keep = s > np.sqrt(penalty)
    R = (U[:, keep] * (1 - penalty / s[keep] ** 2)) @ U[:, keep].T
    values = np.linalg.eigvalsh((np.eye(len(X)) - R).T @ (np.eye(len(X)) - R))
    F = fitted.embeddings_[0]
    np.testing.assert_allclose(fitted.eigenvalues_, values[:2], atol=1e-10)
    np.testing.assert_allclose((np.eye(len(X)) - R).T @ (np.eye(len(X)) - R) @ F, F * fitted.eigenvalues_, atol=1e-9)
    np.testing.assert_allclose(F.T @ F, np.eye(2), atol=1e-10)


# -- manifold alignment ------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", PAIRINGS)
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS, k=st.integers(3, 5))
def test_hard_constraints(kind: str, seed: int, k: int) -> None:
    """Paired rows, and those paired with them in turn, are one vertex whose links add up; links inside it vanish."""
    Xs, pairs = latent_sets(seed, kind)
    o, W = starts(Xs), block_diag(*[knn(X, k) for X in Xs])
    place = np.arange(len(W))
    for a, i, b, j in pairs:
        place[place == place[o[b] + j]] = place[o[a] + i]
    points = np.unique(place, return_inverse=True)[1]
    M = np.eye(points.max() + 1)[points]  # (rows, vertices)
    merged = M.T @ W @ M
    np.fill_diagonal(merged, 0.0)
    D = np.diag(merged.sum(axis=1))
    if (np.diag(D) == 0).any():
        return  # every link of a vertex lies inside it
    values = eigh(D - merged, D, eigvals_only=True)
    zeros = int((values < 1e-9).sum())
    if zeros + 2 > len(values):
        return
    fitted = create("ma-hard", n_components=2, n_neighbors=k, scaling="none").fit(Xs, pairs)
    F = np.concatenate(fitted.embeddings_)
    G = np.linalg.lstsq(M, F, rcond=None)[0]
    np.testing.assert_allclose(M @ G, F, atol=1e-12)
    np.testing.assert_allclose(fitted.eigenvalues_, values[zeros:zeros + 2], atol=1e-9)
    np.testing.assert_allclose((D - merged) @ G, D @ G * fitted.eigenvalues_, atol=1e-8)


@pytest.mark.parametrize("name", ["procrustes", "affine"])
@pytest.mark.parametrize("embedding", ["laplacian", "lpp", "pca"])
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_matched_embeddings(name: str, embedding: str, seed: int) -> None:
    """Sets that are embedded by themselves, the second moved onto the first as the standards say."""
    rng = np.random.default_rng(seed)
    Xs, _ = latent_sets(seed, n=24)
    Xs = [X - X.mean(axis=0) for X in Xs]
    pairs = np.stack([rng.permutation(24)[:8], rng.permutation(23)[:8]], axis=1)
    own = []
    for X in Xs:
        W = knn(X, 6)
        D = np.diag(W.sum(axis=1))
        if embedding == "pca":
            E = X @ np.linalg.svd(X, full_matrices=False)[2][:2].T
        elif embedding == "lpp":
            values, v = eigh(X.T @ (D - W) @ X, X.T @ D @ X)
            E = X @ v[:, values > 1e-10][:, :2]
        else:
            values, v = eigh(D - W, D)
            if (values < 1e-9).sum() > 1:
                return  # a graph in parts; which vectors count is tested with the graphs
            E = v[:, 1:3]
        own.append(E)
    fitted = create(name, embedding=embedding, n_neighbors=6, n_components=2, scaling="none").fit(Xs, pairs)
    A, B = (E - E[rows].mean(axis=0) for E, rows in zip(own, pairs.T, strict=True))
    a, b = A[pairs[:, 0]], B[pairs[:, 1]]
    if name == "affine":
        moved = B @ np.linalg.lstsq(b, a, rcond=None)[0]
    else:
        U, s, Vt = np.linalg.svd(b.T @ a)
        moved = s.sum() / (b ** 2).sum() * B @ U @ Vt
    signs = np.sign((fitted.embeddings_[0] * A).sum(axis=0))
    size = np.linalg.norm(A) / np.linalg.norm(fitted.embeddings_[0])
    np.testing.assert_allclose(size, 1, rtol=1e-6)
    np.testing.assert_allclose(fitted.embeddings_[0] * signs, A, atol=1e-7 * np.abs(A).max())
    np.testing.assert_allclose(fitted.embeddings_[1] * signs, moved, atol=1e-6 * np.abs(moved).max())


# -- latent variables --------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["cca", "pls"])
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_three_sets_by_the_sum_over_pairs(name: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    latent = rng.standard_normal((30, 2))
    Xs = [latent @ rng.standard_normal((2, p)) + 0.3 * rng.standard_normal((30, p)) for p in (4, 3, 5)]
    rows = np.arange(20)
    pairs = [(a, i, b, i) for i in rows for a, b in ((0, 1), (0, 2), (1, 2))]
    fitted = create(name, n_components=2, scaling="none").fit(Xs, pairs)
    blocks = [X[rows] - X[rows].mean(axis=0) for X in Xs]
    if name == "cca":  # whitened
        blocks = [np.linalg.svd(B, full_matrices=False)[0] for B in blocks]
    S = np.hstack(blocks).T @ np.hstack(blocks)
    S -= block_diag(*[B.T @ B for B in blocks])
    values, vectors = np.linalg.eigh(S)
    np.testing.assert_allclose(np.sort(fitted.eigenvalues_)[::-1] / fitted.eigenvalues_[0],
                               values[::-1][:2] / values[-1], rtol=1e-8)
    begin = 0
    for B, E in zip(blocks, fitted.embeddings_, strict=True):
        scores = B @ vectors[begin:begin + B.shape[1], ::-1][:, :2]
        begin += B.shape[1]
        for j in range(2):
            assert abs(np.corrcoef(scores[:, j], E[rows, j])[0, 1]) == pytest.approx(1, abs=1e-7)


@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_joint_models(seed: int) -> None:
    """One model of the last instrument's spectra and values, applied to all."""
    rng = np.random.default_rng(seed)
    latent = rng.standard_normal((30, 3))
    Xs = [latent @ rng.standard_normal((3, 5)) + 0.3 * rng.standard_normal((30, 5)) for _ in range(2)]
    targets = [latent @ rng.standard_normal((3, 2)) + 0.1 * rng.standard_normal((30, 2)) for _ in range(2)]
    Y = (targets[1] - targets[1].mean(axis=0)) / targets[1].std(axis=0)
    pls = create("pls-joint", n_components=2, scaling="none").fit(Xs, targets=targets)
    E, F, W, P = Xs[1] - Xs[1].mean(axis=0), Y, [], []
    for _ in range(2):
        vectors = np.linalg.eigh(E.T @ F @ F.T @ E)[1]
        W.append(vectors[:, -1])
        t = E @ W[-1]
        P.append(E.T @ t / (t @ t))
        E, F = E - np.outer(t, P[-1]), F - np.outer(t, F.T @ t / (t @ t))
    R = np.column_stack(W) @ np.linalg.inv(np.array(P) @ np.column_stack(W))
    cca = create("cca-joint", n_components=2, scaling="none").fit(Xs, targets=targets)
    other = CCA(n_components=2, scale=False, tol=1e-12, max_iter=100_000).fit(Xs[1], targets[1])
    for k, X in enumerate(Xs):
        np.testing.assert_allclose(np.abs(pls.embeddings_[k]), np.abs((X - Xs[1].mean(axis=0)) @ R), atol=1e-9)
        for j in range(2):
            assert abs(np.corrcoef(cca.embeddings_[k][:, j], other.transform(X)[:, j])[0, 1]) > 0.999


# -- with reference values ---------------------------------------------------------------------------
def labelled(seed: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
    rng = np.random.default_rng(seed)
    Xs, Ys = [], []
    for n in (14, 12):
        latent = rng.standard_normal((n, 3))
        Xs.append(latent @ rng.standard_normal((3, 4)) + 0.3 * rng.standard_normal((n, 4)))
        Ys.append(latent[:, :2] + 0.1 * rng.standard_normal((n, 2)))
    return Xs, Ys


@settings(max_examples=15, deadline=None)
@given(seed=SEEDS, alpha=st.sampled_from([0.05, 0.5]), beta=st.sampled_from([0.05, 0.5]))
def test_kernel_cada(seed: int, alpha: float, beta: float) -> None:
    Xs, Ys = labelled(seed)
    penalty, gamma = 0.3, 0.2
    fitted = create("kcada", scaling="none", penalty=penalty, alpha=alpha, ridge=beta, gamma=gamma, n_components=2,
                    ).fit(Xs, targets=Ys)
    Ks = [np.exp(-gamma * ((X[:, None] - X[None]) ** 2).sum(axis=2)) for X in Xs]
    Rs = []
    for K in Ks:
        sigma, U = np.linalg.eigh(K)
        keep = sigma > penalty
        Rs.append((U[:, keep] * (1 - penalty / sigma[keep])) @ U[:, keep].T)
    rest = np.eye(26) - block_diag(*Rs)
    C = block_diag(*[np.eye(len(K)) - 1 / len(K) for K in Ks])
    K = C @ block_diag(*Ks) @ C
    stack = np.concatenate(Ys)
    Y = np.concatenate([y - y.mean(axis=0) for y in Ys])
    A = K @ (Y @ Y.T / ((stack - stack.mean(axis=0)) ** 2).sum() - alpha * rest.T @ rest) @ K
    B = K @ C @ K + beta * K
    sigma, Q = np.linalg.eigh(K)
    V = Q[:, sigma > 1e-9 * sigma[-1]]
    values, h = eigh(V.T @ A @ V, V.T @ B @ V)
    np.testing.assert_allclose(fitted.eigenvalues_, values[::-1][:2], atol=1e-6)
    F = np.concatenate(fitted.embeddings_)
    wanted = (K @ V @ h)[:, ::-1][:, :2]
    if values[-1] - values[-2] > 1e-3 and values[-2] - values[-3] > 1e-3:
        np.testing.assert_allclose(np.abs(F), np.abs(wanted), atol=1e-3 * np.abs(wanted).max())


def weighted_ridge(X: np.ndarray, y: np.ndarray, q: np.ndarray, penalty: np.ndarray) -> np.ndarray:
    """Coefficients and a last one, the constant, of min Σ q(xβ + c − y)² + βᵀ diag(penalty) β."""
    X = np.hstack([X, np.ones((len(X), 1))])
    return np.linalg.solve(X.T @ (q[:, None] * X) + np.diag([*penalty, 0.0]), X.T @ (q * y))


@settings(max_examples=12, deadline=None)
@given(seed=SEEDS, ridge=st.sampled_from([0.01, 1.0]))
def test_domain_adaptation(seed: int, ridge: float) -> None:
    """No weights on the simplex give less discrepancy; the regression is the ridge with those weights."""
    Xs, Ys = labelled(seed)
    fitted = create("dar", scaling="none", ridge=ridge, tol=1e-6).fit(Xs, targets=Ys)
    q = fitted.sample_weights_
    assert q.min() >= 0 and q.sum() == pytest.approx(1, abs=1e-9)
    M = Xs[1].T @ Xs[1] / len(Xs[1])

    def discrepancy(w: np.ndarray) -> float:
        return float(np.linalg.norm(M - Xs[0].T @ (w[:, None] * Xs[0]), 2))

    best = discrepancy(q)
    assert fitted.discrepancy_ == pytest.approx(best, rel=1e-6)
    rng = np.random.default_rng(seed)
    others = [*rng.dirichlet(np.full(len(q), 0.3), 200), *np.eye(len(q))]
    # close by as well: the function is convex, so there is no better point at all if there is none on the way to any
    assert all(discrepancy((1 - t) * q + t * w) >= best * (1 - 1e-5) for w in others for t in (1.0, 0.1, 0.001))
    new = rng.standard_normal((5, 4))
    for j in range(2):
        for k, weights in enumerate((np.full(14, 1 / 14), q)):
            *beta, constant = weighted_ridge(Xs[0], Ys[0][:, j], weights, np.full(4, ridge))
            np.testing.assert_allclose(fitted.predict(new, k)[:, j], new @ beta + constant, atol=1e-6)


@settings(max_examples=12, deadline=None)
@given(seed=SEEDS, ridge=st.sampled_from([0.01, 0.3]))
def test_structured_adaptation(seed: int, ridge: float) -> None:
    """Ridge on copied features: what the instruments share, and what each has for itself."""
    (X, Z), (y, z) = labelled(seed)
    fitted = create("dasr", scaling="none", model="ridge", ridge=ridge).fit([X, Z], targets=[y[:, :1], z[:, :1]])
    w = np.concatenate(fitted.sample_weights_)
    copied = np.block([[X, X, 0 * X], [Z, 0 * Z, Z]])
    *beta, constant = weighted_ridge(copied, np.concatenate([y[:, 0], z[:, 0]]), w / w.sum(), np.full(12, ridge))
    new = np.random.default_rng(seed).standard_normal((5, 4))
    for k, features in enumerate((np.hstack([new, new, 0 * new]), np.hstack([new, 0 * new, new]))):
        np.testing.assert_allclose(fitted.predict(new, k)[:, 0], features @ beta + constant, atol=1e-7)
