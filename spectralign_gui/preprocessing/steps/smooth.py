"""Smoothing and derivatives."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import scipy

from ...core.data import SpectralDataset
from ...core.errors import ParameterError
from ...core.parameters import Parameter, the_parameter
from ..localpoly import local_polynomial
from ..step import Step, register_step
from ._base import by_stretch, changed


def _check_window(window: int, order: int, derivative: int = 0) -> None:
    if window % 2 == 0:
        raise ParameterError("smooth.odd_window", parameter=the_parameter('window'), window=window)
    if order >= window:
        raise ParameterError("smooth.order", parameter=the_parameter('order'), window=window, order=order)
    if derivative > order:
        raise ParameterError("smooth.derivative", order=order, derivative=derivative,
                             parameter=the_parameter('polynomial'))


@register_step
class Smooth(Step):
    """Takes noise out, by local polynomials (Savitzky–Golay) or the Whittaker smoother.

    Neither reaches over a gap between detectors or over missing values. Whittaker: P. H. C. Eilers, Anal. Chem. 75
    (2003) 3631, eq. 5, second differences, per channel.
    """

    name = "smooth"
    title = "Smooth"
    help = "Takes noise out of every spectrum; wider windows or a larger penalty also flatten narrow bands."
    group = "Noise"
    positional = "method"
    linear = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("method", "choice", "savitzky-golay", "Method",
                  "Local polynomials keep band heights best; Whittaker is smoother at equal noise.",
                  choices=("savitzky-golay", "whittaker")),
        Parameter("window", "int", 11, "Window", "Channels of the local polynomial: odd, about the width of the "
                  "narrowest band.", minimum=3, maximum=9999, unit="channels", when=("method", ("savitzky-golay",))),
        Parameter("order", "int", 2, "Order", "Degree of the local polynomial; higher keeps narrow bands better.",
                  minimum=0, maximum=9, when=("method", ("savitzky-golay",))),
        Parameter("penalty", "float", 100.0, "Penalty", "How much roughness costs; ten times more is visibly smoother.",
                  minimum=0.0, open_minimum=True, maximum=1e12, logarithmic=True, when=("method", ("whittaker",))),
    )

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        if self.values["method"] == "savitzky-golay":
            _check_window(self.values["window"], self.values["order"])

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        v = self.values
        if v["method"] == "whittaker":
            X, notes = by_stretch(self, dataset, lambda block, x: whittaker(block, v["penalty"]), 3)
        else:
            X, notes = by_stretch(
                self, dataset, lambda block, x: local_polynomial(block, x, v["window"], v["order"]), v["window"])
        return changed(dataset, X, notes=notes)


@register_step
class Derivative(Step):
    """Savitzky–Golay derivative, per axis unit also on an uneven axis; never across a gap or missing values."""

    name = "derivative"
    title = "Derivative"
    help = "Slope (first) or curvature (second derivative) of every spectrum: takes offsets or sloping baselines away."
    group = "Baseline"
    positional = "order"
    linear = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("order", "int", 1, "Derivative", "1 takes offsets away, 2 also sloping baselines.",
                  minimum=1, maximum=4),
        Parameter("window", "int", 15, "Window", "Channels of the local polynomial: odd; wider is less noisy.",
                  minimum=3, maximum=9999, unit="channels"),
        Parameter("polynomial", "int", 2, "Polynomial order", "Degree of the local polynomial.", minimum=1, maximum=9),
        Parameter("per", "choice", "axis-unit", "Per", "Slope per axis unit (right on uneven axes too) or per channel "
                  "(as many programs do).", choices=("axis-unit", "channel"), advanced=True),
    )

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        _check_window(self.values["window"], self.values["polynomial"], self.values["order"])

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        v = self.values
        X, notes = by_stretch(
            self, dataset,
            lambda block, x: local_polynomial(block, x, v["window"], v["polynomial"], v["order"],
                                              v["per"] == "axis-unit"), v["window"])
        return changed(dataset, X, notes=notes)


def whittaker(X: np.ndarray, penalty: float) -> np.ndarray:
    """z = (I + λDᵀD)⁻¹x for every row of complete (n, p) spectra, D the second differences (p ≥ 3)."""
    p = X.shape[1]
    banded = np.zeros((3, p))
    diagonal, one, two = banded[2], banded[1, 1:], banded[0, 2:]
    for offset, weight in enumerate((1.0, -2.0, 1.0)):  # DᵀD summed difference by difference
        diagonal[offset:p - 2 + offset] += weight * weight
    one[:p - 2] += -2.0
    one[1:] += -2.0
    two += 1.0
    banded *= penalty
    banded[2] += 1.0
    return scipy.linalg.solveh_banded(banded, X.T, check_finite=False).T
