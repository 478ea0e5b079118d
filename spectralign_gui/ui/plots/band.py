"""The spread of averaged repeats: a band of one standard deviation to either side of the spectrum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ...presenters.plots.breaks import with_breaks
from ...presenters.plots.spectra_layer import SpectraLayer
from .spectra_items import CurvesItem, DeviceItem


class BandItem(DeviceItem):
    """Bands around a few spectra.

    Parameters
    ----------
    x : (p,) array
    spectra, spread : (n, p) arrays
        Where one of them is missing the band is broken.
    bounds : QRectF
    colours : sequence of str
        Per spectrum.
    """

    caption = "band: ± 1 SD of repeats"

    def __init__(self, x: np.ndarray, spectra: np.ndarray, spread: np.ndarray, bounds: QRectF,
                 colours: Sequence[str]) -> None:
        super().__init__(bounds)
        self.x, self.low = with_breaks(x, np.asarray(spectra, dtype=float) - spread)
        _, self.high = with_breaks(x, np.asarray(spectra, dtype=float) + spread)
        self._colours = list(colours)
        self.setZValue(-1)  # the spectra stand before their bands

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        (x0, x1), _ = self.view_range()
        painter.save()
        transform = self.to_device(painter)
        painter.setPen(Qt.PenStyle.NoPen)
        for low, high, name in zip(self.low, self.high, self._colours, strict=True):
            colour = QColor(name)
            colour.setAlphaF(0.3)
            painter.setBrush(colour)
            for polygon in band_polygons(self.x, low, high, (x0, x1), self.view_width(), transform):
                painter.drawPolygon(polygon)
        painter.restore()


def band_polygons(x: np.ndarray, low: np.ndarray, high: np.ndarray, x_range: tuple[float, float], width: int,
                  transform: QTransform) -> list[QPolygonF]:
    """The visible band in pixels, one polygon per unbroken stretch, with no more places than pixels.

    Channels that fall on one place are stood for by the lowest lower and the highest upper edge.
    """
    first = max(int(np.searchsorted(x, x_range[0])) - 1, 0)
    last = min(int(np.searchsorted(x, x_range[1], side="right")) + 1, len(x))
    known = np.isfinite(low[first:last]) & np.isfinite(high[first:last])
    edges = np.flatnonzero(np.diff(np.concatenate([[False], known, [False]]).astype(np.int8)))
    step = max((last - first) // max(width, 1), 1)
    found = []
    for start, stop in zip(edges[::2] + first, edges[1::2] + first, strict=True):
        at = np.arange(start, stop, step)
        bottom = np.minimum.reduceat(low[:stop], at)
        top = np.maximum.reduceat(high[:stop], at)
        places = x[np.minimum(at + step // 2, stop - 1)]
        px = places * transform.m11() + transform.dx()
        edge = [np.clip(v * transform.m22() + transform.dy(), -1e5, 1e5) for v in (top, bottom)]
        found.append(QPolygonF([QPointF(float(a), float(b)) for a, b in zip(
            np.concatenate([px, px[::-1]]), np.concatenate([edge[0], edge[1][::-1]]), strict=True)]))
    return found


def band_of(layer: SpectraLayer, bounds: QRectF, marked: Mapping[int, str], colour: str) -> BandItem | None:
    """Bands around the spectra that are brought out, or around all if they are few; None if there is no spread.

    Parameters
    ----------
    marked : mapping of place in the layer to colour
        Spectra that are brought out.
    colour : str
        Of the others.
    """
    if layer.spread is None:
        return None
    places = sorted(marked) or (range(len(layer.spectra)) if len(layer.spectra) <= CurvesItem.SMOOTH else [])
    places = [k for k in places if np.isfinite(layer.spread[k]).any()]
    if not places:
        return None
    return BandItem(layer.axis.values, layer.spectra[places], layer.spread[places], bounds,
                    [marked.get(k, colour) for k in places])
