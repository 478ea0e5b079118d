"""Contents of a foreign HDF5 file as named arrays: plain, MATLAB 7.3, netCDF-4; no link is followed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.errors import FileError
from ..tree import hard_item, read_array
from ._arrays import Arrays, is_axis

if TYPE_CHECKING:
    import h5py

MAX_ITEMS, MAX_DEPTH, MAX_TOTAL, MAX_TEXTS = 5000, 12, 1_500_000_000, 2_000_000
DEFAULT_FILLS = (9.969209968386869e36, float(np.float32(9.969209968386869e36)))


def attr_text(item: Any, *names: str) -> str:
    """First of some attributes as text, "" if there is none."""
    for name in names:
        value = item.attrs.get(name)
        if value is None:
            continue
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        if isinstance(value, np.ndarray):
            parts = [v.decode("utf-8", "replace") if isinstance(v, bytes) else str(v) for v in value.ravel()[:64]]
            return ("" if all(len(p) == 1 for p in parts) else " ").join(parts)
        return str(value)
    return ""


def walk(group: h5py.Group, depth: int = 0, budget: list[int] | None = None) -> Iterator[h5py.Dataset]:
    """All data sets below a group, a bounded number, hard links only."""
    import h5py

    budget = budget if budget is not None else [MAX_ITEMS]
    if depth > MAX_DEPTH:
        return
    for name in group:
        if budget[0] <= 0:
            return
        budget[0] -= 1
        if not isinstance(group.get(name, getlink=True), h5py.HardLink):
            continue
        item = hard_item(group, name)
        if isinstance(item, h5py.Dataset):
            yield item
        elif isinstance(item, h5py.Group):
            yield from walk(item, depth + 1, budget)


def scaled(values: np.ndarray, attributes: Any) -> np.ndarray:
    """Apply netCDF's _Unsigned, _FillValue, missing_value, valid range, scale_factor and add_offset (in this order)."""
    unsigned = attributes.get("_Unsigned")
    unsigned = unsigned.decode("ascii", "replace") if isinstance(unsigned, bytes) else unsigned
    if values.dtype.kind == "i" and str(unsigned).strip().casefold() == "true":
        values = values.view(values.dtype.str.replace("i", "u"))
    out = np.asarray(values, dtype=np.float64)
    if values.dtype.kind == "f":
        out = np.where(np.isin(out, DEFAULT_FILLS), np.nan, out)  # what netCDF writes where nothing was written
    for name in ("_FillValue", "missing_value"):
        fill = attributes.get(name)
        if fill is not None and np.size(fill) >= 1 and np.asarray(fill).dtype.kind in "biuf":
            out = np.where(np.isin(values, np.ravel(fill)), np.nan, out)
    pair = np.ravel(attributes.get("valid_range", ()))
    low, high = pair if len(pair) == 2 and pair.dtype.kind in "biuf" else (None, None)
    for limit, beyond in ((attributes.get("valid_min", low), np.less), (attributes.get("valid_max", high), np.greater)):
        if limit is not None and np.size(limit) == 1 and np.asarray(limit).dtype.kind in "biuf":
            out = np.where(beyond(out, float(np.ravel(limit)[0])), np.nan, out)
    factor, offset = attributes.get("scale_factor"), attributes.get("add_offset")
    if factor is not None and np.size(factor) == 1:
        out = out * float(np.ravel(factor)[0])
    if offset is not None and np.size(offset) == 1:
        out = out + float(np.ravel(offset)[0])
    return out


def arrays_of(file: h5py.File) -> Arrays:
    """Named arrays and texts of a file; MATLAB 7.3 matrices are turned the way MATLAB shows them."""
    import h5py

    arrays = Arrays()
    total = 0
    for dataset in walk(file):
        total += dataset.size * 8 if dataset.size and dataset.dtype.kind in "biuf" else 0
        if total > MAX_TOTAL:
            raise FileError("h5_contents.claims_too_much_memory", most=MAX_TOTAL / 1000000000.0)
        name = dataset.name.strip("/")
        if name.startswith(("#refs#", "#subsystem#")):
            continue
        kind = attr_text(dataset, "MATLAB_class")
        if kind:
            _matlab(name, kind, dataset, file, arrays)
        elif dataset.dtype.kind in "biuf" and dataset.ndim >= 1 and dataset.size:
            arrays.numbers[name] = scaled(read_array(dataset), dataset.attrs)
            if text := attr_text(dataset, "units", "unit", "Units"):
                arrays.units[name] = text
            if text := attr_text(dataset, "long_name", "standard_name", "label", "quantity"):
                arrays.labels[name] = text
        elif h5py.check_string_dtype(dataset.dtype) or dataset.dtype.kind == "S":
            values = np.ravel(np.asarray(read_array(dataset), dtype=object))[:MAX_TEXTS]
            arrays.texts[name] = [v.decode("utf-8", "replace") if isinstance(v, bytes) else str(v) for v in values]
    return arrays


def matlab_text(dataset: h5py.Dataset) -> list[str]:
    """Rows of a MATLAB char array."""
    codes = np.atleast_2d(np.asarray(read_array(dataset)))
    if attr_text(dataset, "MATLAB_empty") in ("1", "1.0") or codes.dtype.kind not in "ui":
        return []
    return ["".join(chr(int(c)) for c in row if 0 < c < 0x110000).rstrip() for row in codes.T]


def _matlab(name: str, kind: str, dataset: h5py.Dataset, file: h5py.File, arrays: Arrays) -> None:
    import h5py

    if attr_text(dataset, "MATLAB_empty") in ("1", "1.0") or not dataset.size:
        return
    if kind == "char":
        arrays.texts[name] = matlab_text(dataset)
    elif kind == "cell" and dataset.dtype == h5py.ref_dtype:
        entries = [file[r] for r in np.ravel(read_array(dataset))[:5000] if r]
        kinds = {attr_text(e, "MATLAB_class") for e in entries}
        if kinds == {"char"}:
            arrays.texts[name] = [(matlab_text(e) or [""])[0] for e in entries]
        elif kinds and kinds <= {"double", "single"}:
            tables = [np.asarray(read_array(e), dtype=np.float64).T for e in entries if isinstance(e, h5py.Dataset)]
            if all(t.ndim == 2 and t.shape[1] == 2 and len(t) >= 3 for t in tables) and any(
                    is_axis(t[:, 0]) for t in tables):
                arrays.pairs += [(f"{name} {k + 1}", t) for k, t in enumerate(tables)]
    elif dataset.dtype.kind in "biuf":
        arrays.numbers[name] = np.asarray(read_array(dataset), dtype=np.float64).T
