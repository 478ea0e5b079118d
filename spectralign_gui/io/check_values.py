"""Reference values of check samples: one value of each property for each sample, or a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..core.data import match_key
from ..core.errors import DataError, FileError
from ..core.fitdata import LARGEST_TARGET
from ..core.notes import about
from .targets import read_targets


def check_values(path: str | Path, properties: Sequence[str], units: Sequence[str] = ()) -> dict[str, np.ndarray]:
    """Values (q,) of each sample, by its name as it is compared; NaN where not known.

    Parameters
    ----------
    path : str or Path
        A table of reference values.
    properties : sequence of str
        Those of a model; one of the two may leave the unit out.
    units : sequence of str
        Of the properties.

    Raises
    ------
    FileError
        A property is missing or has another unit, a sample has two different values, or a value is too large.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "checks.csv"
    ...     _ = path.write_text("sample,Fat (%)\\nS-1,2.5\\nS-2,3\\n")
    ...     {name: float(values[0]) for name, values in check_values(path, ["Fat"]).items()} == {
    ...         match_key("S-1"): 2.5, match_key("S-2"): 3.0}
    True
    """
    table = read_targets(path)
    targets, name = table.targets, Path(path).name
    units = tuple(units) or ("",) * len(properties)
    columns = [targets.column(p, u) for p, u in zip(properties, units, strict=True)]
    lacking = [p for p, column in zip(properties, columns, strict=True) if column is None]
    for p, unit in zip(properties, units, strict=True):
        if p in lacking and (other := targets.column(p)) is not None:
            raise FileError("life.other_unit", name=p, given=targets.units[other], unit=unit)
    if lacking:
        raise FileError("watch.checks_lack_property", name=name, properties=lacking)
    values = targets.values[:, [c for c in columns if c is not None]]
    found: dict[str, np.ndarray] = {}
    for sample, row in zip(table.names, values, strict=True):
        key = match_key(str(sample))
        if not key:
            continue
        if (np.abs(np.nan_to_num(row, posinf=np.inf, neginf=np.inf)) > LARGEST_TARGET).any():
            raise FileError("life.value_size", table=name, sample=str(sample))
        before = found.get(key, row)
        both = np.isfinite(before) & np.isfinite(row)
        if (before[both] != row[both]).any():
            raise FileError(about(name, DataError("validation.two_references", name=str(sample)).note))
        found[key] = np.where(np.isfinite(before), before, row)
    return found
