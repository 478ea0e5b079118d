"""List of all methods in groups, those first that suit what is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from ...core.registry import MethodInfo, methods
from ..widgets.as_written import as_written

GROUPS: dict[str, tuple[str, Callable[[MethodInfo], bool]]] = {
    "best": ("Recommended for values", lambda m: m.name == "auto"),
    "own": ("B's samples alone", lambda m: m.name in ("native", "target-only")),
    "spectra": ("Transfer of spectra (values and spectra)", lambda m: m.family == "transfer" and "to_spectra" in m.can),
    "values": ("Transfer of values", lambda m: m.family == "transfer"),
    "joint": ("Alignment: one space for all instruments", lambda m: m.family == "alignment"),
    "clustering": ("Clustering", lambda m: m.family == "clustering"),
    "embedding": ("Embedding of one instrument", lambda m: m.family == "embedding"),
    "other": ("Others", lambda m: True),
}
"""Heading of a group, and which methods stand in it: each in the first that it suits."""
FOR_VALUES = ("best", "spectra", "values", "own", "joint", "clustering", "embedding", "other")
FOR_SPACE = ("joint", "clustering", "embedding", "spectra", "best", "values", "own", "other")
"""The order of the groups: with reference values the transfers come first, without them the alignments."""


def grouped(known: Iterable[MethodInfo], for_values: bool) -> list[tuple[str, list[MethodInfo]]]:
    """Groups of methods with their headings, in the order in which they are offered."""
    members: dict[str, list[MethodInfo]] = {name: [] for name in GROUPS}
    for info in known:
        members[next(name for name, (_, suits) in GROUPS.items() if suits(info))].append(info)
    members["joint"].sort(key=lambda m: m.name != "lra")
    return [(GROUPS[name][0], members[name]) for name in (FOR_VALUES if for_values else FOR_SPACE) if members[name]]


class MethodChooser(QComboBox):
    """All methods under the headings of their groups; `chosen` when the user picks one."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("method-chooser")
        self.setAccessibleName("Method")
        self.setToolTip("How the instruments are brought together")
        self.setMaxVisibleItems(24)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(14)
        self._for_values: bool | None = None
        self.fill()
        self.activated.connect(self._activated)

    def fill(self, for_values: bool = False) -> None:
        """Take the methods from the registry; transfers first if there are reference values."""
        if for_values == self._for_values:
            return
        self._for_values = for_values
        shown = self.currentData(Qt.ItemDataRole.UserRole)
        model = QStandardItemModel(self)
        for title, members in grouped(methods().values(), for_values):
            heading = QStandardItem(title)
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
        self.show_method(str(shown or ""))

    def show_method(self, name: str) -> None:
        """Show a method without telling that it was chosen."""
        self.setCurrentIndex(self.findData(name, Qt.ItemDataRole.UserRole))

    def _activated(self, row: int) -> None:
        name = self.itemData(row, Qt.ItemDataRole.UserRole)
        if name:
            self.chosen.emit(str(name))
