"""Importance-weighted twin Gaussian processes: values whose similarities are those of the spectra."""

from __future__ import annotations

import numpy as np

from ..monitor import Monitor
from . import lapack
from .batched_bfgs import minimise_each
from .density_ratio import squared_distances
from .scaling import row_blocks

NEAREST = 6
"""Calibration samples that the search starts from: ℒ has several minima."""


class TwinGP:
    """Structured regression by matching a Gaussian process over the values to one over the spectra.

    With K = k(xᵢ, xⱼ), L = exp(−γ‖yᵢ − yⱼ‖²) and W the diagonal of the sample weights, the values of a new spectrum
    minimise the Kullback–Leibler divergence between the two processes given the calibration samples,

        ℒ(y) = l(y, y) − 2 l(y)ᵀu − η log[l(y, y) − l(y)ᵀ W½(W½ L W½ + λI)⁻¹W½ l(y)],
        u = W½(W½ K W½ + λI)⁻¹W½ k(x),   η = k(x, x) − k(x)ᵀu

    (Bo & Sminchisescu 2010; weights: Yamada, Sigal & Raptis 2012; W = I is the plain twin process). As in the former
    k(x, x) and l(y, y) of a sample with itself hold the noise, 1 + λ. ℒ is minimised by BFGS with its analytic
    gradient, from the Gaussian process regression of y and from the values of the `NEAREST` calibration samples of
    largest u; the lowest of the minima is taken. (From two starts one point in fifty ended in a higher minimum than
    a simplex search finds, on 1,500 random ones; from all of these six of 6,500 did.)

    Parameters
    ----------
    K : (n, n) array
        Kernel of the calibration spectra, 1 on the diagonal.
    Y : (n, q) array
        Their values, of about unit spread.
    weights : (n,) array
        ≥ 0; samples of weight 0 do not count.
    gamma : float
        γ of the values' kernel.
    ridge : float
        λ > 0 of both processes.
    """

    def __init__(self, K: np.ndarray, Y: np.ndarray, weights: np.ndarray, gamma: float, ridge: float) -> None:
        self.Y, self.gamma, self.ridge = Y, gamma, ridge
        self._of_spectra = weighted_root(K, weights, ridge)
        self._of_values = weighted_root(np.exp(-gamma * squared_distances(Y, Y)), weights, ridge)

    def objective(self, y: np.ndarray, u: np.ndarray, eta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """ℒ (m,) and its gradient (m, q) at `y` (m, q) for spectra with `u` (m, n) and `eta` (m,)."""
        similar = np.exp(-self.gamma * squared_distances(y, self.Y))
        half = similar @ self._of_values  # a sum of squares: with l M l itself rounding would drown the logarithm
        explained = half @ self._of_values.T
        left = np.maximum(1 + self.ridge - (half ** 2).sum(axis=1), self.ridge / 2)  # ≥ λ but for rounding
        value = 1 + self.ridge - 2 * (similar * u).sum(axis=1) - eta * np.log(left)
        # d l_i / dy = −2γ (y − y_i) l_i, summed with these factors
        factor = similar * (2 * (eta / left)[:, None] * explained - 2 * u)
        gradient = -2 * self.gamma * (y * factor.sum(axis=1)[:, None] - factor @ self.Y)
        return value, gradient

    def weigh(self, k: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """u (m, n) and η (m,) of new spectra with the kernel values `k` (m, n)."""
        half = k @ self._of_spectra
        return half @ self._of_spectra.T, np.maximum(1 + self.ridge - (half ** 2).sum(axis=1), 0.0)

    def predict(self, k: np.ndarray, monitor: Monitor | None = None) -> tuple[np.ndarray, int]:
        """Values (m, q) of new spectra with the kernel values `k` (m, n), and how many searches did not converge."""
        parts = [self._search(k[part], monitor) for part in row_blocks((len(k), 8 * (1 + NEAREST) * k.shape[1]))]
        return np.concatenate([y for y, _ in parts]), sum(failed for _, failed in parts)

    def _search(self, k: np.ndarray, monitor: Monitor | None) -> tuple[np.ndarray, int]:
        u, eta = self.weigh(k)
        near = np.argsort(-u, axis=1)[:, :NEAREST]
        starts = np.stack([u @ self.Y, *(self.Y[near[:, j]] for j in range(near.shape[1]))])
        # all starts of all spectra go side by side: one after the other takes several times as long
        spectrum = np.tile(np.arange(len(k)), len(starts))
        found = minimise_each(lambda at, rows: self.objective(at, u[spectrum[rows]], eta[spectrum[rows]]),
                              starts.reshape(-1, self.Y.shape[1]), monitor=monitor)
        best, lowest, failed = starts[0], np.full(len(k), np.inf), np.zeros(len(k), dtype=bool)
        for y, value, converged in zip(*(part.reshape(len(starts), len(k), *part.shape[1:]) for part in found),
                                       strict=True):
            better = value < lowest - 1e-12
            best, lowest = np.where(better[:, None], y, best), np.where(better, value, lowest)
            failed = np.where(better, ~converged, failed)
        return best, int(failed.sum())


def weighted_root(K: np.ndarray, weights: np.ndarray, ridge: float) -> np.ndarray:
    """T (n, n) with T Tᵀ = W½(W½ K W½ + λI)⁻¹W½."""
    root = np.sqrt(weights)
    values, V = lapack.eigh(root[:, None] * K * root)
    return root[:, None] * V / np.sqrt(np.maximum(values, 0.0) + ridge)
