"""Maps that use all spectra of both instruments, values or not: B's mean and spread are brought to A's.

They are right where both instruments have measured samples of the same kind, and wrong where B's samples are others;
the left-out standards tell which.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._affine import AffineMap
from ._part import Part
from ._retrain import RetrainedTransfer
from .joint_ridge import JointRidge

KINDS = ("mean", "size", "channels")


def domain_map(part: Part, kind: str) -> AffineMap:
    """B's spectra (all of them, mean and spread) on A's.

    Parameters
    ----------
    part : Part
        In channels for kind "channels".
    kind : {"mean", "size", "channels"}
        The mean alone; the mean and the overall size of the variation; mean and standard deviation per channel.
    """
    B = part.B if len(part.B) > 2 else part.SB
    mean_a, mean_b = part.A.mean(axis=0), B.mean(axis=0)
    if kind == "mean":
        return AffineMap.shift(mean_a - mean_b)
    spread_a, spread_b = part.A.std(axis=0), B.std(axis=0)
    if kind == "size":
        ratio = np.linalg.norm(spread_a) / max(float(np.linalg.norm(spread_b)), 1e-300)
        scale = np.full(len(mean_a), ratio)
    else:
        floor = 1e-3 * spread_b.max()
        scale = np.where(spread_b > floor, spread_a / np.maximum(spread_b, max(floor, 1e-300)), 1.0)
    return AffineMap(mean_a - mean_b * scale, scale)


class DomainModel(RetrainedTransfer):
    """One PLS model after such a map, with or without B's standards."""

    parameters = ()

    def __init__(self) -> None:
        """Nothing to set; the settings come with every fit."""

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        return None, domain_map(part, chosen["match"])


class DomainRidge(JointRidge):
    """Two-instrument ridge after such a map."""

    parameters = ()

    def __init__(self) -> None:
        """Nothing to set; the settings come with every fit."""

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        return None, domain_map(part, chosen["match"])
