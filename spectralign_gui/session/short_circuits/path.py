"""What a growing sparse or robust weight does: between-group weight, hits, zeros or outliers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.base import Alignment
from ...core.errors import SpectrAlignError
from ...core.fitted import Fitted
from ...core.measures.short_circuits import group_mass
from ...core.monitor import Monitor, SubMonitor
from ...core.naming import instruments_called
from ...core.registry import method as method_info
from ..run import RunResult, measure
from .changes import sent_to

POINTS = 9
WEIGHTS = {"slra": "sparsity", "rlra": "noise_weight"}
TOLERANCE, MOST_STEPS = 1e-4, 500
"""A path is for looking at: the run that uses a chosen weight converges to its own tolerance."""


def weight_path(
    result: RunResult, method: str, groups: Sequence[np.ndarray], monitor: Monitor, points: int = POINTS,
) -> list[dict[str, float]]:
    """Solve for one weight after the other, each started from the one before.

    Parameters
    ----------
    result : RunResult
        Its data, pairs and parameters are used.
    method : {"slra", "rlra"}
    groups : list of (n_k,) arrays of str
        Groups per instrument; of instruments with fewer than two the between-group weight is left out.
    monitor : Monitor
        Gets ``table_row`` after every point.
    points : int

    Returns
    -------
    list of dict
        "weight", "between" (share of the weight between groups, 0..1), "hit" (top 3 of held-out standards, worse
        direction; NaN without), "zeros" (sparse: share of entries that are zero) or "outliers" (robust: share of
        samples), "converged" (0 or 1).
    """
    path = Path(result, method, SubMonitor(monitor, 0.0, 1.0 / (points + 1), "First solution: "))
    rows: list[dict[str, float]] = []
    for k, weight in enumerate(path.grid(points)):
        part = SubMonitor(monitor, (k + 1) / (points + 1), (k + 2) / (points + 1), f"{k + 1} of {points}: ")
        if not path.go(weight, part):  # from here on everything is cut: the path has come to its end
            break
        rows.append(_row(path.estimator, float(weight), result, groups))
        monitor.report(f"{k + 1} of {points}", (k + 2) / (points + 1), table_row=rows[-1])
    return rows


class Path:
    """Solutions for one weight after the other, gentle first, each started from the one before.

    Parameters
    ----------
    result : RunResult
        Its data, pairs and parameters are used.
    method : {"slra", "rlra"}
    monitor : Monitor
        Of the first solution.
    """

    def __init__(self, result: RunResult, method: str, monitor: Monitor) -> None:
        state = sent_to(result.state, method, result.state.method, {})
        values = {**state.method_parameters(method), "tol": TOLERANCE, "max_iter": MOST_STEPS}
        self.method, self.name = method, WEIGHTS[method]
        self.estimator: Any = method_info(method).create(**values)
        self.estimator.set_params(**{self.name: 0.0 if method == "slra" else None})
        self._datasets = result.datasets
        with instruments_called(self._datasets):
            self.estimator.fit([d.spectra for d in self._datasets], pairs=result.pairs, monitor=monitor)
        self.middle = self._middle()
        """An explicit weight in the middle of the useful range."""

    def grid(self, points: int) -> np.ndarray:
        """Weights over the useful range, gentle first."""
        return _grid(self.estimator, self.method, points)

    def go(self, weight: float, monitor: Monitor) -> bool:
        """Solve for a weight; False if nothing is left there."""
        monitor.raise_if_cancelled()
        try:
            with instruments_called(self._datasets):
                self.estimator = self.estimator.resolve(monitor=monitor, **{self.name: float(weight)})
        except SpectrAlignError:
            return False
        return True

    def _middle(self) -> float:
        if self.method == "slra":
            return float(0.03 * np.mean(self.estimator.penalties_))
        return float(np.exp(np.mean(np.log(self.estimator.noise_weights_))))


def fitted(result: RunResult, method: str, weight: float, monitor: Monitor) -> Alignment | None:
    """The method as a run would fit it with a weight, to its own tolerance; None if nothing is left there."""
    state = sent_to(result.state, method, result.state.method, {WEIGHTS[method]: weight})
    estimator = method_info(method).create(**state.method_parameters(method))
    try:
        with instruments_called(result.datasets):
            estimator.fit([d.spectra for d in result.datasets], pairs=result.pairs, monitor=monitor)
    except SpectrAlignError:
        return None
    return estimator


def _grid(estimator: Any, method: str, points: int) -> np.ndarray:
    if method == "slra":
        penalty = float(np.mean(estimator.penalties_))
        return np.geomspace(2e-3, 0.3, points) * penalty
    low = min(b[0] for b in estimator.noise_bounds_)
    high = max(b[1] for b in estimator.noise_bounds_)
    return np.geomspace(1.05 * low, high, points)[::-1]


def _row(estimator: Any, weight: float, result: RunResult, groups: Sequence[np.ndarray]) -> dict[str, float]:
    shares = []
    for R, g in zip(estimator.reconstructions_, groups, strict=True):
        labels = np.array([str(v) or "none" for v in g])
        if len(set(labels)) < 2:
            continue
        _, mass = group_mass(R, labels, diagonal=False)
        if mass.sum() > 0:
            shares.append(1.0 - float(np.trace(mass)) / float(mass.sum()))
    hit = measure(estimator, result.held_out_pairs).hit.get("3")
    row = {"weight": weight, "between": float(np.mean(shares)) if shares else float("nan"),
           "hit": min(hit.values()) if hit else float("nan"), "converged": float(estimator.converged_)}
    outliers = Fitted.of(estimator).outliers.rows
    if outliers is not None:
        row["outliers"] = sum(map(len, outliers)) / sum(len(d) for d in result.datasets)
    else:
        zeros = [float(np.mean(np.asarray(R.rows(slice(None))) == 0)) for R in estimator.reconstructions_]
        row["zeros"] = float(np.mean(zeros))
    return row
