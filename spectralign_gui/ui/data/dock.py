"""Data dock: the instruments above, the samples of the chosen one below."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QItemSelectionModel, Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ...core.data.columns import use_column
from ...core.errors import DataError
from ...session.state.axes_and_units import confirmed
from ...session.state.editing import exclude, move_instrument, replace_dataset, set_group
from ...words import say
from .. import theme
from ..actions import make_action, tool_button
from ..dialogs import ask_text
from ..dock import Dock
from ..state import AppModel, RunController
from ..widgets import FitColumns, named, quiet_table
from ..widgets.as_written import Label
from .instrument_model import CHANNELS, NAME, QUANTITY, SPECTRA, InstrumentModel
from .sample_model import missing_per_row
from .sample_view import SampleView

SHOWN_TITLES = 4


class DataDock(Dock):
    """Instruments and samples."""

    title = "Data"
    dock_name = "data"
    area = "left"
    icon_name = "data"
    purpose = "Instruments, their samples, groups and reference values"
    help_page = "guide/files.md"
    menu_title = "&Data"

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(model, controller, parent)
        self._instrument = ""
        self.instruments = InstrumentModel(model, self)
        self.instrument_view = self._make_instrument_view()
        self.samples = named(SampleView(model, dock=self, parent=self), "sample-table",
                             "Samples of the chosen instrument",
                             "Samples of the chosen instrument; what is selected here is selected in every plot")
        self.search = QLineEdit(clearButtonEnabled=True)
        self.search.setObjectName("sample-filter")
        self.search.setPlaceholderText("Find a sample by name")
        self.search.setAccessibleName("Find a sample by name")
        self.search.setToolTip("Find a sample by name: only samples whose name contains this text are shown")
        self.search.textChanged.connect(self.samples.filter.set_text)
        self.summary = named(Label(), "data-summary", look="muted")
        self.summary.setWordWrap(True)
        self._make_actions()
        self.menu_actions = [self.reference, self.up, self.down, self.rename, self.remove, self.confirm, None,
                             self.leave_out,
                             self.take_in, self.group, self.column, None, self.select_all, self.select_none]
        self._lay_out()
        model.datasetsChanged.connect(self._datasets_changed)
        model.standardsChanged.connect(self._refresh_samples)
        model.excludedChanged.connect(self._refresh_samples)
        model.selection.changed.connect(self._selection_changed)
        theme.signals().changed.connect(self.instrument_view.viewport().update)
        self._datasets_changed()

    @property
    def current_instrument(self) -> str:
        """Name of the chosen instrument; "" if none."""
        return self._instrument

    @property
    def copied_table(self) -> QAbstractItemView | None:
        return self.samples

    # -- making ------------------------------------------------------------------------------------------
    def _make_instrument_view(self) -> QTableView:
        view = quiet_table(self.instruments, "instrument-table", "Loaded instruments", striped=False,
                           tip="The instruments, the reference first; a double click on a name changes it")
        FitColumns(view, NAME, (QUANTITY, CHANNELS, SPECTRA))  # the tooltip of a row says everything
        view.selectionModel().currentRowChanged.connect(self._instrument_chosen)
        self.instruments.refused.connect(self._model.message)
        return view

    def _make_actions(self) -> None:
        make = partial(make_action, self)
        self.reference = make("make-reference", "Make &reference",
                              "Make the chosen instrument the reference A, whose calibration the others use",
                              partial(self._move, 0), icon="star")
        self.up = make("instrument-up", "Move &up", "Move the chosen instrument one place up", partial(self._shift, -1),
                       key="Ctrl+Alt+Up", icon="up")
        self.down = make("instrument-down", "Move &down", "Move the chosen instrument one place down",
                         partial(self._shift, 1), key="Ctrl+Alt+Down", icon="down")
        self.rename = make("rename-instrument", "Re&name instrument", "Give the chosen instrument another name",
                           self._rename, key="F2", icon="rename")
        self.remove = make("remove-instrument", "Re&move instrument",
                           "Take the chosen instrument out of the session; its file stays as it is", self._remove,
                           key="Ctrl+F4", icon="delete")
        self.confirm = make("confirm-guesses", "Con&firm what was guessed",
                            "Say that the guessed unit and layout of the chosen instrument are right", self._confirm,
                            key="Ctrl+Alt+Y")
        self.leave_out = make("leave-out", "&Leave out selected samples",
                              "Leave the selected samples out of every fit, as outliers", partial(self._exclude, True),
                              key="Ctrl+L", icon="exclude")
        self.take_in = make("take-in", "&Take selected samples back in", "Let the selected samples take part again",
                            partial(self._exclude, False), key="Ctrl+Alt+L")
        self.group = make("set-group", "Set &group of selected samples…", "Say which group the selected samples belong "
                          "to, such as a rock type", self._ask_group, key="Ctrl+G", icon="group")
        self.column = make("use-column", "Use a c&olumn as…", "Take a column that stood beside the spectra as sample "
                           "names, groups or reference values", self._use_column, key="Ctrl+Alt+B")
        self.select_all = make("select-all", "Select &all samples shown", "Select every sample of the table below",
                               self.samples.selectAll, key="Ctrl+A")
        self.select_none = make("select-none", "Select n&one", "Select nothing", self._model.selection.clear,
                                key="Ctrl+Shift+A")

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(2)
        for action in (self.reference, self.up, self.down, self.rename, self.remove):
            bar.addWidget(tool_button(action, self))
        bar.addStretch()
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.instrument_view)
        column.addLayout(bar)
        tools = QHBoxLayout()
        tools.setSpacing(2)
        tools.addWidget(self.search, 1)
        for action in (self.leave_out, self.group):
            tools.addWidget(tool_button(action, self))
        bottom = QWidget()
        column = QVBoxLayout(bottom)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addLayout(tools)
        column.addWidget(self.samples, 1)
        column.addWidget(self.summary)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(top)
        splitter.addWidget(bottom)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([130, 500])
        splitter.setChildrenCollapsible(False)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(splitter)
        self.setWidget(body)

    # -- following ---------------------------------------------------------------------------------------
    @Slot()
    def _datasets_changed(self) -> None:
        names = self._model.state.instruments
        row = names.index(self._instrument) if self._instrument in names else min(
            max(self.instrument_view.currentIndex().row(), 0), max(len(names) - 1, 0))
        self.instruments.take()
        if names:
            self.instrument_view.selectionModel().setCurrentIndex(
                self.instruments.index(row, NAME),
                QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows)
        self._instrument = names[row] if names else ""
        self._refresh_samples()

    @Slot()
    def _instrument_chosen(self) -> None:
        name = self.instruments.name(self.instrument_view.currentIndex().row())
        if name and name != self._instrument:
            self._instrument = name
            self._refresh_samples()

    @Slot()
    def _refresh_samples(self) -> None:
        self.samples.show_instrument(self._instrument)
        self._selection_changed()

    @Slot()
    def _selection_changed(self) -> None:
        state, chosen = self._model.state, bool(self._instrument)
        row = state.instruments.index(self._instrument) if self._instrument in state.instruments else -1
        for action in (self.rename, self.remove):
            action.setEnabled(chosen)
        self.confirm.setEnabled(row >= 0 and bool(state.datasets[row].guessed))
        self.column.setEnabled(row >= 0 and bool(state.datasets[row].columns))
        self.reference.setEnabled(row > 0)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < len(state.datasets) - 1)
        selected = len(self._model.selection.samples)
        for action in (self.leave_out, self.take_in, self.group):
            action.setEnabled(selected > 0)
        self.summary.setText(self._summary(selected))

    def _summary(self, selected: int) -> str:
        if self._instrument not in self._model.state.instruments:
            return "Nothing loaded yet: open files, or drop them onto the window."
        dataset = self._model.state.dataset(self._instrument)
        marked = sum(bool(s.rows.get(self._instrument)) for s in self._model.state.standards)
        out = len(self._model.state.excluded.get(self._instrument, ()))
        parts = [f"{len(dataset)} spectra", f"{marked} standards"]
        if out:
            parts.append(f"{out} left out")
        if dataset.columns:
            titles = list(dataset.columns)
            more = f" and {len(titles) - SHOWN_TITLES} more" if len(titles) > SHOWN_TITLES else ""
            parts.append(f"beside them {', '.join(titles[:SHOWN_TITLES])}{more}")
        if dataset.guessed:
            parts.append(f"{' and '.join('layout' if g == 'orientation' else g for g in dataset.guessed)} guessed")
        missing = int(missing_per_row(dataset).sum())
        if missing:
            parts.append(f"{missing} missing values")
        if dataset.targets is not None and dataset.targets.censored.any():
            parts.append(f"{int(dataset.targets.censored.sum())} values below limit")
        if selected:
            parts.append(f"{selected} selected")
        return ", ".join(parts)

    # -- doing -------------------------------------------------------------------------------------------
    def _move(self, place: int) -> None:
        if self._instrument:
            self._model.change("Order of instruments", move_instrument(self._model.state, self._instrument, place))

    def _shift(self, by: int) -> None:
        if self._instrument:
            self._move(self._model.state.instruments.index(self._instrument) + by)

    def _rename(self) -> None:
        self.show()
        self.raise_()
        self.instrument_view.setFocus()
        names = self._model.state.instruments
        if self._instrument in names:  # the table may have been filled anew since a row was chosen
            self.instrument_view.edit(self.instruments.index(names.index(self._instrument), NAME))

    def _confirm(self) -> None:
        if self._instrument and (dataset := self._model.state.dataset(self._instrument)).guessed:
            self._model.change(f"Confirm the guesses of {self._instrument}",
                               replace_dataset(self._model.state, confirmed(dataset)))

    def _use_column(self) -> None:
        from .column_dialog import ColumnDialog

        if not self._instrument or not (dataset := self._model.state.dataset(self._instrument)).columns:
            return
        dialog = ColumnDialog(dataset, self)
        if dialog.exec():
            try:
                made = use_column(dataset, dialog.title, dialog.role)
            except DataError as error:
                self._model.message.emit(say(error))
            else:
                self._model.change(f"Use {dialog.title} as {dialog.roles.currentText()}",
                                   replace_dataset(self._model.state, made))
        dialog.deleteLater()

    def _remove(self) -> None:
        if self._instrument:
            name = self._instrument
            self._model.selection.select(s for s in self._model.selection.samples if s[0] != name)
            self._model.change(f"Remove {name}", self._model.state.without_dataset(name))

    def _exclude(self, out: bool) -> None:
        chosen = self._model.selection.samples
        if chosen:
            self._model.change("Leave out samples" if out else "Take samples back in",
                               exclude(self._model.state, chosen, out))

    def _ask_group(self) -> None:
        known = sorted({g for d in self._model.state.datasets for g in d.groups or () if g})
        text, accepted = ask_text(self, "Group", "Group of the selected samples (empty: no group)",
                                  choices=["", *known])
        if accepted:
            self._model.change("Set group", set_group(self._model.state, self._model.selection.samples, text.strip()))
