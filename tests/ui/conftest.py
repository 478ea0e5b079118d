"""Real widgets: own settings for every test, and nothing may be left running."""

from __future__ import annotations

import gc
import weakref

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QThread, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectralign_gui.jobs import Job
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui import theme
from spectralign_gui.ui.state import AppModel, RunController
from tests.ui.helpers import Answers, make_dataset

_started: list[weakref.ref[Job]] = []
PATIENCE = 30_000
"""Milliseconds: a machine that is shared with others can stand still for seconds. A test that passes waits no longer
than it needs."""


MANY = 50_000
"""New objects after which unused ones are looked for: a window or two."""


class PatientBot(QtBot):
    """Waits longer before it says that something never came, but where its not coming is what is wanted."""

    def waitUntil(self, callback, *, timeout: int = PATIENCE):
        return super().waitUntil(callback, timeout=max(timeout, PATIENCE))

    def waitSignal(self, signal, *, timeout: int = PATIENCE, raising: bool | None = None, **more):
        long = timeout if raising is False else max(timeout, PATIENCE)
        return super().waitSignal(signal, timeout=long, raising=raising, **more)

    def waitSignals(self, signals, *, timeout: int = PATIENCE, raising: bool | None = None, **more):
        long = timeout if raising is False else max(timeout, PATIENCE)
        return super().waitSignals(signals, timeout=long, raising=raising, **more)


@pytest.fixture
def qtbot(qapp, request):
    return PatientBot(request)


@pytest.fixture(autouse=True)
def nothing_left_behind(qapp, monkeypatch):
    """Fails a test that leaves a job, a ticking timer or a visible window; takes back its text size and theme.

    As in the program, Python looks for unused objects in quiet moments only, here between tests, never within a call of
    Qt: what one test left has been taken apart while another waited for events, and Qt did not survive it.
    """
    gc.disable()
    theme.install(qapp)
    original = Job.start

    def start(job: Job) -> Job:
        _started.append(weakref.ref(job))
        return original(job)

    monkeypatch.setattr(Job, "start", start)
    before = _ticking()
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    still = [job for job in (ref() for ref in _started) if job is not None and shiboken6.isValid(job) and job.running
             and not job.wait(0.01)]
    _started.clear()
    assert [job.title or job.number for job in still] == []
    assert _ticking() - before == set()
    left = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
    for widget in left:
        widget.close()
    theme.set_text_scale(100)
    theme.set_mode("system")
    if gc.get_count()[0] > MANY:
        gc.collect()
    gc.enable()
    assert left == []


def _ticking() -> set[str]:
    """Timers that tick on, in any window."""
    return {f"{timer!r} of {timer.parent()!r}" for window in QApplication.topLevelWidgets()
            for timer in window.findChildren(QTimer) if timer.isActive() and not timer.isSingleShot()}


@pytest.fixture(autouse=True, scope="session")
def no_thread_at_the_end():
    """No QThread of any kind outlives the tests."""
    yield
    threads = [t for t in gc.get_objects() if isinstance(t, QThread) and shiboken6.isValid(t) and t.isRunning()]
    assert threads == []


@pytest.fixture
def settings(tmp_path) -> QSettings:
    """Settings of this test alone."""
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def model(qapp) -> AppModel:
    return AppModel()


@pytest.fixture
def controller(qtbot, model):
    made = RunController(model)
    yield made
    assert made.shutdown(10)
    # what an ended job still has to say must not be on its way to docks that are gone
    qtbot.waitUntil(lambda: not made.jobs.jobs)


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
def window(qtbot, settings, tmp_path):
    """The whole window, shown; closed at the end without questions."""
    from spectralign_gui.ui.main_window import MainWindow

    made = MainWindow(settings=settings, recovery_folder=tmp_path / "recovery")
    made.resize(1280, 800)
    made.show()
    qtbot.waitUntil(lambda: made.windowHandle().isExposed())
    yield made
    assert made.controller.shutdown(15)
    made.keep_or_discard = lambda: True
    made.close()
    made.deleteLater()
