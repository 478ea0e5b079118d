"""Spectra of one or several instruments: curves for a few, a density image for many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from ...core.monitor import Monitor
from ...jobs import JobManager
from ...presenters.plots.density import Columns, prepare
from ...presenters.plots.pointing import pointed_at, said_of
from ...presenters.plots.spectra_layer import Highlight, SpectraLayer
from ...presenters.plots.thinning import spectra_in_box
from ..widgets import scrolled_down
from .axes import drawn
from .colours import rgb
from .corner import CornerText
from .dressed import pg
from .graph_view import GraphView
from .latest import Latest
from .shown_layer import Marks, Shown, picture_of, place, whole
from .spectra_items import CurvesItem, DensityItem, PlaceMarker
from .view import Table

LOWEST = 4
"""Lines of text that a plot is high at least: where there is less room they are scrolled through."""
AT_ONCE = 2
"""So many instruments are filled in at once, the others one after the other in turns of the event loop."""


class SpectraView(GraphView):
    """Plots of spectra.

    Signals
    -------
    picked(str instrument, int row, bool extend)
        A click on a spectrum; row is -1 on an empty place.
    boxed(list of (str instrument, int row), bool extend)
        The spectra that pass through a box.
    pointed(str instrument, int row)
        The spectrum under the mouse; row -1 if none.
    drawn
        A density image has come.
    """

    picked = Signal(str, int, bool)
    boxed = Signal(object, bool)
    pointed = Signal(str, int)
    drawn = Signal()

    def __init__(self, jobs: JobManager, name: str = "spectra", title: str = "Spectra",
                 parent: QWidget | None = None) -> None:
        super().__init__(name, title, ("pan", "zoom", "rectangle"), parent)
        self._jobs = jobs
        self._shown: list[Shown] = []
        self._corners: dict[pg.PlotItem, tuple[CornerText, CornerText]] = {}
        self._markers: dict[pg.PlotItem, PlaceMarker] = {}
        self._marks = Marks()
        self._overlaid = False
        self._linked = True
        self._spare: list[pg.PlotItem] = []
        self._unfilled: list[Shown] = []
        self._filling = QTimer(self, singleShot=True, interval=0)
        self._filling.timeout.connect(self._fill_next)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._request_images)
        # many instruments are scrolled through: each needs some height to be read
        self.body.removeWidget(self.canvas)
        self.scroll = scrolled_down(self.canvas)
        self.body.addWidget(self.scroll)
        self._refit = QTimer(self, singleShot=True, interval=0)
        self._refit.timeout.connect(self._fit_rows)
        self.hoverMoved.connect(self._hover)
        self.hoverLeft.connect(self._left)
        for row in (0, 1):  # plots are used again: making them holds up the window longer than all the rest
            self._make_plot(row)
        self._clear()
        self.restyle()

    # -- what is shown -----------------------------------------------------------------------------------
    @property
    def layers(self) -> list[SpectraLayer]:
        """What is shown."""
        return [s.layer for s in self._shown]

    @property
    def overlaid(self) -> bool:
        """Whether all are in one plot."""
        return len(self.plots) == 1 and len(self._shown) > 1

    def set_layers(self, layers: Sequence[SpectraLayer], overlaid: bool = False) -> str:
        """Show these; returns why they are not overlaid although asked, or ""."""
        if self._only_described_anew(layers, overlaid):
            return ""
        same_axes = [(s.layer.name, s.layer.axis.unit, s.layer.spectra.shape[1]) for s in self._shown] == [
            (la.name, la.axis.unit, la.spectra.shape[1]) for la in layers]
        keep = self._ranges() if same_axes and self._overlaid == overlaid else None
        self._clear()
        reason = ""
        if overlaid and len({la.axis.unit for la in layers}) > 1:
            reason = "The instruments have different axis units, so their spectra are shown one above the other."
            overlaid = False
        self._overlaid = overlaid
        for k, layer in enumerate(layers):
            plot = self.plots[0] if overlaid and self.plots else self._spectra_plot(k, layer)
            latest = Latest(self._jobs, self)
            shown = Shown(layer, plot, latest)
            latest.done.connect(partial(self._picture_came, shown))
            self._shown.append(shown)
            if k < AT_ONCE or keep is not None:
                self._fill(shown)
            else:
                self._unfilled.append(shown)
        self._filling.start()
        for k, plot in enumerate(self.plots[:-1]):
            if layers[k].axis.unit == layers[k + 1].axis.unit:
                plot.getAxis("bottom").setLabel("")
        self._link()
        self._write_corners()
        self.fit_labels()
        self._refit.start()
        if keep is not None and len(keep) == len(self.plots):
            for plot, (x, _) in zip(self.plots, keep, strict=True):
                plot.getViewBox().setXRange(*x, padding=0)
        return reason

    def _fit_rows(self) -> None:
        count = len(self.plots)
        self.canvas.setMinimumHeight(LOWEST * self.fontMetrics().height() * count + 30)
        # pyqtgraph gives the plots more height when they need it, and never takes it back
        self.fit_labels()
        self.canvas.ci.layout.invalidate()
        self.canvas.ci.setGeometry(QRectF(self.canvas.rect()))
        self.place_plots()

    def make_ready(self, count: int) -> bool:
        """Make one more plot if `count` instruments need more than there are; whether there are enough now.

        To make a plot takes so long that twenty of them at once would stop the window.
        """
        if len(self.plots) + len(self._spare) >= count:
            return True
        plot = self._make_plot(len(self.plots))
        self.canvas.removeItem(plot)
        self.plots.remove(plot)
        self._spare.append(plot)
        return len(self.plots) + len(self._spare) >= count

    def _only_described_anew(self, layers: Sequence[SpectraLayer], overlaid: bool) -> bool:
        """Take over other names of the same spectra without drawing them again; whether that was all."""
        if not layers or overlaid != self._overlaid or len(layers) != len(self._shown):
            return False
        for shown, layer in zip(self._shown, layers, strict=True):
            old = shown.layer
            if (old.spectra is not layer.spectra or old.axis is not layer.axis or old.index != layer.index
                    or old.quantity != layer.quantity):
                return False
        for shown, layer in zip(self._shown, layers, strict=True):
            shown.layer = layer
            shown.place = {int(r): i for i, r in enumerate(layer.rows)}
        self._write_corners()
        return True

    def _clear(self) -> None:
        for shown in self._shown:
            shown.latest.retire()
            for item in (shown.item, shown.highlight, shown.band):
                if item is not None:
                    shown.plot.getViewBox().removeItem(item)
        self._shown.clear()
        self._unfilled.clear()
        for plot in self.plots:
            plot.setXLink(None)
            self.canvas.removeItem(plot)
        self._spare += self.plots
        self.plots.clear()
        self.forget_views()

    def _spectra_plot(self, row: int, layer: SpectraLayer) -> pg.PlotItem:
        if self._spare:
            plot = self._spare.pop(0)
            self.canvas.addItem(plot, row, 0)
            self.plots.append(plot)
            self.style_plot(plot)
            plot.getViewBox().set_mode(self.mode)
        else:
            plot = self._make_plot(row)
        plot.setLabel("bottom", drawn(layer.axis.label))
        plot.setLabel("left", drawn(layer.quantity))
        plot.getViewBox().invertX(layer.axis.shown_descending)
        self._style_corners(plot)
        self._markers[plot].set_colour(self.theme.muted)
        return plot

    def _make_plot(self, row: int) -> pg.PlotItem:
        plot = self.new_plot(row)
        area = plot.getViewBox()
        area.sigRangeChanged.connect(self._range_changed)
        area.sigResized.connect(self._range_changed)
        area.clicked.connect(partial(self._clicked, plot))
        area.outlined.connect(partial(self._outlined, plot))
        corners = CornerText(area, share=0.6), CornerText(area, right=True, share=0.4)
        self._corners[plot] = corners
        marker = PlaceMarker(self.theme.muted)
        area.addItem(marker, ignoreBounds=True)
        self._markers[plot] = marker
        return plot

    @Slot()
    def _fill_next(self) -> None:
        if self._unfilled:
            self._filling.start()
            self._fill(self._unfilled.pop(0))

    def _fill(self, shown: Shown) -> None:
        layer = shown.layer
        x, spectra = layer.axis.values, layer.spectra
        if spectra.size <= 2_000_000:
            columns = prepare(x, spectra) if shown.many else None
            if columns is None:
                finite = spectra[np.isfinite(spectra)]
                low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
            else:
                low, high = columns.y_range
            self._place(shown, columns, low, high)
            return
        self.say(f"Drawing {len(spectra):,} spectra of {layer.name}…".replace(",", " "))

        def work(monitor: Monitor) -> tuple[Columns | None, float, float]:
            ready = prepare(x, spectra)
            return (ready, *ready.y_range)

        shown.latest.submit(work)

    @Slot(object)
    def _picture_came(self, shown: Shown, result: Any) -> None:
        if shown not in self._shown:
            return
        if len(result) == 3 and (result[0] is None or isinstance(result[0], Columns)):
            self.say("")
            self._place(shown, *result)
            return
        if isinstance(shown.item, DensityItem):
            shown.item.set_image(*result)
            self.drawn.emit()

    def _place(self, shown: Shown, columns: Columns | None, low: float, high: float) -> None:
        place(shown, columns, low, high, self.theme.instrument(shown.layer.index))
        shown.plot.getViewBox().addItem(shown.item)
        self._fit(shown.plot)
        self._marks.draw(shown, self.theme)
        self._write_corners()
        self._later.start()

    def _fit(self, plot: pg.PlotItem) -> None:
        box = whole(self._shown, plot, shared=self._linked and not self.overlaid)
        if box.isNull():
            return
        pad = 0.06 * box.height()
        plot.getViewBox().setRange(xRange=(box.left(), box.right()), yRange=(box.top() - pad, box.bottom() + 2 * pad),
                                   padding=0.01)
        self._settle.start()

    def reset_view(self) -> None:
        for plot in self.plots:
            self._fit(plot)

    def set_linked(self, linked: bool) -> None:
        """Whether plots of the same unit move together along x."""
        self._linked = linked
        self._link()

    def _link(self) -> None:
        first: dict[str, pg.PlotItem] = {}
        for shown in self._shown:
            lead = first.setdefault(shown.layer.axis.unit, shown.plot)
            if lead is not shown.plot:
                shown.plot.setXLink(lead if self._linked else None)

    # -- density images ----------------------------------------------------------------------------------
    @Slot()
    def _range_changed(self, *_: object) -> None:
        self._later.start()

    @Slot()
    def _request_images(self) -> None:
        for shown in self._shown:
            work = picture_of(shown, rgb(self.theme.instrument(shown.layer.index)))
            if work is not None:
                shown.latest.submit(work)

    @property
    def pending(self) -> bool:
        """Whether a picture is still being made."""
        return bool(self._unfilled) or self._later.isActive() or any(s.latest.busy for s in self._shown)

    # -- highlights --------------------------------------------------------------------------------------
    def set_highlights(self, highlights: Mapping[str, Sequence[Highlight]]) -> None:
        """Bring out some spectra per instrument (at most `MAX_CURVES` each)."""
        self._marks.set(highlights)
        for shown in self._shown:
            self._marks.draw(shown, self.theme)
        self._write_corners()

    def highlighted(self, name: str) -> list[int]:
        """Rows of an instrument that are brought out."""
        return self._marks.rows(name)

    def _write_corners(self) -> None:
        written = {plot: self._marks.corners([s for s in self._shown if s.plot is plot], self.theme)
                   for plot in self.plots}
        among = [text for lines, _ in written.values() for text, _ in lines]
        for plot, (lines, labels) in written.items():
            left, right = self._corners[plot]
            left.set_lines(lines, among)
            left.set_share(0.6 if labels else 1.0)
            right.set_lines(labels)

    # -- mouse -------------------------------------------------------------------------------------------
    def _pick(self, plot: pg.PlotItem, at: QPointF, reach: float) -> tuple[SpectraLayer | None, int]:
        layers = [(s.layer, self._marks.places(s)) for s in self._shown if s.plot is plot]
        return pointed_at(layers, (at.x(), at.y()), self.pixel_size(plot), reach)

    def _clicked(self, plot: pg.PlotItem, at: QPointF, _: QPointF, extend: bool) -> None:
        layer, k = self._pick(plot, at, 8.0)
        if layer is None:
            self.picked.emit(self._shown[0].layer.name if self._shown else "", -1, extend)
        else:
            self.picked.emit(layer.name, int(layer.rows[k]), extend)

    def _outlined(self, plot: pg.PlotItem, corners: list[tuple[float, float]], extend: bool) -> None:
        xs, ys = [c[0] for c in corners], [c[1] for c in corners]
        x_range, y_range = (min(xs), max(xs)), (min(ys), max(ys))
        layers = [s.layer for s in self._shown if s.plot is plot]
        self._jobs.start(partial(spectra_in_box, layers, x_range, y_range), key=f"{self.objectName()}-box",
                         finished=partial(self._box_read, extend))

    def _box_read(self, extend: bool, found: list[tuple[str, int]]) -> None:
        self.boxed.emit(found, extend)

    @Slot(object, object)
    def _hover(self, plot: pg.PlotItem, at: QPointF) -> None:
        here = next((s for s in self._shown if s.plot is plot), None)
        if here is None:
            return
        layer, k = self._pick(plot, at, 6.0)
        sentence, line = said_of((layer or here.layer).axis, at.x(), layer, k)
        self._markers[plot].move_to(line.position if line is not None else None)
        self.say(sentence)
        self.pointed.emit(layer.name if layer is not None else "", int(layer.rows[k]) if layer is not None else -1)

    @Slot()
    def _left(self) -> None:
        for plot in self.plots:
            self._markers[plot].move_to(None)
        self.say("")
        self.pointed.emit("", -1)

    # -- look and export ---------------------------------------------------------------------------------
    def restyle(self) -> None:
        super().restyle()
        for plot in self.plots:
            self._style_corners(plot)
            self._markers[plot].set_colour(self.theme.muted)
        for shown in self._shown:
            if isinstance(shown.item, CurvesItem):
                shown.item.set_colour(self.theme.instrument(shown.layer.index))
            elif isinstance(shown.item, DensityItem) and shown.columns is not None and shown.item.has_image:
                shown.item.recolour(rgb(self.theme.instrument(shown.layer.index)))
            self._marks.draw(shown, self.theme)
        self._write_corners()

    def _style_corners(self, plot: pg.PlotItem) -> None:
        for corner in self._corners[plot]:
            corner.set_look(self.theme.text, self.theme.plot_background, self.small_font())

    def report_size(self) -> QSize:
        return QSize(640, min(60 + 130 * max(len(self.plots), 1), 860))

    def export_table(self) -> Table:
        headings: list[str] = []
        columns: list[Sequence[Any]] = []
        for s in self._shown:
            headings.append(f"{s.layer.name}: {s.layer.axis.label}")
            columns.append(s.layer.axis.values)
            for k, name in enumerate(s.layer.sample_names):
                headings.append(f"{s.layer.name}: {name}")
                columns.append(s.layer.spectra[k])
        return headings, columns
