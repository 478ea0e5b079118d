"""Every control of every dock and dialog has a name and says what it does; keys are there and get in nobody's way.

A plot's canvas has a description in place of a tooltip, which would lie over the data under the mouse.
"""

from __future__ import annotations

import shutil
from collections import defaultdict

import pytest
import shiboken6
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QGraphicsView,
    QLineEdit,
    QPlainTextEdit,
    QTableView,
    QWidget,
)

from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.unavailable import bar
from spectralign_gui.session.state import SessionState
from spectralign_gui.shipped import sample
from spectralign_gui.ui.dialogs.errors import ErrorDialog
from tests.ui.named import interactive, path_of, spoken, told
from tests.ui.test_every_action import stepped
from tests.ui.walking import menu_actions

LISTED = ("export-", "selection-", "recent-")
"""Entries of lists that come from the data: they have no key of their own."""
EDITING = ("Ctrl+A", "Ctrl+Z", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Backspace", "Ctrl+Delete", "Ctrl+Left", "Ctrl+Right",
           "Delete", "Backspace", "Home", "End", "Shift+Backspace", "Shift+Home", "Shift+Left")


@pytest.fixture
def full(qtbot, window):
    """A window in which every dock has something to show."""
    state = bar(stepped(), [("m5", 4)], "too expensive")
    run = execute(state)
    window.model.reset(state)
    window.model.take_runs([run, execute(state.with_(method="cca"))], 0)
    for dock in window.docks.values():
        dock.show()
        dock.raise_()
        QApplication.processEvents()
    idle(qtbot, window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def idle(qtbot, window) -> None:
    qtbot.waitUntil(lambda: not window.controller.jobs.jobs, timeout=60_000)


def nameless(root: QWidget) -> list[str]:
    """Controls without a name, or that don't say what they do."""
    found = []
    for widget in interactive(root):
        says = widget.accessibleDescription() if isinstance(widget, QGraphicsView) else told(widget)
        if not spoken(widget, root):
            found.append(f"no name: {path_of(widget)}")
        if not says and not (isinstance(widget, QGraphicsView) and told(widget)):
            found.append(f"no tooltip: {path_of(widget)}")
    return found


def test_every_control_of_every_dock(full):
    for name, dock in full.docks.items():
        assert isinstance(dock, QDockWidget) and dock.windowTitle() and nameless(dock) == [], name
        assert len(list(interactive(dock))) > 0
    assert nameless(full) == []


def test_every_control_of_every_dialog(qtbot, full, tmp_path, monkeypatch):
    seen: dict[str, list[str]] = {}

    def look() -> None:
        for box in QApplication.topLevelWidgets():
            # a dialog that is closed may take others of this list with it
            if shiboken6.isValid(box) and isinstance(box, QDialog) and box.isVisible():
                if type(box).__module__.startswith("spectralign_gui"):
                    seen.setdefault(box.objectName(), nameless(box))
                box.reject()

    def nothing_open() -> bool:
        return not any(isinstance(w, QDialog) and w.isVisible() for w in QApplication.topLevelWidgets())

    timer = QTimer(interval=20)
    timer.timeout.connect(look)
    timer.start()
    try:
        full.model.selection.select([("m5", 0), ("mp5", 0)])
        for name in [a.objectName() for a in menu_actions(full)]:
            action = next((a for a in menu_actions(full) if a.objectName() == name), None)
            if action is not None and action.isEnabled() and action.text().rstrip().endswith("…"):
                action.trigger()
                QApplication.processEvents()
                qtbot.waitUntil(nothing_open, timeout=5_000)  # also one that does not wait for an answer was looked at
                idle(qtbot, full)
        shutil.copy(sample("toys/sines_first.csv"), tmp_path / "what is this.csv")
        full.open_paths([tmp_path / "what is this.csv"], look=True)
        qtbot.waitUntil(lambda: "import-dialog" in seen, timeout=20_000)
        idle(qtbot, full)
        box = ErrorDialog(tmp_path)
        box.show()
        qtbot.waitUntil(lambda: not box.isVisible(), timeout=5_000)
        box.deleteLater()
        qtbot.waitUntil(nothing_open)
    finally:
        timer.stop()
    assert not any(seen.values()), "\n".join(line for bad in seen.values() for line in bad)
    assert {"import-dialog", "report-dialog", "save-spectra", "threads-dialog", "error-dialog", "selection-manager",
            "select-by-name-dialog"} <= set(seen) and len(seen) >= 10, sorted(seen)


def test_every_entry_has_a_text_a_key_and_a_tip_and_no_key_is_taken_twice(full):
    entries = {a.objectName(): a for a in menu_actions(full) if a.isEnabled() or a.objectName()}
    for name, action in entries.items():
        assert action.text().replace("&", "").strip() and action.toolTip().strip(), name
        if name and not name.startswith(LISTED):
            assert not action.shortcut().isEmpty(), name
    everywhere: dict[str, set[str]] = defaultdict(set)
    for action in entries.values():
        for key in action.shortcuts():
            everywhere[key.toString()].add(action.objectName())
    assert {key: names for key, names in everywhere.items() if len(names) > 1} == {}
    strokes = set(everywhere)
    assert [k for k in strokes if ", " in k and k.split(", ")[0] in strokes] == [], "the first stroke is a key itself"
    for widget in full.findChildren(QWidget):
        local = [a for a in QWidget.actions(widget) if a not in entries.values()]
        above, at = set(everywhere), widget.parentWidget()
        while at is not None:
            above |= {k.toString() for a in QWidget.actions(at) if a not in local for k in a.shortcuts()}
            at = at.parentWidget()
        own = [k.toString() for a in local for k in a.shortcuts()]
        assert len(own) == len(set(own)) and not set(own) & above, path_of(widget)


def test_what_can_be_done_about_short_circuits_has_keys(full):
    controls = full.docks["short-circuits"].controls
    keys = [a.shortcut().toString() for a in controls.actions.menu().actions() if not a.isSeparator()]
    assert all(keys) and len(keys) == len(set(keys)) == 7


def writable(root: QWidget) -> list[QWidget]:
    """Fields that take text and can be written in now."""
    found = []
    for widget in root.findChildren(QWidget):
        if not (widget.isEnabled() and widget.isVisible()) or isinstance(widget.parentWidget(), QAbstractSpinBox):
            continue
        if isinstance(widget, (QLineEdit, QAbstractSpinBox, QPlainTextEdit)) and not widget.isReadOnly():
            found.append(widget)
        elif isinstance(widget, QComboBox) and widget.isEditable():
            found.append(widget.lineEdit())
    return found


def press(widget: QWidget, keys: str) -> None:
    sequence = QKeySequence(keys)
    QTest.keySequence(widget, sequence)


def test_keys_act_on_the_text_while_one_writes(qtbot, full):
    """No action of the window, a dock or a plot answers to a key that means something in a text field."""
    done: list[str] = []
    plain = set()
    for action in full.findChildren(QAction):
        action.triggered.connect(lambda _=False, a=action: done.append(a.objectName() or a.text()))
        plain |= {k.toString() for k in action.shortcuts() if k.count() == 1 and "+" not in k.toString()
                  and not k.toString().startswith("F") and k.toString() != "Esc"}
    plain |= {"F"}
    assert {"B", "G", "L", "M", "O", "S", "R", "Z", "Del", "Home", "Backspace"} <= plain
    fields = 0
    for name, dock in full.docks.items():
        dock.show()
        dock.raise_()
        QApplication.processEvents()
        for field in writable(dock):
            field.setFocus()
            if not field.hasFocus():  # on a page of tabs that is not in front
                continue
            fields += 1
            for keys in (*sorted(plain), *EDITING):
                press(field, keys)
                assert done == [], f"{keys} in {path_of(field)} of {name}"
    assert fields >= 11
    idle(qtbot, full)


def test_text_is_deleted_and_undone_as_text(full):
    dock, before = full.docks["data"], full.model.state
    dock.show()
    dock.raise_()
    field = dock.search
    field.setFocus()
    QTest.keyClicks(field, "abG")
    assert field.text() == "abG"
    press(field, "Ctrl+A")
    assert field.selectedText() == "abG"
    press(field, "Delete")
    assert field.text() == ""
    press(field, "Ctrl+Z")
    assert field.text() == "abG" and full.model.state is before


def test_the_editor_of_a_table_is_a_text_field_too(qtbot, full):
    for dock, table, column in (("history", "run-table", "Name"), ("suggest", "suggest-barred", "Why"),
                                ("data", "instrument-table", "Instrument")):
        writes_as_in_a_field(qtbot, full, dock, table, column)


def writes_as_in_a_field(qtbot, full, dock: str, table: str, column: str) -> None:
    model = full.model
    full.docks[dock].show()
    full.docks[dock].raise_()
    view = full.docks[dock].findChild(QTableView, table)
    listed = view.model()
    titles = [str(listed.headerData(c, Qt.Orientation.Horizontal)) for c in range(listed.columnCount())]
    index = listed.index(0, titles.index(column))
    view.setCurrentIndex(index)
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    before, runs = model.state, model.runs
    press(view, "F2")
    assert view.state() == QAbstractItemView.State.EditingState, "F2 edits the cell that is chosen"
    editor = view.findChild(QLineEdit)
    qtbot.waitUntil(editor.hasFocus)
    for keys in ("Ctrl+A", "Delete"):
        press(editor, keys)
    assert editor.text() == ""
    QTest.keyClicks(editor, "mBGz")
    press(editor, "Backspace")
    assert editor.text() == "mBG"
    press(editor, "Ctrl+Z")
    assert editor.text() != "mBG" and model.state is before and model.runs == runs
    press(editor, "Escape")
    assert view.state() != QAbstractItemView.State.EditingState and model.state is before and model.runs == runs


def test_an_empty_window_is_named_too(window):
    window.model.reset(SessionState())
    assert nameless(window) == []
