"""Automatic choice of the kept rank and the number of dimensions by cross-validated hits on the marked standards.

The factors are computed once; each (fold, rank) is a small eigenproblem, and all numbers of dimensions are read off
one solution. With fewer than `FEW` standards there is nothing to validate on, and a stated rule is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import ParameterError
from ..monitor import Monitor
from ..numerics.joint import JointProblem
from ..numerics.laplacian import PairGraph
from ..numerics.penalty import Kept
from ..numerics.reduced import Solution

RANKS = (4, 6, 8, 10, 14, 20, 28, 40)
DIMENSIONS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20)
FEW = 8
FOLDS = 5

RULE = "kept rank 8 and 2 dimensions (3 from six standards on)"


@dataclass(frozen=True)
class Choice:
    """What was chosen.

    Parameters
    ----------
    kept : list of Kept
        Per set.
    rank : int or None
        The kept rank, where it was chosen.
    d : int
    by_rule : bool
        Whether there were too few standards to validate.
    ranks, dimensions : tuple of int
        What was tried.
    score : (ranks, dimensions) array
        Mean reciprocal place of the held-out partner; NaN where not possible.
    """

    kept: list[Kept]
    rank: int | None
    d: int
    by_rule: bool
    ranks: tuple[int, ...] = ()
    dimensions: tuple[int, ...] = ()
    score: np.ndarray | None = None


def rule(n_standards: int, rank: int | None, d: int | None) -> tuple[int, int]:
    """Kept rank and dimensions for fewer than `FEW` standards; what is given stays."""
    d = d or (2 if n_standards < 6 else 3)
    if rank is not None:
        d = min(d, rank)
    return rank or max(8, d), d


def choose(
    problem: JointProblem, fixed: list[Kept] | None, d: int | None, mu: float, *, extra: int = 0,
    seed: int = 0, monitor: Monitor, least_penalty: float = 0.0,
) -> Choice:
    """Choose what is left open of the kept rank and the number of dimensions.

    Parameters
    ----------
    problem : JointProblem
        With all pairs that take part in the fit.
    fixed : list of Kept or None
        What is kept of each set, where penalty, rank or variance is given; None for automatic.
    d : int or None
        Dimensions, None for automatic.
    mu : float
    extra : int
        Leading vectors that will be dropped (``skip_first``).
    seed : int
        Of the folds.
    monitor : Monitor
    least_penalty : float
        Only ranks whose λ is at least this in every set are tried (but the lowest, whatever its λ).

    Raises
    ------
    ParameterError
        If nothing at all can be kept.
    """
    standards = problem.graph.members()
    if fixed is not None and d is not None:
        return Choice(fixed, None, d, False)
    options: list[tuple[int | None, list[Kept]]]
    if fixed is not None:
        options = [(None, fixed)]
    else:
        most = max(len(s.squares) for s in problem.sets)
        least = (d or 1) + extra
        ranks = [q for q in RANKS if least <= q < most] or [max(least, min(RANKS[0], most))]
        options = [(q, [s.keep(None, q, None) for s in problem.sets]) for q in ranks]
        options = [o for o in options if min(k.penalty for k in o[1]) >= least_penalty] or options[:1]
    if len(standards) < FEW:
        return _by_rule(problem, fixed, len(standards), d, extra)
    dims = (d,) if d is not None else DIMENSIONS
    score = _cross_validate(problem, [kept for _, kept in options], dims, mu, extra, standards, seed, monitor)
    if not np.isfinite(score).any():
        return _by_rule(problem, fixed, len(standards), d, extra)
    best, at = np.unravel_index(int(np.nanargmax(score)), score.shape)
    rank, kept = options[int(best)]
    tried = tuple(q for q, _ in options if q is not None)
    return Choice(kept, rank, dims[int(at)], False, tried, tuple(dims), score)


def _by_rule(
    problem: JointProblem, kept: list[Kept] | None, n_standards: int, d: int | None, extra: int,
) -> Choice:
    if kept is None:
        rank, dims = rule(n_standards, None, None if d is None else d + extra)
        dims = d or dims
        kept = [s.keep(None, max(rank, dims + extra), None) for s in problem.sets]
        chosen: int | None = max(rank, dims + extra)
    else:
        smallest = min(k.rank for k in kept)
        if not any(k.rank for k in kept):
            raise nothing_kept(problem, kept)
        _, dims = rule(n_standards, max(1, smallest - extra), d)
        chosen = None
    return Choice(kept, chosen, dims, True)


def nothing_kept(problem: JointProblem, kept: Sequence[Kept]) -> ParameterError:
    """The refusal of a penalty above every singular value."""
    largest = ", ".join(f"{s.singular_values[0]:.4g}" if len(s.squares) else "0" for s in problem.sets)
    line = max(k.threshold for k in kept)
    return ParameterError(
        "reconstruction.all_dropped", line=line, largest=largest)


def _cross_validate(
    problem: JointProblem, kept: list[list[Kept]], dims: Sequence[int], mu: float, extra: int,
    standards: list[np.ndarray], seed: int, monitor: Monitor,
) -> np.ndarray:
    """Mean reciprocal place of held-out partners, (choices of kept, dims)."""
    total = np.zeros((len(kept), len(dims)))
    weight = np.zeros_like(total)
    order = np.random.default_rng(seed).permutation(len(standards))
    folds = np.array_split(order, FOLDS)
    edges = np.concatenate([[0], np.cumsum([len(s.basis) for s in problem.sets])])
    component = np.full(edges[-1], -1)
    for c, rows in enumerate(standards):
        component[rows] = c
    for number, fold in enumerate(folds):
        monitor.raise_if_cancelled()
        monitor.report("Choosing rank and dimensions", 0.5 + 0.3 * number / FOLDS)
        out = np.isin(component[problem.graph.pairs[:, 0]], fold)
        inner = problem.with_pairs(PairGraph(problem.graph.size, problem.graph.pairs[~out]))
        held = problem.graph.pairs[out]
        for row, choice in enumerate(kept):
            possible = [d for d in dims if d + extra <= max(1, min(k.rank for k in choice))]
            if not possible:
                continue
            solution = inner.solve(choice, mu, max(possible) + extra, refuse=False, monitor=monitor)
            possible = [d for d in possible if d + extra <= solution.n_below]
            places = reciprocal_places(solution.vectors[:, extra:], held, edges)
            at = [dims.index(d) for d in possible]
            total[row, at] += places[:, [d - 1 for d in possible]].sum(axis=0)
            weight[row, at] += len(places)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(weight > 0, total / weight, np.nan)


def score_dimensions(
    graph: PairGraph, edges: np.ndarray, solve: Callable[[PairGraph], Solution], monitor: Monitor, seed: int = 0,
) -> np.ndarray:
    """Mean reciprocal place of held-out partners for every number of dimensions; NaN where not possible.

    Parameters
    ----------
    graph : PairGraph
        Of all pairs that take part in the fit.
    edges : (k + 1,) int array
        First stacked row of each set.
    solve : function(PairGraph) -> Solution
        The eigenproblem with some pairs withheld.
    monitor : Monitor
    seed : int
        Of the folds, the same as in `choose`.
    """
    standards = graph.members()
    component = np.full(graph.size, -1)
    for c, rows in enumerate(standards):
        component[rows] = c
    total, weight = np.zeros(len(DIMENSIONS)), np.zeros(len(DIMENSIONS))
    for number, fold in enumerate(np.array_split(np.random.default_rng(seed).permutation(len(standards)), FOLDS)):
        monitor.raise_if_cancelled()
        monitor.report("Choosing the number of dimensions", number / FOLDS)
        out = np.isin(component[graph.pairs[:, 0]], fold)
        solution = solve(PairGraph(graph.size, graph.pairs[~out]))
        places = reciprocal_places(solution.vectors, graph.pairs[out], edges)
        for i, d in enumerate(DIMENSIONS):
            if d <= min(solution.n_below, places.shape[1]):
                total[i] += places[:, d - 1].sum()
                weight[i] += len(places)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(weight == weight.max(), total / weight, np.nan)


def reciprocal_places(F: np.ndarray, held: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """1 / place of the nearest partner among the whole other set, for every number of leading dimensions.

    Parameters
    ----------
    F : (N, d) array
        Stacked embedding.
    held : (m, 2) int array
        Held-out pairs of stacked rows.
    edges : (k + 1,) int array
        First stacked row of each set.

    Returns
    -------
    (2·queries, d) array
        A tie counts against the embedding.
    """
    found = []
    both = np.concatenate([held, held[:, ::-1]])
    origin, other = (np.searchsorted(edges, both[:, side], side="right") - 1 for side in (0, 1))
    for a, b in sorted({(int(x), int(y)) for x, y in zip(origin, other, strict=True)}):
        table = both[(origin == a) & (other == b)]
        rows, query = np.unique(table[:, 0], return_inverse=True)
        partner = np.zeros((len(rows), edges[b + 1] - edges[b]), dtype=bool)
        partner[query, table[:, 1] - edges[b]] = True
        distance = np.zeros(partner.shape)
        places = np.empty((len(rows), F.shape[1]))
        for j in range(F.shape[1]):
            distance += (F[rows, j, None] - F[None, edges[b]:edges[b + 1], j]) ** 2
            nearest = np.where(partner, distance, np.inf).min(axis=1)
            places[:, j] = 1 + ((distance <= nearest[:, None]) & ~partner).sum(axis=1)
        found.append(1.0 / places)
    return np.concatenate(found) if found else np.zeros((0, F.shape[1]))
