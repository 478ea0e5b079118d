"""Short circuits: where a reconstruction ties samples of different kinds together, and what to do about it."""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from ...core.measures.short_circuits import Connection
from ...core.monitor import Monitor
from ...core.numerics.matrix_source import MatrixSource, order_by_group
from ...presenters.plots.chart import Chart
from ...presenters.sample_chart import sample_chart
from ...presenters.short_circuits import SharesShown, explanation, summary
from ...session.run import RunResult
from ...session.run.doubtful_samples import suspects_of
from ...session.short_circuits.analysis import Analysis, analyse, principal_axes
from ...session.short_circuits.groups import Key, given_groups, kept_clusters, keys
from ...session.state.selections import Sample
from ...words import say
from ..dock import Dock
from ..plots.groups import ask_and_paint
from ..plots.latest import Latest
from ..plots.run_points import described
from ..plots.scatter_view import ScatterView
from ..state import Redraw, in_front
from ..widgets import named
from ..widgets.as_written import Label
from .actions import Actions
from .body import Body

NOTHING = ("Run a method of the low rank family: then this shows which samples explain each other across groups – "
           "short circuits – and where.")
LOW = 330
"""Height of the dock (pixels) below which its sentence is kept to one line."""
AT_ONCE = 500_000
"""Values of an instrument up to which the chart of a sample is made at once, above in the background."""


class ShortCircuitsDock(Actions, Dock):
    """Dock that inspects the connections of one instrument at a time."""

    title = "Short circuits"
    dock_name = "short-circuits"
    area = "bottom"
    icon_name = "short-circuits"
    purpose = "Find samples of different kinds that are tied together, and cut the ties."
    help_page = "guide/short-circuits.md"
    shows_run = True

    def prepare(self) -> None:
        self._result: RunResult | None = None
        self._analysis: Analysis | None = None
        self._looked_at: weakref.ref[RunResult] | Callable[[], None] = lambda: None  # the run that was looked at
        self._pca: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._shares = SharesShown()
        self._clusters: dict[Key, str] = {}  # of the first run that had any: later ones compare with the same
        self._partner: tuple[int, int] | None = None  # sample and partner of the chosen connection
        self._starred: int | None = None

    def build(self) -> QWidget:
        model, jobs = self._model, self._controller.jobs
        self._latest = Latest(jobs, self)
        self._latest.done.connect(self._analysed)
        self._latest.failed.connect(self._failed)
        self._charts = Latest(jobs, self)
        self._charts.done.connect(self._charted)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._start)
        self._redraw, self._remark = self.redraw, self.remark
        self._relink = Redraw(model.turns, self)  # another one: what was found must not take the place of another run
        self._build()
        model.currentRunChanged.connect(self._run_changed)
        model.resultUpdated.connect(self._run_changed)
        model.datasetsChanged.connect(self._groups_changed)
        model.sessionReplaced.connect(self._clusters.clear)
        model.selection.changed.connect(self._selection_changed)
        model.selection.hovered.connect(self._hovered)
        self.visibilityChanged.connect(self._visibility_changed)
        return self._stack

    def draw(self) -> None:
        self._run_changed(self._model.current_run)

    def _build(self) -> None:
        body = Body(self._model, self._controller.jobs, self.work, self)
        self.controls, self.summary, self.sender, self.links = body.controls, body.summary, body.sender, body.links
        self.embedding, self.pca = self.links.views
        self.worst, self.mass, self.sample, self.matrix = body.worst, body.mass, body.sample, body.matrix
        self.path, self.tabs = body.path, body.tabs
        self._connect()
        self.notice = named(Label(NOTHING, self), "short-circuits-notice", look="muted")
        self.notice.setWordWrap(True)
        self.notice.setMargin(24)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.notice)
        self._stack.addWidget(body)

    def _connect(self) -> None:
        c = self.controls
        c.instrument.currentIndexChanged.connect(self._instrument_changed)
        c.changed.connect(self._links_changed)
        c.partners_changed.connect(self._soon.start)
        self.sender.busyChanged.connect(self._sending)
        self.worst.rows_chosen.connect(self._connection_chosen)
        self.worst.exclude.connect(self._exclude)
        self.worst.outliers.connect(self._mark_places)
        self.worst.show_spectra.connect(self._show_spectra)
        self.worst.show_matrix.connect(self._show_matrix)
        for action, does in ((c.exclude, self._exclude_selected), (c.outliers, self._mark_selected),
                             (c.sparse, partial(self._send, "slra")), (c.robust, partial(self._send, "rlra")),
                             (c.paint, self._paint), (c.anew, self._cluster_anew)):
            action.triggered.connect(does)
        # their keys work in the whole dock
        self.addActions([c.exclude, c.paint, c.outliers, c.flick, c.sparse, c.robust])
        self.matrix.chosen.connect(self._cell_chosen)
        self.matrix.pointed.connect(self._cell_pointed)
        self.path.picked.connect(self._use_weight)
        self.tabs.currentChanged.connect(self._tab_changed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.is_built:
            self.summary.set_one_line(event.size().height() < LOW)

    # -- a run -------------------------------------------------------------------------------------------
    @Slot(object)
    def _run_changed(self, result: RunResult | None) -> None:
        (self._redraw.now if result is None else self._redraw.ask)(partial(self._show_result, result))

    def _show_result(self, result: RunResult | None) -> None:
        before, self._result = self._result, result
        self._relink.drop()
        if result is not before:
            self.sender.clear()
        usable = result is not None and bool(result.fitted.reconstructions)
        if before is None or result is None or before.datasets is not result.datasets:
            self._pca.clear()
        if result is None or not usable:
            self._analysis = None
            self._partner = self._starred = None
            self.path.set_run(None, [])
            self.sample.set_chart(Chart())
            self.matrix.set_matrix(None)
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
        self._analysis = self._partner = self._starred = None
        self._soon.start()

    @property
    def pending(self) -> bool:
        """Whether connections are still being looked for."""
        return self.is_built and (super().pending or self._relink.waiting or self._soon.isActive() or self._latest.busy
                                  or self._charts.busy or self.links.pending or self.matrix.pending)

    def draw_anyway(self) -> None:
        """Look for connections although the dock cannot be seen: somebody wants its pictures."""
        super().draw_anyway()
        if self._result is not None and (self._analysis is None or self._looked_at() is not self._result):
            self._look_for()

    @Slot()
    def _start(self) -> None:
        if in_front(self):
            self._look_for()

    def _look_for(self) -> None:
        result = self._result
        if result is None or self._stack.currentIndex() != 1:
            return
        k = max(self.controls.instrument.currentIndex(), 0)
        all_groups = given_groups(result, described(result, self._model.state))
        self.path.set_run(result, all_groups)
        groups = all_groups[k]
        if self.controls.groups.currentData() == "clusters":
            groups = np.full(len(groups), "", dtype=object)
        clusters = kept_clusters(result, k, self._clusters) if not any(groups) else None
        known, partners = self._pca.get(k), self.controls.partners.value()

        def work(monitor: Monitor) -> tuple[RunResult, Analysis]:
            pca = known or principal_axes(np.asarray(result.datasets[k].spectra, dtype=np.float64))
            return result, analyse(result, k, groups, partners, monitor, pca, clusters)

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
        self._analysis, self._looked_at = analysis, weakref.ref(result)
        k = analysis.instrument
        if analysis.clustered:
            self._clusters.update(zip(keys(result, k), map(str, analysis.groups), strict=True))
        self._pca[k] = analysis.pca, analysis.pca_share
        self._summarise(result, analysis)
        shown = partial(self._show_links, result, analysis)
        self._relink.ask(*(partial(shown, view) for view in self.links.views),
                         partial(self._show_tables, result, analysis), self._show_selected)

    def _show_links(self, result: RunResult, analysis: Analysis, view: ScatterView) -> None:
        d = described(result, self._model.state)[analysis.instrument]
        self.links.show(result, analysis, d, str(self.controls.graph.currentData()), view)
        self.links.draw(result, analysis, self.controls, self._starred, view)

    def _show_tables(self, result: RunResult, analysis: Analysis) -> None:
        k = analysis.instrument
        d, rows = described(result, self._model.state)[k], result.kept_rows[k]
        names = [n or f"row {r + 1}" for n, r in zip(d.sample_names, rows, strict=True)]
        self.worst.set_connections(analysis.worst, names, analysis.groups)
        self.mass.set_mass(analysis.labels, analysis.mass)
        self.matrix.plot_title = f"Reconstruction of {d.name} by group"
        self.matrix.set_matrix(MatrixSource.of(result.estimator.reconstructions_[k]), names,
                               order_by_group([str(g) for g in analysis.groups]))

    def _summarise(self, result: RunResult, a: Analysis) -> None:
        name = result.datasets[a.instrument].name
        before = None if math.isnan(a.share) else self._shares.before(name, result, a)
        self.summary.set_explanation(explanation(a))
        doubted = suspects_of(result) if math.isnan(a.share) else None  # a cause that needs no groups to be seen
        self.summary.setText(summary(name, a, before) + (f" {say(doubted)}" if doubted is not None else ""))

    # -- lines -------------------------------------------------------------------------------------------
    @Slot()
    def _links_changed(self) -> None:
        a, result = self._analysis, self._result
        if a is None or result is None:
            return
        both = self.controls.graph.currentData() == "both"
        if both != (self.links.captions[0].text() == "Reconstruction"):
            d = described(result, self._model.state)[a.instrument]
            self.links.show(result, a, d, str(self.controls.graph.currentData()))
        self._draw_lines()

    @Slot()
    def _draw_lines(self) -> None:
        if self._analysis is not None and self._result is not None:
            self.links.draw(self._result, self._analysis, self.controls, self._starred)

    @Slot()
    def _tab_changed(self, *_: object) -> None:
        self._show_sample(self._model.selection.current)

    # -- selection ---------------------------------------------------------------------------------------
    def _sample(self, place: int) -> Sample:
        assert self._result is not None and self._analysis is not None
        k = self._analysis.instrument
        return self._result.datasets[k].name, int(self._result.kept_rows[k][place])

    @Slot(object)
    def _connection_chosen(self, connections: Sequence[Connection]) -> None:
        samples = [self._sample(p) for c in connections for p in (c.partner, c.row)]
        self._partner = (connections[0].row, connections[0].partner) if len(connections) == 1 else None
        self._model.selection.select(dict.fromkeys(samples))
        self._show_sample(self._model.selection.current)

    @Slot(object, bool)
    def _cell_chosen(self, places: list[int], extend: bool) -> None:
        if self._analysis is not None:
            self._model.selection.select([self._sample(p) for p in places], extend)

    @Slot(object)
    def _cell_pointed(self, place: int | None) -> None:
        known = place is not None and self._analysis is not None
        self._model.selection.hover(self._sample(place) if known and place is not None else None)

    @Slot()
    def _show_spectra(self) -> None:
        self.tabs.setCurrentWidget(self.sample)

    @Slot()
    def _show_matrix(self) -> None:
        self.tabs.setCurrentWidget(self.matrix)

    @Slot()
    def _selection_changed(self) -> None:
        self.controls.allow(bool(self._model.selection.samples), self._analysis is not None)
        self._remark.ask(self._show_selected)

    def _show_selected(self) -> None:
        samples = self._model.selection.samples
        self.links.select(samples)
        a, result = self._analysis, self._result
        if a is not None and result is not None:
            rows = self._model.selection.rows(result.datasets[a.instrument].name)
            self.matrix.set_selected([int(i) for i in np.flatnonzero(np.isin(result.kept_rows[a.instrument], rows))])
        self.controls.allow(bool(samples), a is not None, self.sender.busy)
        self._show_sample(self._model.selection.current)

    @Slot(object)
    def _hovered(self, sample: Sample | None) -> None:
        if not in_front(self):
            self.links.hover(None)
            return
        self.links.hover(sample)
        self._show_sample(sample or self._model.selection.current, self.tabs.currentWidget() is self.sample)
        place = self._place(sample)
        if place is not None and self._result is not None and self._analysis is not None:
            self.links.tell_partners(self._result, self._analysis, place)

    def _place(self, sample: Sample | None) -> int | None:
        a, result = self._analysis, self._result
        if sample is None or a is None or result is None or result.datasets[a.instrument].name != sample[0]:
            return None
        found = np.flatnonzero(result.kept_rows[a.instrument] == sample[1])
        return int(found[0]) if len(found) else None

    def _show_sample(self, sample: Sample | None, spectra: bool = True) -> None:
        """Lines to the partners of a sample, and its spectra."""
        place, a, result = self._place(sample), self._analysis, self._result
        if a is None or result is None or not in_front(self):
            return
        if place != self._starred:
            self._starred = place
            self._draw_lines()
        if place is not None and spectra:
            first = self._partner[1] if self._partner is not None and self._partner[0] == place else None
            if result.datasets[a.instrument].spectra.size <= AT_ONCE:
                self.sample.set_chart(sample_chart(result, a.instrument, place, first=first))
            elif self.tabs.currentWidget() is self.sample:
                self._charts.submit(partial(_chart, result, a.instrument, place, first))

    @Slot(object)
    def _charted(self, answer: tuple[RunResult, int, Chart]) -> None:
        result, instrument, chart = answer
        if result is self._result and self._analysis is not None and self._analysis.instrument == instrument:
            self.sample.set_chart(chart)

    @Slot()
    def _cluster_anew(self) -> None:
        """Clusters of the shown run in the place of those that were kept."""
        self._clusters.clear()
        self._shares = SharesShown()
        self._analysis = None
        self._soon.start()

    @Slot()
    def _paint(self) -> None:
        ask_and_paint(self._model, self)


def _chart(result: RunResult, instrument: int, place: int, first: int | None, monitor: Monitor,
           ) -> tuple[RunResult, int, Chart]:
    return result, instrument, sample_chart(result, instrument, place, first=first)
