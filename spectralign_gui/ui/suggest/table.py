"""The suggested samples as a table, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from ...session.standards.suggestion import SampleSuggestion
from .. import theme
from ..widgets import Column, TableModel, weakly

RANK, SAMPLE, SCORE, WHY, MISSING, INSTRUMENT = range(6)
Index = QModelIndex | QPersistentModelIndex


def why(s: SampleSuggestion) -> str:
    """What the sample reconstructs, in words."""
    return ", ".join(f"{name} {weight:.2f}" for name, weight in s.supports[:3])


class SuggestionModel(TableModel[SampleSuggestion]):
    """One row per suggested sample, best first."""

    empty = "No list yet: press Suggest, or choose an earlier round."

    def __init__(self, parent: Any = None) -> None:
        User, Font = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.FontRole
        super().__init__((
            Column("", weakly(self._rank)), Column("Sample", lambda s: s.sample, roles={Font: weakly(self._font)}),
            Column("Score", lambda s: f"{s.score:.2f}", lambda s: s.score, roles={User: lambda s: s.score}),
            Column("Represents", why, roles={User: weakly(self._shares)}), Column("Measure on", weakly(self._where)),
            Column("Instrument", lambda s: s.instrument)), parent=parent)
        self._barred: dict[tuple[str, int], str] = {}
        self._places: dict[tuple[str, int], int] = {}
        self._most = 0.0
        self._struck = QFont()
        self._struck.setStrikeOut(True)

    @property
    def found(self) -> tuple[SampleSuggestion, ...]:
        """The list."""
        return tuple(self.rows)

    def show(self, found: Sequence[SampleSuggestion]) -> None:
        """Show a list."""
        self._places = {(s.instrument, s.row): k for k, s in enumerate(found)}
        self._most = max((sum(w for _, w in s.supports) for s in found), default=0.0)
        self.set_rows(found)

    def bar(self, barred: dict[tuple[str, int], str]) -> None:
        """Samples (instrument, row) that cannot be measured any more, with the reason."""
        if barred != self._barred:
            self._barred = barred
            self.refresh()

    def _rank(self, s: SampleSuggestion) -> str:
        return str(self._places[s.instrument, s.row] + 1)

    def _where(self, s: SampleSuggestion) -> str:
        barred = self._barred.get((s.instrument, s.row))
        return (", ".join(s.missing_on) or "all have it") if barred is None else f"✗ {barred or 'cannot be measured'}"

    def _font(self, s: SampleSuggestion) -> QFont | None:
        return self._struck if (s.instrument, s.row) in self._barred else None

    def _shares(self, s: SampleSuggestion) -> list[float]:
        return [w / self._most for _, w in s.supports] if self._most > 0 else []

    def row_tip(self, row: SampleSuggestion) -> str:
        lines = [f"{row.sample} ({row.instrument}, row {row.row + 1}): score {row.score:.3f}"]
        if row.supports:
            lines.append("Represents best: " + ", ".join(
                f"{name} ({weight:.3f})" for name, weight in row.supports))
        lines.append(f"Not measured yet on: {', '.join(row.missing_on)}" if row.missing_on else
                     "Measured everywhere already: mark it as a standard.")
        barred = self._barred.get((row.instrument, row.row))
        if barred is not None:
            lines.append(f"Cannot be measured{f': {barred}' if barred else ''}.")
        return "\n".join(lines)


def arrange(view: QTableView, instruments: int) -> None:
    """Put where to measure a sample next to its name, and let the reasons have what is left of the width.

    With two instruments the one whose spectrum speaks for a sample is the other one.
    """
    header = view.horizontalHeader()
    for place, column in enumerate((RANK, SAMPLE, MISSING, SCORE, INSTRUMENT, WHY)):
        header.moveSection(header.visualIndex(column), place)
    header.setStretchLastSection(False)
    header.setSectionResizeMode(WHY, QHeaderView.ResizeMode.Stretch)
    view.setColumnHidden(INSTRUMENT, instruments < 3)


class SharesDelegate(QStyledItemDelegate):
    """Draws how much each of the other samples is made of this one, as pieces of a bar below their names."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        pieces = index.data(Qt.ItemDataRole.UserRole)
        rect = QRect(option.rect).adjusted(3, 0, -3, -1)
        at, colour = float(rect.left()), theme.current().accent
        if option.state & QStyle.StateFlag.State_Selected:
            colour = theme.current().accent_text
        for piece in pieces or ():
            width = rect.width() * piece
            painter.fillRect(QRect(round(at), rect.bottom() - 2, max(round(width) - 1, 1), 3), colour)
            at += width


class BarDelegate(QStyledItemDelegate):
    """Draws the score as a bar behind its number."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        score = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(score, float):
            rect = QRect(option.rect).adjusted(2, 3, -2, -3)
            rect.setWidth(int(rect.width() * min(max(score, 0.0), 1.0)))
            painter.fillRect(rect, theme.current().accent_soft)
        super().paint(painter, option, index)
