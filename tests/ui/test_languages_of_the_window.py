"""The window in another language: menus, docks, keys that stay, numbers with a comma."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from spectralign_gui import words
from spectralign_gui.core.notes import Note
from spectralign_gui.ui import languages
from spectralign_gui.ui.forms.fields import NumberBox
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.main_window.keys import KEYS, give_keys
from spectralign_gui.ui.plots.dressed import pg
from spectralign_gui.ui.widgets.table_model import Column, TableModel
from spectralign_gui.words.language import put


@pytest.fixture
def spoken(qapp):
    """English and a point again afterwards."""
    before, locale = words.language(), QLocale()
    yield
    put(before)
    QLocale.setDefault(locale)
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()


def keys_of(window: MainWindow) -> dict[str, str]:
    for dock in window.docks.values():
        dock.ensure_built()
    return {a.objectName(): a.shortcut().toString() for a in window.findChildren(QAction)
            if a.objectName() and not a.shortcut().isEmpty()}


def test_menus_docks_and_notes_speak_german_and_keys_stay(window, qtbot, settings, tmp_path, spoken):
    before = keys_of(window)
    languages.keep_language(settings, "de")
    languages.keep_decimal(settings, "comma")
    languages.begin(settings)
    made = MainWindow(settings=settings, recovery_folder=tmp_path / "other")
    qtbot.addWidget(made)
    titles = [a.text() for a in made.menuBar().actions()]
    assert titles[:2] == ["&Datei", "&Bearbeiten"] and titles[-1] == "&Hilfe"
    assert made.docks["quality"].windowTitle() == "Güte" and made.menus.run.text() == "&Start"
    assert keys_of(made) == before
    assert words.say(Note("axis_check.agree", a="A", b="B", within=0.5, unit="nm", used=1, windows=2)).startswith(
        "Die Achsen von A und B stimmen auf 0,5 nm überein")
    assert QLocale().decimalPoint() == ","
    assert made.controller.why_not() == words.say(Note(
        "run.too_few_instruments", title=made.model.state.method and _title(made), least=2))
    made.keep_or_discard = lambda: True
    made.close()


def _title(window: MainWindow) -> str:
    from spectralign_gui.core.registry import method

    return method(window.model.state.method).title


def test_keys_are_declared_once_and_for_entries_that_are_there(window):
    assert len(KEYS) == len(set(KEYS.values()))
    there = {a.objectName() for a in window.findChildren(QAction)}
    assert set(KEYS) - there == set()


def test_an_entry_that_nobody_declared_gets_a_free_key(qtbot):
    menu = QMenu()
    qtbot.addWidget(menu)
    actions = [menu.addAction(text) for text in ("Whatever", "Another")]
    for action, name in zip(actions, ("add-plugged", "from-elsewhere"), strict=True):
        action.setObjectName(name)
    give_keys(actions)
    keys = [a.shortcut().toString() for a in actions]
    assert keys[0].startswith("Ctrl+T, ") and keys[1].startswith(("Alt+Shift+", "Ctrl+Alt+Shift+"))
    assert not set(keys) & set(KEYS.values())


def test_the_choice_is_kept_and_an_unknown_one_is_english(settings):
    assert languages.chosen(settings) == "en" and languages.decimal(settings) == "point"
    languages.keep_language(settings, "zh")
    assert languages.chosen(settings) == "zh" and "中文" in languages.name_of("zh")
    settings.setValue("look/language", "tlh")
    settings.setValue("look/decimal", "dot")
    assert languages.chosen(settings) == "en" and languages.decimal(settings) == "point"


def test_language_menu_offers_every_catalogue(window, spoken):
    names = {a.objectName() for a in window.findChildren(QAction)}
    assert {f"language-{code}" for code in (*words.available(), "system")} <= names
    window.findChild(QAction, "decimal-comma").trigger()
    assert languages.decimal(window.settings) == "comma" and words.shown("0.5") == "0,5"


def test_numbers_follow_the_choice_in_fields_tables_and_plots(qtbot, settings, spoken):
    languages.keep_decimal(settings, "comma")
    box = NumberBox()
    qtbot.addWidget(box)
    box.setValue(0.25)
    assert box.text() == "0,25" and box.valueFromText("1,5") == box.valueFromText("1.5") == 1.5
    table = TableModel((Column("Name", lambda r: f"{r} v1.2"), Column("Value", lambda r: "1.5 nm", number=True)), ["a"])
    assert [table.data(table.index(0, k)) for k in (0, 1)] == ["a v1.2", "1,5 nm"]
    assert table.data(table.index(0, 1), Qt.ItemDataRole.EditRole) == "1.5 nm"
    assert table.table()[1] == [["a v1.2", "1.5 nm"]], "files keep the point"
    assert pg.AxisItem("left").tickStrings([0.5, 1.0], 1.0, 0.5) == ["0,5", "1,0"]
