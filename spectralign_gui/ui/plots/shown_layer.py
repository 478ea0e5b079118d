"""One layer of spectra on the screen: what it shows, where, and with which items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF

from ...core.monitor import Monitor
from ...presenters.plots.density import Columns, density, tint
from ...presenters.plots.pointing import caption
from ...presenters.plots.spectra_layer import MAX_CURVES, Highlight, SpectraLayer
from ..theme import Theme
from .band import BandItem, band_of
from .dressed import pg
from .latest import Latest
from .spectra_items import CurvesItem, DensityItem, HighlightItem

FIRST_MARK = 3
"""Selected spectra are drawn in colours of groups from here on: the first ones look like instruments."""
MOST_LABELS = 6
"""Labels of spectra in a corner; of more, the number of those left out."""
MARGIN = 0.15
"""Part of the view that the density image reaches beyond it on each side, so that moving shows no bare edge."""


class Shown:
    """One layer on the screen."""

    def __init__(self, layer: SpectraLayer, plot: pg.PlotItem, latest: Latest) -> None:
        self.layer, self.plot, self.latest = layer, plot, latest
        self.columns: Columns | None = None
        self.item: CurvesItem | DensityItem | None = None
        self.highlight: HighlightItem | None = None
        self.band: BandItem | None = None
        self.place = {int(r): i for i, r in enumerate(layer.rows)}
        self.bounds = QRectF()

    @property
    def many(self) -> bool:
        """Whether it is drawn as a density image."""
        return len(self.layer.spectra) > MAX_CURVES


def place(shown: Shown, columns: Columns | None, low: float, high: float, colour: str) -> None:
    """Put a layer into its plot.

    Parameters
    ----------
    shown : Shown
    columns : Columns or None
        What the density image is made from.
    low, high : float
        Range of the spectra.
    colour : str
        Of the curves.
    """
    x = shown.layer.axis.values
    if high <= low:
        low, high = low - 0.5, high + 0.5
    shown.bounds = QRectF(float(x[0]), low, float(x[-1] - x[0]) or 1.0, high - low)
    shown.columns = columns if shown.many else None
    shown.item = (DensityItem(shown.bounds) if shown.many
                  else CurvesItem(x, shown.layer.spectra, shown.bounds, colour))


def whole(layers: Iterable[Shown], plot: pg.PlotItem, shared: bool) -> QRectF:
    """What a plot must show for all of its spectra to be seen; null if it has none.

    Parameters
    ----------
    layers : iterable of Shown
        Of all plots.
    plot : PlotItem
    shared : bool
        Whether plots of the same unit show the same part of the axis.
    """
    there = [s for s in layers if not s.bounds.isNull()]
    box = QRectF()
    for s in there:
        if s.plot is plot:
            box = s.bounds if box.isNull() else box.united(s.bounds)
    if shared and not box.isNull():
        units = {s.layer.axis.unit for s in there if s.plot is plot}
        same = [s.bounds for s in there if s.layer.axis.unit in units]
        box.setLeft(min(b.left() for b in same))
        box.setRight(max(b.right() for b in same))
    return box


def picture_of(shown: Shown, colour: tuple[int, int, int]) -> Callable[[Monitor], tuple[np.ndarray, Any, Any]] | None:
    """The work that makes the density image of what the plot shows now; None where there is nothing to make."""
    columns, area = shown.columns, shown.plot.getViewBox()
    width, height = int(area.width()), int(area.height())
    if columns is None or not isinstance(shown.item, DensityItem) or width < 2 or height < 2:
        return None
    (x0, x1), (y0, y1) = area.viewRange()
    mx, my = MARGIN * (x1 - x0), MARGIN * (y1 - y0)
    x_range, y_range = (x0 - mx, x1 + mx), (y0 - my, y1 + my)
    size = round(width * (1 + 2 * MARGIN)), round(height * (1 + 2 * MARGIN))

    def work(monitor: Monitor) -> tuple[np.ndarray, Any, Any]:
        return tint(density(columns, x_range, y_range, *size), colour), x_range, y_range

    return work


class Marks:
    """The spectra of every instrument that are brought out (at most `MAX_CURVES` each)."""

    def __init__(self) -> None:
        self._of: dict[str, list[Highlight]] = {}

    def set(self, highlights: Mapping[str, Sequence[Highlight]]) -> None:
        """Bring out these and no others."""
        self._of = {name: list(items)[:MAX_CURVES] for name, items in highlights.items()}

    def rows(self, name: str) -> list[int]:
        """Rows of an instrument that are brought out."""
        return [h.row for h in self._of.get(name, ())]

    def here(self, shown: Shown) -> list[Highlight]:
        """Those among what a layer shows."""
        return [h for h in self._of.get(shown.layer.name, ()) if h.row in shown.place]

    def places(self, shown: Shown) -> list[int]:
        """Their places among the spectra of the layer."""
        return [shown.place[h.row] for h in self.here(shown)]

    def draw(self, shown: Shown, theme: Theme) -> None:
        """Draw them, with the band of repeats, in place of those drawn before."""
        area = shown.plot.getViewBox()
        for old in (shown.highlight, shown.band):
            if old is not None:
                area.removeItem(old)
        shown.highlight = shown.band = None
        if shown.bounds.isNull():
            return
        items = self.here(shown)
        colours = {shown.place[h.row]: colour(h, theme) for h in items}
        shown.band = band_of(shown.layer, shown.bounds, colours, theme.instrument(shown.layer.index))
        if shown.band is not None:
            area.addItem(shown.band, ignoreBounds=True)
        if items:
            shown.highlight = HighlightItem(shown.layer.axis.values, shown.layer.spectra[self.places(shown)],
                                            shown.bounds, [colour(h, theme) for h in items], theme.plot_background)
            area.addItem(shown.highlight, ignoreBounds=True)

    def corners(self, here: Sequence[Shown], theme: Theme) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """Lines, with their colours, of the left corner (instruments) and of the right one (what is brought out)."""
        left = [(caption(s.layer, s.many, 1 if s.columns is None else s.columns.step), theme.instrument(s.layer.index))
                for s in here]
        left += [(BandItem.caption, "")] * any(s.band is not None for s in here)
        labels = list(dict.fromkeys((h.label, colour(h, theme)) for s in here for h in self.here(s)))
        more = len(labels) - MOST_LABELS
        return left, labels[:MOST_LABELS] + [(f"and {more} more", "")] * (more > 0)


def colour(highlight: Highlight, theme: Theme) -> str:
    """Of the curve and of its label."""
    return theme.selection if highlight.mark < 0 else theme.group(highlight.mark + FIRST_MARK)
