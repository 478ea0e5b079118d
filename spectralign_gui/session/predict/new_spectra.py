"""What stands in the way of predicting new spectra: gaps, an unsaid quantity, spectra unlike all of the fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ...core.data import SpectralDataset
from ...core.errors import SpectrAlignError
from ...core.measures.outliers import OutlierModel
from ...core.naming import counted
from ...preprocessing.pipeline import FittedPreprocessing

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
    gaps = ~np.isfinite(dataset.spectra)
    odd, reasons = np.flatnonzero(gaps.any(axis=1)), {}
    parts: list[tuple[np.ndarray, np.ndarray]] = []
    whole = np.flatnonzero(~gaps.any(axis=1))
    if len(whole):
        parts.append((whole, preprocessing.apply(dataset.take(whole), instrument).spectra))
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
    rows = np.concatenate([r for r, _ in parts])
    spectra = np.vstack([s for _, s in parts])
    order = np.argsort(rows)
    rows, spectra = rows[order], spectra[order]
    good = np.isfinite(spectra).all(axis=1)
    for row in rows[~good]:
        reasons[int(row)] = _gap(dataset, gaps[row]) if gaps[row].any() else "the preprocessing gives no number for it"
    return spectra[good], rows[good], reasons


def _gap(dataset: SpectralDataset, missing: np.ndarray) -> str:
    at = f"{dataset.axis.values[int(np.argmax(missing))]:g} {dataset.axis.unit}"
    count = int(missing.sum())
    return f"a missing number at {at}" if count == 1 else f"{count} missing numbers, the first at {at}"


def without_values_note(dataset: SpectralDataset, reasons: dict[int, str]) -> str:
    """A sentence on the spectra that got no value; "" if there are none."""
    if not reasons:
        return ""
    listed = [f"row {row + 1}{_called(dataset.sample_names[row])} has {reason}" if "missing" in reason else
              f"row {row + 1}{_called(dataset.sample_names[row])}: {reason}" for row, reason in sorted(reasons.items())]
    more = f" and {len(listed) - 3} more" if len(listed) > 3 else ""
    verb = "gets" if len(reasons) == 1 else "get"
    return (f"{dataset.name}: {len(reasons)} of {counted(len(dataset), 'spectrum', 'spectra')} {verb} no value: "
            f"{'; '.join(listed[:3])}{more}.")


def _called(name: str) -> str:
    return f" ({name.strip()})" if name.strip() else ""


def quantity_note(dataset: SpectralDataset, quantity: str) -> str:
    """A sentence if the file does not say what it measured though the model is for one quantity; "" otherwise."""
    if dataset.quantity != "unknown" or quantity == "unknown":
        return ""
    return f"{dataset.name}: the file does not say what it measured; the model is valid for {quantity}."


def other_kind_note(
    dataset: SpectralDataset, instrument: str, preprocessing: FittedPreprocessing, outliers: OutlierModel | None,
    flags: Sequence[Sequence[str]], intensities: np.ndarray | None,
) -> str:
    """A sentence if every spectrum is unlike those of the fit in every respect, naming what they may be.

    Parameters
    ----------
    dataset : SpectralDataset
        As measured, without gaps.
    instrument : str
    preprocessing : FittedPreprocessing
    outliers : OutlierModel or None
        Of the instrument; None: nothing can be said.
    flags : sequence of sequence of str
        Of all the spectra.
    intensities : (low, high), optional
        Of the spectra of the fit, as measured.
    """
    if outliers is None or not len(flags) or not all(
            {"T²", "Q"} <= set(f) and any(" beyond " in w for w in f) for f in flags):
        return ""
    low, high = float(np.nanmin(dataset.spectra)), float(np.nanmax(dataset.spectra))
    text = ("the spectrum is" if len(dataset) == 1 else f"all {len(dataset)} spectra are")
    text = (f"{dataset.name}: {text} unlike those of the fit (T², Q, values beyond their range): probably another "
            f"quantity, unit or preprocessing. Intensities lie between {low:.3g} and {high:.3g}")
    if intensities is not None:
        text += f", those of the fit between {float(intensities[0]):.3g} and {float(intensities[1]):.3g}"
    likely = _likely(dataset, instrument, preprocessing, outliers)
    return f"{text}; they look like {likely}." if likely else f"{text}."


def _likely(
    dataset: SpectralDataset, instrument: str, preprocessing: FittedPreprocessing, outliers: OutlierModel,
) -> str:
    """What the spectra may be: the change of their numbers that makes most of them ordinary; "" if none does."""
    few = dataset.take(np.unique(np.linspace(0, len(dataset) - 1, min(len(dataset), LOOKED_AT)).astype(int)))
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
