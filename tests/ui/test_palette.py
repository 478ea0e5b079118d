"""Menus are short, and the palette finds everything that is in them and more."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from spectralign_gui.core.registry import method, methods
from spectralign_gui.presenters.pages import read_pages
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.palette import Palette
from spectralign_gui.ui.palette.gathering import everything
from spectralign_gui.ui.palette.matching import Found, find, score
from tests.ui.helpers import make_dataset
from tests.ui.walking import menu_actions

FROM_DATA = ("Open recent", "Export plot", "Select a group")
"""Submenus whose entries come from the data: as many as there are."""


@pytest.fixture
def loaded(window):
    datasets = (make_dataset("m5", seed=1), make_dataset("mp5", p=60, seed=2))
    window.model.reset(SessionState(datasets, match_by_name(datasets).standards))
    return window


def menus(menu: QMenu):
    yield menu
    for action in menu.actions():
        if isinstance(action.menu(), QMenu):
            yield from menus(action.menu())


def test_at_most_eight_menus_of_at_most_twelve_entries(window):
    tops = [a.menu() for a in window.menuBar().actions()]
    assert len(tops) <= 8
    for top in tops:
        for menu in menus(top):
            number = sum(not a.isSeparator() for a in menu.actions())
            assert number <= 12 or menu.title().replace("&", "") in FROM_DATA, (menu.title(), number)
            assert number or menu.title().replace("&", "") in FROM_DATA


FAMILIES = ("add-", "preset-", "steps-", "show-", "theme-", "scale-", "language-", "decimal-", "preprocessing-")


def test_two_strokes_only_for_families_and_no_key_of_the_console(window):
    for action in menu_actions(window):
        keys = action.shortcut().toString()
        if ", " in keys:
            assert action.objectName().startswith(FAMILIES), keys
        assert "Ctrl+Alt+F" not in keys


def test_the_palette_finds_every_entry_method_sample_parameter_and_page(loaded):
    entries = everything(loaded)
    texts = {(e.kind, e.text) for e in entries}
    named = {a.text().replace("&", "").rstrip("…") for a in menu_actions(loaded) if a.objectName()}
    assert named <= {t for _, t in texts} | {f"{k} {t}" for k in range(1, 8) for _, t in texts}
    assert {("Method", m.title) for m in methods().values()} <= texts
    assert {("Parameter", p.title) for p in method(loaded.model.state.method).parameters} <= texts
    assert {("Sample", n) for d in loaded.model.state.datasets for n in d.sample_names} <= texts
    assert {("Help", page.title) for page in read_pages().values()} <= texts
    for entry in entries:  # each by its own name, among the first of those called so
        alike = [e for e in find(entry.text, entries) if e.text == entry.text]
        assert entry in alike, entry


LETTERS = [
    ("pds", "Piecewise direct standardisation (PDS)"), ("match name", "Match by name"), ("name match", "Match by name"),
    ("dark", "Dark"), ("undo", "Undo"), ("S07", "S07"), ("cmp", "Compare"), ("export result", "Export aligned result")]


def test_a_few_letters_do(loaded):
    entries = everything(loaded)
    for letters, wanted in LETTERS:
        found = find(letters, entries)
        assert wanted in [f.text for f in found[:6]], (letters, [f.text for f in found[:6]])


def test_what_does_not_fit_is_not_found():
    entries = [Found("Entry", "Undo", "Edit", lambda: None),
               Found("Entry", "Quit", "File", lambda: None, enabled=False)]
    assert find("zzz", entries) == [] and find("", entries) == entries
    assert score("qui", entries[1]) > 0 and find("undo zzz", entries) == []


def test_enter_does_what_was_found_and_what_is_not_possible_stays(qtbot, loaded):
    heard = []
    palette = Palette([Found("Entry", "One", "", lambda: heard.append("one")),
                       Found("Entry", "Off", "", lambda: heard.append("off"), enabled=False)], loaded)
    palette.show()
    qtbot.keyClicks(palette.line, "off")
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert palette.isVisible() and "Not possible now" in palette.says.text()
    palette.line.clear()
    qtbot.keyClick(palette.line, Qt.Key.Key_Down)
    assert palette.list.currentRow() == 1
    qtbot.keyClick(palette.line, Qt.Key.Key_Up)
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: heard == ["one"])
    assert not palette.isVisible()
    palette.deleteLater()


def test_by_key_from_letters_to_a_selected_sample_and_a_parameter(qtbot, loaded):
    def type_into(text: str) -> None:
        palette = QApplication.activeModalWidget()
        qtbot.keyClicks(palette.line, text)
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)

    QTimer.singleShot(0, lambda: type_into("S07"))
    loaded.findChild(QAction, "find-anything").trigger()
    qtbot.waitUntil(lambda: {row for _, row in loaded.model.selection.samples} == {6})
    QTimer.singleShot(0, lambda: type_into("kept rank"))
    loaded.findChild(QAction, "find-anything").trigger()
    row = loaded.docks["method"].form.rows["rank"]
    qtbot.waitUntil(lambda: row.isVisible())
