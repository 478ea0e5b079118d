"""Spectra of one instrument."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import DataError
from .axis import Axis
from .targets import Targets
from .text import printable, printable_names

PREPROCESSED = "preprocessed"
"""Entry of `SpectralDataset.metadata`: the steps that have changed the intensities already, as on the command line."""
QUANTITIES = ("unknown", "counts", "intensity", "raman-intensity", "reflectance", "absorbance", "transmittance",
              "radiance", "irradiance")


@dataclass(frozen=True)
class Source:
    """Where the spectra come from.

    Parameters
    ----------
    path, sha256 : str
        The file, and the SHA-256 (hex) of its content as read.
    format : str
        The reader's name.
    options : tuple of (name, value)
        Options given to the reader by the user, so that the file can be read alike again.
    changed : bool
        The spectra are not just what the file holds (merged, averaged, converted); reading it again is not enough.
    """

    path: str = ""
    sha256: str = ""
    format: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    changed: bool = False


@dataclass(frozen=True, eq=False)
class SpectralDataset:
    """Spectra of one instrument; never changed in place (`with_` makes a changed copy that shares arrays).

    Parameters
    ----------
    name : str
        Name of the instrument.
    spectra : (n, p) float32 or float64 array
        Rows are samples; NaN marks a missing value (shown as a gap).
    axis : Axis
        p channels, ascending.
    sample_names : tuple of str
        As written in the file; duplicates and empty names are legal.
    quantity : str
        One of `QUANTITIES`.
    targets : Targets, optional
    groups : tuple of str, optional
        Group of every sample.
    source : Source
    warnings : tuple of str
        What the reader wants the user to know.
    metadata : mapping
        Header entries of the file, as text.
    spread : (n, p) array, optional
        Standard deviation of the repeats that were averaged, as measured; NaN for single ones. It belongs to these
        very spectra: a copy with other spectra has none.
    repeats : tuple of int, optional
        How many spectra each one is the average of.
    guessed : tuple of str
        What was guessed when the file was read ("unit", "orientation") and not confirmed by the user since.
    columns : mapping of str to tuple of str
        What stands beside the spectra and is neither name, group nor value: title → text of each sample.
    """

    name: str
    spectra: np.ndarray
    axis: Axis
    sample_names: tuple[str, ...] = ()
    quantity: str = "unknown"
    targets: Targets | None = None
    groups: tuple[str, ...] | None = None
    source: Source = Source()
    warnings: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    spread: np.ndarray | None = None
    repeats: tuple[int, ...] | None = None
    guessed: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        spectra = np.asarray(self.spectra)
        if spectra.dtype.kind == "c":
            if (spectra.imag != 0).any():
                raise DataError("dataset.complex", name=self.name)
            spectra = spectra.real
        if spectra.dtype not in (np.float32, np.float64):
            spectra = spectra.astype(np.float64)
        if spectra.ndim != 2:
            raise DataError("dataset.no_table", name=self.name, ndim=spectra.ndim)
        if spectra.shape[1] != len(self.axis):
            raise DataError("dataset.channels", name=self.name, shape=spectra.shape[1], n_axis=len(self.axis))
        names = printable_names(self.sample_names) or tuple(str(i + 1) for i in range(len(spectra)))
        if len(names) != len(spectra):
            raise DataError("dataset.names", name=self.name, n_spectra=len(spectra), n_names=len(names))
        if self.targets is not None and len(self.targets) != len(spectra):
            raise DataError("dataset.values", name=self.name, n_spectra=len(spectra), n_targets=len(self.targets))
        if self.groups is not None and len(self.groups) != len(spectra):
            raise DataError("dataset.groups", name=self.name, n_spectra=len(spectra), n_groups=len(self.groups))
        if self.quantity not in QUANTITIES:
            raise DataError("dataset.quantity", name=self.name, quantity=self.quantity)
        if self.spread is not None and np.shape(self.spread) != spectra.shape:
            raise DataError("dataset.spread", name=self.name)
        if self.repeats is not None and len(self.repeats) != len(spectra):
            raise DataError("dataset.repeats", name=self.name, n_spectra=len(spectra), n_repeats=len(self.repeats))
        for title, cells in self.columns.items():
            if len(cells) != len(spectra):
                raise DataError("dataset.column", name=self.name, title=title, n_spectra=len(spectra),
                                n_cells=len(cells))
        if self.columns:
            object.__setattr__(self, "columns", {printable(t): printable_names(c) for t, c in self.columns.items()})
        if spectra.flags.writeable:
            spectra = spectra.view()
            spectra.setflags(write=False)
        object.__setattr__(self, "name", printable(self.name))
        if self.groups is not None:
            object.__setattr__(self, "groups", printable_names(self.groups))
        object.__setattr__(self, "warnings", tuple(
            said if said == shown else shown  # a note keeps its code and facts
            for said, shown in zip(self.warnings, printable_names(self.warnings), strict=True)))
        object.__setattr__(self, "spectra", spectra)
        object.__setattr__(self, "sample_names", names)

    def __len__(self) -> int:
        return len(self.spectra)

    def with_(self, **changes: Any) -> SpectralDataset:
        """A copy with some fields replaced."""
        if "spectra" in changes and changes["spectra"] is not self.spectra:
            changes.setdefault("spread", None)
        return dataclasses.replace(self, **changes)

    def take(self, rows: Sequence[int] | np.ndarray) -> SpectralDataset:
        """The data set of some samples, in that order; itself where these are all, in its own order."""
        rows = np.asarray(rows, dtype=np.intp)
        if len(rows) == len(self) and (rows == np.arange(len(self))).all():
            return self  # nothing changes it, so spectra of gigabytes need no copy
        return self.with_(
            spectra=self.spectra[rows], sample_names=tuple(self.sample_names[r] for r in rows),
            targets=None if self.targets is None else self.targets.take(rows),
            groups=None if self.groups is None else tuple(self.groups[r] for r in rows),
            spread=None if self.spread is None else self.spread[rows],
            repeats=None if self.repeats is None else tuple(self.repeats[r] for r in rows),
            columns={t: tuple(c[r] for r in rows) for t, c in self.columns.items()})

    @property
    def missing(self) -> int:
        """Number of missing (NaN) values."""
        return int(np.isnan(self.spectra).sum())
