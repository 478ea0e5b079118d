"""Which parameters are swept over which values, and how often each point is measured."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from ...core.errors import ParameterError
from ...core.parameters import Parameter
from ...core.registry import MethodInfo
from ...session.compare.sweep import FOLDS, SweepAxis, proposed_values, sweepable
from ..widgets import named
from ..widgets.as_written import Label, as_written


class SweepForm(QWidget):
    """Form of the sweep; `changed` when anything was."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known: dict[str, Parameter] = {}
        self._current: dict[str, Any] = {}
        self.first, self.second = QComboBox(), QComboBox()
        self.first_values, self.second_values = QLineEdit(), QLineEdit()
        self.folds = QSpinBox(minimum=2, maximum=50, value=FOLDS)
        self.repeats = QSpinBox(minimum=1, maximum=100, value=1)
        self.rmsep = QCheckBox("Prediction errors too")
        self.rmsep.setChecked(True)
        self.search = QCheckBox("Choose preprocessing on the standards")
        self.rmsep.toggled.connect(self.search.setEnabled)  # hits are those of the session's own steps
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(4)
        for field, name, title, tip in (
            (self.first, "sweep-first", "Vary", "The parameter that takes the values below"),
            (self.first_values, "sweep-first-values", "Values", "Values to try, separated by commas; empty takes "
             "sensible ones"),
            (self.second, "sweep-second", "And", "A second parameter: every pair of values is tried"),
            (self.second_values, "sweep-second-values", "Values of the second", "Values to try, separated by commas"),
            (self.folds, "sweep-folds", "Folds", "The standards are left out in this many groups, one after the "
             "other"),
            (self.repeats, "sweep-repeats", "Repeats", "How often the groups are drawn again; more give steadier "
             "figures"),
            (self.rmsep, "sweep-rmsep", "", "Also predict the reference values of samples that take part in no fit; "
             "takes longer"),
            (self.search, "sweep-search", "", "For the prediction errors every split also takes the usual steps with "
             "which its left-out standards err least"),
        ):
            named(field, name, title or field.text(), tip)
            if isinstance(field, QComboBox):
                field.setMinimumContentsLength(10)
                field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            label = Label(title.replace("Values of the second", "Values"))
            label.setToolTip(as_written(tip))
            label.setBuddy(field)
            form.addRow(label, field)
        self.first.currentIndexChanged.connect(self._first_changed)
        self.second.currentIndexChanged.connect(self._second_changed)
        for line in (self.first_values, self.second_values):
            line.textChanged.connect(self.changed)

    def show_method(self, info: MethodInfo | None, current: dict[str, Any]) -> None:
        """Offer the parameters of a method; what is chosen stays if it has it."""
        known = {p.name: p for p in sweepable(info)} if info is not None else {}
        self._current = dict(current)
        if known == self._known:
            return
        self._known = known
        usual = [p for p in known.values() if not p.advanced] + [p for p in known.values() if p.advanced]
        for box, extra in ((self.first, False), (self.second, True)):
            box.blockSignals(True)
            box.clear()
            if extra:
                box.addItem("nothing else", "")
            for p in usual:
                box.addItem(p.title, p.name)
            box.blockSignals(False)
        self._first_changed()
        self._second_changed()

    def _propose(self, box: QComboBox, line: QLineEdit) -> None:
        parameter = self._known.get(str(box.currentData()))
        line.setEnabled(parameter is not None)
        values = proposed_values(parameter, self._current.get(parameter.name)) if parameter is not None else ()
        line.setText(", ".join(shown_value(v) for v in values))

    @Slot()
    def _first_changed(self, *_: object) -> None:
        self._propose(self.first, self.first_values)
        self.changed.emit()

    @Slot()
    def _second_changed(self, *_: object) -> None:
        self._propose(self.second, self.second_values)
        self.changed.emit()

    def axes(self) -> list[SweepAxis]:
        """What is to be swept.

        Raises
        ------
        ParameterError
            A value is not legal; names the parameter.
        """
        found = []
        for box, line in ((self.first, self.first_values), (self.second, self.second_values)):
            parameter = self._known.get(str(box.currentData()))
            if parameter is None:
                continue
            words = [w.strip() for w in line.text().replace(";", ",").split(",") if w.strip()]
            values = tuple(parameter.parse(w) for w in words) or proposed_values(parameter)
            found.append(SweepAxis(parameter.name, values))
        if not found:
            raise ParameterError("This method has no parameter that can be varied.")
        return found

    def title_of(self, name: str) -> str:
        """Title of a parameter."""
        return self._known[name].title if name in self._known else name


def shown_value(value: Any) -> str:
    """A value as the user writes it."""
    return f"{value:g}" if isinstance(value, float) else str(value).lower() if isinstance(value, bool) else str(value)
