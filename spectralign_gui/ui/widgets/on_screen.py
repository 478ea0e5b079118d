"""How large a window may be on the screen that it opens on."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

BAR = 40
"""Pixels for the title bar and the frame, which Qt knows only once the window is there."""


def on_screen(widget: QWidget, width: int, height: int) -> QSize:
    """This size, or as much of it as the screen has room for."""
    parent = widget.parentWidget()
    room = (parent or widget).screen().availableSize()
    return QSize(min(width, room.width() - BAR // 2), min(height, room.height() - BAR))
