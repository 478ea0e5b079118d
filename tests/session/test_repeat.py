"""A result comes out the same again, whatever was done to it: stopped as is, intervals, painted groups, predictions."""

from __future__ import annotations

import csv
import shlex
from dataclasses import replace

import h5py
import numpy as np
import pytest

from spectralign_gui.cli import main
from spectralign_gui.core.errors import DataError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.validation.transfer_report import full_report
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.io.project import save_project
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.reread import run_in_project
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.io.table import write_table
from spectralign_gui.session.compare.comparison_script import comparison_script
from spectralign_gui.session.compare.comparison_tables import comparison_tables
from spectralign_gui.session.compare.evaluate import advise
from spectralign_gui.session.compare.evaluate import compare as evaluate_compare
from spectralign_gui.session.compare.plan import ComparisonPlan
from spectralign_gui.session.export.script import command_line, pairs_rows, prediction_lines, python_script, values_rows
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.left_out_intervals import with_left_out_intervals
from spectralign_gui.session.run.repeat_run import repeated, state_to_repeat
from spectralign_gui.session.run.same_result import differences
from spectralign_gui.session.standards.pairing import hold_out_share
from tests.session.test_script_methods import files, session  # noqa: F401  (a fixture)


class StopAt(SilentMonitor):
    """Stops as is at these iterations of these instruments."""

    def __init__(self, *stops):
        super().__init__()
        self.when = set(stops)

    def report(self, stage, fraction, **values):
        if (values.get("instrument"), values.get("iteration")) in self.when:
            self.switch.stop()


@pytest.fixture(scope="module")
def state():
    state = load_sample_session("sines")
    return state.with_(standards=hold_out_share(state.standards, 0.2, 1), method="slra",
                       parameters={"slra": {"tol": 1e-9, "max_iter": 500}})


@pytest.fixture(scope="module")
def stopped(state):
    return execute(state, StopAt((0, 60)))


def run_here(text, folder, monkeypatch):
    monkeypatch.chdir(folder)
    exec(compile(text, "script", "exec"), {"__name__": "__main__"})


def embeddings(path):
    with h5py.File(path, "r") as file:
        return [file["embedding"][name][()] for name in sorted(file["embedding"])]


def same_embedding(path, result):
    for found, d in zip(embeddings(path), sorted(result.state.instruments), strict=True):
        expected = result.embeddings[result.state.instruments.index(d)]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10)


def test_a_stopped_run_is_repeated_with_as_many_iterations(state, stopped, tmp_path, monkeypatch, capsys):
    assert stopped.estimator.stopped_ == [60, 60]
    assert differences(stopped, execute(state)), "run to its end it is another result"
    assert not differences(stopped, repeated(stopped))
    run_here(python_script(state_to_repeat(stopped), "out.h5"), tmp_path, monkeypatch)
    same_embedding("out.h5", stopped)
    assert "max_iter=60" in command_line(state_to_repeat(stopped))
    save_project("p.spectralign", state, [stopped])
    assert main(["run", "p.spectralign"]) == 0
    assert "the same (stopped after 60 iterations, as then)" in capsys.readouterr().out


def test_what_no_number_of_iterations_gives_is_said(state, tmp_path, capsys):
    twice = execute(state, StopAt((0, 70), (1, 65)))
    assert twice.estimator.stopped_ == [70, 65]
    with pytest.raises(DataError, match="cannot be repeated"):
        state_to_repeat(twice)
    save_project(tmp_path / "p.spectralign", state, [twice])
    assert main(["run", str(tmp_path / "p.spectralign")]) == 2
    assert "NOT REPEATED" in capsys.readouterr().out


def test_the_program_of_a_project_repeats_the_shown_run(state, tmp_path, monkeypatch):
    """Not what the session has become since."""
    a, b = state.datasets
    painted = state.with_(datasets=(a.with_(groups=tuple("xy"[k % 2] for k in range(len(a)))), b), method="lra",
                          parameters={"lra": {"n_components": 3, "rank": 5}})
    first = execute(painted)
    second = replace(execute(painted.with_(parameters={"lra": {"n_components": 2, "mu": 0.5}})), started=first.started)
    now = painted.with_(method="ma", parameters={})
    project = tmp_path / "p.spectralign"
    save_project(project, now, [first, second])
    assert [run_in_project(project, r) for r in (first, second)] == [(first.started, "lra", 0),
                                                                      (first.started, "lra", 1)]
    for run in (first, second):
        run_here(python_script(run.state, "out.h5", str(project), run=run_in_project(project, run)), tmp_path,
                 monkeypatch)
        same_embedding("out.h5", run)
    assert run_in_project(project, execute(painted.with_(method="ma"))) is None
    save_project(project, now, [])
    assert run_in_project(project, first) is None


def test_intervals_and_predictions_come_with_the_result(files, tmp_path, monkeypatch):  # noqa: F811
    state = session(files, "bias").with_(parameters={})
    result = with_left_out_intervals(execute(state))
    new, name = [str(files[0] / "B.csv")] * 2, "B"
    save_result(result, tmp_path / "window.h5")
    shown = load_model(tmp_path / "window.h5").predict(read_dataset(new[0]), name)
    assert np.isfinite(shown.half_width).all() and "left out" in shown.intervals_from

    script = python_script(state, "script.h5", intervals=True, predict=(new, name))
    assert len(script.splitlines()) <= 15
    run_here(script, tmp_path, monkeypatch)
    rows = table("predicted.csv")
    header, expected = shown.table()
    assert rows[0] == header and len(rows) == 1 + 2 * len(expected)
    for found, row in zip(rows[1:], [*expected, *expected], strict=True):
        assert found[0] == row[0]
        np.testing.assert_allclose([float(c) for c in found[1:7]], row[1:7], rtol=1e-10)

    write_table("pairs.csv", *pairs_rows(state))
    write_table("values.csv", *values_rows(state))
    lines = command_line(state, "pairs.csv", "aligned.h5", targets={"path": "values.csv"}, intervals=True)
    for line in (lines + prediction_lines(new[:1], name)).split("\n"):
        assert main(shlex.split(line)[1:]) == 0
    assert table("predicted.csv") == rows[:1 + len(expected)]


def table(path):
    with open(path, encoding="utf-8-sig", newline="") as stream:
        return list(csv.reader(stream))


def test_an_automatic_transfer_that_the_time_ended_is_repeated_with_as_many_models(files):  # noqa: F811
    state = session(files, "auto").with_(parameters={"auto": {"budget": 0.0, "max_components": 4}})
    ended = execute(state)
    assert ended.estimator.chosen_["ended_by_time"]
    wanted = state_to_repeat(ended).method_parameters()
    assert wanted["budget"] is None and wanted["most_models"] == ended.estimator.chosen_["tried"]
    assert not differences(ended, repeated(ended))


def test_a_comparison_with_the_automatic_transfer_as_a_program(files, tmp_path, monkeypatch, capsys):  # noqa: F811
    state = session(files, "bias").with_(parameters={})
    settings = {"bias": {}, "auto": {"budget": None, "most_models": 3, "max_components": 3}}
    plan = ComparisonPlan(("bias", "auto"), settings, standards=(6,), test_share=0.3, repeats=1, seed=1,
                          properties=["Oil"])
    run_here(comparison_script(state, plan, 1), tmp_path, monkeypatch)
    assert capsys.readouterr().out.strip() == advise(state, settings["auto"], properties=["Oil"]).report["sentence"]
    result, _, _ = evaluate_compare(state, plan)
    header, rows = comparison_tables(full_report(result))["Errors"]
    again = table("comparison.csv")
    assert again[0] == header and [r[0] for r in again[1:]] == [str(r[0]) for r in rows] and len(rows) > 3
