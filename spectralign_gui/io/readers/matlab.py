"""MATLAB v5 files: plain matrices, cells of x-y tables, PLS_Toolbox DataSet objects."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import scipy

from ...core.errors import FileError
from ...core.notes import Note
from ._arrays import Arrays, blocks_of_arrays, is_axis
from ._dataset_object import dataset_block
from ._mat5_check import check_level_5
from ._own_matlab import own_blocks
from ._wrap import parsing
from .contract import Block, Choice, Reader, ReadResult, Table
from .registry import register_reader

MAX_BYTES = 2_000_000_000


@register_reader
class MatlabReader(Reader):
    """MATLAB v4 to v7 (v7.3 is HDF5 and has its own reader)."""

    name = "matlab"
    title = "MATLAB v4 to v7"
    extensions = (".mat",)
    option_names = ("variable",)
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """The text header of a level 5 file, without the HDF5 signature."""
        if head.startswith(b"MATLAB 5.0 MAT-file") and len(head) >= 128:
            return 0.97
        return 0.9 if path.suffix.lower() == ".mat" and _is_level_4(head) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read every variable that can be spectra, axis, names or reference values."""
        with parsing("MATLAB"):
            with open(path, "rb") as file:
                if file.read(10) == b"MATLAB 5.0":
                    check_level_5(path)
            sizes = scipy.io.whosmat(str(path))
            written = [name for name, *_ in sizes]
            if twice := next((n for n in written if written.count(n) > 1), None):
                raise FileError("matlab.variable_twice", name=twice)
            total = sum(int(np.prod([int(s) for s in shape])) * 8 for _, shape, kind in sizes
                        if kind not in ("char", "cell", "struct", "object"))
            if total > MAX_BYTES:
                raise FileError("matlab.claims_too_much_memory", total=total / 1000000000.0)
            content = _content(path)
            if own := own_blocks(content):
                return ReadResult(own)
            chosen = options.get("variable")
            names = [k for k in content if not k.startswith("__")]
            if chosen is not None and chosen not in names:
                raise FileError("matlab.no_such_variable", chosen=chosen, names=names[:12])
            blocks: list[Block] = []
            tables: list[Table] = []
            arrays = Arrays()
            for name in names:
                if chosen is None or name == chosen or not _is_dataset(content[name]):
                    _collect(name, content[name], arrays, blocks, tables)
        choices = tuple(Choice("variable", b.label, f"{b.label}: {b.spectra.shape[0]} × {b.spectra.shape[1]}", True)
                        for b in blocks)
        if blocks:
            blocks, tables, notes = _joined(blocks, tables)
            several = len(blocks) > 1
            left = tuple(b.metadata["excluded"] for b in blocks if "excluded" in b.metadata)
            return ReadResult(tuple(b if several else b.with_(label="") for b in blocks), tuple(tables),
                              choices=choices, warnings=(*left, *notes))
        if tables:
            return ReadResult((), tuple(tables))
        return blocks_of_arrays(arrays, "MATLAB")


def _content(path: Path) -> dict[str, Any]:
    """Variables by name.

    Raises
    ------
    FileError
        An object of a class, which the file format does not describe.
    """
    try:
        return dict(scipy.io.loadmat(str(path), struct_as_record=True, chars_as_strings=True,
                                     verify_compressed_data_integrity=True))
    except TypeError as error:
        raise FileError("matlab.class_object") from error


def _joined(blocks: list[Block], tables: list[Table]) -> tuple[list[Block], list[Table], tuple[str, ...]]:
    """Blocks with the tables of properties that have as many rows; those that fit none stay tables."""
    rest, notes = [], []
    for table in tables:
        fitting = [k for k, b in enumerate(blocks) if len(b.spectra) == len(table.targets) and b.targets is None and (
            not table.names or not any(b.names) or b.names == table.names)]
        for k in fitting:
            blocks[k] = blocks[k].with_(targets=table.targets)
        listed = ", ".join(table.targets.names[:4])
        if fitting:
            notes.append(Note("matlab.taken_as_reference_values", label=table.label, listed=listed,
                              samples=len(table.targets)))
        else:
            rest.append(table)
            notes.append(Note("matlab.reference_values_left_apart", label=table.label, listed=listed))
    return blocks, rest, tuple(notes)


def _is_level_4(head: bytes) -> bool:
    """Whether a file begins with the header of a level 4 matrix: type, rows, columns, imaginary, name length, name."""
    for order in "<>":
        if len(head) < 22:
            return False
        kind, rows, columns, imaginary, length = struct.unpack_from(f"{order}5i", head)
        name = head[20:20 + length] if 1 < length < 64 else b""
        if (0 <= kind < 5000 and rows > 0 and columns > 0 and imaginary in (0, 1) and name.endswith(b"\0")
                and re.fullmatch(rb"[A-Za-z]\w*\0", name)):
            return True
    return False


def _is_dataset(value: Any) -> bool:
    names = getattr(getattr(value, "dtype", None), "names", None) or ()
    return {"data", "axisscale", "label"} <= set(names)


def _collect(name: str, value: Any, arrays: Arrays, blocks: list[Block], tables: list[Table], depth: int = 0) -> None:
    """Sort a variable into numbers, texts, x-y tables or DataSet objects; look into structs."""
    if depth > 8 or not isinstance(value, np.ndarray):
        return
    if _is_dataset(value):
        fields = tuple(value.dtype.names or ())
        for k, entry in enumerate(np.ravel(value)):
            block = dataset_block({n: entry[n] for n in fields}, name if value.size == 1
                                  else f"{name} {k + 1}")
            if isinstance(block, Table):
                tables.append(block)
            elif block is not None:
                blocks.append(block)
        return
    if value.dtype.names:
        for entry in np.ravel(value)[:100]:
            for part in value.dtype.names:
                _collect(f"{name}/{part}", entry[part], arrays, blocks, tables, depth + 1)
        return
    if value.dtype == object:
        entries = list(np.ravel(value))
        if entries and all(isinstance(e, np.ndarray) and e.dtype.kind == "U" and e.size <= 1 for e in entries):
            arrays.texts[name] = ["".join(e.ravel().tolist()) for e in entries]
        elif entries and all(isinstance(e, np.ndarray) and e.dtype.kind in "biuf" and e.ndim == 2 and 2 in e.shape
                             and max(e.shape) >= 3 for e in entries) and any(
                                 is_axis(e[:, 0] if e.shape[1] == 2 else e[0]) for e in entries):
            arrays.pairs += [(f"{name} {k + 1}", e) for k, e in enumerate(entries)]
        else:
            for k, entry in enumerate(entries[:1000]):
                _collect(f"{name}/{k + 1}", entry, arrays, blocks, tables, depth + 1)
        return
    if value.dtype.kind in "biuf" and value.size:
        arrays.numbers[name] = value
    elif value.dtype.kind == "U":
        arrays.texts[name] = [str(t).rstrip() for t in value.ravel().tolist()]
