"""The entries *Edit ▸ Audit trail ▸ Sign…* and *People who sign…*."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QMainWindow

from ...core.monitor import Monitor
from ...presenters.lifecycle_steps import USERS
from ...presenters.signing_steps import LAST, SIGN
from ...words import say
from ..actions import make_action
from ..dialogs import tell
from ..state import RunController

if TYPE_CHECKING:
    from ...session.audit.signing import Signer
    from ..project.audit import AuditKeeper
    from .people import PeopleWindow


class SigningActions(QObject):
    """Signs a file, or the trail of the open project; opens the users file.

    Parameters
    ----------
    audit : AuditKeeper
        The trail of the session.
    controller : RunController
    window : QMainWindow
    """

    def __init__(self, audit: AuditKeeper, controller: RunController, window: QMainWindow) -> None:
        super().__init__(window)
        self._audit, self._controller, self._window = audit, controller, window
        self.people_shown: PeopleWindow | None = None
        self.sign = make_action(self, "audit-sign", "Si&gn…", "Sign a report, a model or the open project with your "
                                "name, role and pass phrase", self.ask, icon="rename")
        self.people = make_action(self, "audit-people", "People &who sign…", "Enter who may sign, with which role and "
                                  "pass phrase", self.show_people, icon="group")
        self.entries = (self.sign, self.people)

    @property
    def _settings(self) -> QSettings:
        settings: QSettings = self._window.settings  # type: ignore[attr-defined]
        return settings

    def ask(self) -> None:
        """Ask what is to be signed, and sign it."""
        from ..lifecycle.asking import StepDialog

        last = str(self._settings.value(LAST, "") or "")
        fields = tuple(replace(f, first=last) if f is USERS else f for f in SIGN.fields)
        dialog = StepDialog(SIGN.title, SIGN.lead, fields, SIGN.button, self._window, self._settings)
        if dialog.exec():
            self.take(dialog.answers)
        dialog.deleteLater()

    def take(self, given: dict[str, str]) -> None:
        """Sign in the background: a pass phrase is slow to look at."""
        self._settings.setValue(LAST, given["users"])
        if not given["file"] and not self._audit.kept:
            self._failed("The open project keeps no audit trail; begin one first, or choose a file.")
            return
        trail, failed = self._audit.now(), []

        def of_file(monitor: Monitor) -> Signer:
            from ...io.audit.signed import Signing, sign_file

            monitor.report(SIGN.title, 0.0)
            return sign_file(given["file"], given["who"], Signing(given["users"], given["pass"]), given["meaning"],
                             given["why"])

        def of_session(monitor: Monitor) -> Signer:
            from ...io.audit.signed import signer_of

            monitor.report(SIGN.title, 0.0)
            signer = signer_of(trail, given["users"], given["who"], given["pass"], lambda *of: failed.append(of))
            signer.items(given["meaning"])
            return signer

        def done(signer: Signer) -> None:
            name = Path(given["file"]).name
            if not name:
                self._audit.sign(signer, given["meaning"], given["why"])
                name = "The audit trail"
            self._audit.message(f"{name} is signed by {signer.name} ({signer.role}) as {given['meaning']}.")

        def refused(sentence: str) -> None:
            for what, items in failed:
                self._audit.note(what, items)
            self._failed(sentence)

        self._controller.jobs.start(of_file if given["file"] else of_session, SIGN.title, finished=done, failed=refused)

    def _failed(self, sentence: str) -> None:
        tell(self._window, "It was not signed", say(sentence), name="sign-failed")

    def show_people(self) -> PeopleWindow:
        """Open the users file that was used last."""
        from .people import PeopleWindow

        if self.people_shown is None:
            self.people_shown = PeopleWindow(self._controller, self._window, self._settings)
            self.people_shown.finished.connect(self._closed)
            last = str(self._settings.value(LAST, "") or "")
            if last and Path(last).is_file():
                self.people_shown.open(last)
        self.people_shown.show()
        self.people_shown.raise_()
        self.people_shown.activateWindow()
        return self.people_shown

    def _closed(self, *_: object) -> None:
        self.people_shown = None
