"""Many files as one instrument, and repeats of a sample as their average: what both did is said in one line each."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from ..core.data import SpectralDataset, match_key
from ..core.data.repeats import find_repeats, stem
from ..core.errors import ParameterError
from ..core.naming import counted
from ..core.notes import Note, said_of
from ..io.intake.one_instrument import OneInstrument, read_one_instrument
from ..session.state import SessionState
from ..session.state.row_changes import average_samples
from ._reading import fitting
from ._words import some, tell, unended, warn

SPECTRA_HELP = ("spectra, one file per instrument, or its folder, or a pattern in quotation marks such as "
                "'NAME=folder/*.csv' for many files of one instrument")
SUFFIXES = "suffix"


def add_average_repeats(parser: argparse.ArgumentParser, one: bool = False) -> None:
    """Declare ``--average-repeats``; with `one` the call has a single instrument, which need not be named."""
    words = "average the spectra of samples whose names are equal or differ in a number at the end (_1, _2, _3)"
    if one:
        parser.add_argument("--average-repeats", action="store_true", help=words)
        return
    parser.add_argument("--average-repeats", action="append", nargs="?", const="", default=[], metavar="INSTRUMENT",
                        help=f"{words}, of this instrument (may be given several times) or, without a name, of all; "
                        "write it behind the files")


def read_several(path: str, name: str, common: Mapping[str, Any], own: Mapping[str, Any]) -> OneInstrument:
    """All files of a folder or pattern as one instrument; what was read is told in a line."""
    found = read_one_instrument(path, name, lambda file: {**fitting(file, common), **own})
    tell(f"{name}: {counted(len(found.entries), 'file')} of {path} read as one instrument of "
         f"{counted(len(found.dataset), 'spectrum', 'spectra')}")
    if found.left_out:
        files = [f"{file} ({unended(str(said_of(why)))})" for file, why in found.left_out]
        warn(f"{name}: {counted(len(files), 'file')} left out: {some(files, 3, '; ')}")
    return found


def averaged(state: SessionState, words: Sequence[str]) -> SessionState:
    """The session with the repeats of these instruments averaged ("" for all); what became of them is told.

    Raises
    ------
    ParameterError
        There is no instrument of that name.
    """
    for word in words:
        if word and word not in state.instruments:
            raise ParameterError("call.average_no_instrument", word=word, names=list(state.instruments))
    for name in state.instruments if "" in words else dict.fromkeys(words):
        dataset = state.dataset(name)
        found = find_repeats(dataset.sample_names)
        if not found.by:
            if name in words:
                warn(f"{name}: no repeats are recognised by the names of its samples; nothing was averaged")
            continue
        state = average_samples(state, name, found.groups)
        made = state.dataset(name)
        how = "of the same name" if found.by == "name" else "whose names differ in a number at the end"
        tell(f"{name}: {len(dataset)} spectra averaged to {counted(len(made), 'sample')} (those {how})")
        for note in made.warnings:
            if note not in dataset.warnings:
                warn(f"{name}: {unended(str(note))}")
    return state


def average_alone(dataset: SpectralDataset) -> SpectralDataset:
    """A data set with its repeats averaged; what became of them is told."""
    return averaged(SessionState((dataset,)), [dataset.name]).dataset(dataset.name)


def with_repeats(datasets: Sequence[SpectralDataset]) -> Note | None:
    """That names agree only without the numbers that count repeats, and what to do; None where they do not."""
    plain: dict[str, int] = {}
    found: dict[str, int] = {}
    counting: list[str] = []
    for d in datasets:
        repeats = find_repeats(d.sample_names)
        names = {match_key(n) for n in d.sample_names} - {""}
        stems = {match_key(stem(n)) for n in d.sample_names} - {""} if repeats.by == SUFFIXES else names
        counting += [d.name] if repeats.by == SUFFIXES else []
        for table, keys in ((plain, names), (found, stems)):
            for key in keys:
                table[key] = table.get(key, 0) + 1
    before, after = (sum(n > 1 for n in table.values()) for table in (plain, found))
    if after <= before:
        return None
    return Note("call.names_count_repeats", "warning", names=counting, n=after, before=before)
