"""Settings of PDS compared from shared products: the same maps as those fitted on the spectra, one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core import create
from spectralign_gui.core.transfers import pds
from spectralign_gui.core.transfers._base import SpectraTransfer
from spectralign_gui.core.transfers._windows import WindowProducts, centred_windows, local_factors, local_ridge


def standards(m: int, p: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Spectra that are rough along the axis, so that the windows are well conditioned."""
    rng = np.random.default_rng(seed)
    B = rng.normal(size=(m, p))
    A = 1.2 * B + 0.3 * np.roll(B, 1, axis=1) + 0.1 * rng.normal(size=(m, p)) + 2
    return A - A.mean(axis=0), B - B.mean(axis=0)


@settings(max_examples=30, deadline=None)
@given(st.integers(6, 14), st.integers(7, 25), st.sampled_from([1, 3, 5]), st.integers(0, 10_000))
def test_maps_are_those_of_the_spectra(m: int, p: int, second: int, seed: int) -> None:
    A, B = standards(m, p, seed)
    products = WindowProducts(A, B, 7)
    for width in (7, 1, 3, 5):  # whatever the order
        windows = centred_windows(B, width)
        for ridge in (10.0, 0.1, 1e-3):
            expected = local_ridge(windows, A - B, ridge, second)
            expected[:, width // 2] += 1.0
            np.testing.assert_allclose(products.ridge(width, ridge, second), expected, rtol=1e-7, atol=1e-9)
        for n in range(1, min(3, width, m - 2) + 1):
            expected = local_factors(windows, A, n, 1e-6, second)
            np.testing.assert_allclose(products.factors(width, n, 3, second), expected, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", ["pds", "dwpds"])
@pytest.mark.parametrize("m", [4, 7, 25])
def test_the_same_setting_with_the_same_error_is_chosen(name: str, m: int, monkeypatch: pytest.MonkeyPatch) -> None:
    A, B = standards(m + 10, 40, m)
    pairs = np.stack([np.arange(m)] * 2, axis=1)
    values = [A[:, 3:5] @ [[1.0, 0.2], [0.1, 1.0]] + 9, np.full((len(B), 2), np.nan)]
    for targets in (None, values):
        fast = create(name).fit([A, B], pairs=pairs, targets=targets)
        with monkeypatch.context() as patch:
            patch.setattr(pds._Windowed, "_left_out", SpectraTransfer._left_out)
            plain = create(name).fit([A, B], pairs=pairs, targets=targets)
        assert len(fast.tuning_) > 10
        np.testing.assert_allclose([t["error"] for t in fast.tuning_], [t["error"] for t in plain.tuning_], rtol=1e-5)
        assert [{k: t[k] for k in t if k != "error"} for t in fast.tuning_] == [
            {k: t[k] for k in t if k != "error"} for t in plain.tuning_]
        np.testing.assert_array_equal(fast.maps_["1"](B), plain.maps_["1"](B))


def test_many_factors_and_a_real_truncation_are_fitted_on_the_spectra(monkeypatch: pytest.MonkeyPatch) -> None:
    A, B = standards(20, 30, 1)
    pairs = np.stack([np.arange(20)] * 2, axis=1)

    def refuse(*_: object) -> None:
        raise AssertionError("products are not good enough here")

    monkeypatch.setattr(pds, "WindowProducts", refuse)
    for values in ({"truncation": 0.01}, {"n_components": 5}):
        assert len(create("pds", **values).fit([A, B], pairs=pairs).tuning_) > 1
