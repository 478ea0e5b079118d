"""Named selections: keep, recall and combine them, from the menu, in tables and in plots."""

from .attach import offer_in_plot, offer_in_table
from .commands import SelectionCommands
from .entries import SelectionMenu
from .window_menu import WindowSelections

__all__ = ["SelectionCommands", "SelectionMenu", "WindowSelections", "offer_in_plot", "offer_in_table"]
