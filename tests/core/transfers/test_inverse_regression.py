"""LMIR against its definition, written out plainly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import multivariate_normal

from spectralign_gui.core import create
from spectralign_gui.core.errors import DataError
from spectralign_gui.core.regression.pls import pls1_path
from spectralign_gui.core.transfers._blocks import block_rows, blocks, grouped
from spectralign_gui.core.transfers.lmir import PULL, _Task, inverse_regression, likeliest, shrunken

SEEDS = st.integers(0, 10_000)


@given(SEEDS)
def test_the_value_is_that_of_the_greatest_likelihood(seed):
    rng = np.random.default_rng(seed)
    y = rng.normal(size=15)
    y -= y.mean()
    Z = np.outer(y, rng.normal(size=4)) + rng.normal(size=(15, 4)) @ rng.normal(size=(4, 4))
    Z -= Z.mean(axis=0)
    b, S = inverse_regression(Z, y)
    np.testing.assert_allclose(b, [np.polyfit(y, z, 1)[0] for z in Z.T], atol=1e-9)
    np.testing.assert_allclose(S, np.cov((Z - np.outer(y, b)).T), atol=1e-9)
    S, x = shrunken(S, 0.01), rng.normal(size=4)
    wanted = minimize_scalar(lambda v: -multivariate_normal.logpdf(x, v * b, S), bracket=(-1, 1)).x
    assert x @ likeliest(b, S) == pytest.approx(wanted, rel=1e-3, abs=1e-3)


@given(SEEDS, st.integers(1, 3))
def test_blocks_are_pls_on_some_channels_and_some_samples(seed, limit):
    rng = np.random.default_rng(seed)
    Z, y = rng.normal(size=(11, 10)), rng.normal(size=11)
    found = blocks(Z, y, 0.5, 4, limit, np.random.RandomState(seed))
    inside = np.sort(np.random.RandomState(seed).permutation(11)[:block_rows(11, 0.5)])
    outside = np.setdiff1d(np.arange(11), inside)
    for f in range(4):
        channels = np.flatnonzero(found.b[f, 0])
        assert len(channels) == 2
        path = pls1_path(Z[inside][:, channels], y[inside], limit)
        wanted = path.predict(Z[:, channels])[0]
        np.testing.assert_allclose(Z @ found.b[f].T + found.b0[f], wanted.T, atol=1e-9)
        left = ((wanted[:, outside] - y[outside]) ** 2).sum(axis=1) / ((y[outside] - y[inside].mean()) ** 2).sum()
        np.testing.assert_allclose(found.told[f], np.maximum(1 - left, 0), atol=1e-9)


@given(SEEDS)
def test_the_spectrum_of_a_pair_is_a_weighted_ridge_solution(seed):
    rng = np.random.default_rng(seed)
    A, B = rng.normal(size=(12, 6)), rng.normal(size=(9, 5))
    task = _Task((A, B), (A[:, 0] + A[:, 1], B[:, 0] - B[:, 2]))
    pair = [blocks(Z, y, 0.5, 30, 2, np.random.RandomState(k)) for k, (Z, y) in enumerate(
        zip(task.Z, task.y, strict=True))]
    M, offset, doubt = task._spectra(*pair, 1)
    R, r, Q, q = pair[0].b[:, 1], pair[0].b0[:, 1], pair[1].b[:, 1], pair[1].b0[:, 1]
    h = pair[0].told[:, 1] * pair[1].told[:, 1]
    if not h.any():
        return
    x_b = rng.normal(size=5)
    pull = np.sqrt(PULL * np.trace((R.T * h) @ R) / 6)
    design = np.vstack([np.sqrt(h)[:, None] * R, pull * np.eye(6)])
    goal = np.concatenate([np.sqrt(h) * (Q @ x_b + q - r), np.zeros(6)])
    np.testing.assert_allclose(M @ x_b + offset, np.linalg.lstsq(design, goal, rcond=None)[0], rtol=1e-5, atol=1e-7)
    assert (np.linalg.eigvalsh(doubt) >= -1e-12).all()


def test_channels_are_averaged_in_groups():
    np.testing.assert_array_equal(grouped(4), np.eye(4))
    G = grouped(150)
    assert G.shape == (150, 60)
    np.testing.assert_allclose(G.sum(axis=0), 1.0)
    assert all((np.diff(np.flatnonzero(column)) == 1).all() for column in G.T)


def test_lmir_takes_axes_that_do_not_overlap_and_no_pairs(instruments):
    """A measures the lower half of the axis, B the upper half; no sample on both."""
    d = instruments
    rng = np.random.default_rng(0)
    shared = np.outer(d["Y"][:, 0] - d["Y"][:, 0].mean(), np.hanning(30)) * 0.1  # the value is in both halves
    new = np.outer(d["new_y"][:, 0] - d["Y"][:, 0].mean(), np.hanning(30)) * 0.1
    A, B = d["A"][:15, :30] + shared[:15], d["B"][15:, 30:] + shared[15:]
    y = d["Y"][:, :1] + 0.01 * rng.normal(size=(30, 1))
    est = create("lmir").fit([A, B], targets=[y[:15], y[15:]])
    error = np.sqrt(((est.predict(d["new_b"][:, 30:] + new, 1) - d["new_y"][:, :1]) ** 2).mean())
    assert error < 0.3 * d["new_y"][:, 0].std()
    assert est.linear_model(1).coefficients.shape == (30, 1)


def test_the_number_of_latent_variables_of_a_block_is_chosen_or_taken(instruments):
    d = instruments

    def error(**values):
        est = create("lmir", **values).fit([d["A"], d["B"]], targets=[d["Y"], d["Y"]])
        left = np.sqrt(((est.predict(d["new_b"], 1) - d["new_y"]) ** 2).mean(axis=0))
        return left, est.models_["1"].details[0]["n_components"]

    one, automatic = error(n_components=1), error()
    assert one[1] == 1 and automatic[1] > 2
    assert (automatic[0] < 0.3 * one[0]).all()


def test_too_few_values_are_refused(instruments):
    d = instruments
    with pytest.raises(DataError, match="known for 0 samples of set 1; at least 3 of each instrument"):
        create("lmir").fit([d["A"], d["B"]], targets=[d["Y"], None])
