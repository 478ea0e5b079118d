"""What every plot shares: theme, read-out line, toolbar, export."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QPainter
from PySide6.QtWidgets import QMenu, QToolButton, QVBoxLayout, QWidget

from .. import theme as themes
from ..theme import Theme
from ..widgets import FlowLayout, OneLineLabel, named
from .drawable import Table
from .icons import icon


class PlotView(QWidget):
    """A plot with a line of tools above it and a line that reads out what is under the mouse below it.

    A subclass puts its drawing area into `body`, draws with `self.theme` in `restyle`, and implements
    `paint_export` and `export_table`.
    """

    themeApplied = Signal()

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.plot_title = title
        self.theme: Theme = themes.current()
        self.tools = FlowLayout()
        self.tools.setContentsMargins(6, 2, 6, 0)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.readout = named(OneLineLabel(" ", self), f"{name}-readout", f"{title}: read-out", look="muted")
        self.readout.setContentsMargins(8, 0, 8, 3)
        self.readout.setTextFormat(Qt.TextFormat.PlainText)
        self.readout.set_one_line(True)  # what has no room ends in an ellipsis and is in the tooltip
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(self.tools)
        outer.addLayout(self.body, 1)
        outer.addWidget(self.readout)
        self._menu_actions: list[QAction] = []
        self._submenus: list[QMenu] = []
        themes.follow(self._theme_changed)

    # -- tools -------------------------------------------------------------------------------------------
    def add_tool(self, text: str, tip: str, icon_name: str = "", *, checkable: bool = False, key: str = "",
                 menu: bool = True) -> QAction:
        """Add an action to the line of tools and to the context menu.

        Parameters
        ----------
        text : str
            What the menu says; also the accessible name.
        tip : str
            One sentence.
        icon_name : str
            One of `icons`; without it the button shows the text.
        checkable : bool
        key : str
            Works while the plot has the focus.
        menu : bool
            Whether the context menu has it too.
        """
        action = named(QAction(text, self), f"{self.objectName()}-{text.lower().replace(' ', '-').strip('…')}",
                       tip=f"{tip} ({key})" if key else tip)
        action.setCheckable(checkable)
        if key:
            action.setShortcut(key)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.addAction(action)
        if icon_name:
            action.setProperty("icon-name", icon_name)
            action.setIcon(icon(icon_name, self.theme))
        button = QToolButton(self)
        button.setDefaultAction(action)
        named(button, f"{action.objectName()}-button", text)
        button.setAutoRaise(True)
        themes.size_icon(button)
        self.tools.addWidget(button)
        if menu:
            self._menu_actions.append(action)
        return action

    def add_menu_entry(self, text: str, tip: str, key: str = "") -> QAction:
        """Add an action to the context menu only."""
        action = named(QAction(text, self), f"{self.objectName()}-{text.lower().replace(' ', '-').strip('…')}",
                       tip=f"{tip} ({key})" if key else tip)
        if key:
            action.setShortcut(key)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.addAction(action)
        self._menu_actions.append(action)
        return action

    def add_submenu(self, menu: QMenu) -> None:
        """Add a submenu to the end of the context menu."""
        self._submenus.append(menu)

    def add_export_tool(self) -> None:
        """Add the export button (last in the line)."""
        action = self.add_tool("Export this plot…", "Save this plot as a picture (PNG, SVG) or its numbers (CSV)",
                               "export", key="Ctrl+Alt+E")
        action.triggered.connect(self.ask_export)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addActions(self._menu_actions)
        if self._submenus:
            menu.addSeparator()
        for submenu in self._submenus:
            menu.addMenu(submenu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def say(self, text: str) -> None:
        """Show a read-out."""
        self.readout.setText(text or " ")

    # -- theme -------------------------------------------------------------------------------------------
    @Slot()
    def _theme_changed(self) -> None:
        self.set_theme(themes.current())

    def set_theme(self, theme: Theme) -> None:
        """Draw with other colours."""
        self.theme = theme
        for action in self.actions():
            name = action.property("icon-name")
            if name:
                action.setIcon(icon(str(name), theme))
        self.restyle()
        self.themeApplied.emit()

    def restyle(self) -> None:
        """Apply `self.theme`; nothing to do here."""

    # -- export ------------------------------------------------------------------------------------------
    def export_size(self) -> QSize:
        """Size of the drawing area, in logical pixels."""
        raise NotImplementedError

    def report_size(self) -> QSize:
        """Size for a page of a report, whatever the size on the screen: two of these stand side by side."""
        return QSize(315, 250)

    @contextmanager
    def at_size(self, size: QSize) -> Iterator[None]:
        """Lay the plot out for another size for as long as it is drawn."""
        yield

    def paint_export(self, painter: QPainter, target: QRectF) -> None:
        """Draw the plot as vectors where possible."""
        raise NotImplementedError

    def export_table(self) -> Table:
        """The numbers behind the picture."""
        raise NotImplementedError

    @Slot()
    def ask_export(self) -> None:
        """Ask for a file name and write."""
        from .export_dialog import ask_and_export

        ask_and_export(self)
