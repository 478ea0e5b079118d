"""What someone who hears the window read aloud, or works by keys alone, is told of a widget."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QDialogButtonBox,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTableView,
    QTextEdit,
    QWidget,
)

KINDS = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QGraphicsView, QLineEdit,
         QPlainTextEdit, QTextEdit)
"""What takes a click or a key."""
QT_S_OWN = ("qt_", "ScrollLeftButton", "ScrollRightButton")


def interactive(root: QWidget) -> Iterator[QWidget]:
    """Widgets that a person works, without the parts that Qt makes inside them."""
    for widget in root.findChildren(QWidget):
        if isinstance(widget, KINDS) and not part_of_qt(widget):
            yield widget


def part_of_qt(widget: QWidget) -> bool:
    """Whether Qt made the widget as a part of another: scroll bars, headers, the line of a spin box, tab scrollers."""
    name, parent = widget.objectName(), widget.parentWidget()
    if isinstance(widget, (QScrollBar, QHeaderView)) or name.startswith(QT_S_OWN):
        return True
    if parent is not None and isinstance(widget, QLineEdit) and isinstance(parent, (QAbstractSpinBox, QComboBox)):
        return True
    if isinstance(parent, (QTabBar, QDialogButtonBox, QLineEdit)):  # of a line edit: the button that empties it
        return True
    if isinstance(parent, QTableView) and isinstance(widget, QAbstractButton):  # the corner between the headers
        return True
    grand = parent.parentWidget() if parent is not None else None
    return isinstance(widget, QListView) and isinstance(grand, QComboBox)  # the list that a combo box pops up


def spoken(widget: QWidget, root: QWidget) -> str:
    """The name a screen reader has for a widget: given, its text, or that of its label."""
    if widget.accessibleName().strip():
        return widget.accessibleName().strip()
    if isinstance(widget, QAbstractButton) and widget.text().strip():
        return widget.text().strip()
    buddies = [label.text() for label in root.findChildren(QLabel) if label.buddy() is widget]
    return buddies[0].strip() if buddies else ""


def told(widget: QWidget) -> str:
    """The tooltip, its own or that of the action it stands for."""
    if widget.toolTip().strip():
        return widget.toolTip().strip()
    action = widget.defaultAction() if hasattr(widget, "defaultAction") else None
    return action.toolTip().strip() if isinstance(action, QAction) else ""


def path_of(widget: QWidget) -> str:
    """Where a widget is, for the message of a test."""
    parts: list[str] = []
    at: QWidget | None = widget
    while at is not None and len(parts) < 6:
        parts.append(f"{type(at).__name__}#{at.objectName()}" if at.objectName() else type(at).__name__)
        at = at.parentWidget()
    return " < ".join(parts)
