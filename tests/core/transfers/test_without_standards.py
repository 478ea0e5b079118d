"""Transfers that need no standards (uDOP) against their definitions, written out plainly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.core import create
from spectralign_gui.core.errors import DataError
from spectralign_gui.core.transfers.udop import udop_directions

SEEDS = st.integers(0, 10_000)


def error(name, d, **values):
    """Error at new samples of B after a fit without any standard, over the spread of the values."""
    est = create(name, **values).fit([d["A"], d["B"]], targets=[d["Y"], None])
    assert est.takes_unmarked()
    return np.sqrt(((est.predict(d["new_b"]) - d["new_y"]) ** 2).mean(axis=0)) / d["new_y"].std(axis=0)


# -- uDOP -------------------------------------------------------------------------------------------------
def leading(X, k):
    values, V = np.linalg.eigh(X.T @ X)
    return V[:, np.argsort(values)[::-1][:k]]


@given(SEEDS, st.integers(1, 3))
def test_udop_by_its_definition(seed, k):
    rng = np.random.default_rng(seed)
    sizes = np.array([9.0, 4.0, 2.0, 0.5, 0.3])
    A = rng.normal(size=(12, 5)) * sizes
    B = (rng.normal(size=(9, 5)) * sizes) @ np.linalg.qr(np.eye(5) + 0.1 * rng.normal(size=(5, 5)))[0] + 3
    a, b = A - A.mean(axis=0), B - B.mean(axis=0)
    Vs, Vt, V = leading(a, k), leading(b, k), leading(np.vstack([a, b]), k)
    for W in (Vs, Vt):
        for i in range(k):
            if W[:, i] @ V[:, i] < 0:
                W[:, i] *= -1
    D = (B - B.mean(axis=0)) @ Vt @ Vs.T + B.mean(axis=0) - B
    s, U = udop_directions(A, B, k)
    np.testing.assert_allclose(s, np.sqrt(np.maximum(np.linalg.eigvalsh(D.T @ D)[::-1], 0)), atol=1e-6 * s[0])
    np.testing.assert_allclose(np.abs(U[0] @ leading(D, 1)[:, 0]), 1.0, rtol=1e-5)


def test_udop_helps_without_any_standard(instruments):
    assert (error("udop", instruments) < 0.6 * error_of_nothing(instruments)).all()


def error_of_nothing(d):
    est = create("none").fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])
    return np.sqrt(((est.predict(d["new_b"]) - d["new_y"]) ** 2).mean(axis=0)) / d["new_y"].std(axis=0)


@pytest.mark.parametrize("name", ["udop"])
def test_too_few_spectra_are_refused(name, instruments):
    d = instruments
    with pytest.raises(DataError, match="at least 3 spectra of each instrument, but there are 2 spectra of set 1"):
        create(name).fit([d["A"], d["B"][:2]], targets=[d["Y"], None])
