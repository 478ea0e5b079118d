"""The loaded instruments as a table; the first is the reference A."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPixmap

from ...core.data import SpectralDataset
from ...core.errors import SpectrAlignError
from ...session.state.editing import rename_instrument
from ...words import say, units
from .. import theme
from ..state import AppModel
from ..widgets import Column, TableModel, weakly
from .sample_model import missing_per_row

NAME, SPECTRA, CHANNELS, QUANTITY = 1, 2, 3, 5


def letter(row: int) -> str:
    """A, B, C … as the instruments are called in short."""
    return chr(ord("A") + row) if row < 26 else str(row + 1)


def describe_range(dataset: SpectralDataset) -> str:
    """First and last channel with the unit."""
    values = dataset.axis.values
    ends = (values[-1], values[0]) if dataset.axis.shown_descending else (values[0], values[-1])
    unit = units.at(dataset.axis.unit)
    guessed = " (guessed)" if "unit" in dataset.guessed else ""
    return f"{ends[0]:g} – {ends[1]:g} {unit}{guessed}".strip()


Line = tuple[int, SpectralDataset]
"""Place of an instrument and its spectra."""


class InstrumentModel(TableModel[Line]):
    """One row per instrument; the name can be edited."""

    refused = Signal(str)

    def __init__(self, model: AppModel, parent: Any = None) -> None:
        bold = QFont()
        bold.setBold(True)
        Role = Qt.ItemDataRole
        super().__init__((
            Column("", lambda r: letter(r[0]), roles={Role.DecorationRole: lambda r: _swatch(r[0])}),
            Column("Instrument", lambda r: r[1].name, edit=weakly(self._rename),
                   roles={Role.FontRole: lambda r: bold if r[0] == 0 else None}),
            Column("Spectra", lambda r: str(len(r[1])), lambda r: len(r[1]), number=True),
            Column("Channels", lambda r: str(len(r[1].axis)), lambda r: len(r[1].axis), number=True),
            Column("Range", lambda r: describe_range(r[1])),
            Column("Quantity", lambda r: r[1].quantity)), enumerate(model.state.datasets), parent)
        self._app = model

    def take(self) -> None:
        """Take the instruments from the state."""
        self.set_rows(enumerate(self._app.state.datasets))

    def name(self, row: int) -> str:
        """Name of the instrument in a row; "" if there is no such row."""
        line = self.row(row)
        return line[1].name if line is not None else ""

    def row_tip(self, row: Line) -> str:
        return _tip(row[1], row[0])

    def _rename(self, row: Line, name: str) -> bool:
        """Rename; a name that cannot be is refused with a sentence."""
        try:
            new = rename_instrument(self._app.state, row[1].name, name)
        except SpectrAlignError as error:
            self.refused.emit(say(error))
            return False
        self._app.change("Rename instrument", new)
        return True


def _tip(d: SpectralDataset, row: int) -> str:
    lines = [f"{letter(row)}: {d.name}" + (" – the reference, whose calibration the others use" if row == 0
                                           else "")]
    lines.append(f"{len(d)} spectra of {len(d.axis)} channels, {describe_range(d)}, {d.quantity}")
    missing = int(missing_per_row(d).sum())
    if missing:
        lines.append(f"{missing} missing values")
    if d.source.path:
        lines.append(f"from {d.source.path}")
    return "\n".join([*lines, *map(say, d.warnings)])


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
