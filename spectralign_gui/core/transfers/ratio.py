"""Ratio: every channel of B is multiplied by the standards' mean ratio."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..registry import register
from ._affine import AffineMap
from ._base import OWN_MODEL, SpectraTransfer
from ._words import SPECTRA, VALUES_A


@register(
    "ratio", "Channel ratio", family="transfer", needs=("pairs", "same channels"), can=("to_spectra", "predict"),
    summary="Multiplies every channel of B by the ratio of the standards' mean spectra (instrument response). For "
            "intensities; channels near zero are left as they are.",
    source="response ratio of two spectrometers' mean spectra",
    assumes="Each channel of B is A's times a factor; no offset. All intensities are above zero.",
    standards="3 to 5; more hardly help",
    values=VALUES_A,
    use="Intensities (counts, reflectance) with an efficiency curve that differs: it undoes any factor per channel "
        "exactly.",
    avoid="Derivatives, centred or SNV spectra, channels near zero (they are left as they are), an offset.",
    instead={"mean-shift": "an offset instead of a factor", "pds": "the axis is shifted too"},
    failed=SPECTRA + " *Spectra*: spikes where the mean spectrum is near zero.",
    cost="One regression on A's samples, cross-validated.",
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
