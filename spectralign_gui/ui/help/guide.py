"""The help of the window: menu entries, F1 for the dock in focus, links of parameters."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow

from ...core.registry import plain_name
from ..actions import make_action
from .shortcuts import PATH as SHORTCUTS
from .shortcuts import shortcuts_page
from .viewer import HelpWindow


class Help:
    """Makes the viewer when it is first wanted, and owns the actions.

    Parameters
    ----------
    window : QMainWindow
        The main window; its attribute ``model`` says which method is chosen.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self.viewer: HelpWindow | None = None
        make = partial(make_action, window)
        self.guide = make("user-guide", "&User guide", "Read the guide inside the program", self.open_guide,
                          key="Ctrl+F1", icon="help")
        self.context = make("context-help", "&Help on this dock", "The page on the dock that has the focus",
                            self.open_context, key=QKeySequence("F1"))
        self.shortcuts = make("keyboard-shortcuts", "&Keyboard shortcuts", "All keys, as they are in this program",
                              self.open_shortcuts, key="Shift+F1")

    def menu_entries(self) -> list[QAction]:
        """Entries of the Help menu."""
        return [self.guide, self.context, self.shortcuts]

    def open(self, path: str = "", fragment: str = "") -> HelpWindow:
        """Show the viewer, at a page if one is given."""
        if self.viewer is None:
            page = shortcuts_page(self._window)
            self.viewer = HelpWindow({page.path: page}, self._window)
        if path:
            self.viewer.go(path, fragment)
        self.viewer.show()
        self.viewer.raise_()
        self.viewer.activateWindow()
        return self.viewer

    def open_guide(self) -> None:
        """The guide, where it was left."""
        self.open()

    def open_shortcuts(self) -> None:
        """All keys."""
        self.open(SHORTCUTS)

    def open_method(self, name: str, parameter: str = "") -> None:
        """The page of a method, at a parameter if one is given."""
        viewer = self.open()
        path = f"methods/{plain_name(name)}.md"
        viewer.go(path if path in viewer.pages else "methods.md", parameter)

    def open_context(self) -> None:
        """The page on the dock that has the focus; the first page if none has."""
        widget = QApplication.focusWidget()
        while widget is not None and not isinstance(widget, QDockWidget):
            widget = widget.parentWidget()
        self.open_dock(widget.objectName() if widget is not None else "")

    def open_dock(self, name: str) -> None:
        """The page on a dock."""
        if name == "method":
            self.open_method(self._window.model.state.method)  # type: ignore[attr-defined]
            return
        viewer = self.open()
        dock = self._window.docks.get(name)  # type: ignore[attr-defined]
        page = dock.help_page if dock is not None else ""
        if page in viewer.pages:
            viewer.go(page)
        else:
            viewer.go_start()
