"""Affine invariance (CTAI): the lines of B's PLS scores over its predictions are turned and moved onto those of A."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..regression import LinearModel, fit_regression
from ..regression.parameters import REGRESSION
from ..regression.pls import pls1_rotations
from ._base import Transfer
from ._problem import TransferProblem
from ._unpaired import MEANS, compared_means, need_spectra


class AffineInvariance(Transfer):
    """Per latent variable the line t ~ ŷ of A and of B; B's points are turned by the angle between them; then A's q."""

    parameters = (MEANS, *(p for p in REGRESSION if p.name != "regression"))
    needs = frozenset({"targets", "same channels"})
    min_standards = 0
    uses_unmarked = True
    why_no_spectra = "it changes the scores of A's model, not spectra."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        need_spectra(problem, 3, self.title)
        self._need_model(problem, {**values, "regression": "pls"})
        assert problem.values_a is not None
        options = self._options(values)
        model = fit_regression("pls", problem.A, problem.values_a, options=options,
                               fold_numbers=problem.folds_of_a(options.n_folds, options.seed))
        mean_a, mean_b = compared_means(problem, values["mean"], self.title)
        moved = problem.B + (mean_a - mean_b)
        columns, intercepts, angles = [], [], []
        for j, detail in enumerate(model.details):
            known = np.isfinite(problem.values_a[:, j])
            b, c, angle = ctai_model(problem.A[known], problem.values_a[known, j], moved, int(detail["n_components"]))
            columns.append(b)
            intercepts.append(c + float((mean_a - mean_b) @ b))
            angles.append(np.degrees(angle))
            self._monitor.raise_if_cancelled()
        self.chosen_["angles"] = angles
        self.models_["0"] = model
        self.models_["1"] = LinearModel(np.stack(columns, axis=1), np.array(intercepts), model.details)


def ctai_model(X: np.ndarray, y: np.ndarray, B: np.ndarray, n_components: int) -> tuple[np.ndarray, float, np.ndarray]:
    """Coefficients (p,) and intercept for spectra like B's, and the angles (L,) in radians.

    Parameters
    ----------
    X, y : (n, p), (n,) arrays
        A's samples.
    B : (n_b, p) array
        B's spectra, the difference of the means taken out.
    n_components : int

    References
    ----------
    Zhao, Zhao, Shan, Peng, Yu & Gao, Molecules 24 (2019) 1802; written from its summary. Angles are taken between
    scores and predictions in units of A's standard deviations, since otherwise they would depend on the unit of the
    values.
    """
    x_mean, y_mean = X.mean(axis=0), float(y.mean())
    R, q = pls1_rotations(X - x_mean, y - y_mean, n_components)
    T, S = (X - x_mean) @ R, (B - x_mean) @ R
    sizes, size = T.std(axis=0), float((T @ q).std())
    if not len(q) or size <= 0:
        return np.zeros(X.shape[1]), y_mean, np.zeros(len(q))
    slope_a = lines(T @ q / size, T / sizes)[0]
    slope_b, start = lines(S @ q / size, S / sizes)
    angle = np.arctan(slope_a) - np.arctan(slope_b)
    weight = q * sizes  # what a turned score of unit size counts for
    of_scores = q * np.cos(angle) + (weight @ np.sin(angle)) / size * q
    b = R @ of_scores
    return b, y_mean - float(weight @ (np.cos(angle) * start)) - float(x_mean @ b), angle


def lines(u: np.ndarray, V: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Slopes and intercepts (L,) of the least squares lines of every column of V (n, L) over u (n,)."""
    e = u - u.mean()
    total = float(e @ e)
    slope = e @ (V - V.mean(axis=0)) / total if total > 0 else np.zeros(V.shape[1])
    return slope, V.mean(axis=0) - slope * u.mean()
