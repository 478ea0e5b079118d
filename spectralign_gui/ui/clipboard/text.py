"""Tables as spreadsheets take them from the clipboard: tabs and lines, numbers with a point and in full precision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView, QTreeView

Table = tuple[Sequence[str], Iterable[Sequence[Any]]]


def as_text(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as tab-separated text; missing values are empty cells."""
    return "".join("\t".join(_cell(c) for c in row) + "\n" for row in ([*header], *rows))


def _cell(value: Any) -> str:
    if value is None or value != value:
        return ""
    if isinstance(value, float):
        return repr(float(value))
    return " ".join(str(value).split())


def table_of(view: QAbstractItemView) -> Table:
    """What a table shows: the selected rows, or all of them if at most one is selected.

    A model with a method ``copy_table(rows)`` says itself what is copied (numbers in full precision); of others the
    shown texts are. A view with a method ``catch_up`` may be behind the window's selection until then.
    """
    if hasattr(view, "catch_up"):
        view.catch_up()
    model = view.model()
    chosen = sorted({row for part in view.selectionModel().selection() if not part.parent().isValid()
                     for row in range(part.top(), part.bottom() + 1)})
    rows = chosen if len(chosen) > 1 else list(range(model.rowCount()))
    source, places = model, rows
    while hasattr(source, "mapToSource"):
        places = [source.mapToSource(source.index(r, 0)).row() for r in places]
        source = source.sourceModel()
    if hasattr(source, "copy_table"):
        return source.copy_table(places)
    hidden = view.isColumnHidden if isinstance(view, QTableView | QTreeView) else (lambda column: False)
    columns = [c for c in range(model.columnCount()) if not hidden(c)]
    header = [str(model.headerData(c, Qt.Orientation.Horizontal) or "") for c in columns]
    return header, [[model.index(r, c).data() for c in columns] for r in rows]
