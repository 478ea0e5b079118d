"""One file of an import: what was read, how sure it is, and what the user changed. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from ...core.data import SpectralDataset, match_key
from ...core.errors import FileError, SpectrAlignError
from ...core.monitor import Monitor, SilentMonitor
from ...io.assemble import examine_axis
from ...io.pairs import read_pairs_table
from ...io.read import read_file, result_datasets
from ...io.readers import ReadResult
from ...io.readers.contract import Block

SURE = 0.75
"""Confidence below which the dialog is shown."""
STRUCTURE = ("encoding", "separator", "decimal", "thousands", "orientation", "axis")
"""Guesses that change the numbers; a wrong unit or quantity can be set right later."""


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
    result: ReadResult | None = None
    datasets: tuple[SpectralDataset, ...] = ()
    problem: str = ""
    doubts: tuple[str, ...] = ()
    pairs: tuple[list[str], list[list[str]]] | None = None

    @property
    def sure(self) -> bool:
        """Whether it can be taken without a look."""
        return self.kind != "bad" and not self.doubts


def read_entry(path: str | Path, options: Mapping[str, Any] | None = None, axis: str = "auto", name: str = "") -> Entry:
    """Read one file; what is wrong with it is in `Entry.problem`."""
    path = str(path)
    entry = Entry(path, name or Path(path).stem, options=dict(options or {}), axis=axis)
    try:
        result = read_file(path, **entry.options)
    except SpectrAlignError as error:
        return _as_pairs(entry, str(error))
    if not result.blocks:
        return replace(entry, kind="values", result=result, doubts=_doubts(result, entry))
    try:
        datasets = result_datasets(result, entry.name, axis)
    except SpectrAlignError as error:
        return replace(entry, result=result, problem=str(error))
    return replace(entry, kind="spectra", result=result, datasets=_distinct(datasets),
                   doubts=_doubts(result, entry))


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
    if any(not choice.chosen for choice in result.choices):
        options = {c.option for c in result.choices}
        doubts += [f"The file holds more than one {option.replace('_', ' ')}." for option in sorted(options)
                   if option not in entry.options and sum(c.option == option for c in result.choices) > 1]
    return tuple(doubts)


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
    """Files of a drop: folders stand for the files in them (hidden ones apart), without doubles."""
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            found += sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith("."))
        else:
            found.append(path)
    return list(dict.fromkeys(str(p) for p in found))


def read_batch(paths: Sequence[str], taken: Iterable[str], monitor: Monitor | None = None) -> list[Entry]:
    """Read files one after the other; one bad file does not keep the others from loading."""
    monitor = monitor or SilentMonitor()
    entries = []
    for k, path in enumerate(paths):
        monitor.raise_if_cancelled()
        monitor.report(Path(path).name, k / len(paths))
        entries.append(read_entry(path))
    return named(grouped(entries), taken)


def grouped(entries: Sequence[Entry]) -> list[Entry]:
    """Files of one spectrum each that share folder, format and axis become one data set, named by the folder."""
    groups: dict[tuple[Any, ...], list[Entry]] = {}
    for entry in entries:
        if entry.kind == "spectra" and len(entry.datasets) == 1 and len(entry.datasets[0]) == 1 and not entry.doubts:
            d = entry.datasets[0]
            key = (str(Path(entry.path).parent), entry.result.format if entry.result else "", d.axis.unit,
                   len(d.axis), float(d.axis.values[0]), float(d.axis.values[-1]), d.quantity)
            groups.setdefault(key, []).append(entry)
    joined: dict[str, Entry] = {}
    dropped: set[str] = set()
    for members in groups.values():
        first = members[0].datasets[0]
        same = [e for e in members if e.datasets[0].axis.same_as(first.axis, 1e-6 * abs(first.axis.values[-1]))]
        if len(same) >= 2:
            joined[same[0].path] = _joined(same)
            dropped |= {e.path for e in same[1:]}
    return [joined.get(e.path, e) for e in entries if e.path not in dropped]


def _joined(entries: Sequence[Entry]) -> Entry:
    first = entries[0].datasets[0]
    folder = Path(entries[0].path).parent.name or entries[0].name
    names = tuple(_name_of(e.datasets[0], e.path) for e in entries)
    dataset = first.with_(name=folder, spectra=np.concatenate([e.datasets[0].spectra for e in entries]),
                          sample_names=names, targets=None, groups=None,
                          warnings=tuple(dict.fromkeys(w for e in entries for w in e.datasets[0].warnings)))
    return replace(entries[0], name=folder, datasets=(dataset,))


def _name_of(dataset: SpectralDataset, path: str) -> str:
    own = dataset.sample_names[0].strip()
    return own if own not in ("", "1") else Path(path).stem


def named(entries: Sequence[Entry], taken: Iterable[str]) -> list[Entry]:
    """Entries with names that are free: the stem, on a clash parent folder + stem, then numbers."""
    used = set(taken)
    wanted = [e.name for e in entries if e.kind == "spectra"]
    result = []
    for entry in entries:
        if entry.kind != "spectra":
            result.append(entry)
            continue
        name = entry.name
        if name in used or wanted.count(name) > 1:
            parent = Path(entry.path).resolve().parent.name
            name = f"{parent} {name}" if parent else name
        base, number = name, 2
        while name in used:
            name, number = f"{base} {number}", number + 1
        used.add(name)
        result.append(renamed(entry, name))
    return result


def renamed(entry: Entry, name: str) -> Entry:
    """The entry with another instrument name."""
    datasets = tuple(d.with_(name=name + d.name[len(entry.name):] if d.name.startswith(entry.name) else name)
                     for d in entry.datasets)
    return replace(entry, name=name, datasets=datasets)


def first_block(entry: Entry) -> Block | None:
    """The first block of spectra."""
    return entry.result.blocks[0] if entry.result is not None and entry.result.blocks else None
