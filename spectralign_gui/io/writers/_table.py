"""What the table formats share: numbers as exact text, columns beside the spectra, one table of several data sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.data import PREPROCESSED, SpectralDataset
from ...core.data.text import printable
from ...core.errors import FileError
from ..readers.text.marks import marked


def exact(values: np.ndarray) -> list[str]:
    """Shortest text that reads back to the very same number in its own precision; "" for a missing value."""
    if values.dtype == np.float32:
        return ["" if v != v else str(v) for v in values]
    return ["" if v != v else repr(v) for v in values.tolist()]


def cell_text(text: str, formulas: bool = True) -> str:
    """A name as it stands in a cell of a table; `formulas`: where a spreadsheet would take it for one."""
    return marked(printable(text), formulas)


def one_line(text: str) -> str:
    """Text without line breaks and other control characters."""
    return " ".join("".join(c if c >= " " and c != "\x7f" else " " for c in text).split())


def property_titles(dataset: SpectralDataset) -> list[str]:
    """Titles of the reference values, with their unit."""
    if dataset.targets is None:
        return []
    return [printable(f"{name} ({unit})" if unit else name)
            for name, unit in zip(dataset.targets.names, dataset.targets.units, strict=True)]


def property_cells(dataset: SpectralDataset, row: int) -> list[float | None]:
    """Reference values of a sample; None where unknown."""
    if dataset.targets is None:
        return []
    return [None if v != v else v for v in dataset.targets.values[row].tolist()]


def unit_text(dataset: SpectralDataset) -> str:
    """Unit of the axis; a guess stays one: ``cm-1 (guessed)``."""
    return f"{dataset.axis.unit} (guessed)" if "unit" in dataset.guessed else dataset.axis.unit


def describe(dataset: SpectralDataset) -> dict[str, str]:
    """What the columns do not tell, as entries above the table."""
    entries = {"instrument": one_line(dataset.name), "axis unit": unit_text(dataset), "quantity": dataset.quantity}
    if dataset.axis.laser_nm is not None:
        entries["laser (nm)"] = repr(float(dataset.axis.laser_nm))
    if dataset.metadata.get(PREPROCESSED):
        entries[PREPROCESSED] = one_line(dataset.metadata[PREPROCESSED])
    return entries


def same_channels(datasets: Sequence[SpectralDataset], format: str) -> None:
    """Refuse data sets that do not fit one table.

    Raises
    ------
    FileError
    """
    first = datasets[0]
    for other in datasets[1:]:
        if not other.axis.same_as(first.axis):
            raise FileError(
                "table.two_axes", format=format, name=first.name, n_axis=len(first.axis),
                values=first.axis.values[0], unit=first.axis.unit, name2=other.name, n_axis2=len(other.axis),
                values2=other.axis.values[0], unit2=other.axis.unit)
