"""Ratio: every channel of B is multiplied by the standards' mean ratio."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..regression.parameters import OWN_MODEL
from ._affine import AffineMap
from ._base import SpectraTransfer


class Ratio(SpectraTransfer):
    """x · mean(A's standards)/mean(B's standards), channel by channel.

    A channel where B's mean is below 1e-6 of its largest, or where the ratio is not positive, keeps factor 1.
    """

    parameters = OWN_MODEL
    learns_gain = True
    needs = frozenset({"pairs", "same channels"})

    def _fit_map(self, SA: np.ndarray, SB: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        a, b = SA.mean(axis=0), SB.mean(axis=0)
        usable = np.abs(b) > 1e-6 * np.abs(b).max()
        factor = np.where(usable, a / np.where(usable, b, 1.0), 1.0)
        return AffineMap(np.zeros(len(a)), np.where(factor > 0, factor, 1.0))
