"""What may be suggested: how many samples of each instrument, and groups that shall be covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSpinBox, QToolButton, QWidget

from ..widgets import FlowLayout
from ..widgets.as_written import Label, as_written
from ..widgets.telling import telling

MOST_FIELDS = 24
"""So many instruments have a field of their own; of hundreds each would cost milliseconds and none would be found."""

LETTERS = 22
"""Width of a name in a label, in letters."""
BUDGET = ("Budget of {name}: so many of the samples are chosen by its spectra, to be measured on the others; 0 for "
          "none")


class BudgetFields(QWidget):
    """How many samples in all, and how many of them each instrument's spectra speak for; the two always agree.

    Of very many instruments the first have a field each, and the others one together, shared out equally.
    """

    def __init__(self, count: int = 8, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = QSpinBox(minimum=1, maximum=999, value=count)
        self.count.setObjectName("suggest-count")
        self.count.setAccessibleName("Number of samples")
        self.count.setToolTip("How many samples can be measured in this round; shared out equally to the instruments")
        self.count.setKeyboardTracking(False)
        self.of: dict[str, QSpinBox] = {}
        self._names: list[str] = []
        self.others: QSpinBox | None = None
        self._flow = FlowLayout(self, spacing=6)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._flow.addWidget(_labelled("Number", self.count))
        self._parts: list[QWidget] = []
        self._last: QWidget | None = None
        self._free: dict[str, int] = {}
        self.count.valueChanged.connect(self._share)

    def set_instruments(self, names: Sequence[str]) -> None:
        """A field per instrument, if there are several."""
        if self._names == list(names):
            return
        # every field that comes into a visible window has all of them laid out again: with hundreds that takes seconds
        seen = not self.isHidden()
        self.hide()
        for part in self._parts:
            self._flow.removeWidget(part)
            part.hide()
            part.deleteLater()
        if not self._parts:  # a single one stands alone
            for spin in self.of.values():
                spin.deleteLater()
        self._parts, self.of, self.others, self._names = [], {}, None, list(names)
        shown = names if len(names) <= MOST_FIELDS else names[:MOST_FIELDS - 1]
        for name in shown:
            spin = self._field(f"suggest-budget-{name}", f"Number of samples of {name}",
                               BUDGET.format(name=name))
            self.of[name] = spin
            if len(names) > 1:
                self._add(f"from {self._short(name, names)}", spin)
            else:
                spin.setParent(self)
                spin.hide()
        if len(shown) < len(names):
            self.others = self._field("suggest-budget-others", "Number of samples of the other instruments",
                                      "Budget of all other instruments together, shared out equally; 0 for none")
            self._add(f"from {len(names) - len(shown)} others", self.others)
        self.end_with(self._last)
        self._share()
        self.setVisible(seen)

    def _short(self, name: str, among: Sequence[str]) -> str:
        """A name in the room of a label: what tells it from the others stays."""
        metrics = self.fontMetrics()
        return telling(name, among, metrics, LETTERS * metrics.averageCharWidth())

    def set_free(self, free: Mapping[str, int]) -> None:
        """How many samples of each may be suggested: one that has none left has no share, and says so."""
        if self._free == free:
            return
        self._free = dict(free)
        for name, spin in self.of.items():
            none = not self._free.get(name, 1)
            spin.setEnabled(not none or not any(self._free.values()))
            spin.setToolTip(as_written(f"Every sample of {name} is already a standard, or cannot be measured" if none
                                       else BUDGET.format(name=name)))
        self._share()

    def _field(self, name: str, accessible: str, tip: str) -> QSpinBox:
        spin = QSpinBox(minimum=0, maximum=999)
        spin.setObjectName(name)
        spin.setAccessibleName(accessible)
        spin.setToolTip(as_written(tip))
        spin.setKeyboardTracking(False)
        spin.valueChanged.connect(self._add_up)
        return spin

    def _add(self, title: str, spin: QSpinBox) -> None:
        part = _labelled(title, spin)
        self._parts.append(part)
        self._flow.addWidget(part)
        part.show()

    def end_with(self, widget: QWidget | None) -> None:
        """A widget that stands behind the fields."""
        if self._last is not None:
            self._flow.removeWidget(self._last)
        self._last = widget
        if widget is not None:
            self._flow.addWidget(widget)

    def budgets(self) -> dict[str, float]:
        """Samples per instrument."""
        found = {name: float(spin.value()) for name, spin in self.of.items()}
        if self.others is not None:
            rest = [n for n in self._names if n not in self.of]
            found |= dict(zip(rest, map(float, _shared(self.others.value(), len(rest))), strict=True))
        return found

    @Slot()
    def _share(self) -> None:
        open_ones = [n for n in self._names if self._free.get(n, 1)] or self._names
        given = dict(zip(open_ones, _shared(self.count.value(), len(open_ones)), strict=True))
        parts = [given.get(n, 0) for n in self._names]
        fields = list(self.of.values())
        values = parts[:len(fields)]
        if self.others is not None:
            fields, values = [*fields, self.others], [*values, sum(parts[len(fields):])]
        for spin, value in zip(fields, values, strict=True):
            spin.blockSignals(True)
            spin.setValue(value)
            spin.blockSignals(False)

    @Slot()
    def _add_up(self) -> None:
        total = sum(spin.value() for spin in self.of.values()) + (self.others.value() if self.others else 0)
        if total == 0:
            self._share()
            return
        self.count.blockSignals(True)
        self.count.setValue(total)
        self.count.blockSignals(False)


def _shared(total: int, number: int) -> list[int]:
    """A number in equal whole parts; the first ones have what is left over."""
    return [total // number + (k < total % number) for k in range(number)] if number else []


class CoverButton(QToolButton):
    """Which groups shall have at least one standard.

    Signals
    -------
    changed
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("suggest-cover")
        self.setAccessibleName("Groups to cover")
        self.setToolTip("Groups of which at least one sample should be a standard: the best of each comes first")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self._all = self._menu.addAction("All groups")
        self._all.setCheckable(True)
        self._all.triggered.connect(self._every)
        self._menu.addSeparator()
        self.entries: dict[str, QAction] = {}
        self._say()

    def set_groups(self, groups: Sequence[str]) -> None:
        """Offer these; what was ticked stays so."""
        if list(self.entries) != list(groups):
            ticked = set(self.chosen())
            for entry in self.entries.values():
                self._menu.removeAction(entry)
                entry.deleteLater()
            self.entries = {}
            for name in groups:
                entry = self._menu.addAction(name.replace("&", "&&"))
                entry.setCheckable(True)
                entry.setChecked(name in ticked)
                entry.triggered.connect(self._say)
                self.entries[name] = entry
            self._say()
        self.setVisible(len(groups) > 1)

    def chosen(self) -> list[str]:
        """The groups to cover."""
        return [name for name, entry in self.entries.items() if entry.isChecked()]

    @Slot(bool)
    def _every(self, on: bool) -> None:
        for entry in self.entries.values():
            entry.setChecked(on)
        self._say()

    @Slot()
    def _say(self) -> None:
        chosen = self.chosen()
        self._all.setChecked(bool(chosen) and len(chosen) == len(self.entries))
        self.setText("Cover: no groups" if not chosen else f"Cover: {chosen[0][:14]}" if len(chosen) == 1 else
                     f"Cover: {'all ' if self._all.isChecked() else ''}{len(chosen)} groups")
        self.changed.emit()


def _labelled(text: str, field: QWidget) -> QWidget:
    both = QWidget()
    layout = QHBoxLayout(both)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(4)
    label = Label(text)
    label.setBuddy(field)
    layout.addWidget(label)
    layout.addWidget(field)
    return both
