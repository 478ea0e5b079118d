"""What further standards would bring, asked of a session, and whether it is time to stop."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.data import expand_pairs
from ...core.errors import SpectrAlignError
from ...core.leaving import can_be_left
from ...core.monitor import CancelOnly, Monitor, SilentMonitor, SubMonitor
from ...core.naming import instruments_called
from ...core.notes import Note
from ...core.registry import method
from ...core.selection.benefit import benefit_curve
from ...core.selection.suggest import suggest
from ...core.threads import limited_threads
from ...core.validation.splits import standards_of
from ..run.execution import Prepared, prepare
from ..state.session_state import SessionState

LOW = 0.6
"""A hit rate below which a flat curve is no success."""
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Benefit:
    """Hit rates of left-out standards against the number of standards in the fit.

    Parameters
    ----------
    random : list of dict
        Rows of `core.selection.benefit.benefit_curve`, standards drawn at random.
    ordered : list of dict
        The same with the standards in the order of the strategy; empty where the strategy cannot order them.
    """

    random: Rows
    ordered: Rows


@can_be_left
def benefit(state: SessionState, strategy: str = "tau", monitor: Monitor | None = None) -> Benefit:
    """Leave marked standards out again and again, and look how the others find them.

    Raises
    ------
    PairsError
        Fewer than three standards.
    SpectrAlignError
        What the preprocessing says of the data.
    """
    monitor = monitor or SilentMonitor()
    prepared = prepare(state, SubMonitor(monitor, 0.0, 0.05))
    pairs = prepared.kept_pairs(expand_pairs(state.standards, state.instruments, held_out=None))
    spectra = [d.spectra for d in prepared.datasets]
    estimator = method(state.method).create(**state.method_parameters())
    if "random_state" in estimator.get_params():
        estimator.set_params(random_state=state.seed)
    given: dict[str, Any] = {"targets": prepared.targets, "groups": prepared.groups, "seed": state.seed}
    with limited_threads([X.shape for X in spectra]), instruments_called(prepared.datasets):
        rows = benefit_curve(estimator, spectra, pairs, monitor=SubMonitor(monitor, 0.05, 0.6), **given)
        monitor.report("In the order of the strategy", 0.6)
        try:
            order = standards_in_order(prepared, pairs, strategy, state.seed)
        except SpectrAlignError:  # SPXY without reference values: the curve of random draws stands alone
            return Benefit(rows, [])
        ordered = benefit_curve(estimator, spectra, pairs, counts=[r["standards"] for r in rows], order=order,
                                monitor=CancelOnly(monitor), **given)
    return Benefit(rows, ordered)


def standards_in_order(prepared: Prepared, pairs: np.ndarray, strategy: str, seed: int = 0) -> list[int]:
    """Numbers of the marked standards in the order in which a strategy would have had them measured."""
    sizes = [len(d) for d in prepared.datasets]
    table, sample = standards_of(pairs, sizes)
    keys: list[list[Hashable]] = [[("row", k, i) for i in range(n)] for k, n in enumerate(sizes)]
    for (a, i, b, j), number in zip(table.tolist(), sample.tolist(), strict=True):
        keys[a][i] = keys[b][j] = number
    others = [[i for i, key in enumerate(own) if not isinstance(key, int)] for own in keys]
    found = suggest([d.spectra for d in prepared.datasets], len(set(sample.tolist())), strategy, samples=keys,
                    excluded=others, targets=prepared.targets, seed=seed)
    return [number for s in found if isinstance(number := keys[s.set][s.row], int)]


def when_to_stop(rows: Sequence[Mapping[str, Any]]) -> str:
    """What a benefit curve says about measuring more, as a sentence; "" where it says nothing.

    The curve counts as flat from the first number of standards on after which no hit rate lies below the last one by
    more than the standard error of their difference; that takes three numbers at least, and below three fifths it is
    said that more standards are not the cure.
    """
    known = [r for r in rows if r.get("hit")]
    if len(known) < 3:
        return ""
    last = known[-1]

    def below(row: Mapping[str, Any]) -> bool:
        error = math.hypot(*(r["hit"]["std"] / math.sqrt(len(r["hit"]["values"])) for r in (row, last)))
        return bool(row["hit"]["mean"] < last["hit"]["mean"] - error)

    flat = len(known) - 1
    while flat > 0 and not below(known[flat - 1]):
        flat -= 1
    here, end = known[flat], last["hit"]["mean"]
    if flat < len(known) - 2:
        return Note("benefit.stays_low" if end < LOW else "benefit.stop", "advice", here=here["standards"], share=end)
    if flat == len(known) - 2:
        return Note("benefit.not_clear_yet", "advice", here=here["standards"], last=last["standards"])
    before = known[-2]
    rise = 100 * (end - before["hit"]["mean"]) / (last["standards"] - before["standards"])
    return Note("benefit.rises", "advice", rise=rise, before=before["standards"], last=last["standards"])
