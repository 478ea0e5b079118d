"""The suggested samples as a table, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from ...session.standards.suggestion import SampleSuggestion
from .. import theme
from ..widgets import HeadedModel

HEADINGS = ("", "Sample", "Score", "Speaks for", "Measure on", "Instrument")
RANK, SAMPLE, SCORE, WHY, MISSING, INSTRUMENT = range(6)
Index = QModelIndex | QPersistentModelIndex


def why(s: SampleSuggestion) -> str:
    """What the sample reconstructs, in words."""
    return ", ".join(f"{name} {weight:.2f}" for name, weight in s.supports[:3])


class SuggestionModel(HeadedModel):
    """One row per suggested sample."""

    headings = HEADINGS

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.found: tuple[SampleSuggestion, ...] = ()
        self._barred: dict[tuple[str, int], str] = {}

    def show(self, found: Sequence[SampleSuggestion]) -> None:
        """Show a list."""
        self.beginResetModel()
        self.found = tuple(found)
        self.endResetModel()

    def bar(self, barred: dict[tuple[str, int], str]) -> None:
        """Samples (instrument, row) that cannot be measured any more, with the reason."""
        if barred != self._barred:
            self._barred = barred
            if self.found:
                self.dataChanged.emit(self.index(0, 0), self.index(len(self.found) - 1, len(HEADINGS) - 1))

    def length(self) -> int:
        return len(self.found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        s = self.found[index.row()]
        barred = self._barred.get((s.instrument, s.row))
        if role == Qt.ItemDataRole.DisplayRole:
            where = ", ".join(s.missing_on) or "all have it"
            if barred is not None:
                where = f"✗ {barred or 'cannot be measured'}"
            return (str(index.row() + 1), s.sample, f"{s.score:.2f}", why(s), where, s.instrument)[index.column()]
        if role == Qt.ItemDataRole.FontRole and index.column() == SAMPLE and barred is not None:
            font = QFont()
            font.setStrikeOut(True)
            return font
        if role == Qt.ItemDataRole.UserRole and index.column() == SCORE:
            return s.score
        if role == Qt.ItemDataRole.UserRole and index.column() == WHY:
            most = max((sum(w for _, w in t.supports) for t in self.found), default=0.0)
            return [w / most for _, w in s.supports] if most > 0 else []
        if role == Qt.ItemDataRole.ToolTipRole:
            lines = [f"{s.sample} ({s.instrument}, row {s.row + 1}): score {s.score:.3f}"]
            if s.supports:
                lines.append("Other samples that are made of it: " + ", ".join(
                    f"{name} ({weight:.3f})" for name, weight in s.supports))
            lines.append(f"Not measured yet on: {', '.join(s.missing_on)}" if s.missing_on else
                         "Measured everywhere already: mark it as a standard.")
            if barred is not None:
                lines.append(f"Cannot be measured{f': {barred}' if barred else ''}.")
            return "\n".join(lines)
        return None


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
