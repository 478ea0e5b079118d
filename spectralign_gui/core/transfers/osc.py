"""Orthogonal signal correction of both instruments together."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..naming import counted
from ..numerics import lapack
from ..parameters import Parameter
from ..regression.parameters import REGRESSION
from ._affine import AffineMap
from ._part import Part
from ._retrain import SHIFT, WEIGHT, RetrainedTransfer, shifts
from .epo import numbers_of_directions


class OrthogonalSignalCorrection(RetrainedTransfer):
    """Directions of largest variance with scores exactly orthogonal to the values, removed from all spectra.

    Automatic: number of directions, weight of B's standards and shift per property.
    """

    parameters = (
        Parameter("n_components", "int", "auto", "Directions removed",
                  "Directions of variation that is unrelated to the values.", minimum=1, has_automatic=True,
                  automatic="auto",
                  advice="1 to 3, which automatic compares."),
        WEIGHT, SHIFT, *REGRESSION)

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        limit = min(len(part.A) + len(part.SB) - 1, part.A.shape[1]) - part.YA.shape[1] - 1
        self._check_components(values, limit, counted(len(part.A) + len(part.SB), "spectrum", "spectra"))
        weights = [1.0, 5.0] if values["weight"] is None else [values["weight"]]
        return [{"n_components": n, "weight": w, "shift": s} for n in numbers_of_directions(values, 3)
                for w in weights for s in shifts(values)]

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        d = part.SA.mean(axis=0) - part.SB.mean(axis=0) if chosen["shift"] else np.zeros(part.A.shape[1])
        X = np.vstack([part.A, part.SB + d])
        Y = np.vstack([part.YA, part.YS])
        rows = np.isfinite(Y).any(axis=1)
        X, Y = X[rows], Y[rows]
        means = np.nanmean(Y, axis=0)
        Y = np.where(np.isfinite(Y), Y, means) - means
        w = np.where(np.arange(len(rows)) < len(part.A), 1.0, float(chosen["weight"]))[rows]
        mean = w @ X / w.sum()
        root = np.sqrt(w)[:, None]
        clean = fearn_osc((X - mean) * root, Y * root, chosen["n_components"])
        left, right = clean
        offset = -(mean @ left) @ right
        ones = np.ones(X.shape[1])
        return AffineMap(offset, ones, left, right), AffineMap(d + (d @ left) @ right + offset, ones, left, right)


def fearn_osc(X: np.ndarray, Y: np.ndarray, n_components: int) -> tuple[np.ndarray, np.ndarray]:
    """Factors (p, k), (k, p) of the correction x ↦ x + (x·left)·right of centred spectra (n, p).

    The scores t = Xw of every removed direction satisfy Yᵀt = 0; the loading is Xᵀt/tᵀt.
    """
    Q = lapack.qr(X.T @ Y)[0]
    Z = X - (X @ Q) @ Q.T
    s, Vt = lapack.svd(Z, full_matrices=False)[1:]
    k = min(n_components, int((s > 1e-10 * s[:1]).sum()))
    W = Vt[:k].T
    T = X @ W
    return W, -lapack.lstsq(T, X, rcond=None)[0]
