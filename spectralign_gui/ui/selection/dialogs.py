"""The dialogs about selections."""

from __future__ import annotations

from .commands import SelectionCommands


def find_by_name(commands: SelectionCommands) -> None:
    """Ask for a name and select the samples that have it."""
    from .name_dialog import NameDialog

    dialog = NameDialog(commands, commands.parent)
    dialog.exec()
    dialog.deleteLater()


def manage(commands: SelectionCommands) -> None:
    """Open the list of selections."""
    from .manager import SelectionManager

    window = commands.parent.window()
    dialog = window.findChild(SelectionManager) or SelectionManager(commands, window)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
