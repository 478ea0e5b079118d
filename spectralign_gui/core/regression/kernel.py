"""Support vector regression and Gaussian process: fitted by scikit-learn, kept as plain numbers."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from .model import KernelModel
from .options import RegressionOptions


def _scaled(X: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Centred spectra whose mean squared distance from the mean is 1, with mean and scale."""
    mean = X.mean(axis=0)
    scale = float(np.sqrt(((X - mean) ** 2).sum(axis=1).mean())) or 1.0
    return (X - mean) / scale, mean, scale


def fit_svr(X: np.ndarray, Y: np.ndarray, w: np.ndarray, fold: np.ndarray, options: RegressionOptions) -> KernelModel:
    """SVR with RBF kernel; cost and kernel width by cross-validation."""
    from sklearn.svm import SVR

    Z, mean, scale = _scaled(X)
    parts: list[dict[str, Any]] = []
    details: list[dict[str, Any]] = []
    for j in range(Y.shape[1]):
        rows = np.flatnonzero(np.isfinite(Y[:, j]) & (w > 0))
        y_mean, spread = float(Y[rows, j].mean()), float(Y[rows, j].std()) or 1.0
        y = (Y[rows, j] - y_mean) / spread
        best: tuple[float, float, float] = (np.inf, 10.0, 0.5)
        for gamma in (0.01, 0.1, 0.5):
            for cost in (10.0, 100.0, 1000.0):
                error = 0.0
                for k in np.unique(fold[rows]):
                    inside = fold[rows] != k
                    if inside.sum() < 2 or inside.all():
                        continue
                    model = SVR(kernel="rbf", gamma=gamma, C=cost, epsilon=0.05)
                    model.fit(Z[rows][inside], y[inside], sample_weight=w[rows][inside])
                    error += float(((model.predict(Z[rows][~inside]) - y[~inside]) ** 2).sum())
                if error < best[0] * (1 - 1e-9):
                    best = (error, cost, gamma)
        model = SVR(kernel="rbf", gamma=best[2], C=best[1], epsilon=0.05).fit(Z[rows], y, sample_weight=w[rows])
        parts.append({"rows": Z[rows][model.support_], "weights": model.dual_coef_[0] * spread, "kernel": "rbf",
                      "constant": float(model.intercept_[0]) * spread + y_mean, "gamma": best[2], "amplitude": 1.0})
        details.append({"cost": best[1], "gamma": best[2], "n_used": len(rows),
                        "cv_rmse": float(np.sqrt(best[0] / len(rows)) * spread)})
    return KernelModel(parts, mean, scale, details)


def fit_gaussian_process(
    X: np.ndarray, Y: np.ndarray, w: np.ndarray, fold: np.ndarray, options: RegressionOptions,
) -> KernelModel:
    """Gaussian process with RBF kernel and noise; its parameters by maximum likelihood."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

    Z, mean, scale = _scaled(X)
    parts: list[dict[str, Any]] = []
    details: list[dict[str, Any]] = []
    for j in range(Y.shape[1]):
        rows = np.flatnonzero(np.isfinite(Y[:, j]) & (w > 0))
        y_mean, spread = float(Y[rows, j].mean()), float(Y[rows, j].std()) or 1.0
        # a smooth calibration over long distances has a huge amplitude: a bound below it makes the search end where
        # everything is noise and every prediction is the mean
        kernel = ConstantKernel(10.0, (1e-2, 1e8)) * RBF(3.0, (1e-1, 1e3)) + WhiteKernel(0.05, (1e-6, 1e1))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # a parameter at its bound is a legal answer
            model = GaussianProcessRegressor(kernel, alpha=1e-10, random_state=options.seed)
            model.fit(Z[rows], (Y[rows, j] - y_mean) / spread)
        product, noise = model.kernel_.k1, model.kernel_.k2
        parts.append({"rows": Z[rows], "weights": np.asarray(model.alpha_) * spread, "constant": y_mean,
                      "kernel": "rbf", "gamma": 0.5 / float(product.k2.length_scale) ** 2,
                      "amplitude": float(product.k1.constant_value)})
        details.append({"length_scale": float(product.k2.length_scale), "noise": float(noise.noise_level),
                        "n_used": len(rows)})
    return KernelModel(parts, mean, scale, details)
