"""The list of steps: in order, each on or off, dragged to another place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from ...core.errors import ParameterError
from ...preprocessing.spec import StepSpec
from ...preprocessing.step import steps
from ..widgets.as_written import as_written

SPEC_ROLE = Qt.ItemDataRole.UserRole


class StepList(QListWidget):
    """Shows steps; `edited` carries the new tuple of steps with what was done."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("step-list")
        self.setAccessibleName("Preprocessing steps in order")
        self.setToolTip("Steps from first to last; drag to change the order, take the tick away to switch one off")
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setAlternatingRowColors(True)
        self._busy = False
        self.itemChanged.connect(self._changed)
        self.model().rowsMoved.connect(self._moved)

    def show_steps(self, listed: Sequence[StepSpec]) -> None:
        """Show steps; the chosen row stays."""
        row = self.currentRow()
        self._busy = True
        self.clear()
        known = steps()
        for spec in listed:
            cls = known.get(spec.step)
            item = QListWidgetItem(describe(spec))
            item.setToolTip(as_written(cls.help if cls else f"This version knows no step {spec.step}."))
            item.setFlags((item.flags() | Qt.ItemFlag.ItemIsUserCheckable) & ~Qt.ItemFlag.ItemIsDropEnabled)
            item.setCheckState(Qt.CheckState.Checked if spec.enabled else Qt.CheckState.Unchecked)
            item.setData(SPEC_ROLE, spec)
            self.addItem(item)
        self._busy = False
        if listed:
            self.setCurrentRow(min(max(row, 0), len(listed) - 1))

    def specs(self) -> tuple[StepSpec, ...]:
        """The steps as shown."""
        return tuple(replace(self.item(k).data(SPEC_ROLE),
                             enabled=self.item(k).checkState() == Qt.CheckState.Checked) for k in range(self.count()))

    @Slot()
    def _changed(self) -> None:
        if not self._busy:
            self.edited.emit("Switch step on or off", self.specs())

    @Slot()
    def _moved(self) -> None:
        if not self._busy:
            self.edited.emit("Order of steps", self.specs())

    def move(self, by: int) -> None:
        """Move the chosen step up or down."""
        row, to = self.currentRow(), self.currentRow() + by
        listed = list(self.specs())
        if 0 <= row < len(listed) and 0 <= to < len(listed):
            listed.insert(to, listed.pop(row))
            self.setCurrentRow(to)
            self.edited.emit("Order of steps", tuple(listed))

    def remove(self) -> None:
        """Take the chosen step out."""
        listed = list(self.specs())
        if 0 <= self.currentRow() < len(listed):
            gone = listed.pop(self.currentRow())
            self.edited.emit(f"Remove {title_of(gone.step)}", tuple(listed))


def title_of(name: str) -> str:
    """Title of a step."""
    cls = steps().get(name)
    return cls.title if cls else name


def describe(spec: StepSpec) -> str:
    """Title and what differs from the defaults."""
    cls = steps().get(spec.step)
    if cls is None:
        return f"{spec.step} (unknown)"
    parts = []
    for p in cls.parameters:
        value = spec.parameters.get(p.name, p.default)
        try:
            value = p.check(value)
        except ParameterError:
            parts.append(f"{p.title.lower()} not valid")
            continue
        if value != p.default or p.name == cls.positional:
            shown = f"{value:g}" if isinstance(value, float) else str(value)
            if shown not in ("", "None"):
                parts.append(shown if p.name == cls.positional else f"{p.title.lower()} {shown}")
    return cls.title + (f": {', '.join(parts)}" if parts else "")
