"""The kinds of models that the automatic transfer compares, those with a common form apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..regression import LinearModel
from ..regression.pls import pls1_path
from ._pool import Source, linear


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

