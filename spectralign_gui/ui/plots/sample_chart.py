"""A chart whose points are samples: they can be picked, boxed and ringed like those of a scatter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, Signal, Slot
from PySide6.QtWidgets import QWidget

from ...presenters.plots.chart import Chart
from ...session.state.selections import Sample
from .dressed import pg
from .line_view import LineView
from .scatter_items import Dots, inside_polygon


class SampleChart(LineView):
    """Predicted against measured, residuals and the like; the first series has a sample for each point.

    Signals
    -------
    chosen(list of samples, bool extend), pointed(sample or None)
        As in `ScatterView`.
    """

    chosen = Signal(object, bool)
    pointed = Signal(object)

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        self._samples: list[Sample] = []
        self._selected: frozenset[Sample] = frozenset()
        self._hover: Sample | None = None
        self._rings: Dots | None = None
        super().__init__(name, title, parent, ("pan", "zoom", "rectangle", "lasso"), legend_above=True)
        self.add_mode_tools(short=True)
        self.tools.addStretch(1)
        self.add_export_tool()

    def furnish(self) -> None:
        area = self.plot.getViewBox()
        self._rings, self._spot = Dots(pxMode=True, brush=None), Dots(pxMode=True, brush=None)
        for item in (self._rings, self._spot):
            item.setZValue(20)
            area.addItem(item, ignoreBounds=True)
        area.clicked.connect(self._clicked)
        area.outlined.connect(self._outlined)

    def set_samples(self, chart: Chart, samples: Sequence[Sample]) -> None:
        """Show a chart with the samples of the points of its first series."""
        self._samples = list(samples)
        self.set_chart(chart)
        self._ring()

    def set_selected(self, samples: frozenset[Sample]) -> None:
        """Ring these."""
        self._selected = samples
        self._ring()

    def set_hovered(self, sample: Sample | None) -> None:
        """Ring the sample under the mouse (here or in another dock)."""
        self._hover = sample
        self._ring()

    @property
    def ringed(self) -> set[Sample]:
        """Selected samples that have a point here."""
        return set(self._samples) & self._selected

    def _points(self) -> np.ndarray:
        if not self._samples or not self.chart.series:
            return np.zeros((0, 2))
        first = self.chart.series[0]
        return np.stack([first.places(), self._heights(first.y)], axis=1)

    def _ring(self) -> None:
        if self._rings is None:
            return
        points = self._points()
        for item, wanted, colour, size in ((self._rings, self._selected, self.theme.selection, 12),
                                           (self._spot, {self._hover}, self.theme.hover, 16)):
            at = points[[k for k, s in enumerate(self._samples) if s in wanted]]
            item.setData(x=at[:, 0], y=at[:, 1], size=size, symbol="o", brush=None, pen=pg.mkPen(colour, width=2))

    def restyle(self) -> None:
        super().restyle()
        self._ring()

    # -- mouse -------------------------------------------------------------------------------------------
    def _nearest(self, at: QPointF, reach: float = 9.0) -> Sample | None:
        points = self._points()
        if not len(points):
            return None
        sx, sy = self.pixel_size(self.plot)
        distance = np.hypot((points[:, 0] - at.x()) / (sx or 1), (points[:, 1] - at.y()) / (sy or 1))
        distance[np.isnan(distance)] = np.inf
        k = int(np.argmin(distance))
        return self._samples[k] if distance[k] <= reach else None

    @Slot(object, object, bool)
    def _clicked(self, at: QPointF, _: QPointF, extend: bool) -> None:
        found = self._nearest(at)
        self.chosen.emit([] if found is None else [found], extend)

    @Slot(object, bool)
    def _outlined(self, corners: list[tuple[float, float]], extend: bool) -> None:
        inside = inside_polygon(self._points(), np.array(corners))
        self.chosen.emit(list(dict.fromkeys(self._samples[k] for k in np.flatnonzero(inside))), extend)

    @Slot(object, object)
    def _hover_at(self, plot: pg.PlotItem, at: QPointF) -> None:
        super()._hover_at(plot, at)
        found = self._nearest(at)
        if found is not None:
            self.say(f"{self._name(found)}   ·   {self.readout.text()}")
        self.pointed.emit(found)

    @Slot()
    def _left(self) -> None:
        super()._left()
        self.pointed.emit(None)

    def set_names(self, names: dict[Sample, str]) -> None:
        """What the read-out calls the samples."""
        self._names = names

    def _name(self, sample: Sample) -> str:
        return getattr(self, "_names", {}).get(sample) or f"row {sample[1] + 1}"
