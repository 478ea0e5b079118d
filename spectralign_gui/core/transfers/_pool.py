"""The pool of models that the automatic transfer compares and combines.

A source makes models of one kind for several settings. For every setting it gives what the model errs at A's
samples and at B's standards when they are left out, for every complexity (latent variables, penalties), and the
model itself on B's channels for the complexity that was read from those errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import numpy as np

from ..errors import SpectrAlignError
from ..monitor import Monitor
from ..registry import is_method, method
from ..regression import FittedRegression, LinearModel
from ..regression.choose import pick
from ..regression.pls import pls1_path
from ._fold_ridge import FoldRidge
from ._part import Part, judged_errors, read_errors, reduced
from ._retrain import RetrainedTransfer

T = TypeVar("T")
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
    _made: dict[str, Any] = field(default_factory=dict, repr=False)

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
            Y, count = self.small.YA, self.n_folds + 1
            held = [np.where((self.fold_a == k)[:, None], np.nan, Y) for k in range(count)]
            path = pls1_path(self.small.A, np.hstack(held), self.limit)
            b = path.coefficients
            b0 = path.y_mean[:, None] - np.einsum("qlr,qr->ql", b, path.x_mean)
            self.paths_of_a += zip(np.split(b, count), np.split(b0, count), strict=True)
        return self.paths_of_a

    def models_of_a_in_channels(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """The same on channels."""
        return self._once("in channels", lambda: [(self.wide(b), b0) for b, b0 in self.models_of_a()])

    def fold_ridges(self) -> list[FoldRidge]:
        """The two-instrument ridges without each fold."""
        def make() -> list[FoldRidge]:
            A = self.small.A - self.small.A.mean(axis=0)
            aa = A @ A.T
            return [FoldRidge(aa, self.small.YA, self.fold_a == k) for k in range(self.n_folds)]

        return self._once("ridges", make)

    def left_by_a(self) -> np.ndarray:
        """Residuals (q, L, n) of A's models at A's samples, each left out."""
        return self._once("left", lambda: self._left_by_a(self.small.A, self.small.YA, self.fold_a))

    def _once(self, what: str, make: Callable[[], T]) -> T:
        if what not in self._made:
            self._made[what] = make()
        return cast(T, self._made[what])

    def own_errors(self) -> np.ndarray:
        """Residuals (q, n) of A's model at A's samples, each left out; latent variables by the rule."""
        left = self.left_by_a()
        return left[np.arange(len(left)), self.own_steps()]

    def _left_by_a(self, X: np.ndarray, Y: np.ndarray, fold: np.ndarray) -> np.ndarray:
        left = np.full((Y.shape[1], self.limit, len(X)), np.nan)
        for k, (b, b0) in enumerate(self.models_of_a()[:-1]):
            out = fold == k
            left[:, :, out] = b @ X[out].T + b0[:, :, None] - Y[out].T[:, None, :]
        return left

    def predicted_by_a(self, S: np.ndarray) -> np.ndarray:
        """Predictions (q, m) of A's model as it is from spectra of the standards (m, r), each left out."""
        steps = self.own_steps()
        columns, found = np.arange(len(steps)), np.zeros((len(steps), len(S)))
        for k, (b, b0) in enumerate(self.models_of_a()[:-1]):
            out = self.fold_s == k
            found[:, out] = b[columns, steps] @ S[out].T + b0[columns, steps][:, None]
        return found

    def own_steps(self) -> np.ndarray:
        """Latent variables − 1 (q,) that A's own cross-validation chooses by the rule."""
        return np.array([pick(np.nanmean(of ** 2, axis=1), self.rule) for of in self.left_by_a()])


class Source:
    """Base of the sources."""

    method: str = ""
    family: str = ""
    weighed = True
    """Whether its models take part in the combination."""

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
