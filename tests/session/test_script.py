"""The command line and the script of a session give the session's own result."""

from __future__ import annotations

import csv
import os
import shlex
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest

from spectralign_gui.cli import main
from spectralign_gui.core.errors import DataError
from spectralign_gui.io.model_file import save_result
from spectralign_gui.io.project import save_project
from spectralign_gui.io.reread import not_reproducible
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.export.script import command_line, pairs_rows, python_script
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def state():
    state = load_sample_session("libs")
    names = state.instruments
    spec = PreprocessingSpec(
        (StepSpec("crop", {"ranges": "250-800"}), StepSpec("snv", {}), StepSpec("smooth", {}, False)),
        {names[1]: (StepSpec("crop", {"ranges": "250-330,400-800"}), StepSpec("snv", {}))},
    )
    return state.with_(
        standards=hold_out_share(state.standards, 0.2, 1),
        preprocessing=spec,
        seed=3,
        parameters={"lra": {"mu": 0.65, "n_components": 4}},
        excluded={names[0]: (2, 7)},
    )


def embeddings(path):
    with h5py.File(path, "r") as file:
        return {name: file["embedding"][name][()] for name in file["embedding"]}


@pytest.fixture(scope="module")
def reference(state, tmp_path_factory):
    path = tmp_path_factory.mktemp("reference") / "window.h5"
    save_result(execute(state), path)
    return embeddings(path)


def check(path, reference):
    again = embeddings(path)
    assert set(again) == set(reference)
    for name, values in reference.items():
        np.testing.assert_allclose(again[name], values, rtol=0, atol=1e-10)


def test_command_line(state, reference, tmp_path):
    header, rows = pairs_rows(state)
    with (tmp_path / "pairs.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])
    out = tmp_path / "out.h5"
    words = shlex.split(command_line(state, str(tmp_path / "pairs.csv"), str(out)))
    assert words[:2] == ["spectralign", "align"] and main(words[1:]) == 0
    check(out, reference)
    with h5py.File(out, "r") as file:
        assert len(file["held_out_pairs"]) == sum(s.held_out for s in state.standards)


def run_script(text, folder):
    (folder / "again.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "again.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_python_script(state, reference, tmp_path):
    run_script(python_script(state, "out.h5"), tmp_path)
    check(tmp_path / "out.h5", reference)


def test_script_of_a_project(state, reference, tmp_path):
    save_project(tmp_path / "p.spectralign", state)
    run_script(python_script(state, "out.h5", project=str(tmp_path / "p.spectralign")), tmp_path)
    check(tmp_path / "out.h5", reference)


def test_what_is_not_just_a_file_is_noticed(state):
    assert not_reproducible(state) == []
    data = state.datasets[0]
    changed = state.with_(datasets=(data.with_(spectra=data.spectra * 2), state.datasets[1]))
    assert not_reproducible(changed) == [data.name]
    pasted = state.with_(datasets=(data.with_(source=type(data.source)()), state.datasets[1]))
    with pytest.raises(DataError, match=data.name):
        command_line(pasted)
