"""The widgets of the Suggest dock, and how they stand in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from ...presenters.strategies import STRATEGIES
from ..actions import tool_button
from ..dock import Dock
from ..widgets import FlowLayout, ShortBox, quiet_table
from ..widgets.as_written import Label
from .barred import BarredList
from .curve import BenefitPlot
from .fields import BudgetFields, CoverButton
from .table import SCORE, WHY, BarDelegate, SharesDelegate, SuggestionModel


class Furnishing(Dock):
    """What of the Suggest dock makes its widgets; the actions and the table's model are there already."""

    suggest: QAction
    bar_out: QAction
    export: QAction
    came_back: QAction
    benefit: QAction
    table: SuggestionModel

    def _make_fields(self) -> None:
        self.strategy = QComboBox()
        self.strategy.setObjectName("suggest-strategy")
        self.strategy.setAccessibleName("Strategy")
        self.strategy.setToolTip("How the samples are chosen")
        for name, title, tip in STRATEGIES:
            self.strategy.addItem(title, name)
            self.strategy.setItemData(self.strategy.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.strategy.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.strategy.setMinimumContentsLength(16)  # the first one with its sign
        self.budget = BudgetFields()
        self.count = self.budget.count
        self.cover = CoverButton()
        self.round = ShortBox()
        self.round.setObjectName("suggest-round")
        self.round.setAccessibleName("Round")
        self.round.setToolTip("Earlier suggestions; the project keeps them")
        self.round.setPlaceholderText("No round yet")
        self.view = quiet_table(self.table, "suggest-table", "Suggested samples, best first", single=False)
        self.view.setItemDelegateForColumn(SCORE, BarDelegate(self.view))
        self.view.setItemDelegateForColumn(WHY, SharesDelegate(self.view))
        self.view.setToolTip("Choose samples to see where they are in the spectra and the embedding; "
                             "Ctrl+A chooses all")
        self.order = Label()
        self.order.setObjectName("suggest-order")
        self.order.setWordWrap(True)
        self.order.setProperty("class", "muted")
        self.note = Label()
        self.note.setObjectName("suggest-note")
        self.note.setWordWrap(True)
        self.note.setProperty("class", "muted")
        self.barred = BarredList(self._model)
        self.curve = BenefitPlot()
        self.curve.hide()
        self.verdict = Label()
        self.verdict.setObjectName("suggest-verdict")
        self.verdict.setWordWrap(True)
        self.outdated = Label()
        self.outdated.setObjectName("suggest-outdated")
        self.outdated.setWordWrap(True)
        self.outdated.setProperty("class", "warning")
        self.outdated.hide()
        self.verdict.hide()
        self.same = Label()
        self.same.setObjectName("suggest-same-names")
        self.same.setWordWrap(True)
        self.same.setProperty("class", "warning")
        self.match = QPushButton("Match by name")
        self.match.setObjectName("suggest-match-names")
        self.match.setToolTip("Mark the samples that have the same name on several instruments as standards; it can be "
                              "undone")
        self.match.clicked.connect(self._match_names)

    def _match_names(self, *_: object) -> None:
        raise NotImplementedError

    def _lay_out(self) -> QWidget:
        go = QPushButton("Suggest")
        go.setObjectName("suggest-button")
        go.setProperty("class", "primary")
        go.setToolTip(self.suggest.toolTip())
        go.clicked.connect(self.suggest.trigger)
        go.setEnabled(self.suggest.isEnabled())
        self.suggest.changed.connect(lambda: go.setEnabled(self.suggest.isEnabled()))
        fields = FlowLayout(spacing=6)
        label = Label("Choose")
        label.setBuddy(self.strategy)
        for part in (label, self.strategy, self.cover):
            fields.addWidget(part)
        self.budget.end_with(go)
        tools = QHBoxLayout()
        tools.setSpacing(2)
        tools.addWidget(self.round, 1)
        for action in (self.bar_out, self.export, self.came_back, self.benefit):
            tools.addWidget(tool_button(action, self))
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.view)
        split.addWidget(self.curve)
        split.setChildrenCollapsible(False)
        split.setStretchFactor(0, 1)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        first = QHBoxLayout()
        first.addWidget(self.same, 1)
        first.addWidget(self.match)
        layout.addLayout(first)
        layout.addLayout(fields)
        layout.addWidget(self.budget)
        layout.addLayout(tools)
        layout.addWidget(self.order)
        layout.addWidget(split, 1)
        layout.addWidget(self.verdict)
        layout.addWidget(self.outdated)
        layout.addWidget(self.barred)
        layout.addWidget(self.note)
        return body
