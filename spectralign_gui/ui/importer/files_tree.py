"""The files of an import as a tree: instruments to be, their files, and the files that cannot be read."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QDropEvent, QFont
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTreeWidget, QTreeWidgetItem, QWidget

from ...core.errors import SpectrAlignError
from ...io.intake.entries import Entry
from ...io.intake.plan import ImportPlan, Member, Planned
from ...io.of_file import without_file
from ...words import say
from ..widgets.as_written import as_written

SIGNS = {"sure": "✓", "doubt": "?", "bad": "✗"}
SIGN, NAME, FILE, SAMPLES = range(4)
ENTRY, GROUP, PART, PARTS = (Qt.ItemDataRole.UserRole + k for k in range(4))
FEW_PARTS = 4


class FilesTree(QTreeWidget):
    """Shows a plan.

    Signals
    -------
    renamed(int group, str)
    ticked(list of int entries, bool)
    moved(list of Member, int group)
        -1 stands for a new instrument.
    chosen(int entry)
    """

    renamed = Signal(int, str)
    ticked = Signal(object, bool)
    moved = Signal(object, int)
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import-files")
        self.setAccessibleName("Files to import, by instrument")
        self.setHeaderLabels(["", "Instrument", "File", "Samples"])
        self.setUniformRowHeights(True)
        self.setEditTriggers(QTreeWidget.EditTrigger.DoubleClicked | QTreeWidget.EditTrigger.EditKeyPressed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setToolTip("Double-click a name to change it; take the tick away to leave a file out; drag files from one "
                        "instrument to another, or use Move to")
        self._plan: ImportPlan | None = None
        self._filling = False
        self.currentItemChanged.connect(self._current)
        self.itemChanged.connect(self._edited)

    # -- showing -----------------------------------------------------------------------------------------
    def show_plan(self, plan: ImportPlan, current: int | None = None) -> None:
        """Fill the tree; `current` is the entry that is to be the current one."""
        opened = {item.text(NAME): item.isExpanded() for item in self._tops() if item.childCount()}
        self._plan, self._filling = plan, True
        self.clear()
        alone = [g.members[0].entry for g in plan.groups if len({m.entry for m in g.members}) == 1]
        several = {k for k in alone if alone.count(k) > 1}  # files whose parts have axes of their own
        nested = bool(several) or any(len(g.members) > 1 for g in plan.groups)
        bad = [k for k, e in enumerate(plan.entries) if e.kind == "bad"]
        self.setRootIsDecorated(nested or len(bad) > 1)
        self.setColumnWidth(SIGN, 92 if self.rootIsDecorated() else 48)
        wanted = None
        owners: dict[int, QTreeWidgetItem] = {}
        for number, group in enumerate(plan.groups):
            item = self._group_item(number, group)
            entry_number = group.members[0].entry
            if entry_number in several and len({m.entry for m in group.members}) == 1:
                if entry_number not in owners:
                    owners[entry_number] = self._parts_item(entry_number, alone.count(entry_number), opened)
                for part in (item, *(item.child(k) for k in range(item.childCount()))):
                    # a file is taken or left out as a whole
                    part.setData(0, Qt.ItemDataRole.CheckStateRole, None)
                    part.setFlags(part.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
                owners[entry_number].addChild(item)
                wanted = owners[entry_number] if wanted is None and entry_number == current else wanted
            else:
                self.addTopLevelItem(item)
                item.setExpanded(opened.get(group.name, len(group.members) <= 60))
            for candidate in (item, *(item.child(k) for k in range(item.childCount()))):
                if wanted is None and candidate.data(0, ENTRY) == current and not candidate.childCount():
                    wanted = candidate
        for k, entry in enumerate(plan.entries):
            if entry.kind in ("values", "pairs"):
                item = self._file_item(k, entry)
                item.setText(NAME, {"values": "(reference values)", "pairs": "(pairs)"}[entry.kind])
                self.addTopLevelItem(item)
                wanted = item if k == current and wanted is None else wanted
        wanted = self._add_bad(bad, current) or wanted
        self._filling = False
        self.refresh_names()
        self.setCurrentItem(wanted or self.topLevelItem(0))

    def _tops(self) -> list[QTreeWidgetItem]:
        return [self.topLevelItem(k) for k in range(self.topLevelItemCount())]

    def _parts_item(self, k: int, count: int, opened: dict[str, bool]) -> QTreeWidgetItem:
        """The file that holds several instruments' spectra, or one's on several axes: its parts are folded into it."""
        assert self._plan is not None
        item = self._file_item(k, self._plan.entries[k])
        item.setData(0, PARTS, True)
        item.setText(NAME, Path(self._plan.entries[k].path).stem)
        item.setText(SAMPLES, f"{count} parts, each with its own axis or quantity")
        self.addTopLevelItem(item)
        item.setExpanded(opened.get(item.text(NAME), count <= FEW_PARTS))
        return item

    def _group_items(self) -> list[QTreeWidgetItem]:
        """Items of the instruments to be, also of those within a file of several parts."""
        found = []
        for item in self._tops():
            found += [item.child(k) for k in range(item.childCount())] if item.data(0, PARTS) else [item]
        return [item for item in found if item.data(0, GROUP) is not None]

    def _group_item(self, number: int, group: Planned) -> QTreeWidgetItem:
        assert self._plan is not None
        if len(group.members) == 1:
            item = self._file_item(group.members[0].entry, self._plan.entries[group.members[0].entry])
            item.setData(0, PART, group.members[0].part)
        else:
            item = QTreeWidgetItem()
            font = QFont()
            font.setBold(True)
            item.setFont(NAME, font)
            doubt = any(not self._plan.entries[m.entry].sure for m in group.members)
            item.setText(SIGN, SIGNS["doubt" if doubt else "sure"])
            files = len({m.entry for m in group.members})
            item.setText(FILE, f"{files} file{'s' * (files != 1)}")
            kept = len(self._plan.kept(group))
            item.setCheckState(0, Qt.CheckState.Unchecked if not kept else Qt.CheckState.Checked
                               if kept == len(group.members) else Qt.CheckState.PartiallyChecked)
            for member in group.members:
                child = self._file_item(member.entry, self._plan.entries[member.entry])
                child.setData(0, GROUP, number)
                child.setData(0, PART, member.part)
                item.addChild(child)
        item.setData(0, GROUP, number)
        item.setText(NAME, group.name)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        return item

    def _file_item(self, k: int, entry: Entry) -> QTreeWidgetItem:
        assert self._plan is not None
        item = _FileItem(entry)
        item.setData(0, ENTRY, k)
        item.setText(SIGN, SIGNS["bad" if entry.kind == "bad" else "sure" if entry.sure else "doubt"])
        item.setText(FILE, os.path.basename(entry.path))  # a path object takes longer, and there are thousands
        item.setCheckState(0, Qt.CheckState.Unchecked if k in self._plan.left_out else Qt.CheckState.Checked)
        item.setFlags((item.flags() | Qt.ItemFlag.ItemIsUserCheckable) & ~Qt.ItemFlag.ItemIsEditable)
        return item

    def _add_bad(self, bad: list[int], current: int | None) -> QTreeWidgetItem | None:
        assert self._plan is not None
        wanted, owner = None, None
        if len(bad) > 1:
            owner = QTreeWidgetItem([SIGNS["bad"], "Could not be read", f"{len(bad)} files"])
            owner.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.addTopLevelItem(owner)
        for k in bad:
            entry = self._plan.entries[k]
            item = self._file_item(k, entry)
            item.setText(SAMPLES, say(without_file(entry.path, entry.problem)))
            if owner is None:
                self.addTopLevelItem(item)
                item.setText(NAME, "(could not be read)")
            else:
                owner.addChild(item)
            wanted = item if k == current else wanted
        if owner is not None:
            owner.setExpanded(True)
        return wanted

    def refresh_names(self) -> None:
        """Show the sample names as they would be now."""
        if self._plan is None:
            return
        self._filling = True
        for item in self._group_items():
            number = item.data(0, GROUP)
            group = self._plan.groups[number]
            kept = self._plan.kept(group)
            try:
                names = dict(zip(kept, self._plan.names(group)[0], strict=True))
            except SpectrAlignError:
                names = {}
            spectra = sum(len(self._plan.dataset(m)) for m in kept)
            reason = self._plan.group_problem(group)
            if not item.childCount():
                item.setText(SAMPLES, _names_text(names.get(group.members[0], ())))
                continue
            item.setText(SAMPLES, reason or f"{spectra} spectra")
            item.setToolTip(SAMPLES, as_written(reason))
            for k, member in enumerate(group.members):
                item.child(k).setText(SAMPLES, _names_text(names.get(member, ())))
        self._filling = False

    # -- what the user does ------------------------------------------------------------------------------
    def current_entry(self) -> int:
        """Number of the entry that is looked at; -1 if none."""
        item = self.currentItem()
        if item is None:
            return -1
        if item.data(0, ENTRY) is None:
            item = _leaves(item)[0]
        return -1 if item is None or item.data(0, ENTRY) is None else int(item.data(0, ENTRY))

    def selected_members(self) -> list[Member]:
        """Spectra that are selected; an instrument stands for all its files."""
        found: list[Member] = []
        for item in self.selectedItems():
            items = _leaves(item)
            found += [Member(i.data(0, ENTRY), i.data(0, PART)) for i in items if i.data(0, PART) is not None]
        return list(dict.fromkeys(found))

    @Slot()
    def _current(self) -> None:
        if not self._filling and self.current_entry() >= 0:
            self.chosen.emit(self.current_entry())

    @Slot(QTreeWidgetItem, int)
    def _edited(self, item: QTreeWidgetItem, column: int) -> None:
        if self._filling:
            return
        if column == NAME and item.data(0, GROUP) is not None:
            self.renamed.emit(item.data(0, GROUP), item.text(NAME).strip())
        elif column == 0:
            state = item.checkState(0)
            items = _leaves(item)
            self._filling = True
            for other in items:
                if other.flags() & Qt.ItemFlag.ItemIsUserCheckable:
                    other.setCheckState(0, state)
            if item.parent() is not None:
                owner = item.parent()
                states = {owner.child(k).checkState(0) for k in range(owner.childCount())}
                if owner.data(0, GROUP) is not None:
                    owner.setCheckState(0, states.pop() if len(states) == 1 else Qt.CheckState.PartiallyChecked)
            self._filling = False
            entries = list(dict.fromkeys(int(i.data(0, ENTRY)) for i in items if i.data(0, ENTRY) is not None))
            self.ticked.emit(entries, state != Qt.CheckState.Unchecked)

    def dropEvent(self, event: QDropEvent) -> None:
        """Move the dragged files to the instrument under the mouse, or to a new one on empty ground."""
        if event.source() is not self:
            event.ignore()
            return
        item = self.itemAt(event.position().toPoint())
        number = -1 if item is None else item.data(0, GROUP)
        members = self.selected_members()
        # the plan decides what the tree shows: Qt must not move rows by itself
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if members and number is not None:
            self.moved.emit(members, int(number))

    def fill_move_menu(self, menu: QMenu) -> None:
        """Entries of "Move to" for what is selected."""
        menu.clear()
        members = self.selected_members()
        if not members or self._plan is None:
            menu.addAction("Select files first").setEnabled(False)
            return
        for number, group in enumerate(self._plan.groups):
            action = menu.addAction(group.name.replace("&", "&&"))
            action.setObjectName(f"move-to-{number}")
            action.triggered.connect(partial(self._move, members, number))
        menu.addSeparator()
        new = menu.addAction("A &new instrument")
        new.setObjectName("move-to-new")
        new.triggered.connect(partial(self._move, members, -1))

    def _move(self, members: list[Member], number: int, _checked: bool = False) -> None:
        self.moved.emit(members, number)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Move to …"""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_move_menu(menu.addMenu("&Move to"))
        menu.popup(event.globalPos())


class _FileItem(QTreeWidgetItem):
    """A file; its tooltips are made when they are asked for, as there may be thousands of files."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self._entry = entry

    def data(self, column: int, role: int) -> Any:
        """What Qt shows."""
        kept = super().data(column, role)
        if role != Qt.ItemDataRole.ToolTipRole or kept:
            return kept
        said = [self._entry.problem] if self._entry.kind == "bad" else self._entry.doubts
        return as_written("\n".join([self._entry.path, *said]))


def _leaves(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """The files or parts under an item; itself if there are none."""
    if not item.childCount():
        return [item]
    return [leaf for k in range(item.childCount()) for leaf in _leaves(item.child(k))]


def _names_text(names: tuple[str, ...]) -> str:
    shown = [n.strip() or "(no name)" for n in names[:3]]
    if names and not any(n.strip() for n in names):
        return f"{len(names)} without names"
    return ", ".join(shown) + (f" … {len(names)} samples" if len(names) > 3 else "")
