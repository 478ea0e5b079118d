"""Which preprocessing suits these instruments and values: usual chains of steps, judged on the session's own standards.

Every chain is applied and judged by `core.transfers.foreseen`: the error of A's model at A's own samples, and that of a
quick transfer at the standards, each left out. No held-out value and no test sample takes part. What is chosen is an
ordinary list of steps: seen, edited, saved, exported and applied to later samples like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...core.data import SpectralDataset, expand_pairs
from ...core.data.common_axis import why_not_same_channels
from ...core.errors import DataError, SpectrAlignError
from ...core.leaving import can_be_left
from ...core.monitor import Monitor, SilentMonitor, SubMonitor
from ...core.naming import datasets_called
from ...core.notes import Note, as_note
from ...core.threads import limited_threads
from ...preprocessing.parse import format_step, parse_preprocessing
from ...preprocessing.spec import PreprocessingSpec, StepSpec
from ..state.session_state import SessionState
from .execution import prepare
from .held_out import without_held_out

if TYPE_CHECKING:
    from ...core.transfers.foreseen import Foreseen

USUAL = ((), ("detrend:1",), ("snv",), ("msc",), ("emsc",), ("derivative:1,window=15,polynomial=2",),
         ("derivative:2,window=15,polynomial=2",), ("snv", "detrend:2"),
         ("snv", "derivative:1,window=15,polynomial=2"))
"""Steps behind those that are there already, none first; the windows are those of the NIR presets."""
LINEAR_IN_CONTENT = frozenset({"absorbance", "log"})
"""Steps behind which reflectance is no reflectance any more."""


@dataclass(frozen=True)
class Tried:
    """One chain.

    Parameters
    ----------
    spec : PreprocessingSpec
    added : tuple of str
        Steps behind those that were there, as words of the command line; empty for the spectra as given.
    judged : Foreseen or None
    reason : str
        Why it could not be applied or judged; "".
    """

    spec: PreprocessingSpec
    added: tuple[str, ...]
    judged: Foreseen | None
    reason: str = ""


@dataclass(frozen=True)
class Searched:
    """What came of it.

    Parameters
    ----------
    state : SessionState
        With the chosen steps.
    tried : tuple of Tried
        The best first, those that could not be judged last.
    note : Note
        For the user.
    """

    state: SessionState
    tried: tuple[Tried, ...]
    note: Note

    def table(self) -> list[dict[str, object]]:
        """The chains as a plain table, for reports."""
        return [{"added": list(t.added), "error_on_a": None if t.judged is None else float(np.sqrt(t.judged.on_a)),
                 "error_on_b": None if t.judged is None else float(np.sqrt(t.judged.on_b)), "reason": str(t.reason)}
                for t in self.tried]


def chains(spec: PreprocessingSpec, datasets: Sequence[SpectralDataset]) -> list[tuple[PreprocessingSpec,
                                                                                     tuple[str, ...]]]:
    """The lists of steps to try: those of the user, then with the usual ones behind; "as given" is the first.

    Reflectance and transmittance are tried as absorbance too.
    """
    names = [d.name for d in datasets]
    found: list[tuple[PreprocessingSpec, tuple[str, ...]]] = []
    bright = any(d.quantity in ("reflectance", "transmittance") for d in datasets) and not any(
        s.step in LINEAR_IN_CONTENT for name in names for s in spec.steps_for(name))
    for first in ((), ("absorbance",)) if bright else ((),):
        for words in USUAL:
            added = (*first, *words)
            steps = parse_preprocessing(added, names).shared
            if not added or not _there_already(spec, names, steps):
                found.append((_behind(spec, steps), added))
    return found


def _there_already(spec: PreprocessingSpec, names: Sequence[str], steps: tuple[StepSpec, ...]) -> bool:
    """Whether the user's own steps end with these: then they would be done twice."""
    words = [format_step(s) for s in steps]
    return all([format_step(s) for s in spec.steps_for(name)][-len(words):] == words for name in names)


def _behind(spec: PreprocessingSpec, steps: tuple[StepSpec, ...]) -> PreprocessingSpec:
    own: Mapping[str, tuple[StepSpec, ...]] = {name: (*of, *steps) for name, of in spec.own.items()}
    return PreprocessingSpec((*spec.shared, *steps), own)


@can_be_left
def search_preprocessing(state: SessionState, monitor: Monitor | None = None) -> Searched:
    """Try the chains on a session of two instruments and choose one.

    Raises
    ------
    DataError
        Not two instruments, no values, too few standards, or no chain could be judged: the reason of the first.
    Cancelled
    """
    monitor = monitor or SilentMonitor()
    if len(state.datasets) != 2:
        raise DataError("comparison.two_instruments", n_datasets=len(state.datasets))
    if state.method_parameters().get("coefficients"):
        raise DataError("search.own_model")
    tried = []
    todo = chains(state.preprocessing, state.datasets)
    for number, (spec, added) in enumerate(todo):
        monitor.raise_if_cancelled()
        monitor.report("Trying preprocessing", number / len(todo))
        try:
            judged = _judged(state.with_(preprocessing=spec),
                             SubMonitor(monitor, number / len(todo), (number + 1) / len(todo)))
            tried.append(Tried(spec, added, judged))
        except SpectrAlignError as error:
            tried.append(Tried(spec, added, None, as_note(error)))
    monitor.report("Trying preprocessing", 1.0)
    return _chosen(state, tried)


def _judged(state: SessionState, monitor: Monitor) -> Foreseen:
    from ...core.transfers.foreseen import foreseen  # loads several methods: not for a window that is only opened

    prepared = prepare(state, monitor)
    targets = prepared.targets
    if targets is None:
        raise DataError("comparison.needs_values")
    if reason := why_not_same_channels(prepared.datasets):
        raise DataError("search.by_channel", reason=reason)
    pairs = prepared.kept_pairs(expand_pairs(state.standards, state.instruments))
    held_out = prepared.kept_pairs(expand_pairs(state.standards, state.instruments, held_out=True))
    with limited_threads([d.spectra.shape for d in prepared.datasets]), datasets_called(prepared.datasets):
        hidden = without_held_out(targets, held_out)
        return foreseen([d.spectra for d in prepared.datasets], pairs, [] if hidden is None else hidden,
                        prepared.repeats(pairs), monitor)


def ranked(judged: Sequence[Foreseen]) -> list[int]:
    """Places in the order of their errors."""
    return [int(k) for k in np.argsort([found.total for found in judged], kind="stable")]


def best_of(judged: Sequence[Foreseen]) -> int:
    """Place of the smallest error; of equal ones the first, which is the plainer."""
    return ranked(judged)[0]


def _chosen(state: SessionState, tried: Sequence[Tried]) -> Searched:
    """The chain with the smallest error, and what is said of it."""
    known = [t for t in tried if t.judged is not None]
    if not known:
        raise DataError(as_note(tried[0].reason))
    order = [known[k] for k in ranked([t.judged for t in known if t.judged is not None])]
    best, given = order[0], tried[0].judged
    if not best.added:
        note = Note("search.as_given", "info", tried=len(known))
    elif given is None or best.judged is None:
        note = Note("search.only", "info", steps=list(best.added), tried=len(known), reason=tried[0].reason)
    else:
        note = Note("search.chosen", "info", steps=list(best.added), tried=len(known),
                    gain=1.0 - float(np.sqrt(best.judged.total / given.total)))
    return Searched(state.with_(preprocessing=best.spec),
                    (*order, *(t for t in tried if t.judged is None)), note)
