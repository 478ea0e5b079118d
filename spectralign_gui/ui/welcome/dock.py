"""Welcome dock: open, recent, examples, and the guided path that drives the real docks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...shipped import SAMPLE_SETS
from .. import theme
from ..dock import Dock
from ..state import AppModel, RunController
from ..widgets import ElidedButton, ElidedLabel, FlowLayout, scrolled_down
from ..widgets.as_written import Label, as_written, wrapped
from .steps import STEPS, GuideStep

RECENT = 5


class StepRow(QFrame):
    """One step: its number or ✓, what to do, what has been reached, its button."""

    def __init__(self, number: int, step: GuideStep, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step, self._number = step, number
        self.mark = Label(str(number))
        self.mark.setObjectName(f"guide-mark-{number}")
        self.mark.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.mark.setFixedWidth(28)
        title = Label(f"<b>{escape(step.title)}</b>", rich=True)
        title.setWordWrap(True)
        self.reached = ElidedLabel("", 260)
        self.reached.setObjectName(f"guide-reached-{number}")
        self.reached.setProperty("class", "good")
        self.text = Label(step.text)  # shown for the next step only, so that all five are in sight
        self.text.setObjectName(f"guide-text-{number}")
        self.text.setWordWrap(True)
        self.text.setProperty("class", "muted")
        title.setToolTip(wrapped(step.text))
        self.button = QPushButton(step.button)
        self.button.setObjectName(f"guide-button-{number}")
        self.button.setToolTip(as_written(step.title))
        self.show_dock = QToolButton(text="Show where")
        self.show_dock.setObjectName(f"guide-show-{number}")
        self.show_dock.setToolTip("Bring the dock in which this is done to the front")
        self.show_dock.setAutoRaise(True)
        buttons = FlowLayout(spacing=6)
        for part in (self.button, self.show_dock, self.reached):
            buttons.addWidget(part)
        column = QVBoxLayout()
        column.setSpacing(2)
        for part in (title, self.text):
            column.addWidget(part)
        column.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 4)
        row.addWidget(self.mark)
        row.addLayout(column, 1)

    def show_state(self, reached: str, is_next: bool, possible: bool) -> None:
        """Show what has been reached, and whether this is what comes next."""
        colours = theme.current()
        self.mark.setText("✓" if reached else "▸" if is_next else str(self._number))
        self.mark.setAccessibleName("done" if reached else "next" if is_next else "later")
        colour = colours.good if reached else colours.accent if is_next else colours.muted
        self.mark.setStyleSheet(f"color: {colour}; font-size: 15pt; font-weight: 600")
        self.reached.setText(reached)
        self.text.setVisible(is_next)
        self.button.setEnabled(possible)
        self.button.setProperty("class", "primary" if is_next else "")
        self.button.style().unpolish(self.button)
        self.button.style().polish(self.button)


class WelcomeDock(Dock):
    """The first page, and a guide later on.

    Signals
    -------
    openRequested, sampleRequested(str), recentRequested(str)
        What to open.
    actionRequested(str), dockRequested(str)
        Object name of an action to trigger; name of a dock to bring to the front.
    """

    title = "Guide"
    dock_name = "welcome"
    area = "centre"
    icon_name = "help"
    purpose = "Open files, examples, and the path to a transferred calibration step by step"
    help_page = "guide/first-steps.md"

    openRequested = Signal()
    sampleRequested = Signal(str)
    recentRequested = Signal(str)
    actionRequested = Signal(str)
    dockRequested = Signal(str)

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(model, controller, parent)
        self.rows = [StepRow(k, step) for k, step in enumerate(STEPS, start=1)]
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 12, 12, 12)
        column.setSpacing(8)
        heading = Label("Transfer a calibration")
        heading.setProperty("class", "title")
        heading.setWordWrap(True)
        intro = Label("Make spectra of a second instrument usable with the data and models of the first. Five steps; "
                       "each happens in the window around this page.")
        intro.setWordWrap(True)
        column.addWidget(heading)
        column.addWidget(intro)
        for row in self.rows:
            column.addWidget(row)
            row.button.clicked.connect(partial(self._press, row.step))
            row.show_dock.clicked.connect(partial(self.dockRequested.emit, row.step.dock))
        column.addSpacing(8)
        column.addLayout(self._examples())
        self.recent_title = Label("Opened lately")
        self.recent_title.setProperty("class", "heading")
        self.recent = QVBoxLayout()
        self.recent.setSpacing(0)
        column.addWidget(self.recent_title)
        column.addLayout(self.recent)
        column.addStretch()
        self.setWidget(scrolled_down(inside))
        self.show_recent(())
        for signal in (model.datasetsChanged, model.standardsChanged, model.runsChanged, model.currentRunChanged,
                       controller.started, controller.idle, theme.signals().changed):
            signal.connect(self._update)
        self._update()

    def _examples(self) -> QVBoxLayout:
        column = QVBoxLayout()
        title = Label("Or try it with sample spectra")
        title.setProperty("class", "heading")
        column.addWidget(title)
        grid = QGridLayout()
        grid.setVerticalSpacing(2)
        for row, (name, (text, _, _, _, sentence)) in enumerate(SAMPLE_SETS.items()):
            button = QPushButton(text)
            button.setObjectName(f"welcome-sample-{name}")
            button.setToolTip(as_written(sentence))
            button.clicked.connect(partial(self.sampleRequested.emit, name))
            label = Label(sentence)
            label.setWordWrap(True)
            label.setProperty("class", "muted")
            grid.addWidget(button, row, 0)
            grid.addWidget(label, row, 1)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        return column

    def show_recent(self, paths: Sequence[str]) -> None:
        """List files opened lately."""
        while self.recent.count():
            widget = self.recent.takeAt(0).widget()
            if widget is not None:
                widget.deleteLater()
        for number, path in enumerate(paths[:RECENT], start=1):
            button = ElidedButton(f"{Path(path).name}   –   {Path(path).parent}")
            button.setObjectName(f"welcome-recent-{number}")
            button.setToolTip(as_written(f"Open {path}"))
            button.setAutoRaise(True)
            button.clicked.connect(partial(self.recentRequested.emit, path))
            self.recent.addWidget(button)
        self.recent_title.setVisible(bool(paths))

    def _press(self, step: GuideStep) -> None:
        if step.dock:
            self.dockRequested.emit(step.dock)
        self.actionRequested.emit(step.action)

    @Slot()
    def _update(self) -> None:
        reached = [row.step.done(self._model) for row in self.rows]
        first = next((k for k, words in enumerate(reached) if not words), -1)
        two, any_standard = len(self._model.state.datasets) >= 2, bool(self._model.state.standards)
        possible = (True, two, any_standard, not self._controller.why_not(), self._model.current_run is not None)
        for k, row in enumerate(self.rows):
            row.show_state(reached[k], k == first, possible[k])
