"""Delimited text with a spectrum per line, block by block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ...core.notes import Note
from ..read import COMMON_OPTIONS, settled
from ..readers import ReadResult
from ..readers.text.body import BodyReader
from ..readers.text.build import build, stripped_rows, wanted_columns
from ..readers.text.decode import line_chunks
from ..readers.text.described import described_rows, statistics_of
from ..readers.text.ending import cut_off_note
from ..readers.text.marks import without_marks
from ..readers.text.options import TextOptions
from ..readers.text.reader import ask_if_unsure
from ..readers.text.rows_roles import Stripped
from ..readers.text.sample import Sample, take_sample
from ..readers.text.sense import check_sense
from .source import BlockFile

FIRST = 4_000_000
"""Bytes whose lines say what the file is."""


class TextBlocks(BlockFile):
    """A table with a spectrum per line.

    Parameters
    ----------
    path : Path
    result : ReadResult
        Of the first lines.
    sample : Sample
    options : TextOptions
    common : mapping
        What the user says of every kind of file.
    """

    def __init__(self, path: Path, result: ReadResult, sample: Sample, options: TextOptions,
                 common: Mapping[str, Any]) -> None:
        super().__init__(path, result, None)
        self._sample, self._options, self._common = sample, options, dict(common)
        self._size = max(1, path.stat().st_size)
        self._forget()

    def _forget(self) -> None:
        columns, texts = wanted_columns(self._sample.layout)
        self._where = {j: k for k, j in enumerate(columns)}
        self._body = BodyReader(self._sample.layout, self._sample.dialect, columns, texts)
        self._roles: list[Note] = []
        self._statistics: list[str] = []
        self._unit, self._names, self._read = "", 0, 0

    def _again(self) -> TextBlocks:
        return TextBlocks(self.path, self.result, self._sample, self._options, self._common)

    @property
    def done(self) -> float:
        """Share of the file that has been read."""
        return min(1.0, self._read / self._size)

    def _raw(self, start: int, rows: int) -> Iterator[tuple[np.ndarray, tuple[str, ...]]]:
        self._forget()
        kept: list[tuple[np.ndarray, tuple[str, ...]]] = []
        at = 0
        for spectra, names in self._tables(rows):
            skip = min(max(start - at, 0), len(spectra))
            at += len(spectra)
            if skip < len(spectra):
                kept.append((spectra[skip:], names[skip:]))
            while sum(len(s) for s, _ in kept) >= rows:
                joined = np.concatenate([s for s, _ in kept]), tuple(n for _, names in kept for n in names)
                yield joined[0][:rows], joined[1][:rows]
                kept = [(joined[0][rows:], joined[1][rows:])] if len(joined[0]) > rows else []
        if kept:
            yield np.concatenate([s for s, _ in kept]), tuple(n for _, names in kept for n in names)
        check_sense(self._body.end(), self._sample, self._options)

    def _tables(self, rows: int) -> Iterator[tuple[np.ndarray, tuple[str, ...]]]:
        """Spectra as they come, those that are none left out."""
        first, chunks = True, line_chunks(self.path, self._sample.encoding)
        while True:
            few = False
            for chunk in chunks:
                self._read += len(chunk)
                self._body.take(chunk)
                if few := self._body.waiting >= (max(rows, 50) if first else rows):
                    break
            if self._body.waiting:
                yield self._table(first)
                first = False
            if not few:
                return

    def _table(self, first: bool) -> tuple[np.ndarray, tuple[str, ...]]:
        stripped = stripped_rows(self._body.drain(), self._sample, self._where, first)
        self._roles += stripped.roles
        self._unit = self._unit or stripped.unit
        block = without_marks(ReadResult((stripped.block,))).blocks[0] if len(stripped.block.spectra) else (
            stripped.block)
        self._names += len(block.names)
        if len(self._statistics) < 5:
            self._statistics += statistics_of(block.names)
        return block.spectra, block.names

    def described(self) -> ReadResult:
        """The first lines with what is said of all."""
        body = self._body.end()
        stripped = Stripped(self.result.blocks[0], self._unit, tuple(self._roles))
        said = [*self._sample.warnings, *body.warnings, *stripped.notes]
        result = described_rows(stripped, self._sample, self._options, said, self._statistics, self._names)
        if note := cut_off_note(self.path, self._sample):
            result = result.with_(warnings=(*result.warnings, note))
        return settled(result, self._common).with_(path=str(self.path), format="text", title=self.result.title)


def open_text(path: Path, options: Mapping[str, Any]) -> TextBlocks | None:
    """A text file to be read in blocks; None if it has no spectrum per line.

    Raises
    ------
    FileError
    """
    common = {k: v for k, v in options.items() if k in COMMON_OPTIONS and k != "reader"}
    wanted = TextOptions.from_mapping({k: v for k, v in options.items() if k not in COMMON_OPTIONS})
    sample = take_sample(path, wanted)
    ask_if_unsure(sample, wanted)
    if sample.layout.orientation != "rows":
        return None
    chunks = islice(line_chunks(path, sample.encoding), max(1, FIRST >> 18))
    result = settled(build(sample, chunks, wanted, whole=False), common)
    if len(result.blocks) != 1:
        return None
    result = result.with_(path=str(path), format="text", title="Delimited text")
    return TextBlocks(path, result, sample, wanted, common)
