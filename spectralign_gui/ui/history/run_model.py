"""The runs as a table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from ...session.run import RunResult
from ...session.run.convergence import convergence_text
from ...session.standards.measuring_list import measured
from .. import theme
from ..state import AppModel
from ..widgets import HeadedModel
from .describe import hit_text, parameters_text, time_text, worse_hit

STAR, NUMBER, NAME, METHOD, HIT, STANDARDS, TIME, PARAMETERS, STARTED = range(9)
HEADINGS = ("", "#", "Name", "Method", "Hit@3 A→B / B→A", "Standards", "Time", "Parameters", "Started")
Index = QModelIndex | QPersistentModelIndex


class RunModel(HeadedModel):
    """One row per run, oldest first; name and star can be set."""

    headings = HEADINGS
    tips = {HIT: "Share of the held-out standards whose partner is among the 3 nearest spectra of the other instrument"}
    editable = NAME

    def __init__(self, model: AppModel, parent: Any = None) -> None:
        super().__init__(parent)
        self._app = model
        self._runs: tuple[RunResult, ...] = model.runs

    def refresh(self) -> None:
        """Take the runs from the model."""
        self.beginResetModel()
        self._runs = self._app.runs
        self.endResetModel()

    def run(self, row: int) -> RunResult | None:
        """The run of a row."""
        return self._runs[row] if 0 <= row < len(self._runs) else None

    def length(self) -> int:
        return len(self._runs)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        run = self._runs[row]
        if role == Qt.ItemDataRole.EditRole and column == NAME:
            return run.label
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(run, row, column)
        if role == Qt.ItemDataRole.DecorationRole and column == STAR:
            return theme.icon("star-full" if run.starred else "star")
        if role == Qt.ItemDataRole.AccessibleTextRole and column == STAR:
            return "starred" if run.starred else "not starred"
        if role == Qt.ItemDataRole.FontRole and run is self._app.current_run:
            font = QFont()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.ToolTipRole:
            lines = [f"{run.method.title}: {parameters_text(run)}",
                     f"Standards: {self._text(run, row, STANDARDS)}; {self._text(run, row, TIME)}; started "
                     f"{self._text(run, row, STARTED)}", *run.warnings]
            return "\n".join(lines)
        return None

    def _text(self, run: RunResult, row: int, column: int) -> str:
        if column == STAR:
            return ""
        if column == NUMBER:
            return f"▸ {row + 1}" if run is self._app.current_run else str(row + 1)
        if column == NAME:
            return f"{run.label}  (pinned)".strip() if run.pinned else run.label
        if column == METHOD:
            word = convergence_text(run)
            named = self._app.state.instruments
            of = f" ({' → '.join(run.state.instruments)})" if len(named) > 2 and run.state.instruments != named else ""
            return f"{run.method.title}{of}" + ("" if word == "converged" else f", {word}")
        if column == HIT:
            return hit_text(run)
        if column == STANDARDS:
            held = sum(s.held_out for s in run.state.standards)
            rounds = sum(measured(run.state, r.found) > 0 for r in run.state.rounds)
            return (f"{len(run.state.standards)}" + (f" ({held} held out)" if held else "")
                    + (f", after {rounds} round{'s' if rounds > 1 else ''} of suggestions" if rounds else ""))
        if column == TIME:
            return time_text(run)
        if column == PARAMETERS:
            return parameters_text(run)
        return run.started.replace("T", " ")[:19]

    def sort_key(self, row: int) -> float:
        """Quality of a run, for choosing the best."""
        return worse_hit(self._runs[row])

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Name a run."""
        if role != Qt.ItemDataRole.EditRole or index.column() != NAME:
            return False
        self._app.rename_run(index.row(), str(value).strip())
        return True
