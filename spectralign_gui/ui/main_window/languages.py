"""The menu in which the language and the decimal sign are chosen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from ...words import available, tr
from .. import languages
from ..actions import make_action

if TYPE_CHECKING:
    from ..window import Window


def language_menu(window: Window) -> QMenu:
    """Entries for every language with a catalogue, in its own name, and for the decimal sign."""
    menu = QMenu(tr("&Language and numbers"), window)
    menu.setToolTipsVisible(True)
    group = QActionGroup(window)
    choices = [(languages.SYSTEM, tr("Like the &system"), "The language of the computer, where there is a translation")]
    choices += [(code, languages.name_of(code), "The language of menus and messages") for code in available()]
    for code, text, tip in choices:
        action = make_action(window, f"language-{code}", text, tip, partial(_language, window, code), checkable=True)
        action.setChecked(languages.chosen(window.settings) == code)
        group.addAction(action)
        menu.addAction(action)
    menu.addSeparator()
    signs = QActionGroup(window)
    for name, text, tip in (("point", tr("Decimal &point"), "Show numbers with a point: 0.5"),
                            ("comma", tr("Decimal &comma"), "Show numbers with a comma: 0,5")):
        action = make_action(window, f"decimal-{name}", text, tip, partial(_decimal, window, name), checkable=True)
        action.setChecked(languages.decimal(window.settings) == name)
        signs.addAction(action)
        menu.addAction(action)
    return menu


def _language(window: Window, code: str) -> None:
    languages.keep_language(window.settings, code)
    window.model.message.emit(tr("The language changes when SpectrAlign is started again."))


def _decimal(window: Window, name: str) -> None:
    languages.keep_decimal(window.settings, name)
    window.model.message.emit(tr("Numbers that are shown already change when they are drawn again."))
