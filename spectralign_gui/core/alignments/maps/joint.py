"""From the joint space to spectra and to properties: ridge maps that any alignment can use.

Embeddings carry no per-set offset, and an instrument on which other samples were measured sits elsewhere in the
joint space. The standards tell that offset; it is taken out before anything is learned across instruments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...fitdata import FitData
from ...numerics import lapack
from ...numerics.scaling import SAFE, ScaledSet

RIDGES = np.logspace(-8, 2, 21)  # relative to the mean square of the standardised coordinates
ACROSS = 1e-2  # the smallest for a map that is used on other sets: see `fit_ridge`


class JointMaps:
    """Maps out of the joint space, learned on coordinates that new samples would get.

    Parameters
    ----------
    state : dict
        Plain tree: "offsets" (k, d), "spectra" list of ridge maps to each instrument's channels, "properties" list of
        ridge maps to single properties (empty where no targets are known); "spectra_offsets" (k, D) where the maps to
        channels take more dimensions than those to properties.
    """

    def __init__(self, state: dict[str, Any]) -> None:
        self.state = state

    @classmethod
    def fit(
        cls, coordinates: Sequence[np.ndarray], data: FitData, wide: Sequence[np.ndarray] | None = None,
    ) -> JointMaps:
        """Learn from training coordinates.

        Parameters
        ----------
        coordinates : list of (n_k, d) arrays
            As `transform` gives them to samples without partners (the pull of the partners is not known for a new
            sample, so the maps must not be learned on it).
        data : FitData
            Pairs, spectra and targets.
        wide : list of (n_k, D) arrays, optional
            Coordinates for the maps to channels, where they are others.
        """
        offsets = set_offsets(coordinates, data.pairs)
        spread = np.max([G.std(axis=0) for G in coordinates], axis=0)
        state = {"offsets": offsets, "properties": cls._fit_properties(coordinates, offsets, spread, data)}
        if wide is not None:
            coordinates, spread = wide, np.max([G.std(axis=0) for G in wide], axis=0)
            state["spectra_offsets"] = set_offsets(wide, data.pairs)
        state["spectra"] = [fit_ridge(G, X, spread) for G, X in zip(coordinates, data.Xs, strict=True)]
        return cls(state)

    @staticmethod
    def _fit_properties(
        coordinates: Sequence[np.ndarray], offsets: np.ndarray, spread: np.ndarray, data: FitData,
    ) -> list[dict[str, Any]]:
        targets = shared_targets(data)
        if targets is None:
            return []
        G = np.concatenate([g + o for g, o in zip(coordinates, offsets, strict=True)])
        Y = np.concatenate(targets)
        maps = []
        for column in Y.T:
            known = np.isfinite(column)
            if known.sum() < 2:
                maps.append({"coef": np.zeros((G.shape[1], 1)), "centre": np.zeros(G.shape[1]),
                             "intercept": np.array([column[known].mean() if known.any() else np.nan]), "ridge": 0.0})
            else:
                maps.append(fit_ridge(G[known], column[known, None], spread))
        return maps

    @property
    def has_targets(self) -> bool:
        """Whether any property can be predicted."""
        return bool(self.state["properties"])

    def spectra(self, G: np.ndarray, instrument: int, to: int) -> np.ndarray:
        """Spectra (n, p_to) at joint coordinates (n, d or D) of samples measured on `instrument`."""
        offsets = self.state.get("spectra_offsets")
        offsets = self.state["offsets"] if offsets is None else offsets
        shift = offsets[instrument] - offsets[to]
        return apply_ridge(self.state["spectra"][to], G + shift)

    def predict(self, G: np.ndarray, instrument: int) -> np.ndarray:
        """Properties (n, q) at joint coordinates (n, d) of samples measured on `instrument`."""
        G = G + self.state["offsets"][instrument]
        return np.hstack([apply_ridge(part, G) for part in self.state["properties"]])

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return self.state

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> JointMaps:
        """The maps that `to_state` described."""
        return cls(state)


def set_offsets(coordinates: Sequence[np.ndarray], pairs: np.ndarray) -> np.ndarray:
    """What to add to each set's coordinates so that its standards lie where their partners lie: (k, d).

    Sets are placed one after another, those with partners in placed sets first. Each offset is shrunk by its own
    uncertainty (positive-part James-Stein), so that a few standards do not add noise where there is no offset.
    """
    k, d = len(coordinates), coordinates[0].shape[1]
    offsets, placed = np.zeros((k, d)), {0}
    while len(placed) < k:
        best: tuple[int, np.ndarray] | None = None
        for s in sorted(set(range(k)) - placed):
            gaps = [coordinates[a][i] + offsets[a] - coordinates[b][j]
                    for a, i, b, j in np.concatenate([pairs, pairs[:, [2, 3, 0, 1]]]) if b == s and a in placed]
            if best is None or len(gaps) > len(best[1]):
                best = s, np.array(gaps).reshape(-1, d)
        assert best is not None
        s, gap = best
        placed.add(s)
        if len(gap) >= 2:
            mean = gap.mean(axis=0)
            error = gap.var(axis=0, ddof=1) / len(gap)
            sure = mean**2 > error
            offsets[s, sure] = mean[sure] * (1.0 - error[sure] / mean[sure]**2)
    return offsets


def shared_targets(data: FitData) -> list[np.ndarray] | None:
    """Targets per set, where an unknown value of a standard is taken from its partners; None if none is known."""
    if data.targets is None or not any(np.isfinite(t).any() for t in data.targets):
        return None
    filled = [t.copy() for t in data.targets]
    for column in range(filled[0].shape[1]):
        sums = [np.zeros(len(t)) for t in filled]
        counts = [np.zeros(len(t)) for t in filled]
        for a, i, b, j in np.concatenate([data.pairs, data.pairs[:, [2, 3, 0, 1]]]):
            value = data.targets[a][i, column]
            if np.isfinite(value):
                sums[b][j] += value
                counts[b][j] += 1
        for table, total, count in zip(filled, sums, counts, strict=True):
            lacking = ~np.isfinite(table[:, column]) & (count > 0)
            table[lacking, column] = total[lacking] / count[lacking]
    return filled


def fit_ridge(G: np.ndarray, Y: np.ndarray, spread: np.ndarray | None = None) -> dict[str, Any]:
    """Ridge map from coordinates (n, d) to Y (n, m), its strength by generalised cross-validation.

    Parameters
    ----------
    G : (n, d) array
    Y : (n, m) array
    spread : (d,) array, optional
        Unit of each coordinate for the ridge; its standard deviation in G if None. A map that is going to be used on
        other sets needs their spread, and at least the ridge `ACROSS`: with few standards there are directions in which
        G hardly varies and another set does; cross-validation on G alone would blow them up a thousandfold.

    Returns
    -------
    dict
        Plain tree: "coef" (d, m), "centre" (d,), "intercept" (m,), "ridge" (float); for `apply_ridge`.
    """
    n = len(G)
    centre = G.mean(axis=0)
    unit = np.maximum((G - centre).std(axis=0) if spread is None else spread, np.finfo(float).tiny)
    U, s, Vt = lapack.svd((G - centre) / unit, full_matrices=False)
    used = s > s[0] * 1e-12 if len(s) else np.zeros(0, dtype=bool)
    U, s, Vt = U[:, used], s[used], Vt[used]
    ones = np.ones((n, 1))
    moments = ScaledSet(Y).transposed_times(np.hstack([U, ones / n]))  # (m, r + 1), in float64 blocks
    mean, UY = moments[:, -1], moments[:, :-1].T
    size = float(max(abs(float(Y.max())), abs(float(Y.min())))) or 1.0
    size = 1.0 if SAFE[0] < size < SAFE[1] else size  # what is squared neither over- nor underflows
    total = sum(float((((block - mean) / size) ** 2).sum()) for _, block in ScaledSet(Y).blocks())
    power = ((UY / size)**2).sum(axis=1)
    ridges = RIDGES if spread is None else np.geomspace(ACROSS, RIDGES[-1], 17)
    best, chosen = np.inf, float(ridges[0])
    for ridge in ridges:
        share = s**2 / (s**2 + ridge * n)
        residual = max(total - float(((2 * share - share**2) * power).sum()), 0.0)
        free = n - 1 - share.sum()
        score = residual / max(free, 1e-9) ** 2
        if score < best * (1 - 1e-9) and free > 0:
            best, chosen = score, float(ridge)
    coef = (Vt.T * (s / (s**2 + chosen * n))) @ UY / unit[:, None]
    return {"coef": coef, "centre": centre, "intercept": mean, "ridge": chosen}


def apply_ridge(part: dict[str, Any], G: np.ndarray) -> np.ndarray:
    """Values (n, m) of a map of `fit_ridge` at coordinates (n, d)."""
    return (G - part["centre"]) @ part["coef"] + part["intercept"]
