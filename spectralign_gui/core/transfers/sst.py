"""Spectral space transformation."""

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


class SpectralSpaceTransformation(SpectraTransfer):
    """x + (x − mean_B)·P_B⁺(P_A − P_B), with [P_A, P_B] the loadings of the joined standards [A, B].

    Automatic: the number of components is compared by leaving standards out.
    """

    parameters = (
        Parameter("n_components", "int", "auto", "Components",
                  "Common directions of the joined standards that are corrected.", minimum=1, has_automatic=True,
                  automatic="auto",
                  advice="2 to 8. Automatic compares 1 to 15, two fewer than standards at most."),
        *OWN_MODEL)
    needs = frozenset({"pairs", "same channels"})
    min_standards = 2

    def _candidates(self, problem: TransferProblem, values: dict[str, Any]) -> list[dict[str, Any]]:
        self._check_components(values, problem.m - 1, counted(problem.m, "standard"))
        if values["n_components"] != "auto":
            return [{"n_components": values["n_components"]}]
        return [{"n_components": r} for r in range(1, 16) if r <= max(1, problem.m - 2)]

    def _fit_map(self, SA: np.ndarray, SB: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        mean_a, mean_b = SA.mean(axis=0), SB.mean(axis=0)
        p = SA.shape[1]
        _, s, Vt = lapack.svd(np.hstack([SA - mean_a, SB - mean_b]), full_matrices=False)
        k = min(chosen["n_components"], len(s))
        P_a, P_b = Vt[:k, :p], Vt[:k, p:]
        left = lapack.pinv(P_b)
        right = P_a - P_b
        return AffineMap(mean_a - mean_b - (mean_b @ left) @ right, np.ones(p), left, right)
