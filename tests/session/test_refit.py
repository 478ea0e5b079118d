"""The final model: fitted to all standards, with the errors of the run before."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.notes import code_of
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run.choose_method import suited_to_values
from spectralign_gui.session.run.execution import execute
from spectralign_gui.session.run.refit import refit, why_no_refit
from spectralign_gui.session.run.run_errors import BEFORE, run_errors
from spectralign_gui.session.run.run_quality import RunQuality
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


@pytest.fixture(scope="module")
def state():
    datasets = (make_dataset("A", seed=1, n=40), make_dataset("B", seed=2, n=40))
    return SessionState(datasets, hold_out_share(match_by_name(datasets).standards, 0.3), method="ds")


def test_all_standards_and_the_honest_errors_of_before(state):
    run = execute(state.with_(excluded={"B": (0, 5)}))
    made = refit(run)
    assert len(made.pairs) == len(run.pairs) + len(run.held_out_pairs) and not len(made.held_out_pairs)
    before, after = run_errors(run), run_errors(made)
    assert [(e.name, e.n, e.rmsep, e.r2) for e in before] == [(e.name, e.n, e.rmsep, e.r2) for e in after]
    assert {e.source for e in after} == {BEFORE}
    assert "before the refit" in Model.of(made).intervals_from["B"]
    assert np.array_equal(Model.of(made).residuals["B"], Model.of(run).residuals["B"], equal_nan=True)
    kept = RunQuality.from_tree(made.quality.to_tree())
    assert kept.before["B"].rows == made.quality.before["B"].rows
    assert code_of(why_no_refit(made)) == "refit.nothing_held_out" and code_of(why_no_refit(None)) == "refit.no_run"
    assert why_no_refit(run) == ""


def test_a_refit_of_other_rows_keeps_the_samples(state):
    """Rows are counted anew where an excluded sample was before the held-out ones."""
    run = execute(state.with_(excluded={"B": (0,)}))
    made = refit(run)
    for k, name in ((1, "B"),):
        rows = [int(made.kept_rows[k][r]) for r in made.quality.before[name].rows]
        assert rows == [int(run.kept_rows[k][r]) for r in run.quality.held_out[name].rows]


def test_values_that_come_bring_the_automatic_transfer():
    bare = SessionState((make_dataset("A", targets=None), make_dataset("B", targets=None)))
    full = bare.with_(datasets=(make_dataset("A"), bare.datasets[1]))
    assert suited_to_values(full, bare).method == "auto"
    for state, before in ((bare, bare), (full, full), (full.with_(method="pds"), bare),
                          (full.with_parameter("mu", 0.5), bare)):
        assert suited_to_values(state, before) is state
