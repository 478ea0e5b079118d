"""The rail at the left: the six workspaces, what each has come to, and the next step of the path."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from .. import theme
from ..widgets.as_written import Label, wrapped
from .goals import Goal, Step
from .plan import ALL, RAIL, WORKSPACES
from .status import MARKS, WORDS, Status, ending

LETTERS, NARROW, TOP = 18, 52, 5
"""Letters of a line that the rail is wide, its width in pixels where it shows signs only, pixels above a name."""


class RailButton(QAbstractButton):
    """One workspace: its sign, name, mark and line.

    Parameters
    ----------
    name : str
        Of the workspace.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.status = name, Status("missing", "", "")
        self.compact = False
        self.setObjectName(f"rail-{name}")
        self.setCheckable(True)
        self.setText(WORKSPACES[name].title if name in WORKSPACES else "All")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._icon = WORKSPACES[name].icon if name in WORKSPACES else "columns"
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_status(self, status: Status, key: str) -> None:
        """Show how far it is; `key` is how to get there."""
        self.status = status
        purpose = WORKSPACES[self.name].purpose if self.name in WORKSPACES else "All docks at once"
        self.setToolTip(wrapped(f"{self.text()} ({key}). {purpose}. {status.detail}".strip()))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(f"{WORDS.get(status.mark, '')}: {status.line}" if status.line else "")
        self.update()

    def shown(self) -> str:
        """The line as it stands on the screen."""
        return QFontMetrics(self._small()).elidedText(self.status.line, Qt.TextElideMode.ElideMiddle,
                                                      self._line_width())

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(0.9 * font.pointSizeF())
        return font

    def _line_width(self) -> int:
        return self.width() - 10 - self._sign() - 8 - 4

    def _sign(self) -> int:
        return self.fontMetrics().height()

    def sizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        if self.compact:
            return QSize(self.narrow(), line + 16)
        lines = 2 if self.name != ALL else 1
        return QSize(LETTERS * self.fontMetrics().averageCharWidth() + self._sign() + 20, lines * line + 2 * TOP)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.narrow(), self.sizeHint().height())

    def narrow(self) -> int:
        """Width that sign and mark need, whatever the size of the text."""
        return max(NARROW, 14 + 2 * self._sign())

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, line = theme.current(), self.fontMetrics().height()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.fillRect(self.rect(), QColor(colours.accent_soft))
        if self.isChecked():
            painter.fillRect(QRect(0, 0, 3, self.height()), QColor(colours.accent))
        if self.hasFocus() and self.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
            painter.setPen(QPen(QColor(colours.accent)))
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))
        sign = self._sign()
        theme.icon(self._icon).paint(painter, QRect(QPoint(10, TOP), QSize(sign, sign)))
        mark = MARKS.get(self.status.mark, "") if self.status.line else ""
        colour = {"done": colours.good, "warning": colours.warning}.get(self.status.mark, colours.muted)
        font = self.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        right = QRect(self.width() - sign - 5, TOP, sign, line)
        if self.compact:
            painter.drawText(QRect(10 + sign, TOP, sign, line), Qt.AlignmentFlag.AlignCenter, mark)
            return
        painter.drawText(right, Qt.AlignmentFlag.AlignCenter, mark)
        painter.setPen(QColor(colours.text))
        x = 10 + sign + 8
        painter.drawText(QRect(x, TOP, right.left() - x, line), Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.setFont(self._small())
        painter.setPen(QColor(colours.muted if self.status.mark != "warning" else colours.warning))
        painter.drawText(QRect(x, TOP + line, self._line_width(), line), Qt.AlignmentFlag.AlignVCenter, self.shown())


class Rail(QWidget):
    """Six workspaces, "All", and what comes next.

    Signals
    -------
    chosen(str)
        Name of a workspace.
    stepWanted
        The next step of the path.
    goalsWanted
        The first page, to want something else.
    """

    chosen = Signal(str)
    stepWanted = Signal()
    goalsWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName("Workspaces")
        self.compact = False
        self.buttons = {name: RailButton(name, self) for name in (*RAIL, ALL)}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 6)
        column.setSpacing(0)
        for name, button in self.buttons.items():
            if name == ALL:
                column.addSpacing(6)
            column.addWidget(button)
            button.clicked.connect(partial(self.chosen.emit, name))
        column.addStretch(1)
        self.goal = QToolButton()
        self.goal.setObjectName("rail-goal")
        self.goal.setAutoRaise(True)
        self.goal.setProperty("class", "flat")
        self.goal.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.goal.clicked.connect(self.goalsWanted)
        self.wanted, self.says = Label(), Label()
        for label, name in ((self.wanted, "wanted"), (self.says, "says")):
            label.setObjectName(f"rail-{name}")
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.wanted.setProperty("class", "dock-title")
        self.next = QPushButton()
        self.next.setObjectName("rail-next")
        self.next.setProperty("class", "primary")
        self.next.setStyleSheet("padding-left: 3px; padding-right: 3px")
        self.next.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.next.clicked.connect(self.stepWanted)
        self._foot = foot = QVBoxLayout()
        foot.setContentsMargins(8, 6, 8, 2)
        foot.setSpacing(4)
        for widget in (self.wanted, self.says, self.next, self.goal):
            foot.addWidget(widget)
        column.addLayout(foot)
        theme.follow(self._looks)

    @Slot()
    def _looks(self) -> None:
        self.set_compact(self.compact)

    def set_compact(self, compact: bool) -> None:
        """Signs and marks only, or names and lines too."""
        self.compact = compact
        for button in self.buttons.values():
            button.compact = compact
            button.updateGeometry()
        self.setFixedWidth(self.buttons[RAIL[0]].sizeHint().width())
        self._fit()
        self._foot.setContentsMargins(*((3, 6, 3, 2) if compact else (8, 6, 8, 2)))
        self._name_buttons()

    def minimumSizeHint(self) -> QSize:
        """The window may be lower than all of it: then what is said of the next step goes first."""
        return QSize(NARROW, 100)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Say what comes next where there is room; its button says it too."""
        width = self.width() - 16
        buttons = sum(b.sizeHint().height() for b in self.buttons.values())
        last = self.next.sizeHint().height() + self.goal.sizeHint().height() + 30
        room = self.height() - buttons - last
        for label in (self.says, self.wanted):
            need = label.heightForWidth(width) + 4
            label.setVisible(not self.compact and need <= room)
            room -= need

    def show_known(self, statuses: Mapping[str, Status], here: str, goal: Goal, step: Step | None) -> None:
        """Show how far every workspace is, which one is open, and what comes next."""
        for number, name in enumerate((*RAIL, ALL), start=1):
            button = self.buttons[name]
            button.setChecked(name == here)
            button.show_status(statuses.get(name, Status("", "", "")), f"Ctrl+{number}")
        self.wanted.setText(goal.question)
        self.says.setText(step.title if step is not None else ending(statuses))
        self.says.setToolTip(wrapped(self.says.text()))
        self.next.setProperty("step", step.button if step is not None else "")
        self.next.setEnabled(step is not None)
        self.next.setToolTip(wrapped(f"Next: {step.title} (F8)") if step is not None else "Every step is done")
        self._name_buttons()
        self._fit()

    def _name_buttons(self) -> None:
        text = str(self.next.property("step") or "")
        self.next.setText("▸" if self.compact else text or "Done")
        self.next.setAccessibleName(f"Next step: {text or 'done'}")
        self.goal.setText("?" if self.compact else "Something else…")
        self.goal.setAccessibleName("Want something else")
        self.goal.setToolTip("Back to the first page: What do you want?")
