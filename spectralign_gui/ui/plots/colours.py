"""Colour tables and pens made from the window's theme."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from ..theme import Theme

# Cividis (Nuñez, Anderton, Renslow 2018), cut at the end that would vanish in the background
_SEQUENTIAL_LIGHT = ("#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74", "#c3b369", "#d9c65a")
_SEQUENTIAL_DARK = ("#3f62b0", "#4f6fae", "#62799f", "#7a8086", "#94927d", "#afa575", "#cbb968", "#e5ce58", "#fee838")


def lut(stops: Sequence[str], size: int = 256) -> np.ndarray:
    """Colour table (size, 4) uint8 through evenly spaced stops."""
    rgba = np.array([QColor(s).getRgb() for s in stops], dtype=float)
    at = np.linspace(0, len(stops) - 1, size)
    return np.stack([np.interp(at, np.arange(len(stops)), rgba[:, c]) for c in range(4)], axis=1).round().astype("u1")


def sequential(theme: Theme, size: int = 48) -> list[str]:
    """Colours for a property from low to high, told apart by lightness alone too."""
    table = lut(_SEQUENTIAL_DARK if theme.dark else _SEQUENTIAL_LIGHT, size)
    return [QColor(*(int(v) for v in row)).name() for row in table]


def diverging(theme: Theme, size: int = 255) -> np.ndarray:
    """Colour table of matrices: zero is the middle entry."""
    low, zero, high = theme.diverging
    zero = theme.plot_background
    return lut((_towards(low, "#000000" if not theme.dark else "#ffffff", 0.35), low, zero, high,
                _towards(high, "#000000" if not theme.dark else "#ffffff", 0.35)), size)


def _towards(colour: str, other: str, share: float) -> str:
    a, b = QColor(colour), QColor(other)
    parts = [round(x * (1 - share) + y * share) for x, y in
             ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))]
    return QColor(*parts).name()


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green, blue 0..255."""
    c = QColor(colour)
    return c.red(), c.green(), c.blue()


def packed(colours: Sequence[str]) -> np.ndarray:
    """Colours as opaque ARGB32 numbers."""
    return np.array([QColor(c).rgba() for c in colours], dtype=np.uint32)


def hairline(colour: str, alpha: float = 1.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """Pen of one device pixel: the only width that Qt draws fast."""
    c = QColor(colour)
    c.setAlphaF(alpha)
    pen = QPen(c)
    pen.setWidthF(0.0)
    pen.setCosmetic(True)
    pen.setStyle(style)
    return pen
