"""The window of the palette: a line to type in, and what fits below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from .. import theme
from ..widgets import named
from ..widgets.as_written import Label, as_written
from .matching import Found, find

PLACE = Qt.ItemDataRole.UserRole


class Palette(QDialog):
    """Finds and does.

    Parameters
    ----------
    entries : sequence of Found
    parent : QWidget
    """

    def __init__(self, entries: Sequence[Found], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self.setWindowTitle("Find anything")
        self._entries = list(entries)
        self._found: list[Found] = []
        self.line = named(QLineEdit(), "palette-line", "What to find",
                          "A few letters of an entry, sample, method, parameter or help page")
        self.line.setPlaceholderText("Entry, sample, method, parameter or help page")
        self.line.setClearButtonEnabled(True)
        self.list = named(QListWidget(), "palette-list", "What fits", "Enter or a click does it")
        self.list.setUniformItemSizes(True)
        self.says = Label()
        self.says.setObjectName("palette-says")
        self.says.setWordWrap(True)
        self.says.setProperty("class", "muted")
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        column = QVBoxLayout(self)
        for widget in (self.line, self.list, self.says):
            column.addWidget(widget, int(widget is self.list))
        self.line.textChanged.connect(self._fill)
        self.line.installEventFilter(self)
        self.list.itemActivated.connect(self._go)
        self.list.itemClicked.connect(self._go)
        self.list.currentRowChanged.connect(self._explain)
        theme.dress(self)
        room = parent.size()
        self.resize(QSize(min(640, room.width() - 40), min(460, room.height() - 60)))
        self._fill("")

    @Slot(str)
    def _fill(self, text: str) -> None:
        self._found = find(text, self._entries)
        self.list.clear()
        for found in self._found:
            item = QListWidgetItem("   ".join(part for part in (found.text, f"– {found.way}" if found.way else "",
                                                                f"({found.key})" if found.key else "") if part))
            item.setToolTip(as_written(found.tip))
            if not found.enabled:
                item.setForeground(self.palette().placeholderText())
            self.list.addItem(item)
        self.list.setCurrentRow(0 if self._found else -1)
        self._explain(self.list.currentRow())

    @Slot(int)
    def _explain(self, row: int) -> None:
        if not 0 <= row < len(self._found):
            self.says.setText("Nothing fits.")
            return
        found = self._found[row]
        self.says.setText(f"{found.kind}. {found.tip}" + ("" if found.enabled else " Not possible now."))

    @Slot(QListWidgetItem)
    def _go(self, item: QListWidgetItem) -> None:
        found = self._found[self.list.row(item)]
        if not found.enabled:
            return
        self.accept()
        # after this dialog is gone: what is chosen may open another one
        QTimer.singleShot(0, self.parent(), found.go)

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        """Arrows move in the list while letters are typed; Enter does it."""
        if target is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = event.key()
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}.get(
                Qt.Key(key))
            if step:
                last = self.list.count() - 1
                self.list.setCurrentRow(min(max(self.list.currentRow() + step, 0), last))
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                item = self.list.currentItem()
                if item is not None:
                    self._go(item)
                return True
        return super().eventFilter(target, event)
