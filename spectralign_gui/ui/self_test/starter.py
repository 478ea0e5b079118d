"""The entry *Help ▸ Self-test…*: asks who does it and where the report goes; the test runs in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox

from ...core.errors import FileError
from ...core.monitor import Monitor
from ..actions import make_action
from ..dialogs import ask_text, tell
from ..export.target import ask_target
from ..state import RunController

if TYPE_CHECKING:
    from ..window import Window

LOOKS = 0.05
"""Seconds between two looks at the process: how far it is, whether it was cancelled."""


class SelfTester(QObject):
    """Starts the self-test.

    Signals
    -------
    tested(dict)
        What was found, as ``spectralign self-test --json`` prints it.
    """

    tested = Signal(object)

    def __init__(self, controller: RunController, window: Window) -> None:
        super().__init__(window)
        self._controller, self._window = controller, window
        self.action = make_action(self, "self-test", "&Self-test…", "Try on this computer what the program does, and "
                                  "write the result as a report for the laboratory's records (IQ/OQ)", self.ask)

    def menu_entries(self) -> list[QAction]:
        """For the Help menu."""
        return [self.action]

    def ask(self) -> None:
        """Ask for operator and file."""
        settings = self._window.settings
        operator, agreed = ask_text(self._window, "Self-test", "Operator, as it should appear in the report:",
                                    first=str(settings.value("report/operator", "")))
        if not agreed:
            return
        settings.setValue("report/operator", operator)
        chosen = ask_target(self._window, "Write the report of the self-test", "self_test.html",
                            ["Report (*.html)", "Report to print (*.pdf)"])
        if chosen is not None:
            self.start(chosen[0], operator)

    def start(self, path: Path, operator: str = "") -> None:
        """Run it in the background; the status bar shows how far it is and can cancel it."""
        self._controller.jobs.start(partial(tested, path, operator), "Self-test", key="self-test",
                                    finished=partial(self._done, path), failed=self._failed)

    def _done(self, path: Path, found: dict[str, Any]) -> None:
        failed = [c for c in found["checks"] if c["passed"] is False]
        done = sum(c["passed"] is not None for c in found["checks"])
        if failed:
            tell(self._window, "The self-test failed", f"{len(failed)} of {done} checks failed; {path.name} says what "
                 "was expected.", detail="\n".join(f"{c['area']}, {c['name']}: expected {c['expected']}, got {c['got']}"
                                               for c in failed), name="self-test-failed")
        else:
            tell(self._window, "The self-test passed", f"All {done} checks passed. The report is in {path}.",
                 icon=QMessageBox.Icon.Information, name="self-test-passed")
        self.tested.emit(found)

    def _failed(self, sentence: str) -> None:
        tell(self._window, "That did not work", sentence, name="self-test-failed")


def program() -> list[str]:
    """Words that call this program's command line."""
    bundled = getattr(sys, "frozen", False)
    return [sys.executable] if bundled else [sys.executable, "-m", "spectralign_gui"]


def tested(path: Path, operator: str, monitor: Monitor, more: Sequence[str] = ()) -> dict[str, Any]:
    """Run the test in another process, which a cancel ends within a moment.

    Raises
    ------
    Cancelled
    FileError
        The report cannot be written, or the process came to no end.
    """
    into = "--pdf" if path.suffix.lower() == ".pdf" else "--report"
    words = [*program(), "self-test", "--json", "--progress-lines", "--operator", operator, into, str(path), *more]
    with tempfile.TemporaryDirectory(prefix="spectralign-self-test-", ignore_cleanup_errors=True) as folder:
        out, lines = Path(folder) / "found.json", Path(folder) / "progress.txt"
        with open(out, "wb") as o, open(lines, "wb") as t:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=o, stderr=t)
            try:
                _watch(process, lines, monitor)
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        content = out.read_text("utf-8", "replace")
        ending = lines.read_text("utf-8", "replace").strip().splitlines()
    try:
        found: dict[str, Any] = json.loads(content)
    except ValueError:
        last = ending[-1].removeprefix("spectralign: ") if ending else "no reason was given"
        raise FileError(f"the self-test came to no end: {last}") from None
    return found


def _watch(process: subprocess.Popen[bytes], lines: Path, monitor: Monitor) -> None:
    """Wait for the end of the process; tell how far it is."""
    while process.poll() is None:
        monitor.raise_if_cancelled()
        monitor.report(*_progress(lines))
        try:
            process.wait(LOOKS)
        except subprocess.TimeoutExpired:
            continue


def _progress(lines: Path) -> tuple[str, float]:
    """The last whole line of progress."""
    for line in reversed(lines.read_bytes().split(b"\n")[:-1]):
        if line.startswith(b"{"):
            tree = json.loads(line)
            return str(tree["stage"]), float(tree["fraction"])
    return "Starting", 0.0
