"""What the export asks of a plot; `view.PlotView` is one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from ..theme import Theme

Table = tuple[list[str], list[Sequence[Any]]]
"""Headings and columns."""


class Drawable(Protocol):
    """A widget that draws itself in another theme and size, and gives the numbers it draws."""

    plot_title: str
    theme: Theme

    def set_theme(self, theme: Theme) -> None:
        """Draw with these colours."""

    def at_size(self, size: QSize) -> AbstractContextManager[None]:
        """Within it the plot has this size."""

    def export_size(self) -> QSize:
        """Size of its picture."""

    def paint_export(self, painter: QPainter, target: QRectF) -> None:
        """Draw it into a rectangle."""

    def export_table(self) -> Table:
        """The numbers that are drawn."""

    def say(self, text: str) -> None:
        """Show a sentence below the plot."""

    def setUpdatesEnabled(self, enable: bool) -> None:
        """As of a QWidget."""

    def logicalDpiX(self) -> int:
        """As of a QWidget."""
