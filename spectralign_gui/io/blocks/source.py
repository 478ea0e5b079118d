"""A file of spectra that is read block by block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from ...core.data import SpectralDataset
from ...core.errors import FileError, SpectrAlignError
from ..assemble import block_to_datasets
from ..memory import ASKED_FROM, check_need
from ..read import told_of
from ..readers import ReadResult, parsing
from .checks import RunningChecks

VALUES = 4_000_000
"""Values in a block."""


class BlockFile(ABC):
    """A file of spectra that share one axis.

    Attributes
    ----------
    path : Path
    n : int or None
        Number of spectra; None: only reading to the end tells.
    result : ReadResult
        What the beginning of the file gave: one block.
    """

    def __init__(self, path: Path, result: ReadResult, n: int | None) -> None:
        self.path, self.result, self.n = path, result, n
        self.checks = RunningChecks(self.result.blocks[0].axis)
        p = self.result.blocks[0].spectra.shape[1]
        first = self.result.blocks[0]
        # how the channels are put in order is asked once, with their numbers in place of a spectrum
        asked = first.with_(spectra=np.arange(float(p))[None], names=(), targets=None, groups=None)
        made = block_to_datasets(asked, path.stem, result.source)
        self.like = made[0]
        """A data set of one spectrum, with what the file says of all."""
        self.parts = len(made)
        """Into how many data sets the spectra fall; more than one are not read in blocks."""
        self._order = made[0].spectra[0].astype(np.intp)
        self._in_order = bool((np.diff(self._order) == 1).all()) and len(self._order) == p
        self.step = 1
        """Blocks of a multiple of so many rows are read quickest."""

    @abstractmethod
    def _raw(self, start: int, rows: int) -> Iterator[tuple[np.ndarray, tuple[str, ...]]]:
        """Spectra (in the order of the file) and names from row `start` on."""

    def _again(self) -> BlockFile:
        """The file for a look in between, which the reading under way does not notice."""
        return self

    @property
    def done(self) -> float:
        """Share of the file that has been read, where `n` does not tell."""
        return 0.0

    def described(self) -> ReadResult:
        """The beginning with what is said of all that has been read."""
        return self.result

    @property
    def channels(self) -> int:
        """Number of channels."""
        return self.result.blocks[0].spectra.shape[1]

    def rows(self, values: int = VALUES) -> int:
        """How many spectra make a block of about so many values."""
        rows = max(1, values // self.channels)
        return rows if self.step > 4 * rows else max(1, round(rows / self.step)) * self.step

    def blocks(self, rows: int, start: int = 0) -> Iterator[SpectralDataset]:
        """The spectra from row `start` on, so many at a time; the next are read while these are worked on.

        Raises
        ------
        FileError
            One sentence that names the file, and the row where it is one's fault.
        """
        with ThreadPoolExecutor(1) as beside:
            found = self._checked(start, rows)
            pending = beside.submit(next, found, None)
            while (block := pending.result()) is not None:
                pending = beside.submit(next, found, None)
                yield block

    def _checked(self, start: int, rows: int) -> Iterator[SpectralDataset]:
        try:
            with parsing(self.result.title or self.result.format):
                at = start
                for spectra, names in self._raw(start, rows):
                    if self.checks.suspicious(spectra) and not self.checks.fills:
                        self.checks.learn_fills(s for s, _ in self._again()._raw(0, rows))
                    spectra = self.checks.look(spectra, names, at)
                    if "orientation" in self.result.guesses:  # the layout was found out
                        self.checks.compare(spectra, names, at)
                    at += len(spectra)
                    yield self.like.with_(spectra=spectra if self._in_order else spectra[:, self._order],
                                          sample_names=names or ("",) * len(spectra))
        except (SpectrAlignError, OSError) as error:
            raise told_of(self.path, error) from error

    @property
    def stored(self) -> np.dtype[Any]:
        """Type of the numbers in the file."""
        return self.result.blocks[0].spectra.dtype

    def whole(self) -> SpectralDataset | None:
        """All spectra in one array of the type that the file has, float32 if it has that: half the memory.

        None where the file holds more than spectra (reference values, groups), or its length is not known.

        Raises
        ------
        FileError
            They need more memory than is free: said before any is read.
        """
        first = self.result.blocks[0]
        if self.n is None or first.targets is not None or first.groups is not None:
            return None
        small = self.stored.kind == "f" and self.stored.itemsize <= 4
        need = self.n * self.channels * (4 if small else 8)
        if need > ASKED_FROM:
            try:
                check_need(need)
            except FileError as error:
                raise told_of(self.path, error) from error
        spectra = np.empty((self.n, self.channels), np.float32 if small else np.float64)
        names: list[str] = []
        for block in self.blocks(self.rows()):
            spectra[len(names):len(names) + len(block)] = block.spectra
            names += block.sample_names
        return self.like.with_(spectra=spectra, sample_names=tuple(names), warnings=self.warnings())

    def take(self, rows: np.ndarray) -> SpectralDataset:
        """Some spectra (ascending rows)."""
        found, at, again = [], 0, self._again()
        size, checks = self.rows(), self.checks
        start = int(rows[0]) // size * size if self.n is not None else 0
        again.checks = checks.same_marks()
        for block in again.blocks(size, start):
            inside = rows[(rows >= start + at) & (rows < start + at + len(block))] - start - at
            if len(inside):
                found.append(block.take(inside))
            at += len(block)
            if start + at > rows[-1]:
                break
        again.checks = checks
        return found[0].with_(spectra=np.concatenate([f.spectra for f in found]),
                              sample_names=tuple(n for f in found for n in f.sample_names))

    def warnings(self) -> tuple[str, ...]:
        """What is said of the file once it has been read to its end."""
        result = self.described()
        said = tuple(dict.fromkeys((*result.warnings, *self.checks.notes())))
        block = result.blocks[0].with_(names=())
        return block_to_datasets(block, self.path.stem, result.source, said)[0].warnings

    def state(self) -> dict[str, Any]:
        """What later blocks need to know of earlier ones, as a plain tree."""
        return self.checks.state()

    def go_on(self, state: dict[str, Any]) -> None:
        """Continue where a stopped one was."""
        self.checks.go_on(state)
