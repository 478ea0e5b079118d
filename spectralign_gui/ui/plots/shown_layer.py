"""One layer of spectra on the screen: what it shows, where, and with which items."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF

from ...core.monitor import Monitor
from ...presenters.plots.density import Columns, density, tint
from ...presenters.plots.spectra_layer import SpectraLayer
from .band import BandItem
from .dressed import pg
from .latest import Latest
from .spectra_items import CurvesItem, DensityItem, HighlightItem

MAX_CURVES = 100
"""Spectra of an instrument that are drawn as curves; more become a density image."""
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
