"""Mean shift: the standards' mean difference is added to every channel of B."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..regression.parameters import OWN_MODEL
from ._affine import AffineMap
from ._base import SpectraTransfer


class MeanShift(SpectraTransfer):
    """x + mean(A's standards − B's standards)."""

    parameters = OWN_MODEL
    needs = frozenset({"pairs", "same channels"})

    def _fit_map(self, SA: np.ndarray, SB: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        return AffineMap.shift(SA.mean(axis=0) - SB.mean(axis=0))
