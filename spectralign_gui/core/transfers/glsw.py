"""Generalised least squares weighting."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..parameters import Parameter
from ._affine import AffineMap
from ._part import Part
from ._retrain import PROJECTED, RetrainedTransfer, shifts


class GeneralisedLeastSquaresWeighting(RetrainedTransfer):
    """G = I − V(I − (S²/a + I)^(−1/2))Vᵀ with DᵀD/(m − 1) = VS²Vᵀ, D the standards' differences, a = alpha·s₁².

    Automatic: alpha and shift per property, by leaving physical samples out.
    """

    parameters = (
        Parameter("alpha", "float", None, "Alpha",
                  "Small weakens the differing directions strongly, large hardly; relative to the largest variance.",
                  minimum=0, open_minimum=True, has_automatic=True, logarithmic=True,
                  advice="0.001 to 0.1. Automatic compares 1e-4 to 1."),
        *PROJECTED)

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        alphas = [1.0, 1e-1, 1e-2, 1e-3, 1e-4] if values["alpha"] is None else [values["alpha"]]
        return [{"alpha": a, "shift": s, "weight": values["weight"]} for a in alphas for s in shifts(values)]

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        mean, s, V = part.differences(bool(chosen["shift"]))
        s = s / np.sqrt(max(1, len(part.SA) - 1))
        top = float(s[0]) ** 2 if len(s) and s[0] > 0 else 1.0
        left = V.T * (1.0 / np.sqrt(s ** 2 / (chosen["alpha"] * top) + 1.0) - 1.0)
        p = V.shape[1]
        shift = mean if chosen["shift"] else np.zeros(p)
        return (AffineMap(np.zeros(p), np.ones(p), left, V),
                AffineMap(shift + (shift @ left) @ V, np.ones(p), left, V))
