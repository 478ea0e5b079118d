"""Kernel ridge regression with sample weights; its penalty by weighted leave-one-out."""

from __future__ import annotations

import numpy as np

from . import lapack

RIDGES = np.logspace(-6, 3, 28)  # relative to the mean eigenvalue of the weighted kernel matrix
ROUNDING = 1e-14  # of the largest eigenvalue: what is below is noise


def weighted_kernel_ridge(
    K: np.ndarray, y: np.ndarray, weights: np.ndarray, penalty: float | None = None,
) -> tuple[np.ndarray, float, float]:
    """min over h, c of Σ qᵢ(h(xᵢ) + c − yᵢ)² + λ‖h‖², h = Σ aᵢ k(·, xᵢ); the constant is not penalised.

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
    mean = float(q @ y)
    root = np.sqrt(q)
    means = K @ q  # with the kernel centred about the weighted mean (and so Σ aᵢ = 0) the best constant is known
    centred = K - means[:, None] - means + q @ means
    values, V = lapack.eigh(root[:, None] * centred * root)  # A = √q K √q; a = √q (A + λI)⁻¹ √q (y − ȳ)
    values = np.maximum(values, 0.0)
    z = V.T @ (root * (y - mean))
    base = float(values.sum()) / max(int((q > 0).sum()), 1)
    if base <= 1e-14 * float(q @ np.diag(K)):
        return np.zeros(len(y)), mean, penalty if penalty is not None else 1.0
    if penalty is None:
        best = np.inf
        penalty = float(RIDGES[-1] * base)
        for ridge in RIDGES[::-1]:  # from smooth to rough: a tie goes to the smoother one
            lam = float(ridge * base)
            shrink = values / (values + lam)
            residual = root * (y - mean) - V @ (shrink * z)
            leverage = q + (V ** 2) @ shrink
            error = float(((residual / np.maximum(1 - leverage, 1e-12)) ** 2).sum())
            if error < best * (1 - 1e-9):
                best, penalty = error, lam
    # below rounding a penalty would divide noise by nothing
    penalty = max(penalty, ROUNDING * float(values[-1]))
    a = root * (V @ (z / (values + penalty)))
    return a, mean - float(means @ a), float(penalty)
