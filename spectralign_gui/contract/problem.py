"""Small problems on which every method can run, and what is compared of a fitted method."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from spectralign_gui.core import SpectrAlignError, methods
from spectralign_gui.core.base import Alignment
from spectralign_gui.core.registry import MethodInfo

N_PAIRS = 14
SHORT = {"max_components": 4, "max_iter": 60, "most_models": 15}
"""Keeps tuning, iterations and comparisons short: what is proved here holds after any number of steps."""


def short(info: MethodInfo) -> dict[str, Any]:
    """What of `SHORT` a method has."""
    return {p.name: SHORT[p.name] for p in info.parameters if p.name in SHORT}


@dataclass(frozen=True)
class Problem:
    """Input of a fit."""

    Xs: list[np.ndarray]
    pairs: np.ndarray
    targets: list[np.ndarray]
    groups: list[np.ndarray]

    def fit(
        self, info: MethodInfo, monitor: Any = None, estimator: Alignment | None = None, **values: Any,
    ) -> Alignment:
        """Fit a method on it."""
        estimator = estimator or info.create(**(short(info) | values))
        return estimator.fit(self.Xs, self.pairs if len(self.Xs) > 1 else None, self.targets, self.groups, monitor)

    def with_set(self, k: int, X: Any) -> Problem:
        """The same with other spectra in set k."""
        return replace(self, Xs=[X if i == k else other for i, other in enumerate(self.Xs)])

    def rescaled(self, factors: list[float]) -> Problem:
        """The same with the spectra of each set times a factor."""
        return replace(self, Xs=[X * f for X, f in zip(self.Xs, factors, strict=True)])


def make_problem(info: MethodInfo, seed: int = 0, n_sets: int | None = None) -> Problem:
    """Sets of about 26 samples that share three latent variables, 14 of them measured on all; for any method.

    The second and later sets have other channels unless the method needs the same ones.
    """
    rng = np.random.default_rng(seed)
    n_sets = n_sets or info.min_sets
    channels = [18] * n_sets if "same channels" in info.needs else [18, 15, 12][:n_sets]
    shared = rng.standard_normal((N_PAIRS, 3))
    axis = np.linspace(0, 1, 18)
    pure = np.stack([np.exp(-((axis - c) / 0.12) ** 2) for c in (0.2, 0.5, 0.8)])
    Xs, targets, groups = [], [], []
    for k, p in enumerate(channels):
        latent = np.concatenate([shared, rng.standard_normal((12 - 2 * k, 3))])
        response = pure[:, np.linspace(0, 17, p).round().astype(int)] * (1 + 0.2 * np.sin(np.arange(p) + k))
        X = 3 + (latent * [3.0, 2.0, 1.0]) @ response + 0.02 * rng.standard_normal((len(latent), p))
        Xs.append(X)
        targets.append(latent @ np.array([[1.0, 0.2], [0.5, -1.0], [0.1, 0.4]]) + 10)
        groups.append(np.where(latent[:, 0] > 0.4, "high", np.where(latent[:, 0] < -0.4, "low", "middle")))
    rows = np.arange(N_PAIRS)
    pairs = [np.stack([np.full(N_PAIRS, a), rows, np.full(N_PAIRS, b), rows], axis=1)
             for a in range(n_sets) for b in range(a + 1, n_sets)]
    return Problem(Xs, np.concatenate(pairs) if pairs else np.zeros((0, 4), int), targets, groups)


def use(info: MethodInfo, fitted: Alignment, Xs: list[np.ndarray]) -> dict[str, np.ndarray]:
    """All that a fitted method gives for spectra, by name; what it refuses as not possible is left out."""
    last = len(Xs) - 1
    given = {}
    for name, call in {
        "transform": lambda: fitted.transform(Xs[last], last), "transform A": lambda: fitted.transform(Xs[0], 0),
        "to_spectra": lambda: fitted.to_spectra(Xs[last], last, 0), "predict": lambda: fitted.predict(Xs[last], last),
    }.items():
        try:
            given[name] = np.asarray(call())
        except NotImplementedError:
            continue
    return given


def figures(info: MethodInfo, fitted: Alignment, Xs: list[np.ndarray]) -> dict[str, np.ndarray]:
    """What must not depend on signs or rotations: distances in the joint space, eigenvalues, spectra, predictions."""
    found: dict[str, np.ndarray] = {}
    if getattr(fitted, "embeddings_", None) is not None:
        found["distances"] = distances(np.concatenate(fitted.embeddings_))
    if getattr(fitted, "eigenvalues_", None) is not None:
        found["eigenvalues"] = np.asarray(fitted.eigenvalues_)
    given = use(info, fitted, Xs)
    if "transform" in given and "transform A" in given:
        found["distances of transform"] = distances(np.concatenate([given["transform A"], given["transform"]]))
    return found | {name: given[name] for name in ("to_spectra", "predict") if name in given}


def distances(F: np.ndarray) -> np.ndarray:
    """Euclidean distances between all rows."""
    unit = max(float(np.abs(F).max()), 1e-300)  # spectra of 1e200 can be told apart, but not squared
    return unit * np.sqrt(np.maximum(((F[:, None] / unit - F[None] / unit) ** 2).sum(axis=2), 0))


def assert_same(found: dict[str, np.ndarray], wanted: dict[str, np.ndarray], tolerance: float, what: str) -> None:
    """Equal figures, relative to the largest entry of each."""
    assert found.keys() == wanted.keys(), what
    for name, value in wanted.items():
        assert found[name].shape == value.shape, (what, name)
        assert np.isfinite(found[name]).all(), f"{what}: {name} is not finite"
        gap = np.abs(found[name] - value).max() / max(np.abs(value).max(), 1e-300)
        assert gap <= tolerance, f"{what}: {name} differs by {gap:.2g} of its largest entry"


def assert_plain(tree: Any, where: str = "state") -> None:
    """Only what the model file can hold: dict with str keys, list, ndarray of numbers or text, numbers, text, None."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            assert isinstance(key, str), f"{where} has the key {key!r}"
            assert_plain(value, f"{where}/{key}")
    elif isinstance(tree, list | tuple):
        for i, value in enumerate(tree):
            assert_plain(value, f"{where}[{i}]")
    elif isinstance(tree, np.ndarray):
        assert tree.dtype.kind in "fiubUS", f"{where} is an array of {tree.dtype}"
    else:
        assert tree is None or isinstance(tree, str | int | float | bool | np.number | np.bool_), (
            f"{where} is a {type(tree).__name__}")


@cache
def default_fit(name: str) -> tuple[Problem, Alignment]:
    """The standard problem and a method fitted on it at its defaults; only to be looked at."""
    problem = make_problem(methods()[name])
    return problem, problem.fit(methods()[name])


def finite_or_refused(info: MethodInfo, problem: Problem, what: str) -> dict[str, np.ndarray] | None:
    try:
        fitted = problem.fit(info)
    except SpectrAlignError as refusal:
        assert str(refusal).endswith("."), what
        return None
    found = figures(info, fitted, problem.Xs)
    for name, value in found.items():
        assert np.isfinite(value).all(), f"{what}: {name} is not finite"
    return found
