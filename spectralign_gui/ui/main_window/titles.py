"""Title bars of docks: a tab says the name already, so a dock behind tabs has no bar of its own.

What the bar offered stays: a button at the end of the tabs and a double click on a tab take the dock out of the window.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QHBoxLayout, QMainWindow, QTabBar, QToolButton, QWidget
from shiboken6 import isValid

from .. import theme
from ..widgets.as_written import Label

ROOM = 26
"""Pixels at the end of the tabs that the button needs."""
PADDING = 14
"""Pixels of a tab beside its name."""
TOO_MANY = 1.15
"""Names that are so many times longer than the room for tabs are not shortened any more."""


class TitleBar(QWidget):
    """Name of a dock that stands alone, and the button that takes it out; it is dragged by it as by Qt's own bar."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self.setObjectName(f"title-{dock.objectName()}")
        label = Label(dock.windowTitle())
        label.setProperty("class", "dock-title")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 2, 4, 2)
        layout.addWidget(label, 1)
        layout.addWidget(float_button(self, partial(dock.setFloating, True)))


class FloatButton(QToolButton):
    """A square that is as high as the text."""

    def sizeHint(self) -> QSize:
        side = theme.scaled(ROOM - 4)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


def float_button(parent: QWidget, clicked: Callable[[], object]) -> QToolButton:
    """The button that takes a dock out of the window."""
    button = FloatButton(parent)
    button.setObjectName("float-dock")
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.setAccessibleName("Take this dock out of the window")
    button.setToolTip("Take this dock out of the window; a double click on its title puts it back")
    theme.set_icon(button, "float", 14)
    button.clicked.connect(lambda _checked=False: clicked())
    return button


class DockTitles(QObject):
    """Keeps title bars and buttons right while docks are moved, tabbed and taken out.

    Parameters
    ----------
    window : QMainWindow
    docks : dict of str to QDockWidget
    """

    def __init__(self, window: QMainWindow, docks: dict[str, QDockWidget]) -> None:
        super().__init__(window)
        self._window, self._docks = window, docks
        self._last: QDockWidget | None = None
        self._returned: QDockWidget | None = None
        self.buttons: dict[QTabBar, QToolButton] = {}
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.refresh)
        window.tabifiedDockWidgetActivated.connect(self._ask)

    def watch(self, dock: QDockWidget) -> None:
        """Follow where a dock goes."""
        for signal in (dock.visibilityChanged, dock.topLevelChanged, dock.dockLocationChanged):
            signal.connect(self._ask)
        dock.topLevelChanged.connect(partial(self._put_back, dock))
        self._later.start()

    @Slot()
    def _ask(self, *_: object) -> None:
        self._later.start()

    def _put_back(self, dock: QDockWidget, floating: bool) -> None:
        """Who puts a dock back among others goes on with that one."""
        if not floating:
            self._returned = dock
            self._later.start()

    @Slot()
    def toggle_focused(self) -> None:
        """Take the dock that has the focus out of the window, or put it back."""
        focus = widget = QApplication.focusWidget()
        while widget is not None and not isinstance(widget, QDockWidget):
            widget = widget.parentWidget()
        dock = widget if widget in self._docks.values() else None
        if self._last is not None and self._last.isFloating():
            dock = self._last  # what was taken out is put back first, wherever the focus has gone
        if isinstance(dock, QDockWidget):
            self._last = dock
            dock.setFloating(not dock.isFloating())
            dock.raise_()
            dock.activateWindow()
            if focus is not None and dock.isAncestorOf(focus):
                focus.setFocus()

    def float_front(self, bar: QTabBar) -> None:
        """Take the dock in front of these tabs out of the window."""
        self._float(bar, bar.currentIndex())

    def _float(self, bar: QTabBar, index: int) -> None:
        dock = self._of_tab(bar, index)
        if dock is not None:
            dock.setFloating(True)
            dock.raise_()

    def _of_tab(self, bar: QTabBar, index: int) -> QDockWidget | None:
        text = bar.tabText(index) if index >= 0 else ""
        return next((d for d in self._docks.values() if d.windowTitle() == text and not d.isFloating()), None)

    @Slot()
    def refresh(self) -> None:
        """Hide the bars of docks behind tabs, show all others."""
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._later.start(100)  # a dock is being dragged: its bar must stay what it is
            return
        self._later.setInterval(0)
        returned, self._returned = self._returned, None
        if returned is not None and not returned.isHidden():  # only now its tab is there
            returned.raise_()
        for dock in self._docks.values():
            if dock.isHidden():  # gets its bar when it is shown
                continue
            tabbed = not dock.isFloating() and any(not d.isHidden() for d in self._window.tabifiedDockWidgets(dock))
            wanted = None if dock.isFloating() else QWidget if tabbed else TitleBar
            there = dock.titleBarWidget()
            if wanted is not (type(there) if there is not None else None):
                dock.setTitleBarWidget(wanted(dock) if wanted is not None else None)
                if there is not None:
                    there.deleteLater()
        self.buttons = {b: button for b, button in self.buttons.items() if isValid(b)}
        bars = {b for b in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
                if self._of_tab(b, 0) is not None}
        for bar in bars:
            if bar not in self.buttons:
                self._add_button(bar)
            self._place(bar)

    def _add_button(self, bar: QTabBar) -> None:
        button = float_button(bar, partial(self.float_front, bar))
        bar.installEventFilter(self)
        self.buttons[bar] = button

    def _place(self, bar: QTabBar) -> None:
        """At the right end, unless tabs are there: then the double click and the menu have to do."""
        metrics = bar.fontMetrics()
        full = sum(metrics.horizontalAdvance(bar.tabText(i)) + PADDING for i in range(bar.count()))
        elide = Qt.TextElideMode.ElideNone if full > TOO_MANY * bar.width() else Qt.TextElideMode.ElideRight
        if bar.elideMode() != elide:  # names of one letter help nobody: such tabs are scrolled instead
            bar.setElideMode(elide)
        button = self.buttons[bar]
        button.resize(button.sizeHint().boundedTo(QSize(bar.height(), bar.height())))
        button.move(bar.width() - button.width() - 2, (bar.height() - button.height()) // 2)
        used = bar.tabRect(bar.count() - 1).right() if bar.count() else 0
        button.setVisible(bar.count() > 0 and used + theme.scaled(ROOM) <= bar.width())
        button.raise_()

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if isinstance(target, QTabBar) and target in self.buttons:
            if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show):
                self._place(target)
                self._later.start()
            elif event.type() == QEvent.Type.MouseButtonDblClick and isinstance(event, QMouseEvent):
                self._float(target, target.tabAt(event.position().toPoint()))
                return True
        return super().eventFilter(target, event)
