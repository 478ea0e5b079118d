"""Selection of standards against the references, by definition, and the rules of suggestions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core import DataError, LowRankAlignment, ParameterError
from spectralign_gui.core.errors import Cancelled, PairsError
from spectralign_gui.core.numerics.reconstruction import Reconstruction
from spectralign_gui.core.selection.benefit import benefit_curve
from spectralign_gui.core.selection.duplex import duplex
from spectralign_gui.core.selection.importance import reconstructs, tau_scores
from spectralign_gui.core.selection.kennard_stone import kennard_stone
from spectralign_gui.core.selection.spxy import spxy
from spectralign_gui.core.selection.suggest import STRATEGIES, budget, reconstruction_of, suggest
from spectralign_gui.core.validation.splits import standards_of

RNG = np.random.default_rng(0)


def test_reference(shared: Path) -> None:
    with np.load(shared / "reference" / "selection.npz", allow_pickle=False) as z:
        X, penalty = z["X0"], float(z["penalty"])
        tau, order, stones = z["tau"], z["tau_order"], z["kennard_stone"]
    est = LowRankAlignment(penalty=penalty, n_components=1, scaling="none").fit([X, X[:5]], [[0, 0]])
    R = est.reconstructions_[0]
    assert np.abs(tau_scores(R) - tau).max() < 1e-10
    assert [s.row for s in suggest([X], len(X), "tau", reconstructions=[R])] == list(order)
    assert list(kennard_stone(X, len(stones))) == list(stones)
    assert [s.row for s in suggest([X], len(stones), "kennard-stone", scaling="none")] == list(stones)


@pytest.mark.parametrize("form", ["low rank", "product", "explicit"])
def test_tau_by_definition(form: str) -> None:
    U = np.linalg.qr(RNG.standard_normal((9, 4)))[0]
    if form == "low rank":
        R = Reconstruction(U, np.array([0.9, 0.7, 0.4, 0.1]), np.ones(4), 0.1)
    elif form == "product":
        R = Reconstruction(U, np.ones(4), np.ones(4), 0.1, left=RNG.standard_normal((9, 4)))
    else:
        R = Reconstruction(U, np.ones(4), np.ones(4), 0.1, entries=RNG.standard_normal((9, 9)))
    M = R.matrix()
    wanted = [sum(abs(M[i, j]) + abs(M[j, i]) for j in range(9) if j != i) for i in range(9)]
    assert tau_scores(R) == pytest.approx(wanted)
    order = [j for j in np.argsort(-np.abs(M[:, 3])) if j != 3][:5]
    assert [j for j, _ in reconstructs(R, 3)] == order


def literal_duplex(X: np.ndarray, count: int) -> list[int]:
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    left, sets = list(range(len(X))), ([], [])
    turn = 0
    while len(sets[0]) < count:
        if not sets[turn]:
            i, j = max(((a, b) for a in left for b in left if a < b), key=lambda ab: D[ab])
            new = [i, j]
        else:
            new = [max(left, key=lambda a: min(D[a, b] for b in sets[turn]))]
        for i in new:
            sets[turn].append(i)
            left.remove(i)
        turn = 1 - turn
    return sets[0][:count]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(8, 14))
def test_duplex_by_definition(seed: int, n: int) -> None:
    X = np.random.default_rng(seed).standard_normal((n, 3))
    first, second = duplex(X, 3)
    assert list(first) == literal_duplex(X, 3)
    assert not set(first) & set(second)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(4, 12))
def test_spxy_by_definition(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    X, Y = rng.standard_normal((n, 3)), rng.standard_normal((n, 2)) * [1, 100]
    dx = np.linalg.norm(X[:, None] - X[None], axis=2)
    Ys = Y / Y.std(axis=0)
    dy = np.linalg.norm(Ys[:, None] - Ys[None], axis=2)
    D = dx / dx.max() + dy / dy.max()
    picked = list(np.unravel_index(np.argmax(D), D.shape))
    while len(picked) < n - 1:
        picked.append(max(set(range(n)) - set(picked), key=lambda a: min(D[a, b] for b in picked)))
    assert list(spxy(X, Y, n - 1)) == picked


def test_spxy_leaves_out_what_has_no_reference_value() -> None:
    X, Y = RNG.standard_normal((10, 3)), RNG.standard_normal((10, 1))
    Y[[2, 5]] = np.nan
    assert not set(spxy(X, Y, 8)) & {2, 5}
    with pytest.raises(ParameterError, match="0 to 8"):
        spxy(X, Y, 9)
    with pytest.raises(DataError, match="reference values"):
        spxy(X, np.full((10, 1), np.nan), 2)


def test_budgets_add_up() -> None:
    assert budget(10, 3) == [4, 3, 3]
    assert budget(7, 2, [3, 1]) == [5, 2]
    assert budget(4, 3, [1, 0, 1]) == [2, 0, 2]
    for bad in ([1], [0, 0], [-1, 2], [np.nan, 1]):
        with pytest.raises(ParameterError, match="budgets"):
            budget(3, 2, bad)


@pytest.fixture
def named() -> tuple[list[np.ndarray], list[list[str]]]:
    rng = np.random.default_rng(1)
    return ([rng.standard_normal((15, 6)), rng.standard_normal((12, 4))],
            [[f"s{i}" for i in range(14)] + ["s0"], [f"s{i}" for i in range(8, 20)]])


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_physical_sample_is_suggested_once(
    strategy: str, named: tuple[list[np.ndarray], list[list[str]]],
) -> None:
    Xs, names = named
    targets = [RNG.standard_normal((len(X), 1)) for X in Xs]
    pairs = [[8, 0], [9, 1]]  # s8 and s9 are marked
    found = suggest(Xs, 15, strategy, pairs=pairs, samples=names, targets=targets, excluded=[[3], [11]])
    keys = [names[s.set][s.row] for s in found]
    assert len(set(keys)) == len(keys) == 15
    assert not set(keys) & {"s8", "s9", "s3", "s19"}
    assert all(0 <= s.score <= 1 for s in found)
    for s in found:
        name = names[s.set][s.row]
        assert s.missing_on == tuple(k for k in (0, 1) if name not in names[k])
    assert [s.set for s in found][:4] == [0, 1, 0, 1], "the instruments take turns"
    again = suggest(Xs, 15, strategy, pairs=pairs, samples=names, targets=targets, excluded=[[3], [11]])
    assert found == again
    with pytest.raises(ParameterError, match="only 16 samples"):
        suggest(Xs, 17, strategy, pairs=pairs, samples=names, targets=targets, excluded=[[3], [11]])


def test_budget_of_one_instrument(named: tuple[list[np.ndarray], list[list[str]]]) -> None:
    Xs, names = named
    assert {s.set for s in suggest(Xs, 5, "tau", samples=names, budgets=[0, 1])} == {1}
    filled = suggest(Xs, 18, "tau", samples=names, budgets=[1, 9])
    assert len(filled) == 18 and sum(s.set == 0 for s in filled) == 7, "what one cannot fill the other does"
    with pytest.raises(ParameterError, match=r"only 12 samples .* on the instruments that have a budget"):
        suggest(Xs, 13, "tau", samples=names, budgets=[0, 1])


def test_bad_requests(named: tuple[list[np.ndarray], list[list[str]]]) -> None:
    Xs, names = named
    for call, match in ((lambda: suggest(Xs, 3, "best"), "strategy"), (lambda: suggest(Xs, 0), "count"),
                        (lambda: suggest(Xs, 3, "spxy"), "reference values"),
                        (lambda: suggest(Xs, 3, samples=[names[0], names[0]]), "rows per set")):
        with pytest.raises((ParameterError, DataError), match=match):
            call()


def test_tau_norm_multiplies_by_the_norm() -> None:
    X = RNG.standard_normal((12, 5)) * np.linspace(1, 4, 12)[:, None]
    from spectralign_gui.core.numerics.scaling import ScaledSet

    tau = tau_scores(reconstruction_of(ScaledSet(X)))
    order = np.argsort(-tau * np.linalg.norm(X, axis=1))
    assert [s.row for s in suggest([X], 12, "tau-norm", scaling="none")] == list(order)


# -- benefit -----------------------------------------------------------------------------------------
def test_benefit_rises_with_standards() -> None:
    rng = np.random.default_rng(2)
    latent = rng.standard_normal((50, 4))
    Xs = [latent @ rng.standard_normal((4, p)) + 0.03 * rng.standard_normal((50, p)) for p in (20, 16)]
    pairs = np.stack([np.arange(40)] * 2, axis=1)
    est = LowRankAlignment(rank=6, n_components=4)
    rows = benefit_curve(est, Xs, pairs, counts=[2, 8, 30], repeats=4)
    assert [r["standards"] for r in rows] == [2, 8, 30]
    assert rows[0]["hit"]["mean"] < rows[2]["hit"]["mean"] > 0.9
    assert rows[2]["matched_distance"]["mean"] < rows[0]["matched_distance"]["mean"]
    assert rows[1]["gain"] == pytest.approx((rows[1]["hit"]["mean"] - rows[0]["hit"]["mean"]) / 6)
    assert len(rows[0]["hit"]["values"]) == 4
    _, sample = standards_of(pairs, [50, 50])
    ordered = benefit_curve(est, Xs, pairs, counts=[10], repeats=2, order=list(np.unique(sample)))
    assert 0 <= ordered[0]["hit"]["mean"] <= 1
    with pytest.raises(PairsError, match="at least 3"):
        benefit_curve(est, Xs, pairs[:2])


def test_benefit_can_be_cancelled() -> None:
    class Stop:
        def __init__(self) -> None:
            self.asked = 0

        def report(self, stage: str, fraction: float, **values: object) -> None:
            pass

        def raise_if_cancelled(self) -> None:
            self.asked += 1
            if self.asked > 3:
                raise Cancelled

    X = RNG.standard_normal((20, 6))
    with pytest.raises(Cancelled):
        benefit_curve(LowRankAlignment(rank=3, n_components=2), [X, X + 0.1], np.stack([np.arange(12)] * 2, 1),
                      monitor=Stop())


def test_groups_without_a_standard_are_covered_first_as_far_as_the_budget_reaches() -> None:
    X = np.random.default_rng(4).normal(size=(20, 6))
    labels = [["a"] * 10 + ["b"] * 8 + ["c"] * 2, ["a"] * 10 + ["b"] * 8 + ["c"] * 2]
    pairs = np.array([(0, 0)])  # of group a, which is covered already
    given = {"pairs": pairs, "groups": labels, "samples": [list(range(20))] * 2}
    plain = suggest([X, X], 3, **given)
    found = suggest([X, X], 3, cover=("a", "b", "c"), **given)
    assert [labels[0][s.row] for s in found[:2]] == ["b", "c"]
    best_b = max((s for s in suggest([X, X], 19, **given) if s.set == found[0].set and 10 <= s.row < 18),
                 key=lambda s: s.score)
    assert found[0].row == best_b.row, "the best of its group"
    assert len({s.row for s in found}) == 3 and sorted(s.set for s in found) == sorted(s.set for s in plain)
    only = suggest([X, X], 1, cover=("b", "c"), budgets=[0, 1], **given)
    assert [(s.set, labels[1][s.row]) for s in only] == [(1, "b")]
    with pytest.raises(DataError, match="groups name"):
        suggest([X, X], 2, groups=[["a"], ["b"]], cover=("a",))


def test_spxy_uses_the_values_of_a_sample_whatever_instrument_measured_it() -> None:
    rng = np.random.default_rng(5)
    A, B, Y = rng.normal(size=(12, 6)), rng.normal(size=(9, 4)), rng.normal(size=(12, 2))
    unknown = np.full((9, 2), np.nan)
    # the first 5 rows of B are samples of A, so B knows their values; the rest of B has none
    names = [[f"S{i}" for i in range(12)], [f"S{i}" for i in range(5)] + [f"T{i}" for i in range(4)]]
    found = suggest([A, B], 8, "spxy", targets=[Y, unknown], samples=names)
    assert {s.set for s in found} == {0, 1} and all(s.row < 5 for s in found if s.set == 1)
    copied = suggest([A, B], 8, "spxy", targets=[Y, np.concatenate([Y[:5], unknown[5:]])], samples=names)
    assert [(s.set, s.row, s.score) for s in found] == [(s.set, s.row, s.score) for s in copied]
    # an instrument that knows none leaves its share to the others
    alone = suggest([A, B], 6, "spxy", targets=[Y, unknown])
    assert [s.set for s in alone] == [0] * 6
    with pytest.raises(DataError, match="reference values"):
        suggest([A, B], 2, "spxy", targets=[np.full_like(Y, np.nan), unknown])
