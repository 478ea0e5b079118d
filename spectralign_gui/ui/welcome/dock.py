"""The first page: *What do you want?*, files opened lately, and sample spectra to try it with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ...shipped import SAMPLE_SETS
from .. import theme
from ..dock import Dock
from ..widgets import ElidedButton, FlowLayout, named, scrolled_down
from ..widgets.as_written import Label, wrapped
from ..workspaces import GOALS, Goal

RECENT = 5
LETTERS = 42
"""Letters that a question and its sentence are wide at least; as many columns as have room, three at most."""


class GoalCard(QPushButton):
    """One answer: sign, question, one sentence."""

    def __init__(self, goal: Goal, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.goal = goal
        self.setObjectName(f"goal-{goal.name}")
        self.setProperty("class", "card")
        self.setCheckable(True)
        self.setAccessibleName(goal.question)
        self.setAccessibleDescription(goal.text)
        self.setToolTip(wrapped(goal.text))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.sign, self.question, self.sentence = Label(), Label(goal.question), Label(goal.text)
        self.question.setProperty("class", "card-title")
        self.sentence.setProperty("class", "muted")
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 10, 12, 10)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(3)
        for label in (self.question, self.sentence):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        for label in (self.sign, self.question, self.sentence):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        grid.addWidget(self.sign, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.question, 0, 1)
        grid.addWidget(self.sentence, 1, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(1, 1)
        theme.follow(self._looks)
        self._looks()

    @Slot()
    def _looks(self) -> None:
        side = int(1.4 * self.fontMetrics().height())
        self.sign.setPixmap(theme.icon(self.goal.icon).pixmap(QSize(side, side)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return layout.heightForWidth(width) if layout is not None else super().heightForWidth(width)

    def sizeHint(self) -> QSize:
        width = LETTERS * self.fontMetrics().averageCharWidth()
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(self.width(), 120)))


class Cards(QWidget):
    """The answers in one, two or three columns."""

    def __init__(self, cards: Sequence[QWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards, self._columns = list(cards), 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(10)
        self._arrange(3)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self._cards):
            self._grid.addWidget(card, number // columns, number % columns)
        for column in range(3):
            self._grid.setColumnStretch(column, int(column < columns))

    def _fit(self) -> None:
        letter = self.fontMetrics().averageCharWidth()
        self._arrange(min(max(self.width() // (LETTERS * letter), 1), 3))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()


class WelcomeDock(Dock):
    """The first page.

    Signals
    -------
    goalChosen(str)
        What the user wants: a name in `workspaces.GOALS`.
    sampleRequested(str), recentRequested(str)
        What to open.
    actionRequested(str)
        Object name of an action to trigger.
    """

    title = "Start"
    dock_name = "welcome"
    area = "centre"
    icon_name = "help"
    help_page = "guide/first-steps.md"
    purpose = "Say what you want, open files opened lately, or try sample spectra"

    goalChosen = Signal(str)
    sampleRequested = Signal(str)
    recentRequested = Signal(str)
    actionRequested = Signal(str)

    def prepare(self) -> None:
        self._goal = ""
        self._paths: tuple[str, ...] = ()

    def build(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(20, 12, 20, 12)
        column.setSpacing(10)
        heading = named(Label("What do you want?"), "welcome-heading", look="title")
        intro = Label("A is the instrument whose data and models you have; B is the other one. The answer opens the "
                       "page where the work begins; the rail at the left leads on and shows what is done.")
        intro.setWordWrap(True)
        intro.setProperty("class", "muted")
        self.cards = {name: GoalCard(goal) for name, goal in GOALS.items()}
        for name, card in self.cards.items():
            card.clicked.connect(partial(self._chosen, name))
        column.addWidget(heading)
        column.addWidget(intro)
        column.addWidget(Cards(list(self.cards.values())))
        column.addLayout(self._files())
        self.recent_title = Label("Opened lately")
        self.recent_title.setProperty("class", "heading")
        self.recent = QVBoxLayout()
        self.recent.setSpacing(0)
        column.addWidget(self.recent_title)
        column.addLayout(self.recent)
        column.addStretch()
        return scrolled_down(inside)

    def draw(self) -> None:
        for known, card in self.cards.items():
            card.setChecked(known == self._goal)
        self._list_recent()

    def _files(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(4)
        title = Label("Or open files, or try it with sample spectra")
        title.setProperty("class", "heading")
        title.setWordWrap(True)
        column.addWidget(title)
        line = FlowLayout(spacing=6)
        opens = named(QPushButton("Open spectra or project…"), "welcome-open",
                      tip="Load the spectra of one or several instruments, or a project (Ctrl+O)")
        opens.clicked.connect(partial(self.actionRequested.emit, "open"))
        line.addWidget(opens)
        for name, (text, _, _, _, sentence) in SAMPLE_SETS.items():
            button = named(QPushButton(text), f"welcome-sample-{name}", tip=sentence)
            button.clicked.connect(partial(self.sampleRequested.emit, name))
            line.addWidget(button)
        column.addLayout(line)
        return column

    def _chosen(self, name: str) -> None:
        self.show_goal(name)
        self.goalChosen.emit(name)

    def show_goal(self, name: str) -> None:
        """Mark what the user wants; "" for nothing yet."""
        self._goal = name
        if self.is_built:
            self.draw()

    def show_recent(self, paths: Sequence[str]) -> None:
        """List files opened lately."""
        self._paths = tuple(paths)
        if self.is_built:
            self._list_recent()

    def _list_recent(self) -> None:
        while self.recent.count():
            widget = self.recent.takeAt(0).widget()
            if widget is not None:
                widget.deleteLater()
        for number, path in enumerate(self._paths[:RECENT], start=1):
            button = named(ElidedButton(f"{Path(path).name}   –   {Path(path).parent}"), f"welcome-recent-{number}",
                           tip=f"Open {path}")
            button.setAutoRaise(True)
            button.clicked.connect(partial(self.recentRequested.emit, path))
            self.recent.addWidget(button)
        self.recent_title.setVisible(bool(self._paths))
