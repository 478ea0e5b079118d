"""Named selections through menus, keys and the list; the one selection that all views share."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState, selections
from spectralign_gui.ui.selection import SelectionMenu, commands
from spectralign_gui.ui.selection.manager import SelectionManager
from spectralign_gui.ui.selection.name_dialog import NameDialog
from tests.ui.helpers import make_dataset


@pytest.fixture
def loaded(window):
    first = make_dataset("m5", seed=1, groups=tuple("wet" if k % 2 else "dry" for k in range(24)))
    datasets = (first, make_dataset("mp5", p=50, seed=2))
    window.model.reset(SessionState(datasets, hold_out_share(match_by_name(datasets).standards, 0.25)))
    return window


@pytest.fixture
def answer(monkeypatch):
    """What the next questions are answered with."""
    def give(text: str | None) -> None:
        monkeypatch.setattr(commands, "ask_text", lambda *a, **k: (text or "", text is not None))
    return give


def filled(menu: QMenu) -> dict[str, QAction]:
    menu.aboutToShow.emit()
    return {a.objectName(): a for a in menu.actions()}


def named(menu: QMenu, title: str) -> QMenu:
    menu.aboutToShow.emit()
    return next(a.menu() for a in menu.actions() if a.menu() is not None and getattr(a.menu(), "name", "") == title)


FEW = {("m5", 1), ("m5", 4), ("mp5", 2)}


def test_keep_recall_combine_through_the_menu(loaded, answer):
    model, menu = loaded.model, loaded.selections.menu
    keep = loaded.findChild(QAction, "keep-selection")
    assert not keep.isEnabled()
    model.selection.select(FEW)
    answer(None)
    keep.trigger()
    assert not model.state.selections, "Cancel keeps nothing"
    answer("  odd & even ")
    keep.trigger()
    assert model.state.selections == {"odd & even": {"m5": (1, 4), "mp5": (2,)}}
    model.selection.select([("m5", 4), ("m5", 7)])
    entries = filled(named(menu, "odd & even"))
    assert "odd && even (3)" in named(menu, "odd & even").title()
    entries["selection-recall-intersect"].trigger()
    assert model.selection.samples == {("m5", 4)}
    model.selection.select([("m5", 4), ("m5", 7)])
    entries["selection-recall-subtract"].trigger()
    assert model.selection.samples == {("m5", 7)}
    entries["selection-recall-add"].trigger()
    assert model.selection.samples == FEW | {("m5", 7)}
    model.selection.select([("m5", 9)])
    entries["selection-update-add"].trigger()
    assert model.state.selections["odd & even"]["m5"] == (1, 4, 9)
    entries["selection-update-subtract"].trigger()
    assert model.state.selections["odd & even"]["m5"] == (1, 4)
    loaded.findChild(QAction, "recall-selection-1").trigger()
    assert model.selection.samples == FEW
    model.undo_stack.undo()
    assert model.state.selections["odd & even"]["m5"] == (1, 4, 9), "undoable"
    while model.undo_stack.canUndo():
        model.undo_stack.undo()
    assert not model.state.selections


def test_rename_delete_group_hold_out_and_leave_out(loaded, answer):
    model, menu = loaded.model, loaded.selections.menu
    model.change("x", selections.keep(model.state, "odd", FEW))
    answer("strange")
    filled(named(menu, "odd"))["selection-rename"].trigger()
    assert list(model.state.selections) == ["strange"]
    entries = filled(named(menu, "strange"))
    entries["selection-group"].trigger()
    groups = model.state.dataset("m5").groups
    assert [k for k, g in enumerate(groups) if g == "strange"] == [1, 2, 4], "partners of standards belong to it too"
    entries["selection-release"].trigger()
    assert not any(s.held_out for s in model.state.standards if s.rows["m5"][0] in (1, 2, 4))
    entries["selection-hold-out"].trigger()
    assert all(s.held_out for s in model.state.standards if s.rows["m5"][0] in (1, 2, 4))
    entries["selection-leave-out"].trigger()
    assert model.state.excluded == {"m5": (1, 4), "mp5": (2,)}
    assert loaded.selections.left_out.isEnabled()
    model.selection.clear()
    loaded.selections.left_out.trigger()
    assert model.selection.samples == FEW
    entries["selection-take-in"].trigger()
    assert not model.state.excluded
    filled(named(menu, "strange"))["selection-delete"].trigger()
    assert not model.state.selections


def test_finding_samples(loaded, qtbot):
    model = loaded.model
    dialog = NameDialog(loaded.selections.commands, loaded)
    qtbot.addWidget(dialog)
    assert not dialog.choices["replace"].isEnabled()
    qtbot.keyClicks(dialog.text, "S0")
    assert "9 of m5, 9 of mp5" in dialog.count.text() and not dialog.choices["subtract"].isEnabled()
    dialog.choices["replace"].click()
    assert len(model.selection.samples) == 18
    again = NameDialog(loaded.selections.commands, loaded)
    qtbot.addWidget(again)
    again.text.setText("s?4")
    again.choices["intersect"].click()
    assert model.selection.samples == {("m5", 3), ("mp5", 3)}
    again.text.setText("nothing like it")
    assert "No sample" in again.count.text() and not any(b.isEnabled() for b in again.choices.values())
    model.selection.select([("m5", 3)])
    loaded.findChild(QAction, "select-partners").trigger()
    assert model.selection.samples == {("m5", 3), ("mp5", 3)}
    loaded.findChild(QAction, "invert-selection").trigger()
    assert len(model.selection.samples) == 46 and ("m5", 3) not in model.selection.samples
    loaded.findChild(QAction, "select-held-out").trigger()
    assert len(model.selection.samples) == 12
    menu = loaded.selections.menu
    menu.aboutToShow.emit()
    groups = menu.findChildren(QMenu, "selection-groups")[-1]
    next(a for a in groups.actions() if a.text() == "wet").trigger()
    assert {row for name, row in model.selection.samples if name == "m5"} == set(range(1, 24, 2))


def test_the_list_of_selections(loaded, qtbot, answer):
    model = loaded.model
    loaded.findChild(QAction, "all-selections").trigger()
    manager = loaded.findChild(SelectionManager)
    assert manager.isVisible() and manager.table.rowCount() == 0
    assert not any(b.isEnabled() for b in (*manager.needs_one, *manager.needs_both, manager.keep))
    model.selection.select(FEW)
    assert "2 of m5, 1 of mp5" in manager.now.text()
    answer("odd")
    manager.keep.click()
    answer("rest")
    loaded.findChild(QAction, "invert-selection").trigger()
    manager.keep.click()
    assert [manager.table.item(r, 0).text() for r in (0, 1)] == ["odd", "rest"]
    assert manager.table.item(0, 1).text() == "2 of m5, 1 of mp5"
    manager.choose("odd")
    press(manager, "manager-recall-replace")
    assert model.selection.samples == FEW
    manager.table.item(0, 0).setText("rest")
    assert list(model.state.selections) == ["odd", "rest"] and manager.table.item(0, 0).text() == "odd"
    assert "already" in manager.says.text()
    manager.table.item(0, 0).setText("few")
    assert list(model.state.selections) == ["few", "rest"] and manager.title == "few"
    press(manager, "manager-leave-out")
    assert model.state.excluded == {"m5": (1, 4), "mp5": (2,)}
    press(manager, "manager-group")
    assert model.state.dataset("m5").groups[4] == "few"
    model.change("Remove", model.state.without_dataset("mp5"))
    assert manager.table.item(0, 1).text() == "2 of m5" and model.selection.samples == {("m5", 1), ("m5", 4)}
    manager.activateWindow()
    manager.table.setFocus()
    qtbot.waitUntil(manager.table.hasFocus)
    qtbot.keyClick(manager.table, Qt.Key.Key_Delete)
    assert list(model.state.selections) == ["rest"]
    loaded.findChild(QAction, "all-selections").trigger()
    assert len(loaded.findChildren(SelectionManager)) == 1
    manager.close()


def press(manager, name: str) -> None:
    from PySide6.QtWidgets import QPushButton

    manager.findChild(QPushButton, name).click()


def test_context_menus_of_tables_and_plots_have_it(loaded, qtbot):
    model = loaded.model
    table = loaded.docks["data"].samples
    model.selection.select([("m5", 1)])
    table.customContextMenuRequested.emit(QPoint(5, 5))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, SelectionMenu)
    assert {"selection-keep", "selection-find", "selection-invert", "selection-excluded"} <= {
        a.objectName() for a in menu.actions()}
    next(a for a in menu.actions() if a.objectName() == "selection-excluded").trigger()
    assert model.state.excluded == {"m5": (1,)}
    menu.close()
    plots = [loaded.docks["embedding"].flat, loaded.docks["embedding"].solid, loaded.docks["spectra"].view,
             loaded.docks["short-circuits"].embedding, loaded.docks["short-circuits"].pca,
             *loaded.docks["reconstruction"].views, *loaded.docks["compare"].plots.sample_views()]
    for view in plots:
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), view.mapToGlobal(QPoint(5, 5)))
        view.contextMenuEvent(event)
        popup = QApplication.activePopupWidget()
        submenus = [a.menu() for a in popup.actions() if isinstance(a.menu(), SelectionMenu)]
        assert len(submenus) == 1, view.objectName()
        assert "selection-keep" in filled(submenus[0])
        popup.close()


def test_keys_in_the_menu_are_not_used_twice_and_alt_digits_recall(loaded, qtbot):
    model = loaded.model
    model.change("x", selections.keep(model.state, "odd", FEW))
    loaded.activateWindow()
    qtbot.waitUntil(loaded.isActiveWindow)
    qtbot.keyClick(loaded, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert model.selection.samples == FEW
    qtbot.keyClick(loaded, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    assert len(model.selection.samples) == 45


def test_stored_in_the_project(loaded, tmp_path):
    state = selections.keep(loaded.model.state, "odd", FEW)
    save_project(tmp_path / "p.spectralign", state)
    assert open_project(tmp_path / "p.spectralign").state.selections == state.selections
