"""Spectra of one or several instruments: curves for a few, a density image for many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from ...core.data import Axis
from ...core.monitor import Monitor
from ...jobs import JobManager
from ...presenters.plots.density import Columns, density, prepare, tint
from ...presenters.plots.reference_lines import nearest
from ...presenters.plots.spectra_layer import Highlight, SpectraLayer
from ...presenters.plots.thinning import pick_curve, spectra_in_box
from ..widgets import scrolled_down
from .axes import drawn
from .band import BandItem, band_of
from .colours import rgb
from .corner import CornerText
from .dressed import pg
from .graph_view import GraphView
from .latest import Latest
from .shown_layer import MAX_CURVES, Shown
from .spectra_items import CurvesItem, DensityItem, HighlightItem, PlaceMarker
from .view import Table

FEW, LOWEST = 3, 76
"""More plots than this are scrolled through, each at least so many pixels high."""
AT_ONCE = 2
"""So many instruments are filled in at once, the others one after the other in turns of the event loop."""
FIRST_MARK = 3
"""Selected spectra are drawn in colours of groups from here on: the first ones look like instruments."""
MARGIN = 0.15
"""Part of the view that the density image reaches beyond it on each side, so that moving shows no bare edge."""


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
        self._highlights: dict[str, list[Highlight]] = {}
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
        self.canvas.setMinimumHeight(LOWEST * count + 30 if count > FEW else 0)
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
        layer, x = shown.layer, shown.layer.axis.values
        if high <= low:
            low, high = low - 0.5, high + 0.5
        width = float(x[-1] - x[0]) or 1.0
        shown.bounds = QRectF(float(x[0]), low, width, high - low)
        shown.columns = columns if shown.many else None
        colour = self.theme.instrument(layer.index)
        if shown.many:
            shown.item = DensityItem(shown.bounds)
        else:
            shown.item = CurvesItem(x, layer.spectra, shown.bounds, colour)
        shown.plot.getViewBox().addItem(shown.item)
        self._fit(shown.plot)
        self._highlight_layer(shown)
        self._write_corners()
        self._later.start()

    def _fit(self, plot: pg.PlotItem) -> None:
        box = QRectF()
        for shown in self._shown:
            if shown.plot is plot and not shown.bounds.isNull():
                box = shown.bounds if box.isNull() else box.united(shown.bounds)
        if box.isNull():
            return
        if self._linked and not self.overlaid:
            units = {s.layer.axis.unit for s in self._shown if s.plot is plot}
            for shown in self._shown:
                if shown.layer.axis.unit in units and not shown.bounds.isNull():
                    left, right = min(box.left(), shown.bounds.left()), max(box.right(), shown.bounds.right())
                    box.setLeft(left)
                    box.setRight(right)
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
            if shown.columns is None or not isinstance(shown.item, DensityItem):
                continue
            area = shown.plot.getViewBox()
            width, height = int(area.width()), int(area.height())
            if width < 2 or height < 2:
                continue
            (x0, x1), (y0, y1) = area.viewRange()
            mx, my = MARGIN * (x1 - x0), MARGIN * (y1 - y0)
            x_range, y_range = (x0 - mx, x1 + mx), (y0 - my, y1 + my)
            size = round(width * (1 + 2 * MARGIN)), round(height * (1 + 2 * MARGIN))
            columns, colour = shown.columns, rgb(self.theme.instrument(shown.layer.index))

            def work(monitor: Monitor, columns: Columns = columns, x_range: tuple[float, float] = x_range,
                     y_range: tuple[float, float] = y_range, size: tuple[int, int] = size,
                     colour: tuple[int, int, int] = colour) -> tuple[np.ndarray, Any, Any]:
                return tint(density(columns, x_range, y_range, *size), colour), x_range, y_range

            shown.latest.submit(work)

    @property
    def pending(self) -> bool:
        """Whether a picture is still being made."""
        return bool(self._unfilled) or self._later.isActive() or any(s.latest.busy for s in self._shown)

    # -- highlights --------------------------------------------------------------------------------------
    def set_highlights(self, highlights: Mapping[str, Sequence[Highlight]]) -> None:
        """Bring out some spectra per instrument (at most `MAX_CURVES` each)."""
        self._highlights = {name: list(items)[:MAX_CURVES] for name, items in highlights.items()}
        for shown in self._shown:
            self._highlight_layer(shown)
        self._write_corners()

    def _highlight_layer(self, shown: Shown) -> None:
        for old in (shown.highlight, shown.band):
            if old is not None:
                shown.plot.getViewBox().removeItem(old)
        shown.highlight = shown.band = None
        items = [h for h in self._highlights.get(shown.layer.name, ()) if h.row in shown.place]
        if shown.bounds.isNull():
            return
        colours = {shown.place[h.row]: self._mark_colour(h) for h in items}
        shown.band = band_of(shown.layer, shown.bounds, colours, self.theme.instrument(shown.layer.index))
        if shown.band is not None:
            shown.plot.getViewBox().addItem(shown.band, ignoreBounds=True)
        if not items:
            return
        places = [shown.place[h.row] for h in items]
        shown.highlight = HighlightItem(shown.layer.axis.values, shown.layer.spectra[places], shown.bounds,
                                        [self._mark_colour(h) for h in items], self.theme.plot_background)
        shown.plot.getViewBox().addItem(shown.highlight, ignoreBounds=True)

    def _mark_colour(self, highlight: Highlight) -> str:
        return self.theme.selection if highlight.mark < 0 else self.theme.group(highlight.mark + FIRST_MARK)

    def highlighted(self, name: str) -> list[int]:
        """Rows of an instrument that are brought out."""
        return [h.row for h in self._highlights.get(name, ())]

    def _write_corners(self) -> None:
        for plot in self.plots:
            left, right = self._corners[plot]
            here = [s for s in self._shown if s.plot is plot]
            left.set_lines([(self._caption(s), self.theme.instrument(s.layer.index)) for s in here]
                           + [(BandItem.caption, "")] * any(s.band is not None for s in here))
            labels = list(dict.fromkeys((h.label, self._mark_colour(h)) for s in here
                                        for h in self._highlights.get(s.layer.name, ()) if h.row in s.place))
            left.set_share(0.6 if labels else 1.0)
            right.set_lines(labels[:6] + [(f"and {len(labels) - 6} more", "")] * (len(labels) > 6))

    @staticmethod
    def _caption(shown: Shown) -> str:
        n = len(shown.layer.spectra)
        text = f"{shown.layer.name} · {n:,} {'spectrum' if n == 1 else 'spectra'}".replace(",", "\u202f")
        if shown.many:
            text += ", density"
            if shown.columns is not None and shown.columns.step > 1:
                text += f" of every {shown.columns.step}th"
        return text

    # -- mouse -------------------------------------------------------------------------------------------
    def _pick(self, plot: pg.PlotItem, at: QPointF, reach: float) -> tuple[SpectraLayer | None, int]:
        pixel = self.pixel_size(plot)
        best: tuple[float, SpectraLayer | None, int] = (np.inf, None, -1)
        for shown in self._shown:
            if shown.plot is not plot:
                continue
            layer = shown.layer
            chosen = [shown.place[h.row] for h in self._highlights.get(layer.name, ()) if h.row in shown.place]
            if chosen:  # what is on top is picked first
                k, distance = pick_curve(layer.axis.values, layer.spectra[chosen], (at.x(), at.y()), pixel, reach / 2)
                if k >= 0 and distance - reach < best[0]:
                    best = distance - reach, layer, chosen[k]
            k, distance = pick_curve(layer.axis.values, layer.spectra, (at.x(), at.y()), pixel, reach)
            if k >= 0 and distance < best[0]:
                best = distance, layer, k
        return best[1], best[2]

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
        base = (layer or here.layer).axis
        x = at.x()
        parts = [f"{x:.6g} {unit_text(base)}"]
        if layer is not None:
            channel = int(np.argmin(np.abs(layer.axis.values - x)))
            parts = [f"{layer.axis.values[channel]:.6g} {unit_text(base)}", f"{layer.spectra[k, channel]:.5g}"]
        line = nearest(base.unit, x, float(base.values[0]), float(base.values[-1]))
        if line is not None:
            parts.append(f"near {line.label} {line.position:.6g} ({line.source})")
        if layer is not None:  # last: the place may be short, and names are long
            parts.append(f"{layer.sample_names[k] or 'without name'} ({layer.name})")
        self._markers[plot].move_to(line.position if line is not None else None)
        self.say("   ·   ".join(parts))
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
            self._highlight_layer(shown)
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


def unit_text(axis: Axis) -> str:
    """Unit as shown beside a number."""
    return {"nm": "nm", "um": "µm", "cm-1": "cm⁻¹", "raman-shift": "cm⁻¹", "eV": "eV", "channel": "(channel)"}.get(
        axis.unit, "")
