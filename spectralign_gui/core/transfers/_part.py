"""Data of one fit of the retrained transfers: samples, standards, folds, and the row space they are fitted in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np

from ..numerics import lapack
from ..regression.choose import folds, grouped_folds, pick
from ..regression.pls import PLSPath
from ._affine import AffineMap
from ._problem import TransferProblem

TUNING_ROWS = 800
"""Samples of A above which settings are compared on a part of them."""


@dataclass(eq=False)
class Part:
    """Training data of one fit, in channels or in coordinates of their row space.

    Parameters
    ----------
    A, YA : (n, r), (n, q) arrays
    SA, SB, YS : (m, r), (m, r), (m, q) arrays
        Standards on both instruments.
    extra, Y_extra : arrays
        Further samples of B with known values.
    B : (n_b, r) array
        All spectra of B (their values are not used).
    others : list of tuple
        (SA, SB, B) of every further instrument.
    nulls : (k, r) array or None
        What spectra of one sample of B differ by, for methods that use it.
    """

    A: np.ndarray
    YA: np.ndarray
    SA: np.ndarray
    SB: np.ndarray
    YS: np.ndarray
    extra: np.ndarray
    Y_extra: np.ndarray
    B: np.ndarray
    others: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = field(default_factory=list)
    nulls: np.ndarray | None = None

    _kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    def without_each(self, outs: list[tuple[np.ndarray, np.ndarray]]) -> list[Part]:
        """The part without each of these rows of A and standards (masks); made once for all settings."""
        key = b"".join(mask.tobytes() for out in outs for mask in out)
        if key not in self._kept:
            self._kept[key] = [self.without(*out) for out in outs]
        return cast(list[Part], self._kept[key])

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What `make` gives, made once for all settings."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def differences(self, centred: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Mean, singular values and right singular vectors of A's standards − B's, from their mean or from 0."""
        if centred not in self._kept:
            D = self.SA - self.SB
            mean = D.mean(axis=0)
            self._kept[centred] = mean, *lapack.svd(D - mean if centred else D, full_matrices=False)[1:]
        return cast(tuple[np.ndarray, np.ndarray, np.ndarray], self._kept[centred])

    def without(self, rows_a: np.ndarray, standards: np.ndarray) -> Part:
        """The part without some rows of A and some standards (masks)."""
        return replace(self, A=self.A[~rows_a], YA=self.YA[~rows_a], SA=self.SA[~standards], SB=self.SB[~standards],
                       YS=self.YS[~standards])

    @property
    def labelled(self) -> tuple[np.ndarray, np.ndarray]:
        """Spectra and values of B's samples whose values are known."""
        return np.vstack([self.SB, self.extra]), np.vstack([self.YS, self.Y_extra])


@dataclass(frozen=True, eq=False)
class Path:
    """Linear models of A and of B for 1 … L latent variables: coefficients (q, L, r), intercepts (q, L)."""

    a: np.ndarray
    a0: np.ndarray
    b: np.ndarray
    b0: np.ndarray


def pulled_path(path: PLSPath, map_a: AffineMap | None, map_b: AffineMap | None) -> Path:
    """A path of the common model as models of A's and of B's own spectra."""
    q, L, r = path.coefficients.shape
    intercept = path.y_mean[:, None] - np.einsum("qlr,qr->ql", path.coefficients, path.x_mean)
    flat = path.coefficients.reshape(q * L, r).T
    pulled = []
    for step in (map_a, map_b):
        b, c = (flat, intercept.ravel()) if step is None else step.pull_back(flat, intercept.ravel())
        pulled += [b.T.reshape(q, L, -1), c.reshape(q, L)]
    return Path(*pulled)


def projection(V: np.ndarray, offset: np.ndarray | None = None) -> AffineMap:
    """x ↦ x + offset without its parts along the orthonormal rows of V (k, p)."""
    p = V.shape[1]
    shift = np.zeros(p) if offset is None else offset
    return AffineMap(shift - (shift @ V.T) @ V, np.ones(p), V.T, -V)


def sample_folds(problem: TransferProblem) -> tuple[np.ndarray, np.ndarray]:
    """Fold of every row of A and of every standard; all spectra of one physical sample share a fold."""
    m = problem.m
    count = max(2, min(10, m)) if m >= 2 else 10
    fold_s = np.arange(m) if m <= 10 else folds(m, count)
    fold_a = np.empty(len(problem.sample_a), dtype=np.intp)
    free = problem.sample_a >= m
    fold_a[free] = grouped_folds(problem.sample_a[free], count, 1) if free.sum() > 1 else 0
    fold_a[~free] = fold_s[problem.sample_a[~free]] if m else 0
    return fold_a, fold_s


def read_errors(left_a: np.ndarray, left_b: np.ndarray, rule: str) -> tuple[int, float]:
    """Number of latent variables − 1 and the mean squared error at B's standards (known values) with it.

    The curve that the rule reads is the sum of both instruments' mean squared errors: A's many samples steady
    it, B's few standards count as much as all of them.
    """
    known_a, known_b = np.isfinite(left_a).all(axis=0), np.isfinite(left_b).all(axis=0)
    curve_a = (left_a[:, known_a] ** 2).mean(axis=1) if known_a.any() else np.zeros(len(left_a))
    if not known_b.any():
        return pick(curve_a, rule), float("nan")
    squared_b = left_b[:, known_b] ** 2
    n = pick(curve_a + squared_b.mean(axis=1), rule)
    return n, float(squared_b[n].mean())


def judged_errors(left_a: np.ndarray, left_b: np.ndarray, fold_s: np.ndarray, rule: str) -> np.ndarray:
    """Errors (m,) at B's standards, each with the number of latent variables that the *other* folds would choose.

    The error with the number chosen on all standards is too small: it was chosen because it is small there. Nothing
    is fitted again, the residuals are only read without those that are judged.

    Parameters
    ----------
    left_a, left_b : (L, n), (L, m) arrays
        Left-out residuals, as in `read_errors`.
    fold_s : (m,) int array
        Fold of every standard.
    """
    judged = np.full(left_b.shape[1], np.nan)
    known_a, known_b = np.isfinite(left_a).all(axis=0), np.isfinite(left_b).all(axis=0)
    curve_a = (left_a[:, known_a] ** 2).mean(axis=1) if known_a.any() else np.zeros(len(left_a))
    squared = left_b ** 2
    for fold in np.unique(fold_s[known_b]):
        out = known_b & (fold_s == fold)
        rest = known_b & ~out
        curve = curve_a + squared[:, rest].mean(axis=1) if rest.any() else curve_a
        judged[out] = left_b[pick(curve, rule)][out]
    return judged


def thinned_rows(n: int, of_standards: np.ndarray) -> np.ndarray:
    """At most `TUNING_ROWS` of A's n rows, the standards among them: comparing settings needs no more."""
    if n <= TUNING_ROWS:
        return np.arange(n)
    chosen = np.random.RandomState(0).permutation(np.flatnonzero(~of_standards))
    return np.sort(np.concatenate([np.flatnonzero(of_standards), chosen[:max(0, TUNING_ROWS - of_standards.sum())]]))


def thinned(part: Part, fold_a: np.ndarray, of_standards: np.ndarray) -> tuple[Part, np.ndarray]:
    """The part with so many of A's samples."""
    rows = thinned_rows(len(part.A), of_standards)
    return (part if len(rows) == len(part.A) else replace(part, A=part.A[rows], YA=part.YA[rows])), fold_a[rows]


def reduced(part: Part, all_of_b: bool, rank: int | None = None) -> tuple[Part, np.ndarray | None]:
    """The part in coordinates of an orthonormal basis (r, p) of its row space, if that is smaller.

    With `rank`, only the leading right singular vectors of all rows.
    """
    stack = [part.A, part.SB, part.extra]
    if all_of_b:
        stack.append(part.B)
    for SA, SB, B in part.others:
        stack += [SA, SB] + ([B] if all_of_b else [])
    if part.nulls is not None:
        stack.append(part.nulls)
    rows = np.vstack(stack)
    if rank is not None and min(rows.shape) > rank:
        Q = lapack.svd(rows, full_matrices=False)[2][:rank].T
    elif len(rows) >= rows.shape[1]:
        return part, None
    else:
        Q = lapack.qr(rows.T)[0]
    return replace(part, A=part.A @ Q, SA=part.SA @ Q, SB=part.SB @ Q, extra=part.extra @ Q, B=part.B @ Q,
                   others=[(SA @ Q, SB @ Q, B @ Q) for SA, SB, B in part.others],
                   nulls=None if part.nulls is None else part.nulls @ Q), Q.T
