"""Large sets are decomposed and copied a block of rows at a time, with the result of the whole."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.numerics import scaling, tall
from spectralign_gui.core.numerics.scaling import ScaledSet, Scaling
from spectralign_gui.core.registry import methods
from spectralign_gui.core.transfers._problem import TransferProblem
from spectralign_gui.core.transfers._units import variances

N, P, STANDARDS = 400, 30, 40


@pytest.fixture
def in_blocks(monkeypatch):
    """Every set counts as a large one, and comes in blocks of 37 rows."""
    monkeypatch.setattr(tall, "LARGE", 0)
    monkeypatch.setattr(scaling, "BLOCK_VALUES", 37 * P)


def sets(precision="f8", seed=0, n=N):
    rng = np.random.default_rng(seed)
    bands = rng.normal(size=(6, P)) * np.geomspace(1, 1e-2, 6)[:, None]
    amounts = [rng.random((n, 6)) for _ in range(2)]
    amounts[1][:STANDARDS] = amounts[0][:STANDARDS]
    Xs = [((1 + 0.1 * k) * (2 + a @ bands) + 1e-3 * rng.normal(size=(n, P))).astype(precision)
          for k, a in enumerate(amounts)]
    return Xs, np.column_stack([np.arange(STANDARDS)] * 2), [a[:, :2] + 5 for a in amounts]


@pytest.mark.parametrize("seed", range(8))
def test_axes_from_blocks_are_those_of_the_whole(seed, monkeypatch):
    X = sets(seed=seed)[0][0]
    whole = tall.principal_axes(ScaledSet(X, Scaling().fit(X)))
    monkeypatch.setattr(tall, "LARGE", 0)
    monkeypatch.setattr(scaling, "BLOCK_VALUES", (17 + 5 * seed) * P)
    found = tall.principal_axes(ScaledSet(X, Scaling().fit(X)))
    assert found.shape == whole.shape
    assert np.abs(np.abs((found * whole).sum(axis=0)) - 1)[:6].max() < 1e-12
    assert np.abs(found[:, :6] @ found[:, :6].T - whole[:, :6] @ whole[:, :6].T).max() < 1e-9


@pytest.mark.parametrize("name", ["cca", "cca-multi", "cca-joint", "pls", "pls-multi", "pls-joint", "sa", "ds", "lra"])
@pytest.mark.parametrize("reduced", [None, 6])
def test_fits_in_blocks_are_those_of_the_whole(name, reduced, request):
    info, (Xs, pairs, targets) = methods()[name], sets()
    values = {"pca_components": reduced} if any(p.name == "pca_components" for p in info.parameters) else {}
    values |= {"n_components": 2} if name != "ds" else {}
    whole = info.create(**values).fit(Xs, pairs, targets)
    request.getfixturevalue("in_blocks")
    part = info.create(**values).fit(Xs, pairs, targets)
    for wanted, found in zip(getattr(whole, "embeddings_", []), getattr(part, "embeddings_", []), strict=True):
        assert np.abs(found - wanted).max() <= 1e-8 * np.abs(wanted).max()
    for call in (lambda e: e.predict(Xs[1], 1), lambda e: e.to_spectra(Xs[1], 1, 0)):
        wanted = call(whole)
        assert np.abs(call(part) - wanted).max() <= 1e-8 * np.abs(wanted).max()


@pytest.mark.parametrize("name", ["ds", "bias", "pds", "joint-ridge", "coral", "msc", "cca", "sa", "pls"])
def test_four_bytes_give_what_the_same_numbers_in_eight_give(name):
    info, (Xs, pairs, targets) = methods()[name], sets("f4", n=100)  # choosing dimensions grows with the rows
    single = info.create().fit(Xs, pairs, targets)
    double = info.create().fit([X.astype("f8") for X in Xs], pairs, targets)
    wanted = double.predict(Xs[1].astype("f8"), 1)
    assert np.abs(single.predict(Xs[1].astype("f8"), 1) - wanted).max() <= 1e-5 * np.abs(wanted).max()


def test_a_transfer_does_not_copy_large_sets_for_its_standards():
    from spectralign_gui.core.fitdata import FitData

    Xs, pairs, _ = sets("f4")
    data = FitData.check(Xs, pairs, None, None, None, needs=frozenset({"pairs"}), min_sets=2, max_sets=2, method="ds")
    problem = TransferProblem.from_fit(data)
    assert problem.measured_a is data.Xs[0] and problem.measured_b is data.Xs[1]
    assert problem.standards_a.dtype == problem.A.dtype == np.float64
    np.testing.assert_array_equal(problem.standards_a, problem.A[:STANDARDS])
    kept = problem.without(np.arange(STANDARDS) < 3)
    assert kept.m == STANDARDS - 3 and kept.measured_a.dtype == np.float32


@pytest.mark.parametrize("unit", [1.0, 2.0**40])
def test_variances_in_blocks(unit, in_blocks):
    X = sets("f4")[0][1] * np.float32(unit)
    np.testing.assert_allclose(variances(X, unit), (X.astype("f8") / unit).var(axis=0), rtol=1e-10)


def test_stacked_sets_are_one():
    Xs = sets()[0]
    both = tall.Stacked([ScaledSet(X) for X in Xs])
    np.testing.assert_array_equal(both.dense(), np.concatenate(Xs))
    np.testing.assert_allclose(tall.column_means(both), np.concatenate(Xs).mean(axis=0), rtol=1e-12)
