"""The make of all docks, their one way to work in the background, and the one base of tables."""

from __future__ import annotations

import gc
import threading
import weakref
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from spectralign_gui.core.errors import DataError
from spectralign_gui.session.state.session_state import SessionState
from spectralign_gui.ui.dock import Dock
from spectralign_gui.ui.main_window.docks import dock_classes
from spectralign_gui.ui.widgets import Column, TableModel, quiet_table
from tests.ui.helpers import make_dataset

AT_ONCE = {"data"}
"""Docks that make their widgets in their constructors."""


class Plain(Dock):
    title, dock_name, draws_on = "Plain", "plain", ("datasetsChanged",)

    def prepare(self) -> None:
        self.did: list[str] = []

    def build(self) -> QWidget:
        self.did.append("build")
        self.label = QLabel()
        return self.label

    def update_actions(self) -> None:
        self.did.append("actions")

    def draw(self) -> None:
        self.did.append("draw")
        self.label.setText(", ".join(self._model.state.instruments))

    def draw_selection(self) -> None:
        self.did.append("selection")


@pytest.fixture
def dock(qtbot, model, controller):
    made = Plain(model, controller)
    qtbot.addWidget(made)
    return made


def test_a_dock_costs_nothing_until_it_is_seen(qtbot, dock, model, two):
    assert dock.did == ["actions"] * 2 and not dock.is_built, "another session was shown, and nothing built for it"
    with qtbot.waitSignal(dock.built):
        dock.show()
    assert dock.label.text() == "m5, mp5" and dock.did[2:] == ["build", "draw", "selection"]
    model.reset(SessionState())
    assert dock.label.text() == "" and dock.did.count("build") == 1


def test_who_asks_for_a_part_gets_it_built(dock, two):
    assert dock.label.text() == "m5, mp5" and dock.is_built
    with pytest.raises(AttributeError, match="Plain has no attribute 'nonsense'"):
        _ = dock.nonsense


class AtOnce(Plain):
    dock_name, draws_on, draws_at_once = "at-once", (), ("datasetsChanged",)


def test_what_actions_work_on_is_drawn_although_nobody_looks(window):
    dock = AtOnce(window.model, window.controller, window)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    dock.hide()
    dock.ensure_built()
    dock.did.clear()
    window.model.reset(SessionState((make_dataset("a"),)))
    assert dock.did[-2:] == ["draw", "actions"] and dock.label.text() == "a", "the actions know what is shown"


@pytest.mark.parametrize("cls", [c for c in dock_classes() if c.dock_name not in AT_ONCE], ids=lambda c: c.dock_name)
def test_nothing_builds_a_dock_that_nobody_looks_at(qtbot, model, controller, two, cls):
    """Neither data, nor undo, a run, a selection or another session."""
    dock = cls(model, controller)
    qtbot.addWidget(dock)
    model.change("Choose", two.with_(method="lra"))
    model.undo_stack.undo()
    model.undo_stack.redo()
    with qtbot.waitSignal(model.runAdded):
        controller.start()
    qtbot.waitUntil(lambda: not controller.running)
    model.selection.select([("m5", 1), ("mp5", 2)])
    model.reset(SessionState())
    model.reset(two)
    before = list(dock.menu_actions)
    assert not dock.is_built
    dock.show()
    qtbot.waitUntil(lambda: dock.is_built)
    assert dock.menu_actions == before, "the menus were whole without it"


def test_every_dock_says_what_it_is(qapp):
    found = dock_classes()
    assert len({cls.dock_name for cls in found}) == len(found) == 19
    for cls in found:
        assert issubclass(cls, Dock) and cls.title and cls.purpose and cls.icon_name
        assert cls.area in ("left", "centre", "right", "bottom")


# -- work ------------------------------------------------------------------------------------------------------
def test_an_answer_to_an_older_question_is_not_told(qtbot, dock, two):
    told: list[str] = []
    go = threading.Event()

    def first(monitor):
        go.wait(10)
        return "first"

    dock.work.start(first, told.append, key="a")
    dock.work.start(lambda monitor: "second", told.append, key="a")
    dock.work.start(lambda monitor: "other", told.append, key="b")
    go.set()
    qtbot.waitUntil(lambda: not dock.work.running() and not dock._controller.jobs.jobs)
    assert sorted(told) == ["other", "second"]


def test_an_answer_for_another_session_or_one_not_wanted_any_more_is_not_told(qtbot, dock, model, two):
    told: list[str] = []
    dock.work.start(lambda monitor: "gone", told.append, key="a", still=lambda: False)
    go = threading.Event()
    dock.work.start(lambda monitor: go.wait(10), told.append, key="b")
    model.reset(SessionState())
    assert not dock.work.running("b")
    go.set()
    qtbot.waitUntil(lambda: not dock._controller.jobs.jobs)
    assert told == []


def test_progress_cancel_failure_and_files(qtbot, dock, model, two, tmp_path):
    told: list[object] = []
    rows: list[int] = []
    reached, go = threading.Event(), threading.Event()

    def work(monitor):
        for k in range(3):
            monitor.report("step", k / 3, table_row=k)
        reached.set()
        go.wait(10)
        monitor.raise_if_cancelled()

    dock.work.start(work, told.append, key="a", row=rows.append, cancelled=lambda: told.append("stopped"))
    assert dock.work.running("a")
    qtbot.waitUntil(lambda: rows == [0, 1, 2])
    dock.work.cancel("a")
    go.set()
    qtbot.waitUntil(lambda: told == ["stopped"])

    def fails(monitor):
        raise DataError("Row 3 holds nothing.")

    with qtbot.waitSignal(model.message) as heard:
        dock.work.start(fails, told.append, key="a")
    assert heard.args == ["Row 3 holds nothing."]
    with qtbot.waitSignal(model.message) as heard:
        dock.work.save(tmp_path / "x.csv", lambda: (tmp_path / "x.csv").write_text("1"))
    assert heard.args == [f"Saved to {tmp_path / 'x.csv'}."] and (tmp_path / "x.csv").exists()
    qtbot.waitUntil(lambda: not dock._controller.jobs.jobs)


# -- tables ----------------------------------------------------------------------------------------------------
NAMES = ["s10", "s2", "<b>bold</b>", "a & b", "S1", ""]


@pytest.fixture
def table(qapp):
    values = [3.0, float("nan"), 1.0, 2.0, float("nan"), -5.0]
    return TableModel([Column("Name", lambda r: r[0] or "–", lambda r: r[0], cell_tip=lambda r: r[0]),
                       Column("Value", lambda r: f"{r[1]:.1f}", lambda r: r[1], "Of the sample", number=True)],
                      zip(NAMES, values, strict=True))


def shown(model: TableModel, column: int = 0) -> list[str]:
    return [model.index(r, column).data() for r in range(model.rowCount())]


def test_rows_are_ordered_by_value_and_what_has_none_comes_last(table):
    table.sort(0)
    assert shown(table) == ["<b>bold</b>", "a & b", "S1", "s2", "s10", "–"]
    table.sort(1, Qt.SortOrder.DescendingOrder)
    assert shown(table, 1) == ["3.0", "2.0", "1.0", "-5.0", "nan", "nan"]
    table.add_row(("new", 2.5))
    assert shown(table, 1)[:3] == ["3.0", "2.5", "2.0"], "a row that comes later finds its place"
    table.set_rows([("x", 1.0), ("y", 2.0)])
    assert shown(table) == ["y", "x"]
    table.sort(-1)
    table.set_rows([("x", 1.0), ("y", 2.0)])
    assert shown(table) == ["x", "y"]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.one_of(st.none(), st.floats(), st.text(max_size=4)), max_size=12), st.booleans())
def test_any_values_can_be_ordered_and_no_row_is_lost(values, down):
    model = TableModel([Column("", str, lambda r: r[1])], list(enumerate(values)))
    model.sort(0, Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder)
    assert sorted(k for k, _ in model.rows) == list(range(len(values)))
    numbers = [v for _, v in model.rows if isinstance(v, float) and v == v]
    assert numbers == sorted(numbers, reverse=down)


def test_the_chosen_row_stays_chosen_when_the_order_changes(qtbot, table):
    view = quiet_table(table, "t", "A table", sortable=True)
    qtbot.addWidget(view)
    view.selectRow(3)
    table.sort(0)
    assert view.selectionModel().selectedRows()[0].data() == "a & b"


def test_names_are_shown_letter_by_letter_and_copied_in_full(table):
    tip = table.index(2, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;bold&lt;/b&gt;" in tip and table.index(3, 0).data(Qt.ItemDataRole.ToolTipRole) == "a & b"
    header, rows = table.table([0])
    assert header == ["Name", "Value"] and rows == [["s10", 3.0]]


def test_an_empty_table_says_so_and_stands_every_question(qtbot):
    model = TableModel([Column("Name", str)])
    model.empty = "No samples yet."
    view = quiet_table(model, "t", "A table", sortable=True)
    qtbot.addWidget(view)
    view.resize(300, 80)
    blank = view.grab().toImage()
    model.empty = ""
    assert view.grab().toImage() != blank, "the sentence is drawn"
    model.sort(0)
    model.refresh()
    assert model.rowCount() == 0 and model.row(0) is None and model.table() == (["Name"], [])
    assert model.headerData(3, Qt.Orientation.Horizontal) is None
    assert not model.setData(model.index(0, 0), "x")


def test_an_edited_and_a_ticked_cell(qapp):
    ticked, named = set(), {}
    model = TableModel([Column("a", str, tick=(lambda r: r in ticked, lambda r, on: ticked.add(r))),
                        Column("b", str, edit=lambda r, text: named.update({r: text}) or True)], [1, 2])
    assert model.setData(model.index(1, 0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole) and ticked == {2}
    assert model.setData(model.index(0, 1), "new") and named == {1: "new"}
    assert model.index(1, 0).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    assert model.flags(model.index(0, 1)) & Qt.ItemFlag.ItemIsEditable


def test_a_model_is_not_held_by_its_own_columns(qapp):
    """Such a ring, collected piece by piece, takes Qt down with it."""
    from spectralign_gui.ui.data.instrument_model import InstrumentModel
    from spectralign_gui.ui.history.run_model import RunModel
    from spectralign_gui.ui.short_circuits.tables import ConnectionModel
    from spectralign_gui.ui.standards.found import FoundModel
    from spectralign_gui.ui.state import AppModel
    from spectralign_gui.ui.suggest.barred import BarredModel
    from spectralign_gui.ui.suggest.table import SuggestionModel
    from spectralign_gui.ui.sweep.table import SweepTable

    app = AppModel()
    gc.collect()
    gc.disable()
    try:
        for make in (partial(InstrumentModel, app), partial(RunModel, app), ConnectionModel, FoundModel,
                     partial(BarredModel, app), SuggestionModel, SweepTable):
            made = make()
            gone = weakref.ref(made)
            del made
            assert gone() is None, make
    finally:
        gc.enable()
