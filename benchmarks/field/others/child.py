"""What the programs of the other packages share: a case comes in as npz, predictions go out as npz.

This file and its neighbours named *_child.py run in environments of their own and import nothing of SpectrAlign:

    ENV/bin/python chemotools_child.py in1.npz out1.npz in2.npz out2.npz …
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable

import numpy as np
from sklearn.cross_decomposition import PLSRegression
from sklearn.model_selection import KFold


class Case:
    """One cell: A's training spectra and values, the standards on both, B's untested spectra, B's test spectra."""

    def __init__(self, path: str) -> None:
        with np.load(path) as file:
            self.A, self.Y = file["A"], file["Y"]
            self.standards_a, self.standards_b, self.standards_y = file["SA"], file["SB"], file["SY"]
            self.B, self.test, self.most = file["B"], file["T"], int(file["most"])


def coefficients(X: np.ndarray, y: np.ndarray, components: int) -> np.ndarray:
    """(p, components): PLS1 coefficients for 1, 2, … components, for centred spectra."""
    fit = PLSRegression(n_components=components, scale=False).fit(X, y)
    return np.cumsum(fit.x_rotations_ * fit.y_loadings_.ravel(), axis=1)


def components_for(X: np.ndarray, y: np.ndarray, most: int) -> int:
    """Number of latent variables with the lowest error in ten folds of A's training samples."""
    most = min(most, X.shape[1], int(0.9 * len(X)) - 1)
    error = np.zeros(most)
    for kept, out in KFold(10, shuffle=True, random_state=0).split(X):
        mean, level = X[kept].mean(axis=0), y[kept].mean()
        predicted = (X[out] - mean) @ coefficients(X[kept], y[kept], most) + level
        error += ((predicted - y[out, None]) ** 2).sum(axis=0)
    return int(error.argmin()) + 1


class Model:
    """PLS1 of one property with the number of components that ten folds choose."""

    def __init__(self, X: np.ndarray, y: np.ndarray, most: int) -> None:
        self.components = components_for(X, y, most)
        self.mean, self.level = X.mean(axis=0), y.mean()
        self.b = coefficients(X, y, self.components)[:, -1]

    def __call__(self, X: np.ndarray) -> np.ndarray:
        """Predicted values (n,)."""
        return (X - self.mean) @ self.b + self.level


def on_a(case: Case) -> list[Model]:
    """A's own models."""
    return [Model(case.A, case.Y[:, j], case.most) for j in range(case.Y.shape[1])]


def through(case: Case, models: list[Model], like_a: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """A's models on B's test spectra that were made like A's."""
    X = np.asarray(like_a(case.test))
    return np.column_stack([m(X) for m in models])


def run(methods: Callable[[Case], dict[str, Callable[[], np.ndarray]]]) -> None:
    """Answer every case of the command line: predictions by method, or why there are none."""
    warnings.simplefilter("ignore")
    for given, wanted in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        found: dict[str, np.ndarray] = {}
        for name, predict in methods(Case(given)).items():
            try:
                values = np.asarray(predict(), dtype=float)
                if not np.isfinite(values).all():
                    raise ValueError("values that are not finite")
                found[name] = values
            except Exception as error:  # noqa: BLE001  what a package refuses is a result of this page
                found["refused: " + name] = np.array(f"{type(error).__name__}: {error}"[:200])
        np.savez(wanted, **found)
