"""Mean shift: the standards' mean difference is added to every channel of B."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..registry import register
from ._affine import AffineMap
from ._base import OWN_MODEL, SpectraTransfer


@register("mean-shift", "Mean shift", family="transfer", needs=("pairs", "same channels"),
          can=("to_spectra", "predict"),
          summary="Adds the mean difference of the standards to B's spectra (local centring). Enough when the "
                  "instruments differ by a constant offset per channel.",
          source="local centring; Swierenga et al., Chemom. Intell. Lab. Syst. 49 (1999) 1",
    assumes="The instruments differ by one constant per channel.",
    use="Few standards; as the simplest correction of spectra.",
    avoid="Gain or axis differ.",
    equation="x + mean(A − B) over the standards")
class MeanShift(SpectraTransfer):
    """x + mean(A's standards − B's standards)."""

    parameters = OWN_MODEL
    needs = frozenset({"pairs", "same channels"})

    def _fit_map(self, SA: np.ndarray, SB: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        return AffineMap.shift(SA.mean(axis=0) - SB.mean(axis=0))
