"""Preprocessing dock: steps in order, shared or per instrument, with their form and a live preview."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...io.atomic import write_text
from ...preprocessing.presets import built_in, describe_built_in, from_json, to_json
from ...preprocessing.preview import Preview, preview
from ...preprocessing.spec import PreprocessingSpec, StepSpec
from ...preprocessing.step import steps
from ...session.run.preprocessing_search import Searched, search_preprocessing
from ...session.state.instrument_pair import to_run
from ...words import say
from .. import theme
from ..actions import make_action, tool_button
from ..dialogs import tell
from ..dock import Dock
from ..forms import ParameterForm
from ..state import in_front
from ..widgets import FormScroll, ShortBox, named
from ..widgets.as_written import Label, as_written
from .preview import SHOWN, PreviewPlot
from .step_list import StepList, title_of

SHARED = "All instruments"


class PreprocessingDock(Dock):
    """Steps before the fit."""

    title = "Preprocessing"
    dock_name = "preprocessing"
    area = "left"
    icon_name = "steps"
    purpose = "Steps that prepare the spectra before the fit, with a preview"
    help_page = "guide/preprocessing.md"
    menu_title = "&Preprocessing"
    draws_at_once = ("preprocessingChanged", "datasetsChanged")

    def prepare(self) -> None:
        self._timer = QTimer(self, singleShot=True, interval=120)
        self._timer.timeout.connect(self._start_preview)
        self._make_actions()

    def build(self) -> QWidget:
        self.scope = named(ShortBox(), "preprocessing-scope", "Instrument whose steps are shown",
                           "One list for all instruments, or a list of its own for one of them")
        self.scope.currentIndexChanged.connect(self._scope_chosen)
        self.own = QPushButton()
        self.own.setObjectName("own-steps")
        self.own.clicked.connect(self._toggle_own)
        self.list = StepList()
        self.list.edited.connect(self._list_edited)
        self.list.currentRowChanged.connect(self._row_chosen)
        self.form = ParameterForm()
        self.form.changed.connect(self._parameter_changed)
        self.form.refused.connect(self._model.message)
        self.help = Label(rich=True)
        self.help.setObjectName("step-help")
        self.help.setWordWrap(True)
        self.plot = PreviewPlot()
        self._model.selection.changed.connect(self._preview_later)
        self.visibilityChanged.connect(self._preview_later)
        return self._lay_out()

    # -- making ------------------------------------------------------------------------------------------
    def _make_actions(self) -> None:
        make = partial(make_action, self)
        self.up = make("step-up", "Move step &up", "Do this step earlier", partial(self._move, -1),
                       key="Ctrl+Shift+Up", icon="up")
        self.down = make("step-down", "Move step &down", "Do this step later", partial(self._move, 1),
                         key="Ctrl+Shift+Down", icon="down")
        self.remove = make("step-remove", "&Remove step", "Take this step out of the list", self._remove,
                           key="Ctrl+Shift+Backspace", icon="delete")
        self.load = make("preset-load", "&Load steps…", "Read a list of steps from a file", self._load)
        self.save = make("preset-save", "&Save steps…", "Write the list of steps to a file", self._save)
        self.clear = make("steps-clear", "&Clear all steps", "Use the spectra as they are", self._clear)
        self.search = make("preprocessing-search", "Choose on the s&tandards",
                           "Try the usual steps behind those of the list, and take those with which left-out standards "
                           "err least", self._search, icon="suggest")
        self.add_menu = QMenu("&Add step", self)
        self.preset_menu = QMenu("&Presets", self)
        for menu in (self.add_menu, self.preset_menu):
            menu.setToolTipsVisible(True)
        groups: dict[str, QMenu] = {}
        for name, cls in sorted(steps().items(), key=lambda item: (item[1].group, item[1].title)):
            if cls.group not in groups:
                groups[cls.group] = self.add_menu.addMenu(cls.group or "Other")
                groups[cls.group].setToolTipsVisible(True)
            groups[cls.group].addAction(make(f"add-{name}", cls.title, cls.help, partial(self._add, name)))
        texts = describe_built_in()
        for name in built_in():
            self.preset_menu.addAction(make(f"preset-{name}", name, texts[name], partial(self._use_preset, name)))
        self.preset_menu.addSeparator()
        self.preset_menu.addActions([self.load, self.save])
        self.menu_actions = [self.add_menu.menuAction(), self.preset_menu.menuAction(), self.search, None, self.up,
                             self.down, self.remove, self.clear]

    def _lay_out(self) -> QWidget:
        bar = QHBoxLayout()
        self._menu_buttons: list[QToolButton] = []
        bar.setSpacing(2)
        for text, menu, name, icon in (("Add", self.add_menu, "add-step", "plus"),
                                       ("Presets", self.preset_menu, "presets", "steps")):
            button = named(QToolButton(text=text), name, tip=f"{menu.title().replace('&', '')} to the list")
            button.setMenu(menu)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            theme.set_icon(button, icon)
            bar.addWidget(button)
            self._menu_buttons.append(button)
        bar.addStretch()
        for action in (self.search, self.up, self.down, self.remove):
            bar.addWidget(tool_button(action, self))
        scopes = QHBoxLayout()
        scopes.addWidget(self.scope, 1)
        scopes.addWidget(self.own)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 4, 6, 0)
        column.addWidget(self.help)
        column.addWidget(self.form)
        column.addStretch()
        scroll = FormScroll(inside)
        split = QSplitter(Qt.Orientation.Vertical)
        for widget in (self.list, scroll, self.plot):
            split.addWidget(widget)
        split.setSizes([100, 160, 260])
        split.setChildrenCollapsible(False)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(scopes)
        layout.addLayout(bar)
        layout.addWidget(split, 1)
        return body

    # -- the list of the scope ---------------------------------------------------------------------------
    @property
    def _instrument(self) -> str:
        """The instrument of the scope; "" for all, as at first."""
        return (self.scope.currentData() or "") if self.is_built else ""

    @property
    def _row(self) -> int:
        """The chosen step; at first the first one."""
        return self.list.currentRow() if self.is_built else 0 if self._steps() else -1

    @property
    def _editable(self) -> bool:
        """Whether the shown list can be changed: it is that of all instruments, or the instrument's own."""
        return not self._instrument or self._instrument in self._model.state.preprocessing.own

    def _steps(self) -> tuple[StepSpec, ...]:
        spec = self._model.state.preprocessing
        return spec.own.get(self._instrument, spec.shared)

    def _set_steps(self, text: str, listed: tuple[StepSpec, ...], merge_key: str = "") -> None:
        spec = self._model.state.preprocessing
        if self._instrument and self._instrument in spec.own:
            spec = replace(spec, own={**spec.own, self._instrument: listed})
        else:
            spec = replace(spec, shared=listed)
        self._change(text, spec, merge_key)

    def _change(self, text: str, spec: PreprocessingSpec, merge_key: str = "") -> None:
        self._model.change(text, self._model.state.with_(preprocessing=spec), merge_key)

    # -- following ---------------------------------------------------------------------------------------
    def update_actions(self) -> None:
        editable, listed, row = self._editable, self._steps(), self._row
        for action in (self.load, self.clear, self.add_menu.menuAction(), self.preset_menu.menuAction()):
            action.setEnabled(editable)
        self.search.setEnabled(len(self._model.state.instruments) >= 2)
        self.up.setEnabled(editable and row > 0)
        self.down.setEnabled(editable and 0 <= row < len(listed) - 1)
        self.remove.setEnabled(editable and 0 <= row < len(listed))

    def draw(self) -> None:
        shown = self._instrument
        self.scope.blockSignals(True)
        self.scope.clear()
        self.scope.addItem(SHARED, "")
        for name in self._model.state.instruments:
            self.scope.addItem(f"Only {name}", name)
        self.scope.setCurrentIndex(max(self.scope.findData(shown), 0))
        self.scope.blockSignals(False)
        self._show_list()

    @Slot()
    def _scope_chosen(self) -> None:
        self._show_list()

    def _show_list(self) -> None:
        instrument, editable = self._instrument, self._editable
        has_own = instrument in self._model.state.preprocessing.own
        self.own.setVisible(bool(instrument))
        self.own.setText("Use shared" if has_own else "Own steps")
        self.own.setToolTip(as_written(f"{instrument} uses the steps of all instruments again" if has_own else
                            f"Give {instrument} its own list, starting with the shared one"))
        self.list.setEnabled(editable)
        self.list.show_steps(self._steps())
        for button in self._menu_buttons:
            button.setEnabled(editable)
        self._row_chosen()
        self._preview_later()

    @Slot()
    def _row_chosen(self) -> None:
        row, listed = self._row, self._steps()
        spec = listed[row] if 0 <= row < len(listed) else None
        cls = steps().get(spec.step) if spec is not None else None
        self.form.build(cls.parameters if cls else (), spec.parameters if spec else {})
        self.form.setVisible(cls is not None)
        self.form.setEnabled(self._editable)
        self.help.setText(f"<b>{escape(cls.title)}</b> – {escape(cls.help)}" if cls else
                          "No steps: the spectra are used as they are. Add a step, or choose a preset.")
        self.update_actions()

    # -- doing -------------------------------------------------------------------------------------------
    def _move(self, by: int) -> None:
        self.list.move(by)

    def _remove(self) -> None:
        self.list.remove()

    @Slot(str, object)
    def _list_edited(self, text: str, listed: tuple[StepSpec, ...]) -> None:
        self._set_steps(text, listed)

    @Slot(str, object)
    def _parameter_changed(self, name: str, value: Any) -> None:
        row, listed = self.list.currentRow(), list(self._steps())
        if not 0 <= row < len(listed):
            return
        spec = listed[row]
        listed[row] = replace(spec, parameters={**spec.parameters, name: value})
        self._set_steps(f"Set {title_of(spec.step)}", tuple(listed), f"step.{self._instrument}.{row}.{name}")

    def _add(self, name: str) -> None:
        listed = self._steps()
        self._set_steps(f"Add {title_of(name)}", (*listed, StepSpec(name)))
        self.list.setCurrentRow(len(listed))

    def _use_preset(self, name: str) -> None:
        self._set_steps(f"Preset {name}", built_in()[name].shared)

    @Slot()
    def _toggle_own(self) -> None:
        spec, instrument = self._model.state.preprocessing, self._instrument
        if instrument in spec.own:
            own = {k: v for k, v in spec.own.items() if k != instrument}
            self._change(f"Shared steps for {instrument}", replace(spec, own=own))
        else:
            self._change(f"Own steps for {instrument}", replace(spec, own={**spec.own, instrument: spec.shared}))

    def _clear(self) -> None:
        self._set_steps("Clear steps", ())

    def _load(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Load steps", "", "Steps (*.json);;All files (*)")
        if not path:
            return
        try:
            _, spec = from_json(Path(path).read_text(encoding="utf-8"), Path(path).name)
        except (SpectrAlignError, UnicodeDecodeError, OSError) as error:
            tell(self, "Load steps", f"{Path(path).name} cannot be used: {say(error)}", name="preset-problem")
            return
        self._change(f"Load {Path(path).stem}", spec)

    def _save(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, "Save steps", "steps.json", "Steps (*.json)")
        if not path:
            return
        path = path if path.endswith(".json") else f"{path}.json"
        try:
            write_text(path, to_json(self._model.state.preprocessing, Path(path).stem))
        except SpectrAlignError as error:
            tell(self, "Save steps", say(error), name="preset-problem")

    def _search(self) -> None:
        state = self._model.state

        def still() -> bool:  # steps and standards are what they were
            now = self._model.state
            return now.preprocessing is state.preprocessing and now.standards is state.standards

        self.work.start(lambda monitor: search_preprocessing(to_run(state), monitor), self._found, still=still,
                        key="preprocessing-search", title="Trying preprocessing")

    def _found(self, found: Searched) -> None:
        if found.tried[0].added:
            self._change("Choose preprocessing", found.state.preprocessing)
        self._model.message.emit(say(found.note))

    # -- preview -----------------------------------------------------------------------------------------
    @Slot()
    def _preview_later(self) -> None:
        if self.isVisible():
            self._timer.start()

    @Slot()
    def _start_preview(self) -> None:
        if not in_front(self):  # it is drawn when somebody looks
            if not self._model.state.datasets:
                self.plot.show_preview(None)
            return
        state = self._model.state
        names = state.instruments
        current = self._model.selection.current
        name = self._instrument or (current[0] if current is not None and current[0] in names else
                                    names[0] if names else "")
        if not name:
            self.plot.show_preview(None)
            return
        rows = self._model.selection.rows(name)[:SHOWN] or list(range(min(5, len(state.dataset(name)))))
        index = names.index(name)

        def work(monitor: Monitor) -> tuple[Preview, int]:
            made = preview(state.preprocessing, state.dataset(name), rows, state.datasets, monitor=monitor)
            return made, index

        self.work.start(work, self._show_preview, key="preprocessing-preview")

    @Slot(object)
    def _show_preview(self, made: tuple[Preview, int]) -> None:
        self.plot.show_preview(*made)
