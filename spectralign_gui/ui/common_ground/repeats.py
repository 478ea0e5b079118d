"""Repeats: which spectra are of one sample, and their average with the spread kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QComboBox, QSpinBox, QTreeWidget, QTreeWidgetItem, QWidget

from ...core.data import SpectralDataset, Standard, match_key
from ...core.data.repeats import find_repeats, group_rows, stem
from ...core.monitor import Monitor
from ...session.state import SessionState
from ...session.state.row_changes import average_samples
from ..state import AppModel, RunController
from ..widgets import named, on_screen
from ..widgets.as_written import Label, as_written
from .dialog import GroundDialog, line_of

WAYS = {"auto": "what the names suggest", "name": "the same name", "suffix": "names that differ in a number at the end",
        "standard": "spectra of the same standard", "count": "every few spectra in a row"}
SHOWN = 2000
Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Averages:
    """Samples, and the session with them averaged."""

    groups: Groups
    state: SessionState


def groups_of(dataset: SpectralDataset, way: str, count: int, standards: Sequence[Standard]) -> Groups:
    """Rows of every sample."""
    if way == "auto":
        return find_repeats(dataset.sample_names).groups
    if way == "name":
        return group_rows([match_key(n) for n in dataset.sample_names])
    if way == "suffix":
        return group_rows([match_key(stem(n)) for n in dataset.sample_names])
    if way == "standard":
        keys = [""] * len(dataset)
        for number, standard in enumerate(standards):
            for row in standard.rows.get(dataset.name, ()):
                keys[row] = keys[row] or str(number)
        return group_rows(keys)
    return tuple(tuple(range(k, min(k + count, len(dataset)))) for k in range(0, len(dataset), count))


def with_repeats(datasets: Sequence[SpectralDataset], current: str) -> str:
    """The instrument to begin with: the current one, or the first that has repeats where that has none."""
    mine = sorted(datasets, key=lambda d: d.name != current)
    return next((d.name for d in mine if find_repeats(d.sample_names).by), current)


class RepeatsDialog(GroundDialog):
    """A list of what will be averaged; ticks taken away leave spectra single."""

    def __init__(self, model: AppModel, controller: RunController, current: str = "",
                 parent: QWidget | None = None) -> None:
        super().__init__(model, controller, "repeats", "Average repeats", "&Average", parent)
        self.instrument = self.instrument_box("repeats-instrument", "Instrument",
                                              "The instrument whose repeats are averaged",
                                              with_repeats(model.state.datasets, current))
        self.way = named(QComboBox(), "repeats-way", "What makes spectra repeats of one sample",
                         "What makes spectra repeats of one sample")
        for value, text in WAYS.items():
            self.way.addItem(text, value)
        self.count = self._spin("repeats-count", "Spectra per sample", "So many spectra in a row are one sample", 2, 3)
        self.drop = self._spin("repeats-drop", "First spectra left out",
                               "Leave the first spectra of every sample out of its average, such as laser shots that "
                               "clean the surface", 0, 0)
        self.how = named(QComboBox(), "repeats-how", "Mean or median",
                         "The median is not moved by a single bad spectrum")
        self.how.addItem("mean", "mean")
        self.how.addItem("median", "median")
        self.list = named(QTreeWidget(), "repeats-list", "Samples with several spectra")
        self.list.setHeaderLabels(["Sample", "Spectra", "Averaged from"])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setToolTip("Take a tick away to keep the spectra of a sample apart")
        self.list.setColumnWidth(0, 190)
        self.list.setColumnWidth(1, 70)
        self.list.itemChanged.connect(self._ticked)
        self.body.addLayout(line_of("Instrument", self.instrument, "Repeats are", self.way, self.count))
        self.body.addLayout(line_of("Leave out the first", self.drop, "of every sample; take the", self.how,
                                    Label("of the others. The spread of the repeats is kept.")))
        self.body.addWidget(self.list, 1)
        self._groups: Groups = ()
        self._apart: set[int] = set()
        self._filling = False
        self.instrument.currentIndexChanged.connect(self._regroup)
        self.way.currentIndexChanged.connect(self._regroup)
        self.count.valueChanged.connect(self._regroup)
        self.drop.valueChanged.connect(self._drop_changed)
        self.how.currentIndexChanged.connect(self.later)
        self.resize(on_screen(self, 680, 520))
        self._regroup()

    def _spin(self, name: str, accessible: str, tip: str, low: int, value: int) -> QSpinBox:
        spin = named(QSpinBox(minimum=low, maximum=10000, value=value), name, accessible, tip)
        spin.setKeyboardTracking(False)
        return spin

    def _dataset(self) -> SpectralDataset:
        return self._model.state.dataset(self.instrument.currentText())

    @Slot()
    def _regroup(self) -> None:
        way = self.way.currentData()
        self.count.setVisible(way == "count")
        self._groups = groups_of(self._dataset(), way, self.count.value(), self._model.state.standards)
        self._apart = set()
        self._fill()
        self.later()

    @Slot()
    def _drop_changed(self) -> None:
        self._fill()
        self.later()

    def _fill(self) -> None:
        dataset, drop = self._dataset(), self.drop.value()
        out = set(self._model.state.excluded.get(dataset.name, ()))
        self._filling = True
        self.list.clear()
        several = [k for k, rows in enumerate(self._groups) if len(rows) > 1]
        for k in several[:SHOWN]:
            rows = self._groups[k]
            used = [r for r in rows[drop:] if r not in out]
            names = {match_key(dataset.sample_names[r]) for r in rows}
            name = dataset.sample_names[rows[0]].strip()
            item = QTreeWidgetItem([(name if len(names) == 1 else stem(name)) or "(no name)",
                                    f"{len(used)} of {len(rows)}" if len(used) < len(rows) else str(len(rows)),
                                    ", ".join(f"{dataset.sample_names[r].strip() or '(no name)'} (#{r + 1})"
                                              for r in used)])
            item.setToolTip(2, as_written(item.text(2)))
            item.setData(0, Qt.ItemDataRole.UserRole, k)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(0, Qt.CheckState.Unchecked if k in self._apart else Qt.CheckState.Checked)
            self.list.addTopLevelItem(item)
        if len(several) > SHOWN:
            more = QTreeWidgetItem([f"and {len(several) - SHOWN} more samples", "", "averaged in the same way"])
            more.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.list.addTopLevelItem(more)
        self._filling = False

    @Slot(QTreeWidgetItem, int)
    def _ticked(self, item: QTreeWidgetItem, column: int) -> None:
        if self._filling or column:
            return
        k = item.data(0, Qt.ItemDataRole.UserRole)
        (self._apart.discard if item.checkState(0) == Qt.CheckState.Checked else self._apart.add)(k)
        self.later()

    def groups(self) -> Groups:
        """Rows of every spectrum there will be."""
        return tuple(part for k, rows in enumerate(self._groups)
                     for part in (((r,) for r in rows) if k in self._apart else (rows,)))

    def plan(self) -> Callable[[Monitor], Any] | None:
        state, name, groups = self._model.state, self.instrument.currentText(), self.groups()
        drop, how = self.drop.value(), self.how.currentData()
        if not any(len(g) > 1 for g in groups):
            self.say(f"{name} has no repeats by this rule: every spectrum is a sample of its own.", "muted")
            return None

        def work(monitor: Monitor) -> Averages:
            return Averages(groups, average_samples(state, name, groups, drop, how))

        return work

    def show_result(self, made: Averages) -> None:
        name = self.instrument.currentText()
        before, after = self._dataset(), made.state.dataset(name)
        several = sum(len(g) > 1 for g in made.groups)
        dropped = f", the first {self.drop.value()} of each left out" if self.drop.value() else ""
        text = (f"{name}: {len(before)} spectra become {len(after)}; {several} of them are the "
                f"{self.how.currentText()} of several{dropped}.")
        spread = typical_spread(after)
        if spread is not None:
            text += f" The repeats scatter by {100 * spread:.2g} % of the intensity (median)."
        lost = len(self._model.state.standards) - len(made.state.standards)
        if lost:
            text += f" {lost} standards vanish."
        notes = [w for w in after.warnings if w not in before.warnings]
        self.say(" ".join([text, *notes]), "warning" if notes or lost else "")
        self.offer(f"Average repeats of {name}", made.state, text)


def typical_spread(dataset: SpectralDataset) -> float | None:
    """Median of the repeats' standard deviation relative to the intensity."""
    if dataset.spread is None:
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        share = dataset.spread / np.abs(dataset.spectra)
    share = share[np.isfinite(share)]
    return float(np.median(share)) if share.size else None
