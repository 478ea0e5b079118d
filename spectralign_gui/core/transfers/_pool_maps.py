"""What is done to B's spectra before a model, in the automatic transfer: learned once per fold for all that use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..regression import LinearModel
from ._affine import AffineMap
from ._domain import DomainMap
from ._fold_ridge import Products
from ._part import Part
from ._pool import Pool, Source, linear
from ._windows import WindowProducts
from .ds import Directions
from .joint_ridge import PENALTIES, joint_ridge_path
from .pds import PiecewiseDirectStandardisation

Learner = Callable[[dict[str, Any]], AffineMap | None]


def piecewise(window: int, ridge: float | None) -> dict[str, Any]:
    """Setting of PDS: ridge, or one local factor."""
    return {"window": window, "n_components": 1 if ridge is None else None, "ridge": ridge, "truncation": 1e-6}


def direct(ridge: float) -> dict[str, Any]:
    """Setting of DS."""
    return {"ridge": ridge, "n_components": None, "centre": True}


class Maps:
    """Maps of B's spectra onto A's, learned from the standards, or without those of a fold.

    Parameters
    ----------
    pool : Pool
    learn : function of a Part, and of whether it is the last one
        Returns what makes a map of a setting; it is called once per fold, and may share what settings have in common.
    in_channels : bool
        Whether it looks at the channels themselves; else at coordinates of the row space.
    """

    def __init__(self, pool: Pool, learn: Callable[[Part, bool], Learner], in_channels: bool = False) -> None:
        self.pool, self.learn, self.in_channels = pool, learn, in_channels
        self.part = pool.full if in_channels else pool.small
        self._learners: dict[int, Learner] = {}
        self._found: dict[tuple[int, str], AffineMap | None] = {}

    def without(self, fold: int, settings: dict[str, Any]) -> AffineMap | None:
        """The map that is learned without a fold; with all at the fold behind the last."""
        key = fold, str(settings)
        if key not in self._found:
            if fold not in self._learners:
                last = fold >= self.pool.n_folds
                part = self.part if last else self.part.without(self.pool.fold_a == fold, self.pool.fold_s == fold)
                self._learners[fold] = self.learn(part, last)
            self._found[key] = self._learners[fold](settings)
        return self._found[key]

    def whole(self, settings: dict[str, Any]) -> AffineMap | None:
        """The map that is learned from all."""
        return self.without(self.pool.n_folds, settings)


def shift_maps(pool: Pool) -> Maps:
    """The standards' mean difference, or nothing."""
    def learn(part: Part, last: bool) -> Learner:
        move = AffineMap.shift(part.SA.mean(axis=0) - part.SB.mean(axis=0))
        return lambda settings: move if settings["shift"] else None

    return Maps(pool, learn)


def direct_maps(pool: Pool) -> Maps:
    """Direct standardisation with ridges."""
    def learn(part: Part, last: bool) -> Learner:
        directions = Directions.of(part.SB, True)
        return lambda settings: directions.map_to(part.SA, settings)

    return Maps(pool, learn)


def domain_maps(pool: Pool) -> Maps:
    """Mean and spread of all spectra."""
    def learn(part: Part, last: bool) -> Learner:
        known = DomainMap(part)
        return lambda settings: known.of(settings["match"])

    return Maps(pool, learn, True)


def piecewise_maps(pool: Pool, widest: int) -> Maps:
    """PDS: compared by the products of neighbouring channels, used as fitted on the spectra."""
    def learn(part: Part, last: bool) -> Learner:
        if last:
            return lambda settings: PiecewiseDirectStandardisation()._fit_map(part.SA, part.SB, settings)
        mean_a, mean_b = part.SA.mean(axis=0), part.SB.mean(axis=0)
        products = WindowProducts(part.SA - mean_a, part.SB - mean_b, widest)

        def of(settings: dict[str, Any]) -> AffineMap:
            band = (products.factors(settings["window"], 1, 1) if settings["ridge"] is None else
                    products.ridge(settings["window"], settings["ridge"]))
            return AffineMap(mean_a - AffineMap(np.zeros(len(mean_a)), band=band)(mean_b[None, :])[0], band=band)

        return of

    return Maps(pool, learn, True)


class Mapped(Source):
    """A's model behind a map of B's spectra."""

    def __init__(self, maps: Maps, method: str, family: str, settings: list[dict[str, Any]]) -> None:
        super().__init__(maps.pool)
        self.maps, self.method, self.family, self._settings = maps, method, family, settings

    def settings(self) -> list[dict[str, Any]]:
        return self._settings

    def errors(self, settings: dict[str, Any]) -> tuple[np.ndarray | None, np.ndarray]:
        pool, part = self.pool, self.maps.part
        at_b = np.full((part.YA.shape[1], pool.limit, len(part.SB)), np.nan)
        models = pool.models_of_a_in_channels() if self.maps.in_channels else pool.models_of_a()
        for k in range(pool.n_folds):
            out = pool.fold_s == k
            if out.any():
                step, (b, b0) = self.maps.without(k, settings), models[k]
                X = part.SB[out] if step is None else step(part.SB[out])
                at_b[:, :, out] = b @ X.T + b0[:, :, None] - part.YS[out].T[:, None, :]
        return pool.left_by_a(), at_b

    def model(self, settings: dict[str, Any], steps: np.ndarray) -> LinearModel:
        b, b0 = self.pool.models_of_a()[-1]
        step = self.maps.whole(settings)
        if step is None or self.maps.in_channels:
            own = linear(self.pool, b, b0, steps)
            return own if step is None else LinearModel(*step.pull_back(own.coefficients, own.intercept))
        columns = np.arange(len(steps))
        pulled, intercept = step.pull_back(b[columns, steps].T, b0[columns, steps])
        return LinearModel(self.pool.wide(pulled.T).T, intercept)


class MappedRidge(Source):
    """Two-instrument ridge behind a map of B's spectra; `owns` for each of the maps' settings."""

    method = "joint-ridge"

    def __init__(self, maps: Maps, family: str, settings: list[dict[str, Any]], owns: list[float]) -> None:
        super().__init__(maps.pool)
        self.maps, self.family, self._of_maps, self.owns = maps, family, settings, owns
        self._done: dict[tuple[str, float], tuple[np.ndarray, np.ndarray]] = {}

    def settings(self) -> list[dict[str, Any]]:
        return [{**s, "own": c} for s in self._of_maps for c in self.owns]

    def errors(self, settings: dict[str, Any]) -> tuple[np.ndarray | None, np.ndarray]:
        of_map = {k: v for k, v in settings.items() if k != "own"}
        if (str(of_map), settings["own"]) not in self._done:
            self._compare(of_map)
        return self._done[str(of_map), settings["own"]]

    def _compare(self, of_map: dict[str, Any]) -> None:
        """All own parts at once: they share what was done to the spectra."""
        pool, part = self.pool, self.maps.part
        XB, YB = part.labelled
        q, L, m = part.YA.shape[1], len(PENALTIES), len(part.SB)
        found = {c: (np.full((q, L, len(part.A)), np.nan), np.full((q, L, m), np.nan)) for c in self.owns}
        origin = part.A.mean(axis=0)
        A = part.A - origin
        for k, ridge in enumerate(pool.fold_ridges()):
            out = np.append(pool.fold_s == k, np.zeros(len(XB) - m, bool))
            step = self.maps.without(k, of_map)
            products = Products.of(A, (XB if step is None else step(XB)) - origin)
            for c in self.owns:
                at_a, at_b = ridge.residuals(products, YB, out, c, PENALTIES)
                found[c][0][:, :, ridge.out] = at_a
                found[c][1][:, :, out[:m]] = at_b
        self._done.update({(str(of_map), c): errors for c, errors in found.items()})

    def model(self, settings: dict[str, Any], steps: np.ndarray) -> LinearModel:
        part, step = self.maps.part, self.maps.whole({k: v for k, v in settings.items() if k != "own"})
        XB, YB = part.labelled
        path = joint_ridge_path(part.A, part.YA, XB if step is None else step(XB), YB, float(settings["own"]),
                                PENALTIES[:int(steps.max()) + 1], step)
        columns = np.arange(len(steps))
        b = path.b[columns, steps]
        return LinearModel((b if self.maps.in_channels else self.pool.wide(b)).T, path.b0[columns, steps])
