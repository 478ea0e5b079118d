"""Piecewise direct standardisation, all channels at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import ParameterError
from ..naming import counted
from ..parameters import Parameter, the_parameter
from ..regression.parameters import OWN_MODEL
from ._affine import AffineMap
from ._base import SpectraTransfer
from ._problem import TransferProblem
from ._windows import WindowProducts, centred_windows, local_factors, local_ridge

WINDOW = Parameter("window", "int", None, "Window", "Channels of B (odd, centred) that one channel of A is built from.",
                   minimum=1, unit="channels", has_automatic=True,
                   advice="3 to 15; wide enough for the shift of the axis. Automatic compares 3, 7 and 15.")
COMPONENTS = Parameter(
    "n_components", "int", "auto", "Local factors",
    "PLS factors in every window. One too many fits noise, and the model amplifies it.", minimum=1,
    has_automatic=True, automatic="auto", excludes=("ridge",),
    advice="1 or 2. Automatic compares up to 3 and four ridges.")
RIDGE = Parameter(
    "ridge", "float", None, "Ridge",
    "Penalty that pulls every window towards no change but a shift, relative to the window's mean variance.",
    minimum=0, has_automatic=True, logarithmic=True,
    advice="0.01 to 1; 100 leaves hardly more than a mean shift.")
TRUNCATION = Parameter(
    "truncation", "float", 1e-6, "Truncation",
    "Local directions whose singular value is below this share of the window's largest are left out.",
    minimum=0, maximum=1, open_maximum=True, logarithmic=True, advanced=True,
    advice="Leave it.")
NO_TRUNCATION = 1e-5
"""Share up to which a truncation changes nothing in the first few factors."""
AT_MOST = 3
"""Factors that the products of a window are good enough for."""


class _Windowed(SpectraTransfer):
    needs = frozenset({"pairs", "same channels"})
    min_standards = 2

    def _candidates(self, problem: TransferProblem, values: dict[str, Any]) -> list[dict[str, Any]]:
        p, m = problem.standards_a.shape[1], problem.m
        limit = p if p % 2 else max(1, p - 1)
        if values["window"] is not None and values["window"] % 2 == 0:
            raise ParameterError("transfer.odd_window", parameter=the_parameter('window'), values=values['window'])
        windows = [values["window"]] if values["window"] is not None else [
            w for w in (3, 7, 15) if w <= limit] or [limit]
        widest = max(windows)
        self._check_components(values, min(m - 1, widest), f"{counted(m, 'standard')} and windows of "
                                                           f"{counted(widest, 'channel')}")
        windows = [w for w in windows if values["n_components"] in ("auto", None) or values["n_components"] <= w]
        if values["ridge"] is not None:
            regular: list[tuple[Any, Any]] = [(None, values["ridge"])]
        elif values["n_components"] != "auto":
            regular = [(values["n_components"], None)]
        else:
            regular = [(None, r) for r in (100.0, 1.0, 0.1, 0.01)] + [
                (r, None) for r in (1, 2, 3) if r <= m - 2]
        return [{"window": w, "n_components": n, "ridge": r, "truncation": values["truncation"], **self._more(values)}
                for n, r in regular for w in windows if n is None or n <= w]

    def _more(self, values: dict[str, Any]) -> dict[str, Any]:
        return {}

    def _second(self, chosen: dict[str, Any]) -> int:
        return 1

    def _fit_map(self, SA: np.ndarray, SB: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        mean_a, mean_b = SA.mean(axis=0), SB.mean(axis=0)
        A, B = SA - mean_a, SB - mean_b
        windows = centred_windows(B, chosen["window"])
        second = self._second(chosen)
        if chosen["ridge"] is not None:
            band = local_ridge(windows, A - B, chosen["ridge"], second)
            band[:, chosen["window"] // 2] += 1.0
        else:
            band = local_factors(windows, A, chosen["n_components"], chosen["truncation"], second)
        through = AffineMap(np.zeros(SA.shape[1]), band=band)
        return AffineMap(mean_a - through(mean_b[None, :])[0], band=band)

    def _left_out(
        self, SA: np.ndarray, SB: np.ndarray, out: np.ndarray, candidates: list[dict[str, Any]],
    ) -> Iterator[np.ndarray]:
        most = max((c["n_components"] or 0 for c in candidates), default=0)
        if most > AT_MOST or any(c["truncation"] > NO_TRUNCATION for c in candidates):
            yield from super()._left_out(SA, SB, out, candidates)
            return
        mean_a, mean_b = SA[~out].mean(axis=0), SB[~out].mean(axis=0)
        products = WindowProducts(SA[~out] - mean_a, SB[~out] - mean_b, max(c["window"] for c in candidates))
        for c in candidates:
            second = self._second(c)
            band = (products.ridge(c["window"], c["ridge"], second) if c["ridge"] is not None else
                    products.factors(c["window"], c["n_components"], most, second))
            yield AffineMap(mean_a, band=band)(SB[out] - mean_b)


class PiecewiseDirectStandardisation(_Windowed):
    """Local PLS (or ridge) of every channel of A on a window of B, all windows in one batch.

    Automatic: window, local factors and ridge are compared by leaving standards out.
    """

    parameters = (WINDOW, COMPONENTS, RIDGE, TRUNCATION, *OWN_MODEL)
