"""The main window: docks, menus, status bar, closing."""

from .window import MainWindow

__all__ = ["MainWindow"]
