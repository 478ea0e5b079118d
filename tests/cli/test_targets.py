"""Reference values of one instrument from a table of its own: ``--targets NAME=T.csv``."""

from __future__ import annotations

import json

import numpy as np
import pytest

from spectralign_gui.cli import build_parser
from spectralign_gui.commands._session import load_session
from spectralign_gui.core.regression import fit_regression
from spectralign_gui.io.model_file import load_model
from spectralign_gui.io.read import read_dataset


def session(*words):
    return load_session(build_parser().parse_args(["align", *map(str, words), "--output", "o.h5"]))


@pytest.fixture
def of_b(files):
    """B's own laboratory: other values than A's table, by row of B, two of them below the limit."""
    path = files["folder"] / "of_b.csv"
    values = files["values"][8:] + 1
    path.write_text("Sample,Moisture,Starch\n" + "".join(
        f"#{k + 1},{'<0.05' if k in (2, 7) else v[0]},{v[1]}\n" for k, v in enumerate(values)))
    return path


def test_of_one_instrument(files, of_b):
    state = session(files["A"], files["B"], "--match-names", "--targets", f"B={of_b}")
    a, b = state.datasets
    assert a.targets is None and b.targets.names == ("Moisture", "Starch")
    np.testing.assert_allclose(b.targets.values[:, 1], files["values"][8:, 1] + 1)
    assert b.targets.censored[:, 0].nonzero()[0].tolist() == [2, 7]
    assert np.isnan(b.targets.values[[2, 7], 0]).all()


def test_beside_the_table_of_all(files, of_b):
    state = session(files["A"], files["B"], "--match-names", "--targets", files["targets"], "--targets", f"B={of_b}")
    a, b = state.datasets
    np.testing.assert_allclose(a.targets.values, files["values"][:24], atol=1e-5)
    np.testing.assert_allclose(b.targets.values[:, 1], files["values"][8:, 1] + 1, err_msg="its own, not those of all")


def test_by_row(files):
    tables = {}
    for name, rows in (("A", slice(0, 24)), ("B", slice(8, 28))):
        tables[name] = files["folder"] / f"plain_{name}.csv"
        tables[name].write_text("Moisture\n" + "".join(f"{v:.6f}\n" for v in files["values"][rows, 0]))
    words = (files["A"], files["B"], "--match-names", "--targets-by-row")
    for first in (str(tables["A"]), f"A={tables['A']}"):
        a, b = session(*words, "--targets", first, "--targets", f"B={tables['B']}").datasets
        assert len(a.targets) == 24 and len(b.targets) == 20
        np.testing.assert_allclose(b.targets.values[:, 0], files["values"][8:, 0], atol=1e-6)


def test_native_from_the_command_line(call, files, of_b, tmp_path):
    """B's own model from B's own values: the one that a regression on B's spectra gives."""
    out = tmp_path / "o.h5"
    code, _, errors = call("align", files["A"], files["B"], "--match-names", "--method", "native", "--targets",
                           f"B={of_b}", "--output", out)
    assert code == 0 and "2 censored values" in errors
    spectra = read_dataset(files["B"])
    values = session(files["A"], files["B"], "--targets", f"B={of_b}").datasets[1].targets.values
    expected = fit_regression("pls", spectra.spectra, values).predict(spectra.spectra)
    np.testing.assert_allclose(load_model(out).predict(spectra, "B").values, expected, atol=1e-9)


def test_evaluate_uses_them_for_the_test_and_for_native(call, files, of_b, tmp_path):
    path, bias = tmp_path / "r.json", {}
    for word in (files["targets"], f"B={of_b}"):
        code, _, errors = call("evaluate", files["A"], files["B"], "--match-names", "--method", "ds", "--targets",
                               files["targets"], *(["--targets", word] if word != files["targets"] else []),
                               "--standards", "8", "--repeats", "2", "--report", path)
        assert code == 0, errors
        report = json.loads(path.read_text())["methods"]
        bias[str(word)] = [report[k]["properties"]["Starch"]["8"]["bias"]["mean"] for k in ("ds", "native")]
    # every value of B is one higher: A's model is then one too low, B's own model follows
    (ds, native), (ds_own, native_own) = bias.values()
    assert abs(native_own - native) < 0.2 and ds_own < ds - 0.3


@pytest.mark.parametrize(("words", "said"), [
    (("C={b}",), "no instrument is called 'C'"), (("B={b}", "B={b}"), "given twice for B"),
    (("{a}", "{a}"), "given twice for all"), (("B={b}", "A={a}", "{a}"), "already has its own table")])
def test_refusals(call, files, of_b, tmp_path, words, said):
    words = [w for word in words for w in ("--targets", word.format(a=files["targets"], b=of_b))]
    code, _, errors = call("align", files["A"], files["B"], "--match-names", "--output", tmp_path / "o.h5", *words)
    assert code == 2 and said in errors and "Traceback" not in errors


def test_a_table_is_never_overwritten(call, files, of_b):
    before = of_b.read_bytes()
    code, _, errors = call("align", files["A"], files["B"], "--match-names", "--targets", f"B={of_b}", "--output", of_b)
    assert code == 2 and "input file" in errors and of_b.read_bytes() == before
