"""``spectralign suggest``: which samples to measure next on the other instrument."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..core.data import SpectralDataset, match_key
from ..core.errors import DataError, PairsError, ParameterError
from ..core.monitor import Monitor
from ..core.naming import counted
from ..core.notes import Note, about, as_note, code_of
from ..core.selection.suggest import STRATEGIES
from ..io.pairs import read_pairs_table
from ..session.standards.suggestion import SampleSuggestion, explanation, measured_everywhere, suggest_samples
from ..session.standards.unavailable import bar, listed
from ..session.state import SessionState
from ._progress import TerminalMonitor
from ._session import add_session_arguments, excluded_rows, load_session, with_searched_preprocessing
from ._words import is_whole
from .threads import add_threads_argument


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_threads_argument(parser)
    marks = add_session_arguments(parser, of_methods=False)
    parser.add_argument("--count", type=int, required=True, metavar="N", help="how many samples")
    parser.add_argument("--strategy", default="tau", choices=STRATEGIES,
                        help="tau: those that represent the others best (default); the rest spread over the spectra")
    marks.add_argument("--already", metavar="PAIRS.csv", dest="pairs", help="the same as --pairs")
    parser.add_argument("--also-measured", action="store_true",
                        help="propose samples too that have spectra on every instrument already")
    parser.add_argument("--budget", action="append", default=[], metavar="NAME=n", dest="budgets",
                        help="how many of them from this instrument; together they are --count")
    parser.add_argument("--exclude", action="append", default=[], metavar="NAME:#3,#12[=REASON]",
                        help="rows of an instrument that cannot be measured, and why: 'm5:#3,#12=too expensive' "
                             "(counted after repeats are averaged)")
    parser.add_argument("--json", action="store_true", help="machine-readable")


def run(arguments: argparse.Namespace) -> int:
    """Print the list, best first."""
    monitor = TerminalMonitor()
    try:
        state, marked = _session(arguments, monitor)
        datasets = state.datasets
        if arguments.strategy == "spxy" and not any(d.targets is not None and d.targets.known for d in datasets):
            raise DataError("call.spxy_needs_values")
        for word in arguments.exclude:
            name, rows, reason = excluded_with_reason(word, datasets)
            state = bar(state, [(name, row) for row in rows], reason)
        measured = {} if arguments.also_measured else measured_everywhere(state)
        tables = (marked, state.unavailable, measured)
        never = {d.name: sorted({row for rows in tables for row in rows.get(d.name, ())}) for d in datasets}
        budgets = budgets_of(arguments.budgets, datasets, arguments.count)
        left_out = len({key for rows in measured.values() for key in rows.values()})
        found = _suggested(state, arguments, never, budgets, left_out, monitor)
    finally:
        monitor.done()
    if arguments.json:
        print(json.dumps({"strategy": arguments.strategy, "count": arguments.count,
                          "suggestions": [{"rank": k + 1, **s.describe()} for k, s in enumerate(found)],
                          "excluded": [{"instrument": name, "row": row + 1, "sample": sample, "reason": why}
                                       for name, row, sample, why in listed(state)],
                          "measured_already": left_out}, indent=2))
        return 0
    width = max(len(s.sample) for s in found)
    for number, s in enumerate(found, start=1):
        missing = f", not yet on {', '.join(s.missing_on)}" if s.missing_on else ""
        print(f"{number:>3}. {s.sample:<{width}}  {s.instrument} row {s.row + 1}, score {s.score:.3f}{missing}")
    for name, row, sample, why in listed(state):
        print(f"  –  {sample:<{width}}  {name} row {row + 1}, not to be measured{f': {why}' if why else ''}")
    print(explanation(arguments.strategy, datasets))
    there = sum(not s.missing_on for s in found) if len(datasets) > 1 else 0
    if there:
        print(f"{there} of these have spectra on every instrument already, by their names.")
    if left_out:
        print(f"{counted(left_out, 'sample')} left out: {'it has' if left_out == 1 else 'they have'} spectra on every "
              "instrument already (--also-measured proposes them too"
              + ("" if state.standards else "; with --match-names they count as standards") + ").")
    return 0


def _session(arguments: argparse.Namespace, monitor: Monitor) -> tuple[SessionState, dict[str, list[int]]]:
    """The session, and rows of a single instrument that a pairs table marks."""
    table = arguments.pairs if len(arguments.spectra) == 1 else None
    if table:
        arguments = argparse.Namespace(**{**vars(arguments), "pairs": None})
    state = load_session(arguments, exclude=False)
    state, _ = with_searched_preprocessing(state, arguments, monitor)
    return state, {state.instruments[0]: marked_rows(table, state.datasets[0])} if table else {}


def _suggested(state: SessionState, arguments: argparse.Namespace, never: Mapping[str, Sequence[int]],
               budgets: Mapping[str, float] | None, left_out: int, monitor: Monitor) -> list[SampleSuggestion]:
    try:
        return suggest_samples(state, arguments.count, arguments.strategy, unavailable=never, budgets=budgets,
                               monitor=monitor)
    except ParameterError as error:
        if left_out and code_of(as_note(error)) in ("selection.nothing_left", "selection.count_not_excluded"):
            raise ParameterError("call.suggest_measured", error=error, n=left_out) from error
        raise


def excluded_with_reason(word: str, datasets: Sequence[SpectralDataset]) -> tuple[str, tuple[int, ...], str]:
    """Instrument, rows and reason of ``NAME:#3,#12`` or ``NAME:#3,#12=too expensive``; "" without a reason.

    Raises
    ------
    ParameterError
        An unknown instrument, or a row that it does not have.
    """
    # an equals sign in the instrument's name is no reason: the rows stand between the last colon before it and it
    rows, found, reason = word, "", ""
    start = word.rfind(":#")
    if start >= 0 and "=" in word[start:]:
        cells, found, reason = word[start:].partition("=")
        rows = word[:start] + cells
    name, taken = excluded_rows(rows, datasets)
    return name, taken, reason.strip() if found else ""


def budgets_of(words: Sequence[str], datasets: Sequence[SpectralDataset], count: int) -> dict[str, float] | None:
    """``NAME=n`` for every instrument; an instrument that is not named gets none.

    Raises
    ------
    ParameterError
        An unknown instrument, no whole number, or numbers that do not add up to `count`.
    """
    if not words:
        return None
    budgets = {d.name: 0.0 for d in datasets}
    for word in words:
        name, _, number = word.rpartition("=")
        if name not in budgets or not is_whole(number.strip()):
            raise ParameterError("call.budget_form", join=' or '.join(budgets), word=word)
        budgets[name] = float(number)
    if sum(budgets.values()) != count:
        raise ParameterError("call.budget_sum", values=sum(budgets.values()), count=count)
    return budgets


def marked_rows(path: str, dataset: SpectralDataset) -> list[int]:
    """Rows of a single instrument that a pairs table names; its other instruments need not be loaded.

    Raises
    ------
    PairsError
        No column is headed by the instrument's name, or a cell names no sample.
    """
    header, rows = read_pairs_table(path)
    columns = [j for j, h in enumerate(header) if match_key(h) == match_key(dataset.name)]
    if not columns:
        listed = ", ".join(map(repr, header))
        raise PairsError(about(Path(path).name, Note("call.no_such_column", "error", name=dataset.name,
                                                     listed=listed)))
    index: dict[str, list[int]] = {}
    for row, name in enumerate(dataset.sample_names):
        index.setdefault(match_key(name), []).append(row)
        index.setdefault(f"#{row + 1}", []).append(row)
    found: list[int] = []
    for number, cells in enumerate(rows, start=1):
        cell = cells[columns[0]].strip() if columns[0] < len(cells) else ""
        if cell and match_key(cell) not in index:
            raise PairsError(about(Path(path).name, Note("call.no_such_sample", "error", number=number,
                                                         name=dataset.name, cell=cell)))
        found += index[match_key(cell)] if cell else []
    return sorted(set(found))
