"""One field per kind of parameter. All have ``value()``, ``set_value()`` and the signal ``edited``."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox, QWidget

from ...core.errors import ParameterError
from ...core.parameters import Parameter
from ...words import say, shown
from ..widgets import named
from ..widgets.as_written import as_written

HUGE = 1e300


class NumberBox(QDoubleSpinBox):
    """Any number from 1e-300 to 1e300, written short; logarithmic ones step by factors of two."""

    def __init__(self, logarithmic: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._logarithmic = logarithmic
        self.setDecimals(18)
        self.setRange(-HUGE, HUGE)
        self.setKeyboardTracking(False)

    def textFromValue(self, value: float) -> str:
        return shown(f"{value:.6g}")

    def valueFromText(self, text: str) -> float:
        try:
            return float(self._bare(text))
        except ValueError:
            return self.value()

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        bare = self._bare(text)
        try:
            number = float(bare)
        except ValueError:
            partial = all(c in "0123456789.eE+-" for c in bare)
            return (QValidator.State.Intermediate if partial else QValidator.State.Invalid, text, position)
        if not math.isfinite(number):
            return QValidator.State.Invalid, text, position
        inside = self.minimum() <= number <= self.maximum()
        return (QValidator.State.Acceptable if inside else QValidator.State.Intermediate, text, position)

    def _bare(self, text: str) -> str:
        return text.removesuffix(self.suffix()).strip().replace(",", ".")

    def stepBy(self, steps: int) -> None:
        if self._logarithmic and self.value() > 0:
            self.setValue(self.value() * 2.0**steps)
        else:
            super().stepBy(steps)

    def sizeHint(self):
        hint = super().sizeHint()  # the widest value would be 300 digits wide
        hint.setWidth(self.fontMetrics().horizontalAdvance("-0.000001e-10" + self.suffix()) + 40)
        return hint

    def minimumSizeHint(self):
        hint = self.sizeHint()
        hint.setWidth(self.fontMetrics().horizontalAdvance("0.00001" + self.suffix()) + 40)
        return hint


class WheelGuard(QObject):
    """A wheel turned over a form scrolls the form; it changes a field only when that has the focus."""

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if isinstance(event, QWheelEvent) and isinstance(target, QWidget) and not target.hasFocus():
            event.ignore()
            return True
        return False


class Field(QObject):
    """The widget of one parameter.

    Signals
    -------
    edited(object)
        The user set a value (checked).
    refused(str)
        The value cannot be; the sentence says why.
    """

    edited = Signal(object)
    refused = Signal(str)

    def __init__(self, parameter: Parameter, parent: QWidget) -> None:
        super().__init__(parent)
        self.parameter = parameter
        self._busy = False
        self.widget = named(self._make(parent), f"parameter-{parameter.name}", parameter.title)
        self.widget.setAccessibleDescription(parameter.help)
        self.widget.setToolTip(as_written(tip(parameter)))
        if isinstance(self.widget, QAbstractSpinBox | QComboBox):
            self.widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.widget.installEventFilter(WheelGuard(self.widget))

    def _make(self, parent: QWidget) -> QWidget:
        p = self.parameter
        if p.kind == "choice":
            combo = QComboBox(parent)
            combo.addItems(p.choices)
            combo.currentTextChanged.connect(self._changed)
            return combo
        if p.kind == "bool":
            box = QCheckBox(parent)
            box.toggled.connect(self._changed)
            return box
        if p.kind == "int":
            spin = QSpinBox(parent)
            spin.setRange(int(p.minimum) + p.open_minimum if p.minimum is not None else -(2**31),
                          int(p.maximum) - p.open_maximum if p.maximum is not None else 2**31 - 1)
            spin.setKeyboardTracking(False)
            if p.unit:
                spin.setSuffix(f" {p.unit}")
            spin.valueChanged.connect(self._changed)
            return spin
        if p.kind == "float":
            number = NumberBox(p.logarithmic, parent)
            number.setRange(p.minimum if p.minimum is not None else -HUGE,
                            p.maximum if p.maximum is not None else HUGE)
            if p.unit:
                number.setSuffix(f" {p.unit}")
            if not p.logarithmic:
                span = (p.maximum - p.minimum) if p.minimum is not None and p.maximum is not None else None
                number.setSingleStep(span / 20 if span else 0.1)
            number.valueChanged.connect(self._changed)
            return number
        line = QLineEdit(parent)
        line.setPlaceholderText("numbers, separated by commas" if p.kind == "floats" else "")
        line.editingFinished.connect(self._changed)
        return line

    def value(self) -> Any:
        """What the widget shows (not checked)."""
        w, kind = self.widget, self.parameter.kind
        if isinstance(w, QComboBox):
            return w.currentText()
        if isinstance(w, QCheckBox):
            return w.isChecked()
        if isinstance(w, QSpinBox | QDoubleSpinBox):
            return w.value()
        assert isinstance(w, QLineEdit)
        if kind == "floats":
            return [part for part in w.text().replace(";", ",").split(",") if part.strip()]
        return w.text()

    def set_value(self, value: Any) -> None:
        """Show a value without telling that it was edited."""
        self._busy = True
        w = self.widget
        if isinstance(w, QComboBox):
            w.setCurrentText(str(value))
        elif isinstance(w, QCheckBox):
            w.setChecked(bool(value))
        elif isinstance(w, QSpinBox):
            w.setValue(int(value))
        elif isinstance(w, QDoubleSpinBox):
            w.setValue(float(value))
        elif isinstance(w, QLineEdit):
            is_list = self.parameter.kind == "floats" and not isinstance(value, str)
            w.setText(", ".join(f"{v:g}" for v in value) if is_list else str(value))
        self._busy = False

    def _changed(self, *_: object) -> None:
        if self._busy:
            return
        try:
            self.edited.emit(self.parameter.check(self.value()))
        except ParameterError as error:
            self.refused.emit(say(error))


def tip(p: Parameter) -> str:
    """Tooltip: what it does, its range, its default, values that serve."""
    parts = [p.help]
    low, high = p.minimum, p.maximum
    unit = f" {p.unit}" if p.unit else ""
    if low is not None and high is not None:
        parts.append(f"Range {low:g} to {high:g}{unit}.")
    elif low is not None:
        parts.append(f"{'Above' if p.open_minimum else 'At least'} {low:g}{unit}.")
    elif high is not None:
        parts.append(f"{'Below' if p.open_maximum else 'At most'} {high:g}{unit}.")
    default = "automatic" if p.is_automatic(p.default) else (
        ("on" if p.default else "off") if p.kind == "bool" else f"{p.default}")
    if default != "":
        parts.append(f"Default: {default}.")
    if p.advice:
        parts.append("In practice: " + p.advice.replace("*", ""))
    return "\n".join(parts)
