"""What a reader is and gives back: blocks of spectra in *file order*, tables without axis, guesses, warnings."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ...core.data import QUANTITIES, UNITS, Source, Targets
from ...core.errors import FileError


@dataclass(frozen=True)
class Guess:
    """One thing that was found out: the value, how sure (0..1), and why in one sentence.

    Parameters
    ----------
    value
    confidence : float
    reason : Note or str
    stated : bool
        The file (or the user) says so; False: it is a guess from the numbers, which is told wherever it is used.
    """

    value: Any
    confidence: float = 1.0
    reason: str = ""
    stated: bool = True


@dataclass(frozen=True)
class Choice:
    """Something else that the file holds and the user may choose instead (an OPUS block, a column, a sheet).

    Parameters
    ----------
    option : str
        Name of the option of `read_file` that chooses it ("block").
    value : str
    title : str
        In the user's words ("reflectance, 1899 points").
    chosen : bool
    """

    option: str
    value: str
    title: str
    chosen: bool = False


@dataclass(frozen=True, eq=False)
class Block:
    """Spectra that share one axis, in the order of the file.

    Parameters
    ----------
    spectra : (n, p) float array
        NaN marks a missing value.
    axis : (p,) float array or None
        As in the file: may descend, repeat or step back. None: the file has none.
    names : tuple of str
        Sample names as written; empty tuple if the file has none.
    unit, quantity : str
        Of `core.data.UNITS` and `core.data.QUANTITIES`.
    label : str
        Tells the blocks of one file apart ("Sheet2").
    targets : Targets, optional
        Property columns of the same table.
    groups : tuple of str, optional
    metadata : mapping of str to str
    laser_nm : float, optional
    guessed : tuple of str
        What of it is a guess and nothing the file states: "unit".
    columns : mapping of str to tuple of str
        Columns beside the spectra that are neither names, groups nor values.
    """

    spectra: np.ndarray
    axis: np.ndarray | None = None
    names: tuple[str, ...] = ()
    unit: str = "unknown"
    quantity: str = "unknown"
    label: str = ""
    targets: Targets | None = None
    groups: tuple[str, ...] | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)
    laser_nm: float | None = None
    guessed: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        spectra = np.asarray(self.spectra)
        if spectra.dtype.kind == "c":
            if (spectra.imag != 0).any():
                raise FileError("read.complex_numbers")
            spectra = spectra.real
        if spectra.dtype not in (np.float32, np.float64):
            spectra = spectra.astype(np.float64)
        spectra = np.atleast_2d(spectra)
        where = f" ({self.label})" if self.label else ""
        if spectra.ndim != 2:
            raise FileError("read.not_a_table", where=where, dimensions=spectra.ndim)
        if not spectra.size:
            raise FileError("read.no_spectrum", where=where)
        if self.axis is not None:
            axis = np.asarray(self.axis, dtype=np.float64)
            if axis.ndim != 1 or len(axis) != spectra.shape[1]:
                raise FileError("read.spectra_and_axis_differ", where=where, values=spectra.shape[1],
                                positions=axis.size)
            if not np.isfinite(axis).all():
                at = int(np.flatnonzero(~np.isfinite(axis))[0])
                raise FileError("read.axis_without_number", where=where, channel=at + 1)
            object.__setattr__(self, "axis", axis)
        if self.names and len(self.names) != len(spectra):
            raise FileError("read.spectra_and_names_differ", spectra=len(spectra), where=where, names=len(self.names))
        if self.unit not in UNITS or self.quantity not in QUANTITIES:
            raise FileError("read.unknown_unit_or_quantity", unit=self.unit, quantity=self.quantity)
        object.__setattr__(self, "spectra", spectra)

    def take(self, rows: Sequence[int]) -> Block:
        """The block with these of its spectra."""
        return self.with_(
            spectra=self.spectra[list(rows)], names=tuple(self.names[i] for i in rows) if self.names else (),
            groups=None if self.groups is None else tuple(self.groups[i] for i in rows),
            targets=None if self.targets is None else self.targets.take(np.asarray(rows, dtype=np.intp)),
            columns={t: tuple(c[i] for i in rows) for t, c in self.columns.items()})

    def with_(self, **changes: Any) -> Block:
        """A copy with some fields replaced."""
        return dataclasses.replace(self, **changes)


@dataclass(frozen=True, eq=False)
class Table:
    """A table without spectral axis: reference values.

    Parameters
    ----------
    targets : Targets
    names : tuple of str
        Sample names of the rows; empty if the table has no name column.
    label : str
    notes : tuple of str
        What should be looked at, one sentence each.
    """

    targets: Targets
    names: tuple[str, ...] = ()
    label: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class ReadResult:
    """What was read from one file.

    Parameters
    ----------
    blocks : tuple of Block
    tables : tuple of Table
    guesses : mapping of str to Guess
        What was guessed ("separator", "orientation", "unit" ...), with confidence and reason.
    warnings : tuple of str
        One sentence each.
    choices : tuple of Choice
        What else the file holds.
    path, format, title, sha256 : str
        Filled by `read_file`: `format` is the reader's name, `title` its title.
    options : tuple of (name, value)
        Filled by `read_file`: what the user asked for.
    """

    blocks: tuple[Block, ...] = ()
    tables: tuple[Table, ...] = ()
    guesses: Mapping[str, Guess] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    path: str = ""
    format: str = ""
    title: str = ""
    sha256: str = ""
    options: tuple[tuple[str, Any], ...] = ()

    def with_(self, **changes: Any) -> ReadResult:
        """A copy with some fields replaced."""
        return dataclasses.replace(self, **changes)

    @property
    def source(self) -> Source:
        """The source that data sets of this file carry."""
        return Source(self.path, self.sha256, self.format, self.options)


class Reader:
    """Base of all readers. A subclass sits in its own file of `io/readers/` and is decorated with `register_reader`.

    Attributes
    ----------
    name : str
        Short, for `info` and the `reader` option ("spc").
    title : str
        For people ("Galactic SPC").
    extensions : tuple of str
        Lower case with the dot. Only a hint: content decides.
    option_names : tuple of str
        Keyword options of `read_file` that this reader understands.
    apart : bool
        Whether it reads in a process of its own (`io.apart`): for readers that hand the bytes to a native library.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    extensions: ClassVar[tuple[str, ...]] = ()
    option_names: ClassVar[tuple[str, ...]] = ()
    apart: ClassVar[bool] = False

    def sniff(self, path: Path, head: bytes) -> float:
        """How sure this reader is, 0..1, that it can read the file whose first bytes are `head`."""
        raise NotImplementedError

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the file.

        Raises
        ------
        FileError
            One sentence; `read_file` puts the file name before it where it is missing.
        """
        raise NotImplementedError
