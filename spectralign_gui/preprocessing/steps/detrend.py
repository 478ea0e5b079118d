"""Polynomial trend of each spectrum."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ...core.data import SpectralDataset
from ...core.data.resample import stretches
from ...core.errors import DataError
from ...core.parameters import Parameter
from ..step import Step, register_step
from ._base import changed, name_rows


@register_step
class Detrend(Step):
    """Subtracts the least-squares polynomial of each spectrum over the axis (Barnes et al., Appl. Spectrosc. 43
    (1989) 772; order 2 there). Missing values are left out of the fit and stay missing."""

    name = "detrend"
    title = "Detrend"
    help = "Subtracts a straight line or a low polynomial fitted to each whole spectrum."
    group = "Baseline"
    positional = "order"
    linear = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("order", "int", 1, "Order", "Degree of the polynomial: 0 the mean, 1 a line, 2 a parabola.",
                  minimum=0, maximum=9),
    )

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        x, order = dataset.axis.values, self.values["order"]
        t = polynomial_basis(x, order)
        X = dataset.spectra.astype(np.float64)
        for rows, parts in stretches(X):
            present = np.concatenate([np.arange(p.start, p.stop) for p in parts]) if parts else np.empty(0, np.intp)
            if len(present) <= order:
                raise DataError("detrend.too_few_values", title=self.title, name_rows=name_rows(dataset, rows),
                                name=dataset.name, n_present=len(present), order=order)
            q, _ = np.linalg.qr(t[present])
            block = X[np.ix_(rows, present)]
            X[np.ix_(rows, present)] = block - (block @ q) @ q.T
        return changed(dataset, X)


def polynomial_basis(x: np.ndarray, order: int) -> np.ndarray:
    """Legendre polynomials 0..order over the axis scaled to -1..1, (p, order + 1)."""
    span = x[-1] - x[0]
    return np.polynomial.legendre.legvander(2 * (x - x[0]) / span - 1 if span else np.zeros(len(x)), order)
