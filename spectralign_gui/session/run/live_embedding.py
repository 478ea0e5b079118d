"""Re-solving a run for changed live parameters, without Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any

import numpy as np

from ...core.leaving import can_be_left
from ...core.monitor import Monitor
from ...core.naming import datasets_called
from ...core.parameters import Parameter
from .execution import RunResult, measure
from .held_out import held_out_residuals


@dataclass(frozen=True)
class LiveRange:
    """A live parameter with the span its slider covers.

    Parameters
    ----------
    parameter : Parameter
    low, high, value : float
    logarithmic : bool
    """

    parameter: Parameter
    low: float
    high: float
    value: float
    logarithmic: bool = False

    @property
    def whole(self) -> bool:
        """Whether only whole numbers make sense."""
        return self.parameter.kind == "int"


def live_ranges(result: RunResult) -> list[LiveRange]:
    """Parameters that a slider can move in this run; of those that exclude each other the one that was used."""
    estimator: Any = result.estimator
    if "resolve" not in result.method.can or result.embeddings is None:
        return []
    chosen = estimator.chosen_
    singular = [np.asarray(R.singular_values) for R in result.fitted.reconstructions]
    candidates = [p for p in result.method.parameters if p.live or p.name in ("sparsity", "noise_weight")]
    found: list[LiveRange] = []
    taken: set[str] = set()
    # the one that has a value stands for its group of excluding parameters; the kept rank if none has
    candidates.sort(key=lambda p: (bool(p.excludes), chosen.get(p.name) is None, p.name != "rank"))
    for p in candidates:
        if p.name in taken:
            continue
        span = _span(p, chosen.get(p.name), result, singular)
        if span is None:
            continue
        found.append(span)
        taken.update(p.excludes)
    order = [p.name for p in result.method.parameters]
    return sorted(found, key=lambda r: (r.parameter.name != "mu", order.index(r.parameter.name)))


def _span(p: Parameter, value: Any, result: RunResult, singular: list[np.ndarray]) -> LiveRange | None:
    estimator: Any = result.estimator
    if p.name == "n_components":
        most = int(getattr(estimator, "n_below_", 0) or 2 * estimator.n_components_)
        return LiveRange(p, 1, max(min(most, 60), estimator.n_components_, 2), estimator.n_components_)
    if p.name == "rank":
        if not singular:
            return None
        kept = max((R.rank for R in estimator.reconstructions_), default=1)
        most = max(min(len(s) - 1 for s in singular), kept, 1)
        return LiveRange(p, 1, max(min(most, 200), 2), int(value) if value is not None else kept)
    if p.name == "sparsity":  # at the scale of λ: below nothing is cut, above nearly everything
        penalty = float(np.mean(estimator.penalties_))
        return LiveRange(p, 1e-3 * penalty, 0.5 * penalty, float(value), True)
    if p.name == "noise_weight":
        bounds, used = estimator.noise_bounds_, estimator.noise_weights_
        return LiveRange(p, 1.02 * min(low for low, _ in bounds), max(high for _, high in bounds),
                         float(value) if value is not None else float(np.mean(used)), True)
    if p.logarithmic:
        if not singular or not value:
            return None
        squares = np.concatenate([s[s > 0] ** 2 for s in singular])
        low, high = float(squares.min()), float(max(s.max() for s in singular) ** 2) * 0.99
        if p.name == "omega":
            low, high = 1 / high, 1 / low
        return LiveRange(p, min(low, float(value)), max(high, float(value)), float(value), True)
    if p.minimum is None or p.maximum is None or value is None or p.kind != "float":
        return None
    high = p.maximum - (0.01 if p.open_maximum else 0.0)
    return LiveRange(p, p.minimum + (0.01 if p.open_minimum else 0.0), high, float(value))


@can_be_left
def resolved(result: RunResult, changes: Mapping[str, Any], monitor: Monitor | None = None) -> RunResult:
    """The run solved again for changed live parameters; its state says so too.

    Iterative methods get the monitor and can be cancelled.

    Raises
    ------
    SpectrAlignError
        If the data do not allow the values.
    """
    more = {} if "monitor" not in signature(result.estimator.resolve).parameters else {"monitor": monitor}
    with datasets_called(result.datasets):
        estimator = result.estimator.resolve(**more, **changes)
    state = result.state
    excluded = {name for p in result.method.parameters if p.name in changes for name in p.excludes}
    parameters = {k: v for k, v in state.method_parameters().items() if k not in excluded}
    parameters.update(changes)
    state = state.with_(parameters={**state.parameters, state.method: parameters})
    notes = tuple(w for w in result.warnings if w not in result.estimator.warnings_)  # what the preprocessing said
    quality = measure(estimator, result.held_out_pairs).with_(
        held_out=held_out_residuals(estimator, result.datasets, result.held_out_pairs))
    return replace(result, state=state, estimator=estimator, quality=quality,
                   warnings=(*notes, *estimator.warnings_))
