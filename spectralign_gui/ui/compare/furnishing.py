"""The widgets of the Compare dock, and how they stand in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ..actions import tool_button
from ..common_axis import CommonAxis
from ..dock import Dock
from ..pair import PairBoxes
from ..widgets import FlowLayout, FoldOut, FormScroll, OneLineLabel, named, quiet_table
from ..widgets.as_written import Label
from .bars import BarDelegate
from .card import VerdictCard
from .columns import Columns
from .notes_button import NotesButton
from .parts import named_box, named_label
from .plots import ComparePlots
from .preset_line import PresetLine
from .results import METHOD, ResultModel
from .searching import AutomaticSearch
from .settings import SettingsForm
from .words import EXPLAIN


class Furnishing(Dock):
    """What of the Compare dock makes its widgets; the actions are there already."""

    start: QAction
    stop: QAction
    use: QAction
    use_best: QAction
    save: QAction
    remedy: CommonAxis
    results: ResultModel

    def _furnish(self) -> QWidget:
        self.form = SettingsForm(self)
        self.form.setMinimumWidth(190)
        self.table = quiet_table(self.results, "compare-table", "Compared methods", tip="The methods with their errors "
                                 "on test samples, best first; click a line, or press Enter on it, to make it the "
                                 "current result")
        self.table.setWordWrap(False)
        self._bars = BarDelegate(self.table)
        for column in range(METHOD + 1, METHOD + 40):
            self.table.setItemDelegateForColumn(column, self._bars)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.search = AutomaticSearch(self._model, self._controller, self)
        self.tried = self.search.page
        self.plots = ComparePlots(self._model, self._controller, self, self.tried)
        self.views, self.tabs = self.plots.views, self.plots
        self._furnish_setup()
        self.figures = named_label(Label(), "figures", "Figures of the chosen method", (
            "On B's test samples. The first RMSEP is the mean over the repeats, as in the table; all other figures are "
            "of the predictions of all repeats taken together, so that RMSEP² is about SEP² + bias². SEP: spread of "
            "the errors about the bias; slope of predicted on measured; RPD and RPIQ: spread of the measured values "
            "in RMSEPs"))
        self.card = VerdictCard(self.use_best.trigger)
        self.columns = Columns(self._head(), FormScroll(self.form), self.table, self.tabs, self.figures, self._foot(),
                               self.setup, self.pages, self.card)
        for follow in (self.results.set_brief, self.plots.set_compact):
            self.columns.arranged.connect(follow)
            follow(self.columns.compact)
        body = QWidget()
        outer = QVBoxLayout(body)
        outer.setContentsMargins(8, 4, 8, 4)
        outer.addWidget(self.columns)
        return body

    def _furnish_setup(self) -> None:
        self.setup = FoldOut("compare-setup", "Setup", "Methods, numbers of standards, splits, regression, time")
        self.ways = PresetLine()
        self.setup.box.addWidget(self.ways)
        again = named(QPushButton("Compare"), "compare-run-setup", tip=self.start.toolTip(), look="primary")
        again.clicked.connect(self.start.trigger)
        again.clicked.connect(self.setup.close_panel)
        self.setup.box.addWidget(again)
        self._run_in_setup = again

    def _head(self) -> FlowLayout:
        self.run_button = named(QPushButton("Compare"), "compare-run", tip=self.start.toolTip(), look="primary")
        self.run_button.clicked.connect(self.start.trigger)
        self.count = named_box("count", "Number of standards shown", "Show the errors with this many standards")
        self.property = named_box("property", "Property shown", "The property that the plots show")
        self.pages = named_box("page", "Plot shown", "What is shown beside the table")
        self.pair = PairBoxes(self._model, "compare")
        head = FlowLayout(spacing=6)
        for widget in (self.run_button, self.setup, self.pair, self.count, self.property, self.pages,
                       tool_button(self.use, self), tool_button(self.save, self)):
            head.addWidget(widget)
        return head

    def _foot(self) -> QWidget:
        self.says = OneLineLabel(EXPLAIN, lines=2)
        named_label(self.says, "says", "What the comparison says")
        foot = QWidget()
        line = QHBoxLayout(foot)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.says, 3)
        self.notes = NotesButton()
        line.addWidget(self.notes)
        line.addWidget(self.remedy.button)
        return foot
