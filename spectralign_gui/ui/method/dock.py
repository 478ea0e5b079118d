"""Method dock: which method, its parameters, why it cannot run yet, and Run; Cancel is in the status bar."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...core.errors import SpectrAlignError
from ...core.notes import Note
from ...core.registry import MethodInfo, method, plain_name, route_of
from ...session.run.choose_method import on_route
from ...session.state.instrument_pair import runs_on_two
from ...words import say
from .. import theme
from ..actions import make_action, tool_button
from ..common_axis import CommonAxis
from ..dock import Dock
from ..forms import ParameterForm
from ..pair import PairBoxes
from ..shown_run import RunLine
from ..widgets import FormScroll, named
from ..widgets.as_written import Label
from .chooser import MethodChooser


class MethodDock(Dock):
    """Form of the chosen method.

    Signals
    -------
    helpRequested(str method, str parameter)
        The page of a method is wanted, at a parameter ("" is the top).
    """

    helpRequested = Signal(str, str)

    title = "Method"
    dock_name = "method"
    area = "right"
    icon_name = "method"
    purpose = "Method, its parameters, and the button that runs it"
    menu_title = "&Method"
    draws_at_once = ("methodChanged",)

    def prepare(self) -> None:
        controller = self._controller
        make = partial(make_action, self)
        self.reset = make("reset-parameters", "&Reset parameters", "Give every parameter of this method its default",
                          self._reset, key="Ctrl+Shift+R", icon="reset")
        self.next = make("next-method", "&Next method", "Choose the next method of the list", partial(self._step, 1),
                         key="Ctrl+PgDown")
        self.previous = make("previous-method", "&Previous method", "Choose the method before",
                             partial(self._step, -1), key="Ctrl+PgUp")
        self.pause = make("pause-run", "&Pause", "Let the run wait, and continue it later; nothing is lost",
                          controller.toggle_pause, key="Shift+F6", icon="pause", checkable=True)
        self.stop = make("stop-as-is", "&Stop and keep this result", "End the iteration now and take its "
                         "result as it is; it is marked as not converged", controller.stop_as_is, key="F6", icon="stop")
        self.menu_actions = [self.reset, self.next, self.previous, None, self.pause, self.stop]
        for signal in (controller.started, controller.idle, controller.iterating, controller.pausedChanged):
            signal.connect(self._run_goes_on)

    def build(self) -> QWidget:
        model = self._model
        self.chooser = MethodChooser()
        self.chooser.chosen.connect(self._chosen)
        self.summary, self.source = Label(), Label()
        self.summary.setObjectName("method-summary")
        self.source.setObjectName("method-source")
        for label in (self.summary, self.source):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.source.setProperty("class", "muted")
        self.route = named(QComboBox(), "method-route", "Values come from", "Where predicted values come "
                           "from\n\nValues from the joint space: a model in the space that both instruments "
                           "share\nValues through A's spectra: spectra as the first instrument would have measured "
                           "them, and its own model")
        self.route.addItems(["Values from the joint space", "Values through A's spectra"])
        self.route.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.route.activated.connect(self._route_chosen)
        self.pair = PairBoxes(model, "method", runs_on_two)  # of more instruments, if the method takes two
        self.form = ParameterForm(links=True, folds=True)
        self.form.helpWanted.connect(self._help)
        self.form.changed.connect(self._parameter_changed)
        self.form.refused.connect(self._refused)
        self.reason = Label()
        self.reason.setObjectName("why-not")
        self.reason.setWordWrap(True)
        self.reason.setProperty("class", "warning")
        self.common = CommonAxis(model, model.message.emit, self, "method-common-axis")
        self.shown = RunLine(model, "method-shown-run", only_if_other=True)
        model.datasetsChanged.connect(self._fill)
        for signal in (model.datasetsChanged, model.standardsChanged, model.preprocessingChanged):
            signal.connect(self._show_reason)
        model.currentRunChanged.connect(self._show_used)
        model.resultUpdated.connect(self._show_used)
        body = self._lay_out()
        self._fill()
        return body

    def _lay_out(self) -> QWidget:
        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(self.chooser, 1)
        button = QToolButton()
        button.setDefaultAction(self.reset)
        button.setAutoRaise(True)
        button.setObjectName("reset-button")
        theme.size_icon(button)
        button.setAccessibleName("Reset parameters")
        head.addWidget(button)
        page = named(QToolButton(text="?"), "method-help", "Page of this method",
                     "What this method assumes, when to use it, its equation and source")
        page.setAutoRaise(True)
        page.clicked.connect(partial(self._help, ""))
        head.addWidget(page)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(6)
        column.addWidget(self.summary)
        column.addWidget(self.route)
        column.addWidget(self.pair)
        column.addWidget(self.form)
        column.addWidget(self.source)
        column.addStretch()
        scroll = FormScroll(inside)
        self.run = named(QPushButton("Run"), "run-button", tip="Run the method on the spectra and standards (F5)",
                         look="primary")
        self.run.clicked.connect(self._start)
        self._pause_button = tool_button(self.pause)
        buttons = QHBoxLayout()
        for widget, stretch in ((self.run, 1), (self._pause_button, 0), (tool_button(self.stop), 0)):
            buttons.addWidget(widget, stretch)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(scroll, 1)
        layout.addWidget(self.shown)
        layout.addWidget(self.reason)
        layout.addWidget(self.common.button)
        layout.addLayout(buttons)
        return body

    # -- following ---------------------------------------------------------------------------------------
    def _info(self) -> MethodInfo | None:
        try:
            return method(self._model.state.method)
        except SpectrAlignError:
            return None  # a project of a version with other methods: the reason label says so

    @Slot()
    def _fill(self) -> None:
        self.chooser.fill(any(d.targets is not None and d.targets.known for d in self._model.state.datasets))

    def draw(self) -> None:
        info = self._info()
        name = self._model.state.method
        self.chooser.show_method(plain_name(name))
        self.route.setVisible(bool(route_of(plain_name(name))))
        self.route.setCurrentIndex(int(name == route_of(plain_name(name))))
        self.summary.setText(info.summary if info else "")
        self.source.setText(f"Source: {info.source}" if info else "")
        self.form.build(info.parameters if info else (), self._model.state.method_parameters())
        self._show_used()
        self._show_reason()

    def update_actions(self) -> None:
        paused = self._controller.paused
        self.pause.setEnabled(self._controller.running and not self._controller.stopping)
        self.pause.setChecked(paused)
        self.pause.setText("Con&tinue" if paused else "&Pause")
        self.stop.setEnabled(self._controller.can_stop_as_is)
        self.reset.setEnabled(bool(self._model.state.method_parameters()))

    @Slot()
    def _run_goes_on(self, *_: object) -> None:
        if self.is_built:
            self._show_reason()
        self.update_actions()

    @Slot()
    def _show_reason(self, *_: object) -> None:
        running = self._controller.running
        reason = "" if running else self._controller.why_not()
        apart = "" if running or reason else self._apart()
        self.common.refresh(running or not apart)
        self.reason.setText(reason or apart)
        self.reason.setVisible(bool(reason or apart))
        mine = self.run.hasFocus() or self._pause_button.hasFocus()
        self.update_actions()
        button = self._pause_button if running else self.run
        if mine and (running or not reason):  # else the keyboard goes into some field when the button is greyed out
            button.setEnabled(True)
            button.setFocus()
        self.run.setEnabled(not running and not reason)
        self.run.setText("Paused" if self._controller.paused else "Running …" if running else "Run")

    def _apart(self) -> str:
        """Why the chosen method will refuse the two axes as they are, where one click mends that; "" elsewhere."""
        info = self._info()
        if info is None or "same channels" not in info.needs or not (why := self.common.why()):
            return ""
        return say(Note("method.by_channel", "error", title=info.title, reason=why))

    @Slot()
    def _show_used(self, *_: object) -> None:
        run = self._model.current_run
        same = run is not None and run.method.name == self._model.state.method
        self.form.set_used(run.estimator.chosen_ if run is not None and same else {})

    # -- doing -------------------------------------------------------------------------------------------
    @Slot(str)
    def _chosen(self, name: str) -> None:
        self._model.method_chosen = True
        self._model.change(f"Choose {method(name).title}", self._model.state.with_(method=name))

    @Slot(int)
    def _route_chosen(self, row: int) -> None:
        state = on_route(self._model.state, through_spectra=row == 1)
        self._model.change(f"Choose {method(state.method).title}", state)

    def _step(self, by: int) -> None:
        row = self.chooser.currentIndex() + by
        while 0 <= row < self.chooser.count():
            name = self.chooser.itemData(row, Qt.ItemDataRole.UserRole)
            if name:
                self._chosen(str(name))
                return
            row += by

    @Slot(str, object)
    def _parameter_changed(self, name: str, value: Any) -> None:
        info = self._info()
        if info is None:
            return
        title = next(p.title for p in info.parameters if p.name == name)
        self._model.change(f"Set {title}", self._model.state.with_parameter(name, value),
                           merge_key=f"{info.name}.{name}")

    @Slot(str)
    def _help(self, parameter: str) -> None:
        self.helpRequested.emit(self._model.state.method, parameter)

    @Slot(str)
    def _refused(self, sentence: str) -> None:
        self._model.message.emit(sentence)
        self.reason.setText(sentence)
        self.reason.show()

    def _reset(self) -> None:
        state = self._model.state
        self._model.change("Reset parameters", state.with_(
            parameters={name: values for name, values in state.parameters.items() if name != state.method}))

    @Slot()
    def _start(self) -> None:
        self._controller.start()
