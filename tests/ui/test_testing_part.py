"""Check ▸ Quality leads to a tested run: left-out standards or a held-out part with one button, and no figure missing
without a word."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt

from spectralign_gui.core.measures.regression import regression_figures
from spectralign_gui.presenters.quality import error_rows, missing_figures
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.left_out_intervals import with_left_out_intervals
from spectralign_gui.session.run.run_errors import RunError, run_errors
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.quality import QualityDock
from tests.ui.helpers import make_dataset


def session(held: float = 0.0, method: str = "ds", values: bool = True) -> SessionState:
    sets = (make_dataset("A", seed=1), make_dataset("B", seed=2))
    sets = tuple(d if values else d.with_(targets=None) for d in sets)
    standards = match_by_name(sets).standards
    return SessionState(sets, hold_out_share(standards, held) if held else standards, method=method)


@pytest.fixture
def quality(qtbot, model, controller):
    dock = QualityDock(model, controller)
    qtbot.addWidget(dock)
    dock.show()
    return dock


def test_left_out_standards_are_one_button_away(qtbot, quality, model):
    model.reset(session())
    model.add_run(execute(model.state))
    qtbot.waitUntil(lambda: quality.testing.left_out.isVisible())
    assert "Nothing has tested" in quality.testing.says.text() and quality.headline.property("class") == "warning"
    with qtbot.waitSignal(model.resultUpdated):
        qtbot.mouseClick(quality.testing.left_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not quality.testing.isVisible())
    qtbot.waitUntil(lambda: quality.predictions.rowCount() == 2)
    assert run_errors(model.current_run)[0].source == "standards left out in turn"
    cells = [[quality.predictions.item(r, c).text() for c in range(8)] for r in range(2)]
    assert not any("–" in cell for row in cells for k, cell in enumerate(row) if k != 3), cells
    assert quality.headline.property("class") == "good"


def test_holding_out_is_offered_before_the_run_and_runs_again_after_it(qtbot, quality, model, controller):
    model.reset(session())
    qtbot.waitUntil(lambda: quality.testing.hold_out.isVisible())
    assert "before the run" in quality.testing.says.text() and not quality.testing.left_out.isVisible()
    qtbot.mouseClick(quality.testing.hold_out, Qt.MouseButton.LeftButton)
    assert any(s.held_out for s in model.state.standards) and not quality.testing.isVisible()
    assert not controller.running and model.current_run is None
    model.undo_stack.undo()
    model.add_run(execute(model.state))
    qtbot.waitUntil(lambda: quality.testing.hold_out.text() == "Hold out 20 % and run again")
    with qtbot.waitSignal(model.runAdded):
        qtbot.mouseClick(quality.testing.hold_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not controller.running and not quality.testing.isVisible())
    assert len(model.current_run.held_out_pairs) and len(model.runs) == 2


@pytest.mark.parametrize(("held", "values", "shown"), [(0.25, True, False), (0.0, False, True), (0.25, False, False)])
def test_what_is_tested_is_not_asked_again(qtbot, quality, model, held, values, shown):
    model.reset(session(held, "lra", values))
    model.add_run(execute(model.state))
    qtbot.waitUntil(lambda: not model.turns.busy)
    assert quality.testing.isVisible() == shown
    assert not quality.testing.left_out.isVisible(), "without values nothing can be left out"


def test_the_figures_are_those_of_their_definition():
    run = with_left_out_intervals(execute(session()))
    given = run.quality.left_out["B"]
    measured = run.datasets[0].targets.values[list(given.rows)]
    for j, error in enumerate(run_errors(run)):
        wanted = regression_figures(measured[:, j], measured[:, j] + given.residuals[:, j])
        for name in ("rmsep", "bias", "sep", "r2", "rpd"):
            assert getattr(error, name) == pytest.approx(wanted[name]), name


@pytest.mark.parametrize("n", [1, 2, 3, 9])
@pytest.mark.parametrize("r2", [0.9, math.nan])
def test_no_figure_is_missing_without_a_reason(n, r2):
    sep = 0.3 if n > 1 else math.nan
    low, high = (0.2, 0.6) if n > 1 else (math.nan, math.nan)
    rows = error_rows([RunError("B", "Oil", "%", n, 0.4, low, high, r2 if n > 2 else math.nan, "standards", 0.1, sep)])
    why = missing_figures(rows)
    assert ("–" in rows[0]) == bool(why)
    assert ("SEP" in why) == (n < 2) and ("R²" in why) == (n < 3 or not np.isfinite(r2))
    assert ("three samples" in why) == (n < 3)
