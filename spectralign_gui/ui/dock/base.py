"""The make of all docks: what the window asks of one, and when its parts are built and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QDockWidget, QScrollArea, QWidget

from ...words import tr
from ..state import AppModel, Redraw, RunController
from ..widgets import ShrinkArea
from .work import Work

if TYPE_CHECKING:
    from ...io.report import Table
    from ...session.run.execution import RunResult

NARROWEST, LOWEST = 280, 240
"""Pixels that no dock may ask for more than; what is larger gets scroll bars, so that a small screen has room."""


class Dock(QDockWidget):
    """A dock of the window.

    A dock declares what it is (attributes below), makes its actions in `prepare`, its widgets in `build` and shows
    the session in `draw`. It is cheap to make: `build` is called when the dock is first seen, or when somebody first
    asks for one of its parts; until then the session may change without the dock doing anything but `update_actions`.

    Attributes
    ----------
    title : str
        Its name on tab and title bar.
    dock_name : str
        Its object name, kept in settings and layouts.
    area : {"left", "centre", "right", "bottom"}
        Where it stands at first.
    icon_name : str
        File of ``resources/icons`` without ending.
    purpose : str
        One sentence for the View menu.
    help_page : str
        Page of ``docs/`` that F1 opens.
    menu_title : str
        Menu that gets `menu_actions`.
    shows_run : bool
        What it shows is of the shown run: pictures of it are named after the run.
    draws_on : tuple of str
        Signals of the `AppModel` after which `update_actions` and `draw` are called. Drawing waits for its turn, and
        until somebody looks.
    draws_at_once : tuple of str
        The same for a dock whose actions work on what its widgets show: once built it is drawn although nobody looks.
    """

    title: ClassVar[str] = ""
    dock_name: ClassVar[str] = ""
    area: ClassVar[str] = "centre"
    icon_name: ClassVar[str] = ""
    purpose: ClassVar[str] = ""
    help_page: ClassVar[str] = ""
    menu_title: ClassVar[str] = ""
    draws_on: ClassVar[tuple[str, ...]] = ()
    draws_at_once: ClassVar[tuple[str, ...]] = ()
    shows_run: ClassVar[bool] = False

    built = Signal()

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(tr(self.title), parent)
        self.setObjectName(self.dock_name)
        self._model, self._controller = model, controller
        self.menu_actions: list[QAction | None] = []
        self.work = Work(controller.jobs, model, self)
        self.redraw, self.remark = Redraw(model.turns, self), Redraw(model.turns, self)
        self._waits_for_build = False
        self.prepare()
        if type(self).build is Dock.build:  # makes its widgets in its own constructor
            return
        self._waits_for_build = True
        for name in self.draws_on:
            getattr(model, name).connect(self._changed)
        for name in self.draws_at_once:
            getattr(model, name).connect(self._changed_at_once)
        if type(self).draw_selection is not Dock.draw_selection:
            model.selection.changed.connect(self._selection_changed)
        self.visibilityChanged.connect(self._seen)
        self.topLevelChanged.connect(self._seen)
        self.update_actions()

    # -- what a dock is made of --------------------------------------------------------------------------
    def prepare(self) -> None:
        """Make actions and whatever costs nothing; there are no widgets yet."""

    def build(self) -> QWidget:
        """Make the widgets, and return the one that holds them all."""
        raise NotImplementedError

    def update_actions(self) -> None:
        """Say which actions are possible now; the widgets may not be there yet."""

    def draw(self) -> None:
        """Show the session as it is."""

    def draw_selection(self) -> None:
        """Show which samples are selected."""

    # -- what others ask of it ---------------------------------------------------------------------------
    @property
    def copied_table(self) -> QAbstractItemView | None:
        """The table that "Copy" of the Edit menu means; None if there is none."""
        return None

    def report_tables(self, result: RunResult) -> list[Table]:
        """Tables for the report of a run, as far as the dock shows any that belong to it."""
        return []

    @property
    def run_model(self) -> AppModel:
        """Where the shown run is found."""
        return self._model

    @property
    def pending(self) -> bool:
        """Whether its pictures are still on their way."""
        return self.redraw.waiting or self.remark.waiting

    def draw_anyway(self) -> None:
        """Draw although nobody can see it: somebody wants its pictures."""
        self.ensure_built()

    @property
    def is_built(self) -> bool:
        """Whether its widgets are there."""
        return not self._waits_for_build

    # -- building ----------------------------------------------------------------------------------------
    def ensure_built(self) -> None:
        """Make the widgets, if they are not there yet."""
        if not self._waits_for_build:
            return
        self._waits_for_build = False
        body = self.build()
        self.setWidget(body)
        let_shrink(self)
        self.draw()
        if type(self).draw_selection is not Dock.draw_selection:
            self.draw_selection()
        self.built.emit()

    def __getattr__(self, name: str) -> Any:
        # a part of the dock (a table, a button) that is there once the dock is built
        if self.__dict__.get("_waits_for_build") and not name.startswith("__"):
            self.ensure_built()
            return getattr(self, name)
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    @Slot(bool)
    def _seen(self, visible: bool) -> None:
        if visible:
            self.ensure_built()

    # -- following the session ---------------------------------------------------------------------------
    @Slot()
    def _changed(self, *_: object) -> None:
        self.update_actions()
        if self.is_built:
            self.redraw.ask(self.draw)

    @Slot()
    def _changed_at_once(self, *_: object) -> None:
        if self.is_built:
            self.draw()
        self.update_actions()

    @Slot()
    def _selection_changed(self, *_: object) -> None:
        self.update_actions()
        if self.is_built:
            self.remark.ask(self.draw_selection)


def let_shrink(dock: QDockWidget, larger: float = 1.0) -> None:
    """Give a dock that needs much room scroll bars.

    Parameters
    ----------
    dock : QDockWidget
    larger : float
        How many times as large its text is about to become: the window must not become as wide as the dock.
    """
    inside = dock.widget()
    if inside is None or isinstance(inside, QScrollArea):
        return
    need = inside.minimumSizeHint()
    if need.width() * larger > NARROWEST or need.height() * larger > LOWEST:
        dock.setWidget(ShrinkArea(inside, dock))
