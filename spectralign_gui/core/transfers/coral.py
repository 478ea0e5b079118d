"""Correlation alignment (CORAL): B's mean and covariance are made those of A."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..numerics import lapack
from ..parameters import Parameter
from ..regression.parameters import OWN_MODEL
from ._affine import AffineMap
from ._base import SpectraTransfer
from ._problem import TransferProblem
from ._unpaired import MEANS, compared_means, need_spectra


class CorrelationAlignment(SpectraTransfer):
    """(x − μ_B) C_B^{-½} C_A^{½} + μ_A with shrunken covariances, of all spectra of both instruments."""

    parameters = (
        Parameter("shrinkage", "float", None, "Shrinkage",
                  "How far the covariances are drawn towards equal variance in all directions; 1 only shifts and "
                  "scales.", minimum=1e-6, maximum=1, has_automatic=True, logarithmic=True,
                  advice="0.001 to 0.1. Automatic is the value of Ledoit and Wolf for each instrument."),
        MEANS,
        *OWN_MODEL)
    needs = frozenset({"same channels"})
    min_standards = 0
    uses_unmarked = True

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        need_spectra(problem, 3, self.title)
        self.maps_["1"], self.chosen_["shrinkage"] = coral_map(
            problem.A, problem.B, values["shrinkage"], *compared_means(problem, values["mean"], self.title))
        model = self._model_of_a(problem, values)
        if model is not None:
            self.models_["0"] = self.models_["1"] = model


def coral_map(A: np.ndarray, B: np.ndarray, shrinkage: float | None, mean_a: np.ndarray, mean_b: np.ndarray,
              ) -> tuple[AffineMap, list[float]]:
    """The map and the shrinkage of both covariances.

    Parameters
    ----------
    A, B : (n_a, p), (n_b, p) arrays
    shrinkage : float or None
        None: by Ledoit and Wolf.
    mean_a, mean_b : (p,) arrays
        Where B's mean goes.

    References
    ----------
    Sun, Feng & Saenko, Return of frustratingly easy domain adaptation, AAAI 2016, algorithm 1; the shrinkage: Ledoit &
    Wolf, J. Multivariate Anal. 88 (2004) 365.
    """
    centred = [X - X.mean(axis=0) for X in (A, B)]
    p = A.shape[1]
    Q = lapack.qr(np.vstack(centred).T)[0]
    parts, roots, used = [], [], []
    for k, X in enumerate(centred):
        total = float((X ** 2).sum()) / len(X) / p
        s = ledoit_wolf(X) if shrinkage is None else float(shrinkage)
        s = max(s, 1e-6)  # a covariance without shrinkage cannot be inverted
        Z = X @ Q
        values, V = lapack.eigh((1 - s) * (Z.T @ Z) / len(Z) + s * total * np.eye(Q.shape[1]))
        root = (V * np.maximum(values, s * total) ** (0.5 if k == 0 else -0.5)) @ V.T
        roots.append(root)
        parts.append(s * total)
        used.append(s)
    outside = float(np.sqrt(parts[0] / parts[1]))  # directions that neither has: both are the shrinkage alone
    inner = roots[1] @ roots[0] - outside * np.eye(Q.shape[1])
    offset = mean_a - outside * mean_b - ((mean_b @ Q) @ inner) @ Q.T
    return AffineMap(offset, np.full(p, outside), Q @ inner, Q.T), used


def ledoit_wolf(X: np.ndarray) -> float:
    """Best shrinkage of the covariance of centred spectra (n, p), from the n × n products alone."""
    n, p = X.shape
    G = X @ X.T / n
    trace, square = float(np.trace(G)), float((G ** 2).sum())
    spread = square - trace ** 2 / p
    noise = float((np.diag(G) ** 2).sum()) - square / n
    return 1.0 if spread <= 0 else float(min(max(noise, 0.0), spread) / spread)
