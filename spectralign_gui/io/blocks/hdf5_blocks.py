"""HDF5 block by block: plain numbers from the file itself, packed ones through the library, in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..apart import apart
from ..readers import ReadResult, parsing
from ..seal import SEALED, seal_is_broken
from ..tree import hard_item, texts_of
from .head import alike, head_rows, names_among, read_head
from .raw import RawMatrix
from .source import BlockFile

if TYPE_CHECKING:
    import h5py

_CHANGES = ("_Unsigned", "_FillValue", "missing_value", "valid_range", "valid_min", "valid_max", "scale_factor",
            "add_offset")
"""Attributes by which the numbers are not what they seem."""
SMALL = 50_000_000
MOST_NAMES = 5_000_000


class Hdf5Blocks(BlockFile):
    """The largest array of an HDF5 file.

    Parameters
    ----------
    path : Path
    result : ReadResult
    names : list of str or None
    raw : RawMatrix
        Where the numbers are; its offset is negative if the library has to be asked.
    array : str
        Name of the array.
    scaled : bool
        Its attributes change the numbers.
    """

    def __init__(self, path: Path, result: ReadResult, names: list[str] | None, raw: RawMatrix, array: str,
                 scaled: bool) -> None:
        super().__init__(path, result, raw.n)
        head = result.blocks[0].names
        if names is not None and tuple(names[:len(head)]) != head:
            names = [name.strip() for name in names]
        self._names, self._raw_matrix, self._array, self._scaled = names, raw, array, scaled

    @property
    def stored(self) -> np.dtype[Any]:
        """Type of the numbers in the file."""
        return np.dtype(float if self._scaled else self._raw_matrix.dtype)

    def _raw(self, start: int, rows: int) -> Iterator[tuple[np.ndarray, tuple[str, ...]]]:
        dtype = self.result.blocks[0].spectra.dtype
        at = start
        for part in self._parts(start, rows):
            names = () if self._names is None else tuple(self._names[at:at + len(part)])
            yield np.asarray(part, dtype=dtype), names
            at += len(part)

    def _parts(self, start: int, rows: int) -> Iterator[np.ndarray]:
        raw = self._raw_matrix
        if raw.offset >= 0:
            yield from raw.blocks(start, rows)
            return
        for at in range(start, raw.n, rows):
            yield apart(rows_of, self.path, self._array, at, min(at + rows, raw.n), raw.across, self._scaled)


def open_hdf5(path: Path, head: bytes, options: Mapping[str, Any]) -> Hdf5Blocks | None:
    """An HDF5 file to be read in blocks; None if it is not so simple.

    Raises
    ------
    FileError
    """
    if seal_is_broken(path, head):
        return None  # reading it as a whole says so
    listed: dict[str, Any] = apart(contents, path)
    if listed["elsewhere"]:
        return None
    matrices = [a for a in listed["arrays"] if len(a["shape"]) == 2 and a["kind"] in "biuf" and min(a["shape"]) > 1]
    if not matrices:
        return None
    large = max(matrices, key=lambda a: a["shape"][0] * a["shape"][1])
    sizes = {s for a in listed["arrays"] for s in a["shape"]}
    for across in (False, True):
        n, p = large["shape"][::-1] if across else large["shape"]
        k = head_rows(n, sizes)
        if n == p:
            return None
        result = read_head(path, lambda copy, n=n, k=k: apart(  # type: ignore[misc]
            write_copy, path, str(copy), large["name"], n, k), options, k, p)
        if result is None:
            continue
        raw = RawMatrix(path, large["offset"], large["dtype"], n, p, across)
        for scaled in (False, True) if large["changed"] else (False,):
            names: list[str] | None = None
            if any(result.blocks[0].names):
                names = names_among(apart(texts_of_length, path, n), result.blocks[0].names)
                if names is None:
                    return None
            source = raw if not scaled else RawMatrix(path, -1, large["dtype"], n, p, across)
            found = Hdf5Blocks(path, result, names, source, large["name"], scaled)
            if alike(result.blocks[0].spectra, next(found._parts(0, k))):
                found.step = large["chunk"][int(across)] if large["chunk"] else 1
                return found
    return None


# -- in the process of its own ---------------------------------------------------------------------------
def contents(path: str) -> dict[str, Any]:
    """Names, sizes and places of all arrays."""
    import h5py

    found: list[dict[str, Any]] = []
    elsewhere = False
    with parsing("HDF5"), h5py.File(path, "r") as file:
        base = file.id.get_create_plist().get_userblock()
        for name, item in _arrays(file):
            elsewhere = elsewhere or item.is_virtual or bool(item.external)
            plain = item.chunks is None and item.size and not elsewhere
            offset = item.id.get_offset() if plain and item.dtype.kind in "iuf" else None
            found.append({"name": name, "shape": [int(s) for s in item.shape or ()], "dtype": item.dtype.str,
                          "kind": item.dtype.kind, "offset": -1 if offset is None else int(offset) + _shift(
                              path, int(offset), base, item), "chunk": [int(c) for c in item.chunks or ()],
                          "changed": any(a in item.attrs for a in _CHANGES)})
    return {"arrays": found, "elsewhere": elsewhere}


def _shift(path: str, offset: int, base: int, item: h5py.Dataset) -> int:
    """How far the library's offset is from the byte in the file: versions of it count with or without user block."""
    first = np.asarray(item[(0,) * item.ndim])
    with open(path, "rb") as file:
        for shift in (0, base):
            file.seek(offset + shift)
            if file.read(first.nbytes) == first.tobytes():
                return shift
    return -offset - 1


def _arrays(group: h5py.Group, depth: int = 0) -> Iterator[tuple[str, h5py.Dataset]]:
    import h5py

    for name in group:
        if depth > 12 or not isinstance(group.get(name, getlink=True), h5py.HardLink):
            continue
        item = hard_item(group, name)
        if isinstance(item, h5py.Dataset):
            yield item.name, item
        elif isinstance(item, h5py.Group):
            yield from _arrays(item, depth + 1)


def write_copy(path: str, copy: str, large: str, n: int, k: int) -> None:
    """A copy with `k` of `n` rows of everything that has so many."""
    import h5py

    with parsing("HDF5"), h5py.File(path, "r") as file, h5py.File(copy, "w") as to:
        _copy_group(file, to, large, n, k, 0)


def _copy_group(group: h5py.Group, to: h5py.Group, large: str, n: int, k: int, depth: int) -> None:
    import h5py

    _copy_attributes(group, to)
    for name in group:
        if depth > 12 or not isinstance(group.get(name, getlink=True), h5py.HardLink):
            continue
        item = hard_item(group, name)
        if isinstance(item, h5py.Group):
            _copy_group(item, to.create_group(name), large, n, k, depth + 1)
            continue
        shape = item.shape or ()
        at = next((d for d, size in enumerate(shape) if size == n), None)
        if at is not None:
            cut = item[(slice(None),) * at + (slice(k),)]
            _copy_attributes(item, to.create_dataset(name, data=cut, dtype=item.dtype))
        elif item.size is None or item.size * item.dtype.itemsize < SMALL:
            group.copy(item, to, name)


def _copy_attributes(item: Any, to: Any) -> None:
    import h5py

    for name in item.attrs:
        kind = item.attrs.get_id(name).dtype
        if name != SEALED and h5py.check_ref_dtype(kind) is None and not kind.names and not (
                h5py.check_vlen_dtype(kind) is not None):
            to.attrs.create(name, item.attrs[name], dtype=kind)


def texts_of_length(path: str, n: int) -> dict[str, list[str]]:
    """All lists of `n` texts."""
    import h5py

    found: dict[str, list[str]] = {}
    with parsing("HDF5"), h5py.File(path, "r") as file:
        for name, item in _arrays(file):
            texts = h5py.check_string_dtype(item.dtype) or item.dtype.kind == "S"
            if texts and item.shape == (n,) and n <= MOST_NAMES:
                found[name] = texts_of(item)
    return found


def rows_of(path: str, array: str, start: int, stop: int, across: bool, scaled: bool) -> np.ndarray:
    """Some of the spectra of an array."""
    import h5py

    from ..readers import scaled_values

    with parsing("HDF5"), h5py.File(path, "r") as file:
        item = file[array]
        values = item[:, start:stop] if across else item[start:stop]
        values = scaled_values(values, item.attrs) if scaled else values
    return np.ascontiguousarray(values.T) if across else values
