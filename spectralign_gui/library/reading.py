"""Spectra and reference values: from files, or from arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..core.data import Axis, SpectralDataset, Targets
from ..core.errors import DataError
from ..io.read import read_dataset
from ..io.samples import load_sample_session
from ..io.targets import read_targets
from ..session.state.reference_values import join_by_name, join_by_row

Values = str | Path | Mapping[str, ArrayLike] | Targets
"""Reference values: a file, the values of every property by its name, one per spectrum, or `Targets`."""


def read(path: str | Path, *, name: str | None = None, values: Values | None = None, by_row: bool = False,
         **options: Any) -> SpectralDataset:
    """Read the spectra of one instrument from a file.

    Parameters
    ----------
    path : str or Path
        A file of any format that the program reads.
    name : str, optional
        Name of the instrument; default the file's name without its ending.
    values : str, Path or mapping, optional
        Reference values, as `with_values` takes them.
    by_row : bool
        Join the values by row order instead of by sample name.
    **options
        What is not to be guessed: ``unit``, ``quantity``, ``laser_nm``, ``reader``, ``axis``, options of the reader.

    Returns
    -------
    SpectralDataset
        Its ``warnings`` say what is worth knowing.

    Raises
    ------
    FileError
        One sentence that names the file and what is wrong.
    DataError
        The values do not fit the spectra.
    """
    dataset = read_dataset(path, name, **options)
    return dataset if values is None else with_values(dataset, values, by_row=by_row)


def spectra(array: ArrayLike, *, axis: ArrayLike | None = None, unit: str = "unknown", name: str = "A",
            sample_names: Sequence[str] = (), quantity: str = "unknown", values: Values | None = None,
            by_row: bool = False) -> SpectralDataset:
    """Spectra that are in memory already.

    Parameters
    ----------
    array : (n, p) array
        Rows are samples, columns channels. It is copied.
    axis : (p,) array, optional
        Positions of the channels, rising or falling (kept rising); default 1, 2, 3 … with the unit "channel".
    unit : str
        Unit of the axis: "nm", "um", "cm-1", "raman-shift", "eV", "channel" or "unknown".
    name : str
        Name of the instrument.
    sample_names : sequence of str
        Default "1", "2", "3" …
    quantity : str
        Such as "absorbance" or "reflectance"; see `core.data.QUANTITIES`.
    values : str, Path or mapping, optional
        Reference values, as `with_values` takes them.
    by_row : bool
        Join the values by row order instead of by sample name.

    Returns
    -------
    SpectralDataset

    Examples
    --------
    >>> import spectralign_gui as sa
    >>> a = sa.spectra([[1.0, 2.0, 4.0], [2.0, 2.5, 3.0]], axis=[900, 950, 1000], unit="nm", values={"Water": [11, 12]})
    >>> a.spectra.shape, a.targets.names
    ((2, 3), ('Water',))

    Raises
    ------
    DataError
        Sizes that do not fit.
    """
    table = np.array(array, dtype=float)
    if table.ndim != 2:
        raise DataError(f"the spectra must be a table with rows and columns, but have {table.ndim} "
                        f"dimension{'' if table.ndim == 1 else 's'}.")
    if axis is None:
        axis, unit = np.arange(1.0, table.shape[1] + 1), "channel"
    positions = np.array(axis, dtype=float)
    if positions.ndim == 1 and len(positions) == table.shape[1] > 1 and (np.diff(positions) < 0).all():
        positions, table = positions[::-1], table[:, ::-1]
    dataset = SpectralDataset(name, table, Axis(positions, unit), tuple(sample_names), quantity)
    return dataset if values is None else with_values(dataset, values, by_row=by_row)


def with_values(dataset: SpectralDataset, values: Values, *, by_row: bool = False) -> SpectralDataset:
    """The same spectra with reference values.

    Parameters
    ----------
    dataset : SpectralDataset
    values : str, Path, mapping or Targets
        A table whose first column has the sample names (with ``by_row=True`` it needs none); the values of every
        property by its name, one per spectrum, NaN where unknown; or these with units and the laboratory's errors.
    by_row : bool
        Join a table by row order.

    Returns
    -------
    SpectralDataset

    Raises
    ------
    DataError, FileError
        A table that cannot be read or does not fit.
    """
    if isinstance(values, Targets):
        return dataset.with_(targets=values)
    if isinstance(values, Mapping):
        for name, column in values.items():
            if np.shape(column) != (len(dataset),):
                raise DataError(f"{name}: there must be one value for each of the {len(dataset)} spectra of "
                                f"{dataset.name}, not an array of shape {np.shape(column)}.")
        table = np.column_stack([np.asarray(column, dtype=float) for column in values.values()])
        return dataset.with_(targets=Targets(tuple(values), table))
    found = read_targets(values, dataset.sample_names)
    if by_row:
        return join_by_row(dataset, found.targets).dataset
    if not found.names:
        raise DataError(f"{Path(values).name}: the table has no column of sample names; give by_row=True if its rows "
                        f"are those of {dataset.name}.")
    report = join_by_name(dataset, found.names, found.targets)
    if not report.matched:
        raise DataError(f"{Path(values).name}: none of its sample names is one of the spectra of {dataset.name}.")
    return report.dataset


def sample_spectra(name: str) -> tuple[SpectralDataset, ...]:
    """The data sets of the sample spectra that come with the program: "libs", "raman", "dollar", "sines", "curves".

    Examples
    --------
    >>> import spectralign_gui as sa
    >>> [len(d) > 0 for d in sa.sample_spectra("raman")]
    [True, True]
    """
    return load_sample_session(name).datasets
