"""A plain tree (dict, list, array, str, int, float, bool, None) in an HDF5 group and back, without pickles.

Containers are groups, arrays and texts are data sets, each marked by the attribute ``kind``. Links out of the file
are never followed.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import numpy as np

from ..core.errors import DataError, FileError

if TYPE_CHECKING:
    import h5py

MAX_DEPTH = 64
MAX_BYTES = 4_000_000_000
FREE_BYTES, MOST_PACKED = 1_000_000_000, 50
FREE_NODES, SMALLEST_NODE = 1000, 100
"""No object takes fewer bytes of a file than that."""
FREE_LETTERS, LETTERS_AT_ONCE = 1_000_000, 16_000_000
"""Texts are not packed: all of them together are no longer than the file."""


def encode_key(key: str) -> str:
    """A name HDF5 accepts: no slash, not "." and not empty."""
    return quote(key, safe=" !#$&'()*+,:;=?@[]{}|~^-_<>\"", errors="surrogatepass").replace(".", "%2E") or "%"


def decode_key(key: str) -> str:
    """The name that `encode_key` encoded."""
    return "" if key == "%" else unquote(key, errors="surrogatepass")


def write_tree(group: h5py.Group, tree: dict[str, Any]) -> None:
    """Write a plain tree into an empty group.

    Raises
    ------
    DataError
        A value of another type, a key that is no str, or a tree deeper than 64.
    """
    _set(group, "kind", "dict")
    _write_dict(group, tree, "", 0)


def _write_dict(group: h5py.Group, tree: dict[str, Any], where: str, depth: int) -> None:
    for position, (key, value) in enumerate(tree.items()):
        if not isinstance(key, str):
            raise DataError("tree.key_not_text", key=key, where=where or 'its root')
        _set(_write(group, encode_key(key), value, f"{where}/{key}", depth + 1), "position", position)


def _write(group: h5py.Group, key: str, value: Any, where: str, depth: int) -> h5py.Group | h5py.Dataset:
    import h5py

    if depth > MAX_DEPTH:
        raise DataError("tree.deeper_than", max_depth=MAX_DEPTH, where=where[:80])
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, dict):
        made = group.create_group(key)
        _set(made, "kind", "dict")
        _write_dict(made, value, where, depth)
        return made
    if isinstance(value, (list, tuple)):
        if value and all(isinstance(v, str) and _storable(v) for v in value):
            return _mark(group.create_dataset(key, data=list(value), dtype=h5py.string_dtype()), "texts")
        made = group.create_group(key)
        _set(made, "kind", "list")
        for k, part in enumerate(value):
            _write(made, str(k), part, f"{where}[{k}]", depth + 1)
        return made
    if isinstance(value, np.ndarray):
        return _write_array(group, key, value, where)
    if value is None:
        return _mark(group.create_dataset(key, data=h5py.Empty("f8")), "none")
    if isinstance(value, bool):
        return _mark(group.create_dataset(key, data=value), "bool")
    if isinstance(value, int):
        if -(2 ** 63) <= value < 2 ** 63:
            return _mark(group.create_dataset(key, data=value), "int")
        return _mark(group.create_dataset(key, data=str(value), dtype=h5py.string_dtype()), "big-int")
    if isinstance(value, float):
        return _mark(group.create_dataset(key, data=value), "float")
    if isinstance(value, str):
        if not _storable(value):
            content = np.frombuffer(value.encode("utf-8", "surrogatepass"), np.uint8)
            return _mark(group.create_dataset(key, data=content), "str-bytes")
        return _mark(group.create_dataset(key, data=value, dtype=h5py.string_dtype()), "str")
    raise DataError("tree.cannot_be_saved", name=type(value).__name__, where=where)


def _storable(text: str) -> bool:
    """Whether HDF5 can hold a text: no zero byte, nothing of a file name that is no UTF-8."""
    return "\0" not in text and not any("\ud800" <= c <= "\udfff" for c in text)


def _write_array(group: h5py.Group, key: str, value: np.ndarray, where: str) -> h5py.Dataset:
    import h5py

    if value.dtype.kind == "U":
        return _mark(group.create_dataset(key, data=value.astype(object), dtype=h5py.string_dtype(),
                                          shape=value.shape), "text-array")
    if value.dtype.kind not in "biufc":
        raise DataError("tree.array_cannot_be_saved", dtype=value.dtype, where=where)
    options = {"compression": "gzip", "compression_opts": 1, "shuffle": True} if value.size > 4096 else {}
    return _mark(group.create_dataset(key, data=value, **options), "array")


def _mark(dataset: h5py.Dataset, kind: str) -> h5py.Dataset:
    _set(dataset, "kind", kind)
    return dataset


@cache
def _kind_of(text: bool) -> tuple[np.dtype, Any, Any, Any]:
    """Type of numpy, in the file and in memory, and the space of one number or text."""
    import h5py

    dtype = h5py.string_dtype() if text else np.dtype(np.int64)
    return (dtype, h5py.h5t.py_create(dtype, logical=True), h5py.h5t.py_create(dtype),
            h5py.h5s.create(h5py.h5s.SCALAR))


def _set(made: h5py.Group | h5py.Dataset, name: str, value: str | int) -> None:
    """As ``made.attrs[name] = value`` of a new object, whose attribute h5py need not look for: a tree has thousands."""
    import h5py

    dtype, stored, here, space = _kind_of(isinstance(value, str))
    h5py.h5a.create(made.id, name.encode(), stored, space).write(np.array(value, dtype=dtype), mtype=here)


class Budget:
    """What reading one file may still take: objects and bytes. A file that asks for more is refused.

    Parameters
    ----------
    size : int
        Bytes of the file. No honest file unpacks to many times its size.
    """

    def __init__(self, size: int = 0) -> None:
        self.nodes = FREE_NODES + size // SMALLEST_NODE
        self.bytes = FREE_BYTES + MOST_PACKED * size
        self.letters = FREE_LETTERS + size
        self._seen: set[int] = set()

    @classmethod
    def of(cls, path: str | Path) -> Budget:
        """For a file."""
        return cls(os.path.getsize(path))

    def take(self, item: h5py.Group | h5py.Dataset) -> None:
        """Take an object from the budget.

        Raises
        ------
        FileError
            It is too much, or the object has been met before: a group inside itself has no end.
        """
        import h5py

        self.nodes -= 1
        address = h5py.h5o.get_info(item.id).addr
        if address in self._seen:
            raise FileError("tree.twice", name=item.name)
        self._seen.add(address)
        if isinstance(item, h5py.Dataset) and item.size is not None:
            self.bytes -= item.size * item.dtype.itemsize
        self._check()

    def take_texts(self, texts: list[bytes]) -> None:
        """Take texts as long as they are from the budget: many names of one text may make a small file a large one.

        Raises
        ------
        FileError
        """
        self.letters -= sum(map(len, texts))
        self._check()

    def _check(self) -> None:
        if self.nodes < 0 or self.bytes < 0 or self.letters < 0:
            raise FileError("tree.claims_too_much")


def read_tree(group: h5py.Group, budget: Budget | None = None, only: Collection[str] | None = None
              ) -> dict[str, Any]:
    """The plain tree of a group that `write_tree` wrote.

    Parameters
    ----------
    group : h5py.Group
    budget : Budget, optional
        What reading the file may still take; default one of its own.
    only : collection of str, optional
        Members that are wanted; the others are not read.

    Raises
    ------
    FileError
        A node of another kind, a link out of the file, or a tree that is too deep or too large.
    """
    return _read_dict(group, 0, budget or Budget(group.file.id.get_filesize()), only)


def _read_dict(group: h5py.Group, depth: int, budget: Budget, only: Collection[str] | None = None) -> dict[str, Any]:
    found = []
    for name in group:
        if only is not None and decode_key(name) not in only:
            continue
        item = hard_item(group, name)
        found.append((int(item.attrs.get("position", 0)), decode_key(name), _read(item, depth + 1, budget)))
    return {key: value for _, key, value in sorted(found, key=lambda f: f[0])}


def hard_item(group: h5py.Group, name: str) -> h5py.Group | h5py.Dataset:
    """A member of a group, unless it is a link to elsewhere."""
    import h5py

    link = group.get(name, getlink=True)
    if link is not None and not isinstance(link, h5py.HardLink):
        raise FileError("tree.link", name=group.name, name2=name)
    return group[name]


def hard_group(group: h5py.Group, name: str) -> h5py.Group:
    """A group inside a group, unless it is a link to elsewhere.

    Raises
    ------
    FileError
        It is missing, a link, or no group.
    """
    import h5py

    if name not in group:
        raise FileError("tree.missing", rstrip=group.name.rstrip('/'), name=name)
    item = hard_item(group, name)
    if not isinstance(item, h5py.Group):
        raise FileError("tree.not_a_group", name=item.name)
    return item


def read_array(dataset: h5py.Dataset) -> np.ndarray:
    """Content of a data set, refused where it claims far more than the file can hold or lies in another file.

    Raises
    ------
    FileError
    """
    refuse_elsewhere(dataset)
    size = dataset.size * dataset.dtype.itemsize if dataset.size is not None else 0
    stored = dataset.id.get_storage_size()
    if size > MAX_BYTES or (size > 200_000_000 and size > 1100 * max(stored, 1)) or (stored == 0 and size > 10_000_000):
        raise FileError("tree.claims_memory", name=dataset.name, size=size / 1000000000.0)
    return dataset[()]


def refuse_elsewhere(dataset: h5py.Dataset) -> None:
    """Refuse a data set whose content lies in another file.

    Raises
    ------
    FileError
    """
    import h5py

    how = dataset.id.get_create_plist()
    if how.get_layout() == h5py.h5d.VIRTUAL or how.get_external_count():
        raise FileError("tree.in_another_file", name=dataset.name)


def texts_of(dataset: h5py.Dataset, budget: Budget | None = None) -> list[str]:
    """A data set of texts as a flat list."""
    import h5py

    if h5py.check_string_dtype(dataset.dtype) is None or dataset.dtype.kind != "O":
        return [_text(v) for v in np.ravel(np.asarray(read_array(dataset), dtype=object))]
    return [_text(v) for v in _long_texts(dataset, budget or Budget(dataset.file.id.get_filesize()))]


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _long_texts(dataset: h5py.Dataset, budget: Budget) -> list[bytes]:
    """Texts of any length, a part at a time: how much they take is known when they have been read only."""
    refuse_elsewhere(dataset)
    if dataset.size is None:
        return []
    if dataset.ndim != 1:
        if dataset.size > 100_000:
            raise FileError("tree.claims_texts", name=dataset.name, size=dataset.size)
        found = [v for v in np.ravel(np.asarray(dataset[()], dtype=object)) if isinstance(v, bytes)]
        budget.take_texts(found)
        return found
    texts: list[bytes] = []
    step, longest = 64, 1
    while len(texts) < len(dataset):
        part = [v if isinstance(v, bytes) else str(v).encode("utf-8", "replace")
                for v in dataset[len(texts):len(texts) + step]]
        budget.take_texts(part)
        texts += part
        longest = max(longest, *map(len, part))
        step = max(1, min(2 * step, LETTERS_AT_ONCE // longest))
    return texts


def _read(item: h5py.Group | h5py.Dataset, depth: int, budget: Budget) -> Any:
    import h5py

    budget.take(item)
    if depth > MAX_DEPTH:
        raise FileError("tree.too_deep")
    kind = item.attrs.get("kind", "")
    if isinstance(item, h5py.Group):
        if kind == "list":
            return [_read(hard_item(item, str(k)), depth + 1, budget) for k in range(len(item))]
        return _read_dict(item, depth, budget)
    if kind == "none":
        return None
    if kind == "texts":
        return texts_of(item, budget)
    if kind == "text-array":
        return np.array(texts_of(item, budget), dtype=str).reshape(item.shape)
    value = read_array(item)
    if isinstance(value, bytes):
        budget.take_texts([value])
    if kind == "array" or (not kind and item.shape):
        return value
    if kind in ("str", "big-int"):
        text = value.decode("utf-8") if isinstance(value, bytes) else str(value)
        return text if kind == "str" else int(text)
    if kind == "str-bytes":
        return bytes(np.asarray(value, np.uint8)).decode("utf-8", "surrogatepass")
    plain: dict[str, type] = {"bool": bool, "int": int, "float": float}
    if kind in plain:
        return plain[kind](value)
    raise FileError("tree.unknown_kind", name=item.name, kind=kind)
