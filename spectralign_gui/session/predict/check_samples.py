"""Check samples: standards measured again on a later day, to see whether the transfer still holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import scipy

from ...core.data import SpectralDataset, every_property, match_key
from ...core.data.repeats import stem
from ...core.errors import DataError
from ...core.validation.control_chart import ControlChart
from ..run.held_out import target_tables
from ..run.result import RunResult
from .model import Model

BY_NAME, NEAREST, BY_HAND, NONE = "name", "nearest", "hand", ""
"""How a measured spectrum came to stand for a standard."""


@dataclass(frozen=True, eq=False)
class CheckSpectrum:
    """One measured spectrum of a check.

    Parameters
    ----------
    name : str
        As in the file.
    predicted : (q,) array
    standard : str
        `CheckStandard.label` of the standard that it is taken as; "" if it is not used.
    how : {"name", "nearest", "hand", ""}
    reference : (q,) array
        Values of that standard; NaN where unknown.
    """

    name: str
    predicted: np.ndarray
    standard: str = ""
    how: str = NONE
    reference: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def taken_as(self, standard: CheckStandard | None, how: str = BY_HAND) -> CheckSpectrum:
        """The spectrum as that of a standard, or of none."""
        if standard is None:
            return replace(self, standard="", how=NONE, reference=np.zeros(0))
        return replace(self, standard=standard.label, how=how, reference=standard.values)


@dataclass(frozen=True, eq=False)
class CheckStandard:
    """A sample of the run with reference values.

    Parameters
    ----------
    label : str
        Its name (the reference instrument's first); "#12 of NAME" for one without.
    keys : frozenset of str
        Its names on all instruments, as they are matched.
    values : (q,) array
        Reference values, NaN where unknown; the mean over its spectra.
    rows : mapping of instrument name to tuple of int
        Its rows in the run's data sets.
    marked : bool
        Whether it is one of the standards.
    """

    label: str
    keys: frozenset[str]
    values: np.ndarray
    rows: dict[str, tuple[int, ...]]
    marked: bool


@dataclass(frozen=True, eq=False)
class CheckDay:
    """Errors of the check samples on one day.

    Parameters
    ----------
    day : str
        ISO date.
    instrument : str
    samples : tuple of str
    errors : (n, q) array
        Predicted − reference.
    run : str
        `run_key` of the run that predicted; "" in projects of earlier versions.
    spectra : tuple of CheckSpectrum
        All that were measured, also those that are not used; empty in projects of earlier versions.
    alarms : tuple of str
        What the chart of the days said of it, in sentences; see `judged`.
    reference : str
        The instrument whose values the run has; "" in projects of earlier versions.
    properties : tuple of str
        One per column of `errors`; empty in projects of earlier versions.
    settled : bool
        Whether the user said that the alarm is settled.
    """

    day: str
    instrument: str
    samples: tuple[str, ...]
    errors: np.ndarray
    run: str = ""
    spectra: tuple[CheckSpectrum, ...] = ()
    alarms: tuple[str, ...] = ()
    reference: str = ""
    properties: tuple[str, ...] = ()
    settled: bool = False

    @classmethod
    def of(cls, day: str, instrument: str, run: str, spectra: Sequence[CheckSpectrum]) -> CheckDay:
        """A day from its spectra.

        Raises
        ------
        DataError
            None of them is taken as a standard.
        """
        used = [s for s in spectra if s.standard]
        if not used:
            raise DataError("check_samples.none_assigned")
        return cls(day, instrument, tuple(s.name or s.standard for s in used),
                   np.array([s.predicted - s.reference for s in used]), run, tuple(spectra))

    @property
    def standards(self) -> tuple[str, ...]:
        """Which standard every row of `errors` is of; the spectra's own names in projects of earlier versions."""
        used = tuple(s.standard for s in self.spectra if s.standard)
        return used if len(used) == len(self.errors) else self.samples

    def with_spectra(self, spectra: Sequence[CheckSpectrum]) -> CheckDay:
        """The day with other standards for its spectra; see `of`."""
        return replace(CheckDay.of(self.day, self.instrument, self.run, spectra), reference=self.reference,
                       properties=self.properties)


def run_key(result: RunResult) -> str:
    """What tells a run from others: check days of one say nothing about another."""
    return f"{result.method.name} {result.started}"


def days_of(days: Sequence[CheckDay], instrument: str, result: RunResult | None) -> list[CheckDay]:
    """The days of an instrument that were predicted with this run (or with one that is not known)."""
    keys = {"", run_key(result)} if result is not None else {""}
    return [d for d in days if d.instrument == instrument and d.run in keys]


def judged(day: CheckDay, earlier: Sequence[CheckDay], result: RunResult, model: Model) -> CheckDay:
    """The day with what its chart says of it: an alarm outlives the run that gave it, see `standing_alarm`."""
    try:
        last = control_chart(model, day.instrument, [*earlier, day]).points[-1]
    except DataError:  # no limits, no alarm
        last = []
    return replace(day, alarms=tuple(a for point in last for a in point.alarms), settled=False,
                   reference=result.datasets[0].name, properties=tuple(model.properties))


def standing_alarm(days: Sequence[CheckDay], instrument: str, result: RunResult | None) -> CheckDay | None:
    """The newest check of the same two instruments and a common property, where it gave an alarm to another run.

    A new run does not end what check samples have shown of the instrument: that does a check without an alarm, or the
    user, who says that it is settled. None where there is no such alarm; of its own days a run has a chart.
    """
    if result is None:
        return None
    known = set(every_property(result.datasets))
    same = [d for d in days if d.instrument == instrument and d.reference in ("", result.datasets[0].name)
            and (not d.properties or known & set(d.properties))]
    if not same or same[-1].run in ("", run_key(result)) or same[-1].settled or not same[-1].alarms:
        return None
    return same[-1]


def check_standards(result: RunResult) -> list[CheckStandard]:
    """Samples of a run with reference values, the marked standards first.

    The spectra of a standard are one sample whatever it is called on the instruments; of two samples of one name the
    first counts.
    """
    tables = target_tables(result.datasets) or []
    offsets = np.concatenate([[0], np.cumsum([len(d) for d in result.datasets])])
    pairs = np.concatenate([result.pairs, result.held_out_pairs]).reshape(-1, 4)
    ends = [offsets[pairs[:, 0]] + pairs[:, 1], offsets[pairs[:, 2]] + pairs[:, 3]]
    size = int(offsets[-1])
    links = scipy.sparse.coo_array((np.ones(len(pairs)), (ends[0], ends[1])), shape=(size, size))
    sample = scipy.sparse.csgraph.connected_components(links, directed=False)[1] if size else np.zeros(0, np.intp)
    marked = set(sample[np.concatenate(ends)].tolist()) if len(pairs) else set()
    members: dict[int, list[tuple[int, int]]] = {}
    for k, d in enumerate(result.datasets):
        for row in range(len(d)):
            members.setdefault(int(sample[offsets[k] + row]), []).append((k, row))
    found, taken = [], set()
    for number in sorted(members, key=lambda n: n not in marked):
        values = np.array([tables[k][row] for k, row in members[number]] if tables else [])
        if not np.isfinite(values).any():
            continue
        known = np.isfinite(values).sum(axis=0)
        total = np.where(np.isfinite(values), values, 0.0).sum(axis=0)
        mean = np.where(known > 0, total / np.maximum(known, 1), np.nan)
        names = [result.datasets[k].sample_names[row].strip() for k, row in members[number]]
        k, row = members[number][0]
        label = next((n for n in names if n), f"#{int(result.kept_rows[k][row]) + 1} of {result.datasets[k].name}")
        if match_key(label) in taken:
            continue
        taken.add(match_key(label))
        rows = {d.name: tuple(r for j, r in members[number] if j == i) for i, d in enumerate(result.datasets)}
        found.append(CheckStandard(label, frozenset(match_key(n) for n in names if n), mean, rows, number in marked))
    return found


def measured_check(
    result: RunResult, model: Model, dataset: SpectralDataset, instrument: str,
) -> tuple[CheckSpectrum, ...]:
    """Predictions of newly measured check samples, each with a proposal which standard it is.

    A spectrum with the name of a sample is that sample; case, signs between the parts of a name and a number that
    counts repeats say nothing. One with the name of a sample without values is not used. For the others the sample
    whose preprocessed spectrum on the same instrument is nearest (Euclidean distance) is guessed, no sample twice where
    there are enough of them; it may be another one, so that the user is asked.

    Raises
    ------
    DataError
        The run has no reference values, or the spectra do not fit the model.
    """
    standards = check_standards(result)
    if not standards:
        raise DataError("check_samples.no_values")
    predicted = model.predict(dataset, instrument).values
    rows = np.flatnonzero(np.isfinite(predicted).any(axis=1))  # a spectrum with a gap gets no value
    if len(rows) < len(dataset):
        dataset, predicted = dataset.take(rows), predicted[rows]
    named = by_names(dataset.sample_names, standards)
    nearest: list[CheckStandard | None] = [None] * len(named)
    others = {key for d in result.state.datasets for name in d.sample_names for key in _forms(name)[:1]}
    asked = [k for k, n in enumerate(named) if n is None and not others & set(_forms(dataset.sample_names[k]))]
    if asked:
        free = [s for s in standards if all(n is not s for n in named)]
        found = _nearest(result, model.prepare(dataset, instrument)[asked], instrument,
                         free if len(asked) <= len(free) else standards)
        for k, proposed in zip(asked, found, strict=True):
            nearest[k] = proposed
    spectra = []
    for k, name in enumerate(dataset.sample_names):
        spectrum = CheckSpectrum(name.strip() or f"#{rows[k] + 1}", predicted[k])
        spectra.append(spectrum.taken_as(named[k], BY_NAME) if named[k] is not None else
                       spectrum.taken_as(nearest[k], NEAREST))
    return tuple(spectra)


def by_names(names: Sequence[str], standards: Sequence[CheckStandard]) -> list[CheckStandard | None]:
    """The standard that each name says, None where it says none; of two standards that it could mean it says none.

    Examples
    --------
    >>> one = CheckStandard("TAB-1042B", frozenset({"tab 1042b"}), np.ones(1), {}, True)
    >>> [s is one for s in by_names(["tab_1042b", "tab-1042b_1", "TAB1042B (2)", "TAB-1042"], [one])]
    [True, True, True, False]
    """
    exact: dict[str, CheckStandard] = {}
    loose: dict[str, list[CheckStandard]] = {}
    for standard in standards:
        for key in sorted(standard.keys):
            exact.setdefault(key, standard)
            if standard not in loose.setdefault(_squeezed(key), []):
                loose[_squeezed(key)].append(standard)
    found: list[CheckStandard | None] = []
    for name in names:
        said = [[exact[match_key(name)]]] if match_key(name) in exact else [loose.get(f, []) for f in _forms(name)]
        found.append(next((s[0] for s in said if len(s) == 1), None))
    return found


def _forms(name: str) -> list[str]:
    """A name as it is compared: without signs between its parts, then without what counts repeats too."""
    return [f for f in dict.fromkeys((_squeezed(name), _squeezed(stem(name)))) if f]


def _squeezed(name: str) -> str:
    return "".join(c for c in match_key(name) if c.isalnum())


def _nearest(
    result: RunResult, spectra: np.ndarray, instrument: str, standards: Sequence[CheckStandard],
) -> list[CheckStandard | None]:
    own = next((d for d in result.datasets if d.name == instrument), None)
    rows = [(row, s) for s in standards for row in s.rows.get(instrument, ())]
    if own is None or not rows:
        return [None] * len(spectra)
    known = np.asarray(own.spectra[[row for row, _ in rows]], dtype=np.float64)
    new = np.asarray(spectra, dtype=np.float64)
    distance = (new ** 2).sum(axis=1)[:, None] + (known ** 2).sum(axis=1) - 2.0 * new @ known.T
    labels = list(dict.fromkeys(s.label for _, s in rows))
    if len(new) > len(labels):
        return [rows[k][1] for k in distance.argmin(axis=1)]
    # no sample for two spectra where there are enough: the pairing with the smallest sum of distances
    by_label = np.array([distance[:, [s.label == label for _, s in rows]].min(axis=1) for label in labels])
    spectrum, chosen = scipy.optimize.linear_sum_assignment(np.sqrt(np.maximum(by_label.T, 0.0)))
    of_label = {s.label: s for _, s in rows}
    return [of_label[labels[k]] for _, k in sorted(zip(spectrum.tolist(), chosen.tolist(), strict=True))]


def control_chart(model: Model, instrument: str, days: Sequence[CheckDay]) -> ControlChart:
    """The chart of all days, its limits from the held-out standards of the run.

    Raises
    ------
    DataError
        The run has no held-out standards with reference values on that instrument.
    """
    residuals = model.residuals.get(instrument)
    if residuals is None or len(residuals) < 3:
        raise DataError("check_samples.too_few_held_out", instrument=instrument)
    chart = ControlChart.from_baseline(residuals)
    for day in days:
        if day.instrument == instrument:
            chart.add(day.errors, tuple(model.properties), day.standards)
    return chart


def days_to_tree(days: Sequence[CheckDay]) -> list[dict[str, object]]:
    """Plain tree for the project file."""
    return [{"day": d.day, "instrument": d.instrument, "samples": list(d.samples), "errors": np.asarray(d.errors),
             "run": d.run, "alarms": list(d.alarms), "reference": d.reference, "properties": list(d.properties),
             "settled": d.settled, "spectra": [
                 {"name": s.name, "predicted": np.asarray(s.predicted), "standard": s.standard, "how": s.how,
                  "reference": np.asarray(s.reference)} for s in d.spectra]} for d in days]


def days_from_tree(tree: Sequence[dict[str, object]]) -> tuple[CheckDay, ...]:
    """The days that `days_to_tree` described."""
    return tuple(CheckDay(str(d["day"]), str(d["instrument"]), tuple(d["samples"]),  # type: ignore[arg-type]
                          np.asarray(d["errors"], dtype=float), str(d.get("run", "")),
                          tuple(_spectrum(s) for s in d.get("spectra", ())),  # type: ignore[attr-defined]
                          tuple(str(a) for a in d.get("alarms", ())), str(d.get("reference", "")),  # type: ignore[attr-defined]
                          tuple(str(p) for p in d.get("properties", ())),  # type: ignore[attr-defined]
                          bool(d.get("settled", False))) for d in tree)


def _spectrum(tree: dict[str, object]) -> CheckSpectrum:
    return CheckSpectrum(str(tree["name"]), np.asarray(tree["predicted"], dtype=float), str(tree["standard"]),
                         str(tree["how"]), np.asarray(tree["reference"], dtype=float))
