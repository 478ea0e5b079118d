"""Fitted regressions as plain numbers: linear coefficients, or kernel expansions."""

from __future__ import annotations

from typing import Any

import numpy as np


class FittedRegression:
    """Base: predicts (n, q) from (n, p); `details` tells how it was fitted, per property."""

    details: list[dict[str, Any]]

    def predict(self, X: np.ndarray) -> np.ndarray:
        """Property values (n, q) of spectra (n, p)."""
        raise NotImplementedError

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        raise NotImplementedError

    @property
    def linear(self) -> LinearModel | None:
        """The model as coefficients, or None if it is not linear."""
        return None


class LinearModel(FittedRegression):
    """y = X·coefficients + intercept.

    Parameters
    ----------
    coefficients : (p, q) array
    intercept : (q,) array
    details : list of dict, optional
        One per property: "n_components", "n_used", "cv_rmse" …
    """

    def __init__(
        self, coefficients: np.ndarray, intercept: np.ndarray, details: list[dict[str, Any]] | None = None,
    ) -> None:
        self.coefficients = np.asarray(coefficients, dtype=np.float64)
        self.intercept = np.asarray(intercept, dtype=np.float64)
        self.details = details if details is not None else [{} for _ in self.intercept]

    def predict(self, X: np.ndarray) -> np.ndarray:
        return np.asarray(X, dtype=np.float64) @ self.coefficients + self.intercept

    @property
    def linear(self) -> LinearModel:
        return self

    def to_state(self) -> dict[str, Any]:
        return {"kind": "linear", "coefficients": self.coefficients, "intercept": self.intercept,
                "details": self.details}


class KernelModel(FittedRegression):
    """Per property y = Σᵢ wᵢ k(x, xᵢ) + c: support vector regression and Gaussian process.

    Parameters
    ----------
    parts : list of dict
        Per property: "rows" (m, p), "weights" (m,), "constant", "kernel" ("rbf"), "gamma", "amplitude".
    x_mean : (p,) array
    x_scale : float
        Spectra are centred and divided by this before the kernel.
    """

    def __init__(
        self, parts: list[dict[str, Any]], x_mean: np.ndarray, x_scale: float,
        details: list[dict[str, Any]] | None = None,
    ) -> None:
        self.parts, self.x_mean, self.x_scale = parts, np.asarray(x_mean), float(x_scale)
        self.details = details if details is not None else [{} for _ in parts]

    def predict(self, X: np.ndarray) -> np.ndarray:
        Z = (np.asarray(X, dtype=np.float64) - self.x_mean) / self.x_scale
        columns = []
        for part in self.parts:
            rows = part["rows"]
            squared = (Z ** 2).sum(1)[:, None] + (rows ** 2).sum(1) - 2.0 * Z @ rows.T
            K = part["amplitude"] * np.exp(-part["gamma"] * np.maximum(squared, 0.0))
            columns.append(K @ part["weights"] + part["constant"])
        return np.stack(columns, axis=1)

    def to_state(self) -> dict[str, Any]:
        return {"kind": "kernel", "parts": self.parts, "x_mean": self.x_mean, "x_scale": self.x_scale,
                "details": self.details}


class SumModel(FittedRegression):
    """Weighted sum of models, the weights per property.

    Parameters
    ----------
    parts : list of (FittedRegression, (q,) array)
    """

    def __init__(
        self, parts: list[tuple[FittedRegression, np.ndarray]], details: list[dict[str, Any]] | None = None,
    ) -> None:
        self.parts = parts
        self.details = details if details is not None else [{} for _ in parts[0][1]]

    @classmethod
    def of(cls, parts: list[tuple[FittedRegression, np.ndarray]]) -> FittedRegression:
        """The sum, all linear parts folded into one; linear itself if all are."""
        rest = [(model, weight) for model, weight in parts if model.linear is None]
        straight = [(model.linear, weight) for model, weight in parts if model.linear is not None]
        if straight:
            one = LinearModel(sum(m.coefficients * w for m, w in straight if m is not None),
                              sum(m.intercept * w for m, w in straight if m is not None))
            if not rest:
                return one
            rest = [(one, np.ones(len(one.intercept))), *rest]
        return cls(rest)

    def predict(self, X: np.ndarray) -> np.ndarray:
        return np.sum([model.predict(X) * weight for model, weight in self.parts], axis=0)

    def to_state(self) -> dict[str, Any]:
        return {"kind": "sum", "parts": [{"model": m.to_state(), "weights": w} for m, w in self.parts],
                "details": self.details}
