"""Starts the program as a user does, and answers on standard output *where* things are and *what* the session holds.

Nothing is done through this door: every action comes from the mouse and the keyboard of the X server. Commands, one a
line on standard input::

    where NAME [ROW]      centre of a widget (or of a row of a table) on the screen, or null
    menu TEXT...          centre of a menu bar entry or of an entry of the open menu
    tab TEXT...           centre of a tab
    text NAME             what a line or label of the active window holds
    state                 what the session holds
    windows               titles of the visible windows, the active one first
"""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier, Qt, QTimer
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QLineEdit, QMenu, QTabBar, QWidget

from spectralign_gui.core.measures.short_circuits import between_group_share
from spectralign_gui.jobs import JobMonitor
from spectralign_gui.session.run.held_out import property_names
from spectralign_gui.session.standards.measuring_list import measured
from spectralign_gui.ui.app import application, run_window
from spectralign_gui.ui.main_window import MainWindow


def main_window() -> MainWindow:
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))


def centre(widget: QWidget, rect: Any = None) -> list[int]:
    point = widget.mapToGlobal((rect or widget.rect()).center())
    return [point.x(), point.y()]


def where(name: str, row: str = "") -> list[int] | None:
    windows = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
    for window in sorted(windows, key=lambda w: w is not QApplication.activeWindow()):
        for widget in [window, *window.findChildren(QWidget)]:
            if widget.objectName() != name or not widget.isVisible():
                continue
            if row and isinstance(widget, QAbstractItemView):
                column = 0 if widget.objectName() == "treeView" else 1  # the name of a file in a file dialog
                index = widget.model().index(int(row), column, widget.rootIndex())
                return centre(widget.viewport(), widget.visualRect(index))
            return centre(widget)
    return None


def menu(text: str) -> list[int] | None:
    popup = QApplication.activePopupWidget()
    bars = [popup] if isinstance(popup, QMenu) else [main_window().menuBar()]
    for bar in bars:
        for action in bar.actions():
            if action.text().replace("&", "") == text:
                return centre(bar, bar.actionGeometry(action))
    return None


def tab(text: str) -> list[int] | None:
    for bar in main_window().findChildren(QTabBar):
        for k in range(bar.count()):
            if bar.isVisible() and bar.tabText(k) == text:
                return centre(bar, bar.tabRect(k))
    return None


def text(name: str) -> str | None:
    window = QApplication.activeModalWidget() or main_window()
    for kind in (QLineEdit, QLabel):
        widget = window.findChild(kind, name)
        if widget is not None:
            return widget.text()
    return None


def share(run: Any) -> float | None:
    """Share of the weight of the first instrument that lies between its groups."""
    R, groups = getattr(run.estimator, "reconstructions_", None), run.datasets[0].groups
    return between_group_share(R[0], groups, diagonal=False) if R and groups else None


def state() -> dict[str, Any]:
    window = main_window()
    model, controller = window.model, window.controller
    run = model.current_run
    return {
        "instruments": list(model.state.instruments), "standards": len(model.state.standards),
        "held_out": sum(s.held_out for s in model.state.standards), "runs": len(model.runs),
        "running": controller.running, "jobs": len(controller.jobs.jobs),
        "method": window.docks["method"].chooser.currentText(),
        "hit": run.quality.hit.get("3") if run is not None else None,
        "shares": [share(r) for r in model.runs], "selected": len(model.selection.samples),
        "excluded": sum(map(len, model.state.excluded.values())),
        "properties": property_names(model.state.datasets),
        "unavailable": {name: list(rows.values()) for name, rows in model.state.unavailable.items()},
        "rounds": [[len(r.found), measured(model.state, r.found)] for r in model.state.rounds],
        "rows": [len(d) for d in model.state.datasets], "fitted": len(run.state.standards) if run is not None else 0,
        "current": run.method.name if run is not None else "", "comparing": window.docks["compare"].running,
        "pair": list(model.two.instruments), "run_of": list(run.state.instruments) if run is not None else [],
        "lines": window.docks["compare"].results.keys,
        "sweep": window.docks["sweep"].points.rowCount(), "parameters": model.state.method_parameters(),
        "workspace": window.lead.switcher.here, "next": window.lead.rail.next.text(),
        "marks": {n: b.status.mark for n, b in window.lead.rail.buttons.items()},
        "lines_of_rail": {n: b.status.line for n, b in window.lead.rail.buttons.items()},
        "verdict": window.docks["compare"].card.do.text(), "predicted": window.docks["predict"].values.rowCount(),
        "message": window.news.text(), "popup": QApplication.activePopupWidget() is not None,
    }


def windows() -> list[str]:
    shown = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w.windowTitle()]
    return [w.windowTitle() for w in sorted(shown, key=lambda w: w is not QApplication.activeWindow())]


class Door(QObject):
    """Answers commands."""

    def __init__(self) -> None:
        super().__init__()
        self._notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read, Qt.ConnectionType.QueuedConnection)

    def _read(self) -> None:
        arrival = main_window().arrival
        if arrival is not None and not arrival.complete:
            return  # a person sees that the window is still filling; this is called again as long as the line waits
        line = sys.stdin.readline()
        if not line:
            self._notifier.setEnabled(False)
            return
        command, _, rest = line.strip().partition(" ")
        if command == "where":
            answer: Any = where(*rest.split())
        elif command == "text":
            answer = text(rest)
        else:
            answer = {"menu": lambda: menu(rest), "tab": lambda: tab(rest), "state": state,
                      "windows": windows}[command]()
        print(json.dumps(answer), flush=True)


def slow_machine() -> None:
    """Every report of a calculation takes a while, as on a slow machine: a person has time to press Cancel."""
    report, pause = JobMonitor.report, threading.Event()

    def slow(self: JobMonitor, stage: str, fraction: float, **values: Any) -> None:
        report(self, stage, fraction, **values)
        pause.wait(0.05)

    JobMonitor.report = slow  # type: ignore[method-assign]


def main() -> int:
    application()
    if sys.argv[1] == "slow-demo":
        slow_machine()
    doors: list[Door] = []
    QTimer.singleShot(0, lambda: doors.append(Door()))
    # "ask": the first page, as a user meets it; else all docks at once
    return run_window(sys.argv[2:], demo=sys.argv[1].endswith("demo"), begin="" if sys.argv[1] == "ask" else "all")


if __name__ == "__main__":
    sys.exit(main())
