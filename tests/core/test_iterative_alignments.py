"""Sparse and robust alignment, low rank embedding and clustering as estimators."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from spectralign_gui.contract.problem import distances, make_problem
from spectralign_gui.core import ParameterError, create
from spectralign_gui.core.alignments.lra_cluster import normalised, null_space
from spectralign_gui.core.errors import Cancelled
from spectralign_gui.core.numerics.explicit import DENSE, solve_explicit
from spectralign_gui.core.numerics.kmeans import kmeans
from spectralign_gui.core.numerics.laplacian import PairGraph
from spectralign_gui.core.registry import methods


def two_sets(seed: int = 0, n: int = 40, spoiled: tuple[int, ...] = ()) -> tuple[list[np.ndarray], np.ndarray]:
    rng = np.random.default_rng(seed)
    latent = rng.standard_normal((n, 4))
    Xs = [latent @ rng.standard_normal((4, p)) + 0.05 * rng.standard_normal((n, p)) for p in (30, 24)]
    for row in spoiled:
        Xs[0][row] += 6 * rng.standard_normal(30)
    return Xs, np.stack([np.arange(20), np.arange(20)], axis=1)


def dense_embedding(Rs: list[np.ndarray], pairs: np.ndarray, mu: float, d: int) -> tuple[np.ndarray, np.ndarray]:
    n = sum(len(R) for R in Rs)
    R, C = np.zeros((n, n)), np.zeros((n, n))
    start = 0
    for part in Rs:
        R[start:start + len(part), start:start + len(part)] = part
        start += len(part)
    for i, j in pairs:
        C[i, len(Rs[0]) + j] = C[len(Rs[0]) + j, i] = 1
    rest = np.eye(n) - R
    values, vectors = np.linalg.eigh((1 - mu) * rest.T @ rest + 2 * mu * (np.diag(C.sum(axis=1)) - C))
    return values[:d], vectors[:, :d]


@pytest.mark.parametrize("name", ["slra_penalty0.3_sparsity0.02", "slra_penalty1.0_sparsity0.1"])
def test_sparse_alignment_has_the_reference_reconstruction(shared: Path, name: str) -> None:
    z = np.load(shared / "reference" / f"{name}.npz")
    X = z["X0"]
    fitted = create("slra", scaling="none", penalty=float(z["penalty"]), sparsity=float(z["sparsity"]),
                    n_components=2).fit([X, X], pairs=np.stack([np.arange(8)] * 2, axis=1))
    for k in (0, 1):
        R = fitted.reconstructions_[k].matrix()
        value = (0.5 * np.linalg.norm(X - R @ X) ** 2 + float(z["penalty"]) * np.linalg.norm(R, "nuc")
                 + float(z["sparsity"]) * np.abs(R).sum())
        assert value == pytest.approx(float(z["objective"]), rel=1e-5)
        assert fitted.objective_[k] == pytest.approx(value, rel=1e-9)
        assert (R == 0).any()
    assert fitted.converged_ and max(fitted.gaps_) < 1e-5
    assert fitted.penalties_ == [float(z["penalty"])] * 2


@pytest.mark.parametrize("name", ["rlra_penalty1.0_noise0.045", "rlra_penalty1.0_noise0.4"])
def test_robust_alignment_has_the_reference_reconstruction(shared: Path, name: str) -> None:
    z = np.load(shared / "reference" / f"{name}.npz")
    X, E = z["X0"], z["E0"]
    fitted = create("rlra", scaling="none", penalty=float(z["penalty"]), noise_weight=float(z["noise_weight"]),
                    n_components=2).fit([X, X], pairs=np.stack([np.arange(8)] * 2, axis=1))
    R = fitted.reconstructions_[0].matrix()
    np.testing.assert_allclose(R, z["R0"], atol=1e-3)
    np.testing.assert_allclose(fitted.errors_[0], E, atol=2e-3)
    np.testing.assert_allclose(R @ X + fitted.errors_[0], X, atol=1e-3)
    assert fitted.objective_[0] == pytest.approx(float(z["objective"]), rel=1e-4)
    assert set(fitted.outliers_[0]) == set(z["injected"]), "at the large γ both are put together from themselves"
    for i, reason, kinds in zip(fitted.outliers_[0], fitted.outlier_reasons_[0], fitted.outlier_kinds_[0], strict=True):
        assert "alone" in kinds and ("from itself" in reason) == (R[i, i] ** 2 > 0.5 * (R[i] ** 2).sum())


@pytest.mark.parametrize("name", ["slra", "rlra"])
def test_embedding_is_that_of_the_dense_eigenproblem(name: str) -> None:
    Xs, pairs = two_sets(spoiled=(3,))
    fitted = create(name, rank=5, mu=0.7, n_components=3).fit(Xs, pairs=pairs)
    values, vectors = dense_embedding([R.matrix() for R in fitted.reconstructions_], pairs, 0.7, 3)
    np.testing.assert_allclose(fitted.eigenvalues_, values, atol=1e-10)
    F = np.concatenate(fitted.embeddings_)
    np.testing.assert_allclose(F @ F.T, vectors @ vectors.T, atol=1e-7)


def test_explicit_eigenproblem_by_iteration_equals_dense(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    blocks = [rng.standard_normal((n, 3)) @ rng.standard_normal((3, n)) / n for n in (30, 25)]
    graph = PairGraph(55, np.stack([np.arange(10), 30 + np.arange(10)], axis=1))
    null = np.linalg.qr(rng.standard_normal((55, 2)))[0]
    assert DENSE > 55
    for away in (None, null):
        dense = solve_explicit(blocks, graph, 0.8, 4, null=away)
        monkeypatch.setattr("spectralign_gui.core.numerics.explicit.DENSE", 10)
        found = solve_explicit(blocks, graph, 0.8, 4, null=away)
        monkeypatch.undo()
        np.testing.assert_allclose(found.eigenvalues, dense.eigenvalues, atol=1e-9)
        np.testing.assert_allclose(np.abs(found.vectors.T @ dense.vectors), np.eye(4), atol=1e-5)
        if away is not None:
            assert np.abs(away.T @ found.vectors).max() < 1e-8


def test_robust_names_the_spoiled_samples_and_shows_their_error() -> None:
    Xs, pairs = two_sets(spoiled=(3, 25))
    clean, _ = two_sets()
    default = create("rlra", rank=4).fit(Xs, pairs=pairs)
    low, high = default.noise_bounds_[0]
    assert low < default.noise_weights_[0] < high
    assert default.noise_weights_[0] == pytest.approx(np.sqrt(low * high))
    fitted = default.resolve(noise_weight=low**0.8 * high**0.2)
    for found in (default, fitted):  # as itself at the default γ, as error at a small one
        assert set(found.outliers_[0]) == {3, 25} and not len(found.outliers_[1])
        assert sum("outlying" in w for w in found.warnings_) == 1
    assert all(kinds == "alone" for kinds in default.outlier_kinds_[0])
    assert all("error" in kinds for kinds in fitted.outlier_kinds_[0])
    for row, rest in zip(default.outliers_[0], default.unlike_others_[0], strict=True):
        added = Xs[0][row] - clean[0][row]
        assert np.linalg.norm(default.errors_[0][row]) < 0.1 * np.linalg.norm(added), "E does not show it"
        assert np.dot(rest, added) / np.linalg.norm(rest) / np.linalg.norm(added) > 0.7
    E = fitted.errors_[0]
    assert E.shape == Xs[0].shape
    for row in (3, 25):  # the error part is what was added, as far as the others can tell
        added = Xs[0][row] - clean[0][row]
        assert np.dot(E[row], added) / np.linalg.norm(E[row]) / np.linalg.norm(added) > 0.8
    with pytest.raises(ParameterError, match="noise_weight"):
        fitted.resolve(noise_weight=0.5 * min(b for b, _ in fitted.noise_bounds_))


@pytest.mark.parametrize(("name", "parameter", "factor"), [("slra", "sparsity", 1.1), ("rlra", "noise_weight", 1.1)])
def test_a_moved_parameter_starts_from_the_last_result(name: str, parameter: str, factor: float) -> None:
    Xs, pairs = two_sets(1)
    first = create(name, rank=4, n_components=3).fit(Xs, pairs=pairs)
    value = factor * (first.noise_weights_[0] if name == "rlra" else first.sparsity)
    warm = first.resolve(**{parameter: value})
    cold = create(name, rank=4, n_components=3, **{parameter: value}).fit(Xs, pairs=pairs)
    assert sum(warm.iterations_) < sum(cold.iterations_)
    np.testing.assert_allclose(warm.objective_, cold.objective_, rtol=1e-5)
    assert np.allclose(distances(np.concatenate(warm.embeddings_)), distances(np.concatenate(cold.embeddings_)),
                       atol=1e-3)
    assert first.chosen_[parameter] != warm.chosen_[parameter], "the first stays as it was"
    moved = first.resolve(mu=0.5)
    assert moved.iterations_ == first.iterations_ and moved.mu == 0.5 and first.mu == 0.8
    again = create(name, rank=4, n_components=3, mu=0.5).fit(Xs, pairs=pairs)
    np.testing.assert_allclose(moved.eigenvalues_, again.eigenvalues_, rtol=1e-8)


@pytest.mark.parametrize("name", ["slra", "rlra"])
def test_new_samples_at_training_spectra_come_near_their_rows(name: str) -> None:
    """A training row's own problem gives (nearly) its row of R back."""
    Xs, pairs = two_sets(2)
    settings = {"rank": 4, "n_components": 3} | ({"sparsity": 0.5} if name == "slra" else {})
    fitted = create(name, **settings).fit(Xs, pairs=pairs)
    for k in (0, 1):
        wanted = fitted.reconstructions_[k].apply(fitted.embeddings_[k])
        found = fitted.extend(Xs[k], k)
        assert np.abs(found - wanted).max() < 0.05 * np.abs(wanted).max()
        assert np.array_equal(fitted.transform(Xs[k], k), fitted.embeddings_[k])
    assert any("approximately" in w for w in fitted.warnings_)


@pytest.mark.parametrize("name", ["slra", "rlra"])
def test_history_cancel_and_honesty(name: str) -> None:
    Xs, pairs = two_sets(3)
    seen: list[dict[str, object]] = []

    class Watch:
        def report(self, stage: str, fraction: float, **values: object) -> None:
            if "iteration" in values:
                seen.append(values)

        def raise_if_cancelled(self) -> None:
            if len(seen) == 7:
                raise Cancelled

    with pytest.raises(Cancelled):
        create(name).fit(Xs, pairs=pairs, monitor=Watch())
    assert len(seen) == 7, "cancelled between two iterations"
    assert {"objective", "primal_residual", "dual_residual", "instrument"} <= set(seen[0])
    short = create(name, max_iter=4).fit(Xs, pairs=pairs)
    assert not short.converged_
    assert sum("did not converge" in w for w in short.warnings_) == 2
    assert len({len(v) for v in short.history_.values()}) == 1
    assert short.history_["instrument"] == [0] * 4 + [1] * 4
    done = create(name).fit(Xs, pairs=pairs)
    assert done.converged_
    assert done.history_["primal_residual"][-1] <= 1e-6 and done.history_["dual_residual"][-1] <= 1e-6


def test_low_rank_embedding_is_the_leading_singular_vectors() -> None:
    X = two_sets(4)[0][0]
    fitted = create("lre", scaling="none", penalty=2.0, n_components=3).fit([X])
    U, s, _ = np.linalg.svd(X)
    np.testing.assert_allclose(fitted.eigenvalues_, (2.0 / s[:3] ** 2) ** 2, rtol=1e-9, atol=1e-14)
    np.testing.assert_allclose(np.abs(U[:, :3].T @ fitted.embeddings_[0]), np.eye(3), atol=1e-9)
    np.testing.assert_allclose(fitted.extend(X[:5], 0), fitted.embeddings_[0][:5], atol=1e-10)
    R = fitted.reconstructions_[0].matrix()
    assert np.linalg.norm(X - R @ X) < np.linalg.norm(X)
    assert create("lre").fit([X]).n_components_ == 2
    moved = fitted.resolve(n_components=2)
    np.testing.assert_allclose(moved.eigenvalues_, fitted.eigenvalues_[:2])
    assert "mu" not in moved.chosen_


# -- clustering --------------------------------------------------------------------------------------
def crossed(periods: tuple[float, float], n: int, turn: float, noise: float, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    t = np.linspace(-1, 1, n)
    X = np.vstack([np.c_[t, 0.2 * np.sin(periods[0] * t)], np.c_[0.2 * np.sin(periods[1] * t), t]])
    X = X + noise * rng.standard_normal(X.shape)
    return X @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def test_two_sine_mixtures_are_told_apart() -> None:
    """Dissertation figure 3.3: low rank clustering separates the mixed manifolds, manifold alignment does not."""
    n = 50
    Xs = [crossed((2, 2), n, 0.0, 0.0, 0), 2 * crossed((3, 3), n, 0.7, 0.0, 1) + 3]
    truth = np.repeat([0, 1], n)
    pairs = np.stack([np.arange(2 * n)] * 2, axis=1)
    fitted = create("lra-cluster").fit(Xs, pairs=pairs)
    assert fitted.n_clusters_ == 2
    for labels in fitted.labels_:
        assert adjusted_rand_score(truth, labels) == 1.0
    rival = np.concatenate(create("ma", n_components=2).fit(Xs, pairs=pairs).embeddings_)
    assert adjusted_rand_score(np.tile(truth, 2), kmeans(rival, 2)) < 0.5


def test_orthogonal_subspaces_give_a_null_space_that_is_the_clustering() -> None:
    rng = np.random.default_rng(0)
    Xs = []
    for p in (12, 16):
        X = np.zeros((30, p))
        for c in range(3):
            X[10 * c:10 * c + 10, 3 * c:3 * c + 2] = np.array([3, 2]) + rng.standard_normal((10, 2))
        Xs.append(X)
    pairs = np.array([(0, 0), (11, 12), (25, 21)])
    fitted = create("lra-cluster", scaling="none", penalty=1e-3).fit(Xs, pairs=pairs)
    assert fitted.n_null_ == 3 and fitted.n_clusters_ == 3 and fitted.n_components_ == 3
    np.testing.assert_allclose(fitted.eigenvalues_, 0, atol=1e-12)
    truth = np.repeat([0, 1, 2], 10)
    assert adjusted_rand_score(np.tile(truth, 2), np.concatenate(fitted.labels_)) == 1.0
    assert fitted.silhouettes_[3] == max(fitted.silhouettes_.values())
    assert fitted.eigengaps_[3] == max(fitted.eigengaps_.values())


def test_zero_rows() -> None:
    R = np.zeros((4, 4))
    R[0, 0], R[0, 1], R[1, 0], R[1, 1] = 2.0, -2.0, 1e-3, 3.0
    R[2, 2] = 1e-15
    links, zero = normalised(R)
    assert list(zero) == [False, False, True, True]
    np.testing.assert_allclose(links.sum(axis=1), [1, 1, 0, 0])
    np.testing.assert_allclose(links[0], [0.5, 0.5, 0, 0])
    null = null_space([links], zero, np.zeros((0, 2), int))
    assert null.shape == (4, 1)
    np.testing.assert_allclose(null[:, 0], [np.sqrt(0.5)] * 2 + [0, 0])
    assert null_space([links], zero, np.array([[1, 2]])).shape == (4, 0), "a zero row in the component spoils it"
    Xs = two_sets(5)[0]
    Xs = [np.hstack([X[:, :20], np.zeros((40, 2))]) for X in Xs]
    Xs[0][39] = 0.0
    pairs = np.stack([np.arange(20)] * 2, axis=1)
    fitted = create("lra-cluster", scaling="none", rank=4, n_clusters=2).fit(Xs, pairs=pairs)
    assert fitted.labels_[0][39] == -1
    assert (fitted.labels_[1] >= 0).all()
    assert any("no cluster" in w for w in fitted.warnings_)


def test_number_of_clusters_given_and_refused() -> None:
    problem = make_problem(methods()["lra-cluster"])
    fitted = problem.fit(methods()["lra-cluster"], n_clusters=4)
    assert len(np.unique(np.concatenate(fitted.labels_))) == 4 and fitted.n_components_ == 3
    with pytest.raises(ParameterError, match="n_clusters"):
        problem.fit(methods()["lra-cluster"], n_clusters=900)


def test_kmeans_finds_the_obvious_groups() -> None:
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(4), 30)
    F = rng.standard_normal((120, 3)) * 0.1 + np.eye(4)[:, :3][truth]
    assert adjusted_rand_score(truth, kmeans(F, 4)) == 1.0
    assert list(kmeans(F, 1)) == [0] * 120
    assert len(np.unique(kmeans(F[:5], 5))) == 5


def test_cluster_embedding_by_definition() -> None:
    """Eigenvectors of (1−µ)(I−R̂)ᵀ(I−R̂) + 2µL but the constant one, which has the eigenvalue zero."""
    Xs, pairs = two_sets(6)
    fitted = create("lra-cluster", rank=4, mu=0.6, n_components=3, n_clusters=2).fit(Xs, pairs=pairs)
    Rs = []
    for R in fitted.reconstructions_:
        size = np.abs(R.matrix())
        Rs.append(size / size.sum(axis=1, keepdims=True))
    values, vectors = dense_embedding(Rs, pairs, 0.6, 4)
    assert abs(values[0]) < 1e-10 and fitted.n_null_ == 1
    np.testing.assert_allclose(np.abs(vectors[:, 0]), 80**-0.5, atol=1e-8)
    np.testing.assert_allclose(fitted.eigenvalues_, values[1:], atol=1e-9)
    F = np.concatenate(fitted.embeddings_)
    np.testing.assert_allclose(F @ F.T, vectors[:, 1:] @ vectors[:, 1:].T, atol=1e-7)


@pytest.mark.parametrize(("name", "values"), [
    ("slra", {"rank": 4}), ("rlra", {"rank": 4}), ("lra-cluster", {"rank": 4, "n_clusters": 2}), ("cada", {"rank": 4})])
def test_rotated_channels_change_nothing(name: str, values: dict[str, object]) -> None:
    Xs, pairs = two_sets(7)
    targets = [X[:, :1] for X in Xs]
    rng = np.random.default_rng(0)
    turned = [X @ np.linalg.qr(rng.standard_normal((X.shape[1],) * 2))[0] for X in Xs]
    one, two = (create(name, n_components=1 if name == "cada" else 2, **values).fit(sets, pairs, targets)
                for sets in (Xs, turned))
    np.testing.assert_allclose(two.eigenvalues_, one.eigenvalues_, rtol=1e-5, atol=1e-9)
    wanted = distances(np.concatenate(one.embeddings_))
    np.testing.assert_allclose(distances(np.concatenate(two.embeddings_)), wanted, atol=1e-4 * wanted.max())
