"""Direct standardisation."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..naming import counted
from ..numerics import lapack
from ..parameters import Parameter
from ..regression.parameters import OWN_MODEL
from ._affine import AffineMap
from ._base import SpectraTransfer
from ._problem import TransferProblem


class DirectStandardisation(SpectraTransfer):
    """A ≈ B·F + offset with F from the truncated or ridge pseudo-inverse of B's standards.

    With `ridge` and equal channels F is pulled towards the identity (no change but a shift), else towards 0.
    Automatic: number of directions and ridge are compared by leaving standards out.
    """

    parameters = (
        Parameter("n_components", "int", "auto", "Directions kept",
                  "Singular directions of B's standards that the map uses; fewer is smoother.", minimum=1,
                  has_automatic=True, automatic="auto", excludes=("ridge",),
                  advice="At most half the standards. Automatic compares up to 20, and eight ridges."),
        Parameter("ridge", "float", None, "Ridge",
                  "Penalty that pulls the map towards no change, relative to the largest squared singular value; 0 "
                  "is the plain pseudo-inverse.", minimum=0, has_automatic=True, logarithmic=True,
                  advice="1e-4 to 1."),
        Parameter("centre", "bool", True, "Centre on the standards",
                  "Fit differences from the standards' mean, so that a constant offset is learned apart.",
                  advanced=True,
                  advice="On."),
        *OWN_MODEL)
    learns_gain = True
    min_standards = 2

    def _candidates(self, problem: TransferProblem, values: dict[str, Any]) -> list[dict[str, Any]]:
        centre = values["centre"]
        self._check_components(values, min(problem.m - int(centre), problem.B.shape[1]), counted(problem.m, "standard"))
        if values["ridge"] is not None:
            return [{"ridge": values["ridge"], "n_components": None, "centre": centre}]
        if values["n_components"] != "auto":
            return [{"ridge": None, "n_components": values["n_components"], "centre": centre}]
        ranks = [r for r in (1, 2, 3, 4, 5, 6, 8, 10, 14, 20) if r <= problem.m - 2] or [1]
        return ([{"ridge": r, "n_components": None, "centre": centre} for r in (1e2, 1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5,
                                                                               1e-6)]
                + [{"ridge": None, "n_components": r, "centre": centre} for r in ranks])

    def _fit_map(self, SA: np.ndarray, SB: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        mean_a = SA.mean(axis=0) if chosen["centre"] else np.zeros(SA.shape[1])
        mean_b = SB.mean(axis=0) if chosen["centre"] else np.zeros(SB.shape[1])
        A, B = SA - mean_a, SB - mean_b
        U, s, Vt = lapack.svd(B, full_matrices=False)
        keep = s > max(B.shape) * np.finfo(float).eps * (s[0] if len(s) else 0.0)
        if chosen["n_components"] is not None:
            keep &= np.arange(len(s)) < chosen["n_components"]
        U, s, Vt = U[:, keep], s[keep], Vt[keep]
        ridge = chosen["ridge"] or 0.0
        divide = s / (s ** 2 + ridge * s[:1] ** 2)
        towards_identity = bool(ridge) and A.shape[1] == B.shape[1]
        right = divide[:, None] * (U.T @ (A - B if towards_identity else A))
        offset = mean_a - (mean_b @ Vt.T) @ right
        if towards_identity:
            return AffineMap(offset - mean_b, np.ones(A.shape[1]), Vt.T, right)
        return AffineMap(offset, None, Vt.T, right)
