"""Kernel ridge regression with sample weights; its penalty by weighted leave-one-out."""

from __future__ import annotations

import numpy as np

RIDGES = np.logspace(-6, 3, 28)  # relative to the mean eigenvalue of the weighted kernel matrix


def weighted_kernel_ridge(
    K: np.ndarray, y: np.ndarray, weights: np.ndarray, penalty: float | None = None,
) -> tuple[np.ndarray, float, float]:
    """min Σ qᵢ(h(xᵢ) + c − yᵢ)² + λ‖h‖², h = Σ aᵢ k(·, xᵢ), c the weighted mean of y.

    Parameters
    ----------
    K : (m, m) array
        Kernel matrix of the samples.
    y : (m,) array
    weights : (m,) array
        q ≥ 0; scaled to sum 1 here.
    penalty : float, optional
        λ; None takes the one of smallest weighted leave-one-out error.

    Returns
    -------
    a : (m,) array
        0 where the weight is 0.
    constant : float
        c.
    penalty : float
        λ used.
    """
    q = weights / weights.sum()
    constant = float(q @ y)
    root = np.sqrt(q)
    values, V = np.linalg.eigh(root[:, None] * K * root)  # A = √q K √q; a = √q (A + λI)⁻¹ √q y
    values = np.maximum(values, 0.0)
    z = V.T @ (root * (y - constant))
    base = float(values.sum()) / max(int((q > 0).sum()), 1)
    if base <= 0:
        return np.zeros(len(y)), constant, penalty if penalty is not None else 1.0
    if penalty is None:
        best = np.inf
        penalty = float(RIDGES[-1] * base)
        for ridge in RIDGES[::-1]:  # from smooth to rough: a tie goes to the smoother one
            lam = float(ridge * base)
            shrink = values / (values + lam)
            residual = root * (y - constant) - V @ (shrink * z)
            leverage = (V ** 2) @ shrink
            error = float(((residual / np.maximum(1 - leverage, 1e-12)) ** 2).sum())
            if error < best * (1 - 1e-9):
                best, penalty = error, lam
    return root * (V @ (z / (values + penalty))), constant, float(penalty)
