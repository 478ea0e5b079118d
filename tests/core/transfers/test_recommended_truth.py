"""The recommendation where the truth is known."""

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.session.compare.evaluate import in_words
from tests.core.transfers.conftest import simulate

ROWS = np.arange(0, 40, 2)


def recommended(A, B, Y, rows=ROWS):
    est = create("auto", max_components=5, budget=None).fit(
        [A, B], pairs=np.stack([rows, rows], axis=1), targets=[Y, None])
    return est.recommendation_


def with_laboratory_error(Y):
    return Y + 0.05 * Y.std(axis=0) * np.random.default_rng(9).normal(size=Y.shape)


def test_copies_need_no_transfer():
    A, _, Y = simulate(noise=1e-3)
    B = A + 1e-3 * np.random.default_rng(1).normal(size=A.shape)
    advice = recommended(A, B, with_laboratory_error(Y))
    assert advice["verdict"] == "no-transfer-needed" and advice["method"] == "none" and advice["confidence"] == "high"
    assert "No transfer is needed" in advice["sentence"]


def test_an_offset_needs_a_bias_correction():
    A, _, Y = simulate(noise=1e-3)
    B = A + 0.05 + 0.03 * np.linspace(0, 1, A.shape[1]) + 1e-3 * np.random.default_rng(2).normal(size=A.shape)
    advice = recommended(A, B, with_laboratory_error(Y))
    assert advice["verdict"] == "bias-is-enough" and advice["confidence"] == "high"
    assert "bias correction is enough" in advice["sentence"]


def curved(A):
    """Values that bend with the spectra, so that another regression than A's own gains much, on A as well."""
    score = (A - A.mean(axis=0)) @ np.linspace(-1, 1, A.shape[1])
    score = score / score.std()
    return np.stack([20 + 2 * score + 0.4 * score ** 2, 10 + score - 0.25 * score ** 2], axis=1)


@pytest.mark.parametrize(("offset", "method"), [(0.0, "none"), (0.3, "bias")])
def test_the_gain_of_another_regression_is_no_reason_to_transfer(offset, method):
    A, _, _ = simulate(n=60, noise=1e-3)
    B = A + offset * np.linspace(0, 1, A.shape[1]) + 1e-4 * np.random.default_rng(1).normal(size=A.shape)
    advice = recommended(A, B, curved(A), np.arange(0, 60, 2))
    rmse = {name: np.array(values) for name, values in advice["rmse"].items()}
    assert (rmse["combination"] < 0.8 * rmse[method]).any(), "a case in which the combination wins"
    assert advice["method"] == method and advice["verdict"] == {
        "none": "no-transfer-needed", "bias": "bias-is-enough"}[method]
    assert "the gain comes from another regression, not from a transfer" in advice["sentence"]
    assert "as well as A's own spectra of them" in advice["sentence"]


def test_the_figures_of_none_and_bias_are_those_of_the_methods():
    A, B, Y = simulate(noise=1e-3)
    rows = np.arange(0, 40, 5)
    advice = recommended(A, B, Y, rows)
    for name in ("none", "bias", "target-only"):
        squared = []
        for i in rows:  # nothing of the sample is known to the fit
            keep = np.flatnonzero(np.arange(40) != i)
            others = np.searchsorted(keep, rows[rows != i])
            est = create(name, max_components=5).fit([A[keep], B[keep]], pairs=np.stack([others, others], axis=1),
                                                     targets=[Y[keep], None])
            squared.append((est.predict(B[i:i + 1], 1)[0] - Y[i]) ** 2)
        assert np.allclose(advice["rmse"][name], np.sqrt(np.mean(squared, axis=0)), rtol=1e-6), name


@pytest.mark.parametrize("name", ["none", "bias"])
def test_what_is_said_is_what_is_done(name):
    A, _, Y = simulate(noise=1e-3)
    rng = np.random.default_rng(1)
    B = A + (0.05 if name == "bias" else 0.0) + 1e-3 * rng.normal(size=A.shape)
    Y = with_laboratory_error(Y)
    pairs = np.stack([ROWS, ROWS], axis=1)
    est, single = (create(k, max_components=5).fit([A, B], pairs=pairs, targets=[Y, None]) for k in ("auto", name))
    assert {p["code"] for p in est.recommendation_["properties"]} == {name}
    said = np.array([p["gain"] == 0 for p in est.recommendation_["properties"]])
    assert said.any() and np.allclose(est.predict(B, 1)[:, said], single.predict(B, 1)[:, said])


def test_each_property_is_told_for_itself():
    rng = np.random.default_rng(5)
    A, _, Y = simulate(n=60, noise=2e-4)
    bump = np.exp(-0.5 * ((np.linspace(0, 1, A.shape[1]) - 0.35) / 0.05) ** 2)
    B = A + rng.normal(0, 0.3, (60, 1)) * bump
    Y = np.column_stack([Y + 0.03 * Y.std(axis=0) * rng.normal(size=Y.shape), rng.normal(size=60)])
    advice = in_words(recommended(A, B, Y, np.arange(0, 60, 2)), ("Fat", "Water", "Noise"))
    assert advice["verdict"] in ("transfer", "by-property") and advice["needs"]["Fat"] == "transfer"
    assert "Fat" in advice["sentence"].partition(": Transfer with the combination")[0]
    assert advice["needs"].get("Noise") in (None, "unclear") and "Noise" in advice["sentence"]


def test_a_per_sample_baseline_needs_more_than_a_bias():
    A, _, Y = simulate(noise=1e-3)
    rng = np.random.default_rng(3)
    slope = rng.normal(0, 0.3, (40, 1)) * np.linspace(0, 1, A.shape[1])
    advice = recommended(A, A + rng.normal(0.2, 0.2, (40, 1)) + slope, with_laboratory_error(Y))
    assert advice["verdict"] == "transfer" and advice["method"] not in ("none", "bias", "target-only", "")
    assert advice["confidence"] == "high"


def test_where_a_sees_nothing_b_has_to_be_measured():
    _, B, Y = simulate(noise=1e-3)
    A = np.random.default_rng(4).normal(size=B.shape)
    advice = recommended(A, B, with_laboratory_error(Y))
    assert advice["verdict"] == "do-not-transfer" and advice["method"] == "target-only"
    assert "Measure new samples with values on B" in advice["sentence"]


@pytest.mark.parametrize("what", ["spectra", "values"])
def test_from_noise_nothing_is_learned(what):
    A, B, Y = simulate(noise=1e-3)
    rng = np.random.default_rng(5)
    if what == "spectra":
        A, B = rng.normal(size=A.shape), rng.normal(size=B.shape)
    else:
        Y = rng.normal(size=Y.shape)
    advice = recommended(A, B, Y)
    assert advice["verdict"] in ("nothing-learned", "not-enough-standards") and advice["method"] == ""
    assert {p["code"] for p in advice["properties"]} <= {"nothing", "unclear"}


def test_few_standards_say_how_many_more_they_want():
    A, _, Y = simulate(noise=1e-3)
    B = A + 3e-2 * np.random.default_rng(1).normal(size=A.shape)
    est = create("auto-marked", max_components=5).fit(
        [A, B], pairs=np.stack([np.arange(0, 40, 10)] * 2, axis=1), targets=[with_laboratory_error(Y), None])
    advice = est.recommendation_
    assert advice["verdict"] == "not-enough-standards" and advice["confidence"] != "high"
    numbers = [n["more"] for n in advice["properties"]]
    assert advice["more"] == max(numbers)
    assert all(f"{min(n, 100)} more" in advice["sentence"] for n in numbers)
    assert "Not enough standards to tell" in advice["sentence"]
