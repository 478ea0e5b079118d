"""The docks come after the window: empty ones hold their places until they are made, a few at a time.

An empty dock (`Shell`) has the name, the title and the place of the one to come, so that tabs and sizes are what they
will be. Modules are imported in a thread, docks are made in turns of the event loop: what can be seen first.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from ...core.errors import ParameterError
from ...core.registry import method
from ...io.apart import warm
from ...session.state import SessionState
from ...words import tr
from ..dock import Dock
from ..state.turns import in_front
from ..window import Window
from .arrangement import put, read
from .docks import DockPlace, all_docks

READER_MS = 1500
"""After the last dock has come."""


class Shell(Dock):
    """Holds the place of a dock that is still to come."""

    def build(self) -> QWidget:
        """Nothing."""
        return QWidget()


def shell(place: DockPlace, window: Window) -> Shell:
    """The empty dock in a place."""
    kind = type("Shell", (Shell,), {"title": tr(place.title), "dock_name": place.name, "area": place.area})
    made: Shell = kind(window.model, window.controller, window)
    return made


class Arrival(QObject):
    """Makes the docks of a window that shows shells.

    Parameters
    ----------
    window : Window
    docks : dict of str to Dock
        The shells by name, in the order of `all_docks`; each is replaced by its dock.
    make : callable
        Makes the dock of a `DockPlace`, not yet placed.

    Signals
    -------
    come(names)
        These docks have taken the places of their shells.
    done
        All have.
    """

    come = Signal(object)
    done = Signal()
    _imported = Signal(str)

    def __init__(self, window: Window, docks: dict[str, Dock],
                 make: Callable[[DockPlace], Dock]) -> None:
        super().__init__(window)
        self._window, self._docks, self._make = window, docks, make
        self._made: dict[str, Dock] = {}
        self._waiting = list(all_docks())
        self._ready: set[str] = set()
        self._turn = QTimer(self, interval=0)
        self._turn.timeout.connect(self._next)
        self._seen_first: set[str] = set()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._imported.connect(self._is_imported)
        window.installEventFilter(self)

    @property
    def complete(self) -> bool:
        """Whether every dock is there."""
        return not self._waiting and not self._made

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Begin once the window has been painted."""
        if event.type() == QEvent.Type.Paint and self._thread is None:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self, self._begin)
        return super().eventFilter(watched, event)

    @Slot()
    def _begin(self) -> None:
        if self._thread is not None or not self._waiting:
            return
        seen = [p for p in all_docks() if in_front(self._docks[p.name])]
        self._seen_first = {p.name for p in seen}
        self._waiting = [*seen, *(p for p in self._waiting if p not in seen)]
        self._thread = threading.Thread(target=self._import, args=(tuple(self._waiting),), name="docks", daemon=True)
        self._thread.start()

    def _import(self, places: tuple[DockPlace, ...]) -> None:
        for place in places:
            if place.name == "method":
                self._first_method()
            if self._over.is_set():
                return
            try:
                place.load()
            finally:  # what cannot be imported says so where the dock is made
                if not self._over.is_set():
                    with contextlib.suppress(RuntimeError):  # the window is gone
                        self._imported.emit(place.name)

    @staticmethod
    def _first_method() -> None:
        """Import the method that a new session begins with: its parameters are shown."""
        with contextlib.suppress(ParameterError):  # as above
            _ = method(SessionState().method).estimator

    @Slot(str)
    def _is_imported(self, name: str) -> None:
        self._ready.add(name)
        self._turn.start()

    @Slot()
    def _next(self) -> None:
        """One dock in each turn of the event loop, and what is made is put in place in a turn of its own."""
        if not self._waiting or (self._made and self._seen_first == set(self._made)):
            self._put()
        elif self._waiting[0].name in self._ready:
            self._make_next()
        else:
            self._turn.stop()

    def _make_next(self) -> None:
        place = self._waiting.pop(0)
        dock = self._made[place.name] = self._make(place)
        if place.name in self._seen_first:
            dock.ensure_built()  # in a turn of its own, before it is put in its place and seen

    def _put(self) -> None:
        """Let the docks that are made take their places, all at once."""
        if not self._waiting:
            self._turn.stop()
        if not self._made:
            return
        made, self._made = self._made, {}
        self._seen_first = set()
        window = self._window
        window.setUpdatesEnabled(False)
        try:
            arrangement = read(window, self._docks)
            for name, dock in made.items():
                empty = self._docks[name]
                window.removeDockWidget(empty)
                empty.setObjectName("")
                empty.setParent(None)
                empty.deleteLater()
                self._docks[name] = dock
            put(window, self._docks, arrangement)
        finally:
            window.setUpdatesEnabled(True)
        self.come.emit(list(made))
        if not self._waiting:
            self.done.emit()
            # nobody waits now: the process that reads foreign files is there before the first one is opened
            QTimer.singleShot(READER_MS, self, lambda: threading.Thread(target=warm, daemon=True).start())

    @Slot()
    def finish(self) -> None:
        """Make all that are still to come, now."""
        if self.complete:
            return
        self.stop()
        while self._waiting:
            self._make_next()
        self._put()

    def stop(self) -> None:
        """No further module is imported in the background."""
        self._over.set()
        self._turn.stop()
        self._window.removeEventFilter(self)
        if self._thread is not None:
            self._thread.join()
