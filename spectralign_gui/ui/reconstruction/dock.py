"""How each instrument's samples are put together from each other, and which singular values are kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ...core.data import SpectralDataset
from ...core.monitor import Monitor
from ...core.numerics.matrix_source import (
    MatrixSource,
    Order,
    order_as_loaded,
    order_by_cluster,
    order_by_group,
    order_by_name,
)
from ...presenters.plots.chart import Chart, Level, Series
from ...session.run import RunResult
from ...session.short_circuits.groups import given_groups
from ...session.state import SessionState
from ..dock import Dock
from ..plots.line_view import LineView
from ..plots.matrix_view import MatrixView
from ..plots.run_points import described, kept_rows, places
from ..selection import offer_in_plot
from ..state import Redraw, in_front
from ..widgets import ElidedLabel, FlowLayout, ShrinkArea, named
from ..widgets.as_written import Label, as_written

ORDERS = (("As loaded", "loaded"), ("Name", "name"), ("Group", "group"), ("Cluster", "cluster"))
NOTHING = "Run a method of the low rank family to see how the samples of each instrument are put together."


class ReconstructionDock(Dock):
    """Dock with R of each instrument and the singular values."""

    title = "Reconstruction"
    dock_name = "reconstruction"
    area = "bottom"
    icon_name = "reconstruction"
    purpose = "See how each sample is put together from the others, and what the penalty keeps."
    help_page = "guide/result.md"
    shows_run = True

    def prepare(self) -> None:
        self._datasets: list[SpectralDataset] = []
        self._rows: list[np.ndarray] = []
        self._groups: list[np.ndarray] = []
        self._sources: list[MatrixSource | None] = []
        self._running_state: SessionState | None = None
        self._live_values: dict[int, np.ndarray] = {}
        self._live_threshold: dict[int, float] = {}
        self.views: list[MatrixView] = []
        self._live_parts: dict[int, Redraw] = {}
        self._late = False
        self._redraw, self._remark = (Redraw(self._model.turns, self) for _ in range(2))
        self._wanted: RunResult | None = None  # what is or will be drawn; None: a picture of a run under way

    def _follow(self) -> None:
        model, controller = self._model, self._controller
        model.currentRunChanged.connect(self._run_changed)
        model.resultUpdated.connect(self._run_changed)
        model.datasetsChanged.connect(self._description_changed)
        model.selection.changed.connect(self._selection_changed)
        controller.started.connect(self._run_started)
        controller.snapshot.connect(self._snapshot)
        controller.idle.connect(self._run_over)
        self.visibilityChanged.connect(self._visibility_changed)

    def draw(self) -> None:
        self._run_changed(self._model.current_run)

    def build(self) -> QWidget:
        self.order_box = named(QComboBox(self), "reconstruction-order", "Order of the samples", "How rows and columns "
                               "are sorted; blocks on the diagonal are samples that explain each other, weights off "
                               "the blocks are possible short circuits")
        for text, key in ORDERS:
            self.order_box.addItem(text, key)
        self.order_box.currentIndexChanged.connect(self._order_changed)
        label = Label("Order by", self)
        label.setBuddy(self.order_box)
        self.facts = named(ElidedLabel("", 520, self), "reconstruction-facts", look="muted")
        bar = FlowLayout()
        bar.setContentsMargins(8, 4, 8, 2)
        bar.addWidget(label)
        bar.addWidget(self.order_box)
        bar.addSpacing(12)
        bar.addWidget(self.facts)
        self.values = LineView("singular-values", "Singular values", self)
        self.values.add_mode_tools(short=True)
        self.values.tools.addStretch(1)
        self.values.add_export_tool()
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setObjectName("reconstruction-splitter")
        self._splitter.addWidget(self.values)
        self._splitter.setChildrenCollapsible(False)
        self._views_for(2)  # made now, because making plots when a result arrives would hold up the window
        plots = QWidget(self)
        layout = QVBoxLayout(plots)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(ShrinkArea(self._splitter, self), 1)
        self.notice = named(Label(NOTHING, self), "reconstruction-notice", look="muted")
        self.notice.setWordWrap(True)
        self.notice.setMargin(24)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.notice)
        self._stack.addWidget(plots)
        self._follow()
        if self._controller.running:  # first seen while a run is under way: its pictures are drawn from here on
            self._run_started()
        return self._stack

    def _views_for(self, count: int) -> None:
        while len(self.views) < count:
            k = len(self.views)
            view = MatrixView(self._controller.jobs, f"reconstruction-{k + 1}", f"Reconstruction {k + 1}", self)
            view.heading = ElidedLabel("", 105, view)  # type: ignore[attr-defined]
            view.heading.setProperty("class", "muted")  # type: ignore[attr-defined]
            view.tools.addWidget(view.heading)  # type: ignore[attr-defined]
            view.tools.addStretch(1)
            view.add_mode_tools(short=True)
            view.add_export_tool()
            view.chosen.connect(partial(self._chosen, k))
            view.pointed.connect(partial(self._pointed, k))
            offer_in_plot(view, self._model)
            self._splitter.insertWidget(k, view)
            self.views.append(view)
        for k, view in enumerate(self.views):
            view.setVisible(k < count)
        self._splitter.setMinimumWidth(238 * (count + 1) if count > 3 else 0)  # many are scrolled through
        self._splitter.setSizes([320] * len(self.views) + [240])

    @Slot(bool)
    def _visibility_changed(self, visible: bool) -> None:
        if visible and self._late:
            self._run_changed(self._model.current_run)

    @property
    def pending(self) -> bool:
        """Whether something is still to be drawn."""
        parts = (self._redraw, *self._live_parts.values())
        return any(part.waiting for part in parts) or any(view.pending for view in self.views)

    # -- results -----------------------------------------------------------------------------------------
    @Slot(object)
    def _run_changed(self, result: RunResult | None) -> None:
        self._wanted = result
        for live in self._live_parts.values():
            live.drop()
        if result is None:
            self._redraw.now(partial(self._show_result, None))
            return
        shows = [partial(self._show_source, k) for k in range(len(result.fitted.reconstructions))]
        self._redraw.ask(partial(self._show_result, result), *shows, self._after_sources)

    def _show_result(self, result: RunResult | None) -> None:
        self._late = not self.isVisible() and result is not None
        if self._late:  # hidden behind another dock: nothing is drawn until it is looked at
            return
        reconstructions = result.fitted.reconstructions if result is not None else ()
        if result is None or not reconstructions:
            self.notice.setText(NOTHING if result is None else f"{result.method.title} uses no reconstruction.")
            self._stack.setCurrentIndex(0)
            self._forget()
            return
        self._datasets = described(result, self._model.state)
        self._rows = list(result.kept_rows)
        self._groups = given_groups(result, self._datasets)
        self._stack.setCurrentIndex(1)
        self._sources = [MatrixSource.of(R) for R in reconstructions]
        if len([v for v in self.views if not v.isHidden()]) != len(self._sources):
            self._views_for(len(self._sources))
        self._show_values([(np.asarray(R.singular_values), float(np.sqrt(R.penalty)), kept_rank(R))
                           for R in reconstructions])

    def _forget(self) -> None:
        """Nothing of another run stays in memory."""
        self._datasets, self._rows, self._groups, self._sources = [], [], [], []
        self._live_values = {}
        for view in self.views:
            view.set_matrix(None)
        self.values.set_chart(Chart())

    def _show_source(self, k: int) -> None:
        if self._stack.currentIndex() != 1 or k >= min(len(self._sources), len(self._datasets)):
            return
        view, source, d = self.views[k], self._sources[k], self._datasets[k]
        view.plot_title = f"Reconstruction of {d.name}"
        self._head(k, d)
        view.set_matrix(source, d.sample_names, self._plain_order(k))

    def _after_sources(self) -> None:
        if self._stack.currentIndex() == 1 and not self._late:
            self._cluster_if_wanted()
            self._show_selected()

    def _head(self, k: int, d: SpectralDataset) -> None:
        text = f"{d.name}: {len(d):,} × {len(d):,}".replace(",", "\u202f")
        self.views[k].heading.setText(text)  # type: ignore[attr-defined]
        for view in self.views:
            view.heading.among = [v.heading.text() for v in self.views]  # type: ignore[attr-defined]

    def _show_values(self, sets: list[tuple[np.ndarray, float, int]]) -> None:
        series, levels = [], []
        at = places(self._datasets, self._model.state)
        for k, (values, threshold, rank) in enumerate(sets):
            number = at[k] if k < len(at) else k
            name = self._datasets[k].name if k < len(self._datasets) else f"set {k + 1}"
            shown = values[:200]
            series.append(Series(f"{name}: {rank} of {len(values)} kept", shown, None, f"instrument:{number}",
                                 f"instrument:{number}", True, shown > threshold))
            if np.isfinite(threshold):
                levels.append(Level(threshold, f"√λ of {name}: {threshold:.4g}", f"instrument:{number}",
                                    in_legend=False))
        self.values.set_chart(Chart(series, levels, "Number", "Singular value", log_y=True))
        limits = ", ".join(level.label.removeprefix("√λ of ") for level in levels)
        self.facts.setText("Hollow singular values are not kept"
                           + (": they are below √λ, the dashed line." if limits else "."))
        self.facts.setToolTip(as_written(f"√λ: {limits}" if limits else ""))

    # -- order -------------------------------------------------------------------------------------------
    def _plain_order(self, k: int) -> Order:
        d, key = self._datasets[k], self.order_box.currentData()
        if key == "name":
            return order_by_name(d.sample_names)
        if key == "group" and k < len(self._groups) and any(self._groups[k]):
            return order_by_group([str(g) for g in self._groups[k]])
        return order_as_loaded(len(d))

    @Slot()
    def _order_changed(self, *_: object) -> None:
        if self.order_box.currentData() == "group" and not any(g.any() for g in self._groups):
            self.facts.setText("No instrument has groups; give them in the Data dock or paint them in a scatter.")
        for k, view in enumerate(self.views[:min(len(self._sources), len(self._datasets))]):
            view.set_order(self._plain_order(k))
        self._cluster_if_wanted()

    def _cluster_if_wanted(self) -> None:
        if self.order_box.currentData() != "cluster" or any(s is None for s in self._sources):
            return
        sources = [s for s in self._sources if s is not None]

        def work(monitor: Monitor) -> list[Order]:
            orders = []
            for s in sources:
                monitor.raise_if_cancelled()
                orders.append(order_by_cluster(s))
            return orders

        self.work.start(work, self._clustered, key="reconstruction-clusters",
                        still=lambda: self.order_box.currentData() == "cluster" and sources == self._sources)

    @Slot(object)
    def _clustered(self, orders: list[Order]) -> None:
        for view, order in zip(self.views, orders, strict=False):
            view.set_order(order)

    @Slot()
    def _description_changed(self) -> None:
        result = self._model.current_run
        if self._redraw.waiting:  # will be drawn as it is then
            return
        if not in_front(self):
            if result is not None and self._wanted is result:
                self._run_changed(result)
        elif result is not None and self._sources and self._running_state is None:
            self._datasets = described(result, self._model.state)
            self._groups = given_groups(result, self._datasets)
            for k, view in enumerate(self.views[:len(self._sources)]):
                view.names = self._datasets[k].sample_names
            if self.order_box.currentData() in ("name", "group"):
                self._order_changed()

    # -- live --------------------------------------------------------------------------------------------
    @Slot()
    def _run_started(self) -> None:
        self._running_state = self._controller.state or self._model.state
        self._live_values, self._live_threshold = {}, {}
        if self._stack.currentIndex() == 0:
            self.notice.setText("A run is under way; how it puts the samples together appears here as it forms.")

    @Slot(object)
    def _snapshot(self, values: dict[str, Any]) -> None:
        state, k = self._running_state, values.get("instrument")
        if state is None or k is None or not 0 <= k < len(state.datasets):
            return
        if values.get("singular_values") is not None:
            self._live_values[k] = np.asarray(values["singular_values"])
        if values.get("threshold") is not None:
            self._live_threshold[k] = float(values["threshold"])
        self._wanted = None
        if not in_front(self):
            self._late = True
            return
        self._redraw.drop()
        kept = kept_rows(state)
        if ([d.name for d in self._datasets] != list(state.instruments)
                or [len(d) for d in self._datasets] != [len(r) for r in kept]):
            # nothing is copied unless rows are left out: a copy of large spectra stops the window
            self._datasets = [d if len(r) == len(d) else d.take(r)
                              for d, r in zip(state.datasets, kept, strict=True)]
        if self._live_values:
            self._draw_live(-1, self._show_live_values)
        source = None
        if values.get("reconstruction") is not None:
            source = MatrixSource.of_array(np.asarray(values["reconstruction"]))
        elif values.get("basis") is not None and values.get("weights") is not None:
            source = MatrixSource.of_factors(np.asarray(values["basis"]), np.asarray(values["weights"]))
        if source is not None and 0 < source.n <= len(self._datasets[k]):
            self._draw_live(k, partial(self._show_live_source, k, source, kept))

    def _draw_live(self, which: int, part: Callable[[], None]) -> None:
        """Draw a part of a picture of the run under way: the singular values (-1) or the matrix of an instrument."""
        if which not in self._live_parts:
            self._live_parts[which] = Redraw(self._model.turns, self)
        parts = [part] if self._stack.currentIndex() == 1 else [partial(self._stack.setCurrentIndex, 1), part]
        self._live_parts[which].ask(*parts)

    def _show_live_values(self) -> None:
        if self._running_state is not None and self._live_values:
            self._show_values([self._live(i) for i in sorted(self._live_values)])

    def _show_live_source(self, k: int, source: MatrixSource, kept: list[np.ndarray]) -> None:
        if self._running_state is None:  # it is over: what it gave is shown now
            return
        if len([v for v in self.views if not v.isHidden()]) != len(self._datasets):
            self._views_for(len(self._datasets))
        self._rows = list(kept)
        for i, d in enumerate(self._datasets):
            self._head(i, d)
        sources = self._sources if len(self._sources) == len(self._datasets) else [None] * len(self._datasets)
        self._sources = [source if i == k else s for i, s in enumerate(sources)]
        step = -(-len(self._datasets[k]) // source.n)  # iterative methods show every step-th sample on their way
        self._rows[k] = self._rows[k][::step]
        order = self._plain_order(k) if step == 1 else order_as_loaded(source.n)
        self.views[k].set_matrix(source, self._datasets[k].sample_names[::step], order)

    def _live(self, k: int) -> tuple[np.ndarray, float, int]:
        values, threshold = self._live_values[k], self._live_threshold.get(k, float("nan"))
        return values, threshold, int((values > threshold).sum()) if np.isfinite(threshold) else len(values)

    @Slot()
    def _run_over(self) -> None:
        self._running_state = None
        current = self._model.current_run
        nothing = self._stack.currentIndex() == 0 and not self._redraw.waiting
        if nothing or current is None or self._wanted is not current:  # the last picture of one that was stopped
            self._run_changed(current)

    # -- selection ---------------------------------------------------------------------------------------
    @Slot(object, bool)
    def _chosen(self, k: int, places: list[int], extend: bool) -> None:
        name = self._datasets[k].name
        self._model.selection.select([(name, int(self._rows[k][i])) for i in places], extend)

    @Slot(object)
    def _pointed(self, k: int, place: int | None) -> None:
        self._model.selection.hover(None if place is None else (self._datasets[k].name, int(self._rows[k][place])))

    @Slot()
    def _selection_changed(self) -> None:
        self._remark.ask(self._show_selected)

    def _show_selected(self) -> None:
        for k, view in enumerate(self.views[:len(self._sources)]):
            rows = self._model.selection.rows(self._datasets[k].name)
            view.set_selected([int(i) for i in np.flatnonzero(np.isin(self._rows[k], rows))])


def kept_rank(reconstruction: Any) -> int:
    """Number of singular values above the threshold; the rank of a sparse R is another number."""
    if getattr(reconstruction, "entries", None) is None:
        return int(reconstruction.rank)
    return int((np.asarray(reconstruction.singular_values) > np.sqrt(reconstruction.penalty)).sum())
