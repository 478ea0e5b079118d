"""One fit of a comparison of transfers: a line fitted on the training rows of a split, and its predictions."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..base import Alignment
from ..errors import DataError, SpectrAlignError
from ..monitor import CancelOnly, Monitor
from ..notes import as_note
from ..registry import method
from ..regression import RegressionOptions, close_composition, fit_regression
from ..regression.choose import RULES, grouped_folds
from .entries import Entry


@dataclass(frozen=True, eq=False)
class Task:
    """Arrays of one fit: training rows of A and B, pairs among them, values, test spectra."""

    A: np.ndarray
    B: np.ndarray
    pairs: np.ndarray
    values_a: np.ndarray
    values_b: np.ndarray
    test_a: np.ndarray
    test_b: np.ndarray
    other_channels: str = ""
    samples: list[np.ndarray] | None = None


def fit_and_predict(task: Task, entry: Entry, common: Mapping[str, Any], monitor: Monitor | None) -> dict[str, Any]:
    """Predictions of one entry, or the sentence why there are none."""
    clock = time.perf_counter()
    try:
        if entry.method == "a-on-a":
            predicted, chosen, warnings = _a_on_a(task, entry.settings, common), {}, []
        else:
            fitted = fit_entry(task, entry, common, monitor)
            predicted = fitted.predict(task.test_b, instrument=1)
            chosen, warnings = dict(fitted.chosen_), list(fitted.warnings_)
        if not np.isfinite(predicted).all():
            raise DataError("comparison.not_finite", key=entry.key)
    except (SpectrAlignError, NotImplementedError, np.linalg.LinAlgError) as error:
        return {"error": as_note(error), "seconds": time.perf_counter() - clock}
    return {"predicted": predicted, "chosen": chosen, "warnings": warnings, "seconds": time.perf_counter() - clock}


def fit_entry(task: Task, entry: Entry, common: Mapping[str, Any], monitor: Monitor | None) -> Alignment:
    """The fitted estimator of an entry; B's values are hidden from all but "native"."""
    info = method(entry.method)
    if task.other_channels and "same channels" in info.needs:
        raise DataError("method.by_channel", title=info.title, reason=task.other_channels)
    values = dict(entry.settings)
    names = {p.name for p in info.parameters}
    if common.get("max_components") and "max_components" in names:
        values.setdefault("max_components", common["max_components"])
    hidden = np.full_like(task.values_b, np.nan)
    targets = [task.values_a, task.values_b if entry.method == "native" else hidden]
    return info.create(**values).fit([task.A, task.B], pairs=task.pairs, targets=targets,
                                     monitor=CancelOnly(monitor), samples=task.samples)


def _a_on_a(task: Task, settings: Mapping[str, Any], common: Mapping[str, Any]) -> np.ndarray:
    options = RegressionOptions(max_components=common.get("max_components") or 15,
                                rule=settings.get("component_rule", RULES[0]))
    kind = settings.get("regression", common["regression"])
    numbers = None if task.samples is None else grouped_folds(
        np.where(task.samples[0] < 0, len(task.A) + np.arange(len(task.A)), task.samples[0]), options.n_folds,
        options.seed)
    model = fit_regression(kind, task.A, task.values_a, options=options, fold_numbers=numbers)
    predicted, total = model.predict(task.test_a), settings.get("closure")
    return predicted if total is None else close_composition(predicted, float(total))
