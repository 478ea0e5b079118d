"""What a plot of spectra shows: the spectra of an instrument, and those to bring out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.data import Axis

MAX_CURVES = 100
"""Spectra of an instrument that are drawn as curves; more become a density image."""


@dataclass(frozen=True, eq=False)
class SpectraLayer:
    """Spectra of one instrument as a plot shows them.

    Parameters
    ----------
    name : str
        Instrument.
    index : int
        Place of the instrument in the session (colour).
    axis : Axis
    spectra : (n, p) array
    sample_names : sequence of str
    rows : (n,) int array
        Rows of the session's data set.
    quantity : str
        Label of the intensity axis.
    spread : (n, p) array, optional
        Standard deviation of the repeats that each spectrum is the average of; NaN where there was one.
    """

    name: str
    index: int
    axis: Axis
    spectra: np.ndarray
    sample_names: Sequence[str]
    rows: np.ndarray
    quantity: str = "Intensity"
    spread: np.ndarray | None = None


@dataclass(frozen=True)
class Highlight:
    """A spectrum to bring out.

    Parameters
    ----------
    row : int
        Of the session's data set.
    label : str
    mark : int
        Which colour: -1 that of selected samples, k that of the k-th group.
    """

    row: int
    label: str
    mark: int = -1
