"""Sweep dock: try the chosen method over a range of values and take the best over, with its caveat."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...core.registry import is_method, method
from ...io.table import write_table
from ...presenters.plots.chart import Chart
from ...presenters.sweep import heat_values, is_numeric, line_chart, positions
from ...session.compare.sweep import Sweep, SweepAxis, SweepPoint, check_axes, figure_of, run_sweep, sweep_table
from ...session.state.instrument_pair import to_run
from ...words import say
from ..actions import make_action, tool_button
from ..dock import Dock
from ..export.target import ask_target
from ..plots.heat_view import HeatView
from ..plots.line_view import LineView
from ..widgets import FormScroll, named, quiet_table
from ..widgets.as_written import Label
from .form import SweepForm, shown_value
from .table import SweepTable

UNDER_WAY = "Being swept; the table fills while the points are fitted."
EXPLAIN = ("Every point is fitted on the same folds; the standards and values that judge it are in no fit. The best of "
           "many points looks a little better than it is: confirm it with standards held out.")


class SweepDock(Dock):
    """A parameter sweep of the session's method."""

    title = "Sweep"
    dock_name = "sweep"
    area = "bottom"
    icon_name = "steps"
    purpose = "Try the chosen method over a range of one or two parameters"
    help_page = "guide/sweep.md"
    menu_title = "&Method"
    draws_on = ("methodChanged", "datasetsChanged", "standardsChanged", "sessionReplaced")

    def prepare(self) -> None:
        self._axes: tuple[SweepAxis, ...] = ()
        self._method = ""
        self.sweep: Sweep | None = None
        make = partial(make_action, self)
        self.start = make("start-sweep", "&Sweep parameters", "Fit the chosen method at every value and measure it on "
                          "what took no part in the fit", self._start, key="Ctrl+F5", icon="run")
        self.stop = make("stop-sweep", "Stop the s&weep", "Stop; the points found so far stay", self._stop,
                         key="Ctrl+Shift+F5", icon="cancel")
        self.use = make("use-sweep-point", "&Use the chosen point", "Give the method the parameters of the chosen "
                        "point", self._use, key="Ctrl+Alt+Return", icon="method")
        self.save = make("save-sweep", "Save s&weep table…", "Save all points as CSV", self._save,
                         key="Ctrl+Alt+Shift+F5", icon="export")
        self.menu_actions = [self.start, self.stop, self.use, self.save]
        self.work.changed.connect(self.update_actions)
        self._model.sessionReplaced.connect(self._forget)

    # -- building ----------------------------------------------------------------------------------------
    def build(self) -> QWidget:
        self.form = SweepForm(self)
        self.run_button = named(QPushButton("Sweep"), "sweep-run", tip=self.start.toolTip(), look="primary")
        self.run_button.clicked.connect(self.start.trigger)
        left = QWidget()
        side = QVBoxLayout(left)
        side.setContentsMargins(0, 0, 0, 0)
        side.addWidget(FormScroll(self.form), 1)
        side.addWidget(self.run_button)
        head = self._head()
        self._make_plots()
        self._make_table()
        self.says = Label(EXPLAIN)
        self.says.setObjectName("sweep-says")
        self.says.setWordWrap(True)
        self.says.setProperty("class", "muted")
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.table, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        for widget, stretch in ((left, 1), (middle, 2), (self.stack, 3)):
            splitter.addWidget(widget)
            splitter.setStretchFactor(splitter.count() - 1, stretch)
        splitter.setSizes([200, 200, 420])
        body = QWidget()
        outer = QVBoxLayout(body)
        outer.setContentsMargins(8, 6, 8, 8)
        outer.addWidget(splitter, 1)
        outer.addWidget(self.says)
        self.form.changed.connect(self.draw)
        self.figure.currentIndexChanged.connect(self._draw)
        self.table.selectionModel().selectionChanged.connect(self._selected)
        self.table.doubleClicked.connect(self.use.trigger)
        self.heat.picked.connect(self._cell_picked)
        self.line.plot.getViewBox().clicked.connect(self._line_clicked)
        self._draw()
        return body

    def _head(self) -> QHBoxLayout:
        """What is shown, and what can be done with it."""
        self.figure = named(QComboBox(), "sweep-figure", "Figure shown",
                            "What the picture shows: hits of left-out standards, or the error of a property")
        self.figure.addItem("Hits", "hit")
        self.figure.setMinimumContentsLength(12)
        head = QHBoxLayout()
        label = Label("Show")
        label.setBuddy(self.figure)
        for widget in (label, self.figure, tool_button(self.use, self), tool_button(self.save, self)):
            head.addWidget(widget)
        head.addStretch()
        return head

    def _make_plots(self) -> None:
        self.line = LineView("sweep-line", "Sweep")
        self.line.add_mode_tools(short=True)
        self.line.add_export_tool()
        self.heat = HeatView("sweep-heat", "Sweep of two parameters")
        self.heat.add_mode_tools(short=True)
        self.heat.add_export_tool()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.line)
        self.stack.addWidget(self.heat)

    def _make_table(self) -> None:
        self.points = SweepTable(self)
        self.table = quiet_table(self.points, "sweep-table", "Points of the sweep", tip="The values that were tried, "
                                 "with what came of them; a click chooses a point")
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    # -- running -----------------------------------------------------------------------------------------
    @property
    def running(self) -> bool:
        """Whether a sweep is under way."""
        return self.work.running("sweep")

    def _stop(self) -> None:
        self.work.cancel("sweep")

    def why_not(self) -> str:
        """Why nothing can be swept yet, as a sentence; "" if it can."""
        state = to_run(self._model.state)
        if len(state.datasets) < 2:
            return "A sweep needs spectra of two instruments."
        if sum(not s.held_out for s in state.standards) < self.form.folds.value():
            return f"Mark at least {self.form.folds.value()} standards that are not held out."
        if not is_method(state.method):
            return "This method is not known."
        try:
            check_axes(method(state.method), self.form.axes())
        except SpectrAlignError as error:
            return say(error)
        return ""

    def _start(self) -> None:
        reason = self.why_not()
        if reason or self.running:
            self.says.setText(reason or self.says.text())
            return
        state = to_run(self._model.state)
        axes = check_axes(method(state.method), self.form.axes())
        folds, repeats, rmsep = self.form.folds.value(), self.form.repeats.value(), self.form.rmsep.isChecked()
        search = rmsep and self.form.search.isChecked()

        def work(monitor: Monitor) -> Sweep:
            return run_sweep(state, axes, folds=folds, repeats=repeats, rmsep=rmsep, monitor=monitor, search=search)

        self._axes, self._method, self.sweep = axes, state.method, None
        self.points.start([self.form.title_of(a.name) for a in axes], ())
        self._offer_figures(())
        self._draw()
        self.says.setText(UNDER_WAY)
        self.work.start(work, self._finished, key="sweep", title="Sweeping parameters", row=self._row,
                        failed=self.says.setText, cancelled=self._cancelled, keeps=True)

    @Slot()
    def _forget(self) -> None:
        """Another session: nothing has been swept in it."""
        self._axes, self._method, self.sweep = (), "", None
        if self.is_built:
            self.points.start([], ())
            self._offer_figures(())
            self.stack.setCurrentWidget(self.line)
            self._draw()

    def _row(self, row: dict[str, Any]) -> None:
        point = row.get("point")
        if isinstance(point, SweepPoint) and point not in self.points.points:
            self._add(point)

    def _add(self, point: SweepPoint) -> None:
        if point.rmsep and not self.points.properties:
            self.points.start(self.points.titles, tuple(point.rmsep), self.points.points)
            self._offer_figures(tuple(point.rmsep))
        self.points.add_row(point)
        self._draw()

    def _finished(self, sweep: Sweep) -> None:
        self.sweep = sweep
        if self.points.points != list(sweep.points):  # progress skips reports that come too fast
            self.points.start(self.points.titles, sweep.properties, sweep.points)
            self._offer_figures(sweep.properties)
        if not np.isfinite([p.hit for p in sweep.points]).any() and sweep.properties:
            self.figure.setCurrentIndex(1)
        best = sweep.best(self._figure())
        if best is not None:
            self.table.selectRow(self.points.points.index(best))
        failed = [p for p in sweep.points if p.error]
        text = f"{len(failed)} of {len(sweep.points)} points gave no figure; the remark says why. " if failed else ""
        self.says.setText(text + EXPLAIN)
        self._draw()
        self.draw()

    def _cancelled(self) -> None:
        self.says.setText(f"Stopped after {len(self.points.points)} points; they stay.")

    def _offer_figures(self, properties: tuple[str, ...]) -> None:
        self.figure.blockSignals(True)
        while self.figure.count() > 1:
            self.figure.removeItem(1)
        for name in properties:
            self.figure.addItem(f"RMSEP {name}", name)
        self.figure.blockSignals(False)

    # -- showing -----------------------------------------------------------------------------------------
    def _figure(self) -> str:
        return str(self.figure.currentData())

    def _chosen(self) -> int | None:
        rows = self.table.selectionModel().selectedRows()
        return rows[0].row() if rows else None

    @Slot()
    def _selected(self, *_: object) -> None:
        self._draw()
        self.update_actions()

    @Slot()
    def _draw(self, *_: object) -> None:
        axes, points, figure, chosen = self._axes, self.points.points, self._figure(), self._chosen()
        if len(axes) == 1 and is_numeric(axes[0]):
            self.stack.setCurrentWidget(self.line)
            self.line.set_chart(line_chart(axes[0], self.points.titles[0], points, figure, chosen, self.sweep))
            return
        if not axes:
            self.line.set_chart(Chart())
            return
        self.stack.setCurrentWidget(self.heat)
        cell = None
        if chosen is not None and chosen < len(points):
            at = points[chosen].values
            cell = (axes[0].values.index(at[0]), axes[1].values.index(at[1]) if len(axes) > 1 else 0)
        titles = (*self.points.titles, "")
        self.heat.set_values(
            heat_values(axes, points, figure), [shown_value(v) for v in axes[0].values],
            [shown_value(v) for v in axes[1].values] if len(axes) > 1 else [""], row_title=titles[0],
            column_title=titles[1], figure="Hits (%)" if figure == "hit" else f"RMSEP {figure}", chosen=cell)

    @Slot(int, int)
    def _cell_picked(self, row: int, column: int) -> None:
        wanted = (self._axes[0].values[row], *((self._axes[1].values[column],) if len(self._axes) > 1 else ()))
        self._select(wanted)

    @Slot(object, object, bool)
    def _line_clicked(self, at: QPointF, *_: object) -> None:
        if len(self._axes) == 1 and is_numeric(self._axes[0]):
            places, _decades = positions(self._axes[0])
            self._select((self._axes[0].values[int(np.argmin(np.abs(places - at.x())))],))

    def _select(self, values: tuple[Any, ...]) -> None:
        for row, point in enumerate(self.points.points):
            if point.values == values:
                self.table.selectRow(row)

    @Slot()
    def update_actions(self, *_: object) -> None:
        if not self.is_built:
            self.start.setEnabled(len(self._model.state.datasets) >= 2)
            for action in (self.stop, self.use, self.save):
                action.setEnabled(False)
            return
        reason = self.why_not()
        for action in (self.start, self.run_button):
            action.setEnabled(not reason and not self.running)
        self.stop.setEnabled(self.running)
        chosen = self._chosen()
        known = chosen is not None and np.isfinite(figure_of(self.points.points[chosen], self._figure()))
        self.use.setEnabled(bool(known) and self._method == self._model.state.method)
        self.save.setEnabled(bool(self.points.points) and not self.running)

    @Slot()
    def draw(self, *_: object) -> None:
        state = self._model.state
        known = is_method(state.method)
        self.form.show_method(method(state.method) if known else None, state.method_parameters())
        if not self.running and not self.points.points:
            self.says.setText(self.why_not() or EXPLAIN)
        self.update_actions()

    # -- using -------------------------------------------------------------------------------------------
    def _use(self) -> None:
        chosen = self._chosen()
        if chosen is None or self._method != self._model.state.method:
            return
        values = self.points.points[chosen].values
        state, words = self._model.state, []
        for axis, title, value in zip(self._axes, self.points.titles, values, strict=True):
            state = state.with_parameter(axis.name, value)
            words.append(f"{title} {shown_value(value)}")
        self._model.change(f"Use {', '.join(words)}", state)
        self.says.setText(f"The method now has {' and '.join(words)}; press Run.")

    def _save(self) -> None:
        points, sweep = tuple(self.points.points), self.sweep
        if not points:
            return
        chosen = ask_target(self, "Save sweep", f"sweep_{self._method}.csv", ["Table (*.csv)"])
        if chosen is None:
            return
        table = sweep_table(sweep or Sweep(self._method, self._axes, points, self.points.properties))

        self.work.save(chosen[0], lambda: write_table(chosen[0], *table), self.says.setText)
