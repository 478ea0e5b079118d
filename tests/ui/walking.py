"""Somebody who tries every entry of the menus and answers whatever comes up."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QMessageBox, QWidget


def menu_actions(window) -> Iterator[QAction]:
    """Every entry of the menu bar that does something, submenus filled as if they were opened."""
    for _, action in _entries(window):
        yield action


def _entries(window) -> Iterator[tuple[tuple[str, ...], QAction]]:
    """Those entries, each with the titles of the menus it lies in."""
    menus: list[tuple[tuple[str, ...], QMenu]] = [((a.menu().title(),), a.menu()) for a in window.menuBar().actions()]
    while menus:
        way, menu = menus.pop(0)
        menu.aboutToShow.emit()
        for action in menu.actions():
            if action.menu() is not None:
                menus.append(((*way, action.menu().title()), action.menu()))
            elif not action.isSeparator():
                yield way, action


def ways_to_actions(window) -> dict[str, tuple[str, ...]]:
    """Titles of the menus in which every entry lies, by its object name."""
    return {action.objectName(): way for way, action in _entries(window)}


def opened_action(window, way: tuple[str, ...], name: str) -> QAction | None:
    """The entry of that name, after opening the menus it lies in and no others; None if it is there no longer."""
    actions, menu = window.menuBar().actions(), None
    for title in way:
        menu = next((a.menu() for a in actions if a.menu() is not None and a.menu().title() == title), None)
        if menu is None:
            return None
        menu.aboutToShow.emit()
        actions = menu.actions()
    return next((a for a in actions if a.menu() is None and a.objectName() == name), None)


class Somebody(QObject):
    """Answers dialogs: always "no", or always whatever is proposed.

    Parameters
    ----------
    agrees : bool
        Press the default button of every dialog; else close it.
    """

    def __init__(self, agrees: bool) -> None:
        super().__init__()
        self.agrees = agrees
        self.seen: list[str] = []
        self._tried: set[int] = set()
        self._timer = QTimer(self, interval=2, singleShot=True)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def stop(self) -> None:
        """Go home."""
        self._timer.stop()

    def _look(self) -> None:
        self._timer.start()  # first: an answer may bring up the next question before it returns
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            popup.close()
            return
        box = QApplication.activeModalWidget()
        if box is None and isinstance(QApplication.activeWindow(), QDialog):
            box = QApplication.activeWindow()  # one that leaves the window usable
        if box is None or not box.isVisible():
            return
        if self.agrees and not isinstance(box, QFileDialog) and id(box) not in self._tried:
            self._tried.add(id(box))
            self.seen.append(box.objectName() or box.windowTitle())
            if self._agree(box):
                return
        else:
            self.seen.append(box.objectName() or box.windowTitle())
        # an answer that is not possible leaves the dialog open: then it is closed
        box.reject() if isinstance(box, QDialog) else box.close()
        if box.isVisible():
            box.close()

    def _agree(self, box: QWidget) -> bool:
        if isinstance(box, QMessageBox):
            button = next((b for b in box.buttons() if b.objectName() == "answer-0"), box.defaultButton())
            (button or box.buttons()[0]).click()
            return True
        box.accept()
        return True


class Warnings:
    """What Qt has to complain about while it is in use."""

    # the offscreen platform says this of every window, whatever the program does
    HARMLESS = ("propagateSizeHints", "This plugin does not support")

    def __init__(self) -> None:
        from PySide6.QtCore import QtMsgType, qInstallMessageHandler

        self.said: list[str] = []
        self._install, self._grave = qInstallMessageHandler, (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg)

    def __enter__(self) -> Warnings:
        self._before = self._install(self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        self._install(self._before)

    def _hear(self, kind, context, message: str) -> None:
        if kind in self._grave and not any(word in message for word in self.HARMLESS):
            self.said.append(message)


def settle(window) -> None:
    """Let everything that has been asked for come to its end."""
    for _ in range(3):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
