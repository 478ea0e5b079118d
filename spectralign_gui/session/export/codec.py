"""Sessions and runs as plain trees (dict, list, ndarray, str, number, None), for the project file and recovery.

Data sets are big and shared between the session and its runs: a `Pool` numbers each once, the trees hold numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...core.base import Alignment
from ...core.data import SpectralDataset, Standard
from ...core.fitted import shown_attributes
from ...core.notes import pack, unpack
from ...core.numerics.reconstruction import Reconstruction
from ...core.registry import method
from ...preprocessing.pipeline import FittedPreprocessing
from ...preprocessing.spec import PreprocessingSpec, StepSpec
from ..run.own_model import fitting_targets
from ..run.result import RunResult
from ..run.run_quality import RunQuality
from ..standards.rounds import rounds_from_tree, rounds_to_tree
from ..standards.unavailable import unavailable_from_tree, unavailable_to_tree
from ..state.session_state import SessionState


class Pool:
    """Numbers data sets; the same object gets the same number."""

    def __init__(self, datasets: Sequence[SpectralDataset] = ()) -> None:
        self.datasets: list[SpectralDataset] = list(datasets)

    def number(self, dataset: SpectralDataset) -> int:
        """Number of `dataset`, added if new."""
        for k, known in enumerate(self.datasets):
            if known is dataset:
                return k
        self.datasets.append(dataset)
        return len(self.datasets) - 1

    def dataset(self, number: Any) -> SpectralDataset:
        """The data set with that number.

        Raises
        ------
        IndexError
        """
        if not 0 <= int(number) < len(self.datasets):
            raise IndexError(f"there is no data set {number}")
        return self.datasets[int(number)]


def state_to_tree(state: SessionState, pool: Pool) -> dict[str, Any]:
    """A session as a plain tree."""
    from ..predict.check_samples import days_to_tree

    return {
        "datasets": [pool.number(d) for d in state.datasets],
        "standards": standards_to_tree(state.standards),
        "preprocessing": preprocessing_to_tree(state.preprocessing),
        "method": state.method,
        "parameters": {m: {k: plain(v) for k, v in values.items()} for m, values in state.parameters.items()},
        "excluded": {name: [int(r) for r in rows] for name, rows in state.excluded.items()},
        "selections": {title: {name: [int(r) for r in rows] for name, rows in parts.items()}
                       for title, parts in state.selections.items()},
        "seed": int(state.seed), "checks": days_to_tree(state.checks),
        "rounds": rounds_to_tree(state.rounds),
        "unavailable": unavailable_to_tree(state.unavailable),
        **({"pair": list(state.pair)} if state.pair is not None else {}),
    }


def state_from_tree(tree: Mapping[str, Any], pool: Pool) -> SessionState:
    """The session that `state_to_tree` described."""
    from ..predict.check_samples import days_from_tree

    return SessionState(
        datasets=tuple(pool.dataset(k) for k in tree["datasets"]),
        standards=standards_from_tree(tree["standards"]),
        preprocessing=preprocessing_from_tree(tree["preprocessing"]),
        method=str(tree["method"]),
        parameters={m: {k: tupled(v) for k, v in values.items()} for m, values in tree["parameters"].items()},
        excluded={name: tuple(int(r) for r in rows) for name, rows in tree["excluded"].items()},
        selections={title: {name: tuple(int(r) for r in rows) for name, rows in parts.items()}
                    for title, parts in tree["selections"].items()},
        seed=int(tree["seed"]), checks=days_from_tree(tree["checks"]), rounds=rounds_from_tree(tree["rounds"]),
        unavailable=unavailable_from_tree(tree["unavailable"]), pair=_pair_from_tree(tree))


def _pair_from_tree(tree: Mapping[str, Any]) -> tuple[str, str] | None:
    """Which two are compared; projects of two instruments, and older ones, do not say."""
    if tree.get("pair") is None:
        return None
    source, target = tree["pair"]
    return str(source), str(target)


def standards_to_tree(standards: Sequence[Standard]) -> dict[str, Any]:
    """All standards as three flat arrays: quick for thousands of them."""
    names = list(dict.fromkeys(name for s in standards for name in s.rows))
    cells = [(k, names.index(name), row) for k, s in enumerate(standards) for name, rows in s.rows.items()
             for row in rows]
    return {"instruments": names, "cells": np.array(cells, dtype=np.int64).reshape(-1, 3),
            "held_out": np.array([s.held_out for s in standards], dtype=np.int8)}


def standards_from_tree(tree: Mapping[str, Any]) -> tuple[Standard, ...]:
    """The standards that `standards_to_tree` described."""
    held_out = np.asarray(tree["held_out"]).reshape(-1)
    rows: list[dict[str, list[int]]] = [{} for _ in held_out]
    for k, name, row in np.asarray(tree["cells"]).reshape(-1, 3):
        rows[int(k)].setdefault(tree["instruments"][int(name)], []).append(int(row))
    return tuple(Standard({name: tuple(r) for name, r in parts.items()}, bool(held))
                 for parts, held in zip(rows, held_out, strict=True))


def preprocessing_to_tree(spec: PreprocessingSpec) -> dict[str, Any]:
    """The wished preprocessing as a plain tree; also the form of the JSON presets."""
    def listed(steps: Sequence[StepSpec]) -> list[dict[str, Any]]:
        return [{"step": s.step, "parameters": {k: plain(v) for k, v in s.parameters.items()},
                 "enabled": bool(s.enabled)} for s in steps]

    return {"shared": listed(spec.shared), "own": {name: listed(steps) for name, steps in spec.own.items()}}


def preprocessing_from_tree(tree: Mapping[str, Any]) -> PreprocessingSpec:
    """The wish that `preprocessing_to_tree` described."""
    def steps(items: Sequence[Mapping[str, Any]]) -> tuple[StepSpec, ...]:
        return tuple(StepSpec(i["step"], {k: tupled(v) for k, v in i["parameters"].items()}, bool(i["enabled"]))
                     for i in items)

    return PreprocessingSpec(steps(tree["shared"]), {name: steps(items) for name, items in tree["own"].items()})


def run_to_tree(result: RunResult, pool: Pool) -> dict[str, Any]:
    """A run as a plain tree; its preprocessed data sets are made anew on reading."""
    estimator = result.estimator
    shown = {name: getattr(estimator, name) for name in shown_attributes()
             if getattr(estimator, name, None) is not None and name not in estimator.state_attributes}
    reconstructions = result.fitted.reconstructions
    return {
        "state": state_to_tree(result.state, pool), "method": result.method.name,
        "constructor": {k: plain(v) for k, v in estimator.get_params(deep=False).items() if not callable(v)},
        "estimator": estimator.to_state(), "shown": shown,
        "reconstructions": [r.to_state() for r in reconstructions] or None,
        "preprocessing": result.preprocessing.to_state(), "kept_rows": [np.asarray(r) for r in result.kept_rows],
        "pairs": result.pairs, "held_out_pairs": result.held_out_pairs, "quality": result.quality.to_tree(),
        "seconds": dict(result.seconds), "warnings": list(result.warnings), "notes": pack(result.warnings),
        "started": result.started,
        "label": result.label, "version": result.version, "starred": result.starred, "pinned": result.pinned,
        "threads": result.threads,
    }


def run_from_tree(tree: Mapping[str, Any], pool: Pool) -> RunResult:
    """The run that `run_to_tree` described."""
    info = method(tree["method"])
    state = state_from_tree(tree["state"], pool)
    estimator: Alignment = info.estimator.from_state(
        {k: tupled(v) for k, v in tree["constructor"].items()}, tree["estimator"])
    for name, value in tree["shown"].items():
        setattr(estimator, name, value)
    if tree["reconstructions"] is not None and not hasattr(estimator, "reconstructions_"):
        estimator.reconstructions_ = [Reconstruction.from_state(r) for r in tree["reconstructions"]]  # type: ignore[attr-defined]
    fitted = FittedPreprocessing.from_state(tree["preprocessing"])
    kept = tuple(np.asarray(r, dtype=np.intp) for r in tree["kept_rows"])
    datasets = tuple(fitted.apply(d.take(rows) if len(rows) < len(d) else d)
                     for d, rows in zip(state.datasets, kept, strict=True))
    datasets = tuple(fitting_targets(state.method_parameters(), datasets)[0])
    return RunResult(
        state, info, estimator, datasets, kept, fitted, np.asarray(tree["pairs"]).reshape(-1, 4),
        np.asarray(tree["held_out_pairs"]).reshape(-1, 4), RunQuality.from_tree(tree["quality"]), tree["seconds"],
        tuple(unpack(tree["warnings"], tree.get("notes", ()))),
        tree["started"], tree["label"], tree["version"], bool(tree.get("starred", False)),
        int(tree.get("threads", 0)), bool(tree.get("pinned", False)))


def plain(value: Any) -> Any:
    """A parameter's value as a plain tree takes it."""
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    if isinstance(value, np.generic):
        return value.item()
    return value


def tupled(value: Any) -> Any:
    """The value that `plain` was made of."""
    return tuple(tupled(v) for v in value) if isinstance(value, list) else value
