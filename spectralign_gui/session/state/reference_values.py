"""Reference values joined to the spectra of an instrument, by sample name or by row order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from ...core.data import SpectralDataset, Targets, match_key
from ...core.errors import DataError
from ...core.notes import Note, of_code


@dataclass(frozen=True)
class JoinReport:
    """What joined and what did not.

    Parameters
    ----------
    dataset : SpectralDataset
        With the reference values.
    matched : int
        Spectra that got a row of the table.
    without_values : tuple of str
        Samples that the table does not have.
    unused : tuple of str
        Rows of the table that no sample has.
    ambiguous : tuple of str
        Names that occur in several rows of the table with different values: left unknown.
    """

    dataset: SpectralDataset
    matched: int
    without_values: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """One sentence."""
        more = [Note(code, n=len(names)) for code, names in (
            ("values.without", self.without_values), ("values.unused", self.unused),
            ("values.ambiguous", self.ambiguous)) if names]
        return Note("values.joined", "info", name=self.dataset.name, matched=self.matched, all=len(self.dataset),
                    more=more)


def has_values(dataset: SpectralDataset) -> bool:
    """Whether a data set has reference values, other than columns whose titles say time, temperature, position or code.

    Such a column of a file is kept, as it may be what is wanted; but nobody is led to predict the temperature of the
    room before the table of the laboratory has come.
    """
    if dataset.targets is None or not dataset.targets.known:
        return False
    return not set(_beside(dataset)).issuperset(dataset.targets.names)


def _beside(dataset: SpectralDataset) -> list[str]:
    """Titles of columns that say time, temperature, position or code."""
    return [title for note in of_code(dataset.warnings, "text.codes_among_values")
            for title in note.facts.get("by_title", ())]


def without_settings(dataset: SpectralDataset, asked: Collection[str] = ()) -> tuple[SpectralDataset, list[str]]:
    """The data set without such columns, and which they were; those that are `asked` for by name stay."""
    if dataset.targets is None:
        return dataset, []
    left = [t for t in _beside(dataset) if t in dataset.targets.names and t not in asked]
    kept = [j for j, name in enumerate(dataset.targets.names) if name not in left]
    if not left:
        return dataset, []
    return dataset.with_(targets=dataset.targets.columns(kept) if kept else None), left


def join_by_name(dataset: SpectralDataset, names: Sequence[str], targets: Targets) -> JoinReport:
    """Give every spectrum the row of the table with its name; ``#12`` in the table is the spectrum of row 12.

    Parameters
    ----------
    dataset : SpectralDataset
        Repeats (equal names) all get the same values.
    names : sequence of str
        Name of every row of the table.
    targets : Targets
        The table.
    """
    own: dict[str, list[int]] = {}
    for row, name in enumerate(dataset.sample_names):
        if match_key(name):
            own.setdefault(match_key(name), []).append(row)
    rows_of: dict[int, list[int]] = {}
    unused = []
    for k, name in enumerate(names):
        hits = own.get(match_key(name), [])
        if not hits and name.strip().startswith("#") and name.strip()[1:].strip().isdecimal():
            number = int(name.strip()[1:]) - 1
            hits = [number] if 0 <= number < len(dataset) else []
        if not hits:
            unused.append(name.strip() or f"row {k + 1} (no name)")
        for row in hits:
            rows_of.setdefault(row, []).append(k)
    values = np.full((len(dataset), len(targets.names)), np.nan)
    censored = np.zeros(values.shape, bool)
    ambiguous = []
    for row, sources in rows_of.items():
        first = sources[0]
        if any(not _same(targets, first, other) for other in sources[1:]):
            ambiguous.append(dataset.sample_names[row].strip())
            continue
        values[row], censored[row] = targets.values[first], targets.censored[first]
    missing = tuple(name.strip() or f"row {row + 1} (no name)" for row, name in enumerate(dataset.sample_names)
                    if row not in rows_of)
    joined = dataset.with_(targets=Targets(targets.names, values, targets.units, censored,
                                             targets.lab_errors))
    return JoinReport(joined, len(rows_of) - len(ambiguous), missing, tuple(dict.fromkeys(unused)),
                      tuple(dict.fromkeys(ambiguous)))


def join_by_row(dataset: SpectralDataset, targets: Targets) -> JoinReport:
    """Row 1 of the table belongs to spectrum 1, and so on.

    Raises
    ------
    DataError
        Different numbers of rows.
    """
    if len(targets) != len(dataset):
        raise DataError("values.rows", name=dataset.name, n_dataset=len(dataset), n_targets=len(targets))
    return JoinReport(dataset.with_(targets=targets), len(dataset))


def _same(targets: Targets, a: int, b: int) -> bool:
    return (np.array_equal(targets.values[a], targets.values[b], equal_nan=True)
            and np.array_equal(targets.censored[a], targets.censored[b]))
