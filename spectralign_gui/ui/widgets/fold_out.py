"""A button that folds out a panel over the window: a form where there is no room for it beside the results."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Slot
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout, QWidget

from .as_written import as_written
from .named import named


class FoldOut(QToolButton):
    """Shows a panel above or below itself until Esc is pressed or something else is clicked.

    Parameters
    ----------
    name, text, tip : str
        Object name, what it says, one sentence.
    """

    def __init__(self, name: str, text: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(as_written(tip))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setArrowType(Qt.ArrowType.NoArrow)
        self.panel = named(QFrame(self, Qt.WindowType.Popup), f"{name}-panel", text)
        self.panel.setFrameShape(QFrame.Shape.StyledPanel)
        self.box = QVBoxLayout(self.panel)
        self.box.setContentsMargins(10, 8, 10, 8)
        self.clicked.connect(self.open)

    @Slot()
    def open(self) -> None:
        """Show the panel where there is room for it, and give it the keyboard."""
        room = self.screen().availableGeometry()
        wanted = self.panel.sizeHint().expandedTo(QSize(300, 460))
        size = wanted.boundedTo(QSize(room.width() - 20, room.height() - 60))
        corner = self.mapToGlobal(QPoint(0, self.height() + 2))
        if corner.y() + size.height() > room.bottom():  # at the lower edge of the screen it opens upwards
            corner.setY(max(self.mapToGlobal(QPoint(0, 0)).y() - size.height() - 2, room.top() + 2))
        corner.setX(min(max(corner.x(), room.left()), room.right() - size.width()))
        self.panel.setGeometry(corner.x(), corner.y(), size.width(), size.height())
        self.panel.show()
        first = self.panel.nextInFocusChain()
        if first is not None:
            first.setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot()
    def close_panel(self) -> None:
        """Fold the panel in."""
        self.panel.hide()
