"""The loaded instruments as a table; the first is the reference A."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPixmap

from ...core.data import SpectralDataset
from ...core.errors import SpectrAlignError
from ...session.state.editing import rename_instrument
from .. import theme
from ..state import AppModel
from ..widgets import HeadedModel
from .sample_model import missing_per_row

HEADINGS = ("", "Instrument", "Spectra", "Channels", "Range", "Quantity")
NAME, SPECTRA, CHANNELS, QUANTITY = 1, 2, 3, 5
Index = QModelIndex | QPersistentModelIndex


def letter(row: int) -> str:
    """A, B, C … as the instruments are called in short."""
    return chr(ord("A") + row) if row < 26 else str(row + 1)


def describe_range(dataset: SpectralDataset) -> str:
    """First and last channel with the unit."""
    values = dataset.axis.values
    ends = (values[-1], values[0]) if dataset.axis.shown_descending else (values[0], values[-1])
    unit = {"cm-1": "cm⁻¹", "raman-shift": "cm⁻¹ shift", "um": "µm", "unknown": "", "channel": "channels"}.get(
        dataset.axis.unit, dataset.axis.unit)
    return f"{ends[0]:g} – {ends[1]:g} {unit}".strip()


class InstrumentModel(HeadedModel):
    """One row per instrument; the name can be edited."""

    headings = HEADINGS
    editable = NAME

    refused = Signal(str)

    def __init__(self, model: AppModel, parent: Any = None) -> None:
        super().__init__(parent)
        self._app = model
        self._datasets = model.state.datasets

    def refresh(self) -> None:
        """Take the instruments from the state."""
        self.beginResetModel()
        self._datasets = self._app.state.datasets
        self.endResetModel()

    def name(self, row: int) -> str:
        """Name of the instrument in a row; "" if there is no such row."""
        return self._datasets[row].name if 0 <= row < len(self._datasets) else ""

    def length(self) -> int:
        return len(self._datasets)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        d = self._datasets[row]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return (letter(row), d.name, str(len(d)), str(len(d.axis)), describe_range(d), d.quantity)[column]
        if role == Qt.ItemDataRole.DecorationRole and column == 0:
            return _swatch(row)
        if role == Qt.ItemDataRole.FontRole and column == NAME and row == 0:
            font = QFont()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.TextAlignmentRole and column in (2, 3):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(d, row)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename; a name that cannot be is refused with a sentence."""
        if role != Qt.ItemDataRole.EditRole or index.column() != NAME:
            return False
        try:
            new = rename_instrument(self._app.state, self.name(index.row()), str(value))
        except SpectrAlignError as error:
            self.refused.emit(str(error))
            return False
        self._app.change("Rename instrument", new)
        return True


def _tip(d: SpectralDataset, row: int) -> str:
    lines = [f"{letter(row)}: {d.name}" + (" – the reference, whose calibration the others shall use" if row == 0
                                           else "")]
    lines.append(f"{len(d)} spectra of {len(d.axis)} channels, {describe_range(d)}, {d.quantity}")
    missing = int(missing_per_row(d).sum())
    if missing:
        lines.append(f"{missing} missing values")
    if d.source.path:
        lines.append(f"from {d.source.path}")
    return "\n".join([*lines, *d.warnings])


def _swatch(row: int) -> QIcon:
    """The instrument's colour, as in the plots."""
    pixmap = QPixmap(16, 16)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(theme.current().base))
    painter.setBrush(QColor(theme.current().instrument(row)))
    painter.drawRoundedRect(1, 1, 13, 13, 3, 3)
    painter.end()
    swatch = QIcon(pixmap)
    swatch.addPixmap(pixmap, QIcon.Mode.Selected)  # the colour means something: a chosen row must not tint it
    return swatch
