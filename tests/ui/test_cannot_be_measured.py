"""The Suggest dock's list of samples that cannot be measured, worked as a user does."""

from __future__ import annotations

import csv

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QComboBox, QInputDialog, QLineEdit

from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.standards.unavailable import bar
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.editing import add_datasets, set_group
from spectralign_gui.ui.suggest import SuggestDock
from spectralign_gui.ui.suggest import dock as dock_module
from spectralign_gui.ui.suggest.table import INSTRUMENT
from tests.ui.helpers import make_dataset


@pytest.fixture
def dock(qtbot, model, controller):
    a, b = make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2).take(range(0, 24, 2))
    model.reset(SessionState((a, b), match_by_name((a, b)).standards[:6]))
    made = SuggestDock(model, controller)
    qtbot.addWidget(made)
    made.resize(420, 700)
    with qtbot.waitExposed(made):
        made.show()
    return made


def answer(text: str | None) -> list[list[str]]:
    """Answer the next question with a text (None: Cancel); what it offered is returned."""
    offered: list[list[str]] = []

    def look() -> None:
        asked = QApplication.activeModalWidget()
        assert isinstance(asked, QInputDialog)
        box = asked.findChild(QComboBox)
        offered.append([box.itemText(k) for k in range(box.count())])
        if text is None:
            asked.reject()
        else:
            box.setEditText(text)
            asked.accept()

    QTimer.singleShot(0, look)
    return offered


def barred(dock) -> list[tuple[str, str, str]]:
    table = dock.barred.table
    return [tuple(table.index(r, c).data() for c in range(3)) for r in range(table.rowCount())]


def test_a_reason_is_asked_for_shown_edited_and_taken_back(qtbot, dock, model):
    assert dock.barred.isHidden() and not dock.bar_out.isEnabled()
    model.selection.select([("m5", 9), ("m5", 11)])
    before = model.state
    answer(None)
    dock.bar_out.trigger()
    assert model.state is before, "a closed question changes nothing"
    offered = answer("too expensive")
    dock.bar_out.trigger()
    assert offered == [["not available", "too expensive"]]
    assert barred(dock) == [("S10", "m5", "too expensive"), ("S12", "m5", "too expensive")]
    assert dock.barred.title.text() == "2 samples cannot be measured (2 too expensive)."
    assert model.undo_stack.undoText() == "Samples cannot be measured"

    view, table = dock.barred.view, dock.barred.table
    view.edit(table.index(1, 2))
    editor = view.findChild(QLineEdit)
    editor.setText("used up in spring")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    told = {"m5": {9: "too expensive", 11: "used up in spring"}}
    qtbot.waitUntil(lambda: model.state.unavailable == told, timeout=5000)
    model.undo_stack.undo()
    assert barred(dock)[1][2] == "too expensive"
    model.undo_stack.redo()
    assert barred(dock)[1][2] == "used up in spring"

    model.selection.clear()
    view.selectRow(1)
    assert model.selection.samples == {("m5", 11)} and dock.allow.text().startswith("Selected")
    dock.allow.trigger()
    assert barred(dock) == [("S10", "m5", "too expensive")]
    model.selection.clear()
    dock.allow.trigger()
    assert dock.barred.isHidden() and model.state.unavailable == {}
    while model.undo_stack.canUndo():
        model.undo_stack.undo()
    assert model.state == before


def test_the_reason_stands_in_the_list_and_in_the_file(qtbot, dock, model, tmp_path, monkeypatch):
    dock.count.setValue(4)
    with qtbot.waitSignal(model.message, timeout=20_000):
        dock.suggest.trigger()
    dock.view.selectRow(2)
    sample = dock.table.found[2].sample
    answer("not available")
    dock.bar_out.trigger()
    assert dock.table.index(2, 4).data() == "✗ not available"
    assert "Cannot be measured: not available" in dock.table.index(2, 1).data(Qt.ItemDataRole.ToolTipRole)
    path = tmp_path / "list.csv"
    monkeypatch.setattr(dock_module, "ask_target", lambda *a: (path, ""))
    with qtbot.waitSignal(model.message, timeout=10_000):
        dock.export.trigger()
    header, *rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    found = next(dict(zip(header, row, strict=True)) for row in rows if sample in row)
    assert found["not measured because"] == "not available" and found["rank"] == "3"
    qtbot.waitUntil(lambda: not dock._controller.jobs.jobs)


def test_where_to_measure_stands_beside_the_name_and_nothing_has_to_be_scrolled(qtbot, dock, model):
    dock.count.setValue(4)
    with qtbot.waitSignal(model.message, timeout=20_000):
        dock.suggest.trigger()
    header = dock.view.horizontalHeader()
    shown = [dock.table.columns[header.logicalIndex(k)].title for k in range(header.count())
             if not header.isSectionHidden(header.logicalIndex(k))]
    assert shown == ["", "Sample", "Measure on", "Score", "Represents"], "of two instruments it is the other one"
    qtbot.waitUntil(lambda: dock.view.horizontalScrollBar().maximum() == 0)
    model.change("Load", add_datasets(model.state, [make_dataset("third", seed=3)]))
    assert not dock.view.isColumnHidden(INSTRUMENT)


def test_the_list_of_those_that_cannot_be_measured_leaves_room(dock, model):
    heights = []
    for n in (1, 3, 9):
        model.change("Bar", bar(model.state, [("m5", row) for row in range(n)], "lost"))
        heights.append(dock.barred.view.height())
    assert heights[0] < heights[1] <= heights[2] < 200


def test_a_benefit_curve_goes_with_its_spectra_and_tells_of_other_standards(qtbot, dock, model):
    a, b = make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2)
    standards = match_by_name((a, b)).standards
    model.reset(SessionState((a, b), standards))
    dock.benefit.trigger()
    qtbot.waitUntil(lambda: not dock._controller.jobs.jobs and dock.verdict.isVisible(), timeout=60_000)
    assert dock.outdated.isHidden()
    model.change("Groups", set_group(model.state, [("m5", 1)], "x"))
    assert dock.curve.isVisible() and dock.outdated.isHidden(), "groups change no spectrum"
    model.change("Unmark", model.state.with_(standards=standards[:20]))
    assert dock.curve.isVisible() and f"made with {len(standards)} standards" in dock.outdated.text()
    assert dock.outdated.isVisible()
    model.undo_stack.undo()
    assert dock.outdated.isHidden()
    model.reset(SessionState((make_dataset("m5", seed=5), b), standards))
    assert dock.curve.isHidden() and dock.verdict.isHidden() and dock.outdated.isHidden()


def test_nothing_left_to_suggest_is_said(qtbot, dock, model):
    a, b = make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2)
    model.reset(SessionState((a, b), match_by_name((a, b)).standards))
    with qtbot.waitSignal(model.message, timeout=20_000) as said:
        dock.suggest.trigger()
    assert "nothing is left to suggest" in dock.note.text() and dock.note.text() == f"✗ {said.args[0]}"
