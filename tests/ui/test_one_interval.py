"""Compare, its report and Predict give one interval for a new sample, and say which ± is which."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.core.data import every_property
from spectralign_gui.core.figures import give_or_take
from spectralign_gui.core.validation.conformal import ConformalIntervals
from spectralign_gui.core.validation.transfer_report import full_report
from spectralign_gui.presenters.judgement import judge, single_value
from spectralign_gui.presenters.prediction_outcome import outcome
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.compared_errors import ComparedErrors
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.compare.card import ROWS
from spectralign_gui.ui.compare.charts import predicted_chart
from spectralign_gui.ui.compare.results import ResultModel
from tests.ui.helpers import make_dataset
from tests.ui.test_judgement import comparison


@pytest.fixture(scope="module")
def run():
    sets = (make_dataset("A", seed=1), make_dataset("B", seed=2))
    return execute(SessionState(sets, match_by_name(sets).standards, method="bias"))


@pytest.mark.parametrize("seed", range(40))
def test_the_run_of_a_line_has_the_intervals_of_the_line(qapp, run, seed):
    """All lines of 40 comparisons, several hundred: chart, report, card and the predictions of the run."""
    result, (count, *_) = comparison(seed), comparison(seed).counts
    report = full_report(result)["methods"]
    for entry in result.entries:
        kept = ComparedErrors.of(result, entry.key, count, "B")
        widths = result.half_widths(entry.key, count)
        if kept is None:
            assert not np.isfinite(widths).any() and single_value(result, entry.key, count) == ""
            continue
        tested = len({int(r) for (k, n, _), c in result.cells.items() if k == entry.key and n == count
                      for r in c.get("rows", ())})
        assert len(kept.residuals) == tested, "no sample counts twice"
        model = Model.of(replace(run, quality=run.quality.with_(compared=kept)))
        np.testing.assert_array_equal(ConformalIntervals(model.residuals["B"]).half_width(0.9), widths)
        text = single_value(result, entry.key, count)
        for j, name in enumerate(result.properties):
            assert report[entry.key]["properties"][name][str(count)]["interval_90"] == widths[j]
            assert f"90 % of new samples within ± {widths[j]:.3g}" in predicted_chart(result, entry.key, count, j).notes
            assert f"{name} ± {give_or_take(1e3, widths[j]).partition('± ')[2]}" in text


def test_every_plus_minus_says_what_it_is(qapp, run):
    assert dict(ROWS)["errors"] == "RMSEP"
    for seed in range(40):
        result, table = comparison(seed), ResultModel()
        table.start(result.properties)
        table.show(result, result.counts[-1])
        found = judge(result, table.ranked, result.counts[-1])
        assert found.errors == found.error + (" (95 % interval of RMSEP)" if " ± " in found.error else "")
    names = every_property(run.datasets)
    q = len(names)
    kept = ComparedErrors("B", names, np.full(q, 0.5), np.full(q, 0.1), np.full(q, 0.9),
                          np.linspace(-1, 1, 24 * q).reshape(24, q), 8, 3)
    model = Model.of(replace(run, quality=run.quality.with_(compared=kept)))
    found = model.predict(run.datasets[1], "B")
    said = outcome(found, model, run, "Run 1", "B")
    assert "The ± of a value holds 90 % of new samples: 90 % intervals from 24 samples" in said
