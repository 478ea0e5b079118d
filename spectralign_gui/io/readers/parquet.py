"""Apache Parquet and Feather (Arrow IPC): one row per sample, or one column per spectrum, or a list column.

Read by pyarrow, which is installed with the extra ``parquet``; without it the file is refused with the way to get it.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._arrays import Arrays, blocks_of_arrays
from ._frame import FRAME_OPTIONS, MAX_CELLS, cell_text, read_lines
from ._wrap import parsing
from .contract import Reader, ReadResult
from .registry import register_reader

PARQUET, ARROW, OLD_FEATHER = b"PAR1", b"ARROW1\0\0", b"FEA1"
BATCH_CELLS = 2_000_000


@register_reader
class ParquetReader(Reader):
    """Columns of numbers and texts are read as the cells of a table; columns of lists as arrays."""

    name = "parquet"
    title = "Parquet or Feather"
    extensions = (".parquet", ".feather", ".arrow", ".pq")
    option_names = FRAME_OPTIONS
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """The mark at the beginning."""
        return 0.97 if head.startswith((PARQUET, ARROW, OLD_FEATHER)) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all columns that are numbers, texts or lists of numbers."""
        if importlib.util.find_spec("pyarrow") is None:
            raise FileError("parquet.needs_pyarrow")
        os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # the others take address space beforehand
        with parsing("Parquet or Feather"):
            table = _table(path)
            if any(_is_list(field.type) for field in table.schema):
                return _of_lists(table)
            head = "\t".join(cell_text(str(n)) for n in table.column_names)
            return read_lines(head, lambda: _lines(table), table.num_rows, options)


def _table(path: Path) -> Any:
    """The table, refused where it is larger than can be read, without the index of pandas."""
    import pyarrow as pa
    import pyarrow.feather
    import pyarrow.parquet

    with open(path, "rb") as file:
        start = file.read(8)
    if start.startswith(PARQUET):
        with pyarrow.parquet.ParquetFile(str(path)) as content:
            _check_size(content.metadata.num_rows, len(content.schema_arrow))
            table = content.read(use_threads=False)
    elif start.startswith(ARROW):
        with pa.ipc.open_file(str(path)) as content:
            _check_size(1, len(content.schema))
            table = content.read_all()
    else:
        raise FileError("parquet.old_feather")
    _check_size(table.num_rows, table.num_columns)
    kept = [n for n in range(table.num_columns) if _is_read(table.schema.field(n).type)]
    table = _index_first(table.select(kept))
    if not table.num_columns or not table.num_rows:
        raise FileError("frame.no_rows")
    return table


def _index_first(table: Any) -> Any:
    """The table with what pandas writes as its last columns, the index, as the first."""
    said = (table.schema.metadata or {}).get(b"pandas", b"")
    index = json.loads(said).get("index_columns", []) if said else []
    index = [n for n in index if isinstance(n, str) and n in table.column_names]
    order = [*index, *(n for n in table.column_names if n not in index)]
    if not index or len(set(order)) != len(table.column_names):
        return table
    shown = ["name" if n in index and n.startswith("__index_level_") else n for n in order]
    return table.select(order).rename_columns(shown if len(set(shown)) == len(shown) else order)


def _check_size(rows: int, columns: int) -> None:
    if rows * columns > MAX_CELLS:
        raise FileError("frame.too_many_cells", rows=rows, columns=columns, most=MAX_CELLS / 1e6)


def _is_list(kind: Any) -> bool:
    import pyarrow.types as types

    listed = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
    return listed and (types.is_floating(kind.value_type) or types.is_integer(kind.value_type))


def _is_read(kind: Any) -> bool:
    import pyarrow.types as types

    return not (types.is_nested(kind) or types.is_binary(kind) or types.is_large_binary(kind)
                or types.is_null(kind)) or _is_list(kind)


def _lines(table: Any) -> Iterator[str]:
    """Rows as cells between tabs; a number is written so that it reads back exactly."""
    rows = max(1, BATCH_CELLS // table.num_columns)
    for start in range(0, table.num_rows, rows):
        parts = [_cells(table.column(k).slice(start, rows)) for k in range(table.num_columns)]
        for cells in zip(*parts, strict=True):
            yield "\t".join(cells)


def _cells(column: Any) -> list[str]:
    import pyarrow.types as types

    if types.is_floating(column.type):
        return ["" if v is None or v != v else repr(v) for v in column.to_pylist()]
    if types.is_decimal(column.type):
        return ["" if v is None else str(v) for v in column.to_pylist()]
    if types.is_boolean(column.type):
        return ["" if v is None else "true" if v else "false" for v in column.to_pylist()]
    return ["" if v is None else cell_text(str(v)) for v in column.to_pylist()]


def _of_lists(table: Any) -> ReadResult:
    """One spectrum in a cell: lists of equal length become a matrix, a list that all rows repeat the axis."""
    arrays = Arrays()
    for name in table.column_names:
        column = table.column(name)
        if not _is_list(column.type):
            values = column.to_pylist()
            if all(v is None or (isinstance(v, (int, float)) and not isinstance(v, bool)) for v in values):
                arrays.numbers[name] = np.array([np.nan if v is None else float(v) for v in values])
            else:
                arrays.texts[name] = ["" if v is None else str(v) for v in values]
            continue
        rows = column.to_pylist()
        lengths = {len(r) for r in rows if r is not None}
        if len(lengths) != 1 or any(r is None for r in rows):
            raise FileError("parquet.lists_differ", name=name)
        matrix = np.array([[np.nan if v is None else float(v) for v in r] for r in rows])
        repeated = len(matrix) > 1 and (matrix == matrix[0]).all()
        arrays.numbers[name] = matrix[0] if repeated else matrix
    return blocks_of_arrays(arrays, "Parquet")
