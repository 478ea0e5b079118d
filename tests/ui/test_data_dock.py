"""Data dock: instruments, samples, selection."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from spectralign_gui.core.data import Standard, Targets
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.data import DataDock
from spectralign_gui.ui.data.sample_model import NAME, STANDARD
from spectralign_gui.ui.data.sample_view import SampleView
from spectralign_gui.ui.state import in_front
from tests.ui.helpers import make_dataset


@pytest.fixture
def dock(qtbot, model, controller, two):
    made = DataDock(model, controller)
    qtbot.addWidget(made)
    made.show()
    return made


def texts(view, column: int) -> list[str]:
    return [view.model().index(row, column).data() for row in range(view.model().rowCount())]


def click(qtbot, view, row: int, column: int = NAME, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    rect = view.visualRect(view.model().index(row, column))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, rect.center())


def test_lists_instruments_and_samples(dock):
    table = dock.instruments
    assert [table.index(r, 1).data() for r in range(2)] == ["m5", "mp5"]
    assert table.index(0, 0).data() == "A" and table.index(0, 3).data() == "60"
    assert "1100 – 2498 nm" in table.index(0, 4).data()
    assert texts(dock.samples, NAME)[:2] == ["S01", "S02"]
    held = [t for t in texts(dock.samples, STANDARD) if "held" in t]
    assert len(held) == 6


def test_choosing_an_instrument_shows_its_samples(qtbot, dock):
    click(qtbot, dock.instrument_view, 1, 1)
    assert dock.samples.samples.instrument == "mp5"


def test_selection_goes_both_ways(qtbot, dock, model):
    click(qtbot, dock.samples, 3)
    assert model.selection.samples == {("m5", 3)} and model.selection.current == ("m5", 3)
    click(qtbot, dock.samples, 5, modifier=Qt.KeyboardModifier.ControlModifier)
    assert model.selection.samples == {("m5", 3), ("m5", 5)}
    model.selection.select([("m5", 7), ("m5", 8), ("mp5", 1)])
    assert dock.samples.rows() == [7, 8]
    assert "3 selected" in dock.summary.text()
    click(qtbot, dock.samples, 0)
    assert model.selection.samples == {("m5", 0)}


def test_filter_by_name_keeps_rows_apart_from_places(qtbot, dock, model):
    qtbot.keyClicks(dock.search, "s2")
    assert texts(dock.samples, NAME) == ["S20", "S21", "S22", "S23", "S24"]
    click(qtbot, dock.samples, 1)
    assert model.selection.samples == {("m5", 20)}


def test_sorting_by_a_property_selects_the_right_sample(qtbot, dock, model):
    dock.samples.sortByColumn(4, Qt.SortOrder.DescendingOrder)
    click(qtbot, dock.samples, 0)
    best = int(np.argmax(model.state.dataset("m5").targets.values[:, 0]))
    assert model.selection.samples == {("m5", best)}


def test_problems_are_visible(qtbot, model, controller):
    spectra = np.random.default_rng(0).random((4, 60))
    spectra[3, :2] = np.nan
    odd = make_dataset("odd", 4, names=["a", "A ", "", "x"]).with_(
        spectra=spectra, targets=Targets(("p",), np.array([[1.0], [np.nan], [2], [3]]),
                                         censored=np.array([[0], [0], [0], [1]], bool)))
    model.reset(SessionState((odd,)))
    dock = DataDock(model, controller)
    qtbot.addWidget(dock)
    assert texts(dock.samples, NAME) == ["a", "A", "(no name)", "x"]
    assert texts(dock.samples, 5) == ["repeat (2×)", "repeat (2×)", "no name", "2 missing"]
    assert texts(dock.samples, 4) == ["1", "–", "2", "below limit"]
    assert "2 missing values" in dock.summary.text() and "1 values below limit" in dock.summary.text()


def test_order_and_reference(qtbot, dock, model):
    click(qtbot, dock.instrument_view, 1, 1)
    dock.reference.trigger()
    assert model.state.instruments == ("mp5", "m5")
    assert dock.samples.samples.instrument == "mp5", "the chosen instrument stays chosen"
    assert not dock.up.isEnabled() and dock.down.isEnabled()
    dock.down.trigger()
    assert model.state.instruments == ("m5", "mp5")
    model.undo_stack.undo()
    assert model.state.instruments == ("mp5", "m5")


def test_rename_in_place(qtbot, dock, model):
    heard = []
    model.message.connect(heard.append)
    index = dock.instruments.index(0, 1)
    assert dock.instruments.setData(index, "lab")
    assert model.state.instruments == ("lab", "mp5") and "lab" in model.state.standards[0].rows
    assert not dock.instruments.setData(dock.instruments.index(0, 1), "mp5")
    assert "already an instrument 'mp5'" in heard[-1]


def test_remove_takes_standards_and_selection_along(dock, model):
    model.selection.select([("m5", 0), ("mp5", 0)])
    dock.remove.trigger()
    assert model.state.instruments == ("mp5",) and model.state.standards == ()
    assert model.selection.samples == {("mp5", 0)}
    model.undo_stack.undo()
    assert len(model.state.standards) == 24


def test_leaving_out(dock, model):
    assert not dock.leave_out.isEnabled()
    model.selection.select([("m5", 2), ("mp5", 4)])
    dock.leave_out.trigger()
    assert model.state.excluded == {"m5": (2,), "mp5": (4,)}
    assert texts(dock.samples, 6)[2] == "left out"
    dock.take_in.trigger()
    assert model.state.excluded == {}


def test_guesses_are_shown_and_confirmed_with_one_click(dock, model):
    first = model.state.datasets[0]
    assert not dock.confirm.isEnabled()
    guessed = first.with_(guessed=("unit",), warnings=("The axis unit (nm) is a guess (why); give the unit.",))
    model.change("x", model.state.with_(datasets=(guessed, *model.state.datasets[1:])))
    assert "(guessed)" in dock.instruments.index(0, 4).data() and "unit guessed" in dock.summary.text()
    dock.confirm.trigger()
    now = model.state.datasets[0]
    assert now.guessed == () and now.warnings == () and now.axis.same_as(first.axis) and not dock.confirm.isEnabled()
    model.undo_stack.undo()
    assert model.state.datasets[0].guessed == ("unit",)


def test_empty_session_says_what_to_do(qtbot, model, controller):
    dock = DataDock(model, controller)
    qtbot.addWidget(dock)
    assert "Nothing loaded yet" in dock.summary.text()
    assert not dock.remove.isEnabled()


def test_selected_rows_reach_a_hidden_table_when_it_is_shown(qtbot, model):
    model.reset(SessionState((make_dataset("big", n=1300),)))
    window = QMainWindow()
    qtbot.addWidget(window)
    docks = [QDockWidget(name, window) for name in "ab"]
    for dock in docks:
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    view = SampleView(model, dock=docks[0])
    docks[0].setWidget(view)
    window.tabifyDockWidget(*docks)
    with qtbot.waitExposed(window):
        window.show()
    docks[1].raise_()
    qtbot.waitUntil(lambda: in_front(docks[1]) and not in_front(docks[0]))
    view.show_instrument("big")
    wanted = list(range(0, 1300, 2))
    model.selection.select(("big", r) for r in wanted)
    assert not view.selectionModel().hasSelection() and view.rows() == wanted
    docks[0].raise_()
    qtbot.waitUntil(lambda: len(view.selectionModel().selectedRows()) == 650)
    assert view.rows() == wanted
    window.close()


def test_filter_and_order_keep_the_selection(qtbot, model):
    model.reset(SessionState((make_dataset("big", n=1300),)))
    view = SampleView(model)
    qtbot.addWidget(view)
    view.show_instrument("big")
    model.selection.select([("big", 9), ("big", 1)])
    view.filter.set_text("s1")
    assert view.rows() == [9], "sample S02 is not shown"
    assert model.selection.rows("big") == [1, 9], "what a filter hides stays selected"
    view.filter.set_text("")
    assert view.rows() == [1, 9]
    view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert view.rows() == [1, 9]
    model.selection.select([("big", 4), ("big", 7)])
    assert view.rows() == [4, 7] and len(view.selectionModel().selectedRows()) == 2
    view.selectRow(0)
    assert model.selection.rows("big") == [998], "S999 comes last in the order of names"


@pytest.mark.parametrize("falling", [False, True])
@pytest.mark.parametrize("column", range(7))
def test_order_of_every_column(qtbot, model, column, falling):
    """By definition: sorted by what the column says, equal ones as loaded, unknown values last when rising."""
    rng = np.random.default_rng(3)
    dataset = make_dataset("m5", n=40, names=[f"s{int(k)}" for k in rng.integers(0, 25, 40)],
                           groups=tuple("abc"[int(k)] for k in rng.integers(0, 3, 40)))
    values = dataset.targets.values.copy()
    values[[3, 17], 0] = np.nan
    dataset = dataset.with_(targets=Targets(("Moisture", "Oil"), values, ("%", "%")))
    other = make_dataset("mp5", n=40)
    standards = tuple(Standard({"m5": (i,), "mp5": (i,)}) for i in (30, 4, 22, 8))
    model.reset(SessionState((dataset, other), standards))
    view = SampleView(model)
    qtbot.addWidget(view)
    view.show_instrument("m5")
    order = Qt.SortOrder.DescendingOrder if falling else Qt.SortOrder.AscendingOrder
    view.sortByColumn(column, order)
    shown = [view.filter.mapToSource(view.filter.index(r, 0)).row() for r in range(view.filter.rowCount())]
    places = {30: 0, 4: 1, 22: 2, 8: 3}
    keys = {0: range(40), 1: dataset.sample_names, 2: [places.get(r, 99) for r in range(40)], 3: dataset.groups,
            4: [v if np.isfinite(v) else np.inf for v in values[:, 0]], 5: values[:, 1],
            6: [view.samples.remark(r) for r in range(40)]}[column]
    assert shown == sorted(range(40), key=lambda r: keys[r], reverse=falling)
    assert [view.filter.mapFromSource(view.samples.index(r, 0)).row() for r in shown] == list(range(40))
