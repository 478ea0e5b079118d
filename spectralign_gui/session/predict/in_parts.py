"""Predicting new spectra part by part: what each part says for itself, and what is said of all of them in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from ...core.base import Alignment
from ...core.data import Axis, SpectralDataset
from ...core.errors import DataError, SpectrAlignError
from ...core.measures.outliers import OutlierModel
from ...core.naming import called
from ...core.notes import Note, from_tree, said_of
from ...core.registry import MethodInfo
from ...core.validation.conformal import ConformalIntervals
from ...preprocessing.pipeline import FittedPreprocessing
from .below_zero import below_zero, below_zero_note, flag
from .flags import BEYOND_FIT, flagged
from .new_spectra import (
    NAMED,
    as_the_model,
    check_valid,
    is_odd,
    looked_at,
    of_row,
    other_kind_note,
    prepare_rows,
    quantity_note,
    without_values_note,
)
from .predictions import BEYOND, LEVEL, Predictions

AT_ONCE = 2_000_000
"""Values of the spectra that are worked on at once."""
MOST_REFUSED = 2000
"""So many spectra that a step refuses are gathered to say how many there are."""


def rows_at_once(channels: int) -> int:
    """How many spectra make a part."""
    return max(1, AT_ONCE // max(1, channels))


class Predicts(Protocol):
    """What is needed of a `Model`."""

    @property
    def method(self) -> MethodInfo: ...
    @property
    def estimator(self) -> Alignment: ...
    @property
    def preprocessing(self) -> FittedPreprocessing: ...
    @property
    def instruments(self) -> tuple[str, ...]: ...
    @property
    def axes(self) -> tuple[Axis, ...]: ...
    @property
    def output_axes(self) -> tuple[Axis, ...]: ...
    @property
    def quantities(self) -> tuple[str, ...]: ...
    @property
    def properties(self) -> tuple[str, ...]: ...
    @property
    def units(self) -> tuple[str, ...]: ...
    @property
    def path(self) -> str: ...
    @property
    def residuals(self) -> Mapping[str, np.ndarray]: ...
    @property
    def outliers(self) -> Mapping[str, OutlierModel]: ...
    @property
    def intervals_from(self) -> Mapping[str, str]: ...
    @property
    def intensities(self) -> Mapping[str, np.ndarray]: ...
    @property
    def value_ranges(self) -> np.ndarray | None: ...
    @property
    def corrections(self) -> Mapping[str, np.ndarray]: ...

    def index(self, instrument: str) -> int:
        """Number of an instrument."""

    def mark(self, k: int) -> str:
        """What had been done to its spectra before they were loaded."""


class InParts:
    """The predictions of one instrument's new spectra, given in parts in the order of the file.

    Parameters
    ----------
    model : Predicts
    instrument : str
    level : float
        Probability of the intervals.
    """

    def __init__(self, model: Predicts, instrument: str, level: float = LEVEL) -> None:
        self.model, self.instrument, self.level = model, instrument, level
        self.k = model.index(instrument)
        self.n = self.without = self.given = self.unlike = self.odd_values = 0
        self._named: list[Note] = []
        self._all_odd = model.outliers.get(instrument) is not None
        self._lost: list[int] = []  # needed only as long as all spectra are odd
        self._low, self._high = np.inf, -np.inf
        self._below = np.zeros(0, dtype=np.int64)
        self._quantity = ""
        self._anchor: SpectralDataset | None = None
        self.step_refuses = False
        """Whether the last part could not be added for what a step says of its spectra."""

    def _as_the_model(self, dataset: SpectralDataset) -> SpectralDataset:
        return as_the_model(dataset, self.model.axes[self.k], self.model.quantities[self.k])

    # -- one part ----------------------------------------------------------------------------------------
    def add(self, dataset: SpectralDataset) -> Predictions:
        """The predictions of the next spectra; what is said of the file as a whole is not among them.

        Raises
        ------
        NotImplementedError
            With the reason, if the method cannot predict.
        DataError
            Spectra that the model is not valid for.
        SpectrAlignError
            What a step says of spectra without a gap; `refusal` says it of all of the file.
        """
        model, k = self.model, self.k
        check_valid(dataset, model.axes[k], model.quantities[k], self.instrument, model.mark(k))
        self._quantity = quantity_note(dataset, model.quantities[k])
        dataset = self._as_the_model(dataset)
        spectra, rows, reasons = self._prepared(dataset)
        spectra = np.asarray(spectra, dtype=np.float64)
        values = self._values(spectra) if len(rows) else np.zeros((0, self._width()))
        outliers = model.outliers.get(self.instrument)
        flags = outliers.flags(spectra) if outliers is not None and len(rows) else [()] * len(spectra)
        properties = self._properties(values.shape[1])
        flags = [(*f, *more, *low) for f, more, low in zip(flags, self._beyond(values, properties),
                                                           self._negative(values, properties), strict=True)]
        self._notice(dataset, rows, reasons, flags)
        self.given += int(np.isfinite(values).any(axis=1).sum())
        unlike, odd_values = flagged(flags, values)
        self.unlike, self.odd_values = self.unlike + unlike, self.odd_values + odd_values
        every = np.full((len(dataset), values.shape[1]), np.nan)
        every[rows] = values
        of = dict(zip(rows.tolist(), flags, strict=True))
        flags = [of[r] if r in of else (Note("model.no_value", reason=reasons[r]),) for r in range(len(dataset))]
        # a spectrum without a name is known by its row, as in a pairs file
        names = tuple(n if n.strip() else f"#{self.n + row + 1}" for row, n in enumerate(dataset.sample_names))
        self.n += len(dataset)
        return self._predictions(names, every, flags)

    def _prepared(self, dataset: SpectralDataset) -> tuple[np.ndarray, np.ndarray, dict[int, str]]:
        try:
            found = prepare_rows(self.model.preprocessing, dataset, self.instrument)
        except SpectrAlignError:
            # a step may refuse spectra only because there is no other beside them
            self.step_refuses = True
            if self._anchor is None:
                raise
            spectra, rows, reasons = prepare_rows(self.model.preprocessing, _joined([dataset, self._anchor]),
                                                  self.instrument)
            found, self.step_refuses = (spectra[:-1], rows[:-1], reasons), False
        if self._anchor is None and len(found[1]):
            self._anchor = dataset.take([int(found[1][0])])
        return found

    def _values(self, spectra: np.ndarray) -> np.ndarray:
        model = self.model
        try:
            with called(model.instruments, properties=model.properties):
                values = model.estimator.predict(spectra, self.k)
                correction = model.corrections.get(self.instrument)
                return values if correction is None else values * correction[0] + correction[1]
        except NotImplementedError as error:
            if "predict" in model.method.can and not model.properties:
                raise NotImplementedError(
                    Note("model.no_targets", "error", path=model.path or model.method.title)) from error
            raise NotImplementedError(Note("model.cannot_predict", "error", title=model.method.title,
                                           reason=said_of(error))) from error

    def _width(self) -> int:
        """Number of properties, where no spectrum tells."""
        axis = self.model.output_axes[self.k]
        return self._values(np.zeros((1, len(axis)))).shape[1]

    def _properties(self, q: int) -> tuple[str, ...]:
        names = self.model.properties
        return names if len(names) == q else tuple(f"property {j + 1}" for j in range(q))

    def _beyond(self, values: np.ndarray, properties: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Per sample, which of its values (n, q) no sample of the fit came near to."""
        found: list[tuple[str, ...]] = [()] * len(values)
        ranges = self.model.value_ranges
        if ranges is None or ranges.shape[1] != values.shape[1]:
            return found
        low, high = ranges
        margin = BEYOND * (high - low)
        low, high = low - margin, high + margin  # the note names the limits that the rule uses
        beyond = (values < low) | (values > high)
        notes = [Note(BEYOND_FIT, property=p, low=low[j], high=high[j]) for j, p in enumerate(properties)]
        for i in np.flatnonzero(beyond.any(axis=1)):
            found[i] = tuple(notes[j] for j in np.flatnonzero(beyond[i]))
        return found

    def _negative(self, values: np.ndarray, properties: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Per sample, which of its values (n, q) are below 0 though no reference value is."""
        ranges = self.model.value_ranges
        if ranges is None or ranges.shape[1] != values.shape[1]:
            return [()] * len(values)
        below = below_zero(values, ranges[0])
        self._below = below.sum(axis=0) + (self._below if len(self._below) else 0)
        return [tuple(flag(properties[j]) for j in np.flatnonzero(row)) for row in below]

    def _below_note(self) -> Note | None:
        ranges, units = self.model.value_ranges, self.model.units
        if ranges is None or not len(self._below):
            return None
        names = self._properties(len(self._below))
        units = units if len(units) == len(names) else ()
        return below_zero_note(self._below.tolist(), names, ranges[0].tolist(), units)

    def nothing(self) -> Predictions:
        """The predictions of no spectrum."""
        return self._predictions((), np.zeros((0, self._width())), ())

    def _predictions(self, names: tuple[str, ...], values: np.ndarray, flags: Iterable[tuple[str, ...]]) -> Predictions:
        model = self.model
        half = np.full(values.shape[1], np.inf)
        residuals = model.residuals.get(self.instrument)
        if residuals is not None and residuals.shape[1:] == half.shape and np.isfinite(residuals).any():
            half = ConformalIntervals(residuals).half_width(self.level)
        properties = self._properties(values.shape[1])
        closure = model.estimator.chosen_.get("closure")
        return Predictions(names, properties, values, half, tuple(tuple(f) for f in flags), self.level,
                           model.intervals_from.get(self.instrument, "") if np.isfinite(half).any() else "",
                           (-np.inf, np.inf) if closure is None else (0.0, float(closure)),
                           model.units if len(model.units) == len(properties) else ())

    # -- all parts ---------------------------------------------------------------------------------------
    def _notice(self, dataset: SpectralDataset, rows: np.ndarray, reasons: dict[int, str],
                flags: list[tuple[str, ...]]) -> None:
        for row, reason in sorted(reasons.items()):
            if len(self._named) < NAMED:
                self._named.append(of_row(self.n + row, dataset.sample_names[row].strip(), reason))
        self.without += len(reasons)
        self._all_odd = self._all_odd and all(map(is_odd, flags))
        if not self._all_odd:
            self._lost.clear()
            return
        self._lost += [self.n + row for row in sorted(reasons)]
        if len(rows):
            spectra = dataset.spectra if len(rows) == len(dataset) else dataset.spectra[rows]
            self._low = min(self._low, float(np.nanmin(spectra)))
            self._high = max(self._high, float(np.nanmax(spectra)))

    def warnings(self, name: str, look: Callable[[np.ndarray], SpectralDataset]) -> tuple[str, ...]:
        """What is said of the spectra as a whole.

        Parameters
        ----------
        name : str
            Of the data set.
        look : callable
            From rows of the file (ascending) to their spectra as measured; only called where all are odd.

        Raises
        ------
        DataError
            Not one has a value.
        """
        without = without_values_note(name, self.n, self.without, self._named)
        if self.without == self.n:
            raise DataError(without)
        other, outliers = "", self.model.outliers.get(self.instrument)
        if self._all_odd and outliers is not None:
            given = np.setdiff1d(np.arange(self.n), self._lost)
            few = self._as_the_model(look(given[looked_at(len(given))]))
            other = other_kind_note(few, len(given), (self._low, self._high), self.instrument,
                                    self.model.preprocessing, outliers, self.model.intensities.get(self.instrument))
        return tuple(w for w in (without, self._quantity, other, self._below_note()) if w)

    def refusal(self, parts: Iterable[SpectralDataset]) -> SpectrAlignError | None:
        """What the steps say of all spectra that they refuse, among these and later parts.

        Parameters
        ----------
        parts : iterable of SpectralDataset
            The part that could not be added, and all after it.
        """
        refused: list[SpectralDataset] = []
        for part in parts:
            part = self._as_the_model(part)
            if self._refused(part) is not None:
                refused += [one for one in (part.take([row]) for row in range(len(part)))
                            if self._refused(one) is not None]
            if len(refused) >= MOST_REFUSED:
                break
        return self._refused(_joined(refused)) if refused else None

    def _refused(self, part: SpectralDataset) -> SpectrAlignError | None:
        with_anchor = part if self._anchor is None else _joined([part, self._anchor])
        try:
            prepare_rows(self.model.preprocessing, with_anchor, self.instrument)
        except SpectrAlignError as error:
            return error
        return None

    # -- going on later ----------------------------------------------------------------------------------
    def state(self) -> dict[str, Any]:
        """Plain tree from which `go_on` continues."""
        return {"n": self.n, "without": self.without, "given": self.given, "unlike": self.unlike,
                "odd_values": self.odd_values,
                "named": [n.tree() for n in self._named], "below": self._below.tolist(),
                "all_odd": self._all_odd, "lost": list(self._lost), "low": self._low, "high": self._high,
                "anchor": None if self._anchor is None else self._anchor.spectra[0].tolist()}

    def go_on(self, state: dict[str, Any], like: SpectralDataset) -> None:
        """Continue where a stopped one was; `like` is any spectrum of the same file."""
        self.n, self.without, self.given, self.unlike = (int(state[w]) for w in ("n", "without", "given", "unlike"))
        self.odd_values = int(state.get("odd_values", 0))
        self._named = [from_tree(t) for t in state["named"]]
        self._below = np.asarray(state.get("below", ()), dtype=np.int64)
        self._all_odd, self._lost = bool(state["all_odd"]), [int(r) for r in state["lost"]]
        self._low, self._high = float(state["low"]), float(state["high"])
        if state["anchor"] is not None:
            self._anchor = like.take([0]).with_(spectra=np.array([state["anchor"]]), axis=self.model.axes[self.k])


def predict_whole(model: Predicts, dataset: SpectralDataset, instrument: str, level: float = LEVEL) -> Predictions:
    """`Model.predict`: part by part, so that the intermediate results need little memory."""
    run = InParts(model, instrument, level)
    rows = rows_at_once(len(dataset.axis))
    try:
        parts = [run.add(part) for part in slices(dataset, rows)]
    except SpectrAlignError:
        if len(dataset) <= rows:
            raise
        run = InParts(model, instrument, level)
        parts = [run.add(dataset)]  # what a step refuses is said of all spectra at once
    warnings = run.warnings(dataset.name, dataset.take)
    return replace(Predictions.joined(parts), warnings=warnings)


def slices(dataset: SpectralDataset, rows: int) -> Iterator[SpectralDataset]:
    """A data set in parts of so many rows, which share its arrays; one without spectra is one part."""
    if len(dataset) <= rows:
        yield dataset
        return
    plain = dataset.with_(targets=None, groups=None, spread=None, repeats=None)
    for start in range(0, len(dataset), rows):
        part = slice(start, start + rows)
        yield plain.with_(spectra=dataset.spectra[part], sample_names=dataset.sample_names[part])


def _joined(parts: list[SpectralDataset]) -> SpectralDataset:
    return parts[0].with_(
        spectra=np.concatenate([p.spectra for p in parts]), targets=None, groups=None, spread=None, repeats=None,
        sample_names=tuple(n for p in parts for n in p.sample_names))
