"""Very many points painted into an image with numpy: a stamp per point, in the shape of its instrument."""

from __future__ import annotations

from functools import cache

import numpy as np
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtGui import QColor, QImage, QPainter


@cache
def stamp(symbol: str, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Pixel offsets (dy, dx) that a symbol of `size` pixels covers."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size / 2, size / 2)
    painter.scale(size, size)
    painter.fillPath(Symbols[symbol], QColor("black"))
    painter.end()
    alpha = np.frombuffer(image.constBits(), np.uint32).reshape(size, size) >> 24
    dy, dx = np.nonzero(alpha > 110)
    if not len(dy):
        dy, dx = np.array([size // 2]), np.array([size // 2])
    return dy - size // 2, dx - size // 2


def splat(
    buffer: np.ndarray, x: np.ndarray, y: np.ndarray, colours: np.ndarray, shape: np.ndarray,
    stamps: list[tuple[np.ndarray, np.ndarray]],
) -> None:
    """Stamp points into an image, later ones over earlier ones.

    Parameters
    ----------
    buffer : (height, width) uint32 array, C-contiguous
        ARGB32; changed.
    x, y : (n,) arrays
        Pixels.
    colours : (n,) uint32 array
    shape : (n,) int array
        Index into `stamps`.
    stamps : list of (dy, dx)
        See `stamp`.
    """
    height, width = buffer.shape
    reach = max(int(max(np.abs(dy).max(), np.abs(dx).max())) for dy, dx in stamps) + 1
    px, py = np.rint(x).astype(np.int64), np.rint(y).astype(np.int64)
    ok = (px >= reach) & (px < width - reach) & (py >= reach) & (py < height - reach)
    base, colours, shape = (py[ok] * width + px[ok]), colours[ok], shape[ok]
    flat = buffer.reshape(-1)
    # all pixels of a point before those of the next: one assignment keeps the order of the points
    longest = max(len(dy) for dy, _ in stamps)
    offsets = np.empty((len(stamps), longest), dtype=np.int64)
    for k, (dy, dx) in enumerate(stamps):
        offset = dy * width + dx
        offsets[k] = np.concatenate([offset, np.full(longest - len(offset), offset[0])])
    if len(stamps) == 1:
        index = base[:, None] + offsets[0]
    else:
        index = base[:, None] + offsets[shape]
    flat[index.reshape(-1)] = np.repeat(colours, longest)
