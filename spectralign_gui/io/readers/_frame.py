"""Data frames (Parquet, Feather, R): their columns as the cells of a table, read with the same guesses as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from ...core.errors import FileError
from .contract import ReadResult
from .text.build import ask_if_unsure, build
from .text.options import OPTION_NAMES, TextOptions
from .text.sample import sample_lines

FRAME_OPTIONS = tuple(n for n in OPTION_NAMES if n not in ("encoding", "separator", "decimal", "thousands"))
"""Options of the text reader that make sense for a table whose cells are known."""
MAX_CELLS = 150_000_000
SAMPLE, PIECE = 400, 2_000
_GUESSED = ("encoding", "separator", "decimal", "thousands")


@dataclass(frozen=True, eq=False)
class Column:
    """A column of a data frame.

    Parameters
    ----------
    name : str
    values : (n,) or (n, p) float array, or sequence of str
    titles : sequence of str
        Of the columns of a matrix.
    """

    name: str
    values: np.ndarray | Sequence[str]
    titles: Sequence[str] = ()


def frame_result(columns: Sequence[Column], options: Mapping[str, Any]) -> ReadResult:
    """What a data frame holds.

    Raises
    ------
    FileError
        It holds nothing, or more than can be read.
    TwoReadings
        Its layout is not sure.
    """
    columns = [c for c in columns if len(c.values)]
    if not columns:
        raise FileError("frame.no_rows")
    rows = len(columns[0].values)
    if any(len(c.values) != rows for c in columns):
        raise FileError("frame.columns_differ")
    titles = [t for c in columns for t in _titles(c)]
    if rows * len(titles) > MAX_CELLS:
        raise FileError("frame.too_many_cells", rows=rows, columns=len(titles), most=MAX_CELLS / 1e6)
    head = "\t".join(map(cell_text, titles))
    return read_lines(head, lambda: _lines(columns, rows), rows, options)


def read_lines(head: str, lines: Any, rows: int, options: Mapping[str, Any]) -> ReadResult:
    """Read a table given as lines of cells between tabs.

    Parameters
    ----------
    head : str
        The line of titles.
    lines : callable
        Gives an iterator over the other lines, from the first on at each call.
    rows : int
    options : mapping
        Of the text reader, without those about separators.
    """
    settings = TextOptions.from_mapping({**options, "separator": "\t", "decimal": ".", "thousands": ""})
    first = [head, *islice(lines(), SAMPLE)]
    sample = sample_lines(first, "utf-8", rows < len(first), settings, {})
    ask_if_unsure(sample, settings)
    result = build(sample, _chunks(head, lines()), settings)
    return result.with_(guesses={k: g for k, g in result.guesses.items() if k not in _GUESSED})


def cell_text(text: str) -> str:
    """A text as a cell: one line, quoted where it holds quotes."""
    text = " ".join(text.split())
    return '"' + text.replace('"', '""') + '"' if '"' in text else text


def _titles(column: Column) -> list[str]:
    if not isinstance(column.values, np.ndarray) or column.values.ndim == 1:
        return [column.name]
    count = column.values.shape[1]
    return list(column.titles) if len(column.titles) == count else [f"{column.name} {k + 1}" for k in range(count)]


def _lines(columns: Sequence[Column], rows: int) -> Iterator[str]:
    for start in range(0, rows, 64):
        stop = min(start + 64, rows)
        parts = [_cells(c.values[start:stop]) for c in columns]
        for k in range(stop - start):
            yield "\t".join(cell for part in parts for cell in part[k])


def _cells(values: np.ndarray | Sequence[str]) -> list[list[str]]:
    if not isinstance(values, np.ndarray):
        return [[cell_text(v)] for v in values]
    table = values.reshape(len(values), -1).tolist()
    return [["" if v != v else repr(v) for v in row] for row in table]


def _chunks(head: str, lines: Iterable[str]) -> Iterator[bytes]:
    yield (head + "\n").encode()
    source = iter(lines)
    while piece := list(islice(source, PIECE)):
        yield ("\n".join(piece) + "\n").encode()
