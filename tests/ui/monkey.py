"""Somebody who does anything at all: legal and illegal things in random order on the real widgets of the window.

The same seed does the same things; jobs and timers still end when they end, as for any hand.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QThread, QTimer, QUrl
from PySide6.QtGui import QContextMenuEvent, QDropEvent, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTableView,
    QWidget,
)

from spectralign_gui.session.state import SessionState
from tests.ui.walking import Somebody, Warnings, menu_actions

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier
KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_F2, Qt.Key.Key_F5,
        Qt.Key.Key_F6, Qt.Key.Key_Tab, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_A, Qt.Key.Key_Z, Qt.Key.Key_Y,
        Qt.Key.Key_K, Qt.Key.Key_Home, Qt.Key.Key_Plus)
MODIFIERS = (NONE, NONE, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier,
             Qt.KeyboardModifier.AltModifier)
WORDS = ("", "1", "-3", "1e400", "NaN", "0,5", "<img src=x>", "a\nb", "9" * 40, "=1+1", "S0*", "../..", "日本",
         "lra", " ")
SELDOM = ("scale-", "theme-", "sample-", "run", "demo")
"""Entries that take long: one time in six."""
NEVER = {"quit", "log-folder"}
AREAS = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea,
         Qt.DockWidgetArea.BottomDockWidgetArea, Qt.DockWidgetArea.TopDockWidgetArea)


class AnyAnswer(Somebody):
    """Agrees or not, as it comes, after it has written something into a field or two."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        super().__init__(True)

    def _agree(self, box: QWidget) -> bool:
        if isinstance(box, QDialog) and not isinstance(box, QFileDialog):
            for field in box.findChildren(QLineEdit)[:3]:
                if self.chance.random() < 0.3 and field.isEnabled() and not field.isReadOnly():
                    field.setText(self.chance.choice(WORDS))
        return super()._agree(box) if self.chance.random() < 0.5 else False


class Monkey:
    """Does `act` after `act`.

    Parameters
    ----------
    window : MainWindow
    seed : int
    states : sequence of callable
        Sessions that it may open.
    files : sequence of Path
        What it drops on the window, good and bad.

    Attributes
    ----------
    found : list of str
        Exceptions, defects and complaints of Qt; none is wanted.
    done : list of str
        What it has done, for the report.
    """

    def __init__(self, window, seed: int, states: Sequence[Callable[[], SessionState]], files: Sequence[Path]) -> None:
        self.window, self.chance = window, random.Random(seed)
        self.states, self.files = states, files
        self.found: list[str] = []
        self.done: list[str] = []
        self._ways = (self.menu, self.menu, self.menu, self.widget, self.widget, self.widget, self.table, self.drag,
                      self.wheel, self.key, self.dock, self.dock, self.session, self.undo, self.drop, self.context,
                      self.run, self.resize)

    def __enter__(self) -> Monkey:
        self._hook, sys.excepthook = sys.excepthook, self._raised
        self._qt = Warnings()
        self._qt.__enter__()
        self._somebody = AnyAnswer(self.chance)
        self._asked = self.window.project.keep_or_discard
        self.window.project.keep_or_discard = lambda: True
        self.window.controller.jobs.defect.connect(self._defect)
        return self

    def __exit__(self, *_: object) -> None:
        self._somebody.stop()
        self._qt.__exit__()
        self.found += self._qt.said
        sys.excepthook = self._hook
        QApplication.clipboard().clear()

    def _raised(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self.found.append("".join(traceback.format_exception(kind, error, trace)) + f"after {self.done[-4:]}")

    def _defect(self, line: str, trace: str) -> None:
        self.found.append(f"{trace}after {self.done[-4:]}")

    def act(self) -> None:
        """Do one thing and let the window answer."""
        way = self.chance.choice(self._ways)
        self.done.append(way.__name__)
        try:
            self.done[-1] += f" {way() or ''}"
        except RuntimeError as error:  # a widget that the thing before has taken away
            if "already deleted" not in str(error):
                self.found.append(f"{traceback.format_exc()}after {self.done[-4:]}")
        except Exception:  # noqa: BLE001 - what the window raises at a direct call is a finding
            self.found.append(f"{traceback.format_exc()}after {self.done[-4:]}")
        for _ in range(self.chance.randint(1, 3)):
            QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    # -- the things --------------------------------------------------------------------------------------
    def menu(self) -> str:
        action = self.chance.choice(list(menu_actions(self.window)))
        name = action.objectName()
        if name in NEVER or (name.startswith(SELDOM) and self.chance.random() > 0.17):
            return f"{name} not"
        action.trigger()
        return name

    def _visible(self, kind: type) -> list:
        return [w for w in self.window.findChildren(kind) if w.isVisible() and w.isEnabled()]

    def widget(self) -> str:
        kinds = (QAbstractButton, QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QAbstractSlider, QTabBar,
                 QPlainTextEdit)
        found = self._visible(self.chance.choice(kinds))
        if not found:
            return "none"
        one = self.chance.choice(found)
        if isinstance(one, QAbstractButton):
            if one.objectName() not in NEVER:
                one.click()
        elif isinstance(one, QComboBox) and one.count():
            index = self.chance.randrange(one.count())
            one.setCurrentIndex(index)
            one.activated.emit(index)
        elif isinstance(one, QLineEdit | QPlainTextEdit):
            word = self.chance.choice(WORDS)[:20]
            if word.isascii() and word.isprintable():
                QTest.keyClicks(one, word)
            elif isinstance(one, QLineEdit):  # pasted; a keyboard of Qt's tests knows ASCII only
                one.insert(word)
            else:
                one.insertPlainText(word)
            QTest.keyClick(one, self.chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape)))
        elif isinstance(one, QAbstractSpinBox):
            one.stepBy(self.chance.choice((-100, -1, 1, 1000)))
        elif isinstance(one, QAbstractSlider):
            one.setValue(self.chance.randint(one.minimum(), max(one.minimum(), one.maximum())))
        elif isinstance(one, QTabBar) and one.count():
            one.setCurrentIndex(self.chance.randrange(one.count()))
        return f"{type(one).__name__} {one.objectName()}"

    def table(self) -> str:
        views = self._visible(QAbstractItemView)
        if not views:
            return "none"
        view = self.chance.choice(views)
        if isinstance(view, QHeaderView):
            QTest.mouseClick(view.viewport(), LEFT, NONE, self._inside(view.viewport()))
        elif isinstance(view, QTableView) and self.chance.random() < 0.3:
            view.sortByColumn(self.chance.randint(-1, 12), self.chance.choice(
                (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)))
        else:
            click = self.chance.choice((QTest.mouseClick, QTest.mouseDClick))
            click(view.viewport(), LEFT, self.chance.choice(MODIFIERS), self._inside(view.viewport()))
        return view.objectName()

    def _inside(self, widget: QWidget) -> QPoint:
        return QPoint(self.chance.randrange(max(widget.width(), 1)), self.chance.randrange(max(widget.height(), 1)))

    def _any(self) -> QWidget:
        at = self._inside(self.window)
        return self.window.childAt(at) or self.window

    def drag(self) -> str:
        one, button = self._any(), self.chance.choice((LEFT, LEFT, RIGHT))
        QTest.mousePress(one, button, self.chance.choice(MODIFIERS), self._inside(one))
        for _ in range(3):
            QTest.mouseMove(one, self._inside(one))
            QApplication.processEvents()
        QTest.mouseRelease(one, button, NONE, self._inside(one))
        return type(one).__name__

    def wheel(self) -> str:
        one = self._any()
        at = QPointF(self._inside(one))
        QGuiApplication.sendEvent(one, QWheelEvent(
            at, QPointF(one.mapToGlobal(at)), QPoint(), QPoint(0, self.chance.choice((-240, 120))),
            Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False))
        return type(one).__name__

    def key(self) -> str:
        key, modifier = self.chance.choice(KEYS), self.chance.choice(MODIFIERS)
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)
        return f"{modifier.name} {key.name}"

    def context(self) -> str:
        one = self._any()
        at = self._inside(one)
        QApplication.sendEvent(one, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, one.mapToGlobal(at)))
        return type(one).__name__

    def dock(self) -> str:
        name = self.chance.choice(list(self.window.docks))
        dock = self.window.docks[name]
        what = self.chance.choice(("show", "show", "show", "close", "float", "move", "tab", "layout"))
        if what == "show":
            self.window.show_dock(name)
        elif what == "close":
            dock.close()
        elif what == "float":
            dock.setFloating(not dock.isFloating())
        elif what == "move":
            self.window.addDockWidget(self.chance.choice(AREAS), dock)
        elif what == "tab":
            self.window.tabifyDockWidget(self.window.docks[self.chance.choice(list(self.window.docks))], dock)
        elif self.chance.random() < 0.3:
            self.window.restore_layout()
        return f"{what} {name}"

    def session(self) -> str:
        number = self.chance.randrange(len(self.states))
        if self.chance.random() < 0.5:
            self.window.model.reset(self.states[number]())
            return f"reset {number}"
        samples = [(d.name, self.chance.randrange(len(d))) for d in self.window.model.state.datasets if len(d)]
        self.window.model.selection.select(samples[:self.chance.randint(0, 4)])
        return "select"

    def undo(self) -> None:
        stack = self.window.model.undo_stack
        self.chance.choice((stack.undo, stack.undo, stack.redo))()

    def drop(self) -> str:
        path = self.chance.choice(self.files)
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        self.window.dropEvent(QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, data, LEFT, NONE))
        return path.name

    def run(self) -> str:
        controller = self.window.controller
        what = self.chance.choice(("start", "cancel", "pause", "stop"))
        {"start": controller.start, "cancel": controller.cancel, "pause": controller.toggle_pause,
         "stop": controller.stop_as_is}[what]()
        return what

    def resize(self) -> None:
        self.window.resize(self.chance.randint(300, 1900), self.chance.randint(200, 1100))

    # -- the end -----------------------------------------------------------------------------------------
    def rest(self, seconds: float = 60.0) -> None:
        """Cancel everything and let it come to its end."""
        controller = self.window.controller
        controller.cancel()
        for job in controller.jobs.jobs:
            job.resume()
            job.cancel()
        for _ in range(int(seconds * 100)):
            if not controller.jobs.jobs and not self.window.model.turns.busy:
                break
            QThread.msleep(2)
            QApplication.processEvents()
        else:
            self.found.append(f"jobs that do not end: {[j.title for j in controller.jobs.jobs]}")
        for top in QApplication.topLevelWidgets():
            if top is not self.window and top.isVisible():
                top.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def ticking() -> list[str]:
    """Timers that tick on in any window."""
    return [f"{timer!r} of {timer.parent()!r}" for top in QApplication.topLevelWidgets()
            for timer in top.findChildren(QTimer) if timer.isActive() and not timer.isSingleShot()]
