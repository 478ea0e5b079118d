"""The entry of each dock in the View menu."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction

from ..dock import Dock
from ..widgets.as_written import as_written


class DockEntry(QAction):
    """Brings a dock to the front; hides it if it is there already.

    Qt's own entry knows shown and hidden only, and so hides a dock that lies behind another one's tab.
    """

    def __init__(self, dock: Dock) -> None:
        super().__init__(dock.windowTitle(), dock)
        self._dock = dock
        self.setObjectName(f"show-{dock.objectName()}")
        self.setToolTip(as_written(dock.purpose or f"Show or hide {dock.windowTitle()}"))
        self.setCheckable(True)
        dock.visibilityChanged.connect(self._seen)
        dock.windowTitleChanged.connect(self.setText)
        self.triggered.connect(self._go)

    @Slot(bool)
    def _seen(self, visible: bool) -> None:
        """The dock is in front, or not any more."""
        self.setChecked(visible)

    @Slot(bool)
    def _go(self, wanted: bool) -> None:
        self._dock.setVisible(wanted)
        if wanted:
            self._dock.raise_()
