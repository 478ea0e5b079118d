"""A saved model in other hands: predictions and coefficients without the data it was made with."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.io.read import read_dataset

ROOT = Path(__file__).resolve().parents[2]
LINEAR = ("crop:1120-1280", "smooth:window=5", "derivative:window=7,polynomial=2,order=1")


def table(path):
    with open(path, newline="") as stream:
        header, *rows = csv.reader(stream)
    return header, rows


@pytest.fixture
def made(call, files, tmp_path):
    def make(method, *preprocess):
        out = tmp_path / "model.h5"
        steps = [w for step in ("resample", *preprocess) for w in ("--preprocess", step)]
        code, _, errors = call("align", files["A"], files["B"], "--match-names", "--targets", files["targets"],
                               "--method", method, *steps, "--output", out)
        assert code == 0, errors
        return out

    return make


@pytest.mark.parametrize("method", ["none", "mean-shift", "bias", "slope-bias", "ratio", "ds", "pds", "dwpds", "sst",
                                    "epo", "top", "dop", "glsw", "osc", "dipls", "spiked", "joint-ridge",
                                    "target-only", "native", "mdipls"])
def test_coefficients_give_the_values_of_predict(call, files, made, tmp_path, method):
    model = made(method, *LINEAR)
    code, printed, errors = call("coefficients", model, "--instrument", "B", "--output", tmp_path / "c.csv")
    assert code == 0 and "coefficients of Moisture, Starch for 30 channels of B" in printed, errors
    assert call("predict", model, files["B"], "--instrument", "B", "--output", tmp_path / "p.csv")[0] == 0
    header, rows = table(tmp_path / "c.csv")
    assert header == ["channel (nm)", "Moisture", "Starch"] or header[1:] == ["Moisture", "Starch"]
    assert rows[0][0] == "intercept"
    spectra = read_dataset(files["B"])
    assert [float(r[0]) for r in rows[1:]] == spectra.axis.values.tolist()
    numbers = np.array([[float(v) for v in r[1:]] for r in rows])
    by_hand = spectra.spectra @ numbers[1:] + numbers[0]
    predicted = np.array([[float(v) for v in r[1:3]] for r in table(tmp_path / "p.csv")[1]])
    np.testing.assert_allclose(by_hand, predicted, atol=1e-7)


@pytest.mark.parametrize(("method", "steps", "said"), [
    ("mean-shift", ("snv",), "the preprocessing is not linear"), ("mean-shift", ("despike",), "not linear"),
    ("mean-shift", ("baseline",), "not linear"), ("mean-shift", ("msc",), "not linear"),
    ("msc", (), "is not a linear model"), ("lra", (), "is not a linear model")])
def test_coefficients_are_refused_where_the_chain_is_not_linear(call, files, made, tmp_path, method, steps, said):
    code, _, errors = call("coefficients", made(method, *steps), "--instrument", "B", "--output", tmp_path / "c.csv")
    assert code == 2 and said in errors and not (tmp_path / "c.csv").exists()


def test_predict_in_another_place_without_the_data(call, files, made, tmp_path):
    model = made("spiked", "snv")
    assert call("predict", model, files["B"], "--instrument", "B", "--output", tmp_path / "p.csv")[0] == 0
    other = tmp_path / "elsewhere"
    other.mkdir()
    shutil.copy(model, other / "m.h5")
    shutil.copy(files["B"], other / "new.csv")
    for path in (files["A"], files["B"], files["targets"], model):
        path.unlink()
    done = subprocess.run([sys.executable, "-m", "spectralign_gui", "predict", "m.h5", "new.csv", "--instrument", "B",
                           "--output", "p.xlsx"], cwd=other, env={**os.environ, "PYTHONPATH": str(ROOT)},
                          capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    from openpyxl import load_workbook

    rows = list(load_workbook(other / "p.xlsx", read_only=True)["Predictions"].iter_rows(values_only=True))
    header, here = table(tmp_path / "p.csv")
    assert list(rows[0]) == header and [r[0] for r in rows[1:]] == [r[0] for r in here]
    np.testing.assert_allclose([r[1:3] for r in rows[1:]], [[float(v) for v in r[1:3]] for r in here], rtol=1e-12)


@pytest.mark.parametrize("named", [True, False])
def test_spectra_brought_to_a_are_read_and_predicted_again(call, files, made, tmp_path, named):
    """B's spectra as A's, from a file of their own: A's model gives the values that B's gives for the originals."""
    model = made("sst")
    new = files["B"]
    if not named:
        title, *lines = new.read_text().splitlines()
        new = tmp_path / "unnamed.csv"
        new.write_text("\n".join(line.partition(",")[2] for line in (title, *lines)) + "\n")
    moved = tmp_path / "moved.csv"
    code, _, errors = call("transform", model, new, "--instrument", "B", "--to", "A", "--output", moved)
    assert code == 0, errors
    assert len(read_dataset(moved)) == len(read_dataset(new)) == 20
    axis = read_dataset(moved).axis.values
    from spectralign_gui.io.model_file import load_model

    saved = load_model(model)
    np.testing.assert_allclose(axis, saved.output_axes[0].values, rtol=1e-9)
    expected = saved.predict(read_dataset(new), "B").values
    np.testing.assert_allclose(saved.estimator.predict(read_dataset(moved).spectra, 0), expected, atol=1e-7)
