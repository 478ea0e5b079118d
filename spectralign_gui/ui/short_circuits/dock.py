"""Short circuits: where a reconstruction ties samples of different kinds together, and what to do about it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QDockWidget, QLabel, QSplitter, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from ...core.measures.short_circuits import Connection
from ...core.monitor import Monitor
from ...session.run import RunResult
from ..plots.groups import ask_and_paint
from ..plots.latest import Latest
from ..plots.line_view import LineView
from ..plots.marks import PointSet, by_group, own_groups, pass_on
from ..plots.matching import Orientation
from ..plots.run_points import described
from ..plots.scatter_items import Lines
from ..plots.scatter_view import ScatterView
from ..selection import offer_in_plot
from ..state import AppModel, RunController
from ..state.selection import Sample
from .analysis import Analysis, analyse, principal_axes, proposed_sparsity, split
from .controls import Controls
from .model import sent_to, without
from .path import WEIGHTS
from .path_panel import PathPanel
from .sample_chart import sample_chart
from .tables import MassTable, WorstTable

NOTHING = ("Run a method of the low rank family: then this shows which samples explain each other across groups – "
           "short circuits – and where.")


class ShortCircuitsDock(QDockWidget):
    """Dock that inspects the connections of one instrument at a time."""

    title = "Short circuits"
    dock_name = "short-circuits"
    area = "bottom"
    icon_name = "short-circuits"
    purpose = "Find samples of different kinds that are tied together, and cut the ties."

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(self.title, parent)
        self.setObjectName(self.dock_name)
        self._model, self._controller = model, controller
        self._result: RunResult | None = None
        self._analysis: Analysis | None = None
        self._pca: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._orientation = Orientation()
        self._shares: dict[str, float] = {}
        self._latest = Latest(controller.jobs, self)
        self._latest.done.connect(self._analysed)
        self._latest.failed.connect(self._failed)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._start)
        self._build()
        model.currentRunChanged.connect(self._run_changed)
        model.resultUpdated.connect(self._run_changed)
        model.datasetsChanged.connect(self._groups_changed)
        model.selection.changed.connect(self._selection_changed)
        model.selection.hovered.connect(self._hovered)
        self.visibilityChanged.connect(self._visibility_changed)
        self._run_changed(model.current_run)

    def _build(self) -> None:
        self.controls = Controls(self)
        self.controls.instrument.currentIndexChanged.connect(self._instrument_changed)
        self.controls.changed.connect(self._draw_lines)
        self.controls.partners_changed.connect(self._soon.start)
        self.summary = QLabel(self)
        self.summary.setObjectName("short-circuits-summary")
        self.summary.setWordWrap(True)
        self.summary.setContentsMargins(8, 0, 8, 2)
        self.embedding = ScatterView("short-circuits-embedding", "Connections in the embedding", self)
        self.pca = ScatterView("short-circuits-pca", "Connections in the spectra (PCA)", self)
        for view, text in ((self.embedding, "Embedding"), (self.pca, "Spectra (PCA)")):
            view.tools.addWidget(QLabel(text, view))
            view.tools.addStretch(1)
            view.add_mode_tools(short=True)
            view.add_export_tool()
            view.chosen.connect(self._chosen)
            view.pointed.connect(self._model.selection.hover)
            offer_in_plot(view, self._model)
        self.worst = WorstTable(self)
        self.worst.rows_chosen.connect(self._connection_chosen)
        self.worst.exclude.connect(self._exclude)
        self.controls.exclude.triggered.connect(self._exclude_selected)
        self.controls.sparse.triggered.connect(partial(self._send, "slra"))
        self.controls.robust.triggered.connect(partial(self._send, "rlra"))
        self.controls.paint.triggered.connect(self._paint)
        self.mass = MassTable(self)
        self.sample = LineView("short-circuits-sample", "Sample and what the others make of it", self)
        self.sample.tools.addStretch(1)
        self.sample.add_mode_tools()
        self.sample.add_export_tool()
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("short-circuits-tabs")
        self.tabs.setDocumentMode(True)
        worst = QWidget(self)
        worst_layout = QVBoxLayout(worst)
        worst_layout.setContentsMargins(0, 0, 0, 0)
        worst_layout.setSpacing(2)
        worst_layout.addWidget(self.summary)
        worst_layout.addWidget(self.worst, 1)
        self.tabs.addTab(worst, "Worst links")
        self.tabs.addTab(self.sample, "Sample")
        self.tabs.addTab(self.mass, "Groups")
        self.path = PathPanel(self._controller, self)
        self.path.picked.connect(self._use_weight)
        self.tabs.addTab(self.path, "Weights")
        self.tabs.setUsesScrollButtons(True)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setObjectName("short-circuits-splitter")
        splitter.setChildrenCollapsible(False)
        for widget in (self.embedding, self.pca, self.tabs):
            splitter.addWidget(widget)
        splitter.setSizes([340, 340, 340])
        inner = QWidget(self)
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.controls)
        self.addActions([self.controls.exclude, self.controls.paint])  # their keys work in the whole dock
        layout.addWidget(splitter, 1)
        self.notice = QLabel(NOTHING, self)
        self.notice.setObjectName("short-circuits-notice")
        self.notice.setProperty("class", "muted")
        self.notice.setWordWrap(True)
        self.notice.setMargin(24)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.notice)
        self._stack.addWidget(inner)
        self.setWidget(self._stack)

    # -- a run -------------------------------------------------------------------------------------------
    @Slot(object)
    def _run_changed(self, result: RunResult | None) -> None:
        before, self._result = self._result, result
        usable = result is not None and bool(getattr(result.estimator, "reconstructions_", None))
        if before is None or result is None or before.datasets is not result.datasets:
            self._pca.clear()
        if result is None or not usable:
            self._analysis = None
            self.path.set_run(None, [])
            self.notice.setText(NOTHING if result is None else f"{result.method.title} uses no reconstruction, so it "
                                "has no connections to look at.")
            self._stack.setCurrentIndex(0)
            return
        self._stack.setCurrentIndex(1)
        self.controls.set_instruments([d.name for d in result.datasets])
        self._soon.start()

    @Slot(bool)
    def _visibility_changed(self, visible: bool) -> None:
        if visible:
            self._soon.start()

    @Slot()
    def _groups_changed(self) -> None:
        if self._result is not None:
            self._soon.start()

    @Slot()
    def _instrument_changed(self, *_: object) -> None:
        self._analysis = None
        self._soon.start()

    @property
    def pending(self) -> bool:
        """Whether connections are still being looked for."""
        return self._soon.isActive() or self._latest.busy or self.embedding.pending or self.pca.pending

    @Slot()
    def _start(self) -> None:
        result = self._result
        if result is None or self._stack.currentIndex() != 1 or not self.isVisible():
            return
        k = max(self.controls.instrument.currentIndex(), 0)
        datasets = described(result, self._model.state)
        all_groups = pass_on(own_groups(datasets), np.concatenate([result.pairs, result.held_out_pairs]))
        self.path.set_run(result, all_groups)
        groups = all_groups[k]
        known, partners = self._pca.get(k), self.controls.partners.value()

        def work(monitor: Monitor) -> tuple[RunResult, Analysis]:
            pca = known or principal_axes(np.asarray(result.datasets[k].spectra, dtype=np.float64))
            return result, analyse(result, k, groups, partners, monitor, pca)

        self.summary.setText("Looking for connections…")
        self._latest.submit(work)

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self.summary.setText(sentence)

    @Slot(object)
    def _analysed(self, answer: tuple[RunResult, Analysis]) -> None:
        result, analysis = answer
        if result is not self._result or analysis.instrument != max(self.controls.instrument.currentIndex(), 0):
            return
        self._analysis = analysis
        k = analysis.instrument
        self._pca[k] = analysis.pca, analysis.pca_share
        d = described(result, self._model.state)[k]
        rows = result.kept_rows[k]
        colouring = by_group([analysis.groups], title="Cluster of R" if analysis.clustered else "Group")
        shares = [f"PC {i + 1} ({100 * s:.1f} %)" for i, s in enumerate(analysis.pca_share)]
        self.pca.set_points([PointSet(d.name, k, analysis.pca, rows, d.sample_names)], colouring, shares)
        self.embedding.setVisible(result.embeddings is not None)
        if result.embeddings is not None:
            turned = self._orientation.apply([d.name], [rows], [result.embeddings[k]])
            self.embedding.set_points([PointSet(d.name, k, turned[0], rows, d.sample_names)], colouring)
        names = [n or f"row {r + 1}" for n, r in zip(d.sample_names, rows, strict=True)]
        self.worst.set_connections(analysis.worst, names, analysis.groups)
        self.mass.set_mass(analysis.labels, analysis.mass)
        self._summarise(result, analysis)
        self._draw_lines()
        self._selection_changed()

    def _summarise(self, result: RunResult, a: Analysis) -> None:
        name = result.datasets[a.instrument].name
        if math.isnan(a.share):
            self.summary.setText(f"All samples of {name} are in one group, so nothing can be a short circuit. Paint "
                                 "groups with the lasso, or give them in the Data dock.")
            return
        near = a.figures["neighbours"]["edge_share"]
        own = a.figures["reconstruction"]["edge_share"]
        kind = "clusters (no groups are known)" if a.clustered else "groups"
        text = (f"{100 * a.share:.1f} % of the weight of {name} lies between {kind}. Of {a.figures['edges']:,} links, "
                f"{100 * own:.1f} % are short circuits here and {100 * near:.1f} % in a neighbour graph of as many.")
        before = self._shares.get(name)
        if before is not None and abs(before - a.share) > 5e-4:
            text += f" Before: {100 * before:.1f} %."
        self._shares[name] = a.share
        self.summary.setText(text)

    # -- lines -------------------------------------------------------------------------------------------
    @Slot()
    def _draw_lines(self) -> None:
        a = self._analysis
        if a is None:
            return
        neighbours = self.controls.graph.currentData() == "neighbours"
        source = a.neighbours if neighbours else a.strongest
        if self.controls.only_between.isChecked():
            source = [c for c in a.neighbours if c.between] if neighbours else a.worst
        within, between = split(source, self.controls.count.value(), self.controls.threshold.value() / 100)
        top = max((abs(c.weight) for c in (*within, *between)), default=1.0) or 1.0
        lines = [_lines("within", within, "-", "muted", top), _lines("between", between, "--", "threshold", top)]
        for view in (self.embedding, self.pca):
            view.set_lines(lines)

    # -- selection ---------------------------------------------------------------------------------------
    def _sample(self, place: int) -> Sample:
        assert self._result is not None and self._analysis is not None
        k = self._analysis.instrument
        return self._result.datasets[k].name, int(self._result.kept_rows[k][place])

    @Slot(object)
    def _connection_chosen(self, connections: Sequence[Connection]) -> None:
        samples = [self._sample(p) for c in connections for p in (c.partner, c.row)]
        self._model.selection.select(dict.fromkeys(samples))

    @Slot(object, bool)
    def _chosen(self, samples: list[Sample], extend: bool) -> None:
        self._model.selection.choose(samples, extend)

    @Slot()
    def _selection_changed(self) -> None:
        samples = self._model.selection.samples
        for view in (self.embedding, self.pca):
            view.set_selected(samples)
        self.controls.allow(bool(samples), self._analysis is not None)
        self._show_sample(self._model.selection.current)

    @Slot(object)
    def _hovered(self, sample: Sample | None) -> None:
        for view in (self.embedding, self.pca):
            view.set_hovered(sample)
        if self.tabs.currentWidget() is self.sample:
            self._show_sample(sample or self._model.selection.current)

    def _show_sample(self, sample: Sample | None) -> None:
        a, result = self._analysis, self._result
        if sample is None or a is None or result is None or result.datasets[a.instrument].name != sample[0]:
            return
        place = np.flatnonzero(result.kept_rows[a.instrument] == sample[1])
        if len(place):
            self.sample.set_chart(sample_chart(result, a.instrument, int(place[0])))

    # -- actions -----------------------------------------------------------------------------------------
    @Slot(object)
    def _exclude(self, places: Sequence[int]) -> None:
        self._leave_out([self._sample(p) for p in places])

    @Slot()
    def _exclude_selected(self) -> None:
        self._leave_out(list(self._model.selection.samples))

    def _leave_out(self, samples: list[Sample]) -> None:
        if not samples:
            return
        names = [self._model.state.dataset(n).sample_names[r] or f"row {r + 1}" for n, r in samples[:2]]
        text = " and ".join(names) if len(samples) <= 2 else f"{len(samples)} samples"
        self._model.change(f"Leave out {text}", without(self._model.state, samples))
        self._model.message.emit(f"{text} left out; run again to see what changes.")

    @Slot()
    def _send(self, method: str, *_: Any) -> None:
        if self._result is None:
            return
        parameters = {}
        if method == "slra" and self._analysis is not None:
            parameters["sparsity"] = proposed_sparsity(self._result, self._analysis)
        self._model.change(f"Try {'sparse' if method == 'slra' else 'robust'} low rank alignment",
                           sent_to(self._model.state, method, self._result.state.method, parameters))
        self._model.message.emit("The Method dock now holds it with proposed values; press Run.")

    @Slot(str, float)
    def _use_weight(self, method: str, weight: float) -> None:
        if self._result is None:
            return
        self._model.change(f"Weight {weight:g}", sent_to(self._model.state, method, self._result.state.method,
                                                         {WEIGHTS[method]: weight}))
        self._model.message.emit("The Method dock now holds this weight; press Run.")

    @Slot()
    def _paint(self) -> None:
        ask_and_paint(self._model, self)


def _lines(text: str, connections: Sequence[Connection], style: str, colour: str, top: float) -> Lines:
    if not connections:
        return Lines(f"{text} groups", np.zeros((0, 4), int), style, colour, np.zeros(0))
    pairs = np.array([(0, c.row, 0, c.partner) for c in connections])
    alpha = np.array([0.15 + 0.85 * abs(c.weight) / top for c in connections])
    return Lines(f"{text} groups ({len(connections)})", pairs, style, colour, alpha)
