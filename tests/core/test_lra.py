"""Low rank alignment and its kernel form against the reference vectors and against the dense problem."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core import (
    KernelLowRankAlignment,
    LowRankAlignment,
    MemoryNeedError,
    ParameterError,
)
from spectralign_gui.core.numerics import memory, span
from spectralign_gui.core.numerics.laplacian import PairGraph

LRA = ["lra_two_penalty0.3_mu0.5", "lra_two_penalty1.0_mu0.8", "lra_three", "lra_three_star", "lra_two_repeats"]


def load(shared: Path, name: str) -> tuple[dict[str, np.ndarray], list[np.ndarray]]:
    with np.load(shared / "reference" / f"{name}.npz", allow_pickle=False) as file:
        z = {key: file[key] for key in file.files}
    return z, [z[f"X{k}"] for k in range(3) if f"X{k}" in z]


def fit_reference(z: dict[str, np.ndarray], Xs: list[np.ndarray]) -> LowRankAlignment:
    return LowRankAlignment(n_components=int(z["n_components"]), mu=float(z["mu"]), penalty=float(z["penalty"]),
                            scaling="none").fit(Xs, z["pairs"])


def projector(F: np.ndarray) -> np.ndarray:
    return F @ F.T


@pytest.mark.parametrize("name", LRA)
def test_reference(shared: Path, name: str) -> None:
    z, Xs = load(shared, name)
    est = fit_reference(z, Xs)
    F = np.concatenate(est.embeddings_)
    assert np.abs(est.eigenvalues_ - z["eigenvalues"][:len(est.eigenvalues_)]).max() < 1e-12
    assert np.abs(projector(F) - z["projector"]).max() < 1e-10
    for k in range(len(Xs)):
        if f"R{k}" in z:
            assert np.abs(est.reconstructions_[k].matrix() - z[f"R{k}"]).max() < 1e-12
    if "new0" in z:
        new = np.concatenate([est.transform(z["new0"], 0), est.transform(z["new1"], 1)])
        gaps = np.linalg.norm(new[:, None] - np.concatenate([F, new])[None], axis=2)
        assert np.abs(gaps - z["new_distances"]).max() < 1e-10


def test_kernel_reference(shared: Path) -> None:
    z, Xs = load(shared, "klra_rbf")
    est = KernelLowRankAlignment(n_components=int(z["n_components"]), mu=float(z["mu"]), omega=float(z["omega"]),
                                 gamma=float(z["gamma"]), scaling="none").fit(Xs, z["pairs"])
    F = np.concatenate(est.embeddings_)
    assert np.abs(est.eigenvalues_ - z["eigenvalues"][:4]).max() < 1e-12
    assert np.abs(projector(F) - z["projector"]).max() < 1e-10
    assert np.abs(est.reconstructions_[0].matrix() - z["R0"]).max() < 1e-12
    unpaired = np.setdiff1d(np.arange(len(Xs[0])), z["pairs"][:, 1])
    assert np.abs(est.extend(Xs[0], 0) - est.embeddings_[0])[unpaired].max() < 1e-11


# -- against the dense N × N problem -----------------------------------------------------------------
def dense(Xs: list[np.ndarray], pairs: np.ndarray, penalty: float, mu: float) -> tuple[np.ndarray, np.ndarray]:
    """Eigenpairs of A, by definition."""
    sizes = [len(X) for X in Xs]
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    A = np.zeros((offsets[-1], offsets[-1]))
    for k, X in enumerate(Xs):
        U, s, _ = np.linalg.svd(X, full_matrices=False)
        kept = s > np.sqrt(penalty)
        R = U[:, kept] @ np.diag(1 - penalty / s[kept] ** 2) @ U[:, kept].T
        here = slice(offsets[k], offsets[k + 1])
        A[here, here] = (1 - mu) * (np.eye(len(X)) - R).T @ (np.eye(len(X)) - R)
    C = np.zeros_like(A)
    for a, i, b, j in pairs:
        C[offsets[a] + i, offsets[b] + j] = C[offsets[b] + j, offsets[a] + i] = 1
    return np.linalg.eigh(A + 2 * mu * (np.diag(C.sum(axis=1)) - C))


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[np.ndarray], np.ndarray, float, float]:
    rng = np.random.default_rng(draw(st.integers(0, 2**31)))
    k = draw(st.integers(2, 3))
    sizes = [draw(st.integers(3, 12)) for _ in range(k)]
    Xs = [rng.standard_normal((n, draw(st.integers(2, 9)))) for n in sizes]
    kind = draw(st.sampled_from(["one-to-one", "any", "dense"]))
    pairs = []
    for a in range(k):
        for b in range(a + 1, k):
            m = min(sizes[a], sizes[b])
            if kind == "one-to-one":
                pairs += [(a, i, b, i) for i in range(draw(st.integers(1, m)))]
            else:
                share = 0.15 if kind == "any" else 0.7
                pairs += [(a, i, b, j) for i in range(sizes[a]) for j in range(sizes[b]) if rng.random() < share]
    table = np.array(pairs or [(0, 0, 1, 0)], dtype=int).reshape(-1, 4)
    return Xs, table, draw(st.sampled_from([0.05, 0.5, 2.0])), draw(st.sampled_from([0.0, 0.3, 0.8, 0.97]))


@pytest.mark.parametrize("route", ["householder", "products"])
@settings(max_examples=80, deadline=None)
@given(problem=problems())
def test_equals_the_dense_problem(
    route: str, problem: tuple[list[np.ndarray], np.ndarray, float, float],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(span, "TALL", 0 if route == "products" else 10**9)
        check_dense(*problem)


def check_dense(Xs: list[np.ndarray], pairs: np.ndarray, penalty: float, mu: float) -> None:
    values, vectors = dense(Xs, pairs, penalty, mu)
    below = int((values < (1 - mu) * (1 - 1e-7)).sum())
    est = LowRankAlignment(n_components=1, mu=mu, penalty=penalty, scaling="none")
    if not below:
        with pytest.raises(ParameterError):
            est.fit(Xs, pairs)
        return
    est.fit(Xs, pairs)
    assert abs(est.n_below_ - below) <= int(((values > (1 - mu) * (1 - 1e-6)) & (values < 1 - mu)).sum())
    est = est.resolve(n_components=below)
    assert np.abs(est.eigenvalues_ - values[:below]).max() < 1e-10
    F = np.concatenate(est.embeddings_)
    for d in range(1, below + 1):
        gap = (values[d] if d < len(values) else np.inf) - values[d - 1]
        if gap > 1e-6:
            assert np.abs(projector(F[:, :d]) - projector(vectors[:, :d])).max() < 1e-9 / min(gap, 1)
    assert np.abs(F.T @ F - np.eye(below)).max() < 1e-10


def test_messy_pairs_go_by_lanczos(monkeypatch: pytest.MonkeyPatch) -> None:
    from spectralign_gui.core.numerics.reduced import ReducedProblem

    rng = np.random.default_rng(0)
    Xs = [rng.standard_normal((40, 12)), rng.standard_normal((35, 10))]
    pairs = np.array([(0, i, 1, j) for i in range(40) for j in range(35) if rng.random() < 0.06])
    wanted = LowRankAlignment(n_components=3, penalty=0.5, scaling="none").fit(Xs, pairs)
    monkeypatch.setattr(ReducedProblem, "suits", classmethod(lambda *_: False))
    found = LowRankAlignment(n_components=3, penalty=0.5, scaling="none").fit(Xs, pairs)
    assert np.abs(found.eigenvalues_ - wanted.eigenvalues_).max() < 1e-11
    assert np.abs(projector(np.concatenate(found.embeddings_))
                  - projector(np.concatenate(wanted.embeddings_))).max() < 1e-9
    with pytest.raises(ParameterError, match="n_components"):
        LowRankAlignment(n_components=23, penalty=0.5, scaling="none").fit(Xs, pairs)


# -- resolve -----------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def two() -> tuple[list[np.ndarray], np.ndarray]:
    rng = np.random.default_rng(3)
    latent = rng.standard_normal((60, 5))
    Xs = [latent[:50] @ rng.standard_normal((5, 30)) + 0.05 * rng.standard_normal((50, 30)),
          latent[10:] @ rng.standard_normal((5, 22)) + 0.05 * rng.standard_normal((50, 22))]
    return Xs, np.stack([np.arange(10, 34), np.arange(24)], axis=1)


@pytest.mark.parametrize("changes", [{"mu": 0.3}, {"n_components": 3}, {"rank": 12}, {"penalty": 40.0},
                                     {"variance": 0.97}, {"rank": 4, "mu": 0.5, "n_components": 2}])
@pytest.mark.parametrize("kind", [LowRankAlignment, KernelLowRankAlignment])
def test_resolve_equals_a_new_fit(kind: type, two: tuple[list[np.ndarray], np.ndarray], changes: dict) -> None:
    Xs, pairs = two
    if kind is KernelLowRankAlignment and "penalty" in changes:
        changes = {"omega": 3.0}
    first = kind(rank=6, n_components=4).fit(Xs, pairs)
    before = [E.copy() for E in first.embeddings_]
    moved = first.resolve(**changes)
    values = {"rank": 6, "n_components": 4} | changes
    if len(set(changes) & {"penalty", "variance", "omega"}):
        values.pop("rank")
    wanted = kind(**values).fit(Xs, pairs)
    for found, other in zip(moved.embeddings_, wanted.embeddings_, strict=True):
        assert np.abs(np.abs(found) - np.abs(other)).max() < 1e-9
    new = Xs[1][30:] + 0.1
    assert np.abs(np.abs(moved.transform(new, 1)) - np.abs(wanted.transform(new, 1))).max() < 1e-9
    assert all(np.array_equal(a, b) for a, b in zip(first.embeddings_, before, strict=True)), "the first one changed"
    assert {k: v for k, v in moved.get_params().items() if k in changes} == changes


def test_resolve_refuses_what_needs_a_new_fit(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    est = LowRankAlignment(rank=6, n_components=4).fit(*two)
    with pytest.raises(ParameterError, match="scaling"):
        est.resolve(scaling="none")
    with pytest.raises(ParameterError, match="exclude"):
        est.resolve(rank=5, penalty=1.0)
    with pytest.raises(ParameterError, match="mu"):
        est.resolve(mu=1.0)
    with pytest.raises(NotImplementedError, match="saved model"):
        LowRankAlignment.from_state(est.get_params(), est.to_state()).resolve(mu=0.5)


# -- choices, refusals, warnings ---------------------------------------------------------------------
def test_mu_of_one_is_refused(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    with pytest.raises(ParameterError, match=r"\(mu\) must be below 1"):
        LowRankAlignment(mu=1.0).fit(*two)


def test_more_dimensions_than_the_data_hold(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    est = LowRankAlignment(rank=6, n_components=2).fit(*two)
    with pytest.raises(ParameterError, match=f"hold only {est.n_below_} joint dimensions"):
        est.resolve(n_components=est.n_below_ + 1)
    assert "mostly noise" in " ".join(est.resolve(n_components=est.n_below_).warnings_)
    assert not est.warnings_


def test_kept_rank_zero(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    Xs, pairs = two
    with pytest.raises(ParameterError, match="drops everything"):
        LowRankAlignment(penalty=1e9).fit(Xs, pairs)
    faint = [Xs[0], Xs[1] * 1e-6]
    est = LowRankAlignment(penalty=1.0, n_components=2, scaling="none").fit(faint, pairs)
    assert est.reconstructions_[1].rank == 0
    assert any("Nothing of set 1 is kept" in w for w in est.warnings_)


def test_rank_sets_the_penalty_to_the_first_dropped(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    est = LowRankAlignment(rank=7, n_components=2).fit(*two)
    assert [R.rank for R in est.reconstructions_] == [7, 7]
    assert est.penalties_ == pytest.approx([s[7] ** 2 for s in est.singular_values_], rel=1e-12)


def test_variance_keeps_the_fewest_that_reach_it(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    est = LowRankAlignment(variance=0.9, n_components=2).fit(*two)
    for R, s in zip(est.reconstructions_, est.singular_values_, strict=True):
        share = np.cumsum(s**2) / (s**2).sum()
        assert share[R.rank - 1] >= 0.9 > share[R.rank - 2]


def test_automatic_never_keeps_fewer_than_d(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    Xs, pairs = two
    for d in (1, 9, 15):
        est = LowRankAlignment(n_components=d).fit(Xs, pairs)
        assert min(R.rank for R in est.reconstructions_) >= d
    automatic = LowRankAlignment().fit(Xs, pairs)
    assert automatic.choice_.score is not None and not automatic.choice_.by_rule
    assert automatic.chosen_["rank"] == automatic.reconstructions_[0].rank >= automatic.n_components_ >= 1


def test_few_standards_go_by_the_stated_rule(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    Xs, pairs = two
    est = LowRankAlignment().fit(Xs, pairs[:5])
    assert (est.chosen_["rank"], est.n_components_) == (8, 2)
    assert any("ewer than 8 standards" in w for w in est.warnings_)
    assert LowRankAlignment().fit(Xs, pairs[:6]).n_components_ == 3
    assert LowRankAlignment(n_components=11).fit(Xs, pairs[:6]).chosen_["rank"] == 11


def test_choice_of_large_sets_is_made_on_a_part(
    two: tuple[list[np.ndarray], np.ndarray], monkeypatch: pytest.MonkeyPatch,
) -> None:
    from spectralign_gui.core.alignments import _large_sets

    Xs, pairs = two
    penalty = LowRankAlignment(rank=7, n_components=2).fit(Xs, pairs).penalties_[0]
    monkeypatch.setattr(_large_sets, "MOST_ROWS", 40)
    given = LowRankAlignment(penalty=penalty).fit(Xs, pairs)
    assert given.reconstructions_[0].rank == 7 and given.choice_.score is not None and not given.choice_.by_rule
    est = LowRankAlignment().fit(Xs, pairs)
    assert not est.choice_.by_rule and est.choice_.score is not None
    explicit = LowRankAlignment(rank=est.chosen_["rank"], n_components=est.n_components_).fit(Xs, pairs)
    assert np.abs(np.concatenate(explicit.embeddings_) - np.concatenate(est.embeddings_)).max() < 1e-9


def test_skip_first_drops_the_first_vector(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    all_ = LowRankAlignment(rank=6, n_components=4).fit(*two)
    rest = LowRankAlignment(rank=6, n_components=3, skip_first=True).fit(*two)
    assert np.abs(np.concatenate(rest.embeddings_) - np.concatenate(all_.embeddings_)[:, 1:]).max() < 1e-12


# -- new samples -------------------------------------------------------------------------------------
def test_new_unpaired_rows_extend_the_embedding(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    Xs, pairs = two
    for est in (LowRankAlignment(rank=6, n_components=4).fit(Xs, pairs),
                KernelLowRankAlignment(rank=6, n_components=4).fit(Xs, pairs)):
        unpaired = np.setdiff1d(np.arange(50), pairs[:, 1])
        scale = np.abs(est.embeddings_[1]).max()
        assert np.abs(est.extend(Xs[1], 1) - est.embeddings_[1])[unpaired].max() < 1e-10 * scale
        together = est.transform_together({0: Xs[0][pairs[:, 0]], 1: Xs[1][pairs[:, 1]]})
        for k in (0, 1):
            assert np.abs(together[k] - est.embeddings_[k][pairs[:, k]]).max() < 1e-10 * scale


def test_training_rows_are_recognised_and_near_ones_are_not(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    Xs, pairs = two
    est = LowRankAlignment(rank=6, n_components=4).fit(Xs, pairs)
    rng = np.random.default_rng(0)
    order = rng.permutation(50)
    assert np.array_equal(est.transform(Xs[1][order], 1), est.embeddings_[1][order])
    jitter = Xs[1] * (1 + 1e-13 * rng.standard_normal(Xs[1].shape))
    assert np.array_equal(est.transform(jitter, 1), est.embeddings_[1])
    near = Xs[1] * (1 + 1e-6 * rng.standard_normal(Xs[1].shape))
    assert np.abs(est.transform(near, 1) - est.extend(near, 1)).max() == 0


def test_equal_training_rows_keep_their_own_places(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    Xs, pairs = two
    doubled = [np.concatenate([Xs[0], Xs[0][10:12]]), Xs[1]]  # the copies of two standards are not marked
    est = LowRankAlignment(rank=6, n_components=4).fit(doubled, pairs)
    assert np.array_equal(est.transform(doubled[0], 0), est.embeddings_[0])


def test_spectra_and_properties_come_across(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    Xs, pairs = two
    rng = np.random.default_rng(0)
    weights = np.linalg.lstsq(Xs[0], Xs[0] @ rng.standard_normal((30, 1)), rcond=None)[0]
    y = Xs[0] @ weights
    est = LowRankAlignment(rank=10, n_components=5).fit(Xs, pairs, [y, np.full((50, 1), np.nan)])
    held = Xs[1][24:40]  # the same physical samples as rows 34..49 of the first instrument, not marked
    truth = Xs[0][34:50]
    error = np.linalg.norm(est.to_spectra(held, 1, 0) - truth) / np.linalg.norm(truth - Xs[0].mean(axis=0))
    assert error < 0.15
    assert np.sqrt(((est.predict(held, 1) - y[34:50]) ** 2).mean()) < 0.2 * y.std()


def test_matrix_of_a_large_set_is_refused(
    two: tuple[list[np.ndarray], np.ndarray], monkeypatch: pytest.MonkeyPatch,
) -> None:
    est = LowRankAlignment(rank=6, n_components=4).fit(*two)
    monkeypatch.setattr(memory, "available_bytes", lambda: 1000)
    with pytest.raises(MemoryNeedError, match=r"50 × 50 samples needs 0\.0 GB"):
        est.reconstructions_[0].matrix()


def test_kernels(two: tuple[list[np.ndarray], np.ndarray]) -> None:
    Xs, pairs = two
    linear = KernelLowRankAlignment(kernel="linear", rank=6, n_components=4).fit(Xs, pairs)
    plain = LowRankAlignment(rank=6, n_components=4).fit(Xs, pairs)
    assert linear.penalties_ == pytest.approx(plain.penalties_, rel=1e-9)
    assert np.abs(np.concatenate(linear.embeddings_) - np.concatenate(plain.embeddings_)).max() < 1e-9
    called = KernelLowRankAlignment(kernel=lambda X, Z: X @ Z.T, rank=6, n_components=4).fit(Xs, pairs)
    assert np.abs(np.concatenate(called.embeddings_) - np.concatenate(plain.embeddings_)).max() < 1e-9
    assert np.isfinite(called.transform(Xs[0] + 0.1, 0)).all()
    with pytest.raises(ParameterError, match="Python function"):
        called.to_state()
    with pytest.raises(ParameterError, match="shape"):
        KernelLowRankAlignment(kernel=lambda X, Z: X[:, :1]).fit(Xs, pairs)
    for name in ("polynomial", "cosine"):
        est = KernelLowRankAlignment(kernel=name, n_components=3).fit(Xs, pairs)
        assert np.isfinite(np.concatenate(est.embeddings_)).all()
    whole = KernelLowRankAlignment(rank=6, n_components=4).fit(Xs, pairs)
    nystrom = KernelLowRankAlignment(rank=6, n_components=4, landmarks=45).fit(Xs, pairs)
    assert np.abs(projector(np.concatenate(whole.embeddings_))
                  - projector(np.concatenate(nystrom.embeddings_))).max() < 0.02


def test_pair_graph() -> None:
    graph = PairGraph(10, np.array([[0, 5], [1, 6], [2, 6], [2, 7], [1, 7]]))
    L = np.zeros((10, 10))
    for i, j in graph.pairs:
        L[i, i] += 1
        L[j, j] += 1
        L[i, j] -= 1
        L[j, i] -= 1
    assert np.array_equal(graph.apply(np.eye(10)), L)
    assert graph.laplacian_rank == np.linalg.matrix_rank(L) == graph.incidence().shape[1]
    wanted = np.linalg.eigvalsh(L)
    for value in graph.distinct_eigenvalues():
        assert np.abs(wanted - value).min() < 1e-12
    assert [list(m) for m in graph.members()] == [[0, 5], [1, 2, 6, 7]]
