"""One or two parameters of a method over a range of values: held-out hit rate and RMSEP at every point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from ...core.data import expand_pairs
from ...core.errors import DataError, ParameterError, SpectrAlignError
from ...core.monitor import Monitor, SilentMonitor, SubMonitor
from ...core.naming import instruments_called
from ...core.parameters import Parameter
from ...core.registry import MethodInfo, method
from ...core.threads import limited_threads
from ...core.validation.entries import Entry
from ...core.validation.hits import cross_validated_hits
from ...core.validation.sweep import run_jobs
from ...core.validation.transfer import validate_transfers
from ..run.execution import Prepared, check_channels, prepare
from ..run.held_out import target_tables
from ..state.session_state import SessionState
from .evaluate import same_by_name, transfer_data
from .splitting import split_data

FOLDS, STEPS, MOST_POINTS = 5, 7, 400
SWEPT_KINDS = ("float", "int", "bool", "choice")


@dataclass(frozen=True)
class SweepAxis:
    """A parameter and the values it takes.

    Parameters
    ----------
    name : str
    values : tuple
    """

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class SweepPoint:
    """What came out at one point.

    Parameters
    ----------
    values : tuple
        Of the swept parameters, in the order of the axes.
    hit : float
        Top-3 hit rate of left-out standards in the worse direction (0..1); NaN where the method has no partners.
    hit_spread : float
        Standard deviation over the repeats; NaN with one.
    rmsep : mapping of property to float
        Root mean square error on B's test samples.
    seconds : float
        Of one fit, mean.
    error : str
        Why there is no figure, as a sentence; "" if there is.
    hit_interval : float
        Half width of the 95 % interval of the hit rate; NaN where there is none.
    """

    values: tuple[Any, ...]
    hit: float = float("nan")
    hit_spread: float = float("nan")
    rmsep: Mapping[str, float] = field(default_factory=dict)
    seconds: float = float("nan")
    error: str = ""
    hit_interval: float = float("nan")


@dataclass(frozen=True)
class Sweep:
    """A finished sweep.

    Parameters
    ----------
    method : str
    axes : tuple of SweepAxis
        One or two.
    points : tuple of SweepPoint
        In the order of the product of the axes' values, the last axis fastest.
    properties : tuple of str
    yardsticks : mapping of str to mapping of property to float
        RMSEP of "none" and "native" on the same splits; empty without reference values.
    chance : float
        Top-3 hit rate of guessing.
    """

    method: str
    axes: tuple[SweepAxis, ...]
    points: tuple[SweepPoint, ...]
    properties: tuple[str, ...] = ()
    yardsticks: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    chance: float = float("nan")

    def best(self, figure: str = "hit") -> SweepPoint | None:
        """The point with the largest hit rate ("hit"), or the smallest RMSEP of a property; the first of equals."""
        known = [p for p in self.points if np.isfinite(figure_of(p, figure))]
        if not known:
            return None
        return max(known, key=lambda p: p.hit) if figure == "hit" else min(known, key=lambda p: p.rmsep[figure])


def figure_of(point: SweepPoint, figure: str) -> float:
    """Hit rate ("hit") or RMSEP of a property at a point; NaN where unknown."""
    return point.hit if figure == "hit" else float(point.rmsep.get(figure, float("nan")))


def sweepable(info: MethodInfo) -> list[Parameter]:
    """Parameters of a method that can be swept."""
    return [p for p in info.parameters if p.kind in SWEPT_KINDS]


def proposed_values(parameter: Parameter, current: Any = None, count: int = STEPS) -> tuple[Any, ...]:
    """Sensible values to try: all choices, or numbers around the current (or default) one inside the legal range."""
    p = parameter
    if p.kind == "choice":
        return tuple(p.choices)
    if p.kind == "bool":
        return (False, True)
    at = current if isinstance(current, (int, float)) and not isinstance(current, bool) else p.default
    number = float(at) if isinstance(at, (int, float)) else None
    low, high = p.minimum, p.maximum
    if p.kind == "int":
        first = int(low) if low is not None else 1
        last = int(high) if high is not None else max(first + count - 1, 2 * int(number or count))
        return tuple(dict.fromkeys(round(float(v)) for v in np.linspace(first, min(last, first + 4 * count), count)))
    if low is not None and high is not None and not p.logarithmic:
        inside = np.linspace(low, high, count + 2)
        return tuple(_tidy(v) for v in (inside[1:-1] if p.open_minimum or p.open_maximum else inside))
    middle = number if number else 1.0
    values = np.geomspace(middle / 100, middle * 100, count)
    return tuple(dict.fromkeys(_tidy(v) for v in values if (low is None or v >= low) and (high is None or v <= high)))


def _tidy(value: float) -> float:
    return float(f"{value:.3g}")


def check_axes(info: MethodInfo, axes: Sequence[SweepAxis]) -> tuple[SweepAxis, ...]:
    """The axes with their values checked.

    Raises
    ------
    ParameterError
        Not one or two parameters, an unknown one, a value that is not legal, or too many points.
    """
    if not 1 <= len(axes) <= 2:
        raise ParameterError("sweep.number_of_parameters", n_axes=len(axes))
    if len({a.name for a in axes}) < len(axes):
        raise ParameterError("sweep.twice", name=axes[0].name)
    known = {p.name: p for p in sweepable(info)}
    checked = []
    for axis in axes:
        if axis.name not in known:
            raise ParameterError("sweep.no_parameter", name=info.name, name2=axis.name,
                                 known=known)
        values = tuple(dict.fromkeys(known[axis.name].check(v) for v in axis.values))
        if not values:
            raise ParameterError("sweep.no_value", name=axis.name)
        checked.append(SweepAxis(axis.name, values))
    points = int(np.prod([len(a.values) for a in checked]))
    if points > MOST_POINTS:
        raise ParameterError("sweep.too_many_points", points=points, most_points=MOST_POINTS)
    return tuple(checked)


def run_sweep(
    state: SessionState, axes: Sequence[SweepAxis], *, folds: int = FOLDS, repeats: int = 1, rmsep: bool = True,
    monitor: Monitor | None = None, search: bool = False, n_jobs: int | None = None, dask: Any = None,
) -> Sweep:
    """Fit the session's method at every point, on the same splits.

    The standards that give the hit rate, and the samples whose values give RMSEP, are in no fit and in no choice that
    the method makes at that point. Choosing the best point afterwards does use them: its figure is a little better
    than what a new sample will see.

    Parameters
    ----------
    state : SessionState
        Its method, other parameters, standards (held-out ones stay out altogether) and seed are used.
    axes : sequence of SweepAxis
        One or two.
    folds, repeats : int
        Of the splits of the standards.
    rmsep : bool
        Whether to measure prediction errors too, where that is possible.
    search : bool
        Whether every split chooses its preprocessing for the prediction errors.
    monitor : Monitor, optional
        Gets ``table_row`` ({"point": `SweepPoint`}) after every point, in the order in which they are finished.
    n_jobs, dask
        As in `core.validation.sweep.run_jobs`: no figure depends on them.

    Raises
    ------
    SpectrAlignError
        The session cannot be run, or a parameter is at fault. What fails at single points is kept in the point.
    Cancelled
    """
    monitor = monitor or SilentMonitor()
    info = method(state.method)
    checked = check_axes(info, axes)
    if len(state.datasets) < 2:
        raise DataError("sweep.two_instruments")
    monitor.report("Preprocessing", 0.0)
    prepared = prepare(state)
    pairs = prepared.kept_pairs(expand_pairs(state.standards, state.instruments))
    judge = _Judge(state, info, prepared, pairs, folds, repeats, rmsep, search)
    grid = list(product(*(a.values for a in checked)))
    jobs = [(values, {a.name: v for a, v in zip(checked, values, strict=True)}) for values in grid]
    points: dict[int, SweepPoint] = {}

    def share() -> float:
        return 0.03 + 0.97 * len(points) / len(grid)

    def here(judge: _Judge, values: tuple[Any, ...], changed: Mapping[str, Any]) -> SweepPoint:
        part = SubMonitor(monitor, share(), share() + 0.97 / len(grid), f"{len(points)} of {len(grid)} points done: ")
        return judge.point(values, changed, part)

    with limited_threads([d.spectra.shape for d in prepared.datasets]), instruments_called(prepared.datasets):
        yardsticks = judge.yardsticks(SubMonitor(monitor, 0.0, 0.03, "No transfer and native model: "))
        for number, point in run_jobs(_measured, jobs, shared=judge, n_jobs=n_jobs, dask=dask, monitor=monitor,
                                      here=here):
            points[number] = point
            monitor.report(f"{len(points)} of {len(grid)} points done", share(), table_row={"point": point})
    return Sweep(state.method, checked, tuple(points[k] for k in range(len(grid))), judge.properties, yardsticks,
                 judge.chance)


def _measured(judge: _Judge, values: tuple[Any, ...], changed: Mapping[str, Any]) -> SweepPoint:
    """A point in another process."""
    return judge.point(values, changed, SilentMonitor())


class _Judge:
    """Measures points on the same splits; it can be sent to other processes."""

    def __init__(self, state: SessionState, info: MethodInfo, prepared: Prepared, pairs: np.ndarray, folds: int,
                 repeats: int, rmsep: bool, search: bool) -> None:
        self._state, self._prepared, self._pairs = state, prepared, pairs
        self._folds, self._repeats = folds, repeats
        self.hits = info.family != "transfer" or bool(info.can & {"transform", "to_spectra"})
        tables = target_tables(prepared.datasets)
        known = tables is not None and any(np.isfinite(t).any() for t in tables)
        self._transfer = rmsep and known and len(state.datasets) == 2 and "predict" in info.can and len(pairs) >= 6
        if not self.hits and not self._transfer:
            raise DataError("sweep.nothing_to_judge_by" if known else "sweep.load_values", title=info.title)
        self.properties: tuple[str, ...] = ()
        if self._transfer:
            # held-out standards stay out here too
            kept = state.with_(standards=tuple(s for s in state.standards if not s.held_out))
            self._data, _ = transfer_data(kept, search=search)
            self.properties = tuple(self._data.properties)
            self._count = max(split_data(self._data, folds=folds, repeats=repeats, seed=state.seed)[0].counts)
        sizes = [len(d) for d in prepared.datasets]
        self.chance = min(1.0, 3.0 / max(min(sizes), 1)) if self.hits else float("nan")

    def yardsticks(self, monitor: Monitor) -> dict[str, dict[str, float]]:
        """RMSEP of no transfer and of the native model."""
        if not self._transfer:
            return {}
        return {name: self._rmsep(Entry(name, name), SubMonitor(monitor, k / 2, (k + 1) / 2))
                for k, name in enumerate(("none", "native"))}

    def _rmsep(self, entry: Entry, monitor: Monitor) -> dict[str, float]:
        result = validate_transfers(self._data, [entry], (self._count,), folds=self._folds, repeats=self._repeats,
                                    seed=self._state.seed, monitor=monitor)
        table = result.rmsep(entry.key, self._count)
        return {name: float(np.nanmean(table[:, j])) if np.isfinite(table[:, j]).any() else float("nan")
                for j, name in enumerate(self.properties)}

    def point(self, values: tuple[Any, ...], changed: Mapping[str, Any], monitor: Monitor) -> SweepPoint:
        """Figures with these parameters changed; what the method refuses is kept as a sentence."""
        parameters = {**self._state.method_parameters(), **changed}
        share = 0.5 if self.hits and self._transfer else 1.0
        hit, half, spread, seconds, rmsep = *[float("nan")] * 4, {}
        try:
            estimator = method(self._state.method).create(**parameters)
            if "random_state" in estimator.get_params():
                estimator.set_params(random_state=self._state.seed)
            check_channels(estimator, self._prepared.datasets)
            if self.hits:
                found = cross_validated_hits(
                    estimator, [d.spectra for d in self._prepared.datasets], self._pairs, folds=self._folds,
                    repeats=self._repeats, seed=self._state.seed, inductive=False, targets=self._prepared.targets,
                    groups=self._prepared.groups, same=same_by_name(self._prepared, self._pairs),
                    monitor=SubMonitor(monitor, 0.0, share))
                seconds = float(found["seconds"])
                if found["hit"] is not None:  # a transfer has no joint space where its spectra are looked up
                    worse = min((found["hit"]["3"][d] for d in ("a_to_b", "b_to_a")), key=lambda d: d["mean"])
                    hit, half = float(worse["mean"]), float(worse["interval_95"])
                    spread = float(worse["std"]) if self._repeats > 1 else float("nan")
            if self._transfer:
                rmsep = self._rmsep(Entry(self._state.method, self._state.method, parameters),
                                    SubMonitor(monitor, share if self.hits else 0.0, 1.0))
        except (SpectrAlignError, NotImplementedError) as error:
            return SweepPoint(values, hit, spread, rmsep, seconds, str(error))
        return SweepPoint(values, hit, spread, rmsep, seconds, hit_interval=half)


def sweep_table(sweep: Sweep) -> tuple[list[str], list[list[Any]]]:
    """Header and rows for a CSV file."""
    header = [*(a.name for a in sweep.axes), "hit@3", "hit@3 ± 95 %", "hit@3 spread",
              *(f"RMSEP {name}" for name in sweep.properties), "seconds per fit", "remark"]
    rows = [[*p.values, p.hit, p.hit_interval, p.hit_spread,
             *(p.rmsep.get(n, float("nan")) for n in sweep.properties), p.seconds, p.error] for p in sweep.points]
    return header, rows
