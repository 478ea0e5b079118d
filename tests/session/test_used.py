"""What a report says was used is what was used, also where the fit chose it per instrument."""

from __future__ import annotations

import json

import numpy as np
import pytest

from spectralign_gui.io.report import ReportOptions, render_report
from spectralign_gui.session.export.tables import run_table
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.used_parameters import used_parameters, used_value
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


@pytest.fixture(scope="module")
def state():
    a, b = make_dataset("A", seed=1), make_dataset("B", seed=2)
    return SessionState((a, b), match_by_name((a, b)).standards)


@pytest.mark.parametrize("method, parameter", [
    ("lra", "penalty"), ("rlra", "noise_weight"), ("klra", "omega"), ("klra", "gamma"), ("kcada", "gamma")])
def test_the_automatic_values_give_the_very_result_when_they_are_set(state, method, parameter):
    """One instrument twice, so that both choose the same value and it can be set."""
    a, b = state.datasets
    twice = state.with_(datasets=(a, b.with_(spectra=np.array(a.spectra))), method=method)
    first = execute(twice)
    value = used_value(used_parameters(first), parameter, None)
    assert len(value) == 2 and value[0] == pytest.approx(value[1], rel=1e-9) and value[0] > 0
    given = {parameter: value[0] * (1 - 1e-12) if parameter == "omega" else value[0],
             "n_components": first.estimator.n_components_}
    if parameter not in ("penalty", "omega"):
        given["rank"] = first.estimator.chosen_["rank"]
    again = execute(twice.with_(parameters={method: given}))
    np.testing.assert_allclose(np.abs(again.estimator.eigenvalues_), np.abs(first.estimator.eigenvalues_), rtol=1e-6,
                               atol=1e-9)


def test_reports_show_numbers_in_place_of_automatic(state):
    result = execute(state.with_(method="lra"))
    shown = ", ".join(f"{p:.6g}" for p in result.estimator.penalties_)
    assert shown in render_report(result, ReportOptions("T", "", "", [], []))
    assert any(row[0] == "penalties" for row in run_table(result)[1])


def test_the_command_line_says_them(state, tmp_path):
    from spectralign_gui.cli import main
    from spectralign_gui.io.writers import write

    for d in state.datasets:
        write(d, tmp_path / f"{d.name}.csv")
    report = tmp_path / "r.json"
    assert main(["align", *(str(tmp_path / f"{n}.csv") for n in "AB"), "--match-names", "--method", "klra", "--output",
                 str(tmp_path / "o.h5"), "--report", str(report)]) == 0
    used = json.loads(report.read_text())["parameters"]
    assert len(used["penalties"]) == len(used["omegas"]) == len(used["gammas"]) == 2
