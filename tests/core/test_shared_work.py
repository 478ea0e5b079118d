"""What is remembered is what would be computed, bit by bit, and is nobody's to spoil."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.numerics import lapack, shared_work
from spectralign_gui.core.regression import RegressionOptions, fit_regression


@pytest.fixture(autouse=True)
def nothing_left():
    yield
    shared_work.forget()


def counted(monkeypatch=None):
    calls = []

    @shared_work.remembered
    def function(*arrays, **values):
        calls.append(1)
        return tuple(a * 2 for a in arrays)

    return function, calls


def test_only_within_shared_work_and_only_the_same_arguments():
    function, calls = counted()
    X = np.arange(1000.0).reshape(20, 50)
    function(X), function(X)
    assert len(calls) == 2
    with shared_work.shared_work():
        for same in (X, X.copy(), X.copy()):
            np.testing.assert_array_equal(function(same)[0], 2 * X)
        assert len(calls) == 3
        for other in (X.T, X.reshape(50, 20), X.astype(np.float32), np.asfortranarray(X), X + 1e-12):
            function(other)
        assert len(calls) == 8
        function(X, a=1), function(X, a=2), function(X, a=True), function(X, a="1"), function(X, a=1)
        assert len(calls) == 12
        function(X, a=object()), function(X, a=object())  # not plain: never taken for the same
        assert len(calls) == 14
        function(X[:2, :5]), function(X[:2, :5])  # too small to be looked up
        assert len(calls) == 16


def test_a_result_that_is_changed_does_not_change_the_next():
    function, _ = counted()
    X = np.ones((30, 30))
    with shared_work.shared_work():
        for _ in range(3):
            found = function(X)[0]
            assert (found == 2).all()
            found[:] = 0


def test_the_oldest_goes_when_it_is_full(monkeypatch):
    monkeypatch.setattr(shared_work, "MOST", 100_000)
    function, calls = counted()
    blocks = [np.full((50, 50), float(k)) for k in range(6)]  # 20 kB each: five stay
    with shared_work.shared_work():
        for X in blocks:
            function(X)
        function(blocks[5]), function(blocks[2])
        assert len(calls) == 6
        function(blocks[0])
        assert len(calls) == 7


@pytest.mark.parametrize("name", ["svd", "qr", "eigh"])
def test_decompositions_are_numpys(name):
    rng = np.random.default_rng(2)
    X = rng.normal(size=(40, 40))
    X = X + X.T
    with shared_work.shared_work():
        for _ in range(2):
            found, wanted = getattr(lapack, name)(X), getattr(np.linalg, name)(X)
            assert type(found) is type(wanted)
            for a, b in zip(found, wanted, strict=True):
                np.testing.assert_array_equal(a, b)


def test_models_are_the_same():
    rng = np.random.default_rng(3)
    X, Y = rng.normal(size=(40, 30)), rng.normal(size=(40, 2))
    for kind in ("pls", "ridge"):
        alone = fit_regression(kind, X, Y).predict(X)
        with shared_work.shared_work():
            for options in (None, RegressionOptions(max_components=2), None):
                found = fit_regression(kind, X, Y, options=options).predict(X)
            np.testing.assert_array_equal(found, alone)
