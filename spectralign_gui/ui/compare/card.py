"""The verdict card: what to do, how sure that is, what it costs; before a comparison, the three ways to compare."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ...presenters.judgement import Judgement
from ..widgets import FlowLayout, named
from ..widgets.as_written import Label, as_written
from .presets import PRESETS

ROWS = (("doubted", "Its result"), ("sure", "How sure"), ("advice", "Transfer?"), ("cost", "What it costs"),
        ("errors", "RMSEP"))


class VerdictCard(QFrame):
    """Shows a `Judgement`.

    Signals
    -------
    presetWanted(str)
        A way to compare was chosen.
    """

    presetWanted = Signal(str)

    def __init__(self, use: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("compare-card")
        self.setAccessibleName("What the comparison says")
        self.setProperty("class", "card-frame")
        self.judgement: Judgement | None = None
        self.do = Label()
        self.do.setObjectName("card-do")
        self.do.setWordWrap(True)
        self.do.setTextFormat(Qt.TextFormat.PlainText)
        self.do.setProperty("class", "card-title")
        self.rows: dict[str, tuple[Label, Label]] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 8, 12, 8)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        grid.addWidget(self.do, 0, 0, 1, 2)
        for row, (name, title) in enumerate(ROWS, start=1):
            head, text = Label(title), Label()
            head.setProperty("class", "muted")
            text.setObjectName(f"card-{name}")
            text.setWordWrap(True)
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(head, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, row, 1)
            self.rows[name] = head, text
        grid.setColumnStretch(1, 1)
        self.use = named(QPushButton("Use and predict"), "card-use", tip="Make the recommended method the current "
                         "result, fitted to all standards (held-out ones too), and predict B's samples with it. Its "
                         "error is the one of this comparison.", look="primary")
        self.use.clicked.connect(use)
        grid.addWidget(self.use, 0, 2, 2, 1, Qt.AlignmentFlag.AlignTop)
        self.ways = QWidget()
        ways = QVBoxLayout(self.ways)
        ways.setContentsMargins(0, 4, 0, 0)
        line = FlowLayout(spacing=8)
        for preset in PRESETS.values():
            button = named(QPushButton(preset.title), f"card-preset-{preset.name}", tip=preset.text,
                           look="primary" if preset.name == "quick" else "")
            button.clicked.connect(partial(self.presetWanted.emit, preset.name))
            line.addWidget(button)
        ways.addLayout(line)
        grid.addWidget(self.ways, len(ROWS) + 1, 0, 1, 3)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.show_nothing("")

    def show_nothing(self, why: str) -> None:
        """Nothing was compared yet, or nothing can be (`why`)."""
        self.judgement = None
        self.do.setText(why or "Which method predicts B's samples best?")
        self._rows(())
        self.use.hide()
        self.ways.setVisible(not why)

    def show_busy(self) -> None:
        """A comparison is under way."""
        self.judgement = None
        self.do.setText("Being compared; the table fills while the methods are tested.")
        self._rows(())
        self.use.hide()
        self.ways.hide()

    def show_judgement(self, judgement: Judgement) -> None:
        """What was found."""
        self.judgement = judgement
        self.do.setText(judgement.do)
        self._rows([name for name, _ in ROWS if getattr(judgement, name)])
        for name, (_, text) in self.rows.items():
            text.setText(getattr(judgement, name))
        single = f". A single predicted value lies within {judgement.single}, as Predict shows it"
        self.rows["errors"][1].setToolTip(as_written(
            "Root mean square error of prediction (RMSEP), the mean over the repeats"
            + (single if judgement.single else "")))
        self.use.setVisible(bool(judgement.best) and judgement.usable)
        self.ways.hide()

    def _rows(self, shown: object) -> None:
        for name, labels in self.rows.items():
            for label in labels:
                label.setVisible(name in shown)  # type: ignore[operator]

    def minimumSizeHint(self) -> QSize:
        return QSize(200, super().minimumSizeHint().height())
