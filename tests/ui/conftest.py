"""Real widgets: own settings for every test, and nothing may be left running."""

from __future__ import annotations

import gc

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSettings, QThread, QTimer
from PySide6.QtWidgets import QApplication

from spectralign_gui.session.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui import theme
from spectralign_gui.ui.state import AppModel, RunController
from tests.ui.helpers import Answers, make_dataset


def running(kind: type[QObject]) -> list[str]:
    """Threads that run, or timers that tick."""
    found = []
    for thing in gc.get_objects():
        if isinstance(thing, kind) and shiboken6.isValid(thing):
            alive = thing.isRunning() if isinstance(thing, QThread) else (thing.isActive() and not thing.isSingleShot())
            if alive:
                found.append(f"{thing!r} {thing.objectName()} of {thing.parent()!r}")
    return found


@pytest.fixture(autouse=True)
def nothing_left_behind(qapp):
    """Fails a test that leaves a thread, a ticking timer or a visible window."""
    theme.install(qapp)
    before = set(running(QTimer))
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert running(QThread) == []
    assert set(running(QTimer)) - before == set()
    left = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
    for widget in left:
        widget.close()
    assert left == []


@pytest.fixture
def settings(tmp_path) -> QSettings:
    """Settings of this test alone."""
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def model(qapp) -> AppModel:
    return AppModel()


@pytest.fixture
def controller(model):
    made = RunController(model)
    yield made
    assert made.shutdown(10)


@pytest.fixture
def two(model) -> SessionState:
    """The model with two instruments, standards by name, a quarter held out."""
    datasets = (make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2))
    standards = hold_out_share(match_by_name(datasets).standards, 0.25)
    model.reset(SessionState(datasets, standards))
    return model.state


@pytest.fixture
def answers(qapp):
    made = Answers()
    made._timer.start()
    yield made
    made.stop()


@pytest.fixture
def window(qtbot, settings):
    """The whole window, shown; closed at the end without questions."""
    from spectralign_gui.ui.main_window import MainWindow

    made = MainWindow(settings=settings)
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    yield made
    assert made.controller.shutdown(15)
    made.keep_or_discard = lambda: True
    made.close()
    made.deleteLater()
