"""How files become instruments and where sample names come from."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QMenu, QPushButton, QWidget

from ...io.intake.plan import BY, NAMING, ImportPlan
from ..theme import set_icon
from ..widgets import named
from ..widgets.as_written import Label

PATTERN_TIP = ("{sample}, {instrument}, {group}, {repeat} (a number) and {skip} stand for parts of the file's name, * "
               "for anything; everything else stands for itself, as in {sample}_{repeat}")


class GroupingForm(QWidget):
    """Fields; `changed` says which: "by", "naming" or "pattern"."""

    changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.by = self._combo("import-by", "Files of one instrument", "Which files become one instrument, where their "
                              "axes fit", BY)
        self.naming = self._combo("import-naming", "Sample names", "Where the names of the samples come from; a name "
                                  "column of a table is chosen at the right", NAMING)
        self.pattern = named(QLineEdit(), "import-pattern", "Pattern of the file name", PATTERN_TIP)
        self.pattern.setPlaceholderText("{sample}_{repeat}")
        self.misfits = Label()
        self.misfits.setObjectName("import-misfits")
        self.misfits.setWordWrap(True)
        self.move = named(QPushButton("&Move to"), "import-move",
                          tip="Put the selected files into another instrument, or a new one")
        self.move_menu = QMenu(self)
        self.move.setMenu(self.move_menu)
        set_icon(self.move, "group")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for row, (text, field) in enumerate((("One instru&ment is", self.by), ("Sample names: &from", self.naming),
                                             ("&Pattern", self.pattern))):
            label = Label(text)
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        self._pattern_label = grid.itemAtPosition(2, 0).widget()
        grid.addWidget(self.move, 0, 2)
        grid.addWidget(self.misfits, 3, 0, 1, 3)
        grid.setColumnStretch(1, 1)
        self.by.activated.connect(self._by)
        self.naming.activated.connect(self._naming)
        self.pattern.textEdited.connect(self._pattern)

    def _combo(self, name: str, accessible: str, tip: str, entries: dict[str, str]) -> QComboBox:
        box = named(QComboBox(), name, accessible, tip)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(14)
        for value, text in entries.items():
            box.addItem(text, value)
        return box

    def show_plan(self, plan: ImportPlan, misfits: list[str], problem: bool) -> None:
        """Show what is in use, and the files that the pattern does not fit."""
        self.by.setCurrentIndex(self.by.findData(plan.by))
        self.naming.setCurrentIndex(self.naming.findData(plan.naming))
        if self.pattern.text() != plan.pattern:
            self.pattern.setText(plan.pattern)
        used = "pattern" in (plan.by, plan.naming)
        self.pattern.setVisible(used)
        self._pattern_label.setVisible(used)
        text, kind = "", "muted"
        if used and not problem:
            text = "The pattern fits all file names."
            if misfits:
                shown = ", ".join(misfits[:3]) + (", …" if len(misfits) > 3 else "")
                text, kind = f"{len(misfits)} file names do not fit and are used as they are: {shown}", "warning"
        self.misfits.setText(text)
        self.misfits.setVisible(bool(text))
        self.misfits.setProperty("class", kind)
        self.misfits.style().unpolish(self.misfits)
        self.misfits.style().polish(self.misfits)

    @Slot()
    def _by(self) -> None:
        self.changed.emit("by")

    @Slot()
    def _naming(self) -> None:
        self.changed.emit("naming")

    @Slot()
    def _pattern(self) -> None:
        self.changed.emit("pattern")
