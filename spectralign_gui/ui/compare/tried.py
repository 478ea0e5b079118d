"""What the automatic transfer tries, best first, filling while it searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QTableView, QVBoxLayout, QWidget

from ...session.run import RunResult
from ..widgets import OneLineLabel, named, quiet_table
from ..widgets.tidy import TidyModel

Index = QModelIndex | QPersistentModelIndex
RANK, SETTING, RELATIVE, PART, FIRST = range(5)
"""Columns; from `FIRST` on one per property."""
HINT = ("Here the automatic transfer lists what it tries, best first: tick it and compare, or choose it as the method "
        "and run.")
EXPLAIN = ("Error of every setting at left-out standards, best first. The prediction is the weighted combination of "
           "what is good; Part says how much each setting has of it.")


@dataclass(frozen=True)
class Tried:
    """One setting: its error per property at left-out standards, and its part of the combination (NaN: not known)."""

    title: str
    errors: tuple[float, ...]
    part: float = float("nan")
    score: float = float("nan")


class TriedModel(TidyModel):
    """Settings that were tried, best first; the order in which they came where they are equally good."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.properties: tuple[str, ...] = ()
        self.lines: list[Tried] = []

    def start(self, properties: Sequence[str]) -> None:
        """Forget everything."""
        with self.resetting():
            self.properties, self.lines = tuple(properties), []

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """More rows of the running search ("method", "error")."""
        self._set([*self.lines, *(Tried(str(row.get("words") or row["method"]), tuple(float(v) for v in row["error"]))
                                  for row in rows)])

    def show(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """All rows of a finished search ("title", "error", "weight")."""
        self._set([Tried(str(row.get("words") or row["title"]), tuple(float(v) for v in row["error"]),
                         float(np.mean(row["weight"]))) for row in rows])

    def _set(self, lines: list[Tried]) -> None:
        width = len(lines[0].errors) if lines else len(self.properties)
        errors = np.array([line.errors for line in lines], dtype=float).reshape(len(lines), width)
        best = np.nanmin(np.where(np.isfinite(errors), errors, np.inf), axis=0, initial=np.inf)
        use = np.isfinite(best) & (best > 0)
        scores = (errors[:, use] / best[use]).mean(axis=1) if use.any() else np.full(len(lines), np.nan)
        scored = [replace(line, score=float(score)) for line, score in zip(lines, scores, strict=True)]
        with self.resetting():
            if width != len(self.properties):  # those without any known value are not predicted
                self.properties = tuple(f"property {j + 1}" for j in range(width))
            self.lines = sorted(scored, key=lambda line: line.score if np.isfinite(line.score) else np.inf)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else FIRST + len(self.properties)

    def heading(self, section: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return ["#", "Setting", "Relative", "Part", *self.properties][section]
        tips = ["Rank over all properties, 1 is best", "The method and its setting",
                "Mean over the properties of the error divided by the smallest one",
                "How much of the prediction comes from this setting, mean over the properties; known at the end",
                *(f"Root mean square error of {p} at standards that were left out" for p in self.properties)]
        return tips[section] if role == Qt.ItemDataRole.ToolTipRole else None

    def cell(self, index: Index, role: int) -> Any:
        line, column = self.lines[index.row()], index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole and column != SETTING:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.title
        return self._text(index.row(), line, column) if role == Qt.ItemDataRole.DisplayRole else None

    def _text(self, row: int, line: Tried, column: int) -> str:
        if column == RANK:
            return str(row + 1) if np.isfinite(line.score) else ""
        if column == SETTING:
            return line.title
        if column == RELATIVE:
            value, shown = line.score, ".2f"
        elif column == PART:
            return f"{100 * line.part:.0f} %" if np.isfinite(line.part) else "–"
        else:
            value, shown = line.errors[column - FIRST], ".3g"
        return f"{value:{shown}}" if np.isfinite(value) else "–"

    def copy_table(self, rows: Sequence[int]) -> tuple[list[str], list[list[Any]]]:
        """Header and rows for a spreadsheet, in full precision."""
        return (["Rank", "Setting", "Relative", "Part", *self.properties],
                [[row + 1, (line := self.lines[row]).title,
                  *(float(v) if np.isfinite(v) else "" for v in (line.score, line.part, *line.errors))]
                 for row in rows])


class TriedPage(QWidget):
    """The table with a sentence; the line that is selected stays so wherever it goes, and the table where it was."""

    def __init__(self, found: QPushButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = TriedModel(self)
        self.table: QTableView = quiet_table(
            self.model, "compare-tried", "What the automatic transfer tried",
            tip="Settings that the automatic transfer has tried, with their errors at left-out standards, best first")
        self.table.horizontalHeader().setMaximumSectionSize(190)
        self.says = OneLineLabel(HINT)
        self.says.set_one_line(True)
        named(self.says, "compare-tried-says", "What the list of settings says", look="muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 0)
        layout.setSpacing(2)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 0, 0)
        foot.addWidget(self.says, 1)
        foot.addWidget(found)
        layout.addWidget(self.table, 1)
        layout.addLayout(foot)
        self.table.setMinimumHeight(40)
        self._waiting: list[Mapping[str, Any]] = []

    def start(self, properties: Sequence[str]) -> None:
        """A search begins."""
        self._waiting = []
        self.model.start(properties)
        self.says.setText("The search begins …")

    def take(self, row: Mapping[str, Any]) -> None:
        """A row of the running search; shown with `fill`."""
        self._waiting.append(row)

    def fill(self) -> None:
        """Show the rows that have come."""
        if self._waiting:
            rows, self._waiting = self._waiting, []
            self._keeping_place(lambda: self.model.add(rows))
            self.says.setText(f"{len(self.model.lines)} settings tried so far, best first.")

    def finish(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """The search is over, and this is what was tried; nothing: it was stopped, and what is there stays."""
        self.fill()
        if rows:
            self._keeping_place(lambda: self.model.show(rows))
            self.says.setText(f"{len(rows)} settings. {EXPLAIN}")
        elif self.model.lines:
            self.says.setText(f"Stopped after {len(self.model.lines)} settings.")
        else:
            self.says.setText(HINT)

    def show_run(self, result: RunResult, properties: Sequence[str]) -> None:
        """What a run of the automatic transfer tried; of one from a file its combination is known."""
        estimator = result.estimator
        rows = getattr(estimator, "tuning_", []) or estimator.chosen_.get("combination", [])
        self.model.start([p for k, p in enumerate(properties) if k not in estimator.unknown_properties_])
        self.finish(list(rows))

    def _keeping_place(self, change: Any) -> None:
        row = self.table.currentIndex().row()
        title = self.model.lines[row].title if 0 <= row < len(self.model.lines) else ""
        places = [bar.value() for bar in (self.table.verticalScrollBar(), self.table.horizontalScrollBar())]
        change()
        titles = [line.title for line in self.model.lines]
        if title in titles:
            self.table.selectionModel().setCurrentIndex(
                self.model.index(titles.index(title), SETTING),
                QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows)
        self.table.doItemsLayout()
        for bar, place in zip((self.table.verticalScrollBar(), self.table.horizontalScrollBar()), places, strict=True):
            bar.setValue(place)
