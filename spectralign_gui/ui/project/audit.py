"""The audit trail of the window's session: off until it is begun, kept in the project from then on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMainWindow

from ...core.errors import SpectrAlignError
from ...io.atomic import write_text
from ...io.audit.beside import WAIT
from ...io.audit.places import KEY, merged_with_saved, of_extras
from ...io.locked import exclusive
from ...session.audit import Trail, appended, chained, changes_between, check
from ...session.audit.signing import Signer
from ...session.run import RunResult
from ...session.state import SessionState
from ...words import say
from ..actions import make_action
from ..dialogs import ask_text, tell
from ..export.target import ask_target
from ..state import AppModel

OPERATOR = "report/operator"
BEGIN = "Keep an audit t&rail…"


class AuditKeeper(QObject):
    """Writes down what is done in the window while a trail is kept; without one it hears nothing.

    Signals
    -------
    entered
        An entry was made that no change of the session brings with it: the first one, a signature.
    """

    entered = Signal()

    def __init__(self, model: AppModel, window: QMainWindow) -> None:
        super().__init__(window)
        self._model, self._window = model, window
        self._trail: Trail | None = None
        self._saved: Trail = ()
        self._state = model.state
        self._place = 0
        self._text = ""
        self._pending: tuple[str, SessionState] | None = None
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self._look)
        self.action = make_action(self, "audit-trail", BEGIN, "Write down in the project who does what, when and why, "
                                  "so that it cannot be changed unseen; later: export it", self._chosen)
        model.sessionReplaced.connect(self._replaced)

    @property
    def unsaved(self) -> bool:
        """Whether there are entries that no file holds."""
        return self._trail is not None and self._trail != self._saved

    @property
    def kept(self) -> bool:
        """Whether a trail is kept."""
        return self._trail is not None

    # -- begin and end -----------------------------------------------------------------------------------
    def _chosen(self) -> None:
        if self.kept:
            self._export()
            return
        settings = self._window.settings  # type: ignore[attr-defined]
        who, agreed = ask_text(self._window, "Audit trail", "From now on the project keeps who did what, and when; "
                               "this cannot be taken back. Your name:", first=str(settings.value(OPERATOR, "")))
        if agreed:
            settings.setValue(OPERATOR, who)
            self.begin(who)

    def begin(self, who: str = "") -> None:
        """Keep a trail from now on."""
        if not self.kept:
            self._take(appended((), "The audit trail was begun", who=who or self._who()))
            self.entered.emit()

    def take(self, extras: Mapping[str, Any]) -> None:
        """A project was opened: its trail goes on, if it keeps one."""
        found = of_extras(extras)
        if found is None:
            return
        problem = check(found).problem
        if problem is not None:
            tell(self._window, "The audit trail was changed", say(problem), name="audit-changed")
        self._take(found)
        self._saved = found

    def _take(self, trail: Trail) -> None:
        if not self.kept:
            self._model.undo_stack.indexChanged.connect(self._moved)
            self._model.runAdded.connect(self._run)
        self._trail = trail
        self._state, self._place = self._model.state, self._model.undo_stack.index()
        self._pending, self._text = None, ""
        self.action.setText("Export audit t&rail…")

    def _replaced(self) -> None:
        """Another session: its trail, if it has one, comes with `take`."""
        if self.kept:
            self._model.undo_stack.indexChanged.disconnect(self._moved)
            self._model.runAdded.disconnect(self._run)
        self._trail, self._pending, self._saved = None, None, ()
        self._settled.stop()
        self.action.setText(BEGIN)

    # -- what is done ------------------------------------------------------------------------------------
    def _who(self) -> str:
        return str(self._window.settings.value(OPERATOR, "") or "")  # type: ignore[attr-defined]

    def _moved(self, *_: object) -> None:
        self._settled.start()  # the texts of the stack are right when the command is done

    def _look(self) -> None:
        stack, state = self._model.undo_stack, self._model.state
        place = stack.index()
        text = f"Undo: {stack.redoText()}" if place < self._place else stack.undoText() or "Change"
        if self._pending is not None and (place != self._place or text != self._text):
            self._write_pending(self._state)
        if self._pending is None:
            self._pending = (text, self._state)
        self._state, self._place, self._text = state, place, text  # a dragged slider goes on as one entry

    def _write_pending(self, now: SessionState) -> None:
        if self._pending is None or self._trail is None:
            return
        (text, before), self._pending = self._pending, None
        self._trail = appended(self._trail, text.replace("&", ""), changes_between(before, now), who=self._who())

    def _flush(self) -> None:
        if self._settled.isActive():
            self._settled.stop()
            self._look()
        self._write_pending(self._state)

    def _run(self, result: RunResult) -> None:
        self._flush()
        self.note("Run", [("result", "", f"{result.method.title}, {result.started}")])

    def note(self, what: str, changes: list[tuple[str, str, str]] | None = None, why: str = "") -> None:
        """An entry, where a trail is kept."""
        if self._trail is not None:
            self._flush()
            self._trail = appended(self._trail, what, changes or [], why, self._who())

    def now(self) -> Trail:
        """The trail as it is; empty where none is kept."""
        if self._trail is None:
            return ()
        self._flush()
        return self._trail

    def sign(self, signer: Signer, meaning: str, why: str) -> None:
        """An entry that is signed, over all before it."""
        if self._trail is not None:
            self._flush()
            self._trail = appended(self._trail, f"Signed as {meaning}", signer.items(meaning), why, signer.name,
                                   sign=signer.sign)
            self.entered.emit()

    def message(self, sentence: str) -> None:
        """Say something in the window."""
        self._model.message.emit(sentence)

    # -- saving ------------------------------------------------------------------------------------------
    def extras(self) -> dict[str, Any]:
        """What the project keeps of it; nothing where no trail is kept."""
        if self._trail is None:
            return {}
        self._flush()
        return {KEY: list(self._trail)}

    @staticmethod
    def write(path: str, extras: dict[str, Any], save: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Save, with what another window has written into the trail of the file meanwhile; what was saved.

        Called in the worker that saves.
        """
        if KEY not in extras:
            save(extras)
            return extras
        with exclusive(path, WAIT):
            whole = {**extras, KEY: list(merged_with_saved(path, tuple(extras[KEY])))}
            save(whole)
        return whole

    def saved(self, sent: Mapping[str, Any], written: Mapping[str, Any]) -> None:
        """The project was saved: `sent` were the extras of this window, `written` those with what others had saved."""
        mine, whole = of_extras(sent), of_extras(written)
        if self._trail is None or mine is None or whole is None:
            return
        if whole != mine:
            self._trail = chained(whole, self._trail[len(mine):])
        self._saved = whole

    # -- exporting ---------------------------------------------------------------------------------------
    def _export(self) -> None:
        chosen = ask_target(self._window, "Export the audit trail", "audit_trail.html", ["Document (*.html)",
                                                                                         "Table (*.csv)"])
        if chosen is not None:
            self.write_to(chosen[0])

    def write_to(self, path: Path) -> None:
        """Write the trail as it is now."""
        from ...io.audit.export import as_csv, as_html  # with it comes the report, which an empty window does not need

        self._flush()
        trail = self._trail or ()
        try:
            write_text(path, as_csv(trail) if path.suffix.lower() == ".csv" else
                       as_html(trail, check(trail), path.name))
        except SpectrAlignError as error:
            tell(self._window, "That did not work", say(error), name="audit-failed")
            return
        self._model.message.emit(f"Audit trail written to {path}.")
