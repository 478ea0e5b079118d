"""Panel with the path of the sparse or robust weight and the slider that picks a point of it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QPushButton, QSlider, QVBoxLayout, QWidget

from ...presenters.plots.chart import Chart, Level, Series
from ...session.run import RunResult
from ...session.short_circuits.path import WEIGHTS, weight_path
from ..dock import Work
from ..plots.line_view import LineView
from ..widgets import FlowLayout, named
from ..widgets.as_written import Label

KEY = "weight-path"


class PathPanel(QWidget):
    """Computes the path on request, cancellably, and hands a picked weight over.

    Signals
    -------
    picked(str method, float weight)
    """

    picked = Signal(str, float)

    def __init__(self, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        work.changed.connect(self._update)
        self._result: RunResult | None = None
        self._groups: list[np.ndarray] = []
        self.rows: list[dict[str, float]] = []
        self.method = named(QComboBox(self), "path-method", "Which weight")
        self.method.addItem("Sparsity", "slra")
        self.method.addItem("Cost of error", "rlra")
        self.method.setToolTip("Sparse low rank alignment cuts weak links; robust sets faulty spectra apart")
        self.compute = named(QPushButton("Compute path", self), "path-compute",
                             tip="Solve for a row of weights, each started from the one before")
        self.slider = named(QSlider(Qt.Orientation.Horizontal, self), "path-weight", "Point of the path",
                            "Pick a weight along the path")
        self.slider.setFixedWidth(100)
        self.slider.setEnabled(False)
        self.use = named(QPushButton("Use", self), "path-use", tip="Set the method up with this weight; then press Run")
        self.use.setEnabled(False)
        self.status = named(Label("", self), "path-status", look="muted")
        self.status.setWordWrap(True)
        self.status.setContentsMargins(8, 0, 8, 0)
        self.view = LineView("path", "Path of the weight", self)
        # in the context menu only: the curve needs the height
        self.view.add_menu_entry("Show all", "Show everything", "Home").triggered.connect(self.view.show_all)
        self.view.add_menu_entry("Export this plot…", "Save this plot as a picture (PNG, SVG) or its numbers (CSV)",
                                 "Ctrl+Alt+E").triggered.connect(self.view.ask_export)
        bar = FlowLayout(spacing=4)
        bar.setContentsMargins(6, 4, 6, 2)
        for widget in (self.method, self.compute, self.slider, self.use):
            bar.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self.status)
        layout.addWidget(self.view, 1)
        self.method.currentIndexChanged.connect(self._clear)
        self.compute.clicked.connect(self._start)
        self.slider.valueChanged.connect(self._slid)
        self.use.clicked.connect(self._use)
        self._clear()

    def set_run(self, result: RunResult | None, groups: list[np.ndarray]) -> None:
        """The run whose data the path is made from."""
        if result is None or self._result is None or result.datasets is not self._result.datasets:
            self.stop()
            self._clear()
        self._result, self._groups = result, groups
        self._update()

    @property
    def computing(self) -> bool:
        """Whether a path is under way."""
        return self._work.running(KEY)

    @Slot()
    def _clear(self, *_: object) -> None:
        self.rows = []
        self.status.setText("Between-group weight, hits and zeros along the weight.")
        self._draw()

    @Slot()
    def _start(self) -> None:
        result = self._result
        if result is None or self.computing:
            return
        method, groups = str(self.method.currentData()), list(self._groups)
        self.rows = []
        self._draw()
        self.status.setText("Computing…")
        self._work.start(lambda monitor: weight_path(result, method, groups, monitor), self._finished, key=KEY,
                         title="Path of the weight", failed=self.status.setText, row=self._row,
                         cancelled=self._stopped, keeps=True)

    def stop(self) -> None:
        """End the path, if one is under way; the points found so far stay."""
        self._work.cancel(KEY)

    def _stopped(self) -> None:
        self.status.setText("Stopped.")

    def _row(self, row: dict[str, float]) -> None:
        self.rows.append(row)
        self._draw()

    def _finished(self, rows: list[dict[str, float]]) -> None:
        self.rows = rows
        late = sum(1 for r in rows if not r["converged"])
        text = f"{len(rows)} weights" + (f", {late} of them not converged." if late else ".")
        if rows and not any(np.isfinite(r["hit"]) for r in rows):
            text += " Hold standards out to see hits too."
        self.status.setText(text if rows else "Nothing is left at any of the weights.")
        self._draw()

    @Slot()
    def _update(self) -> None:
        self.compute.setEnabled(self._result is not None and not self.computing)
        self.method.setEnabled(not self.computing)

    # -- picture and picking -----------------------------------------------------------------------------
    def _draw(self) -> None:
        rows = sorted(self.rows, key=lambda r: r["weight"])
        self.slider.setEnabled(bool(rows))
        self.use.setEnabled(bool(rows))
        if not rows:
            self.use.setText("Use")
            self.view.set_chart(Chart(x_label="log₁₀ weight", y_label="Percent"))
            return
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(rows) - 1)
        self.slider.blockSignals(False)
        x = np.log10([r["weight"] for r in rows])
        series = []
        for key, label, colour, symbol in (("between", "weight between groups", "threshold", "o"),
                                           ("hit", "top 3 hits, held out", "good", "s"),
                                           ("zeros", "zeros in R", "accent", "t"),
                                           ("outliers", "samples called outliers", "accent", "t")):
            y = np.array([100 * r.get(key, np.nan) for r in rows])
            if np.isfinite(y).any():
                series.append(Series(label, y, x, colour, symbol))
        chosen = rows[min(self.slider.value(), len(rows) - 1)]
        self.use.setText(f"Use {chosen['weight']:.3g}")
        self.view.set_chart(Chart(series, [Level(float(np.log10(chosen["weight"])), f"γ = {chosen['weight']:.3g}",
                                                 "muted", vertical=True)],
                                  f"log₁₀ {WEIGHTS[str(self.method.currentData())].replace('_', ' ')} γ", "Percent",
                                  head=0.6))

    @Slot()
    def _slid(self, *_: object) -> None:
        self._draw()

    @Slot()
    def _use(self) -> None:
        rows = sorted(self.rows, key=lambda r: r["weight"])
        if rows:
            weight = float(f"{rows[min(self.slider.value(), len(rows) - 1)]['weight']:.3g}")
            self.picked.emit(str(self.method.currentData()), weight)
