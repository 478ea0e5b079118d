"""Mean spectrum filter (CTRL): one short filter that makes B's mean spectrum that of A."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ParameterError
from ..numerics import lapack
from ..parameters import Parameter, the_parameter
from ..regression.choose import pick
from ..regression.parameters import OWN_MODEL
from ._affine import AffineMap
from ._base import SpectraTransfer
from ._problem import TransferProblem
from ._unpaired import MEANS, compared_means, whose_means

RIDGES = (1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
"""What automatic compares, from hardly more than a mean shift to nearly the plain least squares of print."""
PARTS = 10
"""Stretches of the axis that are left out in turn."""


class MeanSpectrumFilter(SpectraTransfer):
    """x' = K(x) h + x̄_A − K(x̄_B) h, with h from the least squares of x̄_A on 1 and K(x̄_B), K: copies moved along."""

    parameters = (
        Parameter("window", "int", 15, "Window", "Channels of B (odd, centred) that the filter spans.", minimum=1,
                  unit="channels", advice="15, as published; wide enough for the shift of the axis."),
        Parameter("ridge", "float", None, "Ridge",
                  "Penalty that pulls the filter towards no change but a shift, relative to the mean square of the "
                  "copies; 0 is plain least squares.", minimum=0, has_automatic=True, logarithmic=True,
                  advice="1e-6 to 1. Automatic compares some by leaving out stretches of the axis."),
        MEANS, *OWN_MODEL)
    needs = frozenset({"same channels"})
    min_standards = 0
    uses_unmarked = True

    def takes_unmarked(self) -> bool:
        """Whether the means are those of all spectra: by its parameters, once fitted by what there was."""
        return bool(getattr(self, "chosen_", {}).get("mean", self.mean) == "all")  # type: ignore[attr-defined]

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        if values["window"] % 2 == 0:
            raise ParameterError("transfer.odd_window", parameter=the_parameter('window'), values=values['window'])
        mean_a, mean_b = compared_means(problem, values["mean"], self.title)
        p = len(mean_b)
        width = min(values["window"], p if p % 2 else max(1, p - 1))
        ridge = chosen_ridge(mean_a, mean_b, width) if values["ridge"] is None else float(values["ridge"])
        h = mean_filter(mean_a, mean_b, width, ridge)
        self.chosen_.update(window=width, ridge=ridge, filter=h, mean=whose_means(problem, values["mean"]))
        band = band_of(h, p)
        self.maps_["1"] = AffineMap(mean_a - AffineMap(np.zeros(p), band=band)(mean_b[None, :])[0], band=band)
        model = self._model_of_a(problem, values)
        if model is not None:
            self.models_["0"] = self.models_["1"] = model


def copies(spectrum: np.ndarray, width: int) -> np.ndarray:
    """K (p, w): the spectrum moved by −w//2 … w//2 channels; beyond the ends it stays at its end value."""
    p, half = len(spectrum), width // 2
    return spectrum[np.clip(np.arange(p)[:, None] + np.arange(-half, half + 1), 0, p - 1)]


def mean_filter(mean_a: np.ndarray, mean_b: np.ndarray, width: int, ridge: float,
                rows: np.ndarray | None = None) -> np.ndarray:
    """The filter h (w,): least squares of A's mean spectrum on 1 and the copies of B's, pulled towards no change.

    Parameters
    ----------
    mean_a, mean_b : (p,) arrays
    width : int
        Odd.
    ridge : float
        Beside the mean square of the centred copies.
    rows : (p,) bool array, optional
        Channels that are used.

    References
    ----------
    Written from a summary of CTRL; the ridge is ours: copies of a smooth spectrum are nearly the same.
    """
    keep = np.ones(len(mean_a), bool) if rows is None else rows
    K, difference = copies(mean_b, width)[keep], (mean_a - mean_b)[keep]
    K, difference = K - K.mean(axis=0), difference - difference.mean()
    h = np.zeros(width)
    h[width // 2] = 1.0
    scale = float((K ** 2).sum()) / width
    if scale <= 0:
        return h
    root = np.sqrt(ridge * scale)
    change = lapack.lstsq(np.vstack([K, root * np.eye(width)]), np.concatenate([difference, np.zeros(width)]),
                          rcond=None)[0]
    return np.asarray(h + change)


def chosen_ridge(mean_a: np.ndarray, mean_b: np.ndarray, width: int) -> float:
    """The ridge with the least error on stretches of the axis that the filter was not fitted on."""
    p, K = len(mean_a), copies(mean_b, width)
    stretches = [s for s in np.array_split(np.arange(p), min(PARTS, p)) if len(s)]
    if len(stretches) < 3:
        return RIDGES[0]
    errors = np.zeros((len(RIDGES), p))
    for out in stretches:
        rows = np.ones(p, bool)
        rows[out] = False
        for c, ridge in enumerate(RIDGES):
            h = mean_filter(mean_a, mean_b, width, ridge, rows)
            constant = float((mean_a - K @ h)[rows].mean())
            errors[c, out] = (mean_a - K @ h - constant)[out] ** 2
    return RIDGES[pick(errors)]


def band_of(h: np.ndarray, p: int) -> np.ndarray:
    """The filter as a band (p, w) for `AffineMap`; what sticks out at an end is put on the last channel there."""
    width = len(h)
    half = width // 2
    target = np.clip(np.arange(p)[:, None] + np.arange(-half, half + 1), 0, p - 1)
    band = np.zeros((p, width))
    np.add.at(band, (np.arange(p)[:, None], target - np.arange(p)[:, None] + half), h)
    return band
