"""Beside the map out of the joint space: a direct one between two instruments, learned on their standards.

What the few joint dimensions do not hold, the map out of the joint space cannot rebuild; on corn that is the one
direction that makes up most of a spectrum. Ridge regression of the standards' spectra on each other holds it, but knows
nothing of the other samples. The two err differently, so their mean is mostly better than either. How much of each is
taken is told by withheld standards: the share that makes the squared error of the mean smallest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...fitdata import FitData
from ...numerics import lapack
from ...numerics.laplacian import PairGraph
from .._rank_choice import FOLDS
from .joint import apply_ridge, fit_ridge, set_offsets
from .width import CHANNELS, MOST_SAMPLES

FEWEST, MOST_STANDARDS = 5, 1000
PENALTIES = 10.0 ** -np.arange(0.0, 7.0, 0.5)  # relative to the mean square of a standard
HALF_AND_HALF = 4
"""As many standards that speak for equal shares are added: the share that few of them tell is uncertain."""


class DirectMap:
    """Ridge regression from one instrument's standards to another's, its penalty by leaving one out.

    Parameters
    ----------
    rows : (m, p) array
        Centred spectra of the standards on the one instrument, divided by `unit`.
    dual : (m, p_to) array
    centre, intercept : (p,), (p_to,) arrays
    unit : float
    """

    def __init__(self, rows: np.ndarray, dual: np.ndarray, centre: np.ndarray, intercept: np.ndarray,
                 unit: float) -> None:
        self.rows, self.dual, self.centre, self.intercept, self.unit = rows, dual, centre, intercept, unit

    @classmethod
    def fit(cls, B: np.ndarray, A: np.ndarray) -> DirectMap | None:
        """From B (m, p) to A (m, p_to); None where B's standards do not differ."""
        m = len(B)
        centre, intercept = B.mean(axis=0), A.mean(axis=0)
        units = [float(np.abs(X).max(initial=0.0)) for X in (B - centre, A - intercept)]
        if units[0] <= 1e-12 * float(np.abs(B).max(initial=0.0)) or units[1] == 0:
            return None
        Z, Y = (B - centre) / units[0], (A - intercept) / units[1]
        w, V = lapack.eigh(Z @ Z.T)
        w = np.maximum(w, 0.0)
        turned = V.T @ Y
        penalties = PENALTIES * float(w.mean())
        errors = []
        for penalty in penalties:
            share = penalty / (w + penalty)
            left = np.maximum((V ** 2) @ share - 1.0 / m, 1e-12)
            errors.append(float(((V @ (share[:, None] * turned) / left[:, None]) ** 2).sum()))
        dual = V @ (turned / (w + penalties[int(np.argmin(errors))])[:, None]) * units[1]
        return cls(Z, dual, centre, intercept, units[0])

    def __call__(self, X: np.ndarray) -> np.ndarray:
        """Spectra (n, p_to) of spectra (n, p)."""
        return ((X - self.centre) / self.unit) @ self.rows.T @ self.dual + self.intercept

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {"rows": self.rows, "dual": self.dual, "centre": self.centre, "intercept": self.intercept,
                "unit": self.unit}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> DirectMap:
        """The map that `to_state` described."""
        return cls(state["rows"], state["dual"], state["centre"], state["intercept"], float(state["unit"]))


def direct_maps(
    data: FitData, graph: PairGraph, coordinates: Callable[[PairGraph], Sequence[np.ndarray]], enough: float = FEWEST,
) -> list[dict[str, Any]]:
    """Direct maps between every two sets with standards, and the share they are to have in rebuilt spectra.

    Parameters
    ----------
    data : FitData
    graph : PairGraph
        Of the pairs of the fit.
    coordinates : callable
        The joint coordinates (n_k, D) of every set, as unpaired samples get them, for other pairs.
    enough : float
        Fewest standards from which the share can be told.

    Returns
    -------
    list of dict
        Plain trees "origin", "to", "share" and those of `DirectMap`; empty with fewer than `enough` standards, more
        than `MOST_STANDARDS`, or more than `MOST_SAMPLES` samples: the joint space then holds what there is.
    """
    standards = graph.members()
    if not enough <= len(standards) <= MOST_STANDARDS or data.offsets[-1] > MOST_SAMPLES:
        return []
    set_of = np.repeat(np.arange(len(data.Xs)), data.sizes)
    local = np.arange(int(data.offsets[-1])) - data.offsets[set_of]
    rows = [{k: local[members[set_of[members] == k]] for k in np.unique(set_of[members]).tolist()}
            for members in (np.asarray(s) for s in standards)]
    ways = [(a, b) for a in range(len(data.Xs)) for b in range(len(data.Xs)) if a != b
            and sum(a in r and b in r for r in rows) >= enough]
    channels = [X[:, ::max(1, X.shape[1] // CHANNELS)].astype(np.float64) for X in data.Xs]
    top, bottom = dict.fromkeys(ways, 0.0), dict.fromkeys(ways, 0.0)
    component = np.full(graph.size, -1)
    for c, members in enumerate(standards):
        component[members] = c
    of_pair = component[data.stacked_pairs[:, 0]]
    order = _in_order(data, rows)  # so that the order of the rows makes no difference
    for fold in np.array_split(order[np.random.default_rng(0).permutation(len(order))], FOLDS):
        out = np.isin(of_pair, fold)
        if not out.any() or out.all():
            continue
        G = coordinates(PairGraph(graph.size, data.stacked_pairs[~out]))
        offsets, unit = set_offsets(G, data.pairs[~out]), np.max([g.std(axis=0) for g in G], axis=0)
        learned = {to: fit_ridge(G[to], channels[to], unit) for to in {to for _, to in ways}}
        stay = np.setdiff1d(np.arange(len(standards)), fold)
        for origin, to in ways:
            held = [c for c in fold if origin in rows[c] and to in rows[c]]
            direct = _between(data, rows, stay, origin, to, channels[to])
            if not held or direct is None:
                continue
            B, A = _mean(data.Xs[origin], rows, held, origin), _mean(channels[to], rows, held, to)
            joint = apply_ridge(learned[to], _mean(G[origin], rows, held, origin) + offsets[origin] - offsets[to])
            size = max(float(np.abs(channels[to]).max()), 1e-300)  # squares must neither overflow nor vanish
            gain = (direct(B) - joint) / size
            top[origin, to] += float((gain * ((A - joint) / size)).sum())
            bottom[origin, to] += float((gain ** 2).sum())
    found = []
    for origin, to in ways:
        if not bottom[origin, to] > 0:
            continue  # both maps say the same
        count = sum(origin in r and to in r for r in rows)
        told = float(np.clip(top[origin, to] / bottom[origin, to], 0.0, 1.0))
        share = (count * told + HALF_AND_HALF / 2) / (count + HALF_AND_HALF)
        direct = _between(data, rows, np.arange(len(standards)), origin, to, data.Xs[to])
        if direct is not None:
            found.append({"origin": origin, "to": to, "share": share, **direct.to_state()})
    return found


def blended(joint: np.ndarray, X: np.ndarray, maps: Sequence[dict[str, Any]], origin: int, to: int) -> np.ndarray:
    """Spectra (n, p_to) out of the joint space, with the share of the direct map from spectra X (n, p)."""
    for state in maps:
        if (int(state["origin"]), int(state["to"])) == (origin, to):
            share = float(state["share"])
            return (1.0 - share) * joint + share * DirectMap.from_state(state)(X)
    return joint


def _in_order(data: FitData, rows: Sequence[dict[int, np.ndarray]]) -> np.ndarray:
    """Numbers of the standards by their distance from the mean spectrum of the first set that has them."""
    found, means = [], [X.mean(axis=0, dtype=np.float64) for X in data.Xs]
    for own in rows:
        k = min(own)
        gap = data.Xs[k][own[k]].astype(np.float64).mean(axis=0) - means[k]
        found.append((k, float(np.linalg.norm(gap / max(float(np.abs(gap).max()), 1e-300)) * np.abs(gap).max())))
    return np.array(sorted(range(len(found)), key=found.__getitem__))


def _between(
    data: FitData, rows: Sequence[dict[int, np.ndarray]], standards: np.ndarray, origin: int, to: int,
    target: np.ndarray,
) -> DirectMap | None:
    both = [int(c) for c in standards if origin in rows[c] and to in rows[c]]
    if len(both) < 3:
        return None
    return DirectMap.fit(_mean(data.Xs[origin], rows, both, origin), _mean(target, rows, both, to))


def _mean(X: np.ndarray, rows: Sequence[dict[int, np.ndarray]], standards: Sequence[int], k: int) -> np.ndarray:
    """Mean row of each standard in set k, in float64."""
    return np.array([X[rows[c][k]].astype(np.float64).mean(axis=0) for c in standards])
