"""An alarm of check samples stays, whatever is run after it: until a check without one, or until it is settled."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from spectralign_gui.presenters.moods import WORDS
from spectralign_gui.session.predict.check_samples import (
    CheckDay,
    days_from_tree,
    days_to_tree,
    run_key,
    standing_alarm,
)
from spectralign_gui.ui.predict.check_chart import _day_names
from spectralign_gui.ui.workspaces.known import Checked, Known, Predicted
from spectralign_gui.ui.workspaces.status import statuses
from tests.ui.test_predict_dock import dock, run, show  # noqa: F401


def test_which_alarm_stands(run):  # noqa: F811
    """432 sessions: the same or another pair of instruments, property and run; a newer day or none."""
    sessions = list(product((True, False), (True, False, None), (True, False, None), (True, False), (True, False),
                            (True, False), ("", "quiet", "of others")))
    assert len(sessions) == 432
    for instrument, reference, shared, alarm, settled, own, newer in sessions:
        names = {True: ("Moisture",), False: ("Ash",), None: ()}[shared]
        day = CheckDay("2026-01-05", "B" if instrument else "C", ("s",), np.zeros((1, 1)),
                       run_key(run) if own else "pds earlier", alarms=("Moisture: too high.",) if alarm else (),
                       reference={True: "A", False: "X", None: ""}[reference], properties=names, settled=settled)
        days = [day]
        if newer == "quiet":
            days.append(replace(day, day="2026-01-06", alarms=(), settled=False))
        elif newer:
            days.append(replace(day, day="2026-01-06", instrument="D", alarms=("Ash: too low.",)))
        stands = (instrument and reference is not False and shared is not False and alarm and not settled and not own
                  and newer != "quiet")
        assert standing_alarm(days, "B", run) is (day if stands else None), (days, stands)
        assert standing_alarm(days, "B", None) is None


def test_a_new_run_does_not_end_an_alarm(qtbot, dock, model, run, tmp_path):  # noqa: F811
    show(model, run)
    dock.checks.add_files([tmp_path / "drifted.csv"], "2026-02-05")
    qtbot.waitUntil(lambda: len(model.state.checks) == 1, timeout=20_000)
    day = model.state.checks[0]
    assert day.alarms and day.reference == "A" and set(day.properties) == {"Moisture", "Starch"}
    kept = days_from_tree(days_to_tree([replace(day, settled=True)]))[0]
    assert kept.alarms == day.alarms and kept.reference == "A" and kept.properties == day.properties and kept.settled
    assert dock.check.alarm is not None and dock.checks.settle.isEnabled()
    model.add_run(replace(run, started="2026-03-01T00:00:00+00:00"))
    assert not dock.checks.days and dock.check.alarm is not None
    assert "The alarm of 2026-02-05 still stands" in dock.check.says.text()
    assert dock.check.says.property("class") == "warning"
    dock.predict_loaded()
    qtbot.waitUntil(lambda: dock.values.rowCount() > 0, timeout=20_000)
    assert "The check samples of 2026-02-05 gave an alarm" in dock.says.text()
    assert "can be trusted" not in dock.says.text() and dock.values.verdict != "can be trusted"
    assert model.verdict().mood != "good" and "gave an alarm" in model.verdict().brief
    dock.checks.add_files([tmp_path / "new.csv"], "2026-03-02")
    qtbot.waitUntil(lambda: len(model.state.checks) == 2, timeout=20_000)
    assert "gave an alarm" not in dock.says.text() and "gave an alarm" not in model.verdict().brief
    assert dock.check.alarm is None and not model.state.checks[1].alarms, "a check without an alarm ends it"
    model.undo_stack.undo()
    assert dock.check.alarm is not None
    dock.checks.settle.trigger()
    assert dock.check.alarm is None and not dock.checks.settle.isEnabled()
    assert model.undo_stack.undoText() == "Settle an alarm"
    model.add_run(run)
    assert dock.check.alarm is None and "You said that this alarm is settled" in dock.check.says.text()


@pytest.mark.parametrize("mood", list(WORDS))
def test_no_line_of_the_rail_is_ticked_beside_an_alarm(run, mood):  # noqa: F811
    known = Known(run.state, run, 1, None, Predicted(24, "Run 1"), Checked("2026-02-05", False, "⚠ Too high."),
                  trusted=mood, headline="Why.")
    found = statuses(known)
    assert found["check"].mark == found["predict"].mark == "warning" and "Too high." in found["predict"].detail


def test_days_are_named_by_their_date(qtbot, dock, model, run, tmp_path):  # noqa: F811
    assert _day_names(["2026-01-05", "2026-01-05", "2026-02-01"]) == ("2026-01-05 (1.)", "2026-01-05 (2.)",
                                                                      "2026-02-01")
    show(model, run)
    for day in ("2026-02-05", "2026-02-06"):
        dock.checks.add_files([tmp_path / "drifted.csv"], day)
        qtbot.waitUntil(lambda day=day: bool(model.state.checks) and model.state.checks[-1].day == day, timeout=20_000)
        chart = dock.check.view.chart
        assert chart.names == tuple(d.day for d in model.state.checks) and chart.x_label.startswith("Day")
        dock.check.view.furnish()
        axis = dock.check.view.plot.getAxis("bottom")
        written = [text for spacing, values in axis.tickValues(0.5, 2.5, 300)
                   for text in axis.tickStrings(values, 1.0, spacing)]
        assert {t for t in written if t} <= set(chart.names) and written and any(written)
