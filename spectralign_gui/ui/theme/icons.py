"""Icons drawn in the colour of the text, light or dark."""

from __future__ import annotations

import logging

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, Slot
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QToolBar

from ...shipped import resource
from .manager import current, follow, text_scale

log = logging.getLogger(__name__)
SIZES = (16, 20, 24, 32, 48)
_cache: dict[tuple[str, str], QIcon] = {}


def icon(name: str) -> QIcon:
    """The icon ``resources/icons/NAME.svg`` in the colours of the current theme.

    A missing file gives an empty icon (and a line in the log): a picture is never a reason to stop.
    """
    theme = current()
    key = (name, theme.name)
    if key not in _cache:
        try:
            svg = resource("icons", f"{name}.svg").read_text(encoding="utf-8")
        except OSError as error:
            log.warning("icon %s cannot be read: %s", name, error)
            return QIcon()
        made = QIcon()
        for mode, colour in ((QIcon.Mode.Normal, theme.text), (QIcon.Mode.Disabled, theme.border)):
            renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", colour).encode()))
            for size in SIZES:
                made.addPixmap(_pixmap(renderer, size), mode)
        _cache[key] = made
    return _cache[key]


def _pixmap(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(QSize(size, size))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    return pixmap


class _Keeper(QObject):
    """Child of an action or button; gives it the icon anew when the theme changes."""

    def __init__(self, target: QAction | QAbstractButton, name: str) -> None:
        super().__init__(target)
        self._target, self._name = target, name
        follow(self._apply)
        self._apply()

    @Slot()
    def _apply(self) -> None:
        self._target.setIcon(icon(self._name))


class _Sizer(QObject):
    """Child of a button or bar; keeps its icons as large as the text is."""

    def __init__(self, target: QAbstractButton | QToolBar, pixels: int) -> None:
        super().__init__(target)
        self._target, self._pixels = target, pixels
        follow(self._apply)
        self._apply()

    @Slot()
    def _apply(self) -> None:
        side = scaled(self._pixels)
        self._target.setIconSize(QSize(side, side))


def scaled(pixels: int) -> int:
    """Pixels that something takes with text of the size that is on; `pixels` are those with the system's."""
    return round(pixels * text_scale() / 100)


def size_icon(target: QAbstractButton | QToolBar, pixels: int = 16) -> None:
    """Give the icons of a button or bar a size that follows the size of the text."""
    _Sizer(target, pixels)


def set_icon(target: QAction | QAbstractButton, name: str, pixels: int = 16) -> None:
    """Give an action or button an icon that follows the theme, and on a button the size of the text."""
    _Keeper(target, name)
    if isinstance(target, QAbstractButton):
        size_icon(target, pixels)
