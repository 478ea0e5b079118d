"""Table of predicted values with intervals and flags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ...core.figures import give_or_take
from ...session.predict.model import Predictions

Index = QModelIndex | QPersistentModelIndex
WHY = {"T²": "Far from the spectra of the fit in what they have in common (Hotelling T²): extrapolated",
       "Q": "Holds something the spectra of the fit do not (Q residual)",
       "far from the standards": "No standard is near: the transfer was not tested there"}


class PredictionModel(QAbstractTableModel):
    """A row per new sample."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.predictions: Predictions | None = None

    def show(self, predictions: Predictions | None) -> None:
        """Show these."""
        self.beginResetModel()
        self.predictions = predictions
        self.endResetModel()

    def copy_table(self, rows: Sequence[int]) -> tuple[list[str], list[list[Any]]]:
        """Header and rows for a spreadsheet: values, ends of the intervals, flags, in full precision."""
        if self.predictions is None:
            return [], []
        header, table = self.predictions.table()
        return header, [table[row] for row in rows]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() or self.predictions is None else len(self.predictions.names)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() or self.predictions is None else len(self.predictions.properties) + 2

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        p = self.predictions
        if p is None or orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return ["Sample", *p.titles, "Notes"][section]
        if role == Qt.ItemDataRole.ToolTipRole and 0 < section <= len(p.properties):
            half = p.half_width[section - 1]
            if not np.isfinite(half):
                return "No interval: hold standards with reference values out to get one"
            return f"{100 * p.level:g} % of new samples lie within ± {half:.3g}, judged by {p.intervals_from}"
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        p = self.predictions
        if p is None or not index.isValid():
            return None
        row, column = index.row(), index.column()
        flags = p.flags[row]
        if role == Qt.ItemDataRole.DisplayRole:
            if column == 0:
                return p.names[row] or f"#{row + 1}"
            if column <= len(p.properties):
                value, half = p.values[row, column - 1], p.half_width[column - 1]
                return give_or_take(value, half)
            return ("⚠ " + ", ".join(flags)) if flags else ""
        if role == Qt.ItemDataRole.TextAlignmentRole and 0 < column <= len(p.properties):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole and flags:
            return "\n".join(f"{f}: {WHY[f]}" if f in WHY else f for f in flags)
        return None
