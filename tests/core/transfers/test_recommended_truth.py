"""The recommendation where the truth is known."""

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.transfers._advice import advise
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
    A, _, _ = simulate(noise=1e-3)
    B = A + offset * np.linspace(0, 1, A.shape[1]) + 1e-4 * np.random.default_rng(1).normal(size=A.shape)
    advice = recommended(A, B, curved(A))
    rmse = {name: np.array(values) for name, values in advice["rmse"].items()}
    assert (rmse["combination"] < 0.8 * rmse[method]).any(), "a case in which the combination wins"
    assert (rmse[method] < 1.15 * rmse["a-on-a"]).all()
    assert advice["method"] == method
    assert advice["verdict"] == {"none": "no-transfer-needed", "bias": "bias-is-enough"}[method]
    assert "gain of another regression, not of a transfer" in advice["sentence"]
    assert "as well as A's own spectra of them" in advice["sentence"]


def test_a_model_as_bad_on_a_as_on_b_is_not_enough():
    rng = np.random.default_rng(0)
    base, one = rng.normal(size=(1, 20)), np.ones(1)
    members = {"none": ("none", base * 9), "bias": ("bias", base * 9), "constant": ("mean", base * 9.5),
               "target-only": ("target-only", base * 30), "ds": ("ds", base)}
    bad = advise(base, members, one, own=base * 9)
    assert bad["method"] == "ds" and bad["verdict"] == "transfer", "no better than the mean of A's values"
    members["constant"] = ("mean", base * 30)
    good = advise(base, members, one, own=base * 9)
    assert good["method"] == "none" and "errs 89 % less" in good["sentence"]
    members["target-only"] = ("target-only", base * 5)
    assert advise(base, members, one, own=base * 9)["method"] == "ds", "B's standards alone are better"
    members["none"] = ("none", base * 12)
    members["target-only"] = ("target-only", base * 30)
    assert advise(base, members, one, own=base * 9)["method"] == "bias"
    two = np.vstack([base, base])  # as good on the mean of the properties, but one is clearly worse than on A
    both = {name: (title, np.vstack([error, error])) for name, (title, error) in members.items()}
    both["none"] = both["bias"] = ("none", np.vstack([base * 13, base * 1]))
    assert advise(two, both, np.ones(2), own=np.vstack([base * 9, base * 9]))["method"] == "ds"


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
    assert "Measure B's own standards" in advice["sentence"]


@pytest.mark.parametrize("what", ["spectra", "values"])
def test_from_noise_nothing_is_learned(what):
    A, B, Y = simulate(noise=1e-3)
    rng = np.random.default_rng(5)
    if what == "spectra":
        A, B = rng.normal(size=A.shape), rng.normal(size=B.shape)
    else:
        Y = rng.normal(size=Y.shape)
    advice = recommended(A, B, Y)
    assert advice["verdict"] == "nothing-learned" and advice["method"] == ""


def test_five_standards_are_never_sure():
    A, B, Y = simulate(noise=1e-3)
    advice = recommended(A, B, Y, np.arange(0, 40, 8))
    assert advice["confidence"] != "high" and "Fewer than 8" in advice["sentence"]
