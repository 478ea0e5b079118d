"""What to compare and how: methods, numbers of standards, splits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QMenu,
    QSpinBox,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ...core.errors import ParameterError
from ...core.registry import methods
from ...core.regression import REGRESSIONS
from ...core.regression.choose import RULES
from ...core.threads import available_cores
from ...core.validation.transfer_splits import DRAWS
from ...session.compare.splitting import Splitting
from ..method.chooser import grouped
from ..widgets import named
from ..widgets.as_written import Label, as_written
from .presets import USUAL, Preset, methods_of

ALWAYS = ("none", "native", "target-only")
RULE_WORDS = {"within-2-percent": "within 2 % of the best", "one-standard-error": "one standard error",
              "minimum": "smallest error"}
DRAW_WORDS = {"kennard-stone": "spread over the spectra", "random": "at random"}


@dataclass(frozen=True)
class ComparisonSettings:
    """The user's choices."""

    methods: tuple[str, ...]
    standards: tuple[int, ...]
    test_share: float | None
    repeats: int
    seed: int
    regression: str
    budget: float | None
    processes: int
    rule: str = RULES[0]
    properties: tuple[str, ...] = ()
    closure: float | None = None
    draw: str = DRAWS[0]
    search: bool = False


class PropertyButton(QToolButton):
    """A button whose menu ticks properties; `changed` when one was (un)ticked."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(QMenu(self))
        self._say()

    def offer(self, names: Sequence[str]) -> None:
        """Properties that there are; those known before keep their tick, new ones are ticked."""
        if [a.text() for a in self.menu().actions()] == list(names):
            return
        unticked = {a.text() for a in self.menu().actions() if not a.isChecked()}
        self.menu().clear()
        for name in names:
            action = self.menu().addAction(name)
            action.setCheckable(True)
            action.setChecked(name not in unticked)
            action.toggled.connect(self._toggled)
        self._say()

    def chosen(self) -> tuple[str, ...]:
        """Ticked properties; all of them if none is."""
        actions = self.menu().actions()
        return tuple(a.text() for a in actions if a.isChecked()) or tuple(a.text() for a in actions)

    @Slot()
    def _toggled(self, *_: object) -> None:
        self._say()
        self.changed.emit()

    def _say(self) -> None:
        total, ticked = len(self.menu().actions()), len(self.chosen())
        self.setText("all" if ticked == total else f"{ticked} of {total}")
        self.setEnabled(total > 1)


class ClosureBox(QDoubleSpinBox):
    """The sum of a whole; at first none, and the first step up is to 100."""

    def __init__(self) -> None:
        super().__init__(minimum=0, maximum=1e6, value=0, decimals=1, suffix=" %", specialValueText="no")

    def stepBy(self, steps: int) -> None:
        """Step, from none to 100."""
        if self.value() == 0 and steps > 0:
            self.setValue(100)
        else:
            super().stepBy(steps)


def _choice(entries: Iterable[tuple[str, object]]) -> QComboBox:
    """A narrow box of entries with their data."""
    box = QComboBox()
    for words, data in entries:
        box.addItem(words, data)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(14)
    return box


class SettingsForm(QWidget):
    """Form of the comparison; `changed` when anything was."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree = self._make_tree()
        self.standards = QLineEdit("5, 10, 20")
        self.share = QDoubleSpinBox(minimum=0.0, maximum=0.8, singleStep=0.05, value=0.0, decimals=2,
                                    specialValueText="automatic")
        self.repeats = QSpinBox(minimum=1, maximum=500, value=10)
        self.seed = QSpinBox(minimum=0, maximum=999_999, value=0)
        self.draw = _choice((DRAW_WORDS[name], name) for name in DRAWS)
        self.regression = _choice((title, name) for name, (title, _) in REGRESSIONS.items())
        self.rule = _choice((RULE_WORDS[name], name) for name in RULES)
        self.preprocessing = _choice((("as it is", False), ("chosen on the standards", True)))
        self.properties = PropertyButton(self)
        self.properties.changed.connect(self.changed)
        self.closure = ClosureBox()
        self.budget = QSpinBox(minimum=0, maximum=86_400, value=0, suffix=" s", specialValueText="no limit")
        self.processes = QSpinBox(minimum=0, maximum=max(1, len(available_cores())), value=0,
                                  specialValueText="automatic")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tree, 1)
        layout.addLayout(self._form())
        self._own_counts = self._own_repeats = False
        self._proposed: Splitting | None = None
        self.standards.textChanged.connect(self._counts_edited)
        self.standards.editingFinished.connect(self._counts_left)
        self.repeats.valueChanged.connect(self._repeats_edited)
        self.share.valueChanged.connect(self.changed)
        self.tree.itemChanged.connect(self.changed)

    def _form(self) -> QFormLayout:
        """The fields below the methods, each with its label."""
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        for field, name, title, tip in (
            (self.standards, "compare-standards", "Standards", "How many transfer standards each method gets; several "
             "numbers show whether more would help. Emptied, it proposes numbers that there are"),
            (self.share, "compare-share", "Share tested", "Share of the samples that is predicted and takes part in no "
             "fit and no choice. Automatic is a quarter; of fewer than 20 samples each is predicted in turn, in 5 "
             "groups"),
            (self.repeats, "compare-repeats", "Repeats", "How often the samples are split again; more repeats give "
             "narrower intervals"),
            (self.seed, "compare-seed", "Seed", "The same number gives the same splits"),
            (self.draw, "compare-draw", "Standards drawn", "How the standards are chosen among the samples that are "
             "not tested: spread over A's spectra (Kennard–Stone), as one measures them for a transfer, or at random"),
            (self.preprocessing, "compare-preprocessing", "Preprocessing", "The steps of the session for all, or in "
             "every split also the usual ones with which its left-out standards err least; what is tested chooses "
             "nothing"),
            (self.regression, "compare-regression", "Regression", "The model that turns spectra into values"),
            (self.rule, "compare-rule", "Latent variables", "How their number is read from cross-validation: the "
             "fewest within 2 % of the smallest error, or within its standard error, or those of the smallest error"),
            (self.properties, "compare-properties", "Properties", "Which properties are compared"),
            (self.closure, "compare-closure", "Close sum to", "Parts of a whole, such as oxides: negative "
             "predictions become 0, and those that add up to more than this are scaled down to it, with all methods "
             "and yardsticks alike; the compared properties must be parts of one whole, in one unit"),
            (self.budget, "compare-budget", "Time", "Stop after this time and show what is done by then"),
            (self.processes, "compare-processes", "Processes", "Processors that work at the same time. Automatic "
             "takes all where the comparison is long enough; the figures are the same"),
        ):
            named(field, name, title, tip)
            label = Label(title)
            label.setToolTip(as_written(tip))
            label.setBuddy(field)
            form.addRow(label, field)
        return form

    def _make_tree(self) -> QTreeWidget:
        tree = named(QTreeWidget(), "compare-methods", "Methods to compare", "Methods to compare; no transfer, B's "
                     "standards alone and B's own model are always shown beside them")
        tree.setHeaderHidden(True)
        tree.setRootIsDecorated(False)
        tree.setIndentation(12)
        offered = [m for m in methods().values() if m.name not in ALWAYS
                   and m.can & {"predict", "to_spectra"} and (m.max_sets is None or m.max_sets >= 2)]
        for title, members in grouped(offered, for_values=True):
            heading = QTreeWidgetItem(tree, [title])
            heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = heading.font(0)
            font.setBold(True)
            heading.setFont(0, font)
            for info in members:
                item = QTreeWidgetItem(heading, [info.title])
                item.setData(0, Qt.ItemDataRole.UserRole, info.name)
                item.setToolTip(0, f"<p><b>{escape(info.title)}</b>. {escape(info.summary)}</p>")
                item.setCheckState(0, Qt.CheckState.Checked if info.name in USUAL else Qt.CheckState.Unchecked)
            heading.setExpanded(True)
        return tree

    def offer(self, units: Mapping[str, str]) -> None:
        """Properties that there are, with their units ("" where unknown)."""
        self.properties.offer(list(units))
        known = set(units.values()) - {""}
        self.closure.setSuffix(f" {known.pop()}" if len(known) == 1 else "" if known else " %")

    @property
    def test_share(self) -> float | None:
        """Share that is tested; None is automatic."""
        return self.share.value() or None

    def propose(self, plan: Splitting | None) -> None:
        """Numbers of standards and repeats that suit the data, where the user has not set any."""
        self._proposed = plan
        if plan is None:
            return
        with QSignalBlocker(self.standards), QSignalBlocker(self.repeats):
            if not self._own_counts:
                self.standards.setText(", ".join(map(str, plan.counts)))
            if not self._own_repeats:
                self.repeats.setValue(plan.repeats)

    @Slot()
    def _counts_edited(self) -> None:
        self._own_counts = True
        self.changed.emit()

    @Slot()
    def _counts_left(self) -> None:
        if not self.standards.text().strip():
            self._own_counts = False
            self.propose(self._proposed)
            self.changed.emit()

    @Slot()
    def _repeats_edited(self) -> None:
        self._own_repeats = True

    def items(self) -> list[QTreeWidgetItem]:
        """The methods' lines."""
        tops = [self.tree.topLevelItem(k) for k in range(self.tree.topLevelItemCount())]
        return [top.child(k) for top in tops for k in range(top.childCount())]

    def check_only(self, names: tuple[str, ...]) -> None:
        """Tick these methods and no others."""
        for item in self.items():
            ticked = item.data(0, Qt.ItemDataRole.UserRole) in names
            item.setCheckState(0, Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)

    def apply(self, preset: Preset) -> None:
        """Choices that belong together; the rest stays as it is."""
        self.check_only(methods_of(preset))
        self.repeats.setValue(preset.repeats)
        self.budget.setValue(preset.budget)
        plan = self._proposed
        if plan is not None:
            self._own_counts = preset.fewest
            with QSignalBlocker(self.standards):
                self.standards.setText(", ".join(map(str, plan.counts[-1:] if preset.fewest else plan.counts)))
        self.changed.emit()

    def settings(self) -> ComparisonSettings:
        """What the form says.

        Raises
        ------
        ParameterError
            The numbers of standards are not whole numbers.
        """
        parts = [p.strip() for p in self.standards.text().replace(";", ",").split(",") if p.strip()]
        if not parts or not all(p.isdigit() and int(p) > 0 for p in parts):
            raise ParameterError(f"Standards takes whole numbers such as 5, 10, 20, not {self.standards.text()!r}.")
        chosen = tuple(i.data(0, Qt.ItemDataRole.UserRole) for i in self.items()
                       if i.checkState(0) == Qt.CheckState.Checked)
        return ComparisonSettings(chosen, tuple(sorted({int(p) for p in parts})), self.test_share,
                                  self.repeats.value(), self.seed.value(), self.regression.currentData(),
                                  float(self.budget.value()) or None, self.processes.value(),
                                  self.rule.currentData(), self.properties.chosen(), self.closure.value() or None,
                                  self.draw.currentData(), self.preprocessing.currentData())
