"""The DataSet object of PLS_Toolbox: data, labels, axis scales, classes, titles, what is included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.data import Targets
from ...core.errors import FileError
from ._units import axis_unit_of, quantity_of, unit_from_numbers
from .contract import Block, Table
from .text.dialect import Dialect
from .text.labels import axis_stretch
from .text.titles import is_word


def _entry(table: Any, *where: int) -> Any:
    """Element of a cell array that may have fewer dimensions than asked."""
    if not isinstance(table, np.ndarray) or table.dtype != object or not table.size:
        return None
    index = tuple(w for w in where)[:table.ndim]
    if any(i >= s for i, s in zip(index, table.shape, strict=False)):
        return None
    return table[index]


def _texts(value: Any) -> list[str]:
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "U":
            return [str(t).strip() for t in value.ravel().tolist()]
        if value.dtype == object:
            return [t for part in value.ravel() for t in (_texts(part) or [""])]
    return [value] if isinstance(value, str) else []


def dataset_block(fields: Mapping[str, Any], name: str) -> Block | Table | None:
    """Block of a DataSet object, None if it is empty; a table if its columns are properties and no channels.

    Parameters
    ----------
    fields : mapping
        At least ``data``, ``label`` and ``axisscale`` as scipy gives them (cells as object arrays).
    name : str

    Raises
    ------
    FileError
        Data and axis scale of different length.
    """
    data = np.asarray(fields["data"])
    if data.dtype.kind not in "biuf" or data.size < 2:
        return None
    data = np.asarray(data, dtype=np.float64)
    shape = data.shape
    data = data.reshape(-1, shape[-1]) if data.ndim != 2 else data
    mode = len(shape) - 1
    axis, title, set_number = None, "", 0
    for k in range(8):
        scale = _entry(fields["axisscale"], mode, 0, k)
        if isinstance(scale, np.ndarray) and scale.dtype.kind in "biuf" and scale.size:
            axis, set_number = np.asarray(scale, dtype=np.float64).ravel(), k
            break
        if not isinstance(fields["axisscale"], np.ndarray) or fields["axisscale"].ndim < 3:
            break
    names_of_axis = _entry(fields["axisscale"], mode, 1, set_number)
    title = " ".join([*_texts(names_of_axis), *_texts(_entry(fields.get("title"), mode, 0))]).strip()
    columns = _texts(_entry(fields["label"], mode, 0, 0))
    named = len(columns) == data.shape[1] and any(columns)
    if axis is None and named:
        stretch = axis_stretch(columns, Dialect(",", ".", ""))
        if stretch is not None and len(stretch) == len(columns) and not stretch.odd_dress:
            axis, title = stretch.values, title or (stretch.unit or "")
    if axis is not None and len(axis) != data.shape[1]:
        raise FileError("dataset_object.columns_and_axis_differ", name=name, columns=data.shape[1], positions=len(axis))
    include = [_entry(fields.get("include"), m, 0) for m in (0, mode)]
    keep = [np.asarray(i, dtype=np.int64).ravel() - 1 if isinstance(i, np.ndarray) and i.dtype.kind in "iuf" and i.size
            else np.arange(s) for i, s in zip(include, data.shape, strict=True)]
    labels = _texts(_entry(fields["label"], 0, 0, 0))
    groups = _groups(fields, len(data))
    warnings = ""
    if any(k.min() < 0 or k.max() >= s for k, s in zip(keep, data.shape, strict=True)):
        raise FileError("dataset_object.includes_what_is_not_there", name=name)
    if len(keep[0]) < data.shape[0] or len(keep[1]) < data.shape[1]:
        excluded = data.shape[0] - len(keep[0]), data.shape[1] - len(keep[1])
        warnings = f"{excluded[0]} rows and {excluded[1]} columns are excluded in the DataSet and left out."
    names = tuple(labels) if len(labels) == len(data) else ()
    data = data[np.ix_(*keep)]
    axis = axis[keep[1]] if axis is not None else None
    names = tuple(names[i] for i in keep[0]) if names else ()
    groups = tuple(groups[i] for i in keep[0]) if groups else None
    if axis is None and named and 2 * sum(map(is_word, columns)) > len(columns):
        titles = tuple(columns[j] or f"column {j + 1}" for j in keep[1])
        return Table(Targets(titles, data), names, name)
    unit = axis_unit_of(title) if title else None
    guessed: tuple[str, ...] = ()
    if unit is None and axis is not None:
        unit = str(unit_from_numbers(axis).value)
        guessed = ("unit",) if unit not in ("unknown", "channel") else ()
    metadata = {k: " ".join(_texts(fields[k]))[:300] for k in ("name", "author", "description") if k in fields
                and _texts(fields[k])}
    if warnings:
        metadata["excluded"] = warnings
    return Block(data, axis, names, (unit or "unknown") if axis is not None else "channel",
                 quantity_of(" ".join(_texts(fields.get("title")))) or "unknown", name, groups=groups,
                 metadata=metadata, guessed=guessed)


def _groups(fields: Mapping[str, Any], n: int) -> tuple[str, ...] | None:
    """Classes of the rows, by name where the lookup table has them."""
    classes = _entry(fields.get("class"), 0, 0, 0)
    if not isinstance(classes, np.ndarray) or classes.dtype.kind not in "biuf" or classes.size != n:
        return None
    lookup = _entry(fields.get("classlookup"), 0, 0)
    names = {}
    if isinstance(lookup, np.ndarray) and lookup.dtype == object and lookup.ndim == 2 and lookup.shape[1] == 2:
        for number, text in lookup:
            if isinstance(number, np.ndarray) and number.size == 1 and _texts(text):
                names[float(number.ravel()[0])] = _texts(text)[0]
    return tuple(names.get(float(c), f"{c:g}") for c in classes.ravel())
