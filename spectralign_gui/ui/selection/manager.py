"""The list of named selections."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ...session.state import selections
from ..widgets import named, push_button
from ..widgets.as_written import Label, as_written
from .commands import COMBINE, UPDATE, SelectionCommands


class SelectionManager(QDialog):
    """All named selections with what can be done with them; stays open beside the window."""

    def __init__(self, commands: SelectionCommands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selection-manager")
        self.setWindowTitle("Selections")
        self._commands = c = commands
        self.table = self._make_table()
        self.now = named(Label(), "selection-now", look="muted")
        self.now.setWordWrap(True)
        self.says = Label(" ")
        self.says.setObjectName("selection-says")
        self.says.setWordWrap(True)
        self.needs_one: list[QPushButton] = []
        self.needs_both: list[QPushButton] = []
        self.keep = push_button("manager-keep", "&Keep selection as…", "Keep the selected samples under a name",
                                 c.ask_keep)
        left = QVBoxLayout()
        for part in (self.table, self.now, self.keep, self.says):
            left.addWidget(part)
        right = QVBoxLayout()
        for box in (*self._lists(), self._uses()):
            right.addWidget(box)
        right.addStretch()
        layout = QHBoxLayout(self)
        layout.addLayout(left, 1)
        layout.addLayout(right)
        self.resize(680, 480)
        shortcut = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.table, self._delete)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        self.table.itemSelectionChanged.connect(self._update)
        self.table.itemChanged.connect(self._edited)
        self.table.itemDoubleClicked.connect(self._double_clicked)
        model = c.model
        model.selectionsChanged.connect(self._fill)
        model.datasetsChanged.connect(self._fill)
        model.selection.changed.connect(self._update)
        model.message.connect(self._message)
        self._fill()

    def _make_table(self) -> QTableWidget:
        table = named(QTableWidget(0, 2, self), "selection-table", "Named selections",
                           "Double-click or Enter selects the samples; F2 renames")
        table.setHorizontalHeaderLabels(["Selection", "Samples"])
        table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        table.setEditTriggers(QTableWidget.EditTrigger.EditKeyPressed)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setHighlightSections(False)
        return table

    def _lists(self) -> tuple[QGroupBox, QGroupBox]:
        """Buttons that take a selection of the list over, and those that change it."""
        c = self._commands
        select = QGroupBox("Select in all tables and plots")
        update = QGroupBox("Change the selection of the list")
        for box, parts, act in ((select, COMBINE, c.recall), (update, UPDATE, c.keep)):
            column = QVBoxLayout(box)
            for how, text, tip in parts:
                name = f"manager-{'recall' if box is select else 'update'}-{how}"
                button = push_button(name, text, tip, partial(self._with_title, act, how))
                alone = box is select and how in ("replace", "add")
                (self.needs_one if alone else self.needs_both).append(button)
                column.addWidget(button)
        column = update.layout()
        for name, text, tip, act in (
                ("rename", "Re&name", "Give the selection another name (F2)", self._rename),
                ("delete", "&Delete", "Forget the selection; its samples stay (Del)", self._delete)):
            button = push_button(f"manager-{name}", text, tip, act)
            self.needs_one.append(button)
            column.addWidget(button)
        return select, update

    def _uses(self) -> QGroupBox:
        """Buttons for what a selection is good for."""
        c = self._commands
        use = QGroupBox("Use it")
        grid = QGridLayout(use)
        for k, (name, text, tip, act) in enumerate((
                ("group", "Make a &group", "Its samples and their partners become a group of that name",
                 partial(self._with_title, c.to_group)),
                ("hold-out", "&Hold out", "Withhold the pairing of its standards from the fit",
                 partial(self._with_samples, c.hold_out, True)),
                ("release", "Re&lease", "Let its standards take part in the fit again",
                 partial(self._with_samples, c.hold_out, False)),
                ("leave-out", "Leave out of every &fit", "Its samples take part in no fit",
                 partial(self._with_samples, c.leave_out, True)),
                ("take-in", "Take &back in", "Its samples take part again",
                 partial(self._with_samples, c.leave_out, False)))):
            button = push_button(f"manager-{name}", text, tip, act)
            self.needs_one.append(button)
            grid.addWidget(button, *divmod(k, 2))
        return use

    @property
    def title(self) -> str:
        """Name of the chosen selection; "" if none."""
        items = self.table.selectedItems()
        return str(items[0].data(Qt.ItemDataRole.UserRole)) if items else ""

    def choose(self, title: str) -> None:
        """Choose a selection of the list."""
        for row in range(self.table.rowCount()):
            if self.table.item(row, 0).data(Qt.ItemDataRole.UserRole) == title:
                self.table.selectRow(row)

    # -- following ---------------------------------------------------------------------------------------
    @Slot()
    def _fill(self) -> None:
        chosen, row, c = self.title, self.table.currentRow(), self._commands
        with QSignalBlocker(self.table):
            self.table.setRowCount(len(c.titles))
            for k, title in enumerate(c.titles):
                first = QTableWidgetItem(title)
                first.setData(Qt.ItemDataRole.UserRole, title)
                first.setToolTip(as_written(f"Alt+{k + 1} selects it" if k < 9 else title))
                second = QTableWidgetItem(selections.words(c.samples(title)))
                second.setFlags(second.flags() & ~Qt.ItemFlag.ItemIsEditable)
                self.table.setItem(k, 0, first)
                self.table.setItem(k, 1, second)
        titles = c.titles
        if titles:
            self.table.selectRow(titles.index(chosen) if chosen in titles else min(max(row, 0), len(titles) - 1))
        self._update()

    @Slot()
    def _update(self) -> None:
        chosen = self._commands.model.selection.samples
        one = bool(self.title)
        for button in self.needs_one:
            button.setEnabled(one)
        for button in self.needs_both:
            button.setEnabled(one and bool(chosen))
        self.keep.setEnabled(bool(chosen))
        self.now.setText(f"Now selected: {selections.words(chosen)}.")

    @Slot(str)
    def _message(self, text: str) -> None:
        if self.isVisible():
            self.says.setText(text)

    # -- doing -------------------------------------------------------------------------------------------
    def _with_title(self, act: object, *how: str) -> None:
        if self.title:
            act(self.title, *how)  # type: ignore[operator]

    def _with_samples(self, act: object, flag: bool) -> None:
        if self.title:
            act(self._commands.samples(self.title), flag)  # type: ignore[operator]

    def _rename(self) -> None:
        items = self.table.selectedItems()
        if items:
            self.table.editItem(items[0])

    @Slot()
    def _delete(self) -> None:
        if self.title:
            self._commands.delete(self.title)

    @Slot(object)
    def _edited(self, item: QTableWidgetItem) -> None:
        old, new = str(item.data(Qt.ItemDataRole.UserRole)), item.text()
        if item.column() or old == new:
            return
        if not self._commands.rename(old, new):
            with QSignalBlocker(self.table):
                item.setText(old)
        else:
            self.choose(new.strip())

    @Slot(object)
    def _double_clicked(self, item: QTableWidgetItem) -> None:
        self._commands.recall(str(self.table.item(item.row(), 0).data(Qt.ItemDataRole.UserRole)))
