"""The joint space: all samples of all instruments, in two or three of its dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ...core.data import SpectralDataset
from ...presenters.plots.matching import Orientation
from ...session.run import RunResult
from ...session.state import SessionState
from ...session.state.selections import Sample
from ..dock import Dock
from ..plots.groups import ask_and_paint
from ..plots.marks import choices, make_colouring
from ..plots.run_points import described, kept_rows, pairs_of, places, point_sets, standard_lines
from ..plots.scatter3d_view import Scatter3DView
from ..plots.scatter_view import ScatterView
from ..selection import offer_in_plot
from ..state import Redraw, in_front
from ..widgets import FlowLayout, ShortBox, named
from ..widgets.as_written import Label
from .explore import ExplorePanel

NOTHING = "Run an alignment to see the samples of all instruments in one space."


class EmbeddingDock(Dock):
    """Dock with the embedding and the sliders that move it."""

    title = "Embedding"
    dock_name = "embedding"
    area = "centre"
    icon_name = "embedding"
    purpose = "See all samples of all instruments in their joint space."
    help_page = "guide/result.md"
    shows_run = True

    def prepare(self) -> None:
        self._orientation = Orientation()
        self._datasets: list[SpectralDataset] = []
        self._rows: list[np.ndarray] = []
        self._pairs = self._held_out = np.zeros((0, 4), int)
        self._places: list[int] = []
        self._running_state: SessionState | None = None
        self._redraw, self._recolour = Redraw(self._model.turns, self), Redraw(self._model.turns, self)
        self._wanted: RunResult | None = None  # what is or will be drawn; None: a picture of a run under way

    def build(self) -> QWidget:
        self.flat = ScatterView("embedding-2d", "Embedding", self)
        self.solid = Scatter3DView("embedding-3d", "Embedding in 3D", self)
        bar = self._make_controls()
        for view in (self.flat, self.solid):
            view.chosen.connect(self._chosen)
            view.pointed.connect(self._model.selection.hover)
            offer_in_plot(view, self._model)
        self._follow()
        return self._lay_out(bar)

    def _follow(self) -> None:
        model, controller = self._model, self._controller
        model.currentRunChanged.connect(self._run_changed)
        model.resultUpdated.connect(self._result_updated)
        for signal in (model.datasetsChanged, model.excludedChanged):
            signal.connect(self._description_changed)
        model.selection.hovered.connect(self._hovered)
        controller.started.connect(self._run_started)
        controller.snapshot.connect(self._snapshot)
        controller.idle.connect(self._run_over)

    def draw(self) -> None:
        self._run_changed(self._model.current_run)
        if self._controller.running:
            self._run_started()

    def _make_controls(self) -> FlowLayout:
        self.axis_boxes: list[QComboBox] = []
        self._wished = [0, 1, 2]  # what the user wants to see, also while a result has fewer dimensions
        bar = FlowLayout(spacing=3)
        bar.setContentsMargins(8, 4, 8, 2)
        for name in ("x", "y", "z"):
            label = Label(name, self)
            box = named(QComboBox(self), f"embedding-axis-{name}", f"Dimension on {name}",
                        f"Which joint dimension is drawn along {name}")
            box.setMaximumWidth(50)
            box.currentIndexChanged.connect(self._axes_changed)
            label.setBuddy(box)
            bar.addWidget(label)
            bar.addWidget(box)
            self.axis_boxes.append(box)
            if name == "z":
                self._z_label = label
        self.colour_box = named(ShortBox(self, 7), "embedding-colour", "Colour by",
                                "What the colour of the points shows; their shape always shows the instrument")
        self.colour_box.addItem("Instrument", "instrument")
        self.colour_box.currentIndexChanged.connect(self._colour_changed)
        colour_label = Label("Colour", self)
        colour_label.setBuddy(self.colour_box)
        together = QWidget(self)  # a label stays with its box when the line is too narrow for both
        pair = QHBoxLayout(together)
        pair.setContentsMargins(4, 0, 0, 0)
        pair.setSpacing(4)
        pair.addWidget(colour_label)
        pair.addWidget(self.colour_box)
        bar.addWidget(together)
        self.join = QCheckBox("Join", self)
        self.join.setObjectName("embedding-join")
        self.join.setChecked(True)
        self.join.setToolTip("Lines between the spectra of the same sample; held-out standards are dashed")
        self.join.toggled.connect(self._lines_changed)
        self.keep = QCheckBox("Steady", self)
        self.keep.setObjectName("embedding-keep")
        self.keep.setChecked(True)
        self.keep.setToolTip("Turn every new result onto the one before, so that points move and do not jump; "
                             "distances stay the same. Off: the solver's own axes, sorted by eigenvalue")
        self.keep.toggled.connect(self._keep_changed)
        self.join.setAccessibleName("Join standards")
        self.keep.setAccessibleName("Keep the orientation")
        return bar

    def _lay_out(self, bar: FlowLayout) -> QWidget:
        self.flat.add_mode_tools(short=True)
        self.solid.add_mode_tools()
        for view in (self.flat, self.solid):
            view.tools.addStretch(1)
            view.add_export_tool()
            view.add_menu_entry("Put selection into a group…", "Give the selected samples a group; it can be undone",
                                "G").triggered.connect(self._paint)
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("embedding-tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.flat, "2D")
        self.tabs.addTab(self.solid, "3D")
        self.tabs.currentChanged.connect(self._tab_changed)
        corner = QWidget(self)
        corner_layout = QHBoxLayout(corner)
        corner_layout.setContentsMargins(0, 0, 8, 6)
        corner_layout.addWidget(self.join)
        corner_layout.addWidget(self.keep)
        self.tabs.setCornerWidget(corner)
        self.explore = ExplorePanel(self._model, self._controller, self)
        self.notice = named(Label(NOTHING, self), "embedding-notice", look="muted")
        self.notice.setWordWrap(True)
        self.notice.setMargin(24)
        plots = QWidget(self)
        plot_layout = QVBoxLayout(plots)
        plot_layout.setContentsMargins(0, 0, 0, 0)
        plot_layout.setSpacing(0)
        plot_layout.addLayout(bar)
        plot_layout.addWidget(self.tabs, 1)
        plot_layout.addWidget(self.explore)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.notice)
        self._stack.addWidget(plots)
        self._tab_changed(0)
        self.explore.suit(self.height())
        return self._stack

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.is_built:
            self.explore.suit(event.size().height())

    # -- results -----------------------------------------------------------------------------------------
    @Slot(object)
    def _run_changed(self, result: RunResult | None) -> None:
        if result is None:
            self._orientation.forget()
        self._want(result, keep_range=False)

    @Slot(object)
    def _result_updated(self, result: RunResult) -> None:
        self._want(result, keep_range=True)

    def _want(self, result: RunResult | None, keep_range: bool) -> None:
        self._wanted = result
        (self._redraw.now if result is None else self._redraw.ask)(partial(self._show_result, result, keep_range))

    def _show_result(self, result: RunResult | None, keep_range: bool) -> None:
        if result is None or result.embeddings is None:
            self.notice.setText(NOTHING if result is None else
                                f"{result.method.title} gives no joint coordinates; see Quality for its result.")
            self._stack.setCurrentIndex(0)
            self._datasets, self._rows = [], []
            self._pairs = self._held_out = np.zeros((0, 4), int)
            for view in self._views():
                view.set_points([])
            return
        self._datasets = described(result, self._model.state)
        self._rows = list(result.kept_rows)
        self._pairs, self._held_out = result.pairs, result.held_out_pairs
        self._show(result.embeddings, keep_range)

    def _show(self, embeddings: Sequence[np.ndarray], keep_range: bool) -> None:
        names = [d.name for d in self._datasets]
        turned = self._orientation.apply(names, self._rows, embeddings)
        self._places = places(self._datasets, self._model.state)
        sets = point_sets(self._datasets, self._rows, turned, self._places)
        self._fill_boxes(turned[0].shape[1])
        colouring = make_colouring(str(self.colour_box.currentData()), self._datasets,
                                   np.concatenate([self._pairs, self._held_out]), self._places)
        x, y, z = self._axes()
        self.flat.axes, self.solid.axes = (x, y), (x, y, z)
        for view in self._views():
            view.set_points(sets, colouring, keep_range=keep_range)
        self._lines_changed()
        self._selection_changed()
        self._stack.setCurrentIndex(1)

    def _views(self) -> tuple[ScatterView | Scatter3DView, ...]:
        return self.flat, self.solid

    def _fill_boxes(self, dimensions: int) -> None:
        for k, box in enumerate(self.axis_boxes):
            if box.count() == dimensions:
                continue
            with QSignalBlocker(box):
                box.clear()
                box.addItems([str(i + 1) for i in range(dimensions)])
                box.setCurrentIndex(self._possible(k))
            box.setEnabled(dimensions > 1)
        found = choices(self._datasets)
        if [self.colour_box.itemData(i) for i in range(self.colour_box.count())] != [key for key, _ in found]:
            chosen = self.colour_box.currentData()
            with QSignalBlocker(self.colour_box):
                self.colour_box.clear()
                for key, text in found:
                    self.colour_box.addItem(text, key)
                self.colour_box.setCurrentIndex(max(self.colour_box.findData(chosen), 0))

    def _possible(self, k: int) -> int:
        """The dimension wished for along an axis, or what comes next to it in this result."""
        count = self.axis_boxes[k].count()
        return self._wished[k] if self._wished[k] < count else min(k, count - 1)

    def _axes(self) -> tuple[int, int, int]:
        x, y, z = (max(box.currentIndex(), 0) for box in self.axis_boxes)
        return x, y, z

    # -- live --------------------------------------------------------------------------------------------
    @Slot()
    def _run_started(self) -> None:
        self._running_state = self._controller.state or self._model.state
        if self._stack.currentIndex() == 0:
            self.notice.setText("A run is under way; its embedding appears here as it forms.")

    @Slot(object)
    def _snapshot(self, values: dict[str, Any]) -> None:
        embeddings, state = values.get("embeddings"), self._running_state
        if embeddings is None or state is None:
            return
        rows = kept_rows(state)
        if [len(e) for e in embeddings] != [len(r) for r in rows] or not embeddings[0].shape[1]:
            return
        self._wanted = None
        parts: list[Callable[[], None]] = [partial(self._show_live, embeddings, state, rows)]
        if self._stack.currentIndex() == 0:  # first the empty plots: to lay them out takes as long as to fill them
            parts.insert(0, partial(self._stack.setCurrentIndex, 1))
        self._redraw.ask(*parts)

    def _show_live(self, embeddings: list[np.ndarray], state: SessionState, rows: list[np.ndarray]) -> None:
        self._datasets = [d.take(r) if len(r) < len(d) else d for d, r in zip(state.datasets, rows, strict=True)]
        self._rows = rows
        self._pairs, self._held_out = pairs_of(state, rows)
        self._show(embeddings, keep_range=True)

    @Slot()
    def _run_over(self) -> None:
        self._running_state = None
        current = self._model.current_run
        nothing = self._stack.currentIndex() == 0 and not self._redraw.waiting
        if nothing or current is None or self._wanted is not current:  # the last picture of one that was stopped
            self._want(current, keep_range=True)

    # -- controls ----------------------------------------------------------------------------------------
    @Slot(int)
    def _tab_changed(self, index: int) -> None:
        self._z_label.setVisible(index == 1)
        self.axis_boxes[2].setVisible(index == 1)

    @Slot()
    def _axes_changed(self, *_: object) -> None:
        for k, box in enumerate(self.axis_boxes):
            if box.currentIndex() != self._possible(k):  # the one that was chosen
                self._wished[k] = box.currentIndex()
        x, y, z = self._axes()
        self.flat.set_axes(x, y)
        self.solid.set_axes(x, y, z)

    @Slot()
    def _colour_changed(self, *_: object) -> None:
        if not self._datasets:
            return
        colouring = make_colouring(str(self.colour_box.currentData()), self._datasets,
                                   np.concatenate([self._pairs, self._held_out]), self._places)
        for view in self._views():
            view.set_colouring(colouring)

    @Slot()
    def _lines_changed(self, *_: object) -> None:
        lines = standard_lines(self._pairs, self._held_out) if self.join.isChecked() else []
        for view in self._views():
            view.set_lines(lines)

    @Slot(bool)
    def _keep_changed(self, keep: bool) -> None:
        self._orientation.keep = keep
        self._want(self._model.current_run, keep_range=False)

    @Slot()
    def _description_changed(self) -> None:
        result = self._model.current_run
        if result is not None and result.embeddings is not None and self._running_state is None:
            self._datasets = described(result, self._model.state)
            self._fill_boxes(result.embeddings[0].shape[1])
            self._recolour.ask(self._colour_changed)

    # -- selection ---------------------------------------------------------------------------------------
    def draw_selection(self) -> None:
        for view in self._views():
            view.set_selected(self._model.selection.samples)

    @Slot()
    def _paint(self) -> None:
        ask_and_paint(self._model, self)

    @Slot(object)
    def _hovered(self, sample: Sample | None) -> None:
        if sample is not None and not in_front(self):
            sample = None
        for view in self._views():
            view.set_hovered(sample)

    @Slot(object, bool)
    def _chosen(self, samples: list[Sample], extend: bool) -> None:
        self._model.selection.choose(samples, extend)
