"""Puts the entries about selections into the context menus of plots and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView

from ..state import AppModel
from .entries import SelectionMenu

if TYPE_CHECKING:
    from ..plots.view import PlotView


def offer_in_plot(view: PlotView, model: AppModel) -> SelectionMenu:
    """A submenu of the plot's context menu."""
    menu = SelectionMenu(model, view)
    view.add_submenu(menu)
    return menu


def offer_in_table(view: QAbstractItemView, model: AppModel) -> SelectionMenu:
    """The context menu of a table of samples."""
    menu = SelectionMenu(model, view)
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def show(at: QPoint) -> None:
        menu.popup(view.viewport().mapToGlobal(at))

    view.customContextMenuRequested.connect(show)
    return menu
