"""How good the shown run is: hits of held-out standards, distances, eigenvalues, convergence, warnings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ...presenters.plots.chart import Chart, Level, Series
from ...presenters.quality import (
    Fact,
    error_rows,
    facts,
    fine_print,
    hit_rows,
    missing_figures,
    of_which_samples,
    property_rows,
    spectra_facts,
    steps,
)
from ...session.run import RunResult
from ...session.run.independent import Independent, can_predict, held_out
from ...session.run.run_errors import run_errors
from ...words import say
from .. import theme
from ..dock import Dock
from ..plots.line_view import LineView
from ..state import Redraw
from ..widgets import Columns, named, wrapped
from ..widgets.as_written import Label, as_written
from ..widgets.telling import TellingDelegate, TellingHeader
from .doubted import DoubtedPart
from .testing import TestingPart
from .unseen import UnseenPart

NOTHING = "After a run this says how far its result can be trusted."


class QualityDock(Dock):
    """Dock with the quality of the shown run."""

    title = "Quality"
    dock_name = "quality"
    area = "bottom"
    icon_name = "quality"
    purpose = "See how far the result can be trusted."
    help_page = "guide/result.md"
    shows_run = True
    menu_title = "&Method"
    draws_at_once = ("currentRunChanged", "resultUpdated")

    def prepare(self) -> None:
        self._result: RunResult | None = None
        self._history: dict[str, list[float]] = {}
        self._redraw, self._redraw_live = Redraw(self._model.turns, self), Redraw(self._model.turns, self)
        self.unseen, self.doubted = UnseenPart(self._model, self.work, self), DoubtedPart(self._model, self)
        self.menu_actions = [self.unseen.action, self.doubted.action]

    def update_actions(self) -> None:
        """What the menu offers works while nobody looks."""
        for part in (self.unseen, self.doubted):
            part.follow(self._model.current_run)

    def build(self) -> QWidget:
        self._model.verdictChanged.connect(self._show_verdict)
        self._controller.started.connect(self._run_started)
        self._controller.snapshot.connect(self._snapshot)
        self._controller.idle.connect(self._run_over)
        theme.follow(self._text_changed)
        inner = QWidget(self)
        below = QVBoxLayout(inner)
        below.setContentsMargins(8, 8, 8, 8)
        below.setSpacing(6)
        self._columns = columns = Columns((6, 7, 5))
        below.addWidget(columns, 1)
        self._layout = columns.columns[0]
        self.headline = self._label("quality-headline", "")
        self.testing = TestingPart(self._model, self._controller, self.work, inner)
        self._layout.addWidget(self.testing)
        self.hits = self._table("quality-hits", "Hits of held-out standards", ("", "", ""),
                                "Held-out standards whose partner on the other instrument is among the nearest samples")
        header = self.hits.horizontalHeader()  # names of instruments may be long, and are in the tooltips
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self._layout.addWidget(self.unseen)
        self._layout.addStretch()
        self._layout = columns.columns[1]
        self.facts = self._table("quality-facts", "Figures", ("Figure", "Value"),
                                 "Figures of the alignment; those of quality are of held-out standards alone")
        self.facts.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names of instruments stand last
        self._layout.addStretch()
        self._layout = columns.columns[2]
        self.eigenvalues = LineView("eigenvalues", "Eigenvalues", inner)
        self.convergence = LineView("convergence", "Convergence", inner)
        for plot in (self.eigenvalues, self.convergence):
            caption = Label(plot.plot_title, plot)
            plot.tools.addWidget(caption)
            plot.tools.addStretch(1)
            plot.add_mode_tools(short=True)
            plot.add_export_tool()
            plot.setMinimumHeight(150)
            self._layout.addWidget(plot, 1)
        self._layout = below
        self.warnings = self._label("quality-warnings", "warning")
        self._layout.addWidget(self.doubted)
        self.predictions_title = self._label("quality-predictions-title", "muted")
        self.predictions = self._table("quality-predictions", "Predictions of held-out standards",
                                       ("Property", "n", "RMSEP", "95 %", "Bias", "SEP", "R²", "RPD"),
                                       "Errors of the values of held-out standards, which no fit has seen")
        self.fine_print = self._label("quality-fine-print", "muted")
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inner)
        return scroll

    def _label(self, name: str, style: str) -> QLabel:
        label = Label(parent=self)
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setProperty("class", style)
        self._layout.addWidget(label)
        return label

    def _table(self, name: str, title: str, headings: Sequence[str], tip: str) -> QTableWidget:
        table = named(QTableWidget(0, len(headings), self), name, title)
        table.setToolTip(wrapped(tip))
        table.setHorizontalHeader(TellingHeader(table))
        table.setItemDelegate(TellingDelegate(table))
        table.setHorizontalHeaderLabels(list(headings))
        table.verticalHeader().hide()
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        table.setShowGrid(False)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names of instruments differ at their ends
        table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        header = table.horizontalHeader()
        header.setMinimumSectionSize(28)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        if len(headings) <= 3:
            header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        else:
            table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._layout.addWidget(table)
        return table

    @staticmethod
    def _fill(table: QTableWidget, rows: Sequence[Sequence[str]], tips: Sequence[str] = ()) -> None:
        table.setRowCount(len(rows))
        for r, row in enumerate(rows):
            for c, text in enumerate(row):
                item = table.item(r, c)
                if item is None:  # kept ones are reused: setItem measures the whole column each time
                    item = QTableWidgetItem()
                    if c:
                        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                    table.setItem(r, c, item)
                item.setText(text)
                item.setToolTip(wrapped(tips[r] if r < len(tips) else ""))
        _fit_height(table)
        table.setVisible(bool(rows))

    @Slot()
    def _text_changed(self) -> None:
        """Larger text: rows and tables as high as it needs."""
        for table in self.findChildren(QTableWidget):
            _fit_height(table)

    @staticmethod
    def _say(label: QLabel, text: str, style: str | None = None) -> None:
        label.setText(text)
        label.setVisible(bool(text))
        if style is not None and label.property("class") != style:
            label.setProperty("class", style)
            label.style().unpolish(label)
            label.style().polish(label)

    # -- a run -------------------------------------------------------------------------------------------
    def draw(self) -> None:
        result = self._result = self._model.current_run
        self._redraw_live.drop()
        (self._redraw.now if result is None else self._redraw.ask)(partial(self._show_result, result))

    def _show_result(self, result: RunResult | None) -> None:
        self.testing.follow()
        if result is None:
            self._say(self.headline, NOTHING, "muted")
            for column in (1, 2):
                self._columns.show_column(column, False)
            for widget in (self.hits, self.facts, self.predictions, self.eigenvalues, self.convergence):
                widget.hide()
            for label in (self.fine_print, self.predictions_title, self.warnings):
                label.hide()
            return
        self._columns.show_column(1, True)
        self._show_verdict()
        names = [d.name for d in result.datasets]
        a, b = [*names, "A", "B"][:2]
        if len(result.held_out_pairs):
            a, b = names[int(result.held_out_pairs[0, 0])], names[int(result.held_out_pairs[0, 2])]
        self.hits.setHorizontalHeaderLabels(["Among", f"on {b}", f"on {a}"])
        for column, name in ((1, b), (2, a)):
            self.hits.horizontalHeaderItem(column).setToolTip(as_written(f"Partners sought on {name}"))
        rows = hit_rows(result)
        self._fill(self.hits, rows, [f"Of the held-out standards of {a}, {x} have their partner on {b} within "
                                     f"the {k} of all its samples; the other way round {y}." for k, x, y in rows])
        self._say(self.fine_print, fine_print(result))
        self._show_facts(facts(result))
        self._say(self.warnings, "\n".join(f"⚠ {say(w)}" for w in result.warnings))
        self._show_eigenvalues(result)
        history = result.fitted.convergence.history or {}
        self._show_convergence({k: list(v) for k, v in history.items()})
        self._predict(result)

    @Slot()
    def _show_verdict(self) -> None:
        """What the rail says too."""
        verdict = self._model.verdict()
        if verdict is not None and self._result is not None:
            sign = {"good": "✓ ", "warning": "⚠ ", "bad": "✗ "}.get(verdict.mood, "")
            self._say(self.headline, sign + verdict.sentence, verdict.mood)

    def _show_facts(self, found: list[Fact]) -> None:
        self._fill(self.facts, [(f.name, f.value) for f in found], [f"{f.name}: {f.meaning}" for f in found])

    def _show_eigenvalues(self, result: RunResult) -> None:
        fitted = result.fitted
        values = None if fitted.embedding is None else fitted.embedding.eigenvalues
        mu = result.estimator.chosen_.get("mu")
        self.eigenvalues.setVisible(values is not None and len(values) > 0)
        if values is None or not len(values):
            return
        levels = []
        if mu is not None and fitted.reconstructions:
            levels.append(Level(1 - float(mu), f"noise above {1 - float(mu):.3g}"))
        self.eigenvalues.set_chart(Chart([Series("", np.asarray(values, dtype=float), symbol="o")], levels,
                                         "Joint dimension", "Eigenvalue", head=0.5))

    def _show_convergence(self, history: dict[str, list[float]]) -> None:
        series = []
        x = steps(history)
        for key, label, colour in (("objective", "objective", "accent"), ("primal_residual", "primal residual", "bad"),
                                   ("dual_residual", "dual residual", "good")):
            values = history.get(key)
            if values:
                y = np.asarray(values, dtype=float)
                series.append(Series(label, y, x if len(x) == len(y) else None, colour=colour))
        self.convergence.setVisible(bool(series))
        self._columns.show_column(2, not self.eigenvalues.isHidden() or bool(series))
        if series:
            self.convergence.set_chart(Chart(series, (), "Iteration", "Value (log)", log_y=True))

    # -- predictions -------------------------------------------------------------------------------------
    def _predict(self, result: RunResult) -> None:
        self._show_predictions({})
        if can_predict(result):
            self.work.start(partial(held_out, result), partial(self._predicted, result), key="quality-predictions",
                            still=lambda: result is self._result)

    def _predicted(self, result: RunResult, found: Independent) -> None:
        self._show_predictions(found.properties)
        self._show_facts(spectra_facts(found.spectra) + facts(result))

    def _show_predictions(self, found: dict[str, dict[str, dict[str, Any]]]) -> None:
        rows = []
        for instrument, table in found.items():
            rows += [(f"{r[0]} ({instrument})" if len(found) > 1 else r[0], *r[1:]) for r in property_rows(table)]
        if not rows and self._result is not None and (errors := run_errors(self._result)):
            rows = error_rows(errors)
            self._fill(self.predictions, rows)
            self._say(self.predictions_title, " ".join(said for said in (
                f"Errors of {errors[0].n} {errors[0].source}; no fit knew their values.",
                of_which_samples(self._result), missing_figures(rows)) if said))
            return
        self._fill(self.predictions, rows)
        self._say(self.predictions_title,
                  f"Predicted from the held-out spectra of {', '.join(n for n in found if n) or 'the others'}; their "
                  f"reference values took no part in the fit. {missing_figures(rows)}".strip()
                  if rows else "")

    # -- live --------------------------------------------------------------------------------------------
    @Slot()
    def _run_started(self) -> None:
        self._history = {}

    @Slot(object)
    def _snapshot(self, values: dict[str, Any]) -> None:
        if values.get("objective") is None:
            return
        for key in ("objective", "primal_residual", "dual_residual", "instrument", "iteration"):
            if values.get(key) is not None:
                self._history.setdefault(key, []).append(float(values[key]))
        self._redraw_live.ask(partial(self._show_convergence, self._history))

    @Slot()
    def _run_over(self) -> None:
        current = self._model.current_run
        if self._history and current is not None and self._result is not None and (
                current.estimator is self._result.estimator):
            self.draw()
        self._history = {}


def _fit_height(table: QTableWidget) -> None:
    """As high as its rows, and these as high as their text."""
    line = table.fontMetrics().height() + 5
    table.verticalHeader().setMinimumSectionSize(min(line, table.verticalHeader().minimumSectionSize()))
    table.verticalHeader().setDefaultSectionSize(line)
    height = table.rowCount() * line + table.horizontalHeader().sizeHint().height() + 4
    if table.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded:
        height += table.horizontalScrollBar().sizeHint().height()
    table.setFixedHeight(height)
