"""The entries about selections, for the menu bar and for the context menus of tables and plots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from ...session.standards.pairing import touched
from ...session.state import selections
from ..state import AppModel
from ..widgets import named
from .commands import COMBINE, UPDATE, SelectionCommands
from .dialogs import find_by_name, manage

MOST = 40
"""Groups and selections listed in a menu; the list of selections shows them all."""


def entry(menu: QMenu, name: str, text: str, tip: str, slot: Callable[[], object], enabled: bool = True) -> QAction:
    """An entry of a menu that is made when the menu opens."""
    action = named(menu.addAction(text), name, tip=tip)
    action.setStatusTip(tip)
    action.setEnabled(enabled)
    action.triggered.connect(lambda _checked=False: slot())
    return action


def escaped(title: str) -> str:
    """A name as it can stand in a menu."""
    return title.replace("&", "&&")


class NamedMenu(QMenu):
    """What can be done with one named selection; filled when it opens."""

    def __init__(self, commands: SelectionCommands, title: str, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        count = len(commands.samples(title))
        self.setTitle(f"{f'&{number} ' if number <= 9 else ''}{escaped(title)} ({count})")
        self.setObjectName(f"named-selection-{number}")
        self.setToolTipsVisible(True)
        self._commands, self.name, self._number = commands, title, number
        self.aboutToShow.connect(self.fill)

    @Slot()
    def fill(self) -> None:
        """Make the entries."""
        self.clear()
        commands, title = self._commands, self.name
        chosen, model = bool(commands.model.selection.samples), commands.model
        samples = commands.samples(title) if title in model.state.selections else []
        for how, text, tip in COMBINE:
            key = f"\tAlt+{self._number}" if how == "replace" and self._number <= 9 else ""
            entry(self, f"selection-recall-{how}", text + key, tip, partial(commands.recall, title, how),
                  chosen or how in ("replace", "add"))
        self.addSeparator()
        for how, text, tip in UPDATE:
            entry(self, f"selection-update-{how}", text, tip, partial(commands.keep, title, how), chosen)
        entry(self, "selection-rename", "Re&name…", "Give the selection another name",
              partial(commands.ask_rename, title))
        entry(self, "selection-delete", "&Delete", "Forget the selection; its samples stay",
              partial(commands.delete, title))
        self.addSeparator()
        entry(self, "selection-group", "Make a &group of it", "Its samples, and their partners on the other "
              "instruments, become a group of that name", partial(commands.to_group, title))
        standards = bool(touched(model.state.standards, samples))
        entry(self, "selection-hold-out", "&Hold out", "Withhold the pairing of its standards from the fit, to check "
              "it with them", partial(commands.hold_out, samples), standards)
        entry(self, "selection-release", "Re&lease", "Let its standards take part in the fit again",
              partial(commands.hold_out, samples, False), standards)
        entry(self, "selection-leave-out", "Leave out of every &fit", "Its samples take part in no fit, as outliers",
              partial(commands.leave_out, samples))
        entry(self, "selection-take-in", "Take &back in", "Its samples take part again",
              partial(commands.leave_out, samples, False))


class SelectionMenu(QMenu):
    """Everything about selections, for a context menu; filled when it opens."""

    def __init__(self, model: AppModel, parent: QWidget) -> None:
        super().__init__("&Selection", parent)
        self.setObjectName("selection-menu")
        self.setToolTipsVisible(True)
        self.commands = SelectionCommands(model, parent)
        self.aboutToShow.connect(self.fill)

    @Slot()
    def fill(self) -> None:
        """Make the entries."""
        clear(self)
        c, state = self.commands, self.commands.model.state
        chosen = c.model.selection.samples
        some = bool(chosen)
        mine = [state.standards[k] for k in touched(state.standards, chosen)]
        entry(self, "selection-keep", "&Keep selection as…\tCtrl+K", "Keep the selected samples under a name",
              c.ask_keep, some)
        add_named(self, c)
        self.addSeparator()
        entry(self, "selection-find", "Select by &name…\tCtrl+F", "Select the samples whose name contains a text",
              partial(find_by_name, c), bool(state.datasets))
        add_groups(self, c)
        entry(self, "selection-invert", "&Invert\tCtrl+I", "Select the other samples of the same instruments instead",
              c.invert, bool(state.datasets))
        entry(self, "selection-partners", "Add &partners\tCtrl+Shift+I", "Select the same samples on the other "
              "instruments too", c.add_partners, bool(mine))
        self.addSeparator()
        entry(self, "selection-set-group", "Put into a &group…", "Say which group the selected samples belong to",
              c.ask_group, some)
        entry(self, "selection-held", "&Hold out", "Withhold the pairing of the selected standards from the fit",
              partial(c.hold_out, chosen), any(not s.held_out for s in mine))
        entry(self, "selection-released", "Re&lease", "Let the selected standards take part in the fit again",
              partial(c.hold_out, chosen, False), any(s.held_out for s in mine))
        entry(self, "selection-excluded", "Leave &out", "Leave the selected samples out of every fit, as outliers",
              partial(c.leave_out, chosen), some)
        entry(self, "selection-included", "Take &back in", "Let the selected samples take part again",
              partial(c.leave_out, chosen, False), some)


def clear(menu: QMenu) -> None:
    """Empty a menu, and let its submenus go."""
    for action in menu.actions():
        submenu = action.menu()
        menu.removeAction(action)
        if submenu is not None:
            submenu.deleteLater()  # type: ignore[attr-defined]
    menu.clear()


def add_named(menu: QMenu, commands: SelectionCommands) -> None:
    """A submenu for every named selection."""
    titles = commands.titles
    for number, title in enumerate(titles[:MOST], start=1):
        action = menu.addMenu(NamedMenu(commands, title, number, menu))
        action.setObjectName(f"named-selection-entry-{number}")
    entry(menu, "selection-list", "&All selections…\tCtrl+Shift+K", "See all named selections, rename, combine and "
          "use them", partial(manage, commands))


def add_groups(menu: QMenu, commands: SelectionCommands) -> None:
    """A submenu with all groups."""
    found = selections.groups(commands.model.state)
    submenu = menu.addMenu("Select a g&roup")
    submenu.setObjectName("selection-groups")
    submenu.setToolTipsVisible(True)
    submenu.menuAction().setEnabled(bool(found))
    for number, group in enumerate(found[:MOST], start=1):
        entry(submenu, f"selection-group-{number}", escaped(group), f"Select the samples of the group {group}",
              partial(commands.select_group, group))
