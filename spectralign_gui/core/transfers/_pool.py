"""The pool of models that the automatic transfer compares and combines.

A source makes models of one kind for several settings. For every setting it gives what the model errs at A's
samples and at B's standards when they are left out, for every complexity (latent variables, penalties), and the
model itself on B's channels for the complexity that was read from those errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import SpectrAlignError
from ..monitor import Monitor
from ..registry import is_method, method
from ..regression import FittedRegression, LinearModel
from ..regression.choose import pick
from ..regression.pls import pls1_path
from ._affine import AffineMap
from ._part import Part, judged_errors, read_errors, reduced
from ._retrain import RetrainedTransfer
from .joint_ridge import JointRidge
from .pds import PiecewiseDirectStandardisation

AS_A, SHIFTED = "A's model as it is", "A's model after a mean shift"
"""Models of the search that are no method: their latent variables are read from B's standards too."""
SWITCHED_ON = {"shift": "after a mean shift"}
"""What a setting that is on is called in a sentence, where its title alone does not say it."""


@dataclass(eq=False)
class Member:
    """One setting of one source.

    Parameters
    ----------
    source : Source
    settings : dict
    steps : (q,) int array
        Complexity that was chosen, per property.
    left_out : (q, m) array
        Predicted − known at B's standards, each left out of the fit and of the choice of its complexity; NaN where
        the value is unknown.
    """

    source: Source
    settings: dict[str, Any]
    steps: np.ndarray
    left_out: np.ndarray

    @property
    def error(self) -> np.ndarray:
        """Mean squared error at B's standards (q,)."""
        return np.nanmean(self.left_out ** 2, axis=1)

    @property
    def title(self) -> str:
        """Method with its settings, for tables."""
        if not is_method(self.source.method):
            return self.source.method
        shown = ", ".join(f"{k}={v:g}" if isinstance(v, float) else f"{k}={v}" for k, v in self.settings.items()
                          if v is not None and v is not False and k not in ("truncation", "centre"))
        return f"{self.source.method}({shown})" if shown else self.source.method

    @property
    def in_words(self) -> str:
        """Method with its settings, for sentences: "Direct standardisation (DS), ridge 0.001"."""
        if not is_method(self.source.method):
            return self.source.title
        names = {p.name: p.title for p in method(self.source.method).parameters}
        shown = [SWITCHED_ON.get(k, _small(names.get(k, k))) if v is True else
                 f"{_small(names.get(k, k))} {v:g}" if isinstance(v, (int, float)) else
                 f"{_small(names.get(k, k))} {v}" for k, v in self.settings.items()
                 if v not in (None, False, 0.0) and k not in ("truncation", "centre")]
        return ", ".join([self.source.title, *shown])

    def model(self) -> FittedRegression:
        """The model of B for all properties."""
        return self.source.model(self.settings, self.steps)


def _small(title: str) -> str:
    """A title inside a sentence: "Ridge" becomes "ridge", "PLS components" stays."""
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


@dataclass(eq=False)
class Pool:
    """Data that all sources share.

    Parameters
    ----------
    full : Part
        In channels.
    small, basis : Part, (r, p) array or None
        In coordinates of the row space.
    fold_a, fold_s : int arrays
        Folds by physical sample.
    limit : int
        Most latent variables.
    rule : str
        How a complexity is read from the errors.
    """

    full: Part
    small: Part
    basis: np.ndarray | None
    fold_a: np.ndarray
    fold_s: np.ndarray
    limit: int
    rule: str
    paths_of_a: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)

    @classmethod
    def of(cls, part: Part, fold_a: np.ndarray, fold_s: np.ndarray, limit: int, rule: str) -> Pool:
        """The pool of data in channels."""
        small, basis = reduced(part, False)
        return cls(part, small, basis, fold_a, fold_s, limit, rule)

    @property
    def n_folds(self) -> int:
        """Number of folds."""
        return int(max(self.fold_a.max(), self.fold_s.max(initial=0))) + 1

    def wide(self, b: np.ndarray) -> np.ndarray:
        """Coefficients (…, r) of the small coordinates as coefficients on channels (…, p)."""
        return b if self.basis is None else b @ self.basis

    def models_of_a(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """A's models per fold, and on everything at the end: coefficients (q, L, r), intercepts (q, L)."""
        if not self.paths_of_a:
            for k in range(self.n_folds + 1):
                keep = self.fold_a != k
                path = pls1_path(self.small.A[keep], self.small.YA[keep], self.limit)
                b = path.coefficients
                self.paths_of_a.append((b, path.y_mean[:, None] - np.einsum("qlr,qr->ql", b, path.x_mean)))
        return self.paths_of_a

    def own_errors(self) -> np.ndarray:
        """Residuals (q, n) of A's model at A's samples, each left out; latent variables by the rule."""
        left = self._left_by_a(self.small.A, self.small.YA, self.fold_a)
        return left[np.arange(len(left)), self.own_steps()]

    def _left_by_a(self, X: np.ndarray, Y: np.ndarray, fold: np.ndarray) -> np.ndarray:
        left = np.full((Y.shape[1], self.limit, len(X)), np.nan)
        for k, (b, b0) in enumerate(self.models_of_a()[:-1]):
            out = fold == k
            left[:, :, out] = b @ X[out].T + b0[:, :, None] - Y[out].T[:, None, :]
        return left

    def moved(self) -> np.ndarray:
        """Predictions (q, m) of A's model from B's spectra of the standards minus those from A's, each left out."""
        steps = self.own_steps()
        found = np.zeros((len(steps), len(self.small.SB)))
        for k, (b, _) in enumerate(self.models_of_a()[:-1]):
            out = self.fold_s == k
            found[:, out] = b[np.arange(len(steps)), steps] @ (self.small.SB[out] - self.small.SA[out]).T
        return found

    def own_steps(self) -> np.ndarray:
        """Latent variables − 1 (q,) that A's own cross-validation chooses by the rule."""
        left = self._left_by_a(self.small.A, self.small.YA, self.fold_a)
        return np.array([pick(np.nanmean(of ** 2, axis=1), self.rule) for of in left])


class Source:
    """Base of the sources."""

    method: str = ""
    family: str = ""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    @property
    def title(self) -> str:
        """The method's name for a reader; a model that is no method of its own has no other."""
        return method(self.method).title if is_method(self.method) else self.method

    def settings(self) -> list[dict[str, Any]]:
        """Settings to compare."""
        raise NotImplementedError

    def errors(self, settings: dict[str, Any]) -> tuple[np.ndarray | None, np.ndarray]:
        """Left-out residuals at A (q, L, n) or None, and at B's standards (q, L, m)."""
        raise NotImplementedError

    def model(self, settings: dict[str, Any], steps: np.ndarray) -> FittedRegression:
        """The model of B, per property at the given complexity."""
        raise NotImplementedError

    def members(self, monitor: Monitor | None = None) -> Iterator[Member]:
        """All settings that can be fitted."""
        for settings in self.settings():
            if monitor is not None:
                monitor.raise_if_cancelled()
            try:
                at_a, at_b = self.errors(settings)
            except (SpectrAlignError, np.linalg.LinAlgError):  # too few standards for this setting: not a member
                continue
            q, _, m = at_b.shape
            steps, left_out = np.zeros(q, dtype=np.intp), np.full((q, m), np.nan)
            for j in range(q):
                nothing = np.full((at_b.shape[1], 1), np.nan)
                own = nothing if at_a is None else at_a[j]
                steps[j], _ = read_errors(own, at_b[j], self.pool.rule)
                left_out[j] = judged_errors(own, at_b[j], self.pool.fold_s, self.pool.rule)
            if np.isfinite(left_out).any(axis=1).all():
                yield Member(self, settings, steps, left_out)


class Retrained(Source):
    """Models of a `RetrainedTransfer`."""

    def __init__(self, pool: Pool, method: str, family: str, transfer: RetrainedTransfer,
                 settings: Sequence[dict[str, Any]], length: int | None = None, in_channels: bool = False) -> None:
        super().__init__(pool)
        self.method, self.family, self.transfer, self._settings = method, family, transfer, list(settings)
        self.length, self.in_channels = length or pool.limit, in_channels

    @property
    def part(self) -> Part:
        """Data of the fits; what looks at neighbouring channels needs the channels themselves."""
        return self.pool.full if self.in_channels else self.pool.small

    def settings(self) -> list[dict[str, Any]]:
        return self._settings

    def errors(self, settings: dict[str, Any]) -> tuple[np.ndarray | None, np.ndarray]:
        p = self.pool
        return self.transfer._left_out(self.part, settings, self.length, p.fold_a, p.fold_s)

    def model(self, settings: dict[str, Any], steps: np.ndarray) -> LinearModel:
        path = self.transfer._path(self.part, settings, int(steps.max()) + 1)
        if not self.in_channels:
            return linear(self.pool, path.b, path.b0, steps)
        columns = np.arange(len(steps))
        return LinearModel(path.b[columns, steps].T, path.b0[columns, steps])


def linear(pool: Pool, b: np.ndarray, b0: np.ndarray, steps: np.ndarray) -> LinearModel:
    """The models at one complexity per property, on channels."""
    columns = np.arange(len(steps))
    return LinearModel(pool.wide(b[columns, steps]).T, b0[columns, steps])


class MappedModel(RetrainedTransfer):
    """B's spectra through a map that a spectra transfer learned, then one model with or without B's standards."""

    parameters = ()

    def __init__(self, spectra: Any) -> None:
        self.spectra = spectra

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        return None, self.spectra._fit_map(part.SA, part.SB, chosen)


class MappedRidge(JointRidge):
    """Two-instrument ridge after a spectra transfer."""

    parameters = ()

    def __init__(self, spectra: Any) -> None:
        self.spectra = spectra

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        return None, self.spectra._fit_map(part.SA, part.SB, chosen)


def piecewise(window: int, ridge: float | None) -> dict[str, Any]:
    """Setting of PDS: ridge, or one local factor."""
    return {"window": window, "n_components": 1 if ridge is None else None, "ridge": ridge, "truncation": 1e-6}


class Piecewise(Source):
    """PDS in channels, then A's model."""

    method, family = "pds", "pds"

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool)
        self.spectra = PiecewiseDirectStandardisation()

    def settings(self) -> list[dict[str, Any]]:
        p, m = self.pool.full.A.shape[1], len(self.pool.full.SA)
        plain = [piecewise(5, None)] if m >= 4 and p >= 5 else []
        windows = [w for w in ((3, 7, 15) if p >= 15 else (1, 3)) if w <= p]
        return plain + [piecewise(w, r) for w in windows for r in (1.0, 0.1, 0.01)]

    def errors(self, settings: dict[str, Any]) -> tuple[np.ndarray | None, np.ndarray]:
        pool, full = self.pool, self.pool.full
        paths = pool.models_of_a()
        q = full.YA.shape[1]
        at_a = np.full((q, pool.limit, len(full.A)), np.nan)
        at_b = np.full((q, pool.limit, len(full.SB)), np.nan)
        for k in range(pool.n_folds):
            b, b0 = paths[k]
            out_a, out_s = pool.fold_a == k, pool.fold_s == k
            at_a[:, :, out_a] = (b @ pool.small.A[out_a].T + b0[:, :, None]) - full.YA[out_a].T[:, None, :]
            if not out_s.any():
                continue
            mapped = self.spectra._fit_map(full.SA[~out_s], full.SB[~out_s], settings)(full.SB[out_s])
            at_b[:, :, out_s] = pool.wide(b) @ mapped.T + b0[:, :, None] - full.YS[out_s].T[:, None, :]
        return at_a, at_b

    def model(self, settings: dict[str, Any], steps: np.ndarray) -> LinearModel:
        b, b0 = self.pool.models_of_a()[-1]
        step = self.spectra._fit_map(self.pool.full.SA, self.pool.full.SB, settings)
        own = linear(self.pool, b, b0, steps)
        return LinearModel(*step.pull_back(own.coefficients, own.intercept))


class SlopeBiasSource(Source):
    """A's model and a straight line through the standards' values."""

    method, family = "slope-bias", "slope-bias"

    def settings(self) -> list[dict[str, Any]]:
        return [{}] if len(self.pool.small.SA) >= 4 else []

    def errors(self, settings: dict[str, Any]) -> tuple[np.ndarray | None, np.ndarray]:
        pool, part = self.pool, self.pool.small
        at_b = np.full((part.YA.shape[1], pool.limit, len(part.SB)), np.nan)
        for k in range(pool.n_folds):
            out = pool.fold_s == k
            if not out.any():
                continue
            b, b0 = pool.models_of_a()[k]
            predicted = b @ part.SB.T + b0[:, :, None]
            slope, offset = _lines(predicted[:, :, ~out], part.YS[~out])
            at_b[:, :, out] = predicted[:, :, out] * slope[:, :, None] + offset[:, :, None] - (
                part.YS[out].T[:, None, :])
        return None, at_b

    def model(self, settings: dict[str, Any], steps: np.ndarray) -> LinearModel:
        b, b0 = self.pool.models_of_a()[-1]
        slope, offset = _lines(b @ self.pool.small.SB.T + b0[:, :, None], self.pool.small.YS)
        return linear(self.pool, b * slope[:, :, None], b0 * slope + offset, steps)


def _lines(predicted: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Slopes and offsets (q, L) of the values (m, q) on the predictions (q, L, m)."""
    known = np.isfinite(values).T[:, None, :]
    y = np.where(known, values.T[:, None, :], 0.0)
    count = np.maximum(known.sum(axis=2), 1)
    p_mean, y_mean = (np.where(known, predicted, 0.0)).sum(axis=2) / count, y.sum(axis=2) / count
    dp = np.where(known, predicted - p_mean[:, :, None], 0.0)
    dy = np.where(known, y - y_mean[:, :, None], 0.0)
    spread = (dp ** 2).sum(axis=2)
    slope = np.where(spread > 0, (dp * dy).sum(axis=2) / np.where(spread > 0, spread, 1.0), 0.0)
    return slope, y_mean - slope * p_mean


class OwnModel(Source):
    """PLS on B's samples alone, those with values of their own among them."""

    method = family = "B's samples alone"

    def settings(self) -> list[dict[str, Any]]:
        return [{}]

    def _b_path(self, keep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        part = self.pool.small
        X, Y = np.vstack([part.SB[keep], part.extra]), np.vstack([part.YS[keep], part.Y_extra])
        limit = int(max(1, min(self.pool.limit, len(part.SB) + len(part.extra) - 2)))
        path = pls1_path(X, Y, limit)
        return path.coefficients, path.y_mean[:, None] - np.einsum("qlr,qr->ql", path.coefficients, path.x_mean)

    def errors(self, settings: dict[str, Any]) -> tuple[np.ndarray | None, np.ndarray]:
        pool, part = self.pool, self.pool.small
        parts = []
        for k in range(pool.n_folds):
            out = pool.fold_s == k
            if out.any():
                b, b0 = self._b_path(~out)
                parts.append((out, b @ part.SB[out].T + b0[:, :, None] - part.YS[out].T[:, None, :]))
        at_b = np.full((part.YA.shape[1], parts[0][1].shape[1], len(part.SB)), np.nan)
        for out, value in parts:
            at_b[:, :, out] = value
        return None, at_b

    def model(self, settings: dict[str, Any], steps: np.ndarray) -> LinearModel:
        b, b0 = self._b_path(np.ones(len(self.pool.small.SB), bool))
        return linear(self.pool, b, b0, steps)


class Constant(Source):
    """The mean of A's values, whatever the spectrum: what is left when nothing can be learned."""

    method, family = "mean of A's values", "constant"

    def settings(self) -> list[dict[str, Any]]:
        return [{}]

    def errors(self, settings: dict[str, Any]) -> tuple[np.ndarray | None, np.ndarray]:
        part, pool = self.pool.small, self.pool
        at_b = np.full((part.YA.shape[1], 1, len(part.SB)), np.nan)
        for k in range(pool.n_folds):
            out = pool.fold_s == k
            mean = np.nanmean(part.YA[pool.fold_a != k], axis=0)
            at_b[:, 0, out] = mean[:, None] - part.YS[out].T
        return None, at_b

    def model(self, settings: dict[str, Any], steps: np.ndarray) -> LinearModel:
        means = np.nanmean(self.pool.full.YA, axis=0)
        return LinearModel(np.zeros((self.pool.full.A.shape[1], len(means))), means)

