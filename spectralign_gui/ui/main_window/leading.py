"""The rail and the workspaces of the main window: what is known goes in, the next step and the right docks come out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QToolBar
from shiboken6 import isValid

from ...core.registry import is_method, method
from ...session.run.choose_method import VALUES_METHOD, suited_to_values, with_method
from ...session.state.session_state import SessionState
from .. import theme
from ..state.turns import in_front
from ..workspaces import ALL, START, Known, Rail, goal_of, home_of, next_step, statuses
from ..workspaces.goals import GOALS, Goal, suitable_method
from .gathering import Window, gather
from .switcher import Switcher

LOOKED_AT = ("quality", "short-circuits")
"""Docks of which the path wants to know whether somebody has looked at them."""
WIDE = 200
"""Letters of a window in which the rail has names beside "All" too."""


class Leading(QObject):
    """Leads through the work.

    Parameters
    ----------
    window : Window
        With its docks; without a rail until now.
    begin : str
        Workspace to begin with; "" for the one that was open when the program was closed.
    """

    def __init__(self, window: Window, begin: str = ALL) -> None:
        super().__init__(window)
        self._window, self._model = window, window.model
        self.switcher = Switcher(window, window.docks, window.settings)
        self._begin = begin or self.switcher.kept_name()
        self.goal = str(window.settings.value("layouts/goal", ""))
        self.known = Known(self._model.state)
        self._looked: set[str] = set()
        self._exported = False
        self.rail = Rail()
        bar = QToolBar("Workspaces", window)
        bar.setObjectName("rail-bar")
        bar.setMovable(False)
        bar.setFloatable(False)
        bar.toggleViewAction().setVisible(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        bar.addWidget(self.rail)
        window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)
        self.bar = bar
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        self._settled = QTimer(self, singleShot=True, interval=120)
        self._settled.timeout.connect(self._fit)
        theme.follow(self._fits_later)
        window.installEventFilter(self)
        self._connect()

    def _connect(self) -> None:
        model = self._model
        for signal in (model.stateChanged, model.runsChanged, model.currentRunChanged, model.resultUpdated,
                       self._window.controller.idle, self._window.controller.jobs.started,
                       self._window.controller.jobs.ended):
            signal.connect(self.ask)
        model.datasetsChanged.connect(self._data_came)
        model.currentRunChanged.connect(self._another_run)
        model.sessionReplaced.connect(self._another_run)
        model.methodChanged.connect(self._suit_method)
        self._window.exporter.written.connect(self._written)
        self.rail.chosen.connect(self.go)
        self.rail.stepWanted.connect(self.take_step)
        self.rail.goalsWanted.connect(self.ask_goal)
        self.switcher.leaving.connect(self._fit_rail)

    def docks_come(self, names: Sequence[str]) -> None:
        """Hear what new docks have to say."""
        docks = self._window.docks
        for name in names:
            dock: Any = docks[name]
            if name == "compare":
                dock.predictionWanted.connect(self._predict)
                dock.judged.connect(self.ask)
            elif name == "predict":
                dock.valuesShown.connect(self.ask)
            elif name in LOOKED_AT:
                dock.visibilityChanged.connect(self._seen)
        chart, predict = docks.get("check"), docks.get("predict")
        there = hasattr(type(chart), "take_from") and hasattr(type(predict), "in_short")  # no shells any more
        if there and {"check", "predict"} & set(names):
            chart.take_from(predict)  # type: ignore[union-attr]
        self.ask()

    def start(self) -> None:
        """Open the first workspace, once all docks are there."""
        self.switcher.begin(self._begin)
        self._suit_method()
        self._fit()
        self.refresh()

    # -- where -------------------------------------------------------------------------------------------
    @Slot(str)
    def go(self, name: str, dock: str = "") -> None:
        """Open a workspace, with a dock in front."""
        self.switcher.go(name, dock)
        self.refresh()

    def show_dock(self, name: str) -> None:
        """Bring a dock to the front: here if it is part of what is open, else where it belongs."""
        dock = self._window.docks.get(name)
        if dock is None:
            return
        if dock.isHidden() and self.switcher.here != ALL:
            self.go(home_of(name), name)
        dock.show()
        dock.raise_()

    def ask_goal(self) -> None:
        """The first page: What do you want?"""
        self.go(START, "welcome")

    @Slot(str)
    def want(self, goal: str) -> None:
        """The user has said what is wanted: its method, and the workspace of its first step."""
        self.goal = goal
        self._window.settings.setValue("layouts/goal", goal)
        self.refresh()
        chosen = self.chosen
        name = suitable_method(chosen, self.known)
        if name and is_method(name):
            self._model.change(f"Choose {method(name).title}", with_method(self._model.state, name, {}))
            self.refresh()
        step = next_step(chosen, self.known)
        self.go(step.workspace if step is not None else "data", step.dock if step is not None else "")

    def suited(self, state: SessionState, before: SessionState) -> SessionState:
        """The session with the method that suits new data, unless the user has chosen one, or a goal that has one."""
        goal = GOALS.get(self.goal, GOALS["values"])
        if self._model.method_chosen or goal.method not in ("", VALUES_METHOD):
            return state
        return suited_to_values(state, before)

    @property
    def chosen(self) -> Goal:
        """What is wanted."""
        return goal_of(self.goal, self.known)

    def take_step(self) -> None:
        """Do what comes next on the path."""
        step = next_step(self.chosen, self.known)
        if step is None:
            return
        self._window.complete()
        if self.switcher.here == ALL:
            self.show_dock(step.dock or "method")
        else:
            self.go(step.workspace, step.dock)
        action = self._window.findChild(QAction, step.action) if step.action else None
        if action is not None and action.isEnabled():
            action.trigger()
        elif action is not None:
            self._model.message.emit(action.statusTip())  # a tooltip may be HTML
        self.ask()

    @Slot()
    def _predict(self) -> None:
        """The recommended method is there: predict B's samples with it."""
        self.show_dock("predict")
        action = self._window.findChild(QAction, "predict-loaded")
        if action is not None:
            action.trigger()

    @Slot()
    def _data_came(self) -> None:
        """The first spectra take the place of the first page."""
        if self.switcher.here == START and self._model.state.datasets:
            known = self._gather()
            step = next_step(self.chosen, known)
            self.go(step.workspace if step is not None else "data", step.dock if step is not None else "")

    @Slot()
    def _another_run(self, *_: Any) -> None:
        self._looked.clear()
        self._exported = False
        front = next((n for n in LOOKED_AT if self._in_front(n)), "")
        if front and self._model.current_run is not None:
            self._looked.add(front)
        run = self._model.current_run
        if run is not None:
            self.switcher.set_embedding(run.embeddings is not None)
        self.ask()

    @Slot()
    def _suit_method(self) -> None:
        name = self._model.state.method
        if self._model.current_run is None and is_method(name):
            self.switcher.set_embedding("transform" in method(name).can)

    @Slot(bool)
    def _seen(self, *_: Any) -> None:
        if isValid(self._window) and self._model.current_run is not None:
            new = {n for n in LOOKED_AT if self._in_front(n)} - self._looked
            if new:
                self._looked |= new
                self.ask()

    def _in_front(self, name: str) -> bool:
        dock = self._window.docks.get(name)
        return isinstance(dock, QDockWidget) and in_front(dock) and self._window.isVisible()

    @Slot(str)
    def _written(self, _: str) -> None:
        self._exported = True
        self.ask()

    # -- what is known -----------------------------------------------------------------------------------
    @Slot()
    def ask(self, *_: Any) -> None:
        """Look again, soon."""
        self._soon.start()

    def _gather(self) -> Known:
        self.known = gather(self._window, frozenset(self._looked), self._exported)
        return self.known

    @Slot()
    def refresh(self) -> None:
        """Look again."""
        known = self._gather()
        chosen = self.chosen
        self.rail.show_known(statuses(known), self.switcher.here, chosen, next_step(chosen, known))

    # -- sizes -------------------------------------------------------------------------------------------
    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._settled.start()
        return super().eventFilter(target, event)

    @Slot()
    def _fits_later(self) -> None:
        self._settled.start()

    @Slot()
    def _fit(self) -> None:
        self._fit_rail(self.switcher.here)
        self.switcher.fits_anew()

    @Slot(str)
    def _fit_rail(self, here: str) -> None:
        letter = self._window.fontMetrics().averageCharWidth()
        low = self._window.width() < 62 * letter
        self.rail.set_compact(low or (here == ALL and self._window.width() < WIDE * letter))

    def save(self) -> None:
        """Keep the arrangements for the next start."""
        self.switcher.save()
