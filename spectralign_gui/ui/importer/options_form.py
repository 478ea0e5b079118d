"""The guesses of a file as fields that can be changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QPushButton, QSpinBox, QWidget

from ...core.data import QUANTITIES, UNITS
from ...io.intake.entries import SURE
from ...io.intake.preview import FilePreview
from ...io.readers.text.options import COMPUTED, ORIENTATIONS, SEPARATORS
from ...words import units
from .. import theme
from ..widgets import named
from ..widgets.as_written import Label, as_written

ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "cp1252", "latin-1", "cp1250", "cp1251", "shift_jis", "gb18030")
TEXT_FIELDS: tuple[tuple[str, str, str], ...] = (
    ("orientation", "Layout", "How spectra and axis are arranged in the file"),
    ("separator", "Separator", "What separates two cells"),
    ("decimal", "Decimal mark", "Point or comma in numbers"),
    ("thousands", "Thousands mark", "What groups the digits of large numbers"),
    ("encoding", "Encoding", "How letters such as µ or é are stored"),
    ("header_line", "Axis or title line", "Line that holds the axis, or the column titles; 0 = none"),
    ("first_line", "First line of data", "Line at which the numbers begin"),
    ("axis_column", "Axis column", "Column that holds the axis; 0 = none"),
    ("name_column", "Name column", "Column that holds the sample names; 0 = none"),
    ("group_column", "Group column", "Column that gives the group of each sample; 0 = none"),
    ("property_columns", "Property columns", "Columns with reference values beside the spectra, as 2, 3"),
    ("compute", "Compute", "Compute reflectance, transmittance or absorbance from the columns of sample, dark and "
     "white"),
)
COMMON_FIELDS: tuple[tuple[str, str, str], ...] = (
    ("unit", "Axis unit", "Unit of the spectral axis"),
    ("quantity", "Quantity", "What was measured"),
)
AXIS_TITLES = {"auto": "as it is", "keep": "all channels in file order, numbered",
               "split": "one instrument per detector", "splice": "change detector once per overlap",
               "sort": "sort by axis value", "channel": "number the channels",
               "average": "one channel per position, averaged", "drop": "leave the stray channels out"}
GUESS_OF = {"header_line": "axis", "axis_column": "axis"}


class OptionsForm(QWidget):
    """Fields; `changed` carries the name of the option and its new value (None: guess again)."""

    changed = Signal(str, object)
    axisChanged = Signal(str)
    spliceChanged = Signal(object)
    confirmed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._busy = False
        self._set: dict[str, Any] = {}
        self.fields: dict[str, QWidget] = {}
        self.marks: dict[str, QLabel] = {}
        self._cells: dict[str, tuple[QLabel, QWidget, QLabel]] = {}
        self._choice_fields: list[QWidget] = []
        for number, (name, title, tip) in enumerate((*TEXT_FIELDS, *COMMON_FIELDS)):
            self._add(number, name, title, tip, self._make(name))
        self.axis = QComboBox()
        self.axis.currentIndexChanged.connect(self._axis_chosen)
        self._add(len(TEXT_FIELDS) + len(COMMON_FIELDS), "axis", "Odd axis", "What to do with the axis", self.axis)
        self.splice = QLineEdit()
        self.splice.setPlaceholderText("middle of each overlap")
        self.splice.editingFinished.connect(self._splice_edited)
        self._add(len(TEXT_FIELDS) + len(COMMON_FIELDS) + 1, "splice", "Splice at", "Axis positions at which one "
                  "detector ends and the next begins, one per overlap, as 1000, 1800", self.splice)
        self.again = named(QPushButton("Guess everything again"), "guess-again",
                           tip="Forget what you set for this file")
        self.again.clicked.connect(self._guess_again)
        self._grid.addWidget(self.again, 20, 0, 1, 3)
        self.confirm = named(QPushButton("The guesses are right"), "confirm-guesses", "The guesses are right",
                             "Take the guessed unit and layout of this file as said by you")
        self.confirm.clicked.connect(self.confirmed)
        self._grid.addWidget(self.confirm, 20, 3, 1, 3)
        for column in (1, 4):
            self._grid.setColumnStretch(column, 1)

    def _add(self, number: int, name: str, title: str, tip: str, widget: QWidget) -> None:
        named(widget, f"option-{name}", title, tip)
        label, mark = Label(title), Label()
        label.setBuddy(widget)
        label.setToolTip(as_written(tip))
        mark.setObjectName(f"guess-{name}")
        row, column = number // 2, 3 * (number % 2)
        for k, part in enumerate((label, widget, mark)):
            self._grid.addWidget(part, row, column + k)
        self.fields[name], self.marks[name] = widget, mark
        self._cells[name] = (label, widget, mark)

    def _make(self, name: str) -> QWidget:
        if name in ("header_line", "first_line", "axis_column", "name_column", "group_column"):
            spin = QSpinBox(minimum=0, maximum=1_000_000)
            spin.setSpecialValueText("none" if name != "first_line" else "")
            spin.setKeyboardTracking(False)
            spin.valueChanged.connect(lambda value, n=name: self._edited(n, value))
            return spin
        if name == "property_columns":
            line = QLineEdit()
            line.setPlaceholderText("none")
            line.editingFinished.connect(lambda: self._columns_edited(line.text()))
            return line
        combo = QComboBox()
        entries: dict[str, str] = {
            "orientation": ORIENTATIONS, "separator": SEPARATORS, "decimal": {".": "point  .", ",": "comma  ,"},
            "thousands": {"": "none", ".": "point  .", ",": "comma  ,", "'": "apostrophe  '", " ": "space"},
            "encoding": {e: e for e in ENCODINGS}, "unit": {u: units.named(u) for u in UNITS},
            "quantity": {q: q for q in QUANTITIES},
            "compute": {"": "nothing: as measured", **{q: q for q in COMPUTED}}}[name]
        for value, text in entries.items():
            combo.addItem(text, value)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(10)
        combo.currentIndexChanged.connect(lambda _index, n=name, c=combo: self._edited(n, c.currentData()))
        return combo

    # -- showing -----------------------------------------------------------------------------------------
    def show_preview(self, preview: FilePreview, user: Mapping[str, Any], axis: str,
                     splice_at: tuple[float, ...] = ()) -> None:
        """Show what is in use, and how sure it is."""
        self._busy = True
        for name, *_ in TEXT_FIELDS:
            self._show_row(name, preview.text and (name != "compute" or "compute" in preview.guesses))
        for name, widget in self.fields.items():
            if name in ("axis", "splice"):
                continue
            value = preview.options.get(name)
            if name == "compute":
                value = value or ""
            if isinstance(widget, QComboBox):
                index = widget.findData(value)
                if index < 0 and value not in (None, ""):
                    widget.addItem(str(value), value)
                    index = widget.count() - 1
                widget.setCurrentIndex(index)
            elif isinstance(widget, QSpinBox):
                widget.setValue(int(value or 0))
            elif isinstance(widget, QLineEdit):
                widget.setText(", ".join(str(v) for v in value or ()))
            self._mark(name, preview, name in user)
        has_axis = preview.spectrum is not None
        for name in ("unit", "quantity"):
            self._show_row(name, has_axis)
        odd = bool(preview.finding.sentence) and len(preview.finding.choices) > 1
        self._show_row("axis", odd)
        if odd:
            self.axis.clear()
            for choice in preview.finding.choices:
                self.axis.addItem(AXIS_TITLES.get(choice, choice), choice)
            self.axis.setCurrentIndex(max(self.axis.findData(axis), 0))
            self.axis.setToolTip(as_written(preview.finding.sentence))
        self._show_row("splice", odd and axis == "splice")
        self.splice.setText(", ".join(f"{v:g}" for v in splice_at))
        self._show_choices(preview, user)
        self.again.setEnabled(bool(user) or axis != "auto")
        self.confirm.setEnabled(bool(preview.guessed))
        self._busy = False

    def _show_row(self, name: str, visible: bool) -> None:
        for part in self._cells[name]:
            part.setVisible(visible)

    def _mark(self, name: str, preview: FilePreview, by_user: bool) -> None:
        mark = self.marks[name]
        name_of_guess = GUESS_OF.get(name, name)
        guess = preview.guesses.get(name_of_guess)
        if by_user:
            text, kind, tip = "set", "muted", "Set by you"
        elif guess is None:
            text, kind, tip = "", "muted", ""
        elif guess.confidence >= SURE and name_of_guess not in preview.guessed:
            text, kind, tip = "✓", "good", guess.reason
        else:
            text, kind, tip = "?", "warning", guess.reason or "Not sure"
        mark.setText(text)
        mark.setToolTip(as_written(tip))
        mark.setAccessibleName({"✓": "sure", "?": "not sure"}.get(text, text))
        colours = theme.current()
        mark.setStyleSheet(f"color: {getattr(colours, kind)}")

    def _show_choices(self, preview: FilePreview, user: Mapping[str, Any]) -> None:
        for widget in self._choice_fields:
            self._grid.removeWidget(widget)
            widget.deleteLater()
        self._choice_fields = []
        for row, option in enumerate(dict.fromkeys(c.option for c in preview.choices), start=10):
            label = Label(option.replace("_", " ").capitalize())
            combo = named(QComboBox(), f"option-{option}", label.text(), "What else the file holds")
            for choice in (c for c in preview.choices if c.option == option):
                combo.addItem(choice.title, choice.value)
                if choice.chosen:
                    combo.setCurrentIndex(combo.count() - 1)
            combo.activated.connect(lambda _index, o=option, c=combo: self._edited(o, c.currentData()))
            label.setBuddy(combo)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(combo, row, 1, 1, 4)
            self._choice_fields += [label, combo]

    # -- editing -----------------------------------------------------------------------------------------
    def _edited(self, name: str, value: Any) -> None:
        if not self._busy:
            self.changed.emit(name, (value or None) if name == "compute" else value)

    def _columns_edited(self, text: str) -> None:
        self._edited("property_columns", text.strip())

    def _axis_chosen(self) -> None:
        if not self._busy and self.axis.currentData():
            self._show_row("splice", self.axis.currentData() == "splice")
            self.axisChanged.emit(self.axis.currentData())

    def _splice_edited(self) -> None:
        if self._busy:
            return
        try:
            at = tuple(float(word) for word in self.splice.text().replace(";", ",").split(",") if word.strip())
        except ValueError:
            self.marks["splice"].setText("✗")
            self.marks["splice"].setToolTip("Write numbers with a point, separated by commas")
            return
        self.marks["splice"].setText("")
        self.spliceChanged.emit(at)

    def _guess_again(self) -> None:
        self.changed.emit("", None)
