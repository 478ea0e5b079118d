"""`predict` with new files as they come: gaps, a quantity that is not said or is another, properties with units."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from openpyxl import load_workbook

from spectralign_gui.io.model_file import load_model
from spectralign_gui.io.read import read_dataset
from tests.cli.conftest import write_spectra


def table(path):
    with open(path, newline="") as stream:
        header, *rows = csv.reader(stream)
    return header, rows


def align(call, files, *more, quantity="", steps=("resample",)):
    if quantity:
        for name in "AB":
            files[name].write_text(f"# quantity: {quantity}\n" + files[name].read_text())
    out = files["folder"] / "model.h5"
    words = [w for step in steps for w in ("--preprocess", step)]
    code, _, errors = call("align", files["A"], files["B"], "--match-names", "--targets", files["targets"], "--method",
                           "bias", *words, "--intervals", *more, "--output", out)
    assert code == 0, errors
    return out


def predict(call, model, new, out, *more):
    code, printed, errors = call("predict", model, new, "--instrument", "B", "--output", out, *more)
    assert code == 0, errors
    return printed, errors


def changed(files, name, change, header=""):
    d = read_dataset(files["B"])
    path = write_spectra(files["folder"] / name, list(d.sample_names), d.axis.values, change(d.spectra.copy()))
    path.write_text(header + path.read_text().replace("nan", ""))
    return path


def test_a_gap_costs_one_value_and_says_which(call, files, tmp_path):
    model = align(call, files)

    def holed(x):
        x[2, 5] = np.nan
        x[7, [1, 2]] = np.nan
        return x

    new = changed(files, "gaps.csv", holed)
    printed, errors = predict(call, model, new, tmp_path / "p.csv")
    assert "18 spectra predicted" in printed
    assert "2 of 20 spectra get no value: row 3 (S10) has a missing number at 1140 nm; row 8 (S15) has 2 " in errors
    predict(call, model, files["B"], tmp_path / "whole.csv")
    (_, rows), (_, whole) = table(tmp_path / "p.csv"), table(tmp_path / "whole.csv")
    assert set(rows[2][1:-1]) == {""} and rows[2][-1] == "no value: a missing number at 1140 nm"
    assert rows[7][-1] == "no value: 2 missing numbers, the first at 1116 nm"
    for k in set(range(20)) - {2, 7}:
        np.testing.assert_allclose([float(v) for v in rows[k][1:-1]], [float(v) for v in whole[k][1:-1]], rtol=1e-6)
    printed, _ = predict(call, model, new, tmp_path / "p.xlsx", "--json")
    told = json.loads(printed)
    assert told["samples"][2]["values"] == {"Moisture": None, "Starch": None}
    assert told["samples"][2]["intervals"] == {} and len(told["samples"][3]["intervals"]["Starch"]) == 2
    assert any("row 3 (S10)" in w for w in told["warnings"])


def test_nothing_but_gaps_is_refused(call, files, tmp_path):
    model = align(call, files)

    def holed(x):
        x[:, 4] = np.nan
        x[:, 9] = np.nan
        return x

    code, _, errors = call("predict", model, changed(files, "g.csv", holed), "--instrument", "B", "--output",
                           tmp_path / "p.csv")
    assert code == 2 and "20 of 20 spectra get no value" in errors and not (tmp_path / "p.csv").exists()


@pytest.mark.parametrize(("step", "channel"), [("missing:how=interpolate", 12), ("crop:1120-1280", 0)])
def test_a_gap_that_the_preprocessing_closes_or_cuts_off_costs_nothing(call, files, tmp_path, step, channel):
    def holed(x):
        x[2, channel] = np.nan
        return x

    model = align(call, files, steps=(step, "resample"))
    _, errors = predict(call, model, changed(files, "g.csv", holed), tmp_path / "p.csv")
    assert "no value" not in errors and all(r[1] for r in table(tmp_path / "p.csv")[1])


def test_a_file_that_does_not_say_its_quantity_is_told_what_the_model_is_for(call, files, tmp_path):
    bare = files["B"].read_text()
    model = align(call, files, quantity="absorbance")
    said = "the file does not say what was measured; the model is valid for absorbance"
    assert said not in predict(call, model, files["B"], tmp_path / "p.csv")[1]
    new = tmp_path / "bare.csv"
    new.write_text(bare)
    printed, errors = predict(call, model, new, tmp_path / "p.csv", "--json")
    assert said in errors and any(said in w for w in json.loads(printed)["warnings"])
    _, _, errors = call("transform", model, new, "--instrument", "B", "--to", "A", "--output", tmp_path / "t.csv")
    assert said in errors


@pytest.mark.parametrize(("change", "likely"), [
    (lambda x: 100 * 10.0 ** -x, "reflectance or transmittance in percent where the model needs absorbance"),
    (lambda x: 10.0 ** -x, "reflectance or transmittance where the model needs absorbance"),
    (lambda x: 1000 * x, "a thousand times"), (lambda x: x - x.mean() - 40, "")])
def test_a_file_of_another_quantity_is_named_as_that(call, files, tmp_path, change, likely):
    model = align(call, files)
    _, errors = predict(call, model, changed(files, "odd.csv", change), tmp_path / "p.csv")
    assert "all 20 spectra are unlike those of the fit" in errors and "those of the fit between" in errors
    assert likely in errors and ("look like" in errors) == bool(likely)
    assert "probably another" not in predict(call, model, files["B"], tmp_path / "p.csv")[1]


def test_units_are_kept_to_the_end(call, files, tmp_path):
    lines = files["targets"].read_text().splitlines()
    files["targets"].write_text("\n".join([lines[0], "unit,%,g/100g", *lines[1:]]) + "\n")
    model = align(call, files)
    assert load_model(model).units == ("%", "g/100g")
    printed, _ = predict(call, model, files["B"], tmp_path / "p.csv")
    assert "Moisture (%), Starch (g/100g) of 20 spectra" in printed
    header = table(tmp_path / "p.csv")[0]
    assert header[1:5] == ["Moisture (%)", "Starch (g/100g)", "Moisture (%) from (90 %)", "Moisture (%) to (90 %)"]
    predict(call, model, files["B"], tmp_path / "p.xlsx")
    assert [c.value for c in load_workbook(tmp_path / "p.xlsx")["Predictions"][1]][:3] == ["Sample", *header[1:3]]
    told = json.loads(predict(call, model, files["B"], tmp_path / "p.csv", "--json")[0])
    assert told["units"] == ["%", "g/100g"]
    assert call("coefficients", model, "--instrument", "B", "--output", tmp_path / "c.csv")[0] == 0
    assert table(tmp_path / "c.csv")[0][1:] == header[1:3]


@pytest.mark.parametrize("titles", ["Moisture (%),Starch (%)", "Moisture,Starch"])
def test_own_coefficients_join_values_with_and_without_the_unit(call, files, tmp_path, titles):
    plain = align(call, files)
    assert call("coefficients", plain, "--instrument", "A", "--output", tmp_path / "c.csv")[0] == 0
    other = {"Moisture (%),Starch (%)": "Moisture,Starch"}.get(titles, "Moisture (%),Starch (%)")
    lines = files["targets"].read_text().splitlines()
    files["targets"].write_text("\n".join([f"Sample,{titles}", *lines[1:]]) + "\n")
    rows = (tmp_path / "c.csv").read_text().splitlines()
    (tmp_path / "c.csv").write_text("\n".join([f"channel (nm),{other}", *rows[1:]]) + "\n")
    axis = [float(r.split(",")[0]) for r in rows[2:]]
    model = load_model(plain)
    assert axis == pytest.approx(model.axes[0].values)
    out = tmp_path / "own.h5"
    code, _, errors = call("align", files["A"], _same_axis(files), "--match-names", "--targets",
                                 files["targets"], "--method", "bias", "--coefficients", tmp_path / "c.csv",
                                 "--intervals", "--output", out)
    assert code == 0, errors
    again = load_model(out)
    assert again.value_ranges is not None and np.isfinite(again.value_ranges).all()
    assert again.residuals and all(np.isfinite(r).any() for r in again.residuals.values())


def _same_axis(files):
    d = read_dataset(files["A"])
    return write_spectra(files["folder"] / "C.csv", list(d.sample_names), d.axis.values, d.spectra * 0.9 + 0.05)


@pytest.mark.parametrize("steps", [("resample",), ("absorbance", "resample")])
def test_what_was_said_of_a_quantity_is_kept_with_the_model(call, files, tmp_path, steps):
    """A file of the same kind is predicted alike with `--quantity` and, with a warning, without, whatever the steps."""
    said = [w for name in "AB" for w in ("--read", f"{name}:quantity=reflectance")]
    model = align(call, files, *said, "--method", "ds", steps=steps)
    new = changed(files, "new.csv", lambda x: x)
    _, told = predict(call, model, new, tmp_path / "said.csv", "--quantity", "reflectance")
    _, warned = predict(call, model, new, tmp_path / "unsaid.csv")
    assert "does not say what was measured" in warned and "does not say what was measured" not in told
    assert table(tmp_path / "said.csv") == table(tmp_path / "unsaid.csv")
    code, _, errors = call("transform", model, new, "--instrument", "B", "--to", "A", "--output", tmp_path / "t.csv")
    assert code == 0 and "does not say what was measured" in errors, errors
