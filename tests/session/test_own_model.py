"""A lab that has only the regression vector of instrument A transfers with it."""

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.errors import DataError, FileError, ParameterError
from spectralign_gui.core.registry import method
from spectralign_gui.io.coefficients import read_coefficients
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.io.table import write_table
from spectralign_gui.session.compare.evaluate import compare
from spectralign_gui.session.compare.plan import ComparisonPlan
from spectralign_gui.session.export.codec import Pool, run_from_tree, run_to_tree
from spectralign_gui.session.predict.coefficients import coefficients_table
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.choose_method import on_route
from spectralign_gui.session.run.own_model import (
    check_takes_own_model,
    own_model_methods,
    own_properties,
    with_own_model,
    without_own_model,
)
from spectralign_gui.session.standards.pairing import match_by_row
from spectralign_gui.session.state import SessionState

AXIS = np.linspace(1000, 1100, 24)


@pytest.fixture
def state():
    rng = np.random.default_rng(3)
    latent = rng.normal(size=(30, 3))
    basis = np.array([np.exp(-(((AXIS - c) / 12) ** 2)) for c in (1020, 1050, 1080)])
    values = np.column_stack([10 + latent[:, 0], 40 + 2 * latent[:, 1]])
    a = SpectralDataset("A", 1 + latent @ basis + rng.normal(0, 0.01, (30, 24)), Axis(AXIS, "nm"),
                        targets=Targets(("Moisture", "Starch"), values))
    b = SpectralDataset("B", 1.2 + 0.9 * latent @ basis + rng.normal(0, 0.01, (30, 24)), Axis(AXIS, "nm"))
    standards = match_by_row([a, b]).standards
    return SessionState((a, b), standards[:12], method="none")


@pytest.fixture
def table(state, tmp_path):
    """A's own model, exported as a file."""
    write_table(tmp_path / "c.csv", *coefficients_table(Model.of(execute(state)), "A"))
    return tmp_path / "c.csv"


def without_values(state):
    a, b = state.datasets
    return state.with_(datasets=(a.with_(targets=None), b))


@pytest.mark.parametrize("name", ["none", "mean-shift", "ds", "pds", "sst"])
def test_spectra_transfers_need_no_reference_value(state, table, name):
    fitted = execute(state.with_(method=name))
    bare = execute(with_own_model(without_values(state), read_coefficients(table)).with_(method=name))
    expected = Model.of(execute(state)).predict(bare.datasets[0], "A")
    got = Model.of(bare).predict(bare.datasets[0], "A")
    assert got.properties == ("Moisture", "Starch")
    np.testing.assert_allclose(got.values, expected.values, rtol=1e-9)
    if name == "mean-shift":  # nothing is tuned by values, so B's predictions are the same too
        np.testing.assert_allclose(Model.of(bare).predict(bare.datasets[1], "B").values,
                                   Model.of(fitted).predict(bare.datasets[1], "B").values, rtol=1e-8)


def test_bias_uses_what_values_there_are(state, table):
    a, b = state.datasets
    starch = np.full((30, 1), np.nan)
    starch[:12, 0] = a.targets.values[:12, 1]
    some = state.with_(datasets=(a.with_(targets=Targets(("Starch", "Ash"), np.column_stack([starch, starch]))), b))
    result = execute(with_own_model(some, read_coefficients(table)).with_(method="bias"))
    predicted = Model.of(result).predict(b, "B")
    assert predicted.properties == ("Moisture", "Starch"), "the properties are those of the coefficients"
    truth = a.targets.values
    assert np.abs((predicted.values - truth)[:12, 1].mean()) < 1e-8, "bias of the standards' values is gone"
    assert np.abs((predicted.values - truth)[:, 0].mean()) < 0.2, "without values A's own prediction is the reference"


def test_result_file_and_project_keep_it(state, table, tmp_path):
    result = execute(with_own_model(without_values(state), read_coefficients(table)).with_(method="ds"))
    save_result(result, tmp_path / "o.h5")
    expected = Model.of(result).predict(result.datasets[1], "B").values
    np.testing.assert_allclose(load_model(tmp_path / "o.h5").predict(state.datasets[1], "B").values, expected)
    pool = Pool()
    again = run_from_tree(run_to_tree(result, pool), pool)
    np.testing.assert_allclose(Model.of(again).predict(state.datasets[1], "B").values, expected)
    assert again.datasets[0].targets.names == ("Moisture", "Starch")


def test_compared_with_its_own_no_transfer(state, table):
    full = with_own_model(state.with_(standards=match_by_row(state.datasets).standards), read_coefficients(table))
    plan = ComparisonPlan(["bias"], {"bias": full.method_parameters("bias")}, standards=[6], repeats=2)
    result, _, _ = compare(full, plan)
    assert result.properties == ("Moisture", "Starch")
    assert np.isfinite(result.rmsep("none", 6)).all()
    assert (result.rmsep("bias", 6).mean(axis=0) < result.rmsep("none", 6).mean(axis=0)).all()


def test_an_alignment_through_as_spectra_predicts_with_it(state, table, tmp_path):
    """The closed form: B's spectra as the alignment turns them into A's, times the coefficients of the file."""
    chosen = with_own_model(without_values(state), read_coefficients(table)).with_parameter("rank", 3, "lra")
    chosen = on_route(chosen.with_(method="lra"), through_spectra=True)
    assert chosen.method == "lra/spectra" and chosen.method_parameters()["rank"] == 3, "LRA's settings go along"
    result, own = execute(chosen), read_coefficients(table)
    b = state.datasets[1]
    expected = result.estimator.to_spectra(b.spectra, 1, 0) @ own.values + own.intercept
    got = Model.of(result).predict(b, "B")
    assert got.properties == ("Moisture", "Starch") and not result.warnings
    np.testing.assert_allclose(got.values, expected, rtol=1e-9)
    save_result(result, tmp_path / "o.h5")
    np.testing.assert_allclose(load_model(tmp_path / "o.h5").predict(b, "B").values, expected, rtol=1e-9)
    _, rows = coefficients_table(Model.of(result), "B")
    exported = np.array([[float(v) for v in row[1:]] for row in rows])
    np.testing.assert_allclose(b.spectra @ exported[1:] + exported[0], expected, rtol=1e-6)
    assert not own_properties(without_own_model(chosen).method_parameters())


def test_the_line_through_as_spectra_is_compared_with_it(state, table):
    full = with_own_model(state.with_(standards=match_by_row(state.datasets).standards), read_coefficients(table))
    settings = {"lra": {"rank": 3}, "lra/spectra": full.method_parameters("lra/spectra")}
    result, entries, _ = compare(full, ComparisonPlan(["lra"], settings, standards=[12], repeats=1))
    through = next(e for e in entries if e.key == "lra/spectra")
    assert through.settings["rank"] == 3 and through.settings["coefficients"]
    cell = result.cells["lra/spectra", 12, 0]
    assert np.isfinite(cell["predicted"]).all() and "coefficients" not in str(result.cells["lra", 12, 0].get("error"))
    own = next(c for (k, _, _), c in result.cells.items() if k == "none")
    table = np.array(through.settings["coefficients"]).reshape(2, -1)
    b = full.datasets[1].spectra[own["rows"]]
    np.testing.assert_allclose(own["predicted"], b @ table[:, 1:].T + table[:, 0], rtol=1e-9)


def test_only_methods_without_a_model_of_their_own(state, table):
    assert {"none", "bias", "slope-bias", "pds"} <= set(own_model_methods())
    with pytest.raises(ParameterError, match=r"spiked .*bias.* and alignments through A's spectra"):
        check_takes_own_model("spiked")
    with pytest.raises(ParameterError, match=r"lra fits its own model .*; lra/spectra can"):
        check_takes_own_model("lra")
    check_takes_own_model("lra/spectra")
    given = with_own_model(state, read_coefficients(table))
    assert own_properties(given.method_parameters("pds")) == ("Moisture", "Starch")
    assert not own_properties(without_own_model(given).method_parameters("pds"))


def test_another_axis_is_refused(state, tmp_path):
    (tmp_path / "c.csv").write_text("nm,Fat\nintercept,1\n" + "".join(f"{v + 3:g},0.1\n" for v in AXIS))
    with pytest.raises(DataError, match=r"A: .*channels from"):
        with_own_model(state, read_coefficients(tmp_path / "c.csv"))


def test_files_of_coefficients(tmp_path):
    file = tmp_path / "c.csv"
    file.write_text("channel (nm);Fat;Water\nb0;1,5;2\n1100;0,25;1\n1098;-0,5;3e-1\n")
    found = read_coefficients(file)
    np.testing.assert_allclose(found.values, [[0.25, 1], [-0.5, 0.3]])
    assert found.properties == ("Fat", "Water") and found.unit == "nm" and found.intercept.tolist() == [1.5, 2]
    file.write_text(",intercept,1100,1098,1096\nFat,1.5,0.25,-0.5,0\n")
    turned = read_coefficients(file)
    assert turned.axis.tolist() == [1100, 1098, 1096] and turned.intercept.tolist() == [1.5]
    file.write_text("1100,0.25\n1098,-0.5\n")
    plain = read_coefficients(file)
    assert plain.intercept.tolist() == [0] and plain.properties == ("property 1",)
    for text, what in (("nm,Fat\n1100,x\n1098,1\n", "row 2"), ("nm,Fat\nintercept,1\nb0,2\n1100,3\n", "two rows"),
                       ("nm,Fat\nwater,3\n", "row 2"), ("nm,Fat\nintercept,3\n", "no coefficients")):
        file.write_text(text)
        with pytest.raises(FileError, match=what):
            read_coefficients(file)


def test_the_estimator_refuses_values_of_other_properties(state, table):
    own = with_own_model(state, read_coefficients(table)).method_parameters("bias")
    X = [d.spectra for d in state.datasets]
    with pytest.raises(DataError, match="2 properties"):
        method("bias").create(**own).fit(X, [(i, i) for i in range(6)], [np.ones((30, 3))] * 2)
