"""Alignments used as transfers: B's spectra become A's, A's own model predicts."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from sklearn.base import clone

from spectralign_gui.contract.problem import short
from spectralign_gui.core.errors import DataError, ParameterError
from spectralign_gui.core.registry import is_method, method, methods, plain_name, route_of
from spectralign_gui.core.regression import RegressionOptions, fit_regression
from spectralign_gui.core.validation.entries import entries_for
from spectralign_gui.core.validation.transfer import validate_transfers
from spectralign_gui.core.validation.transfer_data import TransferData


@pytest.fixture(scope="module")
def problem():
    rng = np.random.default_rng(0)
    latent, axis = rng.normal(size=(40, 3)), np.linspace(0, 1, 30)
    basis = np.array([np.exp(-(((axis - c) / 0.1) ** 2)) for c in (0.2, 0.5, 0.8)])
    A = latent @ basis + 1 + rng.normal(0, 0.002, (40, 30))
    B = 0.8 * latent @ basis + 1.1 + rng.normal(0, 0.002, (40, 30))
    Y = 10 + 2 * latent[:, :2]
    return [A, B], np.column_stack([np.arange(25)] * 2), [Y, np.full_like(Y, np.nan)]


def fitted(name, problem, **values):
    Xs, pairs, targets = problem
    info = method(name)
    if "embedding" in info.defaults():
        values.setdefault("embedding", "lpp")
    values.setdefault("n_components", 2)  # not the question here, and choosing it takes most of the time
    values = short(info) | values
    return info.create(**values).fit(Xs, pairs=pairs, targets=targets, groups=[np.arange(40) % 3] * 2)


ROUTES = [route_of(name) for name in methods() if route_of(name)]


@pytest.mark.parametrize("name", ROUTES)
def test_is_the_alignments_spectra_in_as_own_model(name, problem):
    """By definition, for every alignment that gives spectra; and again after saving, copying and pickling."""
    Xs, _, targets = problem
    route, plain = fitted(name, problem), fitted(plain_name(name), problem)
    new = Xs[1][25:]
    own = fit_regression("pls", Xs[0], targets[0], options=RegressionOptions(max_components=15))
    expected = own.predict(plain.to_spectra(new, 1, 0))
    np.testing.assert_allclose(route.predict(new, 1), expected, rtol=1e-9)
    np.testing.assert_allclose(route.predict(Xs[0], 0), own.predict(Xs[0]), rtol=1e-12)
    for a, b in zip(route.embeddings_, plain.embeddings_, strict=True):
        np.testing.assert_array_equal(a, b)
    again = method(name).estimator.from_state(route.get_params(deep=False), route.to_state())
    for other in (again, pickle.loads(pickle.dumps(route))):
        np.testing.assert_allclose(other.predict(new, 1), expected, rtol=1e-9)
        np.testing.assert_allclose(other.transform(new, 1), route.transform(new, 1), rtol=1e-9)
    assert clone(route).get_params() == route.get_params()
    linear = route.linear_model(1)
    if linear is not None:
        np.testing.assert_allclose(new @ linear.coefficients + linear.intercept, expected, rtol=1e-6)


@pytest.mark.parametrize("name", ROUTES)
def test_a_regression_vector_of_ones_own_in_place_of_as_model(name, problem):
    """Closed form: the alignment's spectra times the coefficients, without a value where the alignment needs none."""
    Xs, pairs, targets = problem
    rng = np.random.default_rng(5)
    b, c = rng.normal(size=(30, 2)), np.array([3.0, -1.0])
    own = np.column_stack([c, b.T]).ravel()
    plain = fitted(plain_name(name), problem)
    known = "targets" in plain.needs
    route = fitted(name, (Xs, pairs, targets if known else None), coefficients=own, regression="gp")
    new = Xs[1][25:]
    spectra = fitted(plain_name(name), (Xs, pairs, targets if known else None)).to_spectra(new, 1, 0)
    np.testing.assert_allclose(route.predict(new, 1), spectra @ b + c, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(route.predict(Xs[0], 0), Xs[0] @ b + c, rtol=1e-12)
    again = method(name).estimator.from_state(route.get_params(deep=False), route.to_state())
    np.testing.assert_allclose(again.predict(new, 1), spectra @ b + c, rtol=1e-9, atol=1e-9)
    linear = route.linear_model(1)
    if linear is not None:
        np.testing.assert_allclose(new @ linear.coefficients + linear.intercept, spectra @ b + c, rtol=1e-6, atol=1e-6)


def test_a_regression_vector_of_another_instrument_is_refused(problem):
    Xs, pairs, targets = problem
    with pytest.raises(ParameterError, match="31 numbers per property"):
        fitted("lra/spectra", (Xs, pairs, None), coefficients=np.ones(30))
    with pytest.raises(DataError, match="predicts 1 property, but reference values are given for 2"):
        fitted("lra/spectra", (Xs, pairs, targets), coefficients=np.ones(31))
    with pytest.raises(DataError, match="reference values"):
        fitted("lra/spectra", (Xs, pairs, None))


def test_which_methods_have_the_route():
    assert {"lra/spectra", "slra/spectra", "cada/spectra", "cca/spectra", "ma-linear/spectra"} <= set(ROUTES)
    assert not route_of("pds") and not route_of("ma") and not route_of("lre") and not route_of("nothing")
    assert is_method("lra/spectra") and is_method("lra") and not is_method("pds/spectra") and not is_method("lra/x")
    info = method("lra/spectra")
    assert info is method("lra/spectra") and info.name == "lra/spectra" and "through A's spectra" in info.title
    assert info.name not in methods(), "a way of using a method is not listed as another one"
    for wrong, says in (("lra/x", "'lra/spectra'"), ("pds/spectra", "cannot predict"),
                        ("x/spectra", "there is no method")):
        with pytest.raises(ParameterError, match=says):
            method(wrong)


def test_settings_of_the_model_and_of_the_alignment(problem):
    Xs, _, targets = problem
    route = fitted("lra/spectra", problem, regression="ridge", n_components=2, closure=5.0)
    assert route.n_components_ == 2 and route.chosen_["regression"] == "ridge" and route.chosen_["n_components"] == 2
    assert (route.predict(Xs[1], 1).sum(axis=1) <= 5 + 1e-9).all() and route.linear_model(1) is None
    wider = route.resolve(n_components=3)
    assert wider.n_components_ == 3 and wider.get_params()["n_components"] == 3 and route.n_components_ == 2
    assert wider.model_a_ is route.model_a_
    with pytest.raises(DataError, match="reference values of samples on set 0"):
        fitted("lra/spectra", (*problem[:2], [targets[1], np.where(np.arange(40)[:, None] > 30, targets[0], np.nan)]))


def test_a_comparison_has_the_route_as_the_same_method(problem):
    Xs, _, targets = problem
    entries = entries_for(["lra"], {"lra": {"n_components": 2}}, "ridge", yardsticks=False)
    assert [(e.key, e.method) for e in entries] == [("lra", "lra"), ("lra/spectra", "lra/spectra")]
    assert entries[1].settings == {"n_components": 2, "regression": "ridge"}
    alone = entries_for(["lra/spectra"], {"lra/spectra": {"n_components": 2}}, yardsticks=False)
    assert [e.key for e in alone] == ["lra/spectra"] and alone[0].settings == {"n_components": 2, "regression": "pls"}
    data = TransferData(Xs, np.column_stack([np.arange(40)] * 2), targets, ("a", "b"))
    result = validate_transfers(data, alone, (10,), repeats=1)
    cell = result.cells["lra/spectra", 10, 0]
    assert "error" not in cell and np.isfinite(cell["predicted"]).all() and cell["chosen"]["regression"] == "pls"
