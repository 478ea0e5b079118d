"""Whether every line full of numbers came to be something: spectra, axis, values, names, or left out with a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ....core.notes import Note, code_of
from ..contract import ReadResult
from .dialect import split_line
from .numbers import to_number
from .sample import Sample

MOST_LINES, LEAST, FOUND = 2000, 6, 0.5
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_TOLD = ("left_out", "another_table", "chosen", "values_", "statistics", "lines_between", "computed", "without_axis")


def unaccounted(sample: Sample, result: ReadResult) -> list[Note]:
    """What is said of lines full of numbers that are nowhere in what was read.

    Parameters
    ----------
    sample : Sample
        The first lines; of a file that goes on below them nothing is said.
    result : ReadResult

    Returns
    -------
    list of Note
    """
    if not sample.complete or len(sample.lines) > MOST_LINES or any(
            part in str(code_of(w)) for w in result.warnings for part in _TOLD):
        return []
    known = _numbers_of(result)
    lost = [i + 1 for i, numbers in _lines(sample) if len(numbers) >= LEAST and np.isin(
        numbers, known).mean() < FOUND]
    # one line may be numbers, days or temperatures that name the spectra
    return [Note("text.numbers_without_place", n=len(lost), line=lost[0])] if len(lost) > 1 else []


def _lines(sample: Sample) -> Iterator[tuple[int, np.ndarray]]:
    """The numbers of each line that holds little else."""
    d = sample.dialect
    for i, line in enumerate(sample.lines):
        cells = split_line(line, d.separator, d.quoted)
        numbers = [v for c in cells if c and (v := to_number(c, d.decimal, d.thousands)) is not None and v == v]
        if 2 * len(numbers) > sum(map(bool, cells)) and len(set(numbers)) > 1:  # one setting for all is no data
            yield i, np.round(numbers, 9)


def _numbers_of(result: ReadResult) -> np.ndarray:
    """All numbers that were read."""
    parts = [b.spectra.ravel() for b in result.blocks] + [b.axis for b in result.blocks if b.axis is not None]
    parts += [b.targets.values.ravel() for b in result.blocks if b.targets is not None]
    words = [w for b in result.blocks for w in (
        *b.names, *(b.groups or ()), *(c for v in b.columns.values() for c in v))]
    parts.append(np.array([float(v) for w in words for v in _NUMBER.findall(str(w).replace(",", "."))]))
    parts += [t.targets.values.ravel() for t in result.tables]
    return np.round(np.concatenate(parts), 9)
