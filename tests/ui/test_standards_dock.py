"""Standards dock: matching, marking, holding out; everything undoable."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.standards import StandardsDock
from tests.ui.helpers import make_dataset


@pytest.fixture
def dock(qtbot, model, controller):
    names = [f"s{i + 1:02d} " for i in range(24)]
    model.reset(SessionState((make_dataset("m5"), make_dataset("mp5", names=[*names[:20], "x1", "x2", "s03", ""]))))
    made = StandardsDock(model, controller)
    qtbot.addWidget(made)
    made.resize(420, 700)
    made.show()
    return made


def click(qtbot, view, row: int) -> None:
    rect = view.visualRect(view.model().index(row, 1))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rect.center())


def test_match_by_name_reports_what_did_not_match(dock, model):
    dock.actions_.by_name.trigger()
    assert len(model.state.standards) == 20
    assert "20 standards matched" in dock.news.text() and "7 samples without partner" in dock.news.text()
    details = dock.details.toPlainText()
    assert "m5, without partner (4): S21, S22, S23, S24" in details
    assert "mp5, without partner (3): x1, x2, (no name)" in details
    assert "taken as repeats (1): S03" in details
    model.undo_stack.undo()
    assert model.state.standards == ()


def test_match_by_row_asks_first(qtbot, dock, model, answers):
    answers.press("cancel", "answer-0")
    dock.actions_.by_row.trigger()
    assert model.state.standards == ()
    dock.actions_.by_row.trigger()
    assert len(model.state.standards) == 24
    assert "same samples in the same order" in answers.said[0][1]


def test_match_by_row_refuses_unequal_numbers(dock, model, answers):
    model.reset(SessionState((make_dataset("m5"), make_dataset("mp5", 23))))
    dock.actions_.by_row.trigger()
    assert "24 on m5, 23 on mp5" in dock.news.text() and answers.said == []


def test_pairs_file_with_unknown_samples(qtbot, dock, model, controller, tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("m5;mp5\nS01;#2\nS02;nobody\nS05;S05\n")
    dock.actions_.match_file(str(path))
    qtbot.waitUntil(lambda: bool(model.state.standards), timeout=5000)
    assert [dict(s.rows) for s in model.state.standards] == [{"m5": (0,), "mp5": (1,)}, {"m5": (4,), "mp5": (4,)}]
    assert "Row 2: mp5 has no sample 'nobody'." in dock.details.toPlainText()


def test_unreadable_pairs_file_is_one_sentence(qtbot, dock, model, tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("")
    dock.actions_.match_file(str(path))
    qtbot.waitUntil(lambda: "pairs.csv" in dock.news.text(), timeout=5000)
    assert model.state.standards == ()


def test_mark_by_hand_with_the_mouse(qtbot, dock, model):
    assert not dock.actions_.mark.isEnabled()
    click(qtbot, dock.left.view, 2)
    click(qtbot, dock.right.view, 5)
    assert model.selection.samples == {("m5", 2), ("mp5", 5)}, "the other list keeps its selection"
    dock.actions_.mark.trigger()
    assert [dict(s.rows) for s in model.state.standards] == [{"m5": (2,), "mp5": (5,)}]
    dock.actions_.hold_out.trigger()
    assert model.state.standards[0].held_out and not dock.actions_.hold_out.isEnabled()
    dock.actions_.release.trigger()
    assert not model.state.standards[0].held_out
    dock.actions_.unmark.trigger()
    assert model.state.standards == ()
    for _ in range(4):
        model.undo_stack.undo()
    assert model.state.standards == () and not model.undo_stack.canUndo()


def test_hold_out_a_share_is_seeded(dock, model):
    dock.actions_.by_name.trigger()
    dock.share.setValue(30)
    dock.seed.setValue(5)
    dock.actions_.random.trigger()
    first = [s.held_out for s in model.state.standards]
    assert sum(first) == 6 and "<b>6</b> held out" in dock.count.text()
    dock.seed.setValue(6)
    dock.actions_.random.trigger()
    assert [s.held_out for s in model.state.standards] != first
    dock.seed.setValue(5)
    dock.actions_.random.trigger()
    assert [s.held_out for s in model.state.standards] == first
    dock.actions_.release_all.trigger()
    assert not any(s.held_out for s in model.state.standards)


def test_only_unmarked(dock, model):
    dock.actions_.by_name.trigger()
    dock.only_unmarked.setChecked(True)
    assert dock.left.view.model().rowCount() == 4 and dock.right.view.model().rowCount() == 3
    dock.actions_.clear.trigger()
    assert dock.left.view.model().rowCount() == 24


def test_third_instrument_can_be_chosen(qtbot, dock, model):
    model.change("Load", model.state.with_(datasets=(*model.state.datasets, make_dataset("mp6"))))
    dock.right.chooser.setCurrentText("mp6")
    click(qtbot, dock.left.view, 0)
    click(qtbot, dock.right.view, 0)
    dock.actions_.mark.trigger()
    assert dict(model.state.standards[0].rows) == {"m5": (0,), "mp6": (0,)}
    assert dock.left.chooser.currentText() == "m5"
