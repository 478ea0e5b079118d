"""Looks for texts of elsewhere that a widget would draw as HTML."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QAbstractTableModel, QModelIndex
from PySide6.QtGui import Qt, QTextDocument
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGraphicsTextItem,
    QGraphicsView,
    QLabel,
    QMenu,
    QStatusBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

PICTURE = '<img src="probe.png">'
"""What a hostile name holds; drawn as HTML it is a picture."""
HOSTILE = f"a{PICTURE}<b>&amp;</b>"
TIP = Qt.ItemDataRole.ToolTipRole
CELLS = 400


def is_drawn_as_html(text: str) -> bool:
    """Whether Qt would make a picture of it where it guesses."""
    if PICTURE[:8] not in text or not Qt.mightBeRichText(text):
        return False
    return _holds_picture(QTextDocument(), text)


def _holds_picture(document: QTextDocument, html: str) -> bool:
    document.setHtml(html)
    return "\ufffc" in document.toPlainText()


def drawn_as_html(top: QWidget) -> list[str]:
    """Where below a widget a name with a picture in it would be drawn as a picture."""
    return [f"{where} of {widget.metaObject().className()} {widget.objectName()!r} in "
            f"{type(top).__name__}" for widget in [top, *top.findChildren(QWidget)] for where in _of(widget)]


def _of(widget: QWidget) -> Iterator[str]:
    for what in ("toolTip", "whatsThis"):
        if is_drawn_as_html(getattr(widget, what)()):
            yield what
    # by the class, since some docks call something of their own `actions`
    tips_shown = not isinstance(widget, QMenu) or widget.toolTipsVisible()
    for action in QWidget.actions(widget) if tips_shown else ():
        if is_drawn_as_html(action.toolTip()) or is_drawn_as_html(action.whatsThis()):
            yield f"tooltip of the action {action.objectName() or action.text()}"
    if isinstance(widget, QLabel):
        rich = widget.textFormat() == Qt.TextFormat.RichText
        guessed = widget.textFormat() == Qt.TextFormat.AutoText
        if (rich and _holds_picture(QTextDocument(), widget.text())) or (guessed and is_drawn_as_html(widget.text())):
            yield "text"
    elif isinstance(widget, QTabBar):
        for k in range(widget.count()):
            if is_drawn_as_html(widget.tabToolTip(k)):
                yield f"tooltip of tab {k}"
    elif isinstance(widget, QTextEdit):
        if "\ufffc" in widget.toPlainText():
            yield "document"
    elif isinstance(widget, QGraphicsView):
        for item in widget.scene().items() if widget.scene() is not None else ():
            if isinstance(item, QGraphicsTextItem) and "\ufffc" in item.toPlainText():
                yield "text in the plot"
            if is_drawn_as_html(item.toolTip()):
                yield "tooltip in the plot"
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _of_model(widget.model())
    elif isinstance(widget, QStatusBar) and is_drawn_as_html(widget.toolTip()):
        yield "message"


def _of_model(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[str]:
    parent = parent or QModelIndex()
    # in Python a list's number of columns is private
    rows = model.rowCount(parent)
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for column in range(columns):
        tip = model.headerData(column, Qt.Orientation.Horizontal, TIP)
        if isinstance(tip, str) and is_drawn_as_html(tip):
            yield f"tooltip of heading {column}"
    for row in range(min(rows, CELLS)):
        for column in range(columns):
            index = model.index(row, column, parent)
            tip = model.data(index, TIP)
            if isinstance(tip, str) and is_drawn_as_html(tip):
                yield f"tooltip of cell {row}, {column}"
            if column == 0 and not isinstance(model, QAbstractListModel | QAbstractTableModel):
                yield from _of_model(model, index)
