"""List of all methods by family."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from ...core.registry import FAMILIES, methods
from ..widgets.as_written import as_written

FAMILY_TITLES = {"alignment": "Alignment", "clustering": "Clustering", "embedding": "Embedding of one instrument",
                 "transfer": "Calibration transfer"}


class MethodChooser(QComboBox):
    """All methods under the headings of their families; `chosen` when the user picks one."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("method-chooser")
        self.setAccessibleName("Method")
        self.setToolTip("How the instruments are brought together")
        self.setMaxVisibleItems(24)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(14)
        self.fill()
        self.activated.connect(self._activated)

    def fill(self) -> None:
        """Take the methods from the registry."""
        model = QStandardItemModel(self)
        known = methods()
        for family in FAMILIES:
            members = [info for info in known.values() if info.family == family]
            if not members:
                continue
            heading = QStandardItem(FAMILY_TITLES[family])
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            font = QFont()
            font.setBold(True)
            heading.setFont(font)
            model.appendRow(heading)
            for info in members:
                item = QStandardItem(info.title)
                item.setData(info.name, Qt.ItemDataRole.UserRole)
                item.setToolTip(as_written(info.summary))
                model.appendRow(item)
        self.setModel(model)

    def show_method(self, name: str) -> None:
        """Show a method without telling that it was chosen."""
        self.setCurrentIndex(self.findData(name, Qt.ItemDataRole.UserRole))

    def _activated(self, row: int) -> None:
        name = self.itemData(row, Qt.ItemDataRole.UserRole)
        if name:
            self.chosen.emit(str(name))
