"""Reference values from the tables that a call names, joined to the spectra."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.data import SpectralDataset
from ..core.errors import DataError, ParameterError
from ..core.notes import Note, about
from ..io.intake.values import read_values
from ..io.readers import Table
from ..session.state.reference_values import JoinReport, join_by_name, join_by_row
from ._words import some, split_name, warn


def load_targets(datasets: Sequence[SpectralDataset], words: Sequence[str], by_row: bool) -> list[SpectralDataset]:
    """Data sets with the reference values of the tables joined on.

    Parameters
    ----------
    datasets : sequence of SpectralDataset
    words : sequence of str
        ``T.csv``: to every instrument by name, to the first by row. ``NAME=T.csv``: to that instrument only, which
        then takes no value of another table.
    by_row : bool
        Join by row order.

    Raises
    ------
    ParameterError
        Two tables for the same, or for an instrument that there is not.
    DataError, FileError
        A table that cannot be read or joined.
    """
    given: dict[str | None, str] = {}
    known = [d.name for d in datasets]
    for word in words:
        name, path = split_name(word)
        if name is not None and name not in known:
            raise ParameterError("call.targets_instrument_unknown", word=word, name=name, known=known)
        if name in given:
            raise ParameterError("call.targets_given_twice", name=name or 'all instruments')
        given[name] = path
    found = {d.name: d for d in datasets}
    if None in given:
        others = [d for d in datasets if d.name not in given]
        found |= {d.name: d for d in _of_all(others, given[None], by_row, datasets[0].name)}
    for name, path in given.items():
        if name is not None:
            found[name] = _of_one(found[name], path, by_row)
    return [found[name] for name in known]


def _of_all(datasets: Sequence[SpectralDataset], path: str, by_row: bool, first: str) -> list[SpectralDataset]:
    if not datasets:
        raise ParameterError("call.targets_all_given", path=path)
    table = _read(path, datasets)
    if by_row:
        if datasets[0].name != first:
            raise ParameterError("call.targets_row_order", path=path, first=first)
        return [join_by_row(datasets[0], table.targets).dataset, *datasets[1:]]
    _need_names(table, path, first)
    # "#12" is a row of A, whatever other instruments have in their rows
    only_names = ["" if n.strip().startswith("#") else n for n in table.names]
    reports = [join_by_name(d, table.names if d.name == first else only_names, table.targets) for d in datasets]
    _say(reports, table, path)
    return [r.dataset if r.matched else d for r, d in zip(reports, datasets, strict=True)]


def _of_one(dataset: SpectralDataset, path: str, by_row: bool) -> SpectralDataset:
    table = _read(path, [dataset])
    if by_row:
        return join_by_row(dataset, table.targets).dataset
    _need_names(table, path, dataset.name)
    report = join_by_name(dataset, table.names, table.targets)
    _say([report], table, path)
    return report.dataset


def _read(path: str, datasets: Sequence[SpectralDataset]) -> Table:
    table = read_values(path, [name for d in datasets for name in d.sample_names])[0]
    for note in table.notes:
        warn(f"{Path(path).name}: {note}")
    censored = int(table.targets.censored.sum())
    if censored:
        warn(f"{Path(path).name}: {censored} censored values (such as <0.05) are treated as unknown")
    return table


def _need_names(table: Table, path: str, instrument: str) -> None:
    if not table.names:
        raise DataError(about(Path(path).name, Note("call.no_name_column", "error", instrument=instrument)))


def _say(reports: Sequence[JoinReport], table: Table, path: str) -> None:
    """Warn of what did not join.

    Raises
    ------
    DataError
        Nothing did.
    """
    twice = dict.fromkeys(name for r in reports for name in r.ambiguous)
    if twice and not any(r.matched for r in reports):
        raise DataError(about(Path(path).name, Note("call.contradictory_values", "error", twice=list(twice))))
    if not any(r.matched for r in reports):
        raise DataError(about(Path(path).name, Note("call.names_unknown", "error", names=table.names)))
    if twice:
        warn(f"{Path(path).name}: {len(twice)} sample{'s are' if len(twice) > 1 else ' is'} listed more than once with "
             f"different values and left unknown: {some(list(twice))}")
    unused = set.intersection(*(set(r.unused) for r in reports))
    if unused:
        warn(f"{Path(path).name}: {len(unused)} rows match no sample: {some(sorted(unused))}")
