"""Before and after, drawn for the selected spectra."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...core.data import SpectralDataset
from ...preprocessing.preview import Preview
from .. import theme
from ..plots.axes import drawn, dress_axes, label_style, set_left_width, show_axes
from ..plots.dressed import pg
from ..widgets import named
from ..widgets.as_written import Label

SHOWN = 12
"""Most spectra that are drawn."""


class PreviewPlot(QWidget):
    """Two small plots, one above the other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Preview | None = None
        self._colour_index = 0
        self.graphics = named(pg.GraphicsLayoutWidget(), "preprocessing-preview",
                              "Spectra before and after preprocessing")
        self.graphics.setAccessibleDescription("Above as measured, below after the steps; the wheel zooms both")
        self.graphics.setMinimumHeight(150)
        self.graphics.ci.layout.setContentsMargins(4, 6, 10, 4)
        self.graphics.ci.layout.setSpacing(0)
        self.before = self.graphics.addPlot(row=0, col=0)
        self.after = self.graphics.addPlot(row=1, col=0)
        for plot in (self.before, self.after):
            plot.setMenuEnabled(False)
            plot.hideButtons()
            set_left_width(plot, 52)
        self.note = Label()
        self.note.setObjectName("preprocessing-note")
        self.note.setWordWrap(True)
        self.note.setProperty("class", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.graphics, 1)
        layout.addWidget(self.note)
        theme.follow(self._restyle)
        self._restyle()

    def show_preview(self, preview: Preview | None, instrument_index: int = 0) -> None:
        """Draw a preview; None empties the plots."""
        self._shown, self._colour_index = preview, instrument_index
        self._draw()

    @Slot()
    def _restyle(self) -> None:
        colours = theme.current()
        self.graphics.setBackground(colours.plot_background)
        for plot, text in ((self.before, "Before"), (self.after, "After")):
            plot.setLabel("left", drawn(text))
            dress_axes(plot, colours)
        self._draw()

    def _draw(self) -> None:
        preview = self._shown
        for plot in (self.before, self.after):
            plot.clear()
            show_axes(plot, preview is not None)
        if preview is None:
            self.note.setText("")
            return
        self._curves(self.before, preview.before)
        if preview.after is not None:
            self._curves(self.after, preview.after)
        bad = bool(preview.problem)
        self.note.setText(preview.problem or " ".join(preview.notes))
        self.note.setProperty("class", "bad" if bad else "muted")
        self.note.style().unpolish(self.note)
        self.note.style().polish(self.note)

    def _curves(self, plot: pg.PlotItem, dataset: SpectralDataset) -> None:
        colours = theme.current()
        pen = pg.mkPen(colours.instrument(self._colour_index), width=1)
        x = dataset.axis.values
        step = max(1, len(x) // 3000)  # a small plot: more points than pixels only cost time
        for row in np.asarray(dataset.spectra[:SHOWN], dtype=float):
            plot.plot(x[::step], row[::step], pen=pen, connect="finite")
        plot.getViewBox().invertX(dataset.axis.shown_descending)
        plot.getViewBox().autoRange(padding=0.03)
        if plot is self.after:
            plot.setLabel("bottom", drawn(dataset.axis.label), **label_style(colours))
