"""Mean shift: the standards' mean difference is added to every channel of B."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..registry import register
from ._affine import AffineMap
from ._base import OWN_MODEL, SpectraTransfer
from ._words import SPECTRA, VALUES_A


@register(
    "mean-shift", "Mean shift", family="transfer", needs=("pairs", "same channels"), can=("to_spectra", "predict"),
    summary="Adds the mean difference of the standards to B's spectra (local centring). Enough when the instruments "
            "differ by a constant offset per channel.",
    source="the standards' mean difference (\"local centring\"); the plainest standardisation, of no single author",
    assumes="The instruments differ by one constant per channel.",
    standards="3 to 5; more hardly help",
    values=VALUES_A,
    use="Few standards on instruments of one kind; as the simplest correction of spectra. It undoes any constant "
        "offset per channel exactly.",
    avoid="Gain, resolution or axis differ.",
    instead={
        "ratio": "intensities with a gain that differs along the axis",
        "pds": "small shifts of the axis, other resolution",
        "ds": "instruments of different kinds, twenty and more standards"},
    failed=SPECTRA,
    cost="One regression on A's samples, cross-validated.",
    equation="x + mean(A − B) over the standards")
class MeanShift(SpectraTransfer):
    """x + mean(A's standards − B's standards)."""

    parameters = OWN_MODEL
    needs = frozenset({"pairs", "same channels"})

    def _fit_map(self, SA: np.ndarray, SB: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        return AffineMap.shift(SA.mean(axis=0) - SB.mean(axis=0))
