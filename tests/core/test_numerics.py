"""Scaling, factors, penalty and the other shared numerics, by definition."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core import DataError, MemoryNeedError, ParameterError
from spectralign_gui.core.errors import Cancelled
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.numerics import factors, memory, scaling
from spectralign_gui.core.numerics.factors import decompose
from spectralign_gui.core.numerics.krylov import _orthogonal_to, leading_eigenpairs
from spectralign_gui.core.numerics.lookup import RowLookup
from spectralign_gui.core.numerics.penalty import keep
from spectralign_gui.core.numerics.reconstruction import Reconstruction, low_rank
from spectralign_gui.core.numerics.scaling import MODES, ScaledSet, Scaling
from spectralign_gui.core.numerics.span import orthonormal_span

RNG = np.random.default_rng(0)


# -- scaling -----------------------------------------------------------------------------------------
def test_modes_by_definition() -> None:
    X = RNG.standard_normal((12, 5)) * [1, 2, 3, 4, 5] + 100
    centred = X - X.mean(axis=0)
    wanted = {"none": X, "centre-rms": centred / np.sqrt((centred**2).mean()),
              "unit-norm": X / np.linalg.norm(X, axis=0), "standardise": centred / X.std(axis=0)}
    for mode in MODES:
        s = Scaling(mode).fit(X)
        assert np.abs(s.transform(X) - wanted[mode]).max() < 1e-12, mode
        assert np.abs(s.inverse(s.transform(X)) - X).max() < 1e-11, mode
        again = Scaling.from_state(s.to_state())
        assert np.array_equal(again.transform(X), s.transform(X))
        assert np.abs(s.columns(X, slice(1, 3)) - wanted[mode][:, 1:3]).max() < 1e-12
    with pytest.raises(ParameterError, match="scaling"):
        Scaling("best")


@pytest.mark.parametrize("factor", [1e-300, 1e-12, 1e12, 1e290])
def test_any_magnitude(factor: float) -> None:
    X = RNG.standard_normal((12, 5))
    for mode in ("centre-rms", "unit-norm", "standardise"):
        assert np.abs(Scaling(mode).fit(X * factor).transform(X * factor) - Scaling(mode).fit(X).transform(X)).max() < (
            1e-10), mode


def test_single_precision_is_computed_in_double() -> None:
    X = (RNG.standard_normal((500, 4)) * 1e-3 + 1000).astype(np.float32)
    out = Scaling().fit(X).transform(X)
    assert out.dtype == np.float32
    wide = X.astype(np.float64)
    wide -= wide.mean(axis=0)
    assert np.abs(out - wide / np.sqrt((wide**2).mean())).max() < 1e-6


def test_blocks_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    X = RNG.standard_normal((40, 7)) + 5
    B, C = RNG.standard_normal((7, 3)), RNG.standard_normal((40, 2))
    whole = ScaledSet(X, Scaling().fit(X))
    wanted = whole.times(B), whole.transposed_times(C)
    monkeypatch.setattr(scaling, "BLOCK_VALUES", 20)
    parts = ScaledSet(X, Scaling().fit(X))
    assert len(list(parts.blocks())) > 5
    assert np.abs(parts.times(B) - wanted[0]).max() < 1e-12
    assert np.abs(parts.transposed_times(C) - wanted[1]).max() < 1e-12
    assert np.abs(np.hstack([b for _, b in parts.column_blocks()]) - whole.dense()).max() < 1e-12


def test_what_does_not_vary_is_refused_or_left_alone() -> None:
    X = RNG.standard_normal((9, 4)) + 0.1
    X[:, 2] = 0.1 + 0.2
    out = Scaling("standardise").fit(X).transform(X)
    assert np.abs(out[:, 2]).max() < 1e-12, "a constant channel must not become noise"
    with pytest.raises(DataError, match="constant"):
        Scaling().fit(np.tile([0.1, 0.7], (9, 1)), "the spectra of set 1")


# -- factors -----------------------------------------------------------------------------------------
def check(found: factors.Factors, X: np.ndarray, count: int, tolerance: float = 1e-9) -> None:
    s = np.linalg.svd(X, compute_uv=False)
    U, V = found.basis[:, :count], found.right[:, :count]
    assert np.abs(found.singular_values[:count] - s[:count]).max() < tolerance * s[0]
    assert np.abs(U.T @ U - np.eye(count)).max() < 1e-8
    assert np.abs(X @ V - U * found.singular_values[:count]).max() < tolerance * s[0]
    assert found.total == pytest.approx((X**2).sum(), rel=1e-10)


@pytest.mark.parametrize("shape", [(60, 20), (20, 60), (30, 30), (200, 9)])
def test_small_sets(shape: tuple[int, int]) -> None:
    X = RNG.standard_normal(shape)
    found = decompose(X)
    check(found, X, min(shape))
    assert found.complete


@pytest.mark.parametrize("shape", [(300, 150), (150, 300)])
@pytest.mark.parametrize("need", [{}, {"count": 12}, {"above": 90.0}, {"share": 0.9}])
@pytest.mark.parametrize("route", ["gram", "products"])
def test_large_routes(shape: tuple[int, int], need: dict, route: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factors, "DIRECT", 5)
    if route == "products":
        monkeypatch.setattr(factors, "GRAM_LIMIT", 5)
    rng = np.random.default_rng(1)
    X = rng.standard_normal((shape[0], 10)) * np.linspace(30, 5, 10) @ rng.standard_normal((10, shape[1]))
    X += rng.standard_normal(shape)
    s = np.linalg.svd(X, compute_uv=False)
    count = {"count": 12, "above": int((s > 90).sum()) + 1}.get(next(iter(need), ""), 8)
    found = decompose(X, **need)
    check(found, X, count)
    if "above" in need:
        assert found.singular_values[-1] <= 90 or found.complete
    if "share" in need:
        assert (found.singular_values[:-1] ** 2).sum() >= 0.9 * found.total
    if not need:
        assert found.complete and len(found.singular_values) == 150


@pytest.mark.parametrize("shape", [(400, 160), (160, 400)])
def test_small_singular_values_are_refined_from_the_set_itself(
    shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Near-infrared spectra have s₁/s₂₀ of 10³ to 10⁵ and more; a Gram matrix alone loses those."""
    monkeypatch.setattr(factors, "DIRECT", 5)
    rng = np.random.default_rng(2)
    U = np.linalg.qr(rng.standard_normal((shape[0], 30)))[0]
    V = np.linalg.qr(rng.standard_normal((shape[1], 30)))[0]
    s = np.logspace(0, -9, 30)
    X = (U * s) @ V.T
    for need in ({"count": 20}, {}):
        found = decompose(X, **need)
        assert np.abs(found.singular_values[:20] / s[:20] - 1).max() < 1e-6, need
        for j in (0, 10, 19):
            assert abs(abs(found.basis[:, j] @ U[:, j]) - 1) < 1e-6, (need, j)
            assert abs(abs(found.right[:, j] @ V[:, j]) - 1) < 1e-6, (need, j)


def test_float32_is_multiplied_in_double(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factors, "DIRECT", 5)
    rng = np.random.default_rng(3)
    X = ((rng.standard_normal((300, 3)) * [1, 1e-3, 3e-5]) @ rng.standard_normal((3, 100)) + 10).astype(np.float32)
    found = decompose(ScaledSet(X, Scaling().fit(X)), count=3)
    wide = X.astype(np.float64) - X.astype(np.float64).mean(axis=0)
    s = np.linalg.svd(wide / np.sqrt((wide**2).mean()), compute_uv=False)
    assert found.singular_values[:3] == pytest.approx(s[:3], rel=1e-6)


def test_too_large_to_square_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factors, "DIRECT", 5)
    with np.errstate(over="ignore"), pytest.raises(DataError, match="too large to be squared"):
        decompose(RNG.standard_normal((30, 20)) * 1e160)
    monkeypatch.setattr(memory, "available_bytes", lambda: 1000)
    with pytest.raises(MemoryNeedError, match="GB"):
        decompose(RNG.standard_normal((300, 200)))


def test_block_lanczos() -> None:
    rng = np.random.default_rng(4)
    Q = np.linalg.qr(rng.standard_normal((300, 300)))[0]
    values = np.concatenate([np.linspace(100, 50, 20), np.linspace(5, 0, 280)])
    A = (Q * values) @ Q.T
    found, vectors, converged = leading_eigenpairs(lambda B: A @ B, 300, 20)
    assert converged
    assert found == pytest.approx(values[:20], rel=1e-10)
    assert np.abs(A @ vectors - vectors * found).max() < 1e-7
    low = (Q[:, :6] * values[:6]) @ Q[:, :6].T  # the space is used up before the count is reached
    found, vectors, converged = leading_eigenpairs(lambda B: low @ B, 300, 20, max_columns=100)
    assert found[:6] == pytest.approx(values[:6]) and np.abs(found[6:]).max() < 1e-9
    assert np.abs(vectors.T @ vectors - np.eye(20)).max() < 1e-8
    monitor = SilentMonitor()
    monitor.cancel()
    with pytest.raises(Cancelled):
        leading_eigenpairs(lambda B: A @ B, 300, 25, monitor=monitor)


# -- penalty -----------------------------------------------------------------------------------------
def test_penalty_in_its_three_forms() -> None:
    s = np.array([5.0, 3.0, 2.0, 1.0, 0.5])
    assert (keep(s, (9, 5), penalty=4.0).rank, keep(s, (9, 5), penalty=3.99).rank) == (2, 3)
    assert (keep(s, (9, 5), rank=2).penalty, keep(s, (9, 5), rank=2).rank) == (4.0, 2)
    whole = keep(s, (9, 5), rank=7)
    assert (whole.penalty, whole.rank, whole.capped) == (0.125, 5, True)
    assert not keep(s, (9, 5), rank=5).capped
    assert keep(s, (9, 5), variance=34 / 39.25 - 1e-6).rank == 2
    assert keep(s, (9, 5), variance=34 / 39.25 + 1e-6).rank == 3
    ties = keep(np.array([3.0, 2.0, 2.0, 1.0]), (9, 4), rank=2)
    assert (ties.penalty, ties.rank) == (4.0, 1), "equal singular values are dropped together"
    assert keep(np.zeros(0), (9, 5), rank=2).rank == 0
    with pytest.raises(TypeError):
        keep(s, (9, 5))


# -- reconstruction ----------------------------------------------------------------------------------
@pytest.mark.parametrize("form", ["symmetric", "product"])
def test_deficit(form: str) -> None:
    U = np.linalg.qr(RNG.standard_normal((14, 5)))[0]
    R = (low_rank(U, np.array([9.0, 6.0, 4.0, 3.0, 2.0]), 4, 2.5) if form == "symmetric"
         else Reconstruction(U, np.ones(5), np.ones(5), 1.0, left=RNG.standard_normal((14, 5))))
    S, weight = R.deficit()
    rest = np.eye(14) - R.matrix()
    assert np.abs(S.T @ S - np.eye(S.shape[1])).max() < 1e-12
    assert np.abs(np.eye(14) - (S * weight) @ S.T - rest.T @ rest).max() < 1e-12
    B = RNG.standard_normal((14, 2))
    assert np.abs(R.apply(B) - R.matrix() @ B).max() < 1e-12
    again = Reconstruction.from_state(R.to_state())
    assert np.array_equal(again.matrix(), R.matrix())


def test_explicit_entries_round_trip() -> None:
    entries = np.where(RNG.random((6, 6)) > 0.6, RNG.standard_normal((6, 6)), 0.0)
    R = Reconstruction(np.zeros((6, 0)), np.ones(2), np.ones(3), 1.0, entries=entries)
    again = Reconstruction.from_state(R.to_state())
    assert np.array_equal(again.matrix(), entries)
    with pytest.raises(TypeError):
        R.deficit()


# -- span --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["plain", "dependent", "faint", "inside", "zero"])
def test_span_by_products_holds_what_qr_holds(kind: str) -> None:
    rng = np.random.default_rng(5)
    first = np.linalg.qr(rng.standard_normal((80, 6)))[0]
    W = rng.standard_normal((80, 5))
    if kind == "dependent":
        W[:, 3:] = W[:, :2] + 1e-13 * rng.standard_normal((80, 2))
    elif kind == "faint":  # what sticks out of the first block is very small
        W = first[:, :5] + rng.standard_normal((80, 5)) * [1, 1e-3, 1e-6, 1e-9, 1e-12]
    elif kind == "inside":
        W = first @ rng.standard_normal((6, 5))
    elif kind == "zero":
        W = np.zeros((80, 5))
    Q = orthonormal_span(first, [W, W**2], tall=0)
    assert np.abs(Q.T @ Q - np.eye(Q.shape[1])).max() < 1e-13
    for block in (first, W, W**2):
        assert np.abs(block - Q @ (Q.T @ block)).max() < 1e-13 * max(1, np.abs(block).max())


# -- look-up -----------------------------------------------------------------------------------------
def test_lookup_of_rows() -> None:
    X = RNG.standard_normal((50, 30)) + 1e4
    table = RowLookup.from_state(RowLookup.of(X).to_state())
    order = RNG.permutation(50)
    assert np.array_equal(table.find(X[order]), order)
    assert np.array_equal(table.find(X * (1 + 1e-11)), np.arange(50))
    assert (table.find(X * (1 + 1e-7)) == -1).all()
    single = X.copy()
    single[:, 3] *= 1 + 1e-6  # one channel moved by far more than the tolerance
    assert (table.find(single) == -1).all()
    twice = RowLookup.of(np.concatenate([X[:3], X[:3]]))
    assert np.array_equal(twice.find(np.concatenate([X[:3], X[:3]])), np.arange(6))


def test_available_memory_is_known_here() -> None:
    free = memory.available_bytes()
    assert free is not None and 1e7 < free < 1e14
    memory.require(10.0, "nothing", "go on")


@pytest.mark.parametrize("scale", [1e-9, 0.1, 1.0, 3.0, 1e7])
def test_block_lanczos_stays_orthogonal_at_any_scale(scale: float) -> None:
    """Where the image of a block is about of unit length, once is not enough to orthogonalise."""
    rng = np.random.default_rng(6)
    X = 100 * rng.standard_normal((800, 8)) @ rng.standard_normal((8, 600)) + rng.standard_normal((800, 600))
    A = X.T @ X / 800 * scale
    found, vectors, converged = leading_eigenpairs(lambda B: A @ B, 600, 30, tol=1e-8, max_columns=500)
    assert converged
    assert found == pytest.approx(np.linalg.eigvalsh(A)[::-1][:30], rel=1e-9)
    assert np.abs(vectors.T @ vectors - np.eye(30)).max() < 1e-11


def test_orthogonal_part_of_a_block_that_lies_nearly_in_the_basis() -> None:
    rng = np.random.default_rng(7)
    Q = np.linalg.qr(rng.standard_normal((80, 24)))[0]
    basis, outside = Q[:, :16], Q[:, 16:]
    block = 1e9 * basis @ rng.standard_normal((16, 8)) + outside  # what remains is of unit length, with 1e-7 of error
    found = _orthogonal_to(basis, block)
    assert np.abs(basis.T @ found).max() < 1e-14
    assert np.abs(found.T @ found - np.eye(8)).max() < 1e-13
