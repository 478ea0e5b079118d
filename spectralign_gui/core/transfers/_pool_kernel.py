"""Smooth (Gaussian kernel) models on both instruments, with a shared and an own part, for the automatic transfer."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..numerics import lapack
from ..regression.model import KernelModel
from ._part import Part
from ._pool import Pool, Source
from .joint_ridge import PENALTIES, patterns_of

SMOOTH_PENALTIES = PENALTIES[:-2]


class SmoothRidge(Source):
    """Kernel ridge on A's spectra and B's mean-shifted ones, k = exp(−gamma·d²)·(1 + own·[same]) + 1 + [own>0][same].

    d² is relative to the mean squared distance of A's spectra from their mean.
    """

    method, family = "smooth-ridge", "smooth-ridge"

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool)

    @property
    def title(self) -> str:
        return "Kernel ridge on the spectra of both"

    def settings(self) -> list[dict[str, Any]]:
        return [{"gamma": g, "own": c} for g in (0.1, 0.3) for c in (0.0, 1.0)]

    def errors(self, settings: dict[str, Any]) -> tuple[np.ndarray | None, np.ndarray]:
        pool, small = self.pool, self.pool.small
        q, L = small.YA.shape[1], len(SMOOTH_PENALTIES)
        at_a, at_b = np.full((q, L, len(small.A)), np.nan), np.full((q, L, len(small.SB)), np.nan)
        for k in range(pool.n_folds):
            out_a, out_s = pool.fold_a == k, pool.fold_s == k
            part = small.without(out_a, out_s)
            fit = SmoothFit(part, settings)
            at_a[:, :, out_a] = fit.predict(small.A[out_a], False) - small.YA[out_a].T[:, None, :]
            at_b[:, :, out_s] = fit.predict(small.SB[out_s], True) - small.YS[out_s].T[:, None, :]
        return at_a, at_b

    def model(self, settings: dict[str, Any], steps: np.ndarray) -> KernelModel:
        fit = SmoothFit(self.pool.full, settings)
        parts = []
        for j, step in enumerate(steps):
            alpha = fit.alpha[j, step]
            own = fit.weight(True)
            parts.append({"rows": fit.Z, "weights": alpha * own, "kernel": "rbf", "gamma": settings["gamma"],
                          "amplitude": 1.0,
                          "constant": float((alpha * fit.constant(True)).sum() + fit.y_mean[j])})
        return KernelModel(parts, fit.mean - fit.shift, np.sqrt(fit.scale))


class SmoothFit:
    """One fit for all penalties; `alpha` (q, L, n)."""

    def __init__(self, part: Part, settings: dict[str, Any]) -> None:
        self.own, self.gamma = float(settings["own"]), float(settings["gamma"])
        XB, YB = part.labelled
        self.shift = part.SA.mean(axis=0) - part.SB.mean(axis=0)
        self.mean = part.A.mean(axis=0)
        self.scale = float(((part.A - self.mean) ** 2).sum(axis=1).mean()) or 1.0
        self.Z = (np.vstack([part.A, XB + self.shift]) - self.mean) / np.sqrt(self.scale)
        self.of_b = np.arange(len(self.Z)) >= len(part.A)
        Y = np.vstack([part.YA, YB])
        same = self.of_b[:, None] == self.of_b[None, :]
        K = self._kernel(self.Z) * (1.0 + self.own * same) + 1.0 + (self.own > 0) * same
        self.alpha = np.zeros((Y.shape[1], len(SMOOTH_PENALTIES), len(Y)))
        self.y_mean = np.zeros(Y.shape[1])
        known = np.isfinite(Y)
        for columns in patterns_of(known):
            rows = known[:, columns[0]]
            self.y_mean[columns] = Y[rows][:, columns].mean(axis=0)
            D, Q = lapack.eigh(K[np.ix_(rows, rows)])
            turned = Q.T @ (Y[rows][:, columns] - self.y_mean[columns])
            divide = 1.0 / (np.maximum(D, 0.0)[None, :] + SMOOTH_PENALTIES[:, None])
            solved = (turned.T[:, None, :] * divide[None, :, :]) @ Q.T
            for i, j in enumerate(columns):
                self.alpha[j][:, rows] = solved[i]

    def weight(self, of_b: bool) -> np.ndarray:
        """Factor of the kernel between a spectrum of A or B and every row."""
        return 1.0 + self.own * (self.of_b == of_b)

    def constant(self, of_b: bool) -> np.ndarray:
        """Constant part of the kernel, likewise."""
        return 1.0 + (self.own > 0) * (self.of_b == of_b)

    def _kernel(self, T: np.ndarray) -> np.ndarray:
        squared = (T ** 2).sum(axis=1)[:, None] + (self.Z ** 2).sum(axis=1) - 2 * T @ self.Z.T
        return np.exp(-self.gamma * np.maximum(squared, 0.0))

    def predict(self, X: np.ndarray, of_b: bool) -> np.ndarray:
        """Predictions (q, L, n)."""
        T = (X + (self.shift if of_b else 0.0) - self.mean) / np.sqrt(self.scale)
        K = self._kernel(T) * self.weight(of_b) + self.constant(of_b)
        return self.alpha @ K.T + self.y_mean[:, None, None]
