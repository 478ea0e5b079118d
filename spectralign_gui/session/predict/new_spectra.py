"""What stands in the way of predicting new spectra: gaps, an unsaid quantity, spectra unlike all of the fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ...core.data import PREPROCESSED, Axis, SpectralDataset
from ...core.errors import DataError, SpectrAlignError
from ...core.measures.outliers import OutlierModel
from ...core.notes import Note, about, of_code
from ...preprocessing.pipeline import FittedPreprocessing
from .flags import BEYOND_FIT

LOOKED_AT = 20
"""So many spectra, spread over the file, tell what its quantity may be."""


def _absorbance(fraction: np.ndarray) -> np.ndarray:
    return -np.log10(np.maximum(fraction, 1e-12))


_OTHERWISE: tuple[tuple[str, Callable[[np.ndarray], np.ndarray]], ...] = (
    ("reflectance or transmittance in percent where the model needs absorbance", lambda x: _absorbance(x / 100)),
    ("reflectance or transmittance where the model needs absorbance", _absorbance),
    ("absorbance where the model needs reflectance or transmittance", lambda x: 10.0 ** -np.clip(x, -12, 12)),
    ("absorbance where the model needs reflectance or transmittance in percent",
     lambda x: 100 * 10.0 ** -np.clip(x, -12, 12)),
    ("in percent where the model needs parts of one", lambda x: x / 100),
    ("parts of one where the model needs percent", lambda x: x * 100),
    ("a thousand times what the model needs (another unit)", lambda x: x / 1000),
    ("a thousandth of what the model needs (another unit)", lambda x: x * 1000),
)


def prepare_rows(
    preprocessing: FittedPreprocessing, dataset: SpectralDataset, instrument: str,
) -> tuple[np.ndarray, np.ndarray, dict[int, str]]:
    """Preprocess what can be: spectra with gaps go through alone where the steps cannot close these.

    Parameters
    ----------
    preprocessing : FittedPreprocessing
    dataset : SpectralDataset
        n spectra as measured; NaN where values are missing.
    instrument : str

    Returns
    -------
    spectra : (m, p) array
        Preprocessed, all numbers; m may be 0.
    rows : (m,) int array
        Which rows of the data set these are.
    reasons : dict of int to str
        Why each of the other rows has none.

    Raises
    ------
    SpectrAlignError
        What a step says of spectra without a gap.
    """
    if all_numbers(dataset.spectra):
        gaps = np.broadcast_to(False, dataset.spectra.shape)
        odd, whole = np.zeros(0, np.intp), np.arange(len(dataset))
    else:
        gaps = ~np.isfinite(dataset.spectra)
        odd, whole = np.flatnonzero(gaps.any(axis=1)), np.flatnonzero(~gaps.any(axis=1))
    reasons: dict[int, str] = {}
    parts: list[tuple[np.ndarray, np.ndarray]] = []
    if len(whole):
        complete = dataset if not len(odd) else dataset.take(whole)
        parts.append((whole, preprocessing.apply(complete, instrument).spectra))
    if len(odd):
        try:
            parts.append((odd, preprocessing.apply(dataset.take(odd), instrument).spectra))
        except SpectrAlignError:  # of which of them, their own turn tells
            for row in odd:
                try:
                    parts.append((np.array([row]), preprocessing.apply(dataset.take([int(row)]), instrument).spectra))
                except SpectrAlignError:
                    reasons[int(row)] = _gap(dataset, gaps[row])
    if not parts:
        return np.zeros((0, len(dataset.axis))), np.zeros(0, np.intp), reasons
    if len(parts) == 1:
        rows, spectra = parts[0]
    else:
        rows = np.concatenate([r for r, _ in parts])
        spectra = np.vstack([s for _, s in parts])
        order = np.argsort(rows)
        rows, spectra = rows[order], spectra[order]
    if all_numbers(spectra):
        return spectra, rows, reasons
    good = np.isfinite(spectra).all(axis=1)
    for row in rows[~good]:
        reasons[int(row)] = _gap(dataset, gaps[row]) if gaps[row].any() else Note(
            "model.preprocessing_gives_none")
    return spectra[good], rows[good], reasons


def all_numbers(spectra: np.ndarray) -> bool:
    """Whether no value is missing or infinite; quicker than to look at each."""
    return not spectra.size or bool(np.isfinite(spectra.min()) and np.isfinite(spectra.max()))


def _gap(dataset: SpectralDataset, missing: np.ndarray) -> str:
    count = int(missing.sum())
    return Note("model.missing_number" if count == 1 else "model.missing_numbers", n=count,
                at=dataset.axis.values[int(np.argmax(missing))], unit=dataset.axis.unit)


NAMED = 3
"""So many of the spectra without a value are named."""


def without_values_note(name: str, n: int, without: int, named: Sequence[Note]) -> str:
    """A sentence on the spectra that got no value; "" if there are none.

    Parameters
    ----------
    name : str
        Of the data set.
    n, without : int
        How many spectra there are, and how many of them have no value.
    named : sequence of Note
        `of_row` of the first of these.
    """
    if not without:
        return ""
    return Note("model.without_value_and_more" if without > NAMED else "model.without_value", name=name, n=without,
                all=n, rows=list(named[:NAMED]), more=without - NAMED)


def of_row(row: int, name: str, reason: str) -> Note:
    """Why a spectrum has no value, with its row and name."""
    called = Note("model.row_of_sample" if name else "model.row", "info", row=row + 1, sample=name)
    if of_code([reason], "model.missing_number", "model.missing_numbers"):
        return Note("model.row_has", row=called, reason=reason)
    return about(called, reason)


def as_the_model(dataset: SpectralDataset, axis: Axis, quantity: str) -> SpectralDataset:
    """Checked spectra on the model's axis; where their file does not say what it measured, of the model's quantity.

    Steps that need the quantity then take them as they took those of the fit, and `quantity_note` tells of it.
    """
    return dataset.with_(axis=axis, quantity=quantity if dataset.quantity == "unknown" else dataset.quantity)


def quantity_note(dataset: SpectralDataset, quantity: str) -> str:
    """A sentence if the file does not say what it measured though the model is for one quantity; "" otherwise."""
    if dataset.quantity != "unknown" or quantity == "unknown":
        return ""
    return Note("model.quantity_not_said", name=dataset.name, quantity=quantity)


def is_odd(flags: Sequence[str]) -> bool:
    """Whether a spectrum is unlike those of the fit in every respect."""
    return {"T²", "Q"} <= set(flags) and bool(of_code(flags, BEYOND_FIT))


def other_kind_note(
    few: SpectralDataset, n: int, extremes: tuple[float, float], instrument: str, preprocessing: FittedPreprocessing,
    outliers: OutlierModel, intensities: np.ndarray | None,
) -> str:
    """What is said where every spectrum `is_odd`: what they may be.

    Parameters
    ----------
    few : SpectralDataset
        `looked_at` of the spectra, as measured, without gaps.
    n : int
        Number of all.
    extremes : (low, high)
        Of all their values.
    instrument : str
    preprocessing : FittedPreprocessing
    outliers : OutlierModel
        Of the instrument.
    intensities : (low, high), optional
        Of the spectra of the fit, as measured.
    """
    low, high = extremes
    likely = _likely(few, instrument, preprocessing, outliers)
    return Note(
        "model.other_kind", name=few.name, n=n, low=low, high=high,
        of_the_fit="" if intensities is None else Note("model.intensities_of_fit", "info", low=intensities[0],
                                                       high=intensities[1]),
        likely=Note("model.they_look_like", "info", what=likely) if likely else "")


def looked_at(n: int) -> np.ndarray:
    """Which of n spectra tell what their quantity may be."""
    return np.unique(np.linspace(0, n - 1, min(n, LOOKED_AT)).astype(int))


def _likely(
    few: SpectralDataset, instrument: str, preprocessing: FittedPreprocessing, outliers: OutlierModel,
) -> str:
    """What the spectra may be: the change of their numbers that makes most of them ordinary; "" if none does."""
    best, words = 0.5, ""
    for name, change in _OTHERWISE:
        changed = few.with_(spectra=change(few.spectra.astype(np.float64)))
        try:
            spectra = preprocessing.apply(changed, instrument).spectra
        except SpectrAlignError:
            spectra = np.full((1, 1), np.nan)  # a step refuses such numbers: the spectra are not of that kind
        if not np.isfinite(spectra).all():
            continue
        odd = float(np.mean([{"T²", "Q"} <= set(f) for f in outliers.figures(spectra).flags]))
        if odd < best:
            best, words = odd, name
    return words


def check_valid(
    dataset: SpectralDataset, axis: Axis, quantity: str, instrument: str, mark: str = "",
) -> None:
    """Refuse spectra that the model was not made for.

    `mark` says what had been done to the spectra that it was made with (see `data.PREPROCESSED`); spectra without any
    mark are taken for those.

    Raises
    ------
    DataError
    """
    if len(dataset.axis) != len(axis):
        raise DataError("model.channels", name=dataset.name, n_axis=len(dataset.axis), instrument=instrument,
                        n_axis2=len(axis))
    if "unknown" not in (dataset.axis.unit, axis.unit) and dataset.axis.unit != axis.unit:
        raise DataError("model.axis_unit", name=dataset.name, unit=dataset.axis.unit, instrument=instrument,
                        unit2=axis.unit)
    step = float(np.diff(axis.values).min()) if len(axis) > 1 else 1.0
    worst = float(np.abs(dataset.axis.values - axis.values).max())
    if worst > 0.05 * step:
        raise DataError("model.axis_positions", name=dataset.name, worst=worst, unit=axis.unit,
                        instrument=instrument)
    if "unknown" not in (dataset.quantity, quantity) and dataset.quantity != quantity:
        raise DataError("model.quantity", name=dataset.name, quantity=dataset.quantity, instrument=instrument,
                        quantity2=quantity)
    given = dataset.metadata.get(PREPROCESSED, "")
    if given and given != mark:
        raise DataError("model.preprocessed" if mark else "model.not_as_measured", name=dataset.name, given=given,
                        instrument=instrument, mark=mark)
