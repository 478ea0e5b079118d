"""One piece of work has one button that ends it, wherever the user looks meanwhile."""

from __future__ import annotations

import re

import pytest
from PySide6.QtWidgets import QAbstractButton

from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.compare import running
from spectralign_gui.ui.state import run_controller
from spectralign_gui.ui.sweep import dock as sweeping
from spectralign_gui.ui.workspaces import WORKSPACES
from tests.ui.helpers import endless, make_dataset

KEEPS_RESULT = "button-stop-as-is"
"""Ends a run another way: what it has by then becomes the result."""


def ending(window) -> list[str]:
    """Buttons in sight that can be pressed and say that they end something."""
    return [b.objectName() for b in window.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()
            and re.match(r"(cancel|stop|abort|end)\b", b.text().replace("&", ""), re.I)
            and b.objectName() != KEEPS_RESULT]


@pytest.fixture
def loaded(window, qtbot):
    sets = (make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2))
    window.complete()
    window.model.reset(SessionState(sets, hold_out_share(match_by_name(sets).standards, 0.25)))
    window.resize(1280, 900)
    return window


def run(window, monkeypatch) -> None:
    monkeypatch.setattr(run_controller, "execute", endless)
    window.controller.start()


def comparison(window, monkeypatch) -> None:
    monkeypatch.setattr(running, "compare", lambda state, plan, n_jobs, monitor: endless(state, monitor))
    window.docks["compare"].start.trigger()


def sweep(window, monkeypatch) -> None:
    monkeypatch.setattr(sweeping, "run_sweep", lambda state, axes, monitor, **_: endless(state, monitor))
    window.docks["sweep"].ensure_built()
    window.docks["sweep"].start.trigger()


def other(window, monkeypatch) -> None:
    window.controller.jobs.start(lambda monitor: endless(None, monitor), "Ranking samples")


@pytest.mark.parametrize("begin", [run, comparison, sweep, other], ids=lambda f: f.__name__)
def test_one_button_ends_it_in_every_workspace(loaded, qtbot, monkeypatch, begin):
    begin(loaded, monkeypatch)
    qtbot.waitUntil(lambda: loaded.job_status.isVisible())
    seen = {}
    for name in WORKSPACES:
        loaded.lead.go(name)
        for dock in loaded.docks.values():
            if dock.isVisible():
                dock.raise_()
                qtbot.wait(1)
                seen[name, dock.objectName()] = ending(loaded)
    wrong = {k: v for k, v in seen.items() if v != ["job-cancel"]}
    button = loaded.job_status.button
    assert len(seen) > 12 and not wrong
    assert button.text() == ("Cancel" if begin in (run, other) else "Stop")
    button.click()
    qtbot.waitUntil(lambda: not loaded.controller.jobs.jobs)
    assert not ending(loaded)
