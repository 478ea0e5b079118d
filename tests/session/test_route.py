"""The route through A's spectra is one name everywhere: session, project, result file, script, command line."""

from __future__ import annotations

import csv
import json
import runpy
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.cli import main
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.read import read_dataset
from spectralign_gui.session.export.script import command_line, pairs_rows, python_script
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute, why_not
from spectralign_gui.session.run.choose_method import is_run_of, on_route, run_of, with_method
from spectralign_gui.session.run.side_by_side import measured_and_predicted
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two instruments as files, a table of A's values."""
    folder = tmp_path_factory.mktemp("route")
    for name, p, seed in (("m5", 60, 1), ("mp5", 50, 2)):
        d = make_dataset(name, p=p, seed=seed)
        lines = ["Sample," + ",".join(f"{v:g}" for v in d.axis.values)]
        lines += [n + "," + ",".join(repr(float(v)) for v in row)
                  for n, row in zip(d.sample_names, d.spectra, strict=True)]
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")
        if name == "m5":
            (folder / "values.csv").write_text("Sample,Moisture,Oil\n" + "".join(
                f"#{k + 1},{v[0]!r},{v[1]!r}\n" for k, v in enumerate(d.targets.values.tolist())))
    return folder


@pytest.fixture(scope="module")
def state(folder) -> SessionState:
    a, b = (read_dataset(folder / f"{n}.csv").with_(name=n) for n in ("m5", "mp5"))
    a = a.with_(targets=make_dataset("m5", seed=1).targets)
    standards = hold_out_share(match_by_name([a, b]).standards, 0.25)
    return SessionState((a, b), standards, method="lra/spectra", parameters={
        "lra/spectra": {"n_components": 4, "regression": "ridge"}, "lra": {"mu": 0.7}})


@pytest.fixture(scope="module")
def run(state):
    return execute(state)


def test_a_run_is_on_the_route(state, run):
    plain = execute(state.with_(method="lra", parameters={"lra": {"n_components": 4}}))
    B = run.datasets[1].spectra
    direct = plain.estimator.predict(B, 1)
    assert np.abs(run.estimator.predict(B, 1) - direct).max() > 1e-3 * direct.std()
    for a, b in zip(run.embeddings, plain.embeddings, strict=True):
        np.testing.assert_array_equal(a, b)
    found = measured_and_predicted(run)["mp5"]
    np.testing.assert_allclose(found[3], run.estimator.predict(B[found[1]], 1))
    assert run.method.title.endswith("through A's spectra") and run.quality.hit["3"]


def test_project_and_result_file_keep_it(state, run, tmp_path):
    save_project(tmp_path / "p.spectralign", state, [run])
    project = open_project(tmp_path / "p.spectralign")
    assert project.state.method == "lra/spectra" and project.state.parameters == state.parameters
    (again,) = project.runs
    B = run.datasets[1].spectra
    np.testing.assert_allclose(again.estimator.predict(B, 1), run.estimator.predict(B, 1), rtol=1e-9)
    for a, b in zip(again.embeddings, run.embeddings, strict=True):
        np.testing.assert_array_equal(a, b)
    assert is_run_of(again, project.state) and run_of(project.state, [again]) is again
    save_result(again, tmp_path / "from_project.h5")
    expected = Model.of(run).predict(state.datasets[1], "mp5")
    found = load_model(tmp_path / "from_project.h5").predict(state.datasets[1], "mp5")
    np.testing.assert_allclose(found.values, expected.values, rtol=1e-9)
    np.testing.assert_allclose(found.half_width, expected.half_width, rtol=1e-9)


def test_the_command_line_repeats_it_and_a_fresh_process_predicts(state, run, folder, tmp_path, capsys):
    with (tmp_path / "pairs.csv").open("w", newline="") as stream:
        header, rows = pairs_rows(state)
        csv.writer(stream).writerows([header, *rows])
    out = tmp_path / "out.h5"
    words = shlex.split(command_line(state, str(tmp_path / "pairs.csv"), str(out),
                                     {"path": folder / "values.csv"}))
    assert words[words.index("--method") + 1] == "lra/spectra" and "regression=ridge" in words
    assert main(words[1:]) == 0, capsys.readouterr().err
    again = subprocess.run(
        [sys.executable, "-m", "spectralign_gui", "predict", str(out), str(folder / "mp5.csv"), "--instrument", "mp5",
         "--output", str(tmp_path / "y.csv")], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert again.returncode == 0, again.stderr
    with (tmp_path / "y.csv").open() as stream:
        lines = list(csv.reader(stream))
    values = np.array([[float(v) for v in row[1:3]] for row in lines[1:]])
    expected = run.estimator.predict(run.datasets[1].spectra, 1)
    half = Model.of(run).predict(state.datasets[1], "mp5").half_width  # the file rounds to its first four figures
    assert np.isfinite(half).all() and (np.abs(values - expected) <= half / 1000).all()


def test_the_script_repeats_it(state, run, tmp_path):
    out = tmp_path / "script.h5"
    text = python_script(state, str(out))
    assert "method='lra/spectra'" in text
    (tmp_path / "again.py").write_text(text, encoding="utf-8")
    runpy.run_path(str(tmp_path / "again.py"))
    np.testing.assert_allclose(load_model(out).predict(state.datasets[1], "mp5").values,
                               run.estimator.predict(run.datasets[1].spectra, 1), rtol=1e-9)


def test_evaluate_takes_the_same_name(folder, tmp_path, capsys):
    words = ["evaluate", str(folder / "m5.csv"), str(folder / "mp5.csv"), "--match-names", "--targets",
             str(folder / "values.csv"), "--standards", "8", "--repeats", "1", "--folds", "2"]
    code = main([*words, "--method", "cca/spectra", "--set", "regression=ridge", "--report", str(tmp_path / "r.json")])
    printed = capsys.readouterr()
    assert code == 0, printed.err
    report = json.loads((tmp_path / "r.json").read_text())
    assert "cca" not in report["methods"] and report["methods"]["cca/spectra"]["properties"]["Oil"]["8"]
    assert "cca/spectra: B's spectra as cca turns them into A's" in printed.out
    assert main([*words, "--method", "pds/spectra", "--report", str(tmp_path / "s.json")]) == 2
    assert "cannot predict through A's spectra" in capsys.readouterr().err


def test_the_route_is_switched_with_the_settings_that_both_have(state):
    assert on_route(state, True) is state
    plain = on_route(state.with_(parameters={"lra/spectra": {"mu": 0.6, "regression": "ridge"}}), False)
    assert plain.method == "lra" and plain.method_parameters() == {"mu": 0.6}
    assert on_route(state, False).method_parameters() == {"mu": 0.7}, "what was set for it before stays"
    assert on_route(state.with_(method="pds"), True).method == "pds"
    bare = state.with_(datasets=tuple(d.with_(targets=None) for d in state.datasets))
    assert "needs reference values" in why_not(bare)


def test_which_run_is_one_of_the_session(state, run):
    assert is_run_of(run, state) and run_of(state, []) is None
    assert is_run_of(run, state.with_(parameters={"lra/spectra": {"n_components": 4, "regression": "ridge",
                                                                 "mu": 0.8}})), "a default that is spelled out"
    for other in (state.with_(seed=1), state.with_(method="lra"), state.with_(excluded={"m5": (1,)}),
                  state.with_parameter("mu", 0.5), state.with_(standards=state.standards[1:]),
                  state.with_(datasets=(state.datasets[0], make_dataset("mp5", p=50, seed=2)))):
        assert not is_run_of(run, other)
    assert is_run_of(run, state.with_(excluded={"m5": ()}, selections={"x": {"m5": (1,)}}))
    moved = state.datasets[0].with_(source=replace(state.datasets[0].source, path="elsewhere.csv"))
    assert is_run_of(run, state.with_(datasets=(moved, state.datasets[1])))
    used = with_method(state, "bias", {"regression": "pls", "component_rule": "minimum"})
    assert used.method == "bias" and used.method_parameters() == {"component_rule": "minimum"}
    assert "bias" not in with_method(used, "bias", {"regression": "pls"}).parameters
    assert used.parameters["lra/spectra"] == state.parameters["lra/spectra"]
