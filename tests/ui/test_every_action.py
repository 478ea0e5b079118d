"""Every entry of the menus in every state of the session: no exception, no warning of Qt, no defect of a job."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from spectralign_gui.core.data import Targets
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.run import RunResult, execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.state import run_controller
from tests.ui.helpers import make_dataset
from tests.ui.walking import Somebody, Warnings, menu_actions, settle

NOT_HERE = {"quit", "log-folder"}
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


@pytest.fixture
def defects(window):
    found: list[str] = []
    window.controller.jobs.defect.connect(lambda line, trace: found.append(trace))
    yield found
    assert found == []


@pytest.fixture(autouse=True)
def no_browser(monkeypatch):
    monkeypatch.setattr(QDesktopServices, "openUrl", staticmethod(lambda url: True))


def walk(qtbot, window, state: SessionState, runs: tuple[RunResult, ...], agrees: bool, running: bool = False,
         looks: bool = False) -> list[str]:
    """Trigger every entry that is offered, each in the same state; which were."""
    somebody, done = Somebody(agrees), []
    window.docks["compare"].form.repeats.setValue(1)  # that it works is asked here, not how well
    window.docks["compare"].form.check_only(("auto", "bias", "lra"))
    asked = window.keep_or_discard
    window.keep_or_discard = lambda: True
    window.project.keep_or_discard = lambda: True
    window.docks["compare"].form.repeats.setValue(1)  # entries are tried here, not how long arithmetic takes

    def begin() -> None:
        if window.model.state is not state or window.model.runs != runs:
            window.model.reset(state)
            window.model.take_runs(runs)
        if state.datasets:
            window.model.selection.select([(state.instruments[0], 0), (state.instruments[-1], 0)])

    try:
        for name in [a.objectName() for a in menu_actions(window)]:
            action = next((a for a in menu_actions(window) if a.objectName() == name), None)
            if action is None or name in NOT_HERE or (running and name == "cancel-run") or (
                    name.startswith(LOOKS) and not looks):
                continue
            begin()
            if action.isEnabled():
                action.trigger()
                settle(window)
                done.append(name)
                wanted = 1 if running else 0
                qtbot.waitUntil(lambda wanted=wanted: len(window.controller.jobs.jobs) <= wanted, timeout=20_000)
                settle(window)
                qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None, timeout=5_000)
    finally:
        somebody.stop()
        window.keep_or_discard = asked
        QApplication.clipboard().clear()
    return done


@pytest.mark.parametrize("name", STATES)
def test_every_action_in_every_state(qtbot, window, defects, name):
    state = STATES[name]()
    with Warnings() as qt:
        done = walk(qtbot, window, state, (), agrees=False, looks=name == "standards")
    assert qt.said == []
    assert len(done) > 20


def test_every_action_after_a_run_agreeing_to_all(qtbot, window, defects):
    state = pair()
    with Warnings() as qt:
        done = walk(qtbot, window, state, (execute(state),), agrees=True)
    assert qt.said == [] and {"restore-run", "copy-python", "clear-standards"} <= set(done)


def test_every_action_after_the_instruments_of_the_run_are_gone(qtbot, window, defects):
    state = pair()
    runs = (execute(state), replace(execute(state.with_(method="pds")), label="transfer"))
    with Warnings() as qt:
        walk(qtbot, window, state.without_dataset("mp5"), runs, agrees=True)
        walk(qtbot, window, SessionState(), runs, agrees=False)
    assert qt.said == []


def test_every_action_during_a_run(qtbot, window, defects, monkeypatch):
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
    assert window.controller.start() and started.wait(10)
    with Warnings() as qt:
        done = walk(qtbot, window, state, runs, agrees=True, running=True, looks=True)
    assert window.controller.running and "remove-instrument" in done and qt.said == []
    with qtbot.waitSignal(window.controller.idle, timeout=10_000):
        window.controller.cancel()
