"""Every entry of the menus in every state of the session: no exception, no warning of Qt, no defect of a job."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from spectralign_gui.core.data import Targets
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.run import RunResult, execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.state import run_controller
from tests.sampled import sampled
from tests.ui.helpers import make_dataset
from tests.ui.walking import Somebody, Warnings, opened_action, settle, ways_to_actions

NOT_HERE = {"quit", "log-folder"}
DEADLINE = 300_000
"""Milliseconds until something that never ends is told."""
LOOKS = ("scale-", "theme-", "sample-")
"""Entries that take long and whose work does not depend on the session; tried in one state."""
ODD = ("../x", "a\nb", "ü€𝄞 日本", "  ", "x" * 300, "=SUM(A1)", "<b>bold</b>", "a\tb", "%s %d {0}", "\\", '"',
       "S1", "S1")


def pair(n: int = 14, p: int = 24) -> SessionState:
    groups = tuple("xy"[i % 2] for i in range(n))
    sets = tuple(make_dataset(name, n=n, p=p, seed=k, groups=groups) for k, name in enumerate(("m5", "mp5")))
    return SessionState(sets, hold_out_share(match_by_name(sets).standards, 0.25))


def odd() -> SessionState:
    a, b = pair().datasets
    names = (*ODD, "S14")
    gaps = np.array(b.spectra)
    gaps[2, 5:9] = np.nan
    values = Targets(("<i>Wet\nchem</i>", "x" * 200), np.full((14, 2), np.nan), ("%", ""))
    return SessionState((a.with_(name="../" + "ü" * 120, sample_names=names, targets=values, groups=None),
                         b.with_(name="<b>&amp;", sample_names=names, spectra=gaps)), method="pds")


def one_row() -> SessionState:
    return SessionState(tuple(d.take([0]) for d in pair().datasets))


def many() -> SessionState:
    return SessionState(tuple(make_dataset(f"instrument {k}", n=5, p=12, seed=k) for k in range(20)))


def stepped() -> SessionState:
    return pair().with_(preprocessing=PreprocessingSpec((StepSpec("snv"), StepSpec("crop", {"ranges": "1200-2000"})),
                                                        {"mp5": (StepSpec("smooth"),)}),
                        excluded={"m5": (3,)}, selections={"few": {"m5": (1, 2), "mp5": (2,)}})


STATES: dict[str, Callable[[], SessionState]] = {
    "empty": SessionState,
    "one set": lambda: SessionState(pair().datasets[:1]),
    "two sets": lambda: SessionState(pair().datasets),
    "standards": pair,
    "steps": stepped,
    "odd names and gaps": odd,
    "one sample each": one_row,
    "twenty instruments": many,
}


@pytest.fixture(scope="module")
def settings_file(tmp_path_factory):
    return tmp_path_factory.mktemp("settings")


@pytest.fixture(scope="module")
def shared_window(qapp, settings_file):
    """One window for all states: a session is another one by `reset`, which is tried thereby too."""
    made = MainWindow(settings=QSettings(str(settings_file / "s.ini"), QSettings.Format.IniFormat),
                      recovery_folder=settings_file / "recovery")
    made.resize(1280, 800)
    made.found = []
    made.controller.jobs.defect.connect(lambda line, trace: made.found.append(trace))
    yield made
    assert made.controller.shutdown(60)
    made.keep_or_discard = lambda: True
    made.close()
    made.deleteLater()


@pytest.fixture
def window(qtbot, shared_window):
    """The window as it is at first, and hidden again in the end."""
    made = shared_window
    made.found.clear()
    made.model.reset(SessionState())
    made.restore_layout()
    made.show()
    qtbot.waitUntil(lambda: made.windowHandle().isExposed())
    yield made
    for job in made.controller.jobs.jobs:
        job.discard()
    qtbot.waitUntil(lambda: not made.controller.jobs.jobs, timeout=DEADLINE)
    made.model.reset(SessionState())
    settle(made)
    made.statusBar().clearMessage()
    for top in QApplication.topLevelWidgets():  # the help beside it, docks that stand alone
        top.hide()
    assert made.found == []


@pytest.fixture(autouse=True)
def no_browser(monkeypatch):
    monkeypatch.setattr(QDesktopServices, "openUrl", staticmethod(lambda url: True))


def rest(qtbot, window, running: bool, whole: bool) -> None:
    """Let what was begun come to its end; unless it is to do the `whole` of its work it is stopped on the way.

    A good run waits no longer than it takes; the deadline is for a machine that others keep busy.
    """
    jobs, wanted = window.controller.jobs, 1 if running else 0
    settle(window)
    if len(jobs.jobs) > wanted:
        if not whole:
            for job in jobs.jobs[wanted:]:
                job.cancel()
        qtbot.waitUntil(lambda: len(jobs.jobs) <= wanted, timeout=DEADLINE)
        settle(window)
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None, timeout=DEADLINE)


def walk(qtbot, window, state: SessionState, runs: tuple[RunResult, ...], agrees: bool, running: bool = False,
         looks: tuple[str, ...] = (), whole: bool = False, part: str = "") -> list[str]:
    """Trigger every entry that is offered, each in the same state; which were. `part`: only half of them, those of
    this name."""
    somebody, done = Somebody(agrees), []
    form = window.docks["compare"].form
    form.repeats.setValue(1)  # entries are tried here, not how long arithmetic takes
    form.check_only(("bias", "lra"))
    asked = window.keep_or_discard
    window.keep_or_discard = lambda: True
    window.project.keep_or_discard = lambda: True

    def begin() -> None:
        if window.model.state is not state or window.model.runs != runs:
            window.model.reset(state)
            window.model.take_runs(runs)
        if state.datasets:
            window.model.selection.select([(state.instruments[0], 0), (state.instruments[-1], 0)])

    try:
        ways = ways_to_actions(window)
        for name, way in sampled(ways.items(), part, len(ways) // 2) if part else ways.items():
            action = opened_action(window, way, name)
            if action is None or name in NOT_HERE or (running and name == "cancel-run") or (
                    name.startswith(LOOKS) and not name.startswith(looks)):
                continue
            begin()
            if action.isEnabled():
                action.trigger()
                done.append(name)
                rest(qtbot, window, running, whole)
    finally:
        somebody.stop()
        window.keep_or_discard = asked
        window.project.keep_or_discard = asked
        QApplication.clipboard().clear()
    return done


@pytest.mark.parametrize("name", STATES)
def test_every_action_in_every_state(qtbot, window, name):
    state = STATES[name]()
    with Warnings() as qt:
        whole = name == "standards"
        done = walk(qtbot, window, state, (), agrees=False, looks=LOOKS if whole else (), whole=whole,
                    part="" if whole else name)  # each entry in half of the states
    assert qt.said == []
    assert len(done) > 20 if whole else len(done) > 10


def test_every_action_after_a_run_agreeing_to_all(qtbot, window):
    state = pair()
    with Warnings() as qt:
        done = walk(qtbot, window, state, (execute(state),), agrees=True)
    assert qt.said == [] and {"restore-run", "copy-python", "clear-standards"} <= set(done)


def test_every_action_after_the_instruments_of_the_run_are_gone(qtbot, window):
    state = pair()
    runs = (execute(state), replace(execute(state.with_(method="pds")), label="transfer"))
    with Warnings() as qt:
        walk(qtbot, window, state.without_dataset("mp5"), runs, agrees=True, part="one left")
        walk(qtbot, window, SessionState(), runs, agrees=False, part="none left")
    assert qt.said == []


def test_every_action_during_a_run(qtbot, window, monkeypatch):
    started, real = threading.Event(), execute

    def endless(state, monitor):
        started.set()
        while True:
            monitor.report("Going on", 0.5)
            monitor.raise_if_cancelled()
            threading.Event().wait(0.01)

    monkeypatch.setattr(run_controller, "execute", endless)
    state = stepped()
    runs = (real(state),)
    window.model.reset(state)
    window.model.take_runs(runs)
    assert window.controller.start() and started.wait(60)
    with Warnings() as qt:
        done = walk(qtbot, window, state, runs, agrees=True, running=True, looks=("sample-",))
    assert window.controller.running and "remove-instrument" in done and qt.said == []
    with qtbot.waitSignal(window.controller.idle, timeout=DEADLINE):
        window.controller.cancel()
