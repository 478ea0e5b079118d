"""Every table before there are data, with them, and when the last of them is gone: clicks, sorting and old indices."""

from __future__ import annotations

import sys
import traceback

import pytest
from PySide6.QtCore import QAbstractTableModel, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QTableView

from spectralign_gui.session.run import execute
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.widgets import TidyModel
from tests.ui.test_names_as_written import hostile_state
from tests.ui.walking import Warnings

ORDERS = (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)
ROLES = [Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole, Qt.ItemDataRole.ToolTipRole,
         Qt.ItemDataRole.FontRole, Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.UserRole,
         Qt.ItemDataRole.CheckStateRole, Qt.ItemDataRole.TextAlignmentRole, Qt.ItemDataRole.DecorationRole]


@pytest.fixture
def raised(monkeypatch):
    """Exceptions that Qt swallowed in slots and virtual methods; none is wanted."""
    found: list[str] = []
    monkeypatch.setattr(sys, "excepthook",
                        lambda *what: found.append("".join(traceback.format_exception(*what))))
    yield found
    assert found == []


def tables(window) -> list[QTableView]:
    return window.findChildren(QTableView)


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


def click_everything(window) -> int:
    """Click every heading of every table twice, sort by every column, tick the filters; how many headings."""
    clicked = 0
    for name, dock in window.docks.items():
        window.show_dock(name)
        settle()
        for view in dock.findChildren(QTableView):
            header = view.horizontalHeader()
            for column in range(header.count()):
                if view.isVisible() and header.isVisible() and not header.isSectionHidden(column):
                    at = QPoint(header.sectionViewportPosition(column) + 8, header.height() // 2)
                    for _ in range(2):
                        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton,
                                         Qt.KeyboardModifier.NoModifier, at)
                    clicked += 1
        for box in dock.findChildren(QCheckBox):
            if "unmarked" in box.objectName() and box.isEnabled():
                box.click()
    return clicked


def sort_all(window, column: int, order: Qt.SortOrder) -> None:
    for view in tables(window):
        if view.isSortingEnabled() and column < view.model().columnCount():
            view.sortByColumn(column, order)
    settle()


def ask_beyond(window) -> int:
    """Ask every model for every role of what is there and of what is one too far."""
    asked = 0
    for view in tables(window):
        model = view.model()
        rows, columns = model.rowCount(), model.columnCount()
        for role in ROLES:
            for section in range(-1, columns + 2):
                model.headerData(section, Qt.Orientation.Horizontal, role)
            if isinstance(model, TidyModel):
                for row in {0, rows - 1, rows, rows + 5}:
                    for column in range(columns + 1):
                        model.data(model.createIndex(max(row, 0), column), role)
                        asked += 1
    return asked


def test_every_table_before_with_and_after_data(window, raised):
    state = hostile_state()
    run = execute(state)
    with Warnings() as qt:
        clicked = click_everything(window)
        window.model.reset(state)
        window.model.add_run(run)
        settle()
        clicked += click_everything(window)
        asked = ask_beyond(window)
        for column, order in zip(range(-1, 7), ORDERS * 4, strict=True):
            sort_all(window, column, order)
            for left in (SessionState(state.datasets[:1]), SessionState(), state, SessionState(), state):
                window.model.reset(left)
                settle()
        sort_all(window, 1, ORDERS[0])
        window.model.change("Remove", window.model.state.without_dataset(state.instruments[1]))
        window.model.change("Remove", window.model.state.without_dataset(state.instruments[0]))
        clicked += click_everything(window)
        asked += ask_beyond(window)
        for _ in range(2):
            window.model.undo_stack.undo()
            settle()
        for _ in range(2):
            window.model.undo_stack.redo()
            settle()
        window.model.reset(SessionState())
        ask_beyond(window)
    assert qt.said == [] and raised == [] and clicked > 40 and asked > 1000


def test_every_model_of_a_table_is_of_the_tidy_kind(window):
    """So that each is asked only for cells that are there, and masks its tooltips."""
    assert {type(m).__name__ for m in window.findChildren(QAbstractTableModel)
            if type(m).__module__.startswith("spectralign_gui") and not isinstance(m, TidyModel)} == set()


def test_a_reset_that_fails_ends_all_the_same(qapp):
    class Failing(TidyModel):
        def rowCount(self, parent=None):
            return 0

        columnCount = rowCount

    model, ended = Failing(), []
    model.modelReset.connect(lambda: ended.append(True))
    with pytest.raises(ZeroDivisionError), model.resetting():
        _ = 1 / 0
    assert ended == [True]
