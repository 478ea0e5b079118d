"""Further things that people do with large data: dialogs, other instruments in the docks, saving, a report, closing.

Used by window_actions.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog

from spectralign_gui.session.state.editing import set_group

Action = tuple[str, Callable[[], object] | None, Callable[[], object]]
DIALOGS = ("save-spectra", "append-spectra", "merge-instruments", "average-repeats", "convert-units",
           "check-wavelengths", "missing-values", "all-selections", "select-by-name", "keep-selection", "write-report",
           "threads", "about")
OPEN_MS = 700
"""Milliseconds that a dialog stays open."""


def close_dialogs() -> None:
    """Close what is open, as Esc does."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog) and widget.isVisible():
            widget.reject()


def opened(bench: Any, name: str) -> None:
    """A dialog is opened, and closed again after a while."""
    QTimer.singleShot(OPEN_MS, bench.window, close_dialogs)
    bench.press(name)


def move_over(canvas: Any) -> None:
    """The mouse runs over a plot, 30 places in half a second."""
    port = canvas.viewport()
    for k in range(30):
        at = QPoint(port.width() * (k + 1) // 32, port.height() // 3 + 3 * k)
        QTimer.singleShot(16 * k, port, partial(QTest.mouseMove, port, at))


def other(box: QComboBox) -> None:
    """The next entry of a box."""
    box.setCurrentIndex((box.currentIndex() + 1) % max(box.count(), 1))


def looks(bench: Any) -> Iterator[Action]:
    """What is done with runs to look at."""
    window, model, none = bench.window, bench.model, bench.model.selection.clear
    yield "the window smaller", none, partial(window.resize, 1200, 760)
    yield "the window larger again", None, partial(window.resize, 1440, 900)
    yield "mouse over the spectra", partial(bench.tab, "spectra"), partial(
        move_over, window.docks["spectra"].view.canvas)
    yield "mouse over the embedding", None, partial(move_over, window.docks["embedding"].flat.canvas)
    bench.scattered(min(1000, bench.n // 2))
    group = set_group(model.state, model.selection.samples, "painted")
    yield "paint a group of 1,000", None, partial(model.change, "Set group", group)
    yield "undo painting", None, partial(bench.press, "undo")
    for dock, name in (("data", ""), ("standards", "standards-instrument-left"), ("predict", "predict-instrument")):
        bench.tab(dock)
        if not name:
            view = window.docks["data"].instrument_view
            yield "other instrument in Data", None, partial(view.selectRow, 1)
            continue
        box = window.findChild(QComboBox, name)
        if box is not None and box.count() > 1:
            yield f"other instrument in {dock.capitalize()}", None, partial(other, box)
    bench.tab("data")
    actions = {a.objectName(): a for a in window.findChildren(QAction)}
    for name in DIALOGS:
        if name in actions and actions[name].isEnabled():
            text = actions[name].text().replace("&", "").rstrip("…")
            yield f"dialog “{text}”", None, partial(opened, bench, name)


def files(bench: Any) -> Iterator[Action]:
    """What is written."""
    folder: Path = bench.folder
    yield "write a report", None, partial(bench.window.reporter.write_to, folder / "report.html", "Report")
    yield "save the project", None, partial(bench.window.project._save_to, str(folder / "saved.spectralign"), False)
