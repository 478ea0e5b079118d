"""A fitted result as a model for later samples: what it is valid for, and predictions with intervals and flags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...core.base import Alignment
from ...core.data import PREPROCESSED, Axis, SpectralDataset
from ...core.errors import DataError, ParameterError
from ...core.figures import with_units
from ...core.measures.outliers import OutlierModel
from ...core.naming import called
from ...core.notes import Note, listed, said_of
from ...core.registry import MethodInfo
from ...core.validation.conformal import ConformalIntervals
from ...core.validation.splits import standards_of
from ...preprocessing.pipeline import FittedPreprocessing
from ..run.execution import check_finite
from ..run.held_out import property_names, property_units, target_tables, without_held_out
from ..run.result import RunResult
from .new_spectra import other_kind_note, prepare_rows, quantity_note, without_values_note

LEVEL = 0.9
BEYOND = 0.05
"""A value is extrapolated where it is this share of the range of the fit's values outside it."""


@dataclass(frozen=True, eq=False)
class Predictions:
    """Values of new samples.

    Parameters
    ----------
    names : tuple of str
        Samples.
    properties : tuple of str
    values : (n, q) array
    half_width : (q,) array
        A new sample lies within ± this with probability `level`; infinite where too few held-out standards are known.
    flags : tuple of tuple of str
        Per sample, why it is out of the ordinary: "T²", "Q", "far from the standards", or a value beyond those of the
        fit; empty if it is not.
    level : float
    intervals_from : str
        What the intervals rest on, as words for the user: held-out standards, or standards left out in turn.
    bounds : (float, float)
        What the values can be at all (parts of a whole: 0 to the whole); the intervals end there.
    units : tuple of str
        Of the properties, "" where not known.
    warnings : tuple of str
        Sentences on the file as a whole: spectra without a value, a quantity that is not said or probably another.
    """

    names: tuple[str, ...]
    properties: tuple[str, ...]
    values: np.ndarray
    half_width: np.ndarray
    flags: tuple[tuple[str, ...], ...]
    level: float = LEVEL
    intervals_from: str = ""
    bounds: tuple[float, float] = (-np.inf, np.inf)
    units: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def titles(self) -> tuple[str, ...]:
        """Properties with their units: "Moisture (%)"."""
        return with_units(self.properties, self.units)

    @property
    def unlike(self) -> int:
        """Number of spectra that have a value, but are unlike those of the fit."""
        return sum(bool(f) and bool(np.isfinite(v).any()) for f, v in zip(self.flags, self.values, strict=True))

    @classmethod
    def joined(cls, parts: Sequence[Predictions]) -> Predictions:
        """Samples of several files below each other; all parts are of one model."""
        return replace(parts[0], names=tuple(n for p in parts for n in p.names),
                       values=np.vstack([p.values for p in parts]), flags=tuple(f for p in parts for f in p.flags),
                       warnings=tuple(dict.fromkeys(w for p in parts for w in p.warnings)))

    def to_json(self) -> dict[str, Any]:
        """What `spectralign predict --json` prints; None where there is no value or no interval."""
        def number(value: float) -> float | None:
            return float(value) if np.isfinite(value) else None

        rows = []
        for name, values, flags in zip(self.names, self.values, self.flags, strict=True):
            ends = np.clip(values[:, None] + self.half_width[:, None] * np.array([-1.0, 1.0]), *self.bounds)
            rows.append({"name": name, "values": dict(zip(self.properties, map(number, values), strict=True)),
                         "intervals": {p: [float(v) for v in e] for p, e in zip(
                             self.properties, ends, strict=True) if np.isfinite(e).all()},
                         "flags": list(flags)})
        return {"properties": list(self.properties), "units": list(self.units) or [""] * len(self.properties),
                "level": self.level, "intervals_from": self.intervals_from, "samples": rows,
                "warnings": list(self.warnings), "notes": listed(self.warnings)}

    def table(self) -> tuple[list[str], list[list[Any]]]:
        """Header and rows: values first, then the ends of the known intervals, then the flags."""
        known = [j for j in range(len(self.properties)) if np.isfinite(self.half_width[j])]
        share = f"{100 * self.level:g} %"
        header = ["Sample", *self.titles]
        for j in known:
            header += [f"{self.titles[j]} from ({share})", f"{self.titles[j]} to ({share})"]
        rows = []
        for name, values, flags in zip(self.names, self.values, self.flags, strict=True):
            row: list[Any] = [name, *(float(v) for v in values)]
            for j in known:
                row += [float(v) for v in np.clip(values[j] + self.half_width[j] * np.array([-1, 1]), *self.bounds)]
            rows.append([*row, "; ".join(flags)])
        return [*header, "Flags"], rows


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
            marks=tuple(d.metadata.get(PREPROCESSED, "") for d in result.state.datasets))

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
        check_valid(dataset, self.axes[k], self.quantities[k], instrument, self._mark(k))
        prepared = self.preprocessing.apply(dataset.with_(axis=self.axes[k]), instrument)
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
        if self._mark(k):
            metadata[PREPROCESSED] = self._mark(k)
        moved = dataset.with_(name=to, spectra=spectra, axis=self.output_axes[k], metadata=metadata,
                              quantity=(self.output_quantities or self.quantities)[k])
        return self.preprocessing.marked(moved, to)

    def _mark(self, k: int) -> str:
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
        k = self.index(instrument)
        check_valid(dataset, self.axes[k], self.quantities[k], instrument, self._mark(k))
        dataset = dataset.with_(axis=self.axes[k])
        spectra, rows, reasons = prepare_rows(self.preprocessing, dataset, instrument)
        if not len(rows):
            raise DataError(without_values_note(dataset, reasons))
        try:
            with called(self.instruments, properties=self.properties):
                values = self.estimator.predict(spectra, k)
        except NotImplementedError as error:
            if "predict" in self.method.can and not self.properties:
                raise NotImplementedError(
                    Note("model.no_targets", "error", path=self.path or self.method.title)) from error
            raise NotImplementedError(Note("model.cannot_predict", "error", title=self.method.title,
                                           reason=said_of(error))) from error
        properties = self.properties
        if len(properties) != values.shape[1]:
            properties = tuple(f"property {j + 1}" for j in range(values.shape[1]))
        half = np.full(values.shape[1], np.inf)
        residuals = self.residuals.get(instrument)
        if residuals is not None and residuals.shape[1:] == half.shape and np.isfinite(residuals).any():
            half = ConformalIntervals(residuals).half_width(level)
        outliers = self.outliers.get(instrument)
        flags = outliers.figures(spectra).flags if outliers is not None else [()] * len(spectra)
        flags = [(*f, *more) for f, more in zip(flags, self._beyond(values, properties), strict=True)]
        warnings = (
            without_values_note(dataset, reasons), quantity_note(dataset, self.quantities[k]),
            other_kind_note(dataset.take(rows), instrument, self.preprocessing, outliers, flags,
                            self.intensities.get(instrument)))
        every = np.full((len(dataset), values.shape[1]), np.nan)
        every[rows] = values
        of_row = dict(zip((int(r) for r in rows), flags, strict=True))
        flags = [of_row[r] if r in of_row else (Note("model.no_value", reason=reasons[r]),)
                 for r in range(len(dataset))]
        # a spectrum without a name is known by its row, as in a pairs file
        names = tuple(n if n.strip() else f"#{row + 1}" for row, n in enumerate(dataset.sample_names))
        closure = self.estimator.chosen_.get("closure")
        return Predictions(names, properties, every, half, tuple(tuple(f) for f in flags), level,
                           self.intervals_from.get(instrument, "") if np.isfinite(half).any() else "",
                           (-np.inf, np.inf) if closure is None else (0.0, float(closure)),
                           self.units if len(self.units) == len(properties) else (), tuple(w for w in warnings if w))

    def _beyond(self, values: np.ndarray, properties: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Per sample, which of its values (n, q) no sample of the fit came near to."""
        if self.value_ranges is None or self.value_ranges.shape[1] != values.shape[1]:
            return [()] * len(values)
        low, high = self.value_ranges
        margin = BEYOND * (high - low)
        low, high = low - margin, high + margin  # the note names the limits that the rule uses
        return [tuple(Note("flag.beyond", property=properties[j], low=low[j], high=high[j]) for j in np.flatnonzero(
            (row < low) | (row > high))) for row in values]


def _intensities(result: RunResult) -> dict[str, np.ndarray]:
    """Smallest and largest intensity per instrument, as measured, of the spectra that took part."""
    found = {}
    for d, rows in zip(result.state.datasets, result.kept_rows, strict=True):
        part = d.spectra[rows]
        if np.isfinite(part).any():
            found[d.name] = np.array([np.nanmin(part), np.nanmax(part)], dtype=np.float64)
    return found


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
    """Errors that intervals are made from: of held-out standards, or where these are too few, of left-out ones."""
    residuals: dict[str, np.ndarray] = {}
    words: dict[str, str] = {}
    for given, what in ((result.quality.held_out, "{} held-out standards"),
                        (result.quality.left_out, "{} standards, each left out of the fit in turn")):
        for name, entry in given.items():
            table = entry.residuals
            before = residuals.get(name)
            if before is None or not np.isfinite(ConformalIntervals(before).half_width(LEVEL)).any():
                residuals[name] = table
                words[name] = what.format(int(np.isfinite(table).any(axis=1).sum()))
    return residuals, words


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
        unit = {"channel": "channels", "unknown": ""}.get(axis.unit, axis.unit)
        raise DataError("model.axis_positions", name=dataset.name, worst=worst, unit=unit,
                        instrument=instrument)
    if "unknown" not in (dataset.quantity, quantity) and dataset.quantity != quantity:
        raise DataError("model.quantity", name=dataset.name, quantity=dataset.quantity, instrument=instrument,
                        quantity2=quantity)
    given = dataset.metadata.get(PREPROCESSED, "")
    if given and given != mark:
        raise DataError("model.preprocessed" if mark else "model.not_as_measured", name=dataset.name, given=given,
                        instrument=instrument, mark=mark)
