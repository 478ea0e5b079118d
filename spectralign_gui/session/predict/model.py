"""A fitted result as a model for later samples: what it is valid for, and predictions with intervals and flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from ...core.base import Alignment
from ...core.data import PREPROCESSED, Axis, SpectralDataset
from ...core.errors import DataError, ParameterError
from ...core.measures.outliers import OutlierModel
from ...core.naming import called
from ...core.registry import MethodInfo
from ...core.validation.conformal import ConformalIntervals
from ...core.validation.splits import standards_of
from ...preprocessing.pipeline import FittedPreprocessing
from ..run.execution import check_finite
from ..run.held_out import property_names, property_units, target_tables, without_held_out
from ..run.result import RunResult
from .in_parts import predict_whole
from .new_spectra import as_the_model, check_valid
from .predictions import LEVEL, Predictions


@dataclass(frozen=True, eq=False)
class Model:
    """A fitted method with all it needs for later samples.

    Parameters
    ----------
    method : MethodInfo
    estimator : Alignment
        Fitted; transforms, and predicts where the method can.
    preprocessing : FittedPreprocessing
    instruments : tuple of str
    axes : tuple of Axis
        Axis of each instrument's spectra *before* preprocessing: what new spectra must have.
    output_axes : tuple of Axis
        Axis after preprocessing: what `to_spectra` returns.
    quantities : tuple of str
        What the intensities are before preprocessing.
    properties : tuple of str
        Names of the predicted values.
    residuals : mapping of instrument name to (m, q) array
        Predicted − measured of standards that were held out, or left out of a fit in turn.
    intervals_from : mapping of instrument name to str
        Which of the two, in words.
    outliers : mapping of instrument name to OutlierModel
        Of the spectra that took part in the fit, preprocessed.
    path : str
        File it was read from.
    value_ranges : (2, q) array or None
        Smallest and largest reference value of the fit per property.
    units : tuple of str
        Of the properties; empty in files of earlier versions.
    intensities : mapping of instrument name to (low, high)
        Of the spectra of the fit, as measured; empty in files of earlier versions.
    output_quantities : tuple of str
        What the intensities are after preprocessing; as before it if empty (files of earlier versions).
    marks : tuple of str
        Steps that had changed the spectra of each instrument already when they were loaded; none if empty.
    corrections : mapping of instrument name to (2, q) array
        Slope and offset by which an update corrects the predicted values; none of most models.
    repeats : mapping of instrument name to int
        How many spectra were averaged to one of the fit, typically; instruments whose spectra are single are not in it.
    """

    method: MethodInfo
    estimator: Alignment
    preprocessing: FittedPreprocessing
    instruments: tuple[str, ...]
    axes: tuple[Axis, ...]
    output_axes: tuple[Axis, ...]
    quantities: tuple[str, ...]
    properties: tuple[str, ...] = ()
    residuals: Mapping[str, np.ndarray] = field(default_factory=dict)
    outliers: Mapping[str, OutlierModel] = field(default_factory=dict)
    path: str = ""
    intervals_from: Mapping[str, str] = field(default_factory=dict)
    value_ranges: np.ndarray | None = None
    units: tuple[str, ...] = ()
    intensities: Mapping[str, np.ndarray] = field(default_factory=dict)
    output_quantities: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    corrections: Mapping[str, np.ndarray] = field(default_factory=dict)
    repeats: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, result: RunResult) -> Model:
        """The model of a run."""
        residuals, intervals_from = _residuals(result)
        outliers = {}
        table, sample = standards_of(result.pairs, [len(d) for d in result.datasets])
        for k, d in enumerate(result.datasets):
            if len(d) >= 3:
                rows, number = _standard_rows(table, sample, k)
                outliers[d.name] = OutlierModel.fit(d.spectra, d.spectra[rows] if len(rows) else None, sample=number)
        return cls(
            result.method, result.estimator, result.preprocessing, tuple(d.name for d in result.datasets),
            tuple(d.axis for d in result.state.datasets), tuple(d.axis for d in result.datasets),
            tuple(d.quantity for d in result.state.datasets), tuple(property_names(result.datasets)), residuals,
            outliers, intervals_from=intervals_from, value_ranges=_value_ranges(result),
            units=property_units(result.datasets), intensities=_intensities(result),
            output_quantities=tuple(d.quantity for d in result.datasets),
            marks=tuple(d.metadata.get(PREPROCESSED, "") for d in result.state.datasets), repeats=_repeats(result))

    def index(self, instrument: str) -> int:
        """Number of the instrument called `instrument`.

        Raises
        ------
        ParameterError
            If the model does not know it; the sentence lists those it knows.
        """
        if instrument not in self.instruments:
            raise ParameterError("model.no_such_instrument", path=self.path or 'the model', instrument=instrument,
                                 instruments=self.instruments)
        return self.instruments.index(instrument)

    def prepare(self, dataset: SpectralDataset, instrument: str) -> np.ndarray:
        """Preprocessed spectra of new samples, after checking that they are what the model is valid for.

        Raises
        ------
        DataError
            Another axis, unit or quantity than the model was made with, or spectra that were preprocessed before.
        """
        k = self.index(instrument)
        check_valid(dataset, self.axes[k], self.quantities[k], instrument, self.mark(k))
        prepared = self.preprocessing.apply(as_the_model(dataset, self.axes[k], self.quantities[k]), instrument)
        if len(prepared) != len(dataset):
            raise DataError("model.would_be_dropped", name=dataset.name, n_dataset=len(dataset) - len(prepared))
        check_finite(prepared)
        return prepared.spectra

    def transform(self, dataset: SpectralDataset, instrument: str) -> np.ndarray:
        """Joint coordinates (n, d) of new spectra."""
        with called(self.instruments, properties=self.properties):
            return self.estimator.transform(self.prepare(dataset, instrument), self.index(instrument))

    def to_spectra(self, dataset: SpectralDataset, instrument: str, to: str) -> SpectralDataset:
        """The samples as instrument `to` would have measured them (preprocessed spectra, on its axis)."""
        with called(self.instruments, properties=self.properties):
            spectra = self.estimator.to_spectra(self.prepare(dataset, instrument), self.index(instrument),
                                                self.index(to))
        k = self.index(to)
        metadata = {key: value for key, value in dataset.metadata.items() if key != PREPROCESSED}
        if self.mark(k):
            metadata[PREPROCESSED] = self.mark(k)
        moved = dataset.with_(name=to, spectra=spectra, axis=self.output_axes[k], metadata=metadata,
                              quantity=(self.output_quantities or self.quantities)[k])
        return self.preprocessing.marked(moved, to)

    def mark(self, k: int) -> str:
        """What had been done to the spectra of instrument `k` before they were loaded; see `data.PREPROCESSED`."""
        return self.marks[k] if self.marks else ""

    def predict(self, dataset: SpectralDataset, instrument: str, level: float = LEVEL) -> Predictions:
        """Property values of new spectra with prediction intervals and flags.

        Raises
        ------
        NotImplementedError
            With the reason, if the method cannot predict.
        DataError
            Spectra that the model is not valid for.
        """
        return predict_whole(self, dataset, instrument, level)


def _intensities(result: RunResult) -> dict[str, np.ndarray]:
    """Smallest and largest intensity per instrument, as measured, of the spectra that took part."""
    found = {}
    for d, rows in zip(result.state.datasets, result.kept_rows, strict=True):
        part = d.spectra if len(rows) == len(d) else d.spectra[rows]
        if np.isfinite(part).any():
            found[d.name] = np.array([np.nanmin(part), np.nanmax(part)], dtype=np.float64)
    return found


def _repeats(result: RunResult) -> dict[str, int]:
    """How many spectra an average of the fit is made of, typically; of instruments that were averaged."""
    found = {}
    for d, rows in zip(result.state.datasets, result.kept_rows, strict=True):
        if d.repeats is not None and len(rows):
            found[d.name] = int(np.median(np.asarray(d.repeats)[rows]))
    return {name: k for name, k in found.items() if k > 1}


def _value_ranges(result: RunResult) -> np.ndarray | None:
    """Smallest and largest reference value that the fit knew, per property; NaN where it knew none."""
    tables = without_held_out(target_tables(result.datasets), result.held_out_pairs)
    if tables is None:
        return None
    every = np.vstack(tables)
    known = np.isfinite(every)
    low, high = (np.where(known.any(axis=0), f(np.where(known, every, e), axis=0), np.nan)
                 for f, e in ((np.min, np.inf), (np.max, -np.inf)))
    return np.stack([low, high])


def _standard_rows(table: np.ndarray, sample: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of instrument `k` that are standards of the fit, and the physical sample of each."""
    rows = np.concatenate([table[table[:, c] == k, c + 1] for c in (0, 2)])
    number = np.concatenate([sample[table[:, c] == k] for c in (0, 2)])
    rows, first = np.unique(rows, return_index=True)
    return rows.astype(np.intp), number[first]


def _residuals(result: RunResult) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Errors that intervals are made from: the first of these with enough for the level, else the most."""
    residuals: dict[str, np.ndarray] = {}
    words: dict[str, str] = {}
    compared = result.quality.compared
    for given, what in ((result.quality.held_out, "{} held-out standards"),
                        (result.quality.left_out, "{} standards, each left out of the fit in turn"),
                        ({} if compared is None else {compared.instrument: compared},
                         "{} samples that the comparison left out"),
                        (result.quality.before, "{} standards that were held out before the refit")):
        for name, entry in given.items():
            table, before = entry.residuals, residuals.get(name)
            count = int(np.isfinite(table).any(axis=1).sum())
            enough = _enough(table)
            if before is None or (not _enough(before) and (enough or count > np.isfinite(before).any(axis=1).sum())):
                residuals[name] = table
                words[name] = what.format(count) + ("" if enough or not count else "; their errors are taken as normal")
    return residuals, words


def _enough(table: np.ndarray) -> bool:
    """Whether the level of the intervals can be promised without a model of the errors."""
    return bool(np.isfinite(table).any() and ConformalIntervals(table).promised(LEVEL).any())
