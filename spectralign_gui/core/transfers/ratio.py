"""Ratio: every channel of B is multiplied by the standards' mean ratio."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..registry import register
from ._affine import AffineMap
from ._base import OWN_MODEL, SpectraTransfer


@register("ratio", "Channel ratio", family="transfer", needs=("pairs", "same channels"), can=("to_spectra", "predict"),
          summary="Multiplies every channel of B by the ratio of the standards' mean spectra (instrument response). "
                  "For intensities; channels near zero are left as they are.",
          source="response ratio of two spectrometers' mean spectra",
    assumes="Each channel of B is A's times a factor; no offset.",
    use="Intensities with an efficiency curve that differs.",
    avoid="Derivatives, centred or SNV spectra, channels near zero.",
    equation="x · mean(A)/mean(B), channel by channel")
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
