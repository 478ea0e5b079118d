"""The linear regressions: PLS1, PLS2, ridge, elastic net. Each ends as coefficients and intercept."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import DataError
from ..numerics import lapack
from .choose import pick
from .model import LinearModel
from .options import RegressionOptions
from .pls import pls1_path, pls2_path, row_space

CHUNK_VALUES = 4_000_000


def usable_components(n: int, rank: int, options: RegressionOptions) -> int:
    """Largest number of latent variables that n samples allow."""
    return max(1, min(options.max_components, n - 1, rank))


def cross_validated_path(
    Z: np.ndarray, Y: np.ndarray, w: np.ndarray, fold: np.ndarray, n_components: int,
) -> np.ndarray:
    """Held-out residuals (q, A, n) of PLS1 with 1 … A components; NaN where the value is unknown."""
    n, q = Y.shape
    residuals = np.full((q, n_components, n), np.nan)
    jobs = [(j, k) for j in range(q) for k in np.unique(fold)]
    step = max(1, CHUNK_VALUES // max(1, Z.size))
    for start in range(0, len(jobs), step):
        part = jobs[start:start + step]
        columns = np.stack([np.where(fold == k, np.nan, Y[:, j]) for j, k in part], axis=1)
        path = pls1_path(Z, columns, n_components, w)
        for i, (j, k) in enumerate(part):
            rows = np.flatnonzero(fold == k)
            b = path.coefficients[i]
            predicted = b @ (Z[rows] - path.x_mean[i]).T + path.y_mean[i]
            residuals[j][:, rows] = predicted - Y[rows, j]
    return residuals


def fit_pls(X: np.ndarray, Y: np.ndarray, w: np.ndarray, fold: np.ndarray, options: RegressionOptions) -> LinearModel:
    """PLS1 per property, components by cross-validation."""
    Z, basis = row_space(X)
    known = np.isfinite(Y)
    smallest = int(known.sum(axis=0).min())
    limit = usable_components(smallest - 1 if options.n_components is None else smallest, Z.shape[1], options)
    if options.n_components is not None:
        limit = max(1, min(options.n_components, smallest - 1, Z.shape[1]))
        chosen, errors = [limit - 1] * Y.shape[1], None
    else:
        errors = cross_validated_path(Z, Y, w, fold, limit) ** 2
        chosen = []
        for j in range(Y.shape[1]):
            keep = np.isfinite(errors[j]).all(axis=0)
            chosen.append(pick(errors[j][:, keep], options.rule))
    path = pls1_path(Z, Y, max(chosen) + 1, w)
    B = np.stack([basis.T @ path.coefficients[j, c] for j, c in enumerate(chosen)], axis=1)
    means = path.x_mean @ basis
    intercept = path.y_mean - (means * B.T).sum(axis=1)
    details: list[dict[str, Any]] = []
    for j, c in enumerate(chosen):
        entry: dict[str, Any] = {"n_components": c + 1, "n_used": int(known[:, j].sum())}
        if errors is not None:
            entry["cv_rmse"] = float(np.sqrt(np.nanmean(errors[j][c])))
            entry["cv_curve"] = np.sqrt(np.nanmean(errors[j], axis=1))
        details.append(entry)
    return LinearModel(B, intercept, details)


def fit_pls2(X: np.ndarray, Y: np.ndarray, w: np.ndarray, fold: np.ndarray, options: RegressionOptions) -> LinearModel:
    """PLS2 on the samples with all values known; errors are compared relative to each property's spread."""
    rows = np.flatnonzero(np.isfinite(Y).all(axis=1))
    if len(rows) < 3:
        raise DataError("regression.pls2_needs_all", n_rows=len(rows))
    Z, basis = row_space(X[rows])
    Y, fold = Y[rows], fold[rows]
    spread = np.where(Y.std(axis=0) > 0, Y.std(axis=0), 1.0)
    limit = usable_components(len(rows) - 1, Z.shape[1], options)
    details: list[dict[str, Any]] = [{"n_used": len(rows)} for _ in range(Y.shape[1])]
    if options.n_components is not None:
        chosen = max(1, min(options.n_components, len(rows) - 1, Z.shape[1]))
    else:
        errors = np.zeros((limit, *Y.shape))
        for k in np.unique(fold):
            out = fold == k
            if out.all():
                continue
            B, x_mean, y_mean = pls2_path(Z[~out], Y[~out] / spread, limit)
            errors[:, out] = (Z[out] - x_mean) @ B + y_mean - Y[out] / spread
        squared = (errors ** 2).mean(axis=2)
        chosen = pick(squared, options.rule) + 1
        for j, entry in enumerate(details):
            entry["cv_rmse"] = float(np.sqrt((errors[chosen - 1, :, j] ** 2).mean()) * spread[j])
    path, x_mean, y_mean = pls2_path(Z, Y / spread, chosen)
    coefficients = basis.T @ path[-1] * spread
    for entry in details:
        entry["n_components"] = chosen
    return LinearModel(coefficients, y_mean * spread - (x_mean @ basis) @ coefficients, details)


def ridge_path(
    X: np.ndarray, y: np.ndarray, w: np.ndarray, penalties: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Ridge for many penalties: coefficients (c, p), leave-one-out residuals (c, n), x_mean, y_mean.

    Minimises Σ wᵢ(yᵢ − ŷᵢ)² + penalty·‖b‖² with a free intercept; the leave-one-out residual is
    eᵢ/(1 − hᵢᵢ), exact for a fixed penalty.
    """
    total = w.sum()
    x_mean, y_mean = w @ X / total, float(w @ y / total)
    root = np.sqrt(w)
    U, s, Vt = lapack.svd((X - x_mean) * root[:, None], full_matrices=False)
    uy = U.T @ ((y - y_mean) * root)
    shrink = s[None, :] ** 2 / (s[None, :] ** 2 + penalties[:, None])
    divide = s[None, :] / (s[None, :] ** 2 + penalties[:, None])
    B = (divide * uy) @ Vt
    hat = shrink @ (U ** 2).T + (w / total)[None, :]
    residual = (y - y_mean)[None, :] - B @ (X - x_mean).T
    return B, residual / np.maximum(1.0 - hat, 1e-8), x_mean, y_mean


def fit_ridge(
    X: np.ndarray, Y: np.ndarray, w: np.ndarray, fold: np.ndarray, options: RegressionOptions,
) -> LinearModel:
    """Ridge per property; the penalty by leaving one sample out (closed form)."""
    Z, basis = row_space(X)
    B, c, details = [], [], []
    for j in range(Y.shape[1]):
        rows = np.isfinite(Y[:, j]) & (w > 0)
        scale = float(((Z[rows] - Z[rows].mean(axis=0)) ** 2).sum() / rows.sum())
        penalties = (scale if scale > 0 else 1.0) * 10.0 ** np.linspace(3, -9, 49)
        path, left_out, x_mean, y_mean = ridge_path(Z[rows], Y[rows, j], w[rows], penalties)
        best = pick(left_out ** 2 * w[rows], options.rule)
        B.append(basis.T @ path[best])
        c.append(y_mean - x_mean @ path[best])
        details.append({"penalty": float(penalties[best]), "n_used": int(rows.sum()),
                        "cv_rmse": float(np.sqrt((left_out[best] ** 2).mean()))})
    return LinearModel(np.stack(B, axis=1), np.array(c), details)


def fit_elastic_net(
    X: np.ndarray, Y: np.ndarray, w: np.ndarray, fold: np.ndarray, options: RegressionOptions,
) -> LinearModel:
    """Elastic net per property (scikit-learn), on centred spectra divided by their RMS; penalty by CV."""
    from sklearn.linear_model import ElasticNet, ElasticNetCV

    B, c, details = [], [], []
    for j in range(Y.shape[1]):
        rows = np.flatnonzero(np.isfinite(Y[:, j]) & (w > 0))
        mean = np.average(X[rows], axis=0, weights=w[rows])
        rms = float(np.sqrt(((X[rows] - mean) ** 2).mean())) or 1.0
        spread = float(Y[rows, j].std()) or 1.0
        splits = [(np.flatnonzero(fold[rows] != k), np.flatnonzero(fold[rows] == k)) for k in np.unique(fold[rows])]
        splits = [(a, b) for a, b in splits if len(a) >= 2]
        # on collinear channels coordinate descent takes thousands of rounds to the end, which the comparison of
        # penalties does not need: only the chosen one is fitted that far
        search = ElasticNetCV(l1_ratio=0.5, alphas=np.geomspace(1.0, 1e-4, 12), cv=splits, max_iter=300, tol=1e-3)
        with np.errstate(all="ignore"):
            import warnings

            from sklearn.exceptions import ConvergenceWarning
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)  # small penalties on collinear channels
                Z, y = np.asfortranarray((X[rows] - mean) / rms), Y[rows, j] / spread
                search.fit(Z, y, sample_weight=w[rows])
                model = ElasticNet(alpha=float(search.alpha_), l1_ratio=0.5, max_iter=3000, tol=1e-4)
                model.fit(Z, y, sample_weight=w[rows])
        b = model.coef_ * spread / rms
        B.append(b)
        c.append(float(model.intercept_) * spread - mean @ b)
        details.append({"penalty": float(model.alpha), "n_used": len(rows),
                        "n_channels": int((b != 0).sum())})
    return LinearModel(np.stack(B, axis=1), np.array(c), details)
