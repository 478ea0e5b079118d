"""Sliders that move the embedding while they are dragged."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from PySide6.QtCore import QElapsedTimer, QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtWidgets import (
    QDockWidget,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...core.monitor import Monitor
from ...core.parameters import Parameter
from ...session.run import RunResult
from ...session.run.live_embedding import LiveRange, live_ranges, resolved
from ..plots.latest import Latest
from ..state import AppModel, Redraw, RunController
from ..widgets import named
from ..widgets.as_written import Label, as_written

STEPS = 400
ROOMY = 440
"""Height of the dock from which the sliders are shown without being asked for."""
PATIENCE = 500
"""Milliseconds after which a solution for an older position of the slider is given up for the newest."""


class ExplorePanel(QWidget):
    """Live parameters of the shown run: dragging a slider solves the small problem again.

    The run keeps its data, factors and pairs; "Keep" puts the values into the method's form for the next run,
    "Back" returns to what the run was started with.
    """

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("explore")
        self.setAccessibleName("Explore: live parameters")
        self._model = model
        self._redraw = Redraw(model.turns, parent) if isinstance(parent, QDockWidget) else None
        self._latest = Latest(controller.jobs, self)
        self._latest.done.connect(self._solved)
        self._latest.failed.connect(self._refused)
        self._origin: RunResult | None = None
        self._mine: RunResult | None = None
        self._changes: dict[str, Any] = {}
        self._ranges: list[LiveRange] = []
        self._made: list[Parameter] = []
        self.sliders: dict[str, QSlider] = {}
        self._values: dict[str, QLabel] = {}
        self._clock = QElapsedTimer()
        self._soon = QTimer(self, singleShot=True, interval=15)
        self._soon.timeout.connect(self._submit)
        self.message = named(Label(parent=self), "explore-message", look="muted")
        self.message.setWordWrap(True)
        self.keep = named(QPushButton("Keep", self), "explore-keep",
                          tip="Take these values over into the method's form, for the next run")
        self.keep.clicked.connect(self._keep_values)
        self.back = named(QPushButton("Back", self), "explore-back", tip="Return to the values the run was made with")
        self.back.clicked.connect(self._go_back)
        self.fold = QToolButton(self)
        self.fold.setObjectName("explore-fold")
        self.fold.setText("Explore")
        self.fold.setToolTip("Show or hide the sliders that move the result while you drag them")
        self.fold.setCheckable(True)
        self.fold.setChecked(True)
        self.fold.clicked.connect(self._folded_by_hand)
        self.fold.setAutoRaise(True)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setArrowType(Qt.ArrowType.DownArrow)
        self.fold.toggled.connect(self._folded)
        self._by_hand = False
        self._sliders_box = QWidget(self)
        buttons = QHBoxLayout()
        buttons.addWidget(self.fold)
        buttons.addWidget(self.message, 1)
        buttons.addStretch()
        buttons.addWidget(self.back)
        buttons.addWidget(self.keep)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(4, 2, 8, 4)
        outer.setSpacing(2)
        outer.addLayout(buttons)
        outer.addWidget(self._sliders_box)
        model.currentRunChanged.connect(self._run_changed)
        model.resultUpdated.connect(self._updated)
        self._run_changed(model.current_run)

    @Slot(bool)
    def _folded(self, shown: bool) -> None:
        self._sliders_box.setVisible(shown)
        self.message.setVisible(shown)
        self._enable_buttons()
        self.fold.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)

    @Slot()
    def _folded_by_hand(self) -> None:
        self._by_hand = True

    def suit(self, height: int) -> None:
        """In a low dock the plot needs the room, so the sliders are folded away until somebody wants them."""
        if not self._by_hand and height > 0:
            self.fold.setChecked(height >= ROOMY)

    # -- building ----------------------------------------------------------------------------------------
    @Slot(object)
    def _run_changed(self, result: RunResult | None) -> None:
        self._latest.drop_waiting()
        self._soon.stop()
        self._origin, self._mine, self._changes = result, None, {}
        self._ranges = live_ranges(result) if result is not None else []
        if self._redraw is None:
            self._rebuild()
        else:
            self._redraw.ask(self._rebuild)

    @Slot(object)
    def _updated(self, result: RunResult) -> None:
        if result is not self._mine:
            self._run_changed(result)

    def _rebuild(self) -> None:
        if self._made != [r.parameter for r in self._ranges]:
            self._make_rows()
        for r in self._ranges:
            slider = self.sliders[r.parameter.name]
            with QSignalBlocker(slider):
                slider.setRange(*((int(r.low), int(r.high)) if r.whole else (0, STEPS)))
                slider.setPageStep(1 if r.whole else STEPS // 20)
                slider.setValue(to_slider(r, r.value))
            self._values[r.parameter.name].setText(shown(r.value))
        if self._origin is None:
            text = "After a run its parameters can be moved here."
        elif not self._ranges:
            text = f"{self._origin.method.title} has nothing that can be moved without a new run."
        else:
            text = "Drag: the result follows."
        self.message.setText(text)
        self._enable_buttons()

    def _make_rows(self) -> None:
        """A slider for each parameter, in a box of their own: shown one by one each would lay out the window anew."""
        old, self._sliders_box = self._sliders_box, QWidget()
        grid = QGridLayout(self._sliders_box)
        grid.setColumnStretch(1, 1)
        grid.setContentsMargins(4, 0, 0, 0)
        grid.setVerticalSpacing(2)
        self.sliders.clear()
        self._values.clear()
        self._made = [r.parameter for r in self._ranges]
        for row, r in enumerate(self._ranges):
            p = r.parameter
            label = Label(p.title, self._sliders_box)
            slider = named(QSlider(Qt.Orientation.Horizontal, self._sliders_box), f"explore-{p.name}", p.title, p.help)
            label.setToolTip(as_written(p.help))
            label.setBuddy(slider)
            value = Label(parent=self._sliders_box)
            value.setObjectName(f"explore-{p.name}-value")
            value.setMinimumWidth(56)
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            slider.valueChanged.connect(partial(self._moved, p.name))
            for column, widget in enumerate((label, slider, value)):
                grid.addWidget(widget, row, column)
            self.sliders[p.name], self._values[p.name] = slider, value
        if not self.fold.isChecked():
            self._sliders_box.hide()
        self.layout().replaceWidget(old, self._sliders_box)
        old.hide()
        old.deleteLater()

    def _enable_buttons(self) -> None:
        for button in (self.keep, self.back):
            button.setVisible(bool(self._ranges) and (self.fold.isChecked() or bool(self._changes)))
            button.setEnabled(bool(self._changes))

    # -- moving ------------------------------------------------------------------------------------------
    @Slot(str, int)
    def _moved(self, name: str, position: int) -> None:
        r = next((r for r in self._ranges if r.parameter.name == name), None)
        if r is None:  # of a run that is shown no more; the sliders are about to be made anew
            return
        value = from_slider(r, position)
        self._values[name].setText(shown(value))
        self._changes[name] = value
        self._enable_buttons()
        if not self._soon.isActive():
            self._soon.start()

    @Slot()
    def _submit(self) -> None:
        origin, changes = self._origin, dict(self._changes)
        if origin is None:
            return
        if self._latest.busy and self._clock.elapsed() > PATIENCE:
            self._latest.cancel()
        self._clock.start()

        def work(monitor: Monitor) -> tuple[RunResult, RunResult]:
            return origin, resolved(origin, changes, monitor)

        self._latest.submit(work)

    @Slot(object)
    def _solved(self, answer: tuple[RunResult, RunResult]) -> None:
        origin, result = answer
        if origin is not self._origin or not self._changes:
            return  # another run is shown by now
        self._mine = result
        self.message.setText(f"Solved again in {max(self._clock.elapsed(), 1)} ms.")
        self._model.update_current(result)

    @Slot(str)
    def _refused(self, sentence: str) -> None:
        self.message.setText(sentence)

    @property
    def busy(self) -> bool:
        """Whether a value still has to be solved for."""
        return self._soon.isActive() or self._latest.busy

    # -- buttons -----------------------------------------------------------------------------------------
    @Slot()
    def _keep_values(self) -> None:
        if self._origin is None or not self._changes:
            return
        method = self._origin.state.method
        state = self._model.state.with_(method=method)
        values = state.method_parameters(method)
        gone = {n for p in self._origin.method.parameters if p.name in self._changes for n in p.excludes}
        values = {k: v for k, v in values.items() if k not in gone} | self._changes
        self._model.change("Keep explored values", state.with_(parameters={**state.parameters, method: values}))
        self.message.setText("The next run starts with these values.")

    @Slot()
    def _go_back(self) -> None:
        origin = self._origin
        if origin is None:
            return
        self._latest.drop_waiting()
        self._soon.stop()
        self._changes = {}
        self._mine = origin
        self._model.update_current(origin)
        self._rebuild()


def to_slider(r: LiveRange, value: float) -> int:
    """Slider position of a value."""
    if r.whole:
        return round(value)
    if r.logarithmic:
        share = math.log(value / r.low) / math.log(r.high / r.low) if r.high > r.low else 0.0
    else:
        share = (value - r.low) / (r.high - r.low)
    return round(min(max(share, 0.0), 1.0) * STEPS)


def from_slider(r: LiveRange, position: int) -> float | int:
    """Value at a slider position."""
    if r.whole:
        return int(position)
    share = position / STEPS
    value = r.low * (r.high / r.low) ** share if r.logarithmic else r.low + share * (r.high - r.low)
    return float(f"{value:.4g}")


def shown(value: float) -> str:
    """Value as text."""
    return f"{value:.4g}"
