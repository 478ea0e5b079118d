"""Scatter and level of each spectrum: SNV, RNV, MSC, EMSC."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ...core.data import SpectralDataset
from ...core.data.resample import stretches
from ...core.errors import DataError
from ...core.parameters import Parameter
from ..step import Step, register_step
from ._base import LearnsChannels, changed, name_rows
from .detrend import polynomial_basis


def _refuse(step: Step, dataset: SpectralDataset, bad: np.ndarray, why: str) -> None:
    rows = np.flatnonzero(bad)
    if len(rows):
        raise DataError("scatter.sample", title=step.title, name_rows=name_rows(dataset, rows), name=dataset.name,
                        why=why)


def _need_values(step: Step, dataset: SpectralDataset, X: np.ndarray) -> None:
    _refuse(step, dataset, np.isnan(X).all(axis=1), "holds no value at all")


@register_step
class StandardNormalVariate(Step):
    """(x − mean) / standard deviation of each spectrum (n as divisor). Barnes et al., Appl. Spectrosc. 43 (1989) 772.

    Missing values are left out of both and stay missing.
    """

    name = "snv"
    title = "SNV"
    help = "Brings each spectrum to mean 0 and standard deviation 1: takes offset and path length away."
    group = "Scatter"

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        X = dataset.spectra.astype(np.float64)
        _need_values(self, dataset, X)
        centred = X - np.nanmean(X, axis=1, keepdims=True)
        spread = np.nanstd(X, axis=1, keepdims=True)
        # a constant spectrum has a spread of rounding errors, not exactly zero
        level = np.nanmax(np.abs(X), axis=1)
        _refuse(self, dataset, spread[:, 0] <= 1e-14 * level, "is constant, so it has no spread to divide by")
        return changed(dataset, centred / spread)


@register_step
class RobustNormalVariate(Step):
    """(x − q) / s, with q a low percentile of the spectrum and s the standard deviation of the values up to it.
    Guo, Wu & Massart, Anal. Chim. Acta 382 (1999) 87. Missing values are left out and stay missing."""

    name = "rnv"
    title = "RNV"
    help = "Like SNV, but judged on the lower part of each spectrum, so that strong bands do not shift it."
    group = "Scatter"
    positional = "percentile"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("percentile", "float", 25.0, "Percentile", "Share of the lowest values that defines the level.",
                  minimum=0.0, open_minimum=True, maximum=100.0, unit="%"),
    )

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        X = dataset.spectra.astype(np.float64)
        _need_values(self, dataset, X)
        q = np.nanpercentile(X, self.values["percentile"], axis=1, keepdims=True)
        spread = np.nanstd(np.where(q >= X, X, np.nan), axis=1, keepdims=True)
        level = np.nanmax(np.abs(X), axis=1)
        _refuse(self, dataset, spread[:, 0] <= 1e-14 * level, "has no spread in its lower values; raise the percentile")
        return changed(dataset, (X - q) / spread)


class _Reference(LearnsChannels):
    """Base of MSC and EMSC: fit x = offsets + m·reference, give (x − offsets)/m."""

    group = "Scatter"
    learned: ClassVar[tuple[str, ...]] = ("axis_values", "reference")
    reference: np.ndarray
    order = 0

    def _fit(self, dataset: SpectralDataset) -> None:
        X = dataset.spectra.astype(np.float64)
        empty = np.isnan(X).all(axis=0)
        if empty.any():
            raise DataError("scatter.empty_channels", title=self.title, sum=int(empty.sum()), name=dataset.name)
        self.reference = (np.nanmean if self.values["reference"] == "mean" else np.nanmedian)(X, axis=0)

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        X, reference = dataset.spectra.astype(np.float64), np.asarray(self.reference)
        _need_values(self, dataset, X)
        design = np.column_stack([reference, polynomial_basis(dataset.axis.values, self.order)])
        for rows, parts in stretches(X):
            present = np.concatenate([np.arange(p.start, p.stop) for p in parts])
            A = design[present]
            scale = np.linalg.norm(A, axis=0)
            if len(present) < A.shape[1] or np.linalg.matrix_rank(A / np.where(scale > 0, scale, 1)) < A.shape[1]:
                raise DataError("scatter.flat_reference", title=self.title, name=dataset.name, order=self.order,
                                name_rows=name_rows(dataset, rows))
            block = X[np.ix_(rows, present)]
            coefficients = block @ np.linalg.pinv(A).T
            m = coefficients[:, :1]
            size = np.sqrt((block ** 2).mean(axis=1)) / np.sqrt((A[:, 0] ** 2).mean())
            bad = np.zeros(len(X), bool)
            bad[rows[np.abs(m[:, 0]) <= 1e-12 * size]] = True
            _refuse(self, dataset, bad, "has nothing in common with the reference (slope 0)")
            X[np.ix_(rows, present)] = (block - coefficients[:, 1:] @ A[:, 1:].T) / m
        return changed(dataset, X)


_REFERENCE = Parameter("reference", "choice", "mean", "Reference", "Spectrum that represents all: mean or median of "
                       "the training spectra.", choices=("mean", "median"))


@register_step
class MultiplicativeScatterCorrection(_Reference):
    """Regresses each spectrum on the training spectra's mean and takes offset and slope out.
    Geladi, MacDougall & Martens, Appl. Spectrosc. 39 (1985) 491."""

    name = "msc"
    title = "MSC"
    help = "Brings each spectrum to the offset and slope of the mean training spectrum (learned)."
    positional = "reference"
    parameters: ClassVar[tuple[Parameter, ...]] = (_REFERENCE,)


@register_step
class ExtendedMultiplicativeScatterCorrection(_Reference):
    """MSC with a polynomial baseline over the axis instead of an offset.
    Afseth & Kohler, Chemom. Intell. Lab. Syst. 117 (2012) 92, without interferents."""

    name = "emsc"
    title = "EMSC"
    help = "Like MSC, but also takes a smooth sloping or bent baseline out (learned)."
    positional = "order"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("order", "int", 2, "Order", "Degree of the baseline polynomial.", minimum=0, maximum=6),
        _REFERENCE,
    )

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        self.order = self.values["order"]
