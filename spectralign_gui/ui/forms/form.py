"""A form made from a declaration: fields with help, automatic, exclusions, reset; advanced ones folded away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from ...core.parameters import Parameter
from ..widgets import named
from ..widgets.as_written import Label, as_written
from .fields import Field, tip

# shown in the field when the program chooses and nothing better is known
FALLBACK = {"int": 10, "float": 1.0}


class Row(QWidget):
    """One parameter: field, "automatic", and its sentence."""

    edited = Signal(str, object)
    refused = Signal(str)

    def __init__(self, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parameter = p = parameter
        self.field = Field(p, self)
        self.field.edited.connect(self._edited)
        self.field.refused.connect(self.refused)
        self.automatic: QCheckBox | None = None
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.field.widget)
        if p.has_automatic:
            self.automatic = named(QCheckBox("automatic"), f"automatic-{p.name}", f"{p.title}: automatic",
                                   f"Let the program choose {p.title.lower()} from the data")
            self.automatic.toggled.connect(self._automatic_toggled)
            line.addWidget(self.automatic)
        line.addStretch()
        self.help = Label(p.help)
        self.help.setObjectName(f"sentence-{p.name}")
        self.help.setWordWrap(True)
        self.help.setProperty("class", "muted")
        self.help.setToolTip(as_written(tip(p)))
        self.used = Label()
        self.used.setProperty("class", "muted")
        self.used.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 6)
        layout.setSpacing(1)
        layout.addLayout(line)
        layout.addWidget(self.used)
        layout.addWidget(self.help)
        self._busy = False
        self._hint: Any = None
        self._chosen = ""

    def set_value(self, value: Any) -> None:
        """Show a value; an automatic one greys the field out."""
        automatic = self.parameter.is_automatic(value)
        self._busy = True
        if self.automatic is not None:
            self.automatic.setChecked(automatic)
        self._busy = False
        self.field.widget.setEnabled(not automatic)
        if not automatic and value is not None:
            self.field.set_value(value)
        elif self._hint is not None:
            self.field.set_value(self._hint)
        elif self.parameter.kind in FALLBACK:
            self.field.set_value(FALLBACK[self.parameter.kind])

    @property
    def is_automatic(self) -> bool:
        """Whether the program chooses."""
        return self.automatic is not None and self.automatic.isChecked()

    @property
    def known(self) -> bool:
        """Whether the shown run has chosen it."""
        return bool(self._chosen)

    @property
    def chosen(self) -> str:
        """Title and, where the shown run has chosen it, value: "Kept rank 40"."""
        return f"{self.parameter.title} {self._chosen}".strip()

    def set_used(self, value: Any) -> None:
        """Say what the shown run really used, where the choice was automatic."""
        numeric = isinstance(value, int | float) and not isinstance(value, bool)
        self._hint = value if numeric and self.parameter.kind in FALLBACK else None
        if self._hint is not None and self.automatic is not None and self.automatic.isChecked():
            self.field.set_value(self._hint)  # what is taken over when "automatic" is unticked
        shown = self.automatic is not None and self.automatic.isChecked() and value is not None
        text = ", ".join(f"{v:.4g}" for v in value) if isinstance(value, list | tuple) and all(
            isinstance(v, int | float) for v in value) else f"{value:.4g}" if isinstance(value, float) else str(value)
        shown = shown and text not in ("auto", "None", "")
        self._chosen = text if shown else ""
        self.used.setText(f"the shown run chose {text}" if shown else "")
        self.used.setVisible(shown)

    def _edited(self, value: Any) -> None:
        self.edited.emit(self.parameter.name, value)

    def _automatic_toggled(self, on: bool) -> None:
        if self._busy:
            return
        if on:
            self.field.widget.setEnabled(False)
            self.edited.emit(self.parameter.name, self.parameter.automatic)
        else:
            self.field.widget.setEnabled(True)
            self.field.widget.setFocus()
            self.field._changed()  # what the field shows becomes the value


class ParameterForm(QWidget):
    """The form.

    Signals
    -------
    changed(str name, object value)
        The user set a parameter; the value is checked.
    refused(str)
        A value cannot be; one sentence.
    helpWanted(str name)
        The paragraph on a parameter is wanted (only with `links`).

    Parameters
    ----------
    links : bool
        Whether every parameter gets a "?": it shows its sentence, and that leads to its paragraph.
    folds : bool
        Whether what the program chooses is one line, until somebody wants to change it.
    """

    changed = Signal(str, object)
    refused = Signal(str)
    helpWanted = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, links: bool = False, folds: bool = False) -> None:
        super().__init__(parent)
        self._links, self._folds = links, folds
        self._open = not folds
        """Whether the fields of what the program chooses are shown."""
        self.rows: dict[str, Row] = {}
        self.labels: dict[str, QLabel] = {}
        self.links: dict[str, QToolButton] = {}
        self._shown: dict[str, Any] = {}
        self._parameters: tuple[Parameter, ...] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._body: QWidget | None = None
        self._advanced: QToolButton | None = None
        self.chosen = Label(rich=True)
        self.chosen.setObjectName("chosen-by-the-program")
        self.chosen.setWordWrap(True)
        self.chosen.setTextFormat(Qt.TextFormat.RichText)
        self.chosen.setToolTip("What the program chooses from the data; change it to set it yourself")
        self.chosen.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse
                                            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard)
        self.chosen.linkActivated.connect(self._change)
        self.chosen.hide()

    def build(self, parameters: Sequence[Parameter], values: Mapping[str, Any]) -> None:
        """Make the fields of a declaration and show values (those not given are defaults)."""
        if tuple(parameters) != self._parameters or self._body is None:
            self._parameters = tuple(parameters)
            if self._body is not None:
                self._body.hide()
                self._body.deleteLater()
            self._body = self._make()
            self._layout.addWidget(self._body)
            self._layout.addWidget(self.chosen)
            self._open = not self._folds
        self.set_values(values)

    @Slot(str)
    def _change(self, _: str) -> None:
        self.unfold(not self._open)

    def unfold(self, on: bool = True) -> None:
        """Show the fields of what the program chooses, or fold them into one line."""
        self._open = on
        self._show_relevant()
        if on:
            first = next((r for r in self.rows.values() if r.is_automatic and not r.isHidden()), None)
            if first is not None and first.automatic is not None:
                first.automatic.setFocus()

    def reveal(self, name: str) -> None:
        """Show a parameter, wherever it is folded away, and give it the keyboard."""
        row = self.rows[name]
        if row.parameter.advanced and self._advanced is not None:
            self._advanced.setChecked(True)
        elif row.isHidden():
            self.unfold()
        target = row.automatic if row.is_automatic and row.automatic is not None else row.field.widget
        target.setFocus()

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Show values; those not given are defaults."""
        for name, row in self.rows.items():
            self._shown[name] = values.get(name, row.parameter.default)
            row.set_value(self._shown[name])
        self._show_relevant()

    def set_used(self, chosen: Mapping[str, Any]) -> None:
        """Show what a run chose for the automatic parameters."""
        for name, row in self.rows.items():
            row.set_used(chosen.get(name))
        self._say_chosen()

    def _make(self) -> QWidget:
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.rows, self.labels, self.links, self._shown = {}, {}, {}, {}
        self._advanced = None
        usual = [p for p in self._parameters if not p.advanced]
        advanced = [p for p in self._parameters if p.advanced]
        column.addLayout(self._fields(usual, body))
        if advanced:
            self._advanced = fold = QToolButton(text="Advanced", checkable=True)
            named(fold, "advanced", tip="Parameters that seldom need to be changed")
            fold.setArrowType(Qt.ArrowType.RightArrow)
            fold.setAutoRaise(True)
            fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            frame = QFrame()
            frame.setLayout(self._fields(advanced, frame))
            frame.layout().setContentsMargins(0, 0, 0, 0)
            frame.setVisible(False)
            fold.toggled.connect(frame.setVisible)
            fold.toggled.connect(lambda on: fold.setArrowType(Qt.ArrowType.DownArrow if on else
                                                              Qt.ArrowType.RightArrow))
            column.addWidget(fold)
            column.addWidget(frame)
        if not self._parameters:
            nothing = Label("Nothing to set.")
            nothing.setProperty("class", "muted")
            column.addWidget(nothing)
        return body

    def _fields(self, parameters: Sequence[Parameter], parent: QWidget) -> QVBoxLayout:
        form = QVBoxLayout()
        form.setSpacing(2)
        for p in parameters:
            row = Row(p, parent)
            row.edited.connect(self._edited)
            row.refused.connect(self.refused)
            label = Label(p.title)
            label.setBuddy(row.field.widget)
            label.setToolTip(as_written(tip(p)))
            if self._links:
                form.addLayout(self._head(p, label))
            else:
                form.addWidget(label)
            form.addWidget(row)
            if self._links:
                row.help.hide()
                row.help.setTextFormat(Qt.TextFormat.RichText)
                row.help.setText(f"{escape(p.help, quote=False)} <a href='{escape(p.name)}'>More</a>")
                row.help.linkActivated.connect(self.helpWanted)
            self.rows[p.name], self.labels[p.name] = row, label
        return form

    def _head(self, p: Parameter, label: QLabel) -> QHBoxLayout:
        link = named(QToolButton(text="?"), f"help-{p.name}", f"Help on {p.title}", f"What {p.title} does")
        link.setAutoRaise(True)
        link.clicked.connect(partial(self._show_sentence, p.name))
        line = QHBoxLayout()
        line.addWidget(label)
        line.addWidget(link)
        line.addStretch()
        self.links[p.name] = link
        return line

    def _show_sentence(self, name: str) -> None:
        """The sentence of a parameter, with a link to its paragraph; a second time it is gone."""
        row = self.rows[name]
        row.help.setVisible(row.help.isHidden())

    def _matters(self, row: Row) -> bool:
        when = row.parameter.when
        return when is None or self._shown.get(when[0]) in when[1]

    def _say_chosen(self) -> None:
        """One line for all that the program chooses."""
        rows = [r for r in self.rows.values() if r.is_automatic and not r.parameter.advanced and self._matters(r)]
        self.chosen.setVisible(self._folds and bool(rows))
        known = any(r.known for r in rows)
        what = ", ".join(escape(r.chosen) for r in rows)
        self.chosen.setText(f"{'Chosen' if known else 'Automatic'}: {what} · <a href='change'>"
                            f"{'done' if self._open else 'change'}</a>")

    def _show_relevant(self) -> None:
        """Hide the fields that do not matter for the choices made (`Parameter.when`), and what the program chooses."""
        self._say_chosen()
        for name, row in self.rows.items():
            matters = self._matters(row) and (self._open or row.parameter.advanced or not row.is_automatic)
            row.setVisible(matters)
            self.labels[name].setVisible(matters)
            if name in self.links:
                self.links[name].setVisible(matters)

    def _edited(self, name: str, value: Any) -> None:
        p = self.rows[name].parameter
        if value is not None and not p.is_automatic(value):
            # at most one of those that exclude each other: setting one gives the others back to the program
            others = set(p.excludes) | {q.name for q in self._parameters if name in q.excludes}
            for other in others & set(self.rows):
                q = self.rows[other].parameter
                if q.has_automatic:
                    self.rows[other].set_value(q.automatic)
                    self.changed.emit(other, q.automatic)
        self._shown[name] = value
        self._show_relevant()
        self.changed.emit(name, value)
