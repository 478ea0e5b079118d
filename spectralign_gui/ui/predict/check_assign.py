"""Which measured spectrum is which standard: a box per spectrum, with what is proposed and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QStringListModel, Slot
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ...core.data import match_key
from ...session.predict.check_samples import BY_HAND, BY_NAME, NEAREST, CheckSpectrum, CheckStandard
from ..widgets import ShortBox
from ..widgets.as_written import Label, as_written

HOW = {BY_NAME: "same name", NEAREST: "a guess: the nearest spectrum", BY_HAND: "said by hand", "": "not used"}
UNUSED = "(not used)"
EXPLAIN = ("Say for every spectrum which sample it is. The same name is taken as the same sample, whatever its case, "
           "hyphens and the number of a repeat. Where a name says nothing, the sample with the nearest spectrum is "
           "guessed: look at these.")


class CheckAssignment(QDialog):
    """A table of the measured spectra with a box for the standard of each.

    Parameters
    ----------
    spectra : sequence of CheckSpectrum
        With the proposals.
    standards : sequence of CheckStandard
        What can be chosen, in this order.
    take : callable
        Gets the spectra when the user agrees.
    parent : QWidget
    """

    def __init__(self, spectra: Sequence[CheckSpectrum], standards: Sequence[CheckStandard],
                 take: Callable[[tuple[CheckSpectrum, ...]], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("check-assignment")
        self.setWindowTitle("Which spectrum is which standard?")
        self._spectra, self._standards, self._take = list(spectra), list(standards), take
        says = Label(EXPLAIN, wordWrap=True)
        self._make_table()
        self.only_named = QPushButton("Only the same &names")
        self.only_named.setObjectName("check-only-named")
        self.only_named.setToolTip("Do not use the spectra for which only the nearest spectrum speaks")
        self.only_named.setAutoDefault(False)
        self.only_named.clicked.connect(self._drop_nearest)
        self.says = Label(wordWrap=True)
        self.says.setObjectName("check-assignment-says")
        self.ok = QPushButton("&Use these")
        self.ok.setObjectName("check-assignment-ok")
        self.ok.setToolTip("Compare the predictions of these spectra with the values of these samples")
        self.ok.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        for widget in (says, self.table, self.says):
            layout.addWidget(widget)
        layout.addLayout(self._buttons())
        if self.boxes:
            self.boxes[0].setFocus()
        self.resize(620, 420)
        self._update()

    def _make_table(self) -> None:
        self.table = QTableWidget(len(self._spectra), 3, self)
        self.table.setObjectName("check-assignment-table")
        self.table.setAccessibleName("Measured spectra and their standards")
        self.table.setToolTip("Every measured spectrum, the standard that it is taken as, and how that came about")
        self.table.setHorizontalHeaderLabels(["Measured spectrum", "Is the sample", "Because"])
        self.table.verticalHeader().hide()
        self.table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        standards = self._standards
        by_label = {match_key(s.label): k for k, s in enumerate(standards, start=1)}
        names = QStringListModel([UNUSED, *(s.label for s in standards)], self)  # one list for all boxes
        self.boxes: list[ShortBox] = []
        for row, spectrum in enumerate(self._spectra):
            self.table.setItem(row, 0, QTableWidgetItem(spectrum.name))
            self.table.setItem(row, 2, QTableWidgetItem(HOW[spectrum.how]))
            box = ShortBox()
            box.setObjectName(f"check-standard-{row + 1}")
            box.setAccessibleName(f"Standard of {spectrum.name}")
            box.setToolTip(as_written(
                f"The sample with reference values that the spectrum {spectrum.name} was measured on"))
            box.setModel(names)
            box.setCurrentIndex(by_label.get(match_key(spectrum.standard), 0) if spectrum.standard else 0)
            box.activated.connect(partial(self._chosen, row))
            self.table.setCellWidget(row, 1, box)
            self.boxes.append(box)

    def _buttons(self) -> QHBoxLayout:
        self.cancel = cancel = QPushButton("&Cancel")
        cancel.setObjectName("check-assignment-cancel")
        cancel.setToolTip("Change nothing")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addWidget(self.only_named)
        buttons.addStretch()
        buttons.addWidget(self.ok)
        buttons.addWidget(cancel)
        return buttons

    @property
    def spectra(self) -> tuple[CheckSpectrum, ...]:
        """As they are assigned now."""
        return tuple(self._spectra)

    @Slot()
    def _chosen(self, row: int, choice: int) -> None:
        before = self._spectra[row]
        standard = self._standards[choice - 1] if choice else None
        if match_key(standard.label if standard is not None else "") != match_key(before.standard):
            self._put(row, before.taken_as(standard))

    @Slot()
    def _drop_nearest(self) -> None:
        for row, spectrum in enumerate(self._spectra):
            if spectrum.how == NEAREST:
                self.boxes[row].setCurrentIndex(0)
                self._put(row, spectrum.taken_as(None))

    def _put(self, row: int, spectrum: CheckSpectrum) -> None:
        self._spectra[row] = spectrum
        self.table.item(row, 2).setText(HOW[spectrum.how])
        self._update()

    def _update(self) -> None:
        used = sum(bool(s.standard) for s in self._spectra)
        guessed = sum(s.how == NEAREST for s in self._spectra)
        self.ok.setEnabled(used > 0)
        self.only_named.setEnabled(guessed > 0)
        named = any(s.how in (BY_NAME, BY_HAND) for s in self._spectra)
        default = self.ok if not guessed else self.only_named if named else self.cancel  # a guess is never the default
        default.setDefault(True)
        for button in (self.ok, self.only_named):
            button.setProperty("class", "primary" if button is default else "")
            button.style().unpolish(button)
            button.style().polish(button)
        self.says.setText(f"{used} of {len(self._spectra)} spectra are used" + (
            f", {guessed} of them a guess by the nearest spectrum alone: look at these." if guessed else "."))

    def accept(self) -> None:
        super().accept()
        self._take(self.spectra)
