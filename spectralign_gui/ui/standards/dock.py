"""Standards dock: the samples of two instruments side by side, and what joins them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...session.standards.pairing import MatchReport
from .. import theme
from ..actions import tool_button
from ..data.sample_model import GROUP
from ..data.sample_view import SampleView
from ..dock import Dock
from ..state import AppModel
from ..widgets import FlowLayout, ShortBox, named
from ..widgets.as_written import Label
from .actions import StandardsActions


class SampleList(QWidget):
    """One of the two lists: which instrument, a name filter, its samples."""

    def __init__(self, model: AppModel, side: str, dock: Dock) -> None:
        super().__init__(dock)
        self._model = model
        self.chooser = ShortBox()
        self._offered: tuple[str, ...] = ()
        named(self.chooser, f"standards-instrument-{side}", f"Instrument of the {side} list",
              "Instrument whose samples are listed here")
        self.search = QLineEdit(clearButtonEnabled=True)
        self.search.setObjectName(f"standards-filter-{side}")
        self.search.setPlaceholderText("Find")
        self.search.setAccessibleName(f"Find a sample in the {side} list")
        self.search.setToolTip("Find a sample by name: only samples whose name contains this text are shown")
        self.view = named(SampleView(model, keep_others=True, values=False, dock=dock, parent=self),
                          f"standards-list-{side}", f"Samples of the {side} instrument",
                          "Select a sample in each list and mark the two as the same sample")
        for column in (GROUP, GROUP + 1):  # group and remark: the Data dock has them
            self.view.hideColumn(column)
        self.search.textChanged.connect(self.view.filter.set_text)
        self.chooser.currentTextChanged.connect(self._chosen)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (self.chooser, self.search, self.view):
            layout.addWidget(widget)

    def offer(self, names: tuple[str, ...], default: int, beside: str = "") -> None:
        """Offer the instruments; keep the one that is shown if it is still there and not the one `beside` it. The list
        itself follows with `refresh`."""
        shown = self.chooser.currentText()
        if shown == beside and len(names) > len(self._offered):
            shown = next((n for n in names if n not in self._offered), shown)
        self._offered = names
        self.chooser.blockSignals(True)
        self.chooser.clear()
        self.chooser.addItems(names)
        if names:
            self.chooser.setCurrentIndex(names.index(shown) if shown in names else min(default, len(names) - 1))
        self.chooser.blockSignals(False)

    def let_go(self) -> None:
        """Forget spectra that have been taken out, also where nobody looks: they are not to stay in memory."""
        if self.view.samples.dataset is not None and all(
                self.view.samples.dataset is not d for d in self._model.state.datasets):
            self.view.show_instrument("")

    def refresh(self) -> None:
        """Show the state as it is now."""
        self.view.show_instrument(self.chooser.currentText())

    @Slot()
    def _chosen(self) -> None:
        self.refresh()


class StandardsDock(Dock):
    """Marks the same sample on several instruments."""

    title = "Standards"
    dock_name = "standards"
    area = "left"
    icon_name = "link"
    purpose = "Samples measured on several instruments: matching, marking, holding out"
    help_page = "guide/standards.md"
    menu_title = "&Standards"

    def prepare(self) -> None:
        self.actions_ = StandardsActions(self._model, self._controller, self)
        self.menu_actions = self.actions_.all()
        self.actions_.reported.connect(self._show_report)
        self.actions_.refused.connect(self._refused)

    def build(self) -> QWidget:
        model = self._model
        self.left, self.right = SampleList(model, "left", self), SampleList(model, "right", self)
        self.only_unmarked = named(QCheckBox("Only samples that are not standards"), "standards-only-unmarked",
                                   tip="Hide samples that are marked already")
        for side in (self.left, self.right):
            self.only_unmarked.toggled.connect(side.view.filter.set_only_unmarked)
        self.count = Label(rich=True)
        self.count.setObjectName("standards-count")
        self.count.setWordWrap(True)
        self.open_found = named(QPushButton(), "standards-found", tip=self.actions_.found.toolTip())
        self.open_found.clicked.connect(self.actions_.found.trigger)
        self.news = Label()
        self.news.setObjectName("standards-report")
        self.news.setWordWrap(True)
        self.news.hide()
        self.average = named(QPushButton(), "standards-average-and-match", "Average repeats and match",
                             "Average the spectra of each sample, then match the samples by name; undone as one")
        self.average.clicked.connect(lambda *_: self.actions_.average_and_match())
        self.average.hide()
        self.details = named(QPlainTextEdit(readOnly=True), "standards-details", "What did not match",
                             "Samples that were not matched, and why")
        self.details.setMaximumHeight(130)
        self.details.hide()
        model.datasetsChanged.connect(self._datasets_changed)
        model.standardsChanged.connect(self._standards_changed)
        model.foundPairsChanged.connect(self._found_changed)
        return self._lay_out()

    def draw(self) -> None:
        self._datasets_changed()
        self._standards_changed()

    # -- making ------------------------------------------------------------------------------------------
    def _lay_out(self) -> QWidget:
        a = self.actions_
        match = named(QPushButton("Match"), "match-button",
                      tip="Find the samples that were measured on several instruments")
        theme.set_icon(match, "match")
        menu = QMenu(match)
        menu.setToolTipsVisible(True)
        menu.addActions([a.by_name, a.by_row, a.from_file, a.found])
        match.setMenu(menu)
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(match)
        top.addStretch()
        for action in (a.mark, a.unmark, a.hold_out, a.release, a.clear):
            top.addWidget(tool_button(action, self))
        lists = QSplitter(Qt.Orientation.Horizontal)
        lists.addWidget(self.left)
        lists.addWidget(self.right)
        lists.setChildrenCollapsible(False)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(lists, 1)
        layout.addWidget(self.only_unmarked)
        layout.addLayout(self._share_row())
        for widget in (self.count, self.open_found, self.news, self.average, self.details):
            layout.addWidget(widget)
        return body

    def _share_row(self) -> FlowLayout:
        self.share = named(QSpinBox(minimum=0, maximum=90, value=20, suffix=" %"), "hold-out-percent",
                           "Share to hold out",
                           "Share of the standards whose pairing is withheld from the fit, to check it with them")
        self.seed = named(QSpinBox(minimum=0, maximum=999_999, value=0), "hold-out-seed", "Seed of the random choice",
                          "The same seed always chooses the same standards")
        self.share.valueChanged.connect(self._share_changed)
        self.seed.valueChanged.connect(self._share_changed)
        go = QToolButton()
        go.setDefaultAction(self.actions_.random)
        go.setObjectName("hold-out-button")
        theme.size_icon(go)
        go.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.actions_.random.setIconText("Hold out")
        row = FlowLayout(spacing=4)
        label = Label("At random:")
        label.setBuddy(self.share)
        seed_label = Label("seed")
        seed_label.setBuddy(self.seed)
        for widget in (label, self.share, seed_label, self.seed, go):
            row.addWidget(widget)
        return row

    # -- following ---------------------------------------------------------------------------------------
    @Slot()
    def _datasets_changed(self) -> None:
        names = self._model.state.instruments
        self.left.offer(names, 0)
        self.right.offer(names, 1, beside=self.left.chooser.currentText())
        for side in (self.left, self.right):
            side.let_go()
        self.redraw.ask(self.left.refresh, self.right.refresh)
        for widget in (self.news, self.average, self.details):
            widget.hide()
        self._found_changed()

    @Slot()
    def _standards_changed(self) -> None:
        self.redraw.ask(self.left.refresh, self.right.refresh)
        standards = self._model.state.standards
        held = sum(s.held_out for s in standards)
        if len(self._model.state.datasets) < 2:
            text = "Load the spectra of two instruments first; then say here which samples are the same."
        elif not standards:
            text = ("No standards yet. <b>Match</b> them, or select one sample in each list and press "
                    f"{self.actions_.mark.shortcut().toString()}.")
        else:
            text = f"<b>{len(standards)}</b> standard{'' if len(standards) == 1 else 's'}, <b>{held}</b> held out"
            if not held:
                text += " – hold some out to see whether the alignment can be trusted"
        self.count.setText(text)
        self._found_changed()

    @Slot()
    def _found_changed(self) -> None:
        found = self._model.found_pairs
        left = 0 if found is None else len(found.open(self._model.state))
        self.open_found.setText(f"{left} found pair{'' if left == 1 else 's'}…")
        self.open_found.setVisible(left > 0)

    @Slot()
    def _share_changed(self) -> None:
        self.actions_.share = self.share.value() / 100
        self.actions_.seed = self.seed.value()

    @Slot(object)
    def _show_report(self, report: MatchReport) -> None:
        good = bool(report.standards)
        averages = self.actions_.averages
        text = report.summary if good else "Nothing matched; nothing was changed."
        self._say("good" if good else "bad", f"{text} {averages.sentence}" if averages is not None else text)
        self.average.setText(averages.title if averages is not None else "")
        self.average.setVisible(averages is not None)
        lines = []
        for name, names in report.unmatched.items():
            lines.append(f"{name}, without partner ({len(names)}): {_some(names)}")
        if report.ambiguous:
            lines.append(f"More than once, taken as repeats ({len(report.ambiguous)}): {_some(report.ambiguous)}")
        lines += report.unknown[:200]
        if len(report.unknown) > 200:
            lines.append(f"… and {len(report.unknown) - 200} more")
        self.details.setPlainText("\n".join(lines))
        self.details.setVisible(bool(lines))

    @Slot(str)
    def _refused(self, sentence: str) -> None:
        self._say("bad", sentence)
        self.average.hide()
        self.details.hide()
        self._model.message.emit(sentence)

    def _say(self, kind: str, text: str) -> None:
        self.news.setProperty("class", kind)
        self.news.style().unpolish(self.news)
        self.news.style().polish(self.news)
        self.news.setText({"good": "✓ ", "bad": "✗ "}[kind] + text)
        self.news.show()


def _some(names: tuple[str, ...], limit: int = 100) -> str:
    return ", ".join(names[:limit]) + (f", … and {len(names) - limit} more" if len(names) > limit else "")
