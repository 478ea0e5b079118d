"""The recommendation where the truth is known."""

import numpy as np
import pytest

from spectralign_gui.core import create
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
    assert advice["verdict"] == "transfer" and advice["method"] == "none" and advice["confidence"] == "high"
    assert "No transfer is needed" in advice["sentence"]


def test_an_offset_needs_a_bias_correction():
    A, _, Y = simulate(noise=1e-3)
    B = A + 0.05 + 0.03 * np.linspace(0, 1, A.shape[1]) + 1e-3 * np.random.default_rng(2).normal(size=A.shape)
    advice = recommended(A, B, with_laboratory_error(Y))
    assert advice["verdict"] == "bias-is-enough" and advice["confidence"] == "high"
    assert "bias correction is enough" in advice["sentence"]


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
