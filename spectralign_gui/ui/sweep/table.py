"""The points of a sweep as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ...session.compare.sweep import SweepPoint
from .form import shown_value

Index = QModelIndex | QPersistentModelIndex


class SweepTable(QAbstractTableModel):
    """One row a point, as they come in."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles: tuple[str, ...] = ()
        self.properties: tuple[str, ...] = ()
        self.points: list[SweepPoint] = []

    def start(self, titles: Sequence[str], properties: Sequence[str]) -> None:
        """Forget everything; `titles` are those of the swept parameters."""
        self.beginResetModel()
        self.titles, self.properties, self.points = tuple(titles), tuple(properties), []
        self.endResetModel()

    def add(self, point: SweepPoint) -> None:
        """One more point."""
        self.beginInsertRows(QModelIndex(), len(self.points), len(self.points))
        self.points.append(point)
        self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.points)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.titles) + 1 + len(self.properties) + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        titles = [*self.titles, "Hits", *(f"RMSEP {p}" for p in self.properties), "Remark"]
        tips = [*(f"Value of {t}" for t in self.titles),
                "Share of left-out standards whose partner is among the 3 nearest, worse direction, ± its 95 % "
                "interval",
                *(f"Root mean square error of {p} on samples that took part in no fit" for p in self.properties),
                "Why there is no figure"]
        if role == Qt.ItemDataRole.DisplayRole:
            return titles[section]
        return tips[section] if role == Qt.ItemDataRole.ToolTipRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        point, column = self.points[index.row()], index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole and column < self.columnCount() - 1:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole and point.error:
            return point.error
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if column < len(self.titles):
            return shown_value(point.values[column])
        column -= len(self.titles)
        if column == 0:
            half = f" ± {100 * point.hit_interval:.0f}" if np.isfinite(point.hit_interval) else ""
            return f"{100 * point.hit:.0f}{half} %" if np.isfinite(point.hit) else "–"
        if column <= len(self.properties):
            value = point.rmsep.get(self.properties[column - 1], float("nan"))
            return f"{value:.4g}" if np.isfinite(value) else "–"
        return point.error
