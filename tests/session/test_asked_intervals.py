"""Intervals that are asked for are those of the run, whether it was made of a comparison or not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.core.validation.conformal import ConformalIntervals
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.compared_errors import ComparedErrors
from spectralign_gui.session.run.left_out_intervals import with_left_out_intervals
from spectralign_gui.session.run.run_quality import Residuals
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


@pytest.mark.parametrize("where", ["compared", "before"])
@pytest.mark.parametrize("n", [3, 18, 40])
def test_left_out_standards_come_before_errors_of_other_fits(where, n):
    """`align --intervals`, and the same in the window after a comparison with n samples, or after a refit."""
    sets = (make_dataset("A", seed=1), make_dataset("B", seed=2))
    run = execute(SessionState(sets, match_by_name(sets).standards, method="bias"))
    plain = with_left_out_intervals(run)
    names = plain.quality.left_out["B"].properties
    other = np.random.default_rng(n).normal(0, 5, (n, len(names)))
    residuals = Residuals(names, other, tuple(range(n)))
    if where == "compared":
        figures = np.ones(len(names))
        given = {"compared": ComparedErrors("B", names, figures, figures, figures, other, 8, 3)}
    else:
        given = {"before": {"B": residuals}}
    asked = with_left_out_intervals(replace(run, quality=run.quality.with_(**given)))
    cli, window = Model.of(plain), Model.of(asked)
    assert window.intervals_from["B"] == cli.intervals_from["B"]
    np.testing.assert_array_equal(ConformalIntervals(window.residuals["B"]).half_width(0.9),
                                  ConformalIntervals(cli.residuals["B"]).half_width(0.9))
