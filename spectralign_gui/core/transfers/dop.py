"""Dynamic orthogonal projection: EPO against virtual standards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import DataError
from ..naming import counted, the_set
from ..numerics import lapack
from ..parameters import Parameter
from ._affine import AffineMap
from ._part import Part, projection
from ._retrain import PROJECTED, SHIFT, RetrainedTransfer, shifts
from .epo import DIRECTIONS, numbers_of_directions


class DynamicOrthogonalProjection(RetrainedTransfer):
    """EPO of B's labelled spectra − virtual standards, the kernel-weighted means of A's spectra by distance in y.

    The spectra of the standards on A themselves are not used.
    """

    parameters = (
        replace(DIRECTIONS, help="Main directions in which B's labelled spectra differ from their virtual standards; "
                                 "they are taken out of all spectra."),
        Parameter("bandwidth", "float", 0.3, "Bandwidth",
                  "Width of the kernel in values, in standard deviations of A's values.", minimum=0,
                  open_minimum=True, advanced=True,
                  advice="0.1 to 0.5; as small as A's values are dense."),
        replace(SHIFT, help="Add the mean difference of the virtual standards to B's spectra before anything else."),
        *PROJECTED[1:])

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        self._check_components(values, min(len(part.labelled[0]), part.A.shape[1] - 1),
                               f"{counted(len(part.labelled[0]), 'sample')} of {the_set(1)}")
        return [{"n_components": n, "shift": s, "weight": values["weight"], "bandwidth": values["bandwidth"]}
                for n in numbers_of_directions(values, len(part.SA) - 3) for s in shifts(values)]

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        X, Y = part.labelled
        D = virtual_standards(part.A, part.YA, Y, chosen["bandwidth"]) - X
        D = D[np.isfinite(D).all(axis=1)]
        if not len(D):
            raise DataError("DynamicOrthogonalProjection needs a sample of B with known values.")
        mean = D.mean(axis=0)
        if chosen["shift"]:
            D = D - mean
        Vt = lapack.svd(D, full_matrices=False)[2][:chosen["n_components"]]
        return projection(Vt), projection(Vt, mean if chosen["shift"] else None)


def virtual_standards(A: np.ndarray, YA: np.ndarray, Y: np.ndarray, bandwidth: float) -> np.ndarray:
    """Spectra (m, p) that A would show at the values Y (m, q): kernel-weighted means; NaN rows without values."""
    spread = np.nanstd(YA, axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    difference = (Y[:, None, :] - YA[None, :, :]) / scale
    known = np.isfinite(difference)
    count = known.sum(axis=2)
    squared = (np.where(known, difference, 0.0) ** 2).sum(axis=2) / np.maximum(count, 1)
    squared = np.where(count > 0, squared, np.inf)
    nearest = squared.min(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        weights = np.exp(-0.5 * (squared - nearest) / bandwidth ** 2)
    weights = np.where(np.isfinite(squared), weights, 0.0)
    total = weights.sum(axis=1, keepdims=True)
    return np.where(total > 0, weights @ A / np.where(total > 0, total, 1.0), np.nan)
