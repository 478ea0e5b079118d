"""Which physical samples to measure next as standards."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import DataError, ParameterError
from ..fitdata import FitData
from ..monitor import Monitor, SilentMonitor
from ..naming import the_instrument, the_spectra
from ..numerics.factors import decompose
from ..numerics.penalty import keep
from ..numerics.reconstruction import Reconstruction, low_rank
from ..numerics.scaling import ScaledSet, Scaling
from .duplex import duplex
from .importance import reconstructs, tau_scores
from .kennard_stone import kennard_stone
from .spxy import spxy

STRATEGIES = ("tau", "tau-norm", "kennard-stone", "duplex", "spxy", "random")
RANK = 8  # kept rank of R where no reconstruction is given: the rule of the alignment for few standards


@dataclass(frozen=True)
class Suggestion:
    """One physical sample to measure on the other instruments.

    Parameters
    ----------
    set : int
        The instrument whose spectra speak for it.
    row : int
        Its row there, counted from 0.
    score : float
        τ (times the norm of the spectrum), relative to the largest of the set; for the other strategies the place in
        the order, 1 first, falling to 0.
    supports : tuple of (int, float)
        Rows of the same set that lean on it most, and how much (only where a reconstruction is at hand).
    missing_on : tuple of int
        Instruments on which no spectrum of it is known (only where the samples of the sets are told apart by name).
    """

    set: int
    row: int
    score: float
    supports: tuple[tuple[int, float], ...] = ()
    missing_on: tuple[int, ...] = ()


def suggest(
    Xs: Sequence[np.ndarray], count: int, strategy: str = "tau", *, pairs: np.ndarray | None = None,
    samples: Sequence[Sequence[Hashable]] | None = None, excluded: Sequence[Sequence[int]] | None = None,
    budgets: Sequence[float] | None = None, targets: Sequence[np.ndarray] | None = None,
    reconstructions: Sequence[Reconstruction] | None = None, scaling: str = "centre-rms", seed: int = 0,
    groups: Sequence[Sequence[str]] | None = None, cover: Sequence[str] = (), monitor: Monitor | None = None,
) -> list[Suggestion]:
    """Suggest `count` physical samples, best first, the instruments taking turns.

    Parameters
    ----------
    Xs : list of (n_k, p_k) arrays
    count : int
        Every one of K sets suggests count/K of them, or its share by `budgets`.
    strategy : {"tau", "tau-norm", "kennard-stone", "duplex", "spxy", "random"}
        τ of R_k; τ times the norm of the spectrum as scaled; the others work on the scaled spectra.
    pairs : (m, 2) or (m, 4) int array, optional
        Standards that are marked already: never suggested again, and the spread-out strategies keep away from them.
    samples : list of sequences, optional
        Per set a key per row; rows with the same key, in any set, are the same physical sample and are suggested once.
        Without it every row is a sample of its own.
    excluded : list of sequences of int, optional
        Rows per set that cannot be measured.
    budgets : sequence of float, optional
        Weight of each set; equal if None.
    targets : list of (n_k, q) arrays, optional
        For "spxy".
    reconstructions : list of Reconstruction, optional
        Of a fit; for τ. Otherwise low rank with a kept rank of 8.
    scaling : str
        Step 0 for all that is computed here.
    seed : int
        For "random".
    groups : list of sequences of str, optional
        Group of every row per set.
    cover : sequence of str
        Groups of which at least one sample shall be marked or suggested: the best one of each that no standard is of
        comes first, as far as `count` and the budgets reach.
    monitor : Monitor, optional

    Raises
    ------
    DataError, PairsError, ParameterError
        Bad input, an unknown strategy, or fewer samples left than asked for.
    """
    monitor = monitor or SilentMonitor()
    if strategy not in STRATEGIES:
        raise ParameterError("selection.strategy", strategies=STRATEGIES, strategy=strategy)
    if count < 1:
        raise ParameterError("selection.count_too_small", count=count)
    data = FitData.check(Xs, pairs, targets)
    keys = _keys(data, samples)
    marked = {key for a, i, b, j in data.pairs for key in (keys[a][i], keys[b][j])}
    barred = [{int(r) for r in rows} for rows in excluded] if excluded is not None else [set() for _ in data.Xs]
    gone = {keys[k][r] for k, rows in enumerate(barred) for r in rows if 0 <= r < len(keys[k])}
    if count > sum(data.sizes):
        raise ParameterError("selection.count_too_large", count=count, sizes=sum(data.sizes))
    shares = budget(count, len(data.Xs), budgets)
    left = {key for table, share in zip(keys, shares, strict=True) if share for key in table} - marked - gone
    if count > len(left):
        where = "" if all(shares) else " on the instruments that have a budget"
        if not left:
            raise ParameterError("selection.nothing_left", where=where)
        raise ParameterError("selection.count_not_excluded", count=count, n_left=len(left), where=where)
    if reconstructions is None and strategy in ("tau", "tau-norm"):
        reconstructions = [reconstruction_of(_scaled(data, k, scaling)) for k in range(len(data.Xs))]
    if strategy == "spxy" and data.targets is not None and not any(np.isfinite(Y).any() for Y in data.targets):
        raise DataError("selection.spxy_needs_values")
    orders = []
    for k in range(len(data.Xs)):
        monitor.raise_if_cancelled()
        monitor.report(f"Ranking the samples of {the_instrument(k)}", k / len(data.Xs))
        orders.append(_order(k, data, strategy, keys, marked, gone, reconstructions, scaling, seed)
                      if shares[k] else [])
    open_groups, labels = _open_groups(data, cover, groups)
    return _take_turns(orders, shares, count, keys, reconstructions, labels, open_groups)


def _open_groups(data: FitData, cover: Sequence[str], groups: Sequence[Sequence[str]] | None,
                 ) -> tuple[list[str], list[list[str]]]:
    """The groups to cover that no marked standard is of, and the group of every row per set."""
    labels = [[str(g) for g in table] for table in groups] if groups is not None else [[""] * n for n in data.sizes]
    if [len(table) for table in labels] != data.sizes:
        raise DataError("selection.group_rows", labels=[len(t) for t in labels], sizes=data.sizes)
    done = {label for a, i, b, j in data.pairs for label in (labels[a][i], labels[b][j])}
    return [g for g in dict.fromkeys(cover) if g not in done], labels


def budget(count: int, n_sets: int, weights: Sequence[float] | None = None) -> list[int]:
    """How many each set may suggest: shares of `count` by weight, rounded so that they add up (largest remainder).

    Raises
    ------
    ParameterError
        Wrong number of weights, a negative one, or all zero.
    """
    w = np.ones(n_sets) if weights is None else np.asarray(weights, dtype=float)
    if w.shape != (n_sets,) or not np.isfinite(w).all() or (w < 0).any() or not w.any():
        raise ParameterError("selection.budgets", n_sets=n_sets)
    exact = count * w / w.sum()
    whole = np.floor(exact + 1e-12).astype(int)
    for k in np.argsort(-(exact - whole), kind="stable")[:count - int(whole.sum())]:
        whole[k] += 1
    return [int(v) for v in whole]


def _keys(data: FitData, samples: Sequence[Sequence[Hashable]] | None) -> list[list[Hashable]]:
    if samples is None:
        return [[(k, i) for i in range(n)] for k, n in enumerate(data.sizes)]
    if [len(s) for s in samples] != data.sizes:
        raise DataError("selection.sample_rows", samples=[len(s) for s in samples], sizes=data.sizes)
    return [list(s) for s in samples]


def _order(
    k: int, data: FitData, strategy: str, keys: list[list[Hashable]], marked: set[Hashable], gone: set[Hashable],
    reconstructions: Sequence[Reconstruction] | None, scaling: str, seed: int,
) -> list[tuple[int, float]]:
    """Rows of set `k` that may be suggested, best first, with their scores; one per physical sample."""
    first_row = {key: i for i, key in reversed(list(enumerate(keys[k])))}
    rows = np.array(sorted(i for key, i in first_row.items() if key not in gone), dtype=np.intp)
    free = np.array([keys[k][i] not in marked for i in rows], dtype=bool)
    if not free.any():
        return []
    already, n_free = [int(i) for i in np.flatnonzero(~free)], int(free.sum())
    scaled = _scaled(data, k, scaling)
    if strategy in ("tau", "tau-norm"):
        assert reconstructions is not None
        score = tau_scores(reconstructions[k])
        if strategy == "tau-norm":
            score = score * np.concatenate([np.linalg.norm(block, axis=1) for _, block in scaled.blocks()])
        order = rows[free][np.argsort(-score[rows[free]], kind="stable")]
        top = float(score.max()) or 1.0
        return [(int(i), float(score[i]) / top) for i in order]
    if strategy == "random":
        picked = np.flatnonzero(free)[np.random.default_rng([seed, k]).permutation(n_free)]
    else:
        X = scaled.dense()[rows]
        if strategy == "kennard-stone":
            picked = kennard_stone(X, n_free, "mean", already)
        elif strategy == "duplex":
            picked, second = duplex(X, (n_free + 1) // 2, already)
            picked = np.concatenate([picked, second])
        else:
            if data.targets is None:
                raise DataError("selection.spxy_needs_values_2")
            Y = _values_by_sample(data.targets, keys)[k][rows]
            if not np.isfinite(Y).any():  # what this set may suggest goes to those with values
                return []
            picked = spxy(X, Y, int((np.isfinite(Y).any(axis=1) & free).sum()), already)
    return [(int(rows[i]), 1.0 - place / max(1, len(picked))) for place, i in enumerate(picked)]


def _values_by_sample(targets: Sequence[np.ndarray], keys: list[list[Hashable]]) -> list[np.ndarray]:
    """Reference values per set; what is unknown in one set is taken from the same physical sample in the first that
    knows it: the values belong to the sample, whatever measured its spectrum."""
    known: dict[Hashable, np.ndarray] = {}
    for Y, table in zip(targets, keys, strict=True):
        for row, key in zip(Y, table, strict=True):
            have = known.get(key)
            known[key] = row if have is None else np.where(np.isfinite(have), have, row)
    return [np.stack([np.where(np.isfinite(row), row, known[key]) for row, key in zip(Y, table, strict=True)])
            for Y, table in zip(targets, keys, strict=True)]


def _scaled(data: FitData, k: int, scaling: str) -> ScaledSet:
    return ScaledSet(data.Xs[k], Scaling(scaling).fit(data.Xs[k], the_spectra(k)))


def reconstruction_of(scaled: ScaledSet, rank: int = RANK) -> Reconstruction:
    """Low rank reconstruction of one set at a kept rank."""
    factors = decompose(scaled, count=rank + 1)
    kept = keep(factors.singular_values, factors.shape, rank=rank)
    return low_rank(factors.basis, factors.singular_values**2, kept.rank, kept.penalty)


def _take_turns(
    orders: list[list[tuple[int, float]]], shares: list[int], count: int, keys: list[list[Hashable]],
    reconstructions: Sequence[Reconstruction] | None, labels: list[list[str]], cover: list[str],
) -> list[Suggestion]:
    chosen: list[Suggestion] = []
    used: set[Hashable] = set()
    given = [0] * len(orders)

    def pick(k: int, group: str | None = None) -> bool:
        for row, score in orders[k]:
            key = keys[k][row]
            if key not in used and (group is None or labels[k][row] == group):
                used.add(key)
                supports = tuple(reconstructs(reconstructions[k], row)) if reconstructions is not None else ()
                missing = tuple(s for s, table in enumerate(keys) if key not in table)
                chosen.append(Suggestion(k, row, score, supports, missing))
                return True
        return False

    for group in cover[:count]:  # the set that has given least of its share goes first
        for k in sorted(range(len(orders)), key=lambda k: given[k] - shares[k]):
            if given[k] < shares[k] and pick(k, group):
                given[k] += 1
                break
    while len(chosen) < count:
        waiting = [k for k in range(len(orders)) if given[k] < shares[k]]
        if not waiting:
            break
        for k in waiting:
            given[k] = given[k] + 1 if pick(k) else shares[k]
    for k in range(len(orders)):  # what a set could not fill goes to the others
        while len(chosen) < count and pick(k):
            pass
    return chosen
