"""A widget with all the names it needs."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from .as_written import as_written

W = TypeVar("W", bound="QWidget | QAction")


def named(widget: W, name: str, title: str = "", tip: str = "", look: str = "") -> W:
    """The widget, with its names.

    Parameters
    ----------
    widget : QWidget or QAction
    name : str
        Object name, by which tests and style sheets find it.
    title : str
        What it is, for those who hear it read; "" where its own text says it.
    tip : str
        Tooltip: what it shows and what can be done with it. Shown as it is written.
    look : str
        Its class in the style sheet, such as "primary" or "muted".
    """
    widget.setObjectName(name)
    if title and isinstance(widget, QWidget):
        widget.setAccessibleName(title)
    if tip:
        widget.setToolTip(as_written(tip))
    if look:
        widget.setProperty("class", look)
    return widget
