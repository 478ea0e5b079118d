"""What every calibration transfer must do."""

import warnings
from functools import cache

import numpy as np
import pytest

from spectralign_gui.core import create, method, methods
from spectralign_gui.core.base import Alignment
from spectralign_gui.core.errors import DataError, PairsError, SpectrAlignError
from tests.core.transfers.conftest import two_instruments

NAMES = [name for name, info in methods().items() if info.family == "transfer" and name != "auto"]
EXPECTED = {"none", "native", "target-only", "mean-shift", "bias", "slope-bias", "ratio", "ds", "pds", "dwpds", "sst",
            "epo", "top", "dop", "glsw", "osc", "dipls", "mdipls", "spiked", "msc"}

NOT_LINEAR = {"msc", "lw-pls"}
"""Transfers that have no coefficients on B's channels at their defaults."""


def test_all_names_are_there():
    assert set(NAMES) >= EXPECTED


def fit(name, d, **values):
    known = d["Y"] if name == "native" else None
    B, samples = d["B"], None
    if name == "nar":  # one sample of B is measured again and again
        B = np.vstack([B, B[-1] + 1e-3 * np.random.default_rng(1).normal(size=(5, B.shape[1]))])
        samples = [np.full(len(d["A"]), -1), np.where(np.arange(len(B)) >= len(d["B"]) - 1, 0, -1)]
        known = None
    return create(name, **values).fit([d["A"], B], pairs=d["pairs"], targets=[d["Y"], known], samples=samples)


@cache
def done(name):
    """A transfer fitted on the two instruments at its defaults; only to be looked at."""
    return fit(name, two_instruments())


def plain(tree):
    if isinstance(tree, dict):
        return all(isinstance(k, str) and plain(v) for k, v in tree.items())
    if isinstance(tree, (list, tuple)):
        return all(plain(v) for v in tree)
    return tree is None or isinstance(tree, (str, int, float, bool, np.ndarray, np.number))


@pytest.mark.parametrize("name", NAMES)
def test_fit_predict_and_state(name, instruments):
    d = instruments
    copies = [d["A"].copy(), d["B"].copy(), d["Y"].copy()]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        est = fit(name, d)
    assert all(np.array_equal(a, b) for a, b in zip(copies, [d["A"], d["B"], d["Y"]], strict=True))
    predicted = est.predict(d["new_b"], instrument=1)
    assert predicted.shape == (10, 2) and np.isfinite(predicted).all()
    assert not est.warnings_
    state = est.to_state()
    assert plain(state)
    again = type(est).from_state(est.get_params(), state)
    assert np.array_equal(again.predict(d["new_b"], instrument=1), predicted)
    linear = est.linear_model(1)
    assert (linear is None) == (name in NOT_LINEAR)
    if linear is not None:
        assert np.allclose(linear.predict(d["new_b"]), predicted, atol=1e-7)
    repeat = done(name)
    assert np.array_equal(repeat.predict(d["new_b"], instrument=1), predicted)
    if "to_spectra" in method(name).can:
        mapped = est.to_spectra(d["new_b"])
        assert mapped.shape == d["new_a"].shape
        assert np.array_equal(again.to_spectra(d["new_b"]), mapped)
        assert np.allclose(est.predict(mapped, instrument=0), predicted, atol=1e-9)
    else:
        with pytest.raises(NotImplementedError):
            est.to_spectra(d["new_b"])
    if "transform" in method(name).can:
        assert np.array_equal(again.transform(d["new_b"], 1), est.transform(d["new_b"], 1))
    with pytest.raises(DataError):
        est.predict(d["new_b"][:, :-1], instrument=1)


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"none", "ratio", "native", "target-only", "msc"}))
def test_it_helps(name, instruments):
    d = instruments

    def error(which):
        est = done(which)
        return np.sqrt(((est.predict(d["new_b"], 1) - d["new_y"]) ** 2).mean(axis=0))

    assert (error(name) < 0.6 * error("none")).all()


@pytest.mark.parametrize("variant", ["msc", "snv"])
def test_scatter_correction_removes_scatter(variant, instruments):
    d = instruments
    rng = np.random.default_rng(5)

    def scattered(X):
        return X * rng.uniform(0.7, 1.4, (len(X), 1)) + rng.uniform(-0.2, 0.2, (len(X), 1))

    A, B, new = scattered(d["A"]), scattered(d["A"] + 0.05), scattered(d["new_a"] + 0.05)
    est = fit("msc", {**d, "A": A, "B": B}, variant=variant)
    assert np.abs(est.transform(A, 0) - est.transform(B, 1)).max() < 0.02 * np.abs(est.transform(A, 0)).max()
    error = np.sqrt(((est.predict(new, 1) - d["new_y"]) ** 2).mean(axis=0))
    assert (error < 0.9 * d["new_y"].std(axis=0)).all()


@pytest.mark.parametrize("name", ["mean-shift", "ds", "pds", "sst", "dwpds", "ratio"])
def test_spectra_without_values(name, instruments):
    d = instruments
    est = create(name).fit([d["A"], d["B"]], pairs=d["pairs"])
    residual = est.to_spectra(d["new_b"]) - d["new_a"]
    assert np.isfinite(residual).all()
    if name != "ratio":
        assert np.sqrt((residual ** 2).mean()) < 0.5 * np.sqrt(((d["new_b"] - d["new_a"]) ** 2).mean())
    with pytest.raises(NotImplementedError, match="no target values"):
        est.predict(d["new_b"])


@pytest.mark.parametrize("name", [n for n in NAMES if "pairs" in methods()[n].needs])
def test_mixed_up_pairs_are_noticed(name, instruments):
    d = instruments
    order = np.random.default_rng(3).permutation(len(d["rows"]))
    mixed = {**d, "pairs": np.stack([d["rows"], d["rows"][order]], axis=1)}
    told = [sentence for sentence in fit(name, mixed).warnings_ if "by chance" in sentence]
    assert len(told) == 1
    assert not any("by chance" in sentence for sentence in done(name).warnings_)


@pytest.mark.parametrize("name", NAMES)
def test_missing_values_of_a_property(name, instruments):
    d = instruments
    Y = d["Y"].copy()
    Y[1::6, 0] = np.nan
    est = fit(name, {**d, "Y": Y})
    assert np.isfinite(est.predict(d["new_b"], 1)).all()


@pytest.mark.parametrize("name", NAMES)
def test_few_standards_give_an_answer_or_a_sentence(name, instruments):
    d = instruments
    for count in (1, 2, 3):
        few = {**d, "pairs": d["pairs"][:count]}
        try:
            assert np.isfinite(fit(name, few).predict(d["new_b"], 1)).all()
        except SpectrAlignError as error:
            assert str(error)


def test_what_is_missing_is_said(instruments):
    d = instruments
    with pytest.raises(PairsError):
        create("pds").fit([d["A"], d["B"]], targets=[d["Y"], None])
    with pytest.raises(DataError, match="same channels"):
        create("pds").fit([d["A"], d["B"][:, :-1]], pairs=d["pairs"])
    with pytest.raises(DataError, match="reference values"):
        create("epo").fit([d["A"], d["B"]], pairs=d["pairs"])
    assert issubclass(method("epo").estimator, Alignment)


def test_ds_takes_other_channels(instruments):
    d = instruments
    est = create("ds").fit([d["A"], d["B"][:, ::2]], pairs=d["pairs"], targets=[d["Y"], None])
    error = np.sqrt(((est.predict(d["new_b"][:, ::2], 1) - d["new_y"]) ** 2).mean(axis=0))
    assert (error < d["new_y"].std(axis=0)).all()


@pytest.mark.parametrize("name", ["none", "mean-shift", "epo", "spiked", "target-only"])
@pytest.mark.parametrize("regression", ["ridge", "svr", "gp", "pls2", "elastic-net"])
def test_other_regressions(name, regression, instruments):
    d = instruments
    est = fit(name, d, regression=regression)
    assert np.isfinite(est.predict(d["new_b"], 1)).all()
    again = type(est).from_state(est.get_params(), est.to_state())
    assert np.array_equal(again.predict(d["new_b"], 1), est.predict(d["new_b"], 1))


def test_repeats_are_one_standard(instruments):
    d = instruments
    B = np.vstack([d["B"], d["B"][0] + 0.001])
    pairs = np.vstack([d["pairs"], [0, 30]])
    est = create("mean-shift").fit([d["A"], B], pairs=pairs)
    means = np.vstack([B[[0, 30]].mean(axis=0), B[d["rows"][1:]]])
    expected = d["A"][d["rows"]].mean(axis=0) - means.mean(axis=0)
    assert np.allclose(est.to_spectra(d["new_b"]), d["new_b"] + expected)


def test_own_regression_vector(instruments):
    d = instruments
    reference = done("ds")
    model = reference.models_["0"]
    own = tuple(np.concatenate([np.concatenate([[model.intercept[j]], model.coefficients[:, j]]) for j in range(2)]))
    est = create("ds", coefficients=own, ridge=1e-3).fit([d["A"], d["B"]], pairs=d["pairs"])
    same = fit("ds", d, ridge=1e-3)
    assert np.allclose(est.predict(d["new_b"], 1), same.predict(d["new_b"], 1), atol=1e-9)
    with pytest.raises(SpectrAlignError, match="own regression vector must hold 61 numbers per property"):
        create("ds", coefficients=own[:-1]).fit([d["A"], d["B"]], pairs=d["pairs"])


def test_closure(instruments):
    d = instruments
    est = fit("mean-shift", d, closure=5.0)
    assert (est.predict(d["new_b"], 1).sum(axis=1) <= 5 + 1e-9).all()
    assert est.linear_model(1) is None


def test_several_instruments_for_top_and_mdipls(instruments):
    d = instruments
    third = d["B"] + 0.02 * np.linspace(0, 1, 60)
    pairs = np.array([(0, i, 1, i) for i in d["rows"]] + [(0, i, 2, i) for i in d["rows"]])
    for name in ("top", "mdipls"):
        est = create(name).fit([d["A"], d["B"], third], pairs=pairs, targets=[d["Y"], None, None])
        new = d["new_b"] + 0.02 * np.linspace(0, 1, 60)
        error = np.sqrt(((est.predict(new, 2) - d["new_y"]) ** 2).mean(axis=0))
        assert (error < 0.6 * d["new_y"].std(axis=0)).all()
        again = type(est).from_state(est.get_params(), est.to_state())
        assert np.array_equal(again.predict(new, 2), est.predict(new, 2))


@pytest.mark.parametrize("name", ["epo", "spiked", "joint-ridge", "mean-shift", "pds", "bias", "auto"])
def test_a_property_that_no_standard_has(name, instruments):
    d = instruments
    Y = d["Y"].copy()
    Y[d["rows"], 1] = np.nan
    if name == "auto":
        with pytest.raises(DataError, match="property 1 is known for 0 of the standards"):
            fit(name, {**d, "Y": Y})
        return
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isfinite(fit(name, {**d, "Y": Y}).predict(d["new_b"], 1)).all()
