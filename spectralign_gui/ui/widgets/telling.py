"""Shortening names so that what differs stays: of "cassava_2019_contact" and "cassava_2019_compact" not "cas…act"."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QWidget,
)

Metrics = QFontMetrics | QFontMetricsF
MOST = 60
"""Names that one is compared with."""
AKIN = 3
"""Letters with which names begin that are of one make."""
DOTS = "…"


def telling(text: str, among: Iterable[str], metrics: Metrics, room: float,
            way: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle) -> str:
    """A text in the room there is.

    It is shortened in its middle, as Qt does, unless it begins as one of the others does and the part that differs
    would be cut: then that part stays, with as much around it as there is room for.

    Parameters
    ----------
    text : str
    among : iterable of str
        What stands beside it and must be told from it.
    metrics : QFontMetrics or QFontMetricsF
    room : float
        Pixels.
    way : TextElideMode
        Where it is shortened if nothing speaks against it.
    """
    if metrics.horizontalAdvance(text) <= room:
        return text
    plain = metrics.elidedText(text, way, int(room))
    others = [other for other in list(dict.fromkeys(among))[:MOST] if other != text]
    first = [_alike(text, other) for other in others
             if _alike(text, other) >= AKIN or metrics.elidedText(other, way, int(room)) == plain]
    if not first:
        return plain
    low, high = min(first), min(max(first) + 1, len(text))
    while high < len(text) and text[high - 1].isalnum() and text[high].isalnum():
        high += 1  # the word that differs
    head, _, tail = plain.partition(DOTS)
    if high <= len(head) or low >= len(text) - len(tail):
        return plain
    return _around(text, low, min(max(first) + 1, len(text)), lambda t: metrics.horizontalAdvance(t) <= room)


def _alike(one: str, other: str) -> int:
    """Number of letters with which both begin."""
    return next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _around(text: str, low: int, high: int, fits: Callable[[str], bool]) -> str:
    """Letters `low` to `high` of a text, and as many around them as there is room for.

    Their word comes first, then what is after it, then what is before.
    """
    def shown(a: int, b: int) -> str:
        return (DOTS if a else "") + text[a:b] + (DOTS if b < len(text) else "")

    low = min(low, max(len(text) - 1, 0))  # where the other one is longer: the end, which it has not
    high = max(high, low + 1)
    while low and text[low - 1].isalnum() and fits(shown(low - 1, high)):
        low -= 1
    while high < len(text) and fits(shown(low, high + 1)):
        high += 1
    while low and fits(shown(low - 1, high)):
        low -= 1
    return shown(low, high)


class TellingHeader(QHeaderView):
    """Headings of a table, each told from the others however narrow its column is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)  # as the one that a table makes for itself

    def shown(self, section: int) -> str:
        """A heading as it stands on the screen."""
        text = self._title(section)
        option = QStyleOptionHeader()
        self.initStyleOption(option)
        style = self.style()
        around = style.sizeFromContents(QStyle.ContentsType.CT_HeaderSection, option, QSize(), self).width()
        if self.isSortIndicatorShown() and self.sortIndicatorSection() == section:
            around += style.pixelMetric(QStyle.PixelMetric.PM_HeaderMarkSize, None, self)
        return telling(text, map(self._title, range(self.count())), self.fontMetrics(),
                       self.sectionSize(section) - around, Qt.TextElideMode.ElideRight)

    def _title(self, section: int) -> str:
        model = self.model()
        found = model.headerData(section, Qt.Orientation.Horizontal) if model is not None else None
        return str(found) if found is not None else ""

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        if "\n" not in option.text:
            option.text = self.shown(section)


class TellingDelegate(QStyledItemDelegate):
    """Cells of a column of names, each told from the others of its column."""

    _measured = False

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        self._measured = True  # the room that it would like to have is that of the whole name
        try:
            return super().sizeHint(option, index)
        finally:
            self._measured = False

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        if self._measured or not option.text or option.widget is None:
            return
        style, widget = option.widget.style(), option.widget
        room = (style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, widget).width()
                - 2 * (style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, widget) + 1))
        if 0 < room < option.fontMetrics.horizontalAdvance(option.text):
            model, column = index.model(), index.column()
            others = (str(model.index(row, column).data() or "") for row in range(min(model.rowCount(), MOST)))
            option.text = telling(option.text, others, option.fontMetrics, room)
