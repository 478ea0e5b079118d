"""Repeats where samples are matched and checked, and what the rail and the card say of held-out and free standards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton

from spectralign_gui.core.validation.transfer_report import how_many_more
from spectralign_gui.io.writers import write
from spectralign_gui.presenters.judgement import judge
from spectralign_gui.session.run.execution import execute
from spectralign_gui.session.run.refit import refit
from spectralign_gui.session.standards.pairing import hold_out_share
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.common_ground.repeats import RepeatsDialog
from spectralign_gui.ui.compare.results import ResultModel
from spectralign_gui.ui.predict import check_actions
from spectralign_gui.ui.standards import StandardsDock
from spectralign_gui.ui.workspaces.goals import GOALS, HOLD_OUT, next_step
from spectralign_gui.ui.workspaces.known import Known
from spectralign_gui.ui.workspaces.status import statuses
from tests.session.test_match_of_averages import data
from tests.session.test_new_repeats import averaged_run, new
from tests.ui import test_predict_dock
from tests.ui.test_judgement import comparison
from tests.ui.test_predict_dock import show

run, dock = averaged_run, test_predict_dock.dock


@pytest.fixture
def two():
    names = [f"Tab-{k}B" for k in range(1000, 1010)]
    repeats = [f"{n.lower()}_{r}" for n in names for r in (1, 2, 3)]
    return SessionState((data("bench", names), data("handheld", repeats)))


def test_one_click_averages_and_matches(qtbot, model, controller, two):
    standards = StandardsDock(model, controller)
    qtbot.addWidget(standards)
    standards.show()
    model.reset(two)
    standards.actions_.by_name.trigger()
    assert "handheld has repeats" in standards.news.text() and "10 samples match by name" in standards.news.text()
    assert standards.average.isVisible() and standards.average.text() == "Average repeats of handheld and match"
    standards.average.click()
    qtbot.waitUntil(lambda: len(model.state.standards) == 10, timeout=20_000)
    assert len(model.state.dataset("handheld")) == 10 and standards.average.isHidden()
    model.undo_stack.undo()
    assert not model.state.standards and len(model.state.dataset("handheld")) == 30, "undone as one"


@pytest.mark.parametrize("current", ["bench", "handheld", ""])
def test_average_repeats_opens_on_the_instrument_that_has_some(qtbot, model, controller, two, current):
    model.reset(two)
    dialog = RepeatsDialog(model, controller, current)
    qtbot.addWidget(dialog)
    assert dialog.instrument.currentText() == "handheld"


@pytest.mark.parametrize("folder", [False, True])
def test_a_check_of_a_file_per_scan_goes_by_name(qtbot, dock, model, averaged_run, tmp_path, monkeypatch, folder):
    show(model, averaged_run)
    scans = new(4).with_(sample_names=tuple(f"T-{k}_{r}" for k in (3, 5, 7, 9) for r in (1, 2, 3)))
    (tmp_path / "day").mkdir()
    paths = [tmp_path / "day" / f"scan{row:02d}.csv" for row in range(12)]
    for row, path in enumerate(paths):
        write([scans.take([row])], path)
    monkeypatch.setattr(check_actions, "ask_files", lambda *_: [tmp_path / "day"] if folder else paths)
    dock.checks.add.trigger()
    qtbot.waitUntil(lambda: len(model.state.checks) == 1 or dock.checks.assignment is not None, timeout=20_000)
    assert dock.checks.assignment is None, "the names say it all"
    assert [s.standard for s in model.state.checks[0].spectra] == ["T3", "T5", "T7", "T9"]
    assert {s.how for s in model.state.checks[0].spectra} == {"name"}


@pytest.mark.parametrize(("names", "default"), [
    (("T3", "x", "y"), "check-only-named"), (("x", "y", "z"), "check-assignment-cancel")])
def test_a_guess_is_never_the_default(qtbot, dock, model, averaged_run, tmp_path, names, default):
    show(model, averaged_run)
    write([new(1).with_(sample_names=names)], tmp_path / "day.csv")
    dock.checks.add_files([tmp_path / "day.csv"])
    qtbot.waitUntil(lambda: dock.checks.assignment is not None, timeout=20_000)
    asked = dock.checks.assignment
    assert [b.objectName() for b in asked.findChildren(QPushButton) if b.isDefault()] == [default]
    assert "a guess: the nearest spectrum" in asked.table.item(2, 2).text()
    asked.only_named.click()
    assert asked.ok.isDefault()
    asked.reject()


def test_the_rail_does_not_ask_to_hold_out_again(averaged_run):
    held = averaged_run.state.with_(standards=hold_out_share(averaged_run.state.standards, 0.2))
    final = refit(execute(held))
    before = Known(averaged_run.state, averaged_run, 1)
    after = Known(final.state, final, 2)
    assert not any(s.held_out for s in final.state.standards) and not HOLD_OUT.done(before) and HOLD_OUT.done(after)
    assert next_step(GOALS["space"], before) is HOLD_OUT is not next_step(GOALS["space"], after)
    assert "The final fit uses all" in statuses(after)["standards"].detail
    assert "none is held out" in statuses(before)["standards"].detail
    other = replace(final.state, standards=final.state.standards[:20])
    assert not HOLD_OUT.done(Known(other, final, 2)), "other standards were not tested"


@pytest.mark.parametrize("free", [5, 10, 11, 30])
def test_standards_that_are_there_are_used_before_more_are_measured(qapp, free):
    said = how_many_more((5, 10), [1 / np.sqrt(n) for n in (5, 10)], True, free)["sentence"]
    assert ("measure 10 more" in said) == (free <= 10) and (f"compare with all {free}" in said) == (free > 10)
    result = comparison(3)
    rows = np.arange(free)
    result.splits[:] = [replace(s, pairs=np.column_stack([rows, rows]), sample=rows) for s in result.splits]
    model, last = ResultModel(), result.counts[-1]
    model.start(result.properties)
    model.show(result, last)
    cost = judge(result, model.ranked, last, free + 4).cost
    assert (f"{last} of {free + 4} standards on B." in cost) == (free + 4 > last)
    assert free > last or "compare with all" not in cost
    assert free <= last or "lower it further" not in cost
