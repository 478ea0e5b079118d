"""What the dock of short circuits consists of: controls, two plots of links, and tabs beside them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QTabWidget, QVBoxLayout, QWidget

from ...jobs import JobManager
from ..dock import Work
from ..plots.line_view import LineView
from ..plots.matrix_view import MatrixView
from ..selection import offer_in_plot
from ..state import AppModel
from ..widgets import OneLineLabel
from .controls import Controls
from .path_panel import PathPanel
from .sending import Sender
from .tables import MassTable, WorstTable
from .views import LinkViews

SIZES = 310, 282, 404
"""Widths (pixels) of the two plots and the tabs at first."""


class Body(QWidget):
    """All widgets of the dock.

    Parameters
    ----------
    model : AppModel
    jobs : JobManager
    work : Work
        Of the dock.
    parent : QWidget
    """

    def __init__(self, model: AppModel, jobs: JobManager, work: Work, parent: QWidget) -> None:
        super().__init__(parent)
        self.controls = Controls(self)
        self.summary = OneLineLabel("", self, lines=2)
        self.summary.setObjectName("short-circuits-summary")
        self.summary.setContentsMargins(8, 0, 8, 2)
        self.sender = Sender(model, work, self)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setObjectName("short-circuits-splitter")
        splitter.setChildrenCollapsible(False)
        self.links = LinkViews(model, splitter, self)
        self.worst = WorstTable(self)
        self.mass = MassTable(self)
        self.sample = LineView("short-circuits-sample", "Sample and what the others make of it", self)
        self.sample.tools.addStretch(1)
        self.sample.add_mode_tools()
        self.sample.add_export_tool()
        self.matrix = MatrixView(jobs, "short-circuits-matrix", "R ordered by group", self)
        self.matrix.tools.addStretch(1)
        self.matrix.add_mode_tools(short=True)
        self.matrix.add_export_tool()
        offer_in_plot(self.matrix, model)
        self.path = PathPanel(work, self)
        self.tabs = self._tabs()
        splitter.addWidget(self.tabs)
        splitter.setSizes(list(SIZES))
        layout = _column(self)
        for widget in (self.controls, self.summary, self.sender.label):
            layout.addWidget(widget)
        layout.addWidget(splitter, 1)

    def _tabs(self) -> QTabWidget:
        grouped = QWidget(self)
        column = _column(grouped, 2)
        column.addWidget(self.controls.grouping)
        column.addWidget(self.mass, 1)
        tabs = QTabWidget(self)
        tabs.setObjectName("short-circuits-tabs")
        tabs.setDocumentMode(True)
        for widget, title in ((self.worst, "Links"), (self.sample, "Sample"), (self.matrix, "R"), (grouped, "Groups"),
                              (self.path, "Weights")):
            tabs.addTab(widget, title)
        tabs.setUsesScrollButtons(True)
        return tabs


def _column(widget: QWidget, spacing: int = 0) -> QVBoxLayout:
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    return layout
