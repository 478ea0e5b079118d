"""A model in a form that runs without this program predicts what the program predicts."""

from __future__ import annotations

import csv
import json
import subprocess
import sys

import numpy as np
import pytest

import spectralign_gui as sa
from spectralign_gui.cli import main
from spectralign_gui.core.errors import ParameterError
from spectralign_gui.io.exported.model import export_model
from spectralign_gui.io.exported.onnx_file import onnx_bytes
from spectralign_gui.io.exported.predictor import predictor_source, write_predictor
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.predict.portable import portable

STEPS = [[], ["snv"], ["msc"], ["emsc:order=1"], ["log:base=e,offset=0.5"], ["normalise:by=area"], ["normalise:by=max"],
         ["normalise:by=norm"], ["normalise:by=sum"], ["crop:1000-1080", "snv", "derivative:window=7"],
         ["absorbance:given=reflectance,scale=fraction", "smooth:window=5", "snv"], ["centre"], ["detrend"]]


def instruments(seed=0, n=30, p=60):
    rng = np.random.default_rng(seed)
    grid = np.linspace(0, 1, p)
    pure = np.exp(-0.5 * ((grid - np.array([0.2, 0.5, 0.8])[:, None]) / 0.12) ** 2)
    C = rng.uniform(0.1, 0.5, (n, 3))
    A = C @ pure + 0.3 + 1e-3 * rng.normal(size=(n, p))
    axis = 1000 + 2.0 * np.arange(p)
    values = {"Fat": 10 * C[:, 0], "Water": 20 * C[:, 1]}
    return (sa.spectra(A, axis=axis, unit="nm", name="A", values=values, quantity="reflectance"),
            sa.spectra(0.9 * A + 0.05 + 1e-3 * rng.normal(size=(n, p)), axis=axis, unit="nm", name="B",
                       quantity="reflectance"))


def made(method="pds", preprocess=(), **parameters) -> Model:
    a, b = instruments()
    return Model.of(sa.transfer(a, b, standards=np.column_stack([np.arange(28)] * 2), method=method,
                                preprocess=preprocess, hold_out=0.4, **parameters))


def new_spectra(n=200):
    """Also unlike those of the fit, so that flags are raised."""
    rng = np.random.default_rng(9)
    b = np.vstack([instruments(seed)[1].spectra for seed in range(1, 1 + -(-n // 30))])[:n]
    return b * rng.uniform(0.8, 1.3, (n, 1)) + np.where(rng.random((n, 1)) < 0.1, 0.02 * rng.random((n, 60)), 0)


def run_predictor(source: str, X: np.ndarray) -> dict:
    space: dict = {"__name__": "predictor"}
    exec(compile(source, "predictor", "exec"), space)
    return space["predict"](X)


def check(model: Model, X: np.ndarray) -> None:
    expected = model.predict(sa.spectra(X, axis=1000 + 2.0 * np.arange(60), unit="nm", quantity="reflectance"), "B")
    chain = portable(model, "B")
    found = run_predictor(predictor_source(chain), X)
    size = np.abs(expected.values).max()
    np.testing.assert_allclose(found["values"], expected.values, atol=1e-10 * size, rtol=1e-10)
    assert np.isfinite(expected.half_width).all()
    for end, sign in (("low", -1), ("high", 1)):
        ends = np.clip(expected.values + sign * expected.half_width, *expected.bounds)
        np.testing.assert_allclose(found[end], ends, atol=1e-10 * size)
    assert [tuple(f) for f in found["flags"]] == list(expected.flags)

    import onnxruntime

    session = onnxruntime.InferenceSession(onnx_bytes(chain), providers=["CPUExecutionProvider"])
    outputs = dict(zip([o.name for o in session.get_outputs()], session.run(None, {"spectra": X}), strict=True))
    np.testing.assert_allclose(outputs["values"], expected.values, rtol=1e-5, atol=1e-8 * size)
    assert outputs["flagged"].tolist() == [bool(f) for f in expected.flags]
    np.testing.assert_allclose(outputs["t2"], found["t2"], rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("steps", STEPS, ids=lambda s: "+".join(s) or "none")
def test_every_chain_of_steps(steps):
    check(made(preprocess=steps), new_spectra())


@pytest.mark.parametrize("method", ["none", "mean-shift", "bias", "slope-bias", "ds", "epo", "spiked", "joint-ridge",
                                    "lra", "cca", "coral", "pfce"])
def test_methods_of_every_kind(method):
    check(made(method, ["snv"]), new_spectra(1000))


def test_every_method_is_exported_or_says_why():
    a, b = instruments()
    from spectralign_gui.core import methods

    exported = 0
    for name, info in methods().items():
        slow = name in ("auto", "auto-marked", "native", "dasr", "dar", "hda")
        if "predict" not in info.can or info.max_sets == 1 or slow:
            continue  # tried below, slow, or of other needs
        parameters = {"max_iter": 20} if "max_iter" in {p.name for p in info.parameters} else {}
        result = sa.transfer(a, b, standards="rows", method=name, **parameters)
        try:
            portable(Model.of(result), "B")
            exported += 1
        except (ParameterError, NotImplementedError) as error:
            assert info.title in str(error), name
    assert exported >= 20


def test_a_closed_sum():
    model = made("ds", closure=6.0)
    found = run_predictor(predictor_source(portable(model, "B")), new_spectra())
    assert (found["values"].sum(axis=1) <= 6 + 1e-12).all()
    check(model, new_spectra())


@pytest.mark.parametrize(("steps", "word"), [(["baseline"], "Baseline"), (["rnv"], "RNV"), (["despike"], "Despike")])
def test_a_step_that_has_no_plain_form_is_named(steps, word):
    with pytest.raises(ParameterError, match="cannot be written as plain operations"):
        portable(made(preprocess=steps), "B")


def test_a_regression_that_bends_is_refused():
    with pytest.raises(ParameterError, match="not a linear model"):
        portable(made("none", regression="svr"), "B")


def test_names_cannot_become_code(tmp_path):
    a, b = instruments()
    evil = '"""\nimport os; os.abort()\n"""; @DATA@ \\'
    a = a.with_(targets=type(a.targets)((evil, "Water"), a.targets.values))
    result = sa.transfer(a, b.with_(name=evil), standards="rows", method="ds")
    source = predictor_source(portable(Model.of(result), result.datasets[1].name))
    found = run_predictor(source, np.array(b.spectra))
    assert np.isfinite(found["values"]).all() and "os.abort" not in "".join(
        line for line in source.splitlines() if not line.startswith(('"""', "Predicts", "PROPERTIES", evil[:3])))


def test_the_file_runs_alone(tmp_path):
    """As a program of its own, where this one cannot be imported."""
    model, X = made(preprocess=["snv"]), new_spectra(5)
    write_predictor(portable(model, "B"), tmp_path / "model.py")
    assert len((tmp_path / "model.py").read_text().split('DATA = """')[0].splitlines()) < 200
    with open(tmp_path / "new.csv", "w", newline="") as file:
        csv.writer(file).writerows([["name", *(1000 + 2.0 * np.arange(60)).tolist()],
                                    *([f"s{i}", *map(repr, row)] for i, row in enumerate(X.tolist()))])
    done = subprocess.run([sys.executable, "-I", "model.py", "new.csv"], capture_output=True, text=True, cwd=tmp_path,
                          timeout=60)
    header, *rows = csv.reader(done.stdout.splitlines())
    assert header[:3] == ["Sample", "Fat", "Water"] and [r[0] for r in rows] == [f"s{i}" for i in range(5)]
    expected = model.predict(sa.spectra(X, axis=1000 + 2.0 * np.arange(60), unit="nm", quantity="reflectance"), "B")
    np.testing.assert_allclose(np.array([r[1:3] for r in rows], float), expected.values, rtol=1e-9)
    (tmp_path / "bad.csv").write_text("a,1,2\n")
    done = subprocess.run([sys.executable, "-I", "model.py", "bad.csv"], capture_output=True, text=True, cwd=tmp_path,
                          timeout=60)
    assert done.returncode == 1 and "row 1 has 2 channels, the model 60" in done.stderr


def test_command_and_other_forms(tmp_path, capsys):
    a, b = instruments()
    sa.save(sa.transfer(a, b, standards="rows", method="pds", preprocess=["smooth:window=5"]), tmp_path / "m.h5")
    model = sa.load(tmp_path / "m.h5")
    for ending in ("py", "onnx", "json", "csv"):
        assert main(["export-model", str(tmp_path / "m.h5"), "--instrument", "B", "--output",
                     str(tmp_path / f"o.{ending}")]) == 0, capsys.readouterr().err
    found = json.loads((tmp_path / "o.json").read_text())
    assert found["preprocessing"] == ["smooth:window=5"] and found["axis"][0] == 1000 and found["axis_unit"] == "nm"
    X = model.preprocessing.apply(b, "B").spectra
    expected = model.predict(b, "B").values
    np.testing.assert_allclose(X @ np.array(found["coefficients"]["Fat"]) + found["intercept"][0], expected[:, 0])
    assert main(["export-model", str(tmp_path / "m.h5"), "--instrument", "B", "--to", "A", "--output",
                 str(tmp_path / "map.csv")]) == 0
    rows = list(csv.reader((tmp_path / "map.csv").open()))
    M = np.array([row[1:] for row in rows[2:]], float)
    np.testing.assert_allclose(X @ M + np.array(rows[1][1:], float), model.to_spectra(b, "B", "A").spectra, atol=1e-8)
    for words, sentence in ((["--output", "x.txt"], "x.txt"), (["--to", "A", "--output", "x.py"], "is a table"),
                            (["--to", "C", "--output", "x.csv"], "knows no instrument 'C'")):
        assert main(["export-model", str(tmp_path / "m.h5"), "--instrument", "B", *words]) == 2
        assert sentence in capsys.readouterr().err
    with pytest.raises(ParameterError, match="exported as"):
        export_model(model, tmp_path / "x.txt", "B")
