"""Looks at every text of a window that can be seen: has it the room that it needs, and lies nothing over another?

What is shortened on purpose has to say all of it in its tooltip.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTableView,
    QToolButton,
    QTreeView,
    QWidget,
)

from spectralign_gui.ui.widgets import ElidedLabel
from spectralign_gui.ui.widgets.elided import ElidedButton

TIP, SHOWN = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.DisplayRole
ROWS = 40
SPARE = 1
"""Pixels that rounding may take."""


def visible(top: QWidget) -> list[QWidget]:
    """The widgets below a window of which some pixel can be seen."""
    return [w for w in top.findChildren(QWidget) if w.isVisible() and not w.visibleRegion().isEmpty()]


def named(widget: QWidget) -> str:
    """Where a widget is, for a sentence."""
    parent: QWidget | None = widget
    while parent is not None and not isinstance(parent, QDockWidget):
        parent = parent.parentWidget()
    dock = parent.objectName() if parent is not None else "window"
    return f"{dock}: {widget.metaObject().className()} {widget.objectName()!r}"


def cut(top: QWidget) -> list[str]:
    """Texts below a window that lack room, or are shortened and do not say the whole in a tooltip."""
    return [f"{named(widget)}: {what}" for widget in visible(top) for what in _of(widget)]


def overlapping(top: QWidget) -> list[str]:
    """Widgets of one parent that lie over each other."""
    found, children = [], {}
    for widget in visible(top):
        if not widget.isWindow() and widget.parentWidget() is not None:
            children.setdefault(widget.parentWidget(), []).append(widget)
    for parent, siblings in children.items():
        if isinstance(parent, QMainWindow | QAbstractScrollArea) or type(parent).__module__.startswith("pyqtgraph"):
            continue
        for one, other in combinations([s for s in siblings if _says(s)], 2):
            common = one.geometry().intersected(other.geometry())
            if common.width() > SPARE and common.height() > SPARE:
                found.append(f"{named(one)} and {other.objectName() or other.metaObject().className()}: {common}")
    return found


def _says(widget: QWidget) -> bool:
    """Whether a widget is one that is read or pressed."""
    return isinstance(widget, QLabel | QAbstractButton | QComboBox | QLineEdit | QAbstractSpinBox | QTabBar
                      | QAbstractScrollArea | QGroupBox)


def _of(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, ElidedLabel | ElidedButton):
        if widget.fontMetrics().horizontalAdvance(widget.text()) > widget.width() and not widget.toolTip():
            yield f"{widget.text()!r} is shortened without a tooltip"
    elif isinstance(widget, QLabel):
        yield from _label(widget)
    elif isinstance(widget, QAbstractButton):
        if widget.text() and not _icon_only(widget):
            yield from _room(widget, widget.text())
    elif isinstance(widget, QComboBox):
        yield from _box(widget)
    elif isinstance(widget, QTabBar):
        yield from _tabs(widget)
    elif isinstance(widget, QHeaderView):
        yield from _header(widget)
    elif isinstance(widget, QTableView | QTreeView):
        yield from _cells(widget)
    elif isinstance(widget, QLineEdit):
        yield from _line(widget)
    elif isinstance(widget, QGroupBox) and widget.fontMetrics().horizontalAdvance(widget.title()) > widget.width():
        yield f"title {widget.title()!r} has {widget.width()} px"
    yield from _clipped(widget)


def _icon_only(widget: QAbstractButton) -> bool:
    return (isinstance(widget, QToolButton) and not widget.icon().isNull()
            and widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly)


def _room(widget: QWidget, text: str) -> Iterator[str]:
    wanted, given = widget.sizeHint(), widget.size()
    least = widget.minimumSizeHint()
    width = min(wanted.width(), max(least.width(), widget.fontMetrics().horizontalAdvance(text)))
    if given.width() + SPARE < width or given.height() + SPARE < min(wanted.height(), widget.fontMetrics().height()):
        yield f"{text!r} needs {width} × {wanted.height()} and has {given.width()} × {given.height()}"


def _label(label: QLabel) -> Iterator[str]:
    text = label.text()
    if not text or not label.pixmap().isNull():
        return
    if label.wordWrap():
        inside = label.contentsRect()
        least = label.heightForWidth(label.width())
        if label.height() + SPARE < least:
            yield f"{text[:90]!r} needs a height of {least} at {label.width()} px and has {label.height()}"
        if Qt.mightBeRichText(text):
            return
        longest = max((label.fontMetrics().horizontalAdvance(word) for word in text.split()), default=0)
        if longest > inside.width() + SPARE and not label.toolTip():
            yield f"the longest word of {text[:90]!r} needs {longest} and has {inside.width()}"
    elif not label.toolTip() or label.toolTip() != text:
        yield from _room(label, text) if not Qt.mightBeRichText(text) else ()


def _box(box: QComboBox) -> Iterator[str]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    field = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option,
                                       QStyle.SubControl.SC_ComboBoxEditField, box)
    needs = box.fontMetrics().horizontalAdvance(box.currentText())
    if needs > field.width() + SPARE and box.currentText() not in (box.toolTip() or ""):
        yield f"{box.currentText()!r} needs {needs} and has {field.width()}; tooltip {box.toolTip()!r}"
    if box.fontMetrics().height() > box.height():
        yield f"{box.currentText()!r} is {box.height()} high"


def _tabs(bar: QTabBar) -> Iterator[str]:
    for k in range(bar.count()):
        rect = bar.tabRect(k)
        if not bar.isTabVisible(k) or not rect.intersects(bar.rect()):
            continue
        text = bar.tabText(k).replace("&", "")
        if bar.fontMetrics().horizontalAdvance(text) > rect.width() and not bar.tabToolTip(k):
            yield f"tab {text!r} has {rect.width()} px and no tooltip"


def _header(header: QHeaderView) -> Iterator[str]:
    model = header.model()
    if model is None:
        return
    across = header.orientation() == Qt.Orientation.Horizontal
    for k in range(header.count()):
        place = header.sectionViewportPosition(k)
        end = header.viewport().width() if across else header.viewport().height()
        if header.isSectionHidden(k) or place >= end or place + header.sectionSize(k) <= 0:
            continue
        text = str(model.headerData(k, header.orientation(), SHOWN) or "")
        needs = max(map(header.fontMetrics().horizontalAdvance, text.split("\n")))
        high = header.height() if across else header.sectionSize(k)
        if text and high + SPARE < header.fontMetrics().height():
            yield f"heading {text!r} is squashed: {high} px"
        room = header.sectionSize(k) if across else header.width()
        tip = model.headerData(k, header.orientation(), TIP)
        if needs > room and not tip:
            yield f"heading {text!r} needs {needs} and has {room}"


def _cells(view: QTableView | QTreeView) -> Iterator[str]:
    model = view.model()
    if model is None:
        return
    for row in range(min(model.rowCount(), ROWS)):
        for column in range(model.columnCount()):
            index = model.index(row, column)
            rect = view.visualRect(index)
            if not rect.isValid() or not rect.intersects(view.viewport().rect()):
                continue
            text, tip = str(model.data(index, SHOWN) or ""), model.data(index, TIP)
            if text and rect.height() + SPARE < view.fontMetrics().height():
                yield f"row {row} {text!r} is squashed: {rect.height()} px for text of {view.fontMetrics().height()}"
                break
            if view.wordWrap() if isinstance(view, QTableView) else False:
                box = view.fontMetrics().boundingRect(QRect(0, 0, rect.width(), 10_000),
                                                      int(Qt.TextFlag.TextWordWrap), text)
                if box.height() <= rect.height() + SPARE and box.width() <= rect.width():
                    continue
            if view.fontMetrics().horizontalAdvance(text) > rect.width() and not tip:
                yield f"cell {row}, {column} {text!r} has {rect.width()} px and no tooltip"


def _line(line: QLineEdit) -> Iterator[str]:
    if isinstance(line.parentWidget(), QAbstractSpinBox):
        if line.fontMetrics().horizontalAdvance(line.text()) > line.width():
            yield f"{line.text()!r} has {line.width()} px"
    elif not line.text() and line.fontMetrics().horizontalAdvance(line.placeholderText()) > line.width() - 6 \
            and line.placeholderText() not in line.toolTip():
        yield f"{line.placeholderText()!r} needs {line.fontMetrics().horizontalAdvance(line.placeholderText())} " \
              f"and has {line.width()}"


def _clipped(widget: QWidget) -> Iterator[str]:
    """A part of it lies outside its parents, and nothing scrolls it into sight."""
    if not _says(widget) or widget.isWindow() or isinstance(widget, QAbstractScrollArea):
        return
    parent = widget.parentWidget()
    place = widget
    while parent is not None:
        corner = place.mapTo(parent, QPoint(0, 0))
        here = QRect(corner, place.size())
        above = parent.parentWidget()
        if isinstance(above, QScrollArea | QAbstractScrollArea):
            return  # it can be scrolled
        if here.left() < -SPARE or here.top() < -SPARE or here.right() > parent.width() + SPARE \
                or here.bottom() > parent.height() + SPARE:
            text = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
            yield f"{text[:60]!r} lies outside {parent.objectName() or type(parent).__name__}: {here}"
            return
        place = parent
        parent = above
