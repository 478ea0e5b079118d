"""The kinds of panes: one picture per run, on linked axes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from ...core.numerics.matrix_source import MatrixSource
from ...presenters.common_axes import comparable
from ...presenters.plots.chart import Chart, Series
from ...session.run import RunResult
from ...session.run.side_by_side import measured_and_predicted
from ...session.state.selections import Sample
from ..plots.graph_view import GraphView
from ..plots.matrix_view import MatrixView
from ..plots.run_points import described, places, point_sets, standard_lines
from ..plots.sample_chart import SampleChart
from ..plots.scatter_view import ScatterView
from ..selection import offer_in_plot
from ..state import AppModel, RunController
from ..widgets import ElidedLabel
from .linking import Linked

MOST = 4


class _Panes(QWidget):
    """A heading and a picture for each of up to four runs; a picture is made for the first run that needs it."""

    why_empty = ""

    def __init__(self, model: AppModel, controller: RunController, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._controller, self._kind = model, controller, kind
        self.linked = Linked(self)
        self.headings: list[QLabel] = []
        self.views: list[GraphView] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 4, 0, 0)
        self._grid.setSpacing(4)

    def _add(self) -> None:
        """One more picture."""
        number = len(self.views) + 1
        box = QWidget(self)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        heading = ElidedLabel("", 170, box)
        heading.setObjectName(f"{self._kind}-title-{number}")
        heading.setContentsMargins(0, 0, 6, 0)
        view = self._make(f"{self._kind}-{number}", box)
        view.tools.insertWidget(0, heading)
        column.addWidget(view, 1)
        self._grid.addWidget(box, 0, number - 1)
        self.headings.append(heading)
        self.views.append(view)

    def _make(self, name: str, parent: QWidget) -> GraphView:
        raise NotImplementedError

    def show_runs(self, runs: Sequence[RunResult], titles: Sequence[str]) -> None:
        """Draw these runs."""
        while len(self.views) < min(len(runs), MOST):
            self._add()
        for k, view in enumerate(self.views):
            box = view.parentWidget()
            assert box is not None
            box.setVisible(k < len(runs))
            self._grid.setColumnStretch(k, int(k < len(runs)))
        drawn = self._draw(runs)
        for heading, title, there in zip(self.headings, titles, drawn, strict=False):
            heading.among = titles
            heading.setText(title if there else f"{title}: {self.why_empty}")
        self.linked.link([view.plot.getViewBox() for view, there in zip(self.views, drawn, strict=False) if there])
        self.linked.together()

    def _draw(self, runs: Sequence[RunResult]) -> list[bool]:
        raise NotImplementedError

    def set_selected(self, samples: frozenset[Sample]) -> None:
        """Mark the selected samples."""

    def set_hovered(self, sample: Sample | None) -> None:
        """Mark the sample under the mouse."""


class Embeddings(_Panes):
    """Joint spaces, turned and scaled onto the first."""

    why_empty = "no joint space"

    def _make(self, name: str, parent: QWidget) -> GraphView:
        view = ScatterView(name, "Embedding of a run", parent)
        view.add_mode_tools(short=True)
        view.add_export_tool()
        view.chosen.connect(self._model.selection.choose)
        view.pointed.connect(self._model.selection.hover)
        offer_in_plot(view, self._model)
        return view

    def _draw(self, runs: Sequence[RunResult]) -> list[bool]:
        coordinates = comparable(runs)
        for view, run, found in zip(self.views, runs, coordinates, strict=False):
            assert isinstance(view, ScatterView)
            if found is None:
                view.set_points([])
                continue
            now = described(run, self._model.state)
            view.set_points(point_sets(now, run.kept_rows, found, places(now, self._model.state)))
            view.set_lines(standard_lines(run.pairs, run.held_out_pairs))
        return [c is not None for c in coordinates]

    def set_selected(self, samples: frozenset[Sample]) -> None:
        for view in self.views:
            view.set_selected(samples)  # type: ignore[attr-defined]

    def set_hovered(self, sample: Sample | None) -> None:
        for view in self.views:
            view.set_hovered(sample)  # type: ignore[attr-defined]


class Reconstructions(_Panes):
    """R of one instrument in every run."""

    why_empty = "no reconstruction"
    instrument = 0

    def _make(self, name: str, parent: QWidget) -> GraphView:
        view = MatrixView(self._controller.jobs, name, "Reconstruction of a run", parent)
        view.with_legend = False  # the read-out says the weight; the room is for the matrix
        view.add_mode_tools(short=True)
        view.add_export_tool()
        view.chosen.connect(self._chosen)
        return view

    def _draw(self, runs: Sequence[RunResult]) -> list[bool]:
        self._runs = list(runs)
        there = []
        for view, run in zip(self.views, runs, strict=False):
            assert isinstance(view, MatrixView)
            found = run.fitted.reconstructions
            if self.instrument < len(found):
                names = run.datasets[self.instrument].sample_names
                view.set_matrix(MatrixSource.of(found[self.instrument]), names)
            else:
                view.set_matrix(None)
            there.append(self.instrument < len(found))
        self.set_selected(self._model.selection.samples)
        return there

    @Slot(object, bool)
    def _chosen(self, places: list[int], extend: bool) -> None:
        run = self._runs[self.views.index(self.sender())]  # type: ignore[arg-type]
        name, rows = run.datasets[self.instrument].name, run.kept_rows[self.instrument]
        self._model.selection.choose([(name, int(rows[p])) for p in places], extend)

    def set_selected(self, samples: frozenset[Sample]) -> None:
        for view, run in zip(self.views, getattr(self, "_runs", []), strict=False):
            if self.instrument < len(run.datasets):
                name, rows = run.datasets[self.instrument].name, run.kept_rows[self.instrument]
                wanted = [r for n, r in samples if n == name]
                view.set_selected(np.flatnonzero(np.isin(rows, wanted)).tolist())  # type: ignore[attr-defined]


class Predictions(_Panes):
    """Predicted against measured of held-out samples, one property."""

    why_empty = "no held-out values"
    instrument, name = "", ""

    def _make(self, name: str, parent: QWidget) -> GraphView:
        view = SampleChart(name, "Predicted against measured", parent)
        view.chosen.connect(self._model.selection.choose)
        view.pointed.connect(self._model.selection.hover)
        return view

    def _draw(self, runs: Sequence[RunResult]) -> list[bool]:
        there = []
        for view, run in zip(self.views, runs, strict=False):
            assert isinstance(view, SampleChart)
            found = measured_and_predicted(run).get(self.instrument)
            if found is None or self.name not in found[0]:
                view.set_samples(Chart(), [])
                there.append(False)
                continue
            properties, places, measured, predicted = found
            j = properties.index(self.name)
            known = np.isfinite(measured[:, j] - predicted[:, j])
            x, y = measured[known, j], predicted[known, j]
            k = [d.name for d in run.datasets].index(self.instrument)
            rows = run.kept_rows[k][np.asarray(places)[known]]
            ends = np.array([min(x.min(), y.min()), max(x.max(), y.max())]) if len(x) else np.zeros(2)
            view.set_samples(
                Chart([Series("held out", y, x, "accent", "o", line=False),
                       Series("predicted = measured", ends, ends, "muted")],
                      x_label=f"Measured {self.name}", y_label="Predicted", head=0.3),
                [(self.instrument, int(r)) for r in rows])
            there.append(bool(len(x)))
        return there

    def set_selected(self, samples: frozenset[Sample]) -> None:
        for view in self.views:
            view.set_selected(samples)  # type: ignore[attr-defined]

    def set_hovered(self, sample: Sample | None) -> None:
        for view in self.views:
            view.set_hovered(sample)  # type: ignore[attr-defined]


def hits_chart(runs: Sequence[RunResult], titles: Sequence[str]) -> Chart:
    """Share of held-out standards found among the k nearest, worse direction, a line per run."""
    series = []
    for number, (run, title) in enumerate(zip(runs, titles, strict=True)):
        hit = run.quality.hit
        known = sorted((int(k), 100 * min(v.values())) for k, v in hit.items() if np.isfinite(list(v.values())).all())
        if known:
            x, y = (np.array(v, dtype=float) for v in zip(*known, strict=True))
            series.append(Series(title, y, x, f"group:{number}", ("o", "s", "t", "d")[number % 4]))
    return Chart(series, x_label="Among the k nearest", y_label="Held-out partners found (%)", head=0.5)
