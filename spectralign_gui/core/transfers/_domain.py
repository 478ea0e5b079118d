"""Maps that use all spectra of both instruments, values or not: B's mean and spread are brought to A's.

They are right where both instruments have measured samples of the same kind, and wrong where B's samples are others;
the left-out standards tell which.
"""

from __future__ import annotations

import numpy as np

from ._affine import AffineMap
from ._part import Part

KINDS = ("mean", "size", "channels")


class DomainMap:
    """B's spectra (all of them, mean and spread) on A's.

    Parameters
    ----------
    part : Part
        In channels for kind "channels".
    """

    def __init__(self, part: Part) -> None:
        B = part.B if len(part.B) > 2 else part.SB
        self.mean_a, self.mean_b = part.A.mean(axis=0), B.mean(axis=0)
        self.spread_a, self.spread_b = part.A.std(axis=0), B.std(axis=0)

    def of(self, kind: str) -> AffineMap:
        """The mean alone; the mean and the overall "size" of the variation; mean and standard deviation per channel."""
        a, b = self.spread_a, self.spread_b
        if kind == "mean":
            return AffineMap.shift(self.mean_a - self.mean_b)
        if kind == "size":
            scale = np.full(len(a), np.linalg.norm(a) / max(float(np.linalg.norm(b)), 1e-300))
        else:
            floor = 1e-3 * b.max()
            scale = np.where(b > floor, a / np.maximum(b, max(floor, 1e-300)), 1.0)
        return AffineMap(self.mean_a - self.mean_b * scale, scale)
