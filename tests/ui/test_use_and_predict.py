"""*Use and predict*: one click makes the final model, fitted to all standards, with the errors of the comparison."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run.execution import execute
from spectralign_gui.session.run.run_errors import run_errors
from spectralign_gui.session.run.run_quality import RunQuality
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state.session_state import SessionState
from tests.ui.helpers import make_dataset


def state_of(share: float) -> SessionState:
    a, b = make_dataset("A", seed=1, n=40), make_dataset("B", seed=2, n=40)
    b = b.with_(spectra=0.9 * b.spectra + 0.05, targets=None)
    standards = match_by_name((a, b)).standards
    return SessionState((a, b), hold_out_share(standards, share) if share else standards, method="ds")


def compared(qtbot, window, share: float):
    window.complete()
    window.model.reset(state_of(share))
    dock = window.docks["compare"]
    dock.ensure_built()
    dock.form.check_only(("mean-shift", "pds"))
    dock.form.standards.setText("6, 12")
    dock.form.repeats.setValue(3)
    dock.start.trigger()
    qtbot.waitUntil(lambda: not dock.running, timeout=60_000)
    return dock


@pytest.mark.parametrize("share", [0.0, 0.25])
def test_one_click_makes_the_final_model_with_the_errors_of_the_comparison(qtbot, window, share, tmp_path):
    dock, predict = compared(qtbot, window, share), window.docks["predict"]
    best, count = dock._judgement.best, dock._shown_count()
    with qtbot.waitSignal(predict.valuesShown, timeout=60_000):
        dock.use_best.trigger()
    run = window.model.current_run
    assert run.method.name == best and not len(run.held_out_pairs) and len(run.pairs) == 40
    assert not any(s.held_out for s in window.model.state.standards)
    means = dock._result.rmsep(best, count).mean(axis=0)
    errors = run_errors(run)
    assert [e.rmsep for e in errors] == pytest.approx(means.tolist()) and {e.instrument for e in errors} == {"B"}
    assert all(e.low < e.rmsep < e.high and e.r2 > 0 and "the comparison left out (3 repeats, 12 standards)" in e.source
               for e in errors)
    said = predict.says.text()
    assert f"RMSEP {errors[0].name} {errors[0].text}" in said and "that the comparison left out" in said
    assert "fitted to all 40 standards" in said
    assert "samples that the comparison left out" in Model.of(run).intervals_from["B"]
    rail = window.lead.rail
    qtbot.waitUntil(lambda: {rail.buttons[n].status.mark for n in ("align", "predict")} == {"done"})
    assert not dock._outdated(), "which standards are held out is nothing to a comparison"
    path = tmp_path / "kept.spectralign"
    assert window.project._save_to(str(path), wait=True)
    window.model.reset(SessionState())
    window.project.forget()
    with qtbot.waitSignal(window.project.opened):
        window.project.open(path)
    assert [e.text for e in run_errors(window.model.current_run)] == [e.text for e in errors]
    if share:
        assert "Use" in window.model.undo_stack.undoText() or window.model.undo_stack.count() == 0


def test_held_out_marks_come_back_with_undo(qtbot, window):
    dock = compared(qtbot, window, 0.25)
    with qtbot.waitSignal(window.docks["predict"].valuesShown, timeout=60_000):
        dock.use_best.trigger()
    qtbot.waitUntil(lambda: not window.controller.running and not window.controller.jobs.jobs)
    window.model.undo_stack.undo()
    assert sum(s.held_out for s in window.model.state.standards) == 10


def test_a_line_that_is_only_used_keeps_held_out_standards_and_their_errors(qtbot, window):
    dock = compared(qtbot, window, 0.25)
    dock._select("mean-shift")
    with qtbot.waitSignal(window.controller.idle, timeout=60_000):
        dock.use.trigger()
    run = window.model.current_run
    assert len(run.held_out_pairs) == 10 and {e.source for e in run_errors(run)} == {"held-out standards"}
    qtbot.waitUntil(lambda: window.model.current_run.quality.compared is not None)
    window.show_dock("quality")
    title = window.docks["quality"].predictions_title
    assert "mean of the repeats" not in title.text()
    with qtbot.waitSignal(window.controller.finished, timeout=60_000):
        window.docks["predict"].refit.trigger()
    made = window.model.current_run
    assert "the comparison left out" in run_errors(made)[0].source and made.quality.before
    qtbot.waitUntil(lambda: "RMSEP is the mean of the repeats" in title.text())
    qtbot.waitUntil(lambda: not window.controller.running and not window.controller.jobs.jobs)


def test_runs_of_older_projects_have_no_compared_errors():
    run = execute(state_of(0.25))
    tree = run.quality.to_tree()
    assert "compared" not in tree
    back = replace(run, quality=RunQuality.from_tree(tree))
    assert back.quality.compared is None and np.isfinite([e.rmsep for e in run_errors(back)]).all()
