"""Columns beside spectra that are neither names, groups nor reference values: kept as text, taken as any of these."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import numpy as np

from ..errors import DataError
from .targets import Targets

if TYPE_CHECKING:
    from .dataset import SpectralDataset

ROLES = ("name", "group", "value")
"""What a column can be taken as."""
PERSON_WORDS = re.compile(
    r"user|operator|analyst|person|owner|author|technician|student|scientist|measured[ _]by|bediener|op[ée]rateur|"
    r"operador", re.I)
"""Titles of columns about people: no names of samples, and no part of what is exported unless chosen."""


def about_person(title: str) -> bool:
    """Whether a column is about a person, by its title."""
    return bool(PERSON_WORDS.search(title))


def without_persons(dataset: SpectralDataset) -> SpectralDataset:
    """The data set without its columns about persons."""
    kept = {title: cells for title, cells in dataset.columns.items() if not about_person(title)}
    return dataset if len(kept) == len(dataset.columns) else dataset.with_(columns=kept)


def use_column(dataset: SpectralDataset, title: str, role: str) -> SpectralDataset:
    """The data set with a column taken as sample names, groups or reference values.

    The names or groups there were stay as a column, so that nothing is lost.

    Raises
    ------
    DataError
        There is no such column or role, or a column of values holds no number.
    """
    if title not in dataset.columns:
        raise DataError("columns.none_of_that_title", name=dataset.name, title=title, known=list(dataset.columns))
    if role not in ROLES:
        raise DataError("columns.role", role=role)
    columns = dict(dataset.columns)
    cells = columns.pop(title)
    source = dataclasses.replace(dataset.source, changed=True)
    if role == "name":
        if any(n.strip() for n in dataset.sample_names):
            columns[_free("sample", columns)] = dataset.sample_names
        return dataset.with_(sample_names=cells, columns=columns, source=source)
    if role == "group":
        if dataset.groups is not None:
            columns[_free("group", columns)] = dataset.groups
        return dataset.with_(groups=cells if any(cells) else None, columns=columns, source=source)
    values = np.array([_number(c) for c in cells])
    if np.isnan(values).all():
        raise DataError("columns.no_numbers", title=title, first=next((c for c in cells if c), ""))
    old = dataset.targets
    if old is None:
        targets = Targets((title,), values[:, None])
    else:
        targets = Targets(
            (*old.names, _free(title, dict.fromkeys(old.names))), np.column_stack([old.values, values]),
            (*old.units, ""), np.column_stack([old.censored, np.zeros(len(values), bool)]),
            (*old.lab_errors, float("nan")) if old.lab_errors else ())
    return dataset.with_(targets=targets, columns=columns, source=source)


def joined(datasets: list[SpectralDataset]) -> dict[str, tuple[str, ...]]:
    """The columns of data sets one under the other; cells of a column that one does not have are empty."""
    titles = dict.fromkeys(t for d in datasets for t in d.columns)
    return {t: tuple(c for d in datasets for c in d.columns.get(t, ("",) * len(d))) for t in titles}


def _free(title: str, taken: dict[str, object] | dict[str, tuple[str, ...]]) -> str:
    number, found = 2, title
    while found in taken:
        found, number = f"{title} {number}", number + 1
    return found


def _number(cell: str) -> float:
    try:
        return float(cell.strip().replace(",", "."))
    except ValueError:
        return float("nan")
