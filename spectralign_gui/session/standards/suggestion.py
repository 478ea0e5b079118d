"""Which samples to measure next, asked of a session: physical samples by name and mark, not rows."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ...core.data import SpectralDataset, Standard, expand_pairs, linked, match_key
from ...core.errors import ParameterError
from ...core.leaving import can_be_left
from ...core.monitor import Monitor
from ...core.naming import instruments_called
from ...core.numerics.reconstruction import Reconstruction
from ...core.selection.suggest import suggest
from ...core.threads import limited_threads
from ..run.execution import prepare
from ..run.result import RunResult
from ..state.session_state import SessionState
from .free_samples import free_samples, nothing_left_on
from .rounds import SampleSuggestion

__all__ = ["SampleSuggestion", "explanation", "measured_everywhere", "sample_keys", "suggest_samples"]

ORDER = {
    "tau": "score: how well this sample represents the others, 1 for the best of its instrument.",
    "tau-norm": "score: how well this sample represents the others, times the strength of its spectrum.",
    **dict.fromkeys(("kennard-stone", "duplex", "spxy"), "score: the place in the order; each next sample is the one "
                    "farthest from those before it."),
    "random": "score: the place in a random order.",
}
"""What the score is, per strategy."""


def explanation(strategy: str, datasets: Sequence[SpectralDataset], *, command_line: bool = True,
                cover: bool = False, turns: bool = True) -> str:
    """How the list is ordered and what counts as one sample, where that is not plain.

    Parameters
    ----------
    strategy : str
    datasets : sequence of SpectralDataset
    command_line : bool
        Whether a hint may name an option.
    cover : bool
        Whether there were groups to cover.
    turns : bool
        Whether more than one instrument may suggest.
    """
    text = ORDER[strategy]
    if cover:
        text += " The best sample of each group to cover comes first."
    if len(datasets) > 1:
        if turns:
            text += " The instruments take turns, so a lower score can come before a higher one."
        if not any(n.strip() for d in datasets for n in d.sample_names):
            text += (" The samples have no names, so a row of one instrument and the same row of another count as two "
                     f"samples; name them or mark standards{' (--pairs)' if command_line else ''} if they are one.")
    return text


def sample_keys(datasets: Sequence[SpectralDataset], standards: Sequence[Standard]) -> list[list[Hashable]]:
    """A key per row and instrument; rows with the same key are the same physical sample.

    Marked standards first (linked ones together), then equal names; a row without a name stands for itself.
    """
    keys: list[list[Hashable]] = [
        [("name", match_key(n)) if match_key(n) else ("row", d.name, row) for row, n in enumerate(d.sample_names)]
        for d in datasets]
    index = {d.name: k for k, d in enumerate(datasets)}
    for group in linked(standards):
        members = [(index[name], row) for s in group for name, rows in standards[s].rows.items() if name in index
                   for row in rows]
        same: set[Hashable] = {keys[k][row] for k, row in members}
        for k, table in enumerate(keys):  # whatever shares a name with the standard is the standard
            keys[k] = [("standard", group[0]) if key in same else key for key in table]
    return keys


def measured_everywhere(state: SessionState) -> dict[str, dict[int, Hashable]]:
    """Rows per instrument, each with the key of its sample, of samples that have spectra on every instrument.

    Parameters
    ----------
    state : SessionState

    Returns
    -------
    dict of str to dict of int to key
        Empty where there is one instrument; samples are told apart as by `sample_keys`.
    """
    tables = sample_keys(state.datasets, state.standards)
    if len(tables) < 2:
        return {}
    common = set.intersection(*map(set, tables))
    return {d.name: {row: key for row, key in enumerate(table) if key in common}
            for d, table in zip(state.datasets, tables, strict=True)}


@can_be_left
def suggest_samples(
    state: SessionState, count: int, strategy: str = "tau", *, unavailable: Mapping[str, Iterable[int]] | None = None,
    budgets: Mapping[str, float] | None = None, cover: Sequence[str] = (), result: RunResult | None = None,
    monitor: Monitor | None = None,
) -> list[SampleSuggestion]:
    """Suggest `count` physical samples that are not marked yet, best first.

    Parameters
    ----------
    state : SessionState
    count : int
    strategy : str
        See `core.selection.suggest.STRATEGIES`.
    unavailable : mapping of instrument name to rows, optional
        Samples that cannot be measured.
    budgets : mapping of instrument name to weight, optional
    cover : sequence of str
        Groups of which at least one sample should be a standard.
    result : RunResult, optional
        A run of the same data: its reconstructions are used for τ.
    monitor : Monitor, optional

    Raises
    ------
    ParameterError
        All that have a budget are used up, while another instrument has samples.
    SpectrAlignError
        What `suggest` and the preprocessing say of the data.
    """
    asked = [name for name in state.instruments if (budgets or {}).get(name, 0.0) > 0]
    free = free_samples(state)
    if asked and not any(free[name] for name in asked) and (why := nothing_left_on(free, asked)) is not None:
        raise ParameterError(why)
    prepared = prepare(state, monitor)
    datasets, kept = prepared.datasets, prepared.kept_rows
    whole = sample_keys(state.datasets, state.standards)
    keys = [[whole[k][int(r)] for r in rows] for k, rows in enumerate(kept)]
    barred = [[int(i) for i, r in enumerate(rows) if int(r) in set((unavailable or {}).get(d.name, ()))]
              for d, rows in zip(state.datasets, kept, strict=True)]
    reconstructions = _of_the_run(result, kept)
    pairs = prepared.kept_pairs(expand_pairs(state.standards, state.instruments, held_out=None))
    weights = None if budgets is None else [float(budgets.get(d.name, 0.0)) for d in datasets]
    with limited_threads([d.spectra.shape for d in datasets]), instruments_called(datasets):
        found = suggest(
            [d.spectra for d in datasets], count, strategy, pairs=pairs if len(datasets) > 1 else None, samples=keys,
            excluded=barred, budgets=weights, targets=prepared.targets, reconstructions=reconstructions,
            seed=state.seed, groups=[d.groups or ("",) * len(d) for d in datasets], cover=cover, monitor=monitor)
    return [_named(s, datasets, kept, state.instruments) for s in found]


def _of_the_run(result: RunResult | None, kept: Sequence[np.ndarray]) -> tuple[Reconstruction, ...] | None:
    """The reconstructions of a run; None where its method makes none, or it was made of other rows."""
    if result is None or len(result.fitted.reconstructions) != len(kept) or len(result.kept_rows) != len(kept):
        return None
    same = all(np.array_equal(a, b) for a, b in zip(result.kept_rows, kept, strict=True))
    return result.fitted.reconstructions if same else None


def _named(s: Any, datasets: Sequence[SpectralDataset], kept: Sequence[np.ndarray],
           instruments: Sequence[str]) -> SampleSuggestion:
    names = datasets[s.set].sample_names

    def shown(row: int) -> str:
        return names[row].strip() or f"#{int(kept[s.set][row]) + 1}"

    return SampleSuggestion(instruments[s.set], int(kept[s.set][s.row]), shown(s.row), float(s.score),
                            tuple((shown(r), float(w)) for r, w in s.supports),
                            tuple(instruments[k] for k in s.missing_on))
