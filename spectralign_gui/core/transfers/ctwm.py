"""Calibration transfer by the weight matrix (CTWM): A's PLS weights stay, B's standards say what follows from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..numerics import lapack
from ..parameters import Parameter
from ..regression import LinearModel, fit_regression
from ..regression.parameters import REGRESSION
from ..regression.pls import pls1_rotations, pls2_path
from ._base import Transfer, standard_folds
from ._problem import TransferProblem


class WeightMatrixTransfer(Transfer):
    """Scores of A's model from B's spectra (1), or values from B's spectra times A's weights (2)."""

    parameters = (
        Parameter("variant", "choice", "scores", "Learned from the standards",
                  "scores: how B's spectra give the scores that A's spectra have (CTWM1). values: how the values "
                  "follow from B's spectra times A's weights (CTWM2).", choices=("scores", "values"),
                  advice="scores; values where the standards were not measured on A."),
        *(p for p in REGRESSION if p.name != "regression"))
    needs = frozenset({"pairs", "targets", "same channels"})
    min_standards = 3
    why_no_spectra = "it gives scores of A's model, not spectra."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        self._need_model(problem, {**values, "regression": "pls"})
        assert problem.values_a is not None
        options = self._options(values)
        model = fit_regression("pls", problem.A, problem.values_a, options=options,
                               fold_numbers=problem.folds_of_a(options.n_folds, options.seed))
        self.models_["0"] = model
        of_a = model.predict(problem.standards_a)
        goal = of_a if problem.values is None else np.where(np.isfinite(problem.values), problem.values, of_a)
        columns, intercepts, details = [], [], []
        for j, detail in enumerate(model.details):
            known = np.isfinite(problem.values_a[:, j])
            X, y = problem.A[known], problem.values_a[known, j]
            R, q = pls1_rotations(X - X.mean(axis=0), y - y.mean(), int(detail["n_components"]))
            if not len(q):  # values that do not vary: nothing follows from the spectra
                columns.append(np.zeros(problem.standards_b.shape[1]))
                intercepts.append(float(y.mean()))
                details.append({"n_components": 0, "n_used": problem.m})
                continue
            task = _Task(problem.standards_b, (problem.standards_a - X.mean(axis=0)) @ R, q, float(y.mean()), R,
                         goal[:, j], values["variant"])
            n = task.best(min(len(q), problem.m - 2))
            b, c = task.fit(np.ones(problem.m, bool), n)[n - 1]
            columns.append(b)
            intercepts.append(c)
            details.append({"n_components": n, "n_used": problem.m})
            self._monitor.raise_if_cancelled()
        self.models_["1"] = LinearModel(np.stack(columns, axis=1), np.array(intercepts), details)


class _Task:
    """One property: B's standards, their scores on A, A's loadings of the value."""

    def __init__(self, B: np.ndarray, scores: np.ndarray, q: np.ndarray, y_mean: float, R: np.ndarray,
                 goal: np.ndarray, variant: str) -> None:
        self.B, self.scores, self.q, self.y_mean, self.R = B, scores, q, y_mean, R
        self.goal, self.variant = goal, variant

    def fit(self, rows: np.ndarray, limit: int) -> list[tuple[np.ndarray, float]]:
        """Coefficients and intercept on B for 1 … `limit` latent variables, from some of the standards."""
        B, found = self.B[rows], []
        if self.variant == "scores":
            coefficients, x_mean, t_mean = pls2_path(B, self.scores[rows], limit)
            for C in coefficients:
                b = C @ self.q
                found.append((b, float(self.y_mean + t_mean @ self.q - x_mean @ b)))
            return found
        mean, y = B.mean(axis=0), self.goal[rows]
        for n in range(1, limit + 1):
            q = lapack.lstsq((B - mean) @ self.R[:, :n], y - y.mean(), rcond=None)[0]
            b = self.R[:, :n] @ q
            found.append((b, float(y.mean() - mean @ b)))
        return found

    def best(self, limit: int) -> int:
        """Number of latent variables with the least error at standards that are left out."""
        limit = max(1, limit)
        squares = np.zeros(limit)
        for out in standard_folds(len(self.B)):
            for n, (b, c) in enumerate(self.fit(~out, min(limit, max(1, int((~out).sum()) - 1)))):
                squares[n] += ((self.B[out] @ b + c - self.goal[out]) ** 2).sum()
        squares[squares == 0] = np.inf if (squares > 0).any() else 0.0  # more than a fold could hold
        return int(np.argmin(squares)) + 1
