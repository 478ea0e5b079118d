"""Relative density ratio of two samples by least squares (RuLSIF)."""

from __future__ import annotations

import numpy as np

from ..monitor import Monitor, SilentMonitor
from . import lapack

WIDTHS = (0.6, 0.8, 1.0, 1.2, 1.4)
RIDGES = (1e-3, 1e-2, 1e-1, 1.0, 10.0)
MAX_CENTRES = 200
FOLDS = 5


def squared_distances(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(n_a, n_b) squared Euclidean distances, never negative."""
    out = (A ** 2).sum(axis=1)[:, None] + (B ** 2).sum(axis=1)[None] - 2 * A @ B.T
    return np.maximum(out, 0.0)


def median_square(squares: np.ndarray) -> float:
    """Median of the squared distances that are not zero up to rounding; 1 if all are."""
    positive = squares[squares > 1e-12 * squares.max(initial=0.0)]
    return float(np.median(positive)) if len(positive) else 1.0


def relative_density_ratio(
    test_to_centres: np.ndarray, train_to_centres: np.ndarray, alpha: float, order_test: np.ndarray,
    order_train: np.ndarray, monitor: Monitor | None = None,
) -> tuple[np.ndarray, dict[str, float]]:
    """w(x) = p_test / (α p_test + (1−α) p_train) at the training samples (Yamada et al. 2011, RuLSIF).

    w is a Gaussian kernel model on centres drawn from the test sample; its coefficients are
    (Ĥ + νI)⁻¹ĥ with Ĥ = α·mean_test(kkᵀ) + (1−α)·mean_train(kkᵀ), ĥ = mean_test(k), negative weights set to 0.
    Width and ν minimise the cross-validated squared loss.

    Parameters
    ----------
    test_to_centres, train_to_centres : (n_test, c), (n_train, c) arrays
        Squared distances to the centres.
    alpha : float
        0 ≤ α < 1; 0 is the plain ratio.
    order_test, order_train : int arrays
        An order of the samples that does not depend on how they are listed; the folds are dealt out along it.

    Returns
    -------
    weights : (n_train,) array, ≥ 0, mean 1
    chosen : dict
        "width" and "ridge".
    """
    monitor = monitor or SilentMonitor()
    median = median_square(test_to_centres)
    fold_test, fold_train = (_deal(order) for order in (order_test, order_train))
    best: tuple[float, float, float] = (np.inf, 1.0, 0.1)
    for width in WIDTHS:
        monitor.raise_if_cancelled()
        K_test, K_train = (np.exp(-d / (2 * median * width ** 2)) for d in (test_to_centres, train_to_centres))
        scores = np.zeros(len(RIDGES))
        for fold in range(FOLDS):
            kt, kr = K_test[fold_test != fold], K_train[fold_train != fold]
            ot, orr = K_test[fold_test == fold], K_train[fold_train == fold]
            if not (len(kt) and len(kr) and len(ot) and len(orr)):
                continue
            H = alpha * kt.T @ kt / len(kt) + (1 - alpha) * kr.T @ kr / len(kr)
            h = kt.mean(axis=0)
            values, V = lapack.eigh(H)
            for r, ridge in enumerate(RIDGES):
                theta = V @ ((V.T @ h) / (np.maximum(values, 0) + ridge))
                w_test, w_train = ot @ theta, orr @ theta
                scores[r] += (alpha * (w_test ** 2).mean() + (1 - alpha) * (w_train ** 2).mean()) / 2 - w_test.mean()
        r = int(np.argmin(scores))
        if scores[r] < best[0] - 1e-12:
            best = (float(scores[r]), width, RIDGES[r])
    _, width, ridge = best
    K_test, K_train = (np.exp(-d / (2 * median * width ** 2)) for d in (test_to_centres, train_to_centres))
    H = alpha * K_test.T @ K_test / len(K_test) + (1 - alpha) * K_train.T @ K_train / len(K_train)
    theta = lapack.solve(H + ridge * np.eye(len(H)), K_test.mean(axis=0))
    weights = np.maximum(K_train @ theta, 0.0)
    mean = float(weights.mean())
    weights = weights / mean if mean > 0 else np.ones(len(weights))
    return weights, {"width": float(width * np.sqrt(median)), "ridge": ridge}


def _deal(order: np.ndarray) -> np.ndarray:
    """Fold of each sample: along `order` 0, 1, …, 4, 0, 1, …"""
    folds = np.empty(len(order), dtype=np.int64)
    folds[order] = np.arange(len(order)) % FOLDS
    return folds


def spread_centres(order: np.ndarray, most: int = MAX_CENTRES) -> np.ndarray:
    """At most `most` samples, evenly along `order`."""
    if len(order) <= most:
        return order
    return order[np.linspace(0, len(order) - 1, most).round().astype(int)]
