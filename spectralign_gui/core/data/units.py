"""Units of the axis and quantities of the intensities: conversion point by point, refused where physics does not
allow it."""

from __future__ import annotations

import numpy as np

from ..errors import DataError
from ..notes import Note
from .axis import UNITS, Axis
from .dataset import QUANTITIES, SpectralDataset

EV_NM = 1239.8419843320026
"""h·c/e in eV·nm (exact since 2019)."""
PHYSICAL = ("nm", "um", "cm-1", "raman-shift", "eV")


def convert_values(values: np.ndarray, unit: str, to: str, laser_nm: float | None = None) -> np.ndarray:
    """Positions in another unit, point by point (an evenly spaced axis does not stay so).

    Parameters
    ----------
    values : (p,) array
    unit, to : str
        Of nm, um, cm-1, raman-shift, eV.
    laser_nm : float, optional
        Laser line; needed where one of the two is a Raman shift.

    Returns
    -------
    (p,) float64 array
        In the same order of channels; it descends where the quantities are reciprocal.

    Raises
    ------
    DataError
        A unit without physical meaning, no laser line, or a position that has no counterpart (0 cm⁻¹).
    """
    for u in (unit, to):
        if u not in UNITS:
            raise DataError("units.unknown", u=u, units=UNITS)
    x = np.array(values, dtype=np.float64)
    if unit == to:
        return x
    for u in (unit, to):
        if u not in PHYSICAL:
            raise DataError("units.no_meaning", unit=unit, to=to)
    if "raman-shift" in (unit, to) and not (laser_nm is not None and np.isfinite(laser_nm) and laser_nm > 0):
        raise DataError("units.laser", unit=unit, to=to)
    laser_cm = 1e7 / laser_nm if laser_nm else 0.0
    # cm-1 is the common ground: nm and µm are its reciprocals, eV is proportional to it
    if unit in ("nm", "um"):
        _need_positive(x, unit, to)
        cm = (1e7 if unit == "nm" else 1e4) / x
    elif unit == "eV":
        cm = x * (1e7 / EV_NM)
    else:
        cm = laser_cm - x if unit == "raman-shift" else x
    if to in ("nm", "um"):
        if {unit, to} == {"nm", "um"}:
            return x * 1e-3 if to == "um" else x * 1e3
        _need_positive(cm, unit, to, x)
        return (1e7 if to == "nm" else 1e4) / cm
    if to == "eV":
        return cm * (EV_NM / 1e7)
    return laser_cm - cm if to == "raman-shift" else cm


def _need_positive(values: np.ndarray, unit: str, to: str, shown: np.ndarray | None = None) -> None:
    bad = np.flatnonzero(~(values > 0))
    if len(bad):
        raise DataError("units.no_counterpart", is_shown=(values if shown is None else shown)[bad[0]], unit=unit,
                        bad=bad[0] + 1, to=to)


def convert_axis(axis: Axis, to: str, laser_nm: float | None = None) -> tuple[Axis, bool]:
    """The axis in another unit, ascending again.

    Parameters
    ----------
    axis : Axis
    to : str
    laser_nm : float, optional
        Default is the axis's own.

    Returns
    -------
    axis : Axis
    reversed : bool
        Whether the order of the channels turned round, so that the spectra must be turned round too.
    """
    laser = axis.laser_nm if laser_nm is None else laser_nm
    values = convert_values(axis.values, axis.unit, to, laser)
    turned = len(values) > 1 and bool(values[0] > values[-1])
    return Axis(values[::-1] if turned else values, to, axis.file_descending != turned, laser), turned


def convert_dataset_axis(dataset: SpectralDataset, to: str, laser_nm: float | None = None) -> SpectralDataset:
    """The data set on an axis in another unit; the spectra are turned round with the axis, intensities stay.

    Raises
    ------
    DataError
        Names the data set and says why the axis cannot be converted.
    """
    try:
        axis, turned = convert_axis(dataset.axis, to, laser_nm)
    except DataError as error:
        raise DataError(f"{dataset.name}: {error}") from None
    return dataset.with_(axis=axis, spectra=np.ascontiguousarray(dataset.spectra[:, ::-1]) if turned
                         else dataset.spectra)


def declare_axis_unit(dataset: SpectralDataset, unit: str, laser_nm: float | None = None) -> SpectralDataset:
    """Say what the positions are, without changing them (for axes whose unit the file did not tell)."""
    axis = dataset.axis
    return dataset.with_(axis=Axis(axis.values, unit, axis.file_descending,
                                   axis.laser_nm if laser_nm is None else laser_nm),
                         guessed=tuple(g for g in dataset.guessed if g != "unit"),
                         warnings=tuple(w for w in dataset.warnings if not w.startswith("The axis unit ")))


def looks_like_percent(spectra: np.ndarray) -> bool:
    """Whether reflectance or transmittance seems to be given in percent: more than half of the spectra exceed 2."""
    rows = spectra[np.isfinite(spectra).any(axis=1)]
    return bool(len(rows)) and bool(np.median(np.nanmax(rows, axis=1)) > 2.0)


def why_no_quantity(quantity: str, to: str, measured_as: str = "") -> str:
    """Why a quantity cannot be converted, as the end of a sentence; "" if it can.

    Parameters
    ----------
    quantity, to : str
        Of `QUANTITIES`.
    measured_as : str
        What an absorbance was computed from, if known.
    """
    if quantity == to:
        return ""
    ratios = ("reflectance", "transmittance")
    if quantity == "unknown":
        return Note("units.not_known")
    if to == "absorbance" and quantity in ratios:
        return ""
    if quantity == "absorbance" and to in ratios:
        if measured_as in ratios and measured_as != to:
            return Note("units.computed_absorbance", measured_as=measured_as, to=to)
        return ""
    if quantity in ratios and to in ratios:
        return Note("units.other_measurement")
    if quantity in ("counts", "intensity", "radiance") and to in (*ratios, "absorbance"):
        return Note("units.needs_reference")
    return Note("units.no_way")


def convert_quantity(dataset: SpectralDataset, to: str, percent: bool | None = None) -> SpectralDataset:
    """The data set with its intensities in another quantity.

    Absorbance is −log₁₀ of reflectance or transmittance (as a fraction). Values of zero or below have no
    absorbance: they become missing, and a warning counts them.

    Parameters
    ----------
    dataset : SpectralDataset
    to : {"absorbance", "reflectance", "transmittance"}
    percent : bool, optional
        Whether reflectance or transmittance *given* is in percent; default is `looks_like_percent`, with a warning
        if it does.

    Raises
    ------
    DataError
        If physics does not allow it; the sentence gives the reason.
    """
    if to not in QUANTITIES:
        raise DataError("units.unknown_quantity", to=to, quantities=QUANTITIES)
    reason = why_no_quantity(dataset.quantity, to, dataset.metadata.get("absorbance_from", ""))
    if reason:
        raise DataError("units.no_conversion", name=dataset.name, quantity=dataset.quantity, to=to, reason=reason)
    if dataset.quantity == to:
        return dataset
    X, notes, metadata = dataset.spectra.astype(np.float64), [], dict(dataset.metadata)
    if to == "absorbance":
        if percent is None:
            percent = looks_like_percent(dataset.spectra)
            if percent:
                notes.append(Note("units.percent", quantity=dataset.quantity))
        X = to_absorbance(X / 100.0 if percent else X)
        lost = int(np.isnan(X).sum()) - dataset.missing
        if lost:
            notes.append(Note("units.not_positive", quantity=dataset.quantity, lost=lost))
        metadata["absorbance_from"] = dataset.quantity
    else:
        X = np.power(10.0, -X)
        metadata.pop("absorbance_from", None)
    return dataset.with_(spectra=X.astype(dataset.spectra.dtype), quantity=to, metadata=metadata,
                         warnings=(*dataset.warnings, *notes))


def to_absorbance(fraction: np.ndarray) -> np.ndarray:
    """−log₁₀ of a fraction; NaN at zero and below."""
    result = np.full(fraction.shape, np.nan)
    np.log10(fraction, out=result, where=fraction > 0)
    return -result
