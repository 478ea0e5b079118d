"""Suggest asks for samples of the same name to be matched first, and does it with one button."""

from __future__ import annotations

from PySide6.QtCore import Qt

from spectralign_gui.session.standards.pairing import match_by_name, same_names
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.suggest import SuggestDock
from tests.ui.helpers import make_dataset


def test_one_button_matches_them(qtbot, model, controller):
    sets = (make_dataset("A", n=12, seed=1), make_dataset("B", n=9, seed=2))
    model.reset(SessionState(sets))
    dock = SuggestDock(model, controller)
    qtbot.addWidget(dock)
    dock.show()
    assert dock.match.isVisible() and "9 samples have the same name" in dock.same.text()
    qtbot.mouseClick(dock.match, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(model.state.standards) == 9)
    assert not dock.match.isVisible() and not dock.same.text()
    model.undo_stack.undo()
    assert not model.state.standards and dock.match.isVisible()


def test_nothing_is_asked_where_no_names_agree(qtbot, model, controller):
    model.reset(SessionState((make_dataset("A", n=12), make_dataset("B", n=9, names=[f"x{k}" for k in range(9)]))))
    dock = SuggestDock(model, controller)
    qtbot.addWidget(dock)
    dock.show()
    assert not dock.match.isVisible() and not dock.same.isVisible()


def test_names_are_counted_as_they_are_matched():
    names = [["a", "A ", "b", ""], ["a", "", "c"], ["B", "c", "d"]]
    sets = [make_dataset(f"I{k}", n=len(n), names=n) for k, n in enumerate(names)]
    for some in (sets, sets[:2], sets[1:], sets[:1]):
        wanted = len(match_by_name(some).standards) if len(some) > 1 else 0
        assert same_names(some) == wanted
