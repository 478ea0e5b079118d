"""One file of an import: what was read, how sure it is, and what the user changed."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...core.data import SpectralDataset, match_key
from ...core.errors import FileError, SpectrAlignError, TwoReadings
from ...core.monitor import Monitor, SilentMonitor
from ...core.notes import Note, about, as_note, code_of, said_of
from ...session.standards.pairs_columns import find_columns
from ...session.standards.returned_samples import is_measuring_list
from ..apart import many, watched_by
from ..assemble import examine_axis
from ..batch import find_files
from ..pairs import read_pairs_table
from ..read import read_file, read_head, result_datasets
from ..readers import PARSER_ERRORS, ReadResult
from ..targets import with_units_and_errors

log = logging.getLogger(__name__)

SURE = 0.75
"""Confidence below which the dialog is shown."""
MOST_HEADINGS = 12
"""Columns that a pairs file has at most; spectra whose samples are called like instruments have more."""
STRUCTURE = ("encoding", "separator", "decimal", "thousands", "orientation", "axis")
"""Guesses that change the numbers; a wrong unit or quantity can be set right later."""


_SERIOUS = (
    "consistent.axis_like_spectra", "consistent.channels_apart", "consistent.far_from_all_around",
    "consistent.like_an_axis",
    "consistent.mean_of_others", "consistent.moved_cells", "consistent.other_order", "consistent.other_scale",
    "consistent.other_sign", "consistent.settings", "consistent.statistic_of_others", "consistent.steps_in_turn",
    "consistent.sum_of_others", "consistent.values_like_spectra", "consistent.weights",
    "text.axis_from_words", "text.cell_beyond_titles", "text.numbers_without_place",
    "jcamp.blocks_missing", "jcamp.pages_missing", "jcamp.no_end_record", "jcamp.x_of_lines_on_another_scale",
    "jcamp.y_check_failed", "read.guessed_layout", "spc.bytes_without_meaning", "spc.last_spectrum_cut_off",
    "text.another_table_above", "text.another_table_below", "text.cut_off_number", "text.statistics_among_samples",
    "text.statistics_among_spectra", "values.end_early", "values.end_early_and_others", "values.end_early_named",
    "values.end_early_named_and_others")
"""Warnings of readers that say that not all may be there, or not all right: worth a look before it is taken."""


@dataclass(frozen=True)
class Entry:
    """A file of the batch.

    Parameters
    ----------
    path : str
    name : str
        Name of the instrument.
    kind : {"spectra", "values", "pairs", "bad"}
    options : mapping
        What the user set (options of `read_file`).
    axis : str
        What to do with a suspicious axis.
    splice_at : tuple of float
        For ``axis="splice"``: where one detector ends and the next begins; empty for the middle of each overlap.
    result : ReadResult, optional
    datasets : tuple of SpectralDataset
    problem : str
        Why it cannot be read.
    doubts : tuple of str
        What should be looked at before it is taken.
    pairs : (header, rows), optional
    """

    path: str
    name: str = ""
    kind: str = "bad"
    options: Mapping[str, Any] = field(default_factory=dict)
    axis: str = "auto"
    splice_at: tuple[float, ...] = ()
    result: ReadResult | None = None
    datasets: tuple[SpectralDataset, ...] = ()
    problem: str = ""
    doubts: tuple[str, ...] = ()
    pairs: tuple[list[str], list[list[str]]] | None = None

    @property
    def sure(self) -> bool:
        """Whether it can be taken without a look."""
        return self.kind != "bad" and not self.doubts


def read_entry(path: str | Path, options: Mapping[str, Any] | None = None, axis: str = "auto", name: str = "",
               splice_at: tuple[float, ...] = ()) -> Entry:
    """Read one file; what is wrong with it is in `Entry.problem`."""
    path = str(path)
    entry = Entry(path, name or Path(path).stem, options=dict(options or {}), axis=axis, splice_at=splice_at)
    try:
        return _read(entry)
    except PARSER_ERRORS as error:
        # not foreseen by the reader: said as what it is, in the log too, and the other files still load
        log.exception("the reader failed on %s", path)
        return replace(entry, problem=f"{Path(path).name}: the reader failed ({type(error).__name__}: "
                       f"{' '.join(str(error).split())[:120]}); this is a defect of the program.")


def _read(entry: Entry) -> Entry:
    path, options = entry.path, entry.options
    listed = _measuring_list(path) if not options else None
    if listed is not None:
        return replace(entry, kind="pairs", pairs=listed)
    try:
        result = read_file(path, **entry.options)
    except TwoReadings as error:
        values = None if options else with_units_and_errors(path)
        if values is not None:  # a row of units or of laboratory errors says that it is a table of values
            return replace(entry, kind="values", result=values)
        # the likelier reading is shown, and the user is asked
        likelier = _read(replace(entry, options={**options, "orientation": error.orientation}))
        return replace(likelier, doubts=(str(error), *likelier.doubts))
    except SpectrAlignError as error:
        values = None if options else with_units_and_errors(path)
        return replace(entry, kind="values", result=values) if values else _as_pairs(entry, as_note(error))
    if not result.blocks:
        result = (None if options else with_units_and_errors(path, result)) or result
        return replace(entry, kind="values", result=result, doubts=_doubts(result, entry))
    try:
        datasets = result_datasets(result, entry.name, entry.axis, entry.splice_at)
    except SpectrAlignError as error:
        return replace(entry, result=result, problem=about(Path(path).name, error))
    return replace(entry, kind="spectra", result=result, datasets=_distinct(datasets),
                   doubts=_doubts(result, entry))


def _measuring_list(path: str) -> tuple[list[str], list[list[str]]] | None:
    """A list of samples to measure that this program wrote: its columns of numbers make it look like values."""
    try:
        start = read_head(Path(path), 8192).lower()
        if b"rank" not in start or b"measure on" not in start:
            return None
        table = read_pairs_table(path)
    except (FileError, OSError):
        return None  # the readers say what is wrong with it
    return table if is_measuring_list(table[0]) else None


def _as_pairs(entry: Entry, problem: str) -> Entry:
    """A table of names only may be a pairs file."""
    try:
        header, rows = read_pairs_table(entry.path)
    except (FileError, OSError):
        return replace(entry, problem=problem)
    if len([h for h in header if h]) < 2 or entry.options:
        return replace(entry, problem=problem)
    return replace(entry, kind="pairs", pairs=(header, rows), problem=problem)


def is_pairs_of(entry: Entry, instruments: Iterable[str]) -> bool:
    """Whether at least two columns of the table are names of instruments."""
    keys = {match_key(name) for name in instruments}
    return entry.pairs is not None and sum(match_key(h) in keys for h in entry.pairs[0]) >= 2


def as_pairs_if_it_is(entry: Entry, datasets: Sequence[SpectralDataset], names: Iterable[str] = ()) -> Entry:
    """A table that is a pairs file of these instruments as such; else the entry as it is, or why it is none.

    Parameters
    ----------
    entry : Entry
        As `read_entry` gives it.
    datasets : sequence of SpectralDataset
        The loaded instruments and those that come with the file.
    names : iterable of str
        What they are called; an instrument that comes along may get another name later.
    """
    if entry.options:
        return entry
    if entry.kind in ("spectra", "values"):  # numbers may be the names of samples
        return _headed_by_instruments(entry, {match_key(name) for name in names})
    if entry.pairs is None or is_pairs_of(entry, names) or find_columns(*entry.pairs, datasets) is not None:
        return entry
    known = [d.name for d in datasets]
    why = (Note("pairs_file.names_no_samples", "error", known=known) if len(known) > 1
           else Note("pairs_file.early", "error"))
    return replace(entry, kind="bad", pairs=None,
                   problem=Note("pairs_file.or_pairs", "error", problem=entry.problem, why=why))


def _headed_by_instruments(entry: Entry, names: set[str]) -> Entry:
    """A table of numbers under the names of two instruments is a pairs file of samples that are called by numbers."""
    try:
        start = match_key(read_head(Path(entry.path), 4096).decode("utf-8", "replace").split("\n", 1)[0])
        if sum(bool(name) and name in start for name in names) < 2:
            return entry
        header, rows = read_pairs_table(entry.path)
    except (FileError, OSError):
        return entry  # its reader took it for what it is
    keys = [match_key(h) for h in header]
    plain = len(keys) <= MOST_HEADINGS and len(set(keys)) == len(keys)
    return replace(entry, kind="pairs", pairs=(header, rows), result=None, datasets=(), doubts=()) if (
        plain and len(set(keys) & names) >= 2) else entry


def is_serious(warning: str) -> bool:
    """Whether what a reader says is worth a look first; guessed nanometres are marked and can be confirmed later."""
    note = said_of(warning)
    if note.code == "read.guessed_unit":
        return bool(note.facts["unit"] != "nm")
    if note.code in ("text.left_out_columns", "text.left_out_rows"):
        return any(code_of(role.facts["role"]) == "role.statistic" for role in note.facts["roles"])
    return note.code in _SERIOUS


def _doubts(result: ReadResult, entry: Entry) -> tuple[str, ...]:
    doubts = []
    for what in STRUCTURE:
        guess = result.guesses.get(what)
        if what == "separator" and guess is not None and guess.value in ("tab", "spaces"):
            continue  # tab or blanks: the same cells either way
        if guess is not None and guess.confidence < SURE:
            doubts.append(f"{what.replace('_', ' ').capitalize()}: {guess.value}? {guess.reason}".strip())
    if entry.axis == "auto":
        for block in result.blocks:
            finding = examine_axis(block.axis)
            if finding.kind in ("steps-back", "repeats", "unordered"):
                doubts.append(finding.sentence)
                break
    doubts += [w for w in result.warnings if is_serious(w)]
    if any(not choice.chosen for choice in result.choices):
        options = {c.option for c in result.choices}
        doubts += [f"The file holds more than one {_one(option)}." for option in sorted(options)
                   if option not in entry.options and sum(c.option == option for c in result.choices) > 1]
    return tuple(doubts)


def _one(option: str) -> str:
    """``spectrum column`` of the option ``spectrum_columns``: one of what can be chosen."""
    return option.replace("_", " ").removesuffix("s")


def _distinct(datasets: tuple[SpectralDataset, ...]) -> tuple[SpectralDataset, ...]:
    seen: list[str] = []
    made = []
    for d in datasets:
        name, number = d.name, 2
        while name in seen:
            name, number = f"{d.name} {number}", number + 1
        seen.append(name)
        made.append(d if name == d.name else d.with_(name=name))
    return tuple(made)


def expand(paths: Sequence[str | Path]) -> list[str]:
    """Files of a drop: folders stand for the files in them (hidden ones and data beside a header apart)."""
    return [str(p) for p in find_files(paths)]


def read_batch(paths: Sequence[str], monitor: Monitor | None = None) -> list[Entry]:
    """Read files, many of them side by side; one bad file does not keep the others from loading."""
    monitor = monitor or SilentMonitor()
    monitor.raise_if_cancelled()
    if paths:
        monitor.report(f"1 of {len(paths)}: {Path(paths[0]).name}", 0.0)
    with watched_by(monitor):
        answers = many(read_entry, [(path, ()) for path in paths])
        return _gathered(paths, answers, monitor)


def _gathered(paths: Sequence[str], answers: Iterable[Any], monitor: Monitor) -> list[Entry]:
    entries: list[Entry] = []
    bad = 0
    for path, read in zip(paths, answers, strict=True):
        monitor.raise_if_cancelled()
        entries.append(read if isinstance(read, Entry) else Entry(path, Path(path).stem, problem=about(
            Path(path).name, as_note(read))))
        bad += entries[-1].kind == "bad"
        failed = f" ({bad} not readable)" if bad else ""
        if len(entries) < len(paths):
            following = Path(paths[len(entries)]).name
            monitor.report(f"{len(entries) + 1} of {len(paths)}{failed}: {following}", len(entries) / len(paths))
    return entries
