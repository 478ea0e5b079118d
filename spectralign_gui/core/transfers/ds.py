"""Direct standardisation."""

from __future__ import annotations

from dataclasses import dataclass
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
        limit = min(problem.m - int(centre), problem.standards_b.shape[1])
        self._check_components(values, limit, counted(problem.m, "standard"))
        if values["ridge"] is not None:
            return [{"ridge": values["ridge"], "n_components": None, "centre": centre}]
        if values["n_components"] != "auto":
            return [{"ridge": None, "n_components": values["n_components"], "centre": centre}]
        ranks = [r for r in (1, 2, 3, 4, 5, 6, 8, 10, 14, 20) if r <= problem.m - 2] or [1]
        return ([{"ridge": r, "n_components": None, "centre": centre} for r in (1e2, 1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5,
                                                                               1e-6)]
                + [{"ridge": None, "n_components": r, "centre": centre} for r in ranks])

    def _fit_map(self, SA: np.ndarray, SB: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        return Directions.of(SB, chosen["centre"]).map_to(SA, chosen)


@dataclass(frozen=True, eq=False)
class Directions:
    """Singular directions of B's standards, which every setting starts from."""

    mean: np.ndarray
    centre: bool
    U: np.ndarray
    s: np.ndarray
    Vt: np.ndarray

    @classmethod
    def of(cls, SB: np.ndarray, centre: bool) -> Directions:
        """Of the standards (m, p)."""
        mean = SB.mean(axis=0) if centre else np.zeros(SB.shape[1])
        U, s, Vt = lapack.svd(SB - mean, full_matrices=False)
        keep = s > max(SB.shape) * np.finfo(float).eps * (s[0] if len(s) else 0.0)
        return cls(mean, centre, U[:, keep], s[keep], Vt[keep])

    def map_to(self, SA: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        """The map onto A's spectra (m, p) of the same standards."""
        mean = SA.mean(axis=0) if self.centre else np.zeros(SA.shape[1])
        A, rank = SA - mean, len(self.s) if chosen["n_components"] is None else chosen["n_components"]
        U, s, Vt = self.U[:, :rank], self.s[:rank], self.Vt[:rank]
        ridge = chosen["ridge"] or 0.0
        divide = s / (s ** 2 + ridge * s[:1] ** 2)
        towards_identity = bool(ridge) and SA.shape[1] == len(self.mean)
        target = U.T @ A
        if towards_identity:
            target -= s[:, None] * Vt
        right = divide[:, None] * target
        offset = mean - (self.mean @ Vt.T) @ right
        if towards_identity:
            return AffineMap(offset - self.mean, np.ones(len(mean)), Vt.T, right)
        return AffineMap(offset, None, Vt.T, right)
