"""The runs as a table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from ...presenters.runs import (
    RunLine,
    error_text,
    first_error,
    hit_text,
    parameters_text,
    run_lines,
    time_text,
    worse_hit,
)
from ...session.run.execution import RunResult
from .. import theme
from ..state import AppModel
from ..widgets import Column, TableModel, weakly

STAR, NUMBER, NAME, METHOD, HIT, ERROR, STANDARDS, TIME, PARAMETERS, STARTED = range(10)


class RunModel(TableModel[RunLine]):
    """One row per run, oldest first; name and star can be set."""

    empty = "No run yet. Every run is kept here; a click returns to it."

    def __init__(self, model: AppModel, parent: Any = None) -> None:
        self._app = model
        star = {Qt.ItemDataRole.DecorationRole: lambda r: theme.icon("star-full" if r.run.starred else "star"),
                Qt.ItemDataRole.AccessibleTextRole: lambda r: "starred" if r.run.starred else "not starred"}
        super().__init__((
            Column("", lambda r: "", lambda r: not r.run.starred, roles=star, copied=False),
            Column("#", lambda r: r.number, lambda r: r.place),
            Column("Name", lambda r: r.name, roles={Qt.ItemDataRole.EditRole: lambda r: r.run.label},
                   edit=weakly(self._rename)),
            Column("Method", lambda r: r.method),
            Column("Hit@3 A→B / B→A", lambda r: hit_text(r.run), lambda r: worse_hit(r.run),
                   tip="Share of the held-out standards whose partner is among the 3 nearest spectra of the other "
                       "instrument"),
            Column("RMSEP (95 %)", lambda r: error_text(r.run), lambda r: first_error(r.run),
                   tip="Error of the first property on standards that no fit has seen, with its 95 % interval; all of "
                       "them are under Quality"),
            Column("Standards", lambda r: r.standards),
            Column("Time", lambda r: time_text(r.run), lambda r: sum(r.run.seconds.values())),
            Column("Parameters", lambda r: parameters_text(r.run)),
            Column("Started", lambda r: r.started)), parent=parent)
        self._bold = QFont()
        self._bold.setBold(True)

    def take(self) -> None:
        """Take the runs from the model."""
        self.set_rows(run_lines(self._app.runs, self._app.current_run, self._app.state.instruments))

    def run(self, row: int) -> RunResult | None:
        """The run of a row."""
        line = self.row(row)
        return line.run if line is not None else None

    def row_tip(self, row: RunLine) -> str:
        return row.tip

    def row_font(self, row: RunLine) -> QFont | None:
        return self._bold if row.shown else None

    def copy_table(self, places: Any) -> tuple[list[str], list[list[Any]]]:
        # as shown: two hit rates in one cell are no number
        rows = [self.rows[p] for p in places]
        return [c.title for c in self.columns[1:]], [[c.text(r) for c in self.columns[1:]] for r in rows]

    def _rename(self, row: RunLine, name: str) -> bool:
        self._app.rename_run(row.place, name.strip())
        return True
