"""What is chosen in a menu can be seen: a tick in a box or a ring of its full size."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QMenu

from spectralign_gui.ui import theme


def test_marks_of_a_menu_are_as_wide_as_high(window):
    for title in ("View", "Theme", "Text size"):
        square_marks(window, title)


def square_marks(window, title: str) -> None:
    menu = next(m for m in window.findChildren(QMenu) if m.title().replace("&", "") == title)
    menu.aboutToShow.emit()
    image = menu.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, 2::-1]
    accent = QColor(theme.current().accent)
    marked = np.abs(pixels.astype(int) - [accent.red(), accent.green(), accent.blue()]).sum(axis=2) < 30
    for action in (a for a in menu.actions() if a.isChecked()):
        place = menu.actionGeometry(action)
        rows, columns = np.nonzero(marked[place.top():place.bottom() + 1, :28])
        high, wide = int(np.ptp(rows)), int(np.ptp(columns))
        assert len(rows) > 60 and high >= 11 and abs(high - wide) <= 1, action.text()
