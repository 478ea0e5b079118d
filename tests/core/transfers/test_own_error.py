"""A better regression is not taken for a transfer: A's model on B against the same model on A."""

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.transfers._own_error import no_worse
from spectralign_gui.session.compare.evaluate import in_words
from tests.core.transfers.conftest import simulate

ROWS = np.arange(0, 60, 2)


def curved():
    """Spectra of A, and two values that are a curved function of what is in them: PLS is not the best regression."""
    A, _, Y = simulate(n=60, noise=2e-4)
    Z = (Y - Y.mean(axis=0)) / Y.std(axis=0)
    return A, Z + 0.6 * Z ** 2 + 0.03 * np.random.default_rng(8).normal(size=Z.shape)


def recommended(A, B, Y):
    est = create("auto", max_components=6, budget=None).fit(
        [A, B], pairs=np.stack([ROWS, ROWS], axis=1), targets=[Y, None])
    return est.recommendation_


def test_the_same_instrument_needs_no_transfer_though_another_regression_is_better():
    A, Y = curved()
    advice = recommended(A, A + 1e-4 * np.random.default_rng(1).normal(size=A.shape), Y)
    assert advice["verdict"] == "no-transfer-needed" and advice["method"] == "none" and advice["needs"] == ["none"] * 2
    assert "A's model predicts B's standards as well as A's own spectra of them" in advice["sentence"]
    assert advice["rmse"]["combination"][0] < 0.9 * advice["rmse"]["none"][0]  # that is what is told apart
    assert "the gain of another regression, not of a transfer" in advice["sentence"]
    assert advice["probability"] > 0.95 and advice["confidence"] == "high"


def test_an_offset_needs_a_bias_correction_though_another_regression_is_better():
    A, Y = curved()
    advice = recommended(A, A + 0.03 + 1e-4 * np.random.default_rng(2).normal(size=A.shape), Y)
    assert advice["verdict"] == "bias-is-enough" and advice["method"] == "bias" and "bias" in advice["needs"]
    assert "A bias correction is enough" in advice["sentence"] and "another regression" in advice["sentence"]


def test_another_instrument_needs_the_transfer():
    A, B, Y = simulate(n=60, noise=2e-4)
    advice = recommended(A, B, Y + 0.02 * Y.std(axis=0) * np.random.default_rng(3).normal(size=Y.shape))
    assert advice["verdict"] == "transfer" and "transfer" in advice["needs"]


def test_where_as_values_are_shuffled_b_has_to_be_measured():
    A, _, Y = simulate(n=60)
    wrong = Y[np.random.default_rng(4).permutation(60)]
    rows = np.arange(0, 60, 4)
    wrong[rows] = np.nan
    est = create("auto", max_components=6, budget=None).fit(
        [A, A[rows] + 1e-4], pairs=np.stack([rows, np.arange(len(rows))], axis=1), targets=[wrong, Y[rows]])
    advice = est.recommendation_
    assert advice["verdict"] == "do-not-transfer" and "Measure B's own standards" in advice["sentence"]


def test_a_property_that_needs_more_than_the_others_is_named():
    rng = np.random.default_rng(5)
    A, _, Y = simulate(n=60, noise=2e-4)
    bump = np.exp(-0.5 * ((np.linspace(0, 1, A.shape[1]) - 0.35) / 0.05) ** 2)
    advice = recommended(A, A + rng.normal(0, 0.3, (60, 1)) * bump, Y + 0.03 * Y.std(axis=0) * rng.normal(size=Y.shape))
    words = in_words(advice, ("Fat", "Water"))
    assert words["verdict"] == "transfer" and words["needs"]["Fat"] == "transfer"
    if words["needs"]["Water"] == "none":
        assert "for Water no transfer is needed; for Fat the transfer is worth it" in words["sentence"]


def test_words_per_property():
    advice = {"sentence": "Transfer.", "verdict": "transfer", "needs": ["none", "transfer", "none", ""],
              "unlearned": [3]}
    found = in_words(advice, ("Moisture", "Oil", "Protein", "Ash"))
    assert found["needs"] == {"Moisture": "none", "Oil": "transfer", "Protein": "none"}
    assert "for Moisture and Protein no transfer is needed; for Oil the transfer is worth it." in found["sentence"]


@pytest.mark.parametrize(("factor", "expected"), [(1.0, True), (1.04, True), (1.3, False), (1.12, False)])
def test_no_worse_is_paired(factor, expected):
    on_a = np.random.default_rng(6).chisquare(1, 30)
    assert no_worse(factor ** 2 * on_a, on_a) is expected  # the same factor everywhere is no chance


def test_no_worse_within_the_interval():
    rng = np.random.default_rng(7)
    on_a = rng.chisquare(1, 30)
    on_b = on_a + 0.5 * rng.normal(size=30)
    on_b += 1.2 * on_a.mean() - on_b.mean()  # 9.5 % more, 20 % of the square: about 2 standard errors are 0.18
    assert no_worse(np.abs(on_b), on_a) == bool(
        np.mean(np.abs(on_b) - on_a) <= 2.045 * np.std(np.abs(on_b) - on_a, ddof=1) / np.sqrt(30))


def test_a_switch_is_spoken_of_in_words():
    from types import SimpleNamespace

    from spectralign_gui.core.transfers._pool import Member

    member = Member(SimpleNamespace(method="epo", title="EPO"), {"n_components": 2, "shift": True}, None, None)
    assert member.in_words.startswith("EPO, ") and member.in_words.endswith(" 2, after a mean shift")
    assert "True" not in member.in_words
