"""The window of a users file: who may sign, with which role."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings, Qt, Slot
from PySide6.QtWidgets import QDialog, QFileDialog, QPushButton, QVBoxLayout, QWidget

from ...core.monitor import Monitor
from ...jobs import Job
from ...presenters.lifecycle_steps import USERS_FILES
from ...presenters.signing_steps import LAST, PEOPLE, STEPS
from ...session.audit.people import listed
from ..lifecycle.asking import StepDialog
from ..state import RunController
from ..widgets import Column, FlowLayout, TableModel, named, quiet_table
from ..widgets.as_written import Label
from ..widgets.on_screen import on_screen

if TYPE_CHECKING:
    from ...io.audit.users import Users

HINT = ("Open the users file of the laboratory, or begin one. Keep it where only those can write who manage users; "
        "every entry in it is signed.")
BUTTONS = (
    ("open", "&Open a users file…", "Open the users file of the laboratory"),
    ("begin", "&Begin a users file…", "Begin a users file with yourself as its first approver"),
    ("add", "&Enter a person…", "Enter a person with a role and a pass phrase"),
    ("role", "Another &role…", "Give the chosen person another role"),
    ("pass", "New &pass phrase…", "Set a new pass phrase of the chosen person"),
    ("withdraw", "&Withdraw…", "The chosen person signs no more; earlier signatures stay valid"))


def _text(k: int, row: list[str]) -> str:
    return row[k]


class PeopleModel(TableModel[list[str]]):
    """A row per person."""

    empty = "No users file is open."

    def __init__(self, parent: QObject) -> None:
        super().__init__([Column(title, partial(_text, k), cell_tip=partial(_text, k))
                          for k, title in enumerate(PEOPLE)], parent=parent)


class PeopleWindow(QDialog):
    """Lists who may sign, and changes it. It reads and writes a users file only.

    Parameters
    ----------
    controller : RunController
        Whose jobs do the work.
    parent : QWidget, optional
    settings : QSettings, optional
        Remembers the file.
    """

    def __init__(self, controller: RunController, parent: QWidget | None = None, settings: QSettings | None = None
                 ) -> None:
        super().__init__(parent)
        self.setObjectName("people-window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("People who sign")
        self._controller, self._settings = controller, settings
        self._job: Job | None = None
        self.users: Users | None = None
        self.people = PeopleModel(self)
        self.buttons = {name: self._button(name, text, tip) for name, text, tip in BUTTONS}
        self.buttons["open"].setProperty("class", "primary")
        self.says = named(Label(HINT, wordWrap=True), "people-says", "What was done")
        self.table = quiet_table(self.people, "people-table", "People who sign", tip="Everybody who may sign or once "
                                 "could, with the role")
        self.table.selectionModel().selectionChanged.connect(self._enable)
        bar = FlowLayout(spacing=6)
        for name, _, _ in BUTTONS:
            bar.addWidget(self.buttons[name])
        layout = QVBoxLayout(self)
        layout.addLayout(bar)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.says)
        letter = self.fontMetrics()
        self.resize(on_screen(self, 100 * letter.averageCharWidth(), 22 * letter.height()))
        self._enable()

    def _button(self, name: str, text: str, tip: str) -> QPushButton:
        button = named(QPushButton(text), f"people-{name}", tip=tip)
        button.setAutoDefault(False)
        button.clicked.connect(partial(self._pressed, name))
        return button

    @property
    def chosen(self) -> str:
        """The person chosen in the table; "" for none."""
        rows = self.table.selectionModel().selectedRows()
        return self.people.rows[rows[0].row()][0] if rows else ""

    @Slot()
    def _enable(self, *_: object) -> None:
        free, opened = self._job is None, self.users is not None
        one = opened and any(p.name == self.chosen and p.active for p in (self.users.people.values() if self.users
                                                                        else ()))
        can = {"open": True, "begin": True, "add": opened, "role": one, "pass": one, "withdraw": one}
        for name, button in self.buttons.items():
            button.setEnabled(free and can[name])

    def _pressed(self, name: str, *_: object) -> None:
        if name != "open":
            self.ask(name)
            return
        path, _filter = QFileDialog.getOpenFileName(self, "Users file", "", USERS_FILES)
        if path:
            self.open(path)

    def ask(self, name: str) -> None:
        """Ask for what a step needs, then do it."""
        step = STEPS[name]
        about = f"{self.chosen}. " if name in ("role", "pass", "withdraw") else ""
        dialog = StepDialog(step.title, f"{about}{step.lead}".strip(), step.fields, step.button, self)
        if dialog.exec():
            self.take(name, dialog.answers)
        dialog.deleteLater()

    def take(self, name: str, answers: dict[str, str]) -> None:
        """Do a step in the background: a pass phrase is slow to look at."""
        step, path, chosen = STEPS[name], self.users.path if self.users is not None else Path(), self.chosen
        self._start(lambda: step.do(path, chosen, answers), step.title)

    def open(self, path: str | Path) -> None:
        """Show a users file."""
        def work() -> Users:
            from ...io.audit.users import read_users

            return read_users(path)

        self._start(work, f"Reading {Path(path).name}")

    def _start(self, do: Callable[[], Users], title: str) -> None:
        if self._job is not None:
            return

        def work(monitor: Monitor) -> Users:
            monitor.report(title, 0.0)
            return do()

        self._job = self._controller.jobs.start(work, title, finished=partial(self._ended, self._show),
                                                failed=partial(self._ended, self._say),
                                                cancelled=partial(self._ended, self._say, "Cancelled."))
        self._enable()

    def _ended(self, then: Callable[[Any], object], found: Any) -> None:
        self._job = None
        then(found)
        self._enable()

    def _show(self, users: Users) -> None:
        self.users = users
        self.setWindowTitle(f"{users.path.name} – people who sign")
        self.people.set_rows(listed(users.people))
        if self._settings is not None:
            self._settings.setValue(LAST, str(users.path))
        self._say(f"{users.path.name} is as it was written; its last hash is {users.head}.")

    def _say(self, text: str) -> None:
        self.says.setText(text)

    def done(self, result: int) -> None:
        """Closed: a step that is under way is entered, but nothing is heard of it any more."""
        if self._job is not None:
            self._job.discard()
            self._job = None
        super().done(result)
