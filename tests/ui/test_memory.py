"""What was taken out of the session does not stay in memory, and the window does not grow from round to round."""

from __future__ import annotations

import gc
import weakref

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QAction

from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset

DOCKS = ("spectra", "short-circuits", "preprocessing", "quality", "compare", "reconstruction", "suggest", "history",
         "data", "embedding")


def settle(qtbot, window) -> None:
    qtbot.waitUntil(lambda: not window.controller.jobs.jobs and not window.model.turns.busy
                    and not window.docks["short-circuits"]._soon.isActive()
                    and not window.docks["preprocessing"]._timer.isActive(), timeout=30_000)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def one_round(qtbot, window) -> list[weakref.ref]:
    """Data in, a run, a look at the docks, an instrument out and in again, and all of it gone."""
    datasets = (make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2))
    window.model.reset(SessionState(datasets, hold_out_share(match_by_name(datasets).standards, 0.25)))
    settle(qtbot, window)
    with qtbot.waitSignal(window.controller.idle, timeout=60_000):
        window.controller.start()
    settle(qtbot, window)
    window.model.selection.select([("m5", 1), ("m5", 4)])
    for name in DOCKS:
        window.show_dock(name)
        settle(qtbot, window)
    for name in ("remove-instrument", "undo"):
        window.findChild(QAction, name).trigger()
        settle(qtbot, window)
    kept = [weakref.ref(d) for d in (*window.model.state.datasets, *window.model.current_run.datasets,
                                     window.model.current_run, window.model.current_run.estimator)]
    window.model.reset(SessionState())
    window.project.forget()
    settle(qtbot, window)
    return kept


def test_nothing_of_an_emptied_session_stays(qtbot, window):
    one_round(qtbot, window)
    for front in ("history", "short-circuits", "reconstruction"):
        window.show_dock(front)
        kept = one_round(qtbot, window)
        gc.collect()
        gc.collect()
        assert [type(ref()).__name__ for ref in kept if ref() is not None] == [], front


def test_the_window_does_not_grow(qtbot, window):
    sizes = []
    for _ in range(4):
        one_round(qtbot, window)
        gc.collect()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        model = window.model
        sizes.append((len(window.findChildren(QObject)), model.receivers("2datasetsChanged()"),
                      model.receivers("2runsChanged()"), model.receivers("2message(QString)"),
                      window.controller.receivers("2idle()")))
    assert sizes[-1] == sizes[-2] == sizes[-3]
