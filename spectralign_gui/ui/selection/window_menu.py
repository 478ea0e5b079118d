"""The Select menu of the window, with the keys."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from ..actions import make_action
from ..state import AppModel
from .commands import SelectionCommands
from .dialogs import find_by_name, manage
from .entries import MOST, NamedMenu, add_groups


class WindowSelections(QObject):
    """Owns the actions that have keys, and fills the menu."""

    def __init__(self, model: AppModel, window: QWidget) -> None:
        super().__init__(window)
        self.commands = c = SelectionCommands(model, window)
        make = partial(make_action, window)
        self.keep = make("keep-selection", "&Keep selection as…", "Keep the selected samples under a name",
                         c.ask_keep, key="Ctrl+K", icon="star")
        self.manage = make("all-selections", "&All selections…", "See all named selections, rename, combine and use "
                           "them", partial(manage, c), key="Ctrl+Shift+K")
        self.find = make("select-by-name", "Select by &name…", "Select the samples whose name contains a text",
                         partial(find_by_name, c), key="Ctrl+F")
        self.invert = make("invert-selection", "&Invert selection",
                           "Select the other samples of the same instruments instead", c.invert, key="Ctrl+I")
        self.partners = make("select-partners", "Add &partners", "Select the same samples on the other instruments "
                             "too", c.add_partners, key="Ctrl+Shift+I")
        self.standards = make("select-standards", "Select &standards", "Select the spectra of all standards",
                              c.select_standards)
        self.held_out = make("select-held-out", "Select what is &held out", "Select the spectra of held-out standards",
                             partial(c.select_standards, True))
        self.left_out = make("select-left-out", "Select what is &left out", "Select the samples that take part in no "
                             "fit", c.select_left_out)
        self.numbers = [make(f"recall-selection-{k}", f"Selection {k}", f"Select the samples of named selection {k}",
                             partial(c.recall_number, k), key=f"Alt+{k}") for k in range(1, 10)]
        for action in self.numbers:  # their place in the menu is the submenu of the selection they recall
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            window.addAction(action)
        self.menu = QMenu("Se&lect", window)
        self.menu.setObjectName("select-menu")
        self.menu.setToolTipsVisible(True)
        self._named: list[QAction] = []
        self._below = QAction(self)
        self._below.setSeparator(True)
        self.groups = QMenu("Select a g&roup", window)
        self.groups.setObjectName("select-group-menu")
        self.menu.addAction(self.keep)
        self.menu.addAction(self.manage)
        self.menu.addAction(self._below)
        self.menu.addActions([self.find, self.invert, self.partners, self.standards, self.held_out, self.left_out])
        self.menu.aboutToShow.connect(self.fill)
        model.selection.changed.connect(self._update)
        model.stateChanged.connect(self._update)
        self._update()
        self.fill()

    @Slot()
    def fill(self) -> None:
        """Put the named selections and the groups into the menu."""
        for action in self._named:
            submenu = action.menu()
            self.menu.removeAction(action)
            if submenu is not None:
                submenu.deleteLater()  # type: ignore[attr-defined]
        self._named = []
        for number, title in enumerate(self.commands.titles[:MOST], start=1):
            action = NamedMenu(self.commands, title, number, self.menu).menuAction()
            self.menu.insertAction(self._below, action)
            self._named.append(action)
        before = len(self.menu.actions())
        add_groups(self.menu, self.commands)
        self._named += self.menu.actions()[before:]

    @Slot()
    def _update(self, *_: object) -> None:
        model = self.commands.model
        chosen = model.selection.samples
        loaded = bool(model.state.datasets)
        self.keep.setEnabled(bool(chosen))
        self.partners.setEnabled(bool(chosen))
        self.find.setEnabled(loaded)
        self.invert.setEnabled(loaded)
        self.standards.setEnabled(bool(model.state.standards))
        self.held_out.setEnabled(any(s.held_out for s in model.state.standards))
        self.left_out.setEnabled(bool(model.state.excluded))
