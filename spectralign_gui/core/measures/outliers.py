"""Is a new spectrum like those the model has seen? Hotelling T², Q residual, distance to the nearest standard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from ..errors import DataError


@dataclass(frozen=True, eq=False)
class OutlierFigures:
    """Figures of n spectra and what they say.

    Parameters
    ----------
    t2, q, distance : (n,) arrays
        Hotelling T², squared residual Q, distance to the nearest standard (NaN without standards).
    t2_limit, q_limit, distance_limit : float
        Above these a spectrum is flagged.
    """

    t2: np.ndarray
    q: np.ndarray
    distance: np.ndarray
    t2_limit: float
    q_limit: float
    distance_limit: float

    @property
    def flags(self) -> list[tuple[str, ...]]:
        """Per spectrum, of "T²", "Q", "far from the standards"; empty if it is ordinary."""
        return [tuple(name for name, value, limit in (
            ("T²", self.t2[i], self.t2_limit), ("Q", self.q[i], self.q_limit),
            ("far from the standards", self.distance[i], self.distance_limit)) if value > limit)
            for i in range(len(self.t2))]


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
    limits : (3,) array
        Of T², Q and the distance.
    """

    def __init__(
        self, mean: np.ndarray, loadings: np.ndarray, variances: np.ndarray, standards: np.ndarray,
        limits: np.ndarray,
    ) -> None:
        self.mean, self.loadings, self.variances = mean, loadings, variances
        self.standards, self.limits = standards, limits

    @classmethod
    def fit(
        cls, X: ArrayLike, standards: ArrayLike | None = None, n_components: int | None = None, level: float = 0.95,
    ) -> OutlierModel:
        """Learn from training spectra.

        Parameters
        ----------
        X : (n, p) array
        standards : (m, p) array, optional
            Spectra of the standards, as they stand in X.
        n_components : int, optional
            Default: enough for 99 % of the variance, at most a third of the samples and 10.
        level : float
            Share of ordinary spectra that stay unflagged.

        Notes
        -----
        T² limit k(n²−1)/(n(n−k))·F(level; k, n−k) for new samples. Q limit g·χ²(level; h) with g, h from mean and
        variance of the training residuals (Box 1954), the residuals scaled up by n/(n−k−1) because the components
        were fitted to them. Distance limit: the largest distance of a training spectrum to its nearest standard.

        Raises
        ------
        DataError
            Fewer than 3 spectra.
        """
        array = np.asarray(X, dtype=np.float64)
        n = len(array)
        if n < 3:
            raise DataError(f"outlier limits need at least 3 training spectra, not {n}.")
        mean = array.mean(axis=0)
        _, s, Vt = np.linalg.svd(array - mean, full_matrices=False)
        share = np.cumsum(s ** 2) / max(float((s ** 2).sum()), 1e-300)
        rank = int((s > s[0] * 1e-10).sum()) if s[0] > 0 else 0
        k = n_components if n_components is not None else int(np.searchsorted(share, 0.99) + 1)
        k = max(1, min(k, rank, max(1, n // 3), 10 if n_components is None else n - 2, n - 2))
        loadings, variances = Vt[:k], np.maximum(s[:k] ** 2 / (n - 1), 1e-300)
        t2_limit = k * (n ** 2 - 1) / (n * (n - k)) * float(stats.f.ppf(level, k, n - k))
        residual = array - mean
        residual = residual - (residual @ loadings.T) @ loadings
        q = (residual ** 2).sum(axis=1) * n / max(1, n - k - 1)
        q_mean, q_var = float(q.mean()), float(q.var(ddof=1))
        if q_mean > 0 and q_var > 0:
            q_limit = q_var / (2 * q_mean) * float(stats.chi2.ppf(level, 2 * q_mean ** 2 / q_var))
        else:
            q_limit = max(q_mean * 2, float((mean ** 2).sum()) * 1e-20)
        scores = np.zeros((0, k))
        limit = float("inf")
        if standards is not None and len(np.asarray(standards)):
            scores = (np.asarray(standards, dtype=np.float64) - mean) @ loadings.T / np.sqrt(variances)
            limit = float(_nearest((array - mean) @ loadings.T / np.sqrt(variances), scores).max())
        return cls(mean, loadings, variances, scores, np.array([t2_limit, q_limit, limit]))

    def figures(self, X: ArrayLike) -> OutlierFigures:
        """T², Q and distance of spectra (n, p)."""
        centred = np.asarray(X, dtype=np.float64) - self.mean
        T = centred @ self.loadings.T
        scaled = T / np.sqrt(self.variances)
        residual = centred - T @ self.loadings
        distance = _nearest(scaled, self.standards) if len(self.standards) else np.full(len(T), np.nan)
        return OutlierFigures((scaled ** 2).sum(axis=1), (residual ** 2).sum(axis=1), distance,
                              *(float(v) for v in self.limits))

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {"mean": self.mean, "loadings": self.loadings, "variances": self.variances,
                "standards": self.standards, "limits": self.limits}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> OutlierModel:
        """The model that `to_state` described."""
        return cls(*(np.asarray(state[k]) for k in ("mean", "loadings", "variances", "standards", "limits")))


def _nearest(T: np.ndarray, S: np.ndarray) -> np.ndarray:
    squared = (T ** 2).sum(axis=1)[:, None] + (S ** 2).sum(axis=1) - 2 * T @ S.T
    return np.sqrt(np.maximum(squared.min(axis=1), 0.0))
