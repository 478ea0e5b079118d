"""Spectra of all instruments, one above the other or in one plot, raw or as the method gets them."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, QTimer, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget

from ...presenters.plots.partners import highlights
from ...presenters.plots.spectra_layer import SpectraLayer
from ...presenters.spectra import preprocessed_layers, raw_layers
from ..dock import Dock
from ..plots.spectra_view import SpectraView
from ..selection import offer_in_plot
from ..widgets import named
from ..widgets.as_written import Label

EMPTY = ("Load spectra to see them here: open files (Ctrl+O), drop them onto the window, or choose File ▸ "
         "Open sample spectra.")
MOST = 12
"""So many instruments are shown at once: each has a plot of its own, and more cannot be compared by eye."""


class SpectraDock(Dock):
    """Dock with the spectra."""

    title = "Spectra"
    dock_name = "spectra"
    area = "centre"
    icon_name = "spectra"
    purpose = "See the spectra of all instruments, raw or as the method gets them."
    help_page = "guide/plots.md"

    def prepare(self) -> None:
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show_spectra)
        self._coming: list[SpectraLayer] | None = None
        self._all: list[SpectraLayer] = []
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._go_on)

    def build(self) -> QWidget:
        model = self._model
        self.view = SpectraView(self._controller.jobs, "spectra-view", "Spectra", self)
        self._build_tools()
        self.notice = named(Label(parent=self), "spectra-notice", look="warning")
        self.notice.setWordWrap(True)
        self.notice.setContentsMargins(8, 4, 8, 4)
        self.notice.hide()
        inner = QWidget(self)
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.notice)
        layout.addWidget(self.view, 1)
        for signal in (model.datasetsChanged, model.preprocessingChanged, model.excludedChanged):
            signal.connect(self._data_changed)
        model.standardsChanged.connect(self._selection_changed)
        self.view.picked.connect(self._picked)
        self.view.boxed.connect(self._boxed)
        offer_in_plot(self.view, model)
        self.view.pointed.connect(self._pointed)
        return inner

    def draw(self) -> None:
        self._data_changed()

    @property
    def pending(self) -> bool:
        return super().pending or self._soon.isActive() or self._more.isActive()

    def _build_tools(self) -> None:
        view = self.view
        self.stage = named(QComboBox(view), "spectra-stage", "Which spectra")
        self.stage.addItem("Raw", "raw")
        self.stage.addItem("Preprocessed", "preprocessed")
        self.stage.setToolTip("Spectra as loaded, or after the preprocessing, as the method gets them")
        self.arrangement = named(QComboBox(view), "spectra-arrangement", "Arrangement of the instruments")
        self.arrangement.addItem("Stacked", False)
        self.arrangement.addItem("Overlaid", True)
        self.arrangement.setToolTip("Each instrument in a plot of its own, or all in one")
        self.linked = QCheckBox("Link x", view)
        self.linked.setObjectName("spectra-link")
        self.linked.setChecked(True)
        self.linked.setToolTip("Zooming one instrument along the axis zooms the others too")
        self.part = named(QComboBox(view), "spectra-part", "Which instruments",
                          "Many instruments are shown a few at a time: choose which")
        self.part.hide()
        for widget in (self.stage, self.part, self.arrangement, self.linked):
            view.tools.addWidget(widget)
        view.tools.addSpacing(8)
        view.tools.begin_group()
        view.add_mode_tools(short=True)
        view.tools.end_group()
        view.tools.addStretch(1)
        view.add_export_tool()
        self.stage.currentIndexChanged.connect(self._data_changed)
        self.arrangement.currentIndexChanged.connect(self._data_changed)
        self.linked.toggled.connect(view.set_linked)
        self.part.currentIndexChanged.connect(self._put_part)

    # -- data --------------------------------------------------------------------------------------------
    @Slot()
    def _data_changed(self, *_: object) -> None:
        self._coming = None
        self._soon.start()

    @Slot()
    def _show_spectra(self) -> None:
        state = self._model.state
        if self.stage.currentData() == "raw" or not state.datasets:
            self._put(raw_layers(state))
            return
        self.view.say("Preprocessing…")
        self.work.start(partial(preprocessed_layers, state), self._preprocessed, key="spectra-preprocessed",
                        failed=self._failed)

    @Slot(object)
    def _preprocessed(self, layers: Any) -> None:
        self.view.say("")
        if self.stage.currentData() == "preprocessed":
            self._put(layers)

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self.view.say("")
        if self.stage.currentData() == "preprocessed":
            self._put([])
            self._tell(sentence)

    def _put(self, layers: list[SpectraLayer]) -> None:
        self._all = layers
        parts = [f"{k + 1}–{min(k + MOST, len(layers))} of {len(layers)}" for k in range(0, len(layers), MOST)]
        if parts != [self.part.itemText(k) for k in range(self.part.count())]:
            with QSignalBlocker(self.part):
                self.part.clear()
                self.part.addItems(parts)
            self.part.setVisible(len(parts) > 1)
        self._put_part()

    @Slot()
    def _put_part(self, *_: object) -> None:
        start = MOST * max(self.part.currentIndex(), 0)
        self._show_these(self._all[start:start + MOST])

    def _show_these(self, layers: list[SpectraLayer]) -> None:
        overlaid = bool(self.arrangement.currentData())
        if not self.view.make_ready(1 if overlaid else len(layers)):
            self._coming = layers
            self._more.start()
            return
        self._coming = None
        reason = self.view.set_layers(layers, overlaid=overlaid)
        self._tell(reason if layers else EMPTY if not self._model.state.datasets else "")
        self.linked.setEnabled(len(self.view.plots) > 1)
        self._selection_changed()

    @Slot()
    def _go_on(self) -> None:
        if self._coming is not None:
            self._show_these(self._coming)

    def _tell(self, sentence: str) -> None:
        style = "warning" if self._model.state.datasets else "muted"
        if self.notice.property("class") != style:
            self.notice.setProperty("class", style)
            self.notice.style().unpolish(self.notice)
            self.notice.style().polish(self.notice)
        self.notice.setText(sentence)
        self.notice.setVisible(bool(sentence))

    # -- selection ---------------------------------------------------------------------------------------
    def draw_selection(self) -> None:
        self.view.set_highlights(highlights(self._model.state, self._model.selection.samples))

    @Slot(str, int, bool)
    def _picked(self, instrument: str, row: int, extend: bool) -> None:
        selection = self._model.selection
        if row < 0:
            if not extend:
                selection.clear()
        elif extend:
            selection.toggle((instrument, row))
        else:
            selection.select([(instrument, row)])

    @Slot(object, bool)
    def _boxed(self, samples: list[tuple[str, int]], extend: bool) -> None:
        self._model.selection.choose(samples, extend)

    @Slot(str, int)
    def _pointed(self, instrument: str, row: int) -> None:
        self._model.selection.hover((instrument, row) if row >= 0 else None)
