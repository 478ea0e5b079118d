"""Is a new spectrum like those the model has seen? Hotelling T², Q residual, distance to a standard, shift."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike

from ..errors import DataError
from ..numerics import lapack
from ..numerics.scaling import row_blocks
from ..regression.choose import folds
from ..regression.pls import row_space
from .shift import shift_weights

EXPLAINED = 0.9999
"""Share of the variance that the components hold."""
FEW = 100
"""With more spectra than this the components are hardly fitted to any single one."""
ROUNDING = 1e-12
"""More than what rounding does to a sum of products, in parts of the lengths multiplied."""
ROUNDED = 1 + 1e-9
"""Above a limit by less than this is on it: the last digits hang on the processor and on how many rows go at once."""
AT_ONCE = 500_000
"""Values that are worked on at once: their intermediate results stay in the processor's cache."""
LARGE, MOST = 20_000_000, 10
"""Values in a set above which only its leading components are computed; the most that are used."""
ENOUGH = 10
"""Training spectra that are no standards, from which the distance to the standards can be judged."""


@dataclass(frozen=True, eq=False)
class OutlierFigures:
    """Figures of n spectra and what they say.

    Parameters
    ----------
    t2, q, distance : (n,) arrays
        Hotelling T², squared residual Q, distance to the nearest standard (NaN without standards).
    shift : (n,) array
        By how many channels the spectrum seems to be moved along its axis.
    t2_limit, q_limit, distance_limit, shift_limit : float
        Above these (the shift: in either direction) a spectrum is flagged.
    """

    t2: np.ndarray
    q: np.ndarray
    distance: np.ndarray
    shift: np.ndarray
    t2_limit: float
    q_limit: float
    distance_limit: float
    shift_limit: float

    @property
    def flags(self) -> list[tuple[str, ...]]:
        """Per spectrum, of "T²", "Q", "far from the standards", "shifted"; empty if it is ordinary."""
        found: list[tuple[str, ...]] = [()] * len(self.t2)
        for name, values, limit in (("T²", self.t2, self.t2_limit), ("Q", self.q, self.q_limit),
                                    ("far from the standards", self.distance, self.distance_limit),
                                    ("shifted", np.abs(self.shift), self.shift_limit)):
            for i in np.flatnonzero(values > limit * ROUNDED):
                found[i] = (*found[i], name)
        return found


class OutlierModel:
    """Principal component model of the training spectra with limits.

    Parameters
    ----------
    mean : (p,) array
    loadings : (k, p) array
    variances : (k,) array
        Of the scores.
    standards : (m, k) array
        Scores of the standards divided by their standard deviations; m may be 0.
    limits : (4,) array
        Of T², Q, the distance and the shift; models of earlier versions have no limit of the shift.
    shift : (p,) array, optional
        Weights of the shift (`shift.shift_weights`); models of earlier versions have none.
    """

    def __init__(
        self, mean: np.ndarray, loadings: np.ndarray, variances: np.ndarray, standards: np.ndarray,
        limits: np.ndarray, shift: np.ndarray | None = None,
    ) -> None:
        self.mean, self.loadings, self.variances = mean, loadings, variances
        self.standards, self.limits = standards, np.append(limits, [float("inf")] * (4 - len(limits)))
        self.shift = np.zeros(len(mean)) if shift is None else shift

    @classmethod
    def fit(
        cls, X: ArrayLike, standards: ArrayLike | None = None, n_components: int | None = None, level: float = 0.975,
        sample: ArrayLike | None = None,
    ) -> OutlierModel:
        """Learn from training spectra.

        Parameters
        ----------
        X : (n, p) array
        standards : (m, p) array, optional
            Spectra of the standards, as they stand in X.
        n_components : int, optional
            Default: enough for 99.99 % of the variance (one component alone, the scatter, often holds 99 %, and what
            is odd in a spectrum is far smaller), at most a third of the samples and 10.
        level : float
            Share of ordinary spectra that stay below each of the limits of T² and Q.
        sample : (m,) int array, optional
            Physical sample of each standard; repeats share one. Default: all are different samples.

        Notes
        -----
        Limits of T² and Q are g·χ²(level; h) with g, h from mean and variance (Box 1954) of the values of training
        spectra that took no part in the components, in ten folds: components that were fitted to a spectrum make its
        own T² and Q too small, and a limit from these flags far too many new ones. T² has at least the F limit
        k(n²−1)/(n(n−k))·F(level; k, n−k): components of noise belong to single training spectra, which would be
        flagged themselves. With more than 100 spectra the folds hardly matter: the F limit and training residuals
        scaled up by n/(n−k−1) are used. Distance limit: the largest distance of a training spectrum to its nearest
        standard; where fewer than ten are no standards, of a standard to the nearest other sample. The limit of the
        shift is that of `shift_weights`.

        Raises
        ------
        DataError
            Fewer than 3 spectra.
        """
        array = np.asarray(X)
        n = len(array)
        if n < 3:
            raise DataError("outliers.too_few_spectra", n=n)
        if array.size <= LARGE:
            array = array.astype(np.float64)
        mean, s, Vt, total = (_components if array.size <= LARGE else _leading)(array)
        share = np.cumsum(s ** 2) / max(total, 1e-300)
        rank = int((s > s[0] * 1e-10).sum()) if s[0] > 0 else 0
        k = n_components if n_components is not None else int(np.searchsorted(share, EXPLAINED) + 1)
        k = max(1, min(k, rank, max(1, n // 3), MOST if n_components is None else n - 2, n - 2, len(s)))
        loadings, variances = Vt[:k], np.maximum(s[:k] ** 2 / (n - 1), 1e-300)
        t2_limit = k * (n ** 2 - 1) / (n * (n - k)) * float(scipy.special.fdtri(k, n - k, level))
        T, q, squares = np.zeros((n, k)), np.zeros(n), np.zeros(n)
        for rows in _blocks(array):
            block = array[rows].astype(np.float64)
            squares[rows] = np.vecdot(block, block)
            block -= mean
            T[rows] = block @ loadings.T
            block -= T[rows] @ loadings
            q[rows] = np.vecdot(block, block)
        if n > FEW:
            q *= n / max(1, n - k - 1)
        else:
            t2, q = _left_out(array, k)
            t2_limit = max(t2_limit, _box_limit(t2, level))
        # nothing but rounding is left beyond the components: what is as small as that is no finding
        q_limit = max(_box_limit(q, level), float(squares.max()) * 1e-20)
        scores = np.zeros((0, k))
        limit = float("inf")
        if standards is not None and len(np.asarray(standards)):
            scores = (np.asarray(standards, dtype=np.float64) - mean) @ loadings.T / np.sqrt(variances)
            limit = _distance_limit(T / np.sqrt(variances), scores,
                                    np.arange(len(scores)) if sample is None else np.asarray(sample))
        shift, shift_limit = shift_weights(array)
        return cls(mean, loadings, variances, scores, np.array([t2_limit, q_limit, limit, shift_limit]), shift)

    def figures(self, X: ArrayLike) -> OutlierFigures:
        """T², Q, distance and shift of spectra (n, p)."""
        array = np.asarray(X)
        n = len(array)
        t2, q, distance, shift = np.zeros(n), np.zeros(n), np.full(n, np.nan), np.zeros(n)
        for rows in _blocks(array):
            centred = array[rows] - self.mean
            shift[rows] = centred @ self.shift
            T = centred @ self.loadings.T
            centred -= T @ self.loadings
            scaled = T / np.sqrt(self.variances)
            t2[rows], q[rows] = (scaled ** 2).sum(axis=1), np.vecdot(centred, centred)
            if len(self.standards):
                distance[rows] = _nearest(scaled, self.standards)
        return OutlierFigures(t2, q, distance, shift, *(float(v) for v in self.limits))

    def flags(self, X: np.ndarray) -> list[tuple[str, ...]]:
        """`figures` of spectra (n, p), only what they say: several times quicker.

        They come from ‖x‖², x·mean, x·loadings and x·w; spectra so near to a limit that the rounding of these sums
        could decide are looked at again by `figures`.
        """
        array = np.asarray(X, dtype=np.float64)
        base = np.vstack([self.shift, self.loadings, self.mean])
        projected = array @ base.T
        squared = np.vecdot(array, array)
        own = base @ self.mean
        T = projected[:, 1:-1] - own[1:-1]
        shift = projected[:, 0] - own[0]
        length = squared - 2 * projected[:, -1] + own[-1]
        scaled = T / np.sqrt(self.variances)
        q, t2 = length - (T ** 2).sum(axis=1), (scaled ** 2).sum(axis=1)
        distance = _nearest(scaled, self.standards) if len(self.standards) else np.full(len(T), np.nan)
        size = np.sqrt(squared) + np.sqrt(own[-1])
        t_error = ROUNDING * size / np.sqrt(self.variances.min())
        limits = [float(v) for v in self.limits]
        edges = self.limits * ROUNDED
        doubtful = (np.abs(q - edges[1]) <= ROUNDING * size ** 2) | ~np.isfinite(q)
        doubtful |= np.abs(t2 - edges[0]) <= t_error * (2 * np.sqrt(t2) + t_error) * len(self.variances)
        doubtful |= np.abs(distance - edges[2]) <= t_error * len(self.variances)
        doubtful |= np.abs(np.abs(shift) - edges[3]) <= ROUNDING * size * np.linalg.norm(self.shift)
        found = OutlierFigures(t2, q, distance, shift, *limits).flags
        rows = np.flatnonzero(doubtful)
        if len(rows):
            for row, flags in zip(rows, self.figures(array[rows]).flags, strict=True):
                found[row] = flags
        return found

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {"mean": self.mean, "loadings": self.loadings, "variances": self.variances,
                "standards": self.standards, "limits": self.limits, "shift": self.shift}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> OutlierModel:
        """The model that `to_state` described."""
        return cls(*(np.asarray(state[k]) for k in ("mean", "loadings", "variances", "standards", "limits", "shift")
                     if k in state))


def _blocks(array: np.ndarray) -> Iterator[slice]:
    step = max(1, AT_ONCE // max(1, array.shape[1]))
    return (slice(start, start + step) for start in range(0, len(array), step))


def _components(array: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Mean, singular values, right singular vectors and sum of squares of centred spectra (n, p)."""
    mean = array.mean(axis=0)
    _, s, Vt = lapack.svd(array - mean, full_matrices=False)
    return mean, s, Vt, float((s ** 2).sum())


def _leading(array: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """The same of a large set, the leading components only, from the products of its channels."""
    n, p = array.shape
    mean, gram = np.zeros(p), np.zeros((p, p))
    for rows in _blocks(array):
        mean += array[rows].sum(axis=0, dtype=np.float64)
    mean /= n
    for rows in _blocks(array):
        centred = array[rows] - mean
        gram += centred.T @ centred
    start = np.random.default_rng(0).normal(size=p)
    values, vectors = scipy.sparse.linalg.eigsh(gram, k=min(MOST + 1, p - 1), v0=start)
    order = np.argsort(values)[::-1]
    return mean, np.sqrt(np.maximum(values[order], 0.0)), vectors[:, order].T, float(np.trace(gram))


def _left_out(X: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """T² and Q of every training spectrum with k components of the others (ten folds)."""
    n = len(X)
    Z = row_space(X)[0]  # lengths and angles are the same there
    fold = folds(n, 10)
    t2, q = np.zeros(n), np.zeros(n)
    for number in np.unique(fold):
        out = fold == number
        mean = Z[~out].mean(axis=0)
        _, s, Vt = lapack.svd(Z[~out] - mean, full_matrices=False)
        loadings, variances = Vt[:k], np.maximum(s[:k] ** 2 / max(1, (~out).sum() - 1), 1e-300)
        centred = Z[out] - mean
        T = centred @ loadings.T
        t2[out] = (T ** 2 / variances).sum(axis=1)
        q[out] = ((centred - T @ loadings) ** 2).sum(axis=1)
    return t2, q


def _box_limit(values: np.ndarray, level: float) -> float:
    """Quantile of g·χ²(h) with the mean and variance of the values."""
    mean, variance = float(values.mean()), float(values.var(ddof=1))
    if not (mean > 0 and variance > 0):
        return 2 * mean
    return variance / (2 * mean) * float(scipy.special.chdtri(2 * mean ** 2 / variance, 1 - level))


def _distance_limit(T: np.ndarray, S: np.ndarray, sample: np.ndarray) -> float:
    """Largest distance of a training spectrum with scores T to its nearest standard with scores S."""
    same = 1e-12 * max(1.0, float((T ** 2).sum(axis=1).max()))
    least = np.concatenate([_squared_distances(T[rows], S).min(axis=1) for rows in row_blocks((len(T), len(S)))])
    others = least > same
    if others.sum() >= ENOUGH:
        return float(np.sqrt(least[others].max()))
    squared = _squared_distances(T, S)
    itself = squared <= same
    # hardly any spectrum is not a standard: a standard is then as new to the others as a new spectrum is to all
    for row in np.flatnonzero(~others):
        squared[row, np.isin(sample, sample[itself[row]])] = np.inf
    nearest = squared.min(axis=1)
    nearest = nearest[np.isfinite(nearest)]
    return float(np.sqrt(nearest.max())) if len(nearest) else float("inf")


def _nearest(T: np.ndarray, S: np.ndarray) -> np.ndarray:
    return np.sqrt(_squared_distances(T, S).min(axis=1))


def _squared_distances(T: np.ndarray, S: np.ndarray) -> np.ndarray:
    return np.maximum((T ** 2).sum(axis=1)[:, None] + (S ** 2).sum(axis=1) - 2 * T @ S.T, 0.0)
