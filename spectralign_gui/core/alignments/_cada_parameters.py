"""Parameters of CADA."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..numerics.kernels import KERNELS
from ..parameters import Parameter
from . import _shared_parameters
from .klra import COEF0 as KLRA_COEF0
from .klra import DEGREE as KLRA_DEGREE
from .klra import KERNEL as KLRA_KERNEL

MEDIAN_ROWS = 1000
AUTOMATIC_RANK = 20
"""Of the reconstruction: about twenty surviving singular values serve real spectra."""


def fixed(parameter: Parameter, **changes: str) -> Parameter:
    """The same without the promise of a live re-solve, and with some texts changed."""
    return replace(parameter, live=False, **changes)  # type: ignore[arg-type]


RANK = fixed(_shared_parameters.RANK,
             advice=f"Automatic is {AUTOMATIC_RANK}, or the number of dimensions if that is larger.")
N_COMPONENTS = replace(
    _shared_parameters.N_COMPONENTS, live=False,
    help="How many joint axes; automatic takes those driven by the reference values, at most one per property.",
    advice="Automatic; more than there are properties add nothing that the values drive.")
ALPHA = Parameter(
    "alpha", "float", 0.1, "Weight of geometry α",
    "0 looks at the correlation with the reference values only; larger keeps each instrument's own structure more.",
    minimum=0.0, logarithmic=True,
    advice="0.01 to 1: within that it changed little.")
RIDGE = Parameter(
    "ridge", "float", 0.0, "Ridge β",
    "Keeps the maps small and so less sensitive to noise; needed where channels outnumber samples. Automatic takes the "
    "one that predicts left-out samples best.",
    minimum=0.0, logarithmic=True, has_automatic=True, automatic=None,
    advice="Automatic, whenever there are more channels than samples. Not 0 then.")
KERNEL = replace(
    KLRA_KERNEL, default=None, has_automatic=True, automatic=None, advanced=True,
    help="Straight maps (automatic), or curved ones by how alike two spectra are: rbf, polynomial, cosine, linear.",
    advice="Automatic; the curved form is a method of its own (kcada).")
KERNEL_FIXED = replace(KLRA_KERNEL, default=KERNELS[0], advice="rbf; cosine looks at the shape of a spectrum only.")
GAMMA = Parameter(
    "gamma", "float", None, "Kernel width γ",
    "Larger makes only very similar spectra count as alike; automatic is 1 over the median squared distance.",
    minimum=0.0, open_minimum=True, has_automatic=True, logarithmic=True,
    advice="Automatic; then a tenth and ten times of the value that the run shows.")
WEIGHTS = Parameter(
    "weights", "floats", None, "Importance of the instruments",
    "One number per instrument: 2 counts each of its samples twice, so that a small set is not outvoted.",
    has_automatic=True, minimum=0.0, open_minimum=True, advanced=True,
    advice="Automatic; more than 1 for a small set whose values are sure.")
SCALE_TERMS = Parameter(
    "scale_terms", "bool", False, "Scale the terms",
    "Brings correlation and geometry to the same size first, which makes α easier to choose.", advanced=True,
    advice="Off; on to compare values of α between data sets.")
CORRESPONDENCE_WEIGHT = Parameter(
    "correspondence_weight", "float", 0.0, "Weight of standards κ",
    "Also pulls the samples that were measured on several instruments together.", minimum=0.0, logarithmic=True,
    advice="0 leaves the standards out; try 0.1 to 10.")
DEGREE = replace(KLRA_DEGREE, advanced=True)
COEF0 = replace(KLRA_COEF0, advanced=True)
SHARE_TARGETS = Parameter(
    "share_targets", "bool", True, "Share values of standards",
    "A standard whose reference value is known on one instrument counts as known on all.", advanced=True,
    advice="On, unless the two measurements of a sample are of different material.")


def median_gamma(Z: np.ndarray) -> float:
    """1 / median squared distance between samples (of at most 1,000 of them, evenly spaced in the set)."""
    part = Z[:: max(1, len(Z) // MEDIAN_ROWS)]
    squares = np.einsum("ij,ij->i", part, part)
    distances = squares[:, None] + squares - 2 * part @ part.T
    middle = float(np.median(distances[np.triu_indices(len(part), 1)]))
    return 1.0 / middle if middle > 0 else 1.0
