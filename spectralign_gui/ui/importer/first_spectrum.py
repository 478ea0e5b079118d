"""The first spectrum of a file, as it is read with the settings of the import dialog."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from ...io.intake.preview import FilePreview
from ...words import units
from .. import theme
from ..plots.axes import drawn, dress_axes, label_style
from ..plots.dressed import pg

LOWEST = 130
"""Pixels."""


class FirstSpectrum(pg.PlotWidget):
    """A plot of one curve."""

    def __init__(self, parent: QWidget | None = None) -> None:
        colours = theme.current()
        super().__init__(parent, background=colours.plot_background)
        self.setObjectName("first-spectrum")
        self.setAccessibleName("First spectrum")
        self.setAccessibleDescription("The first spectrum of the chosen file, as it is read with these settings")
        self.setMenuEnabled(False)
        self.hideButtons()
        dress_axes(self.getPlotItem(), colours)
        self.getPlotItem().layout.setContentsMargins(4, 8, 10, 4)
        self._curve = self.plot(pen=pg.mkPen(colours.instrument(0), width=1))
        self.setMinimumHeight(LOWEST)

    def show_first(self, preview: FilePreview) -> None:
        """Draw it, or hide where the file cannot be read this way."""
        self.setVisible(preview.spectrum is not None)
        if preview.spectrum is None:
            self._curve.setData([], [])
            return
        y = np.asarray(preview.spectrum, dtype=float)
        x = np.arange(1, len(y) + 1, dtype=float) if preview.axis is None else np.asarray(preview.axis, dtype=float)
        self._curve.setData(x, y, connect="finite")
        unit = preview.options.get("unit") or ""
        title = units.title(unit or "unknown" if preview.axis is not None else "channel")
        self.setLabel("bottom", drawn(title), **label_style(theme.current()))
        self.getPlotItem().getViewBox().invertX(unit == "cm-1")
        self.getPlotItem().getViewBox().autoRange()
