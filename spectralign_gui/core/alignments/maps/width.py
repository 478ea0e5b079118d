"""How many joint dimensions the map to spectra gets: more than the embedding shows, where standards can tell.

The embedding has as many dimensions as bring partners together. These need not be the ones in which the spectra of an
instrument vary most, and what they lack the map to its channels cannot give. Further eigenvectors are at hand; each
adds to what the map can say and to its noise. The standards decide, withheld a fifth at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...fitdata import FitData
from ...monitor import SilentMonitor
from ...numerics.joint import JointProblem
from ...numerics.laplacian import PairGraph
from ...numerics.penalty import Kept
from ...numerics.reconstruction import Reconstruction
from ...numerics.reduced import Solution
from .._rank_choice import DIMENSIONS, FOLDS
from .joint import apply_ridge, fit_ridge, set_offsets

MOST_SAMPLES = 4000
CHANNELS = 200  # evenly spread ones that the error is taken over
BETTER = 0.97  # of the squared error, for more dimensions than the embedding has


def inner_maps(
    reconstructions: Sequence[Reconstruction], solution: Solution, mu: float, offsets: np.ndarray,
) -> list[np.ndarray]:
    """Λ_k U_kᵀF_k (1−µ)/(1−µ−θ) of every set, (r_k, d)."""
    gain = (1 - mu) / (1 - mu - solution.eigenvalues)
    return [(1.0 - (1.0 - R.weights) ** 2)[:, None] * (R.basis.T @ F) * gain
            for R, F in zip(reconstructions, np.split(solution.vectors, offsets[1:-1]), strict=True)]


def map_dimensions(
    problem: JointProblem, kept: Sequence[Kept], reconstructions: Sequence[Reconstruction], data: FitData, mu: float,
    d: int, enough: float,
) -> int:
    """Number of dimensions, at least `d`, with which spectra of withheld standards are rebuilt best.

    Fewer than `enough` standards (the choice is then noise), or more than `MOST_SAMPLES` samples: `d`.
    """
    standards = problem.graph.members()
    if len(standards) < enough or data.offsets[-1] > MOST_SAMPLES:
        return d
    tried = [d, *(m for m in DIMENSIONS if m > d)]
    component = np.full(problem.graph.size, -1)
    for c, rows in enumerate(standards):
        component[rows] = c
    of_pair = component[data.stacked_pairs[:, 0]]
    channels = [X[:, ::max(1, X.shape[1] // CHANNELS)].astype(np.float64) for X in data.Xs]
    spread = [max(float(((Y - Y.mean(axis=0)) ** 2).mean()), 1e-300) for Y in channels]
    errors, counts = np.zeros(len(tried)), np.zeros(len(tried))
    for fold in np.array_split(np.random.default_rng(0).permutation(len(standards)), FOLDS):
        out = np.isin(of_pair, fold)
        part = problem.with_pairs(PairGraph(problem.graph.size, data.stacked_pairs[~out]))
        solution = part.solve(kept, mu, max(tried), refuse=False, monitor=SilentMonitor())
        most = min(solution.n_below, solution.vectors.shape[1])
        inner = inner_maps(reconstructions, solution.first(most), mu, data.offsets)
        wide = [R.basis @ columns for R, columns in zip(reconstructions, inner, strict=True)]
        both = np.concatenate([data.pairs[out], data.pairs[out][:, [2, 3, 0, 1]]])
        for i, m in enumerate(tried):
            if m > most:
                continue
            G = [g[:, :m] for g in wide]
            offsets = set_offsets(G, data.pairs[~out])
            unit = np.max([g.std(axis=0) for g in G], axis=0)
            for to in np.unique(both[:, 2]):
                learned = fit_ridge(G[to], channels[to], unit)
                for origin in np.unique(both[both[:, 2] == to, 0]):
                    rows = both[(both[:, 2] == to) & (both[:, 0] == origin)]
                    found = apply_ridge(learned, G[origin][rows[:, 1]] + offsets[origin] - offsets[to])
                    errors[i] += float(((found - channels[to][rows[:, 3]]) ** 2).mean(axis=1).sum()) / spread[to]
                    counts[i] += len(rows)
    usable = np.where(counts == counts[0], errors, np.inf) if counts[0] else np.zeros(len(tried))
    best = int(np.argmin(usable))
    return tried[best] if usable[best] < BETTER * usable[0] else d
