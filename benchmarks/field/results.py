"""The cells of a journal as arrays, and the figures of the page; nothing here measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from spectralign_gui.core.validation.intervals import quantile, standard_error

from .journal import Place
from .measure import COMBINED, SLOW

NO_CHOICE = (*COMBINED, "native", "a-on-a", "constant")
"""Lines that are no single method that a user could have chosen."""
Line = tuple[str, str, int]


def whole_repeats(cells: Mapping[Place, Any], part: str, name: str) -> int:
    """Number of leading repeats of a set that have all its cells; the cells are those of its fullest repeat."""
    mine: dict[int, set[tuple[Any, ...]]] = {}
    for of, which, repeat, draw, count in cells:
        if (of, which) == (part, name):
            mine.setdefault(repeat, set()).add((draw, count))
    every = set[tuple[Any, ...]]().union(*mine.values())
    whole = 0
    while every and mine.get(whole, set()) == every:
        whole += 1
    return whole


@dataclass(frozen=True, eq=False)
class Cell:
    """One set, design and number of standards.

    Parameters
    ----------
    rmsep : mapping of method to (r, q) array
        Of methods that predicted in every repeat.
    share : float
        Test samples per training sample.
    """

    rmsep: Mapping[str, np.ndarray]
    share: float

    @property
    def singles(self) -> list[str]:
        """Methods that a user could have chosen."""
        return [k for k in self.rmsep if k not in NO_CHOICE and "+" not in k]

    def best(self, without: Iterable[str] = ()) -> tuple[list[str], np.ndarray]:
        """Per property the single method that errs least on the mean of the repeats, and its RMSEP (r, q)."""
        names = [k for k in self.singles if k not in set(without)]
        means = np.array([self.rmsep[k].mean(axis=0) for k in names])
        which = means.argmin(axis=0)
        return [names[w] for w in which], np.stack([self.rmsep[names[w]][:, j] for j, w in enumerate(which)], axis=1)

    def ratio(self, key: str) -> np.ndarray:
        """Mean RMSEP over that of the best single method in hindsight (q,)."""
        return np.asarray(self.rmsep[key].mean(axis=0) / self.best()[1].mean(axis=0))

    def interval(self, key: str, other: np.ndarray | None = None) -> tuple[float, float, float]:
        """Geometric mean over the properties of RMSEP over that of the best single method (or `other`, (r, q)), and
        the ends of its paired 95 % interval over the repeats (NaN with one repeat)."""
        against = self.best()[1] if other is None else other
        mean = float(np.log(self.rmsep[key].mean(axis=0) / against.mean(axis=0)).mean())
        logs = np.log(self.rmsep[key] / against).mean(axis=1)
        if len(logs) < 2:
            return float(np.exp(mean)), float("nan"), float("nan")
        half = quantile(len(logs) - 1) * standard_error(logs, self.share)
        return tuple(float(np.exp(mean + s * half)) for s in (0, -1, 1))  # type: ignore[return-value]


def lines(cells: Mapping[Place, Mapping[str, Any]], names: Sequence[str], part: str = "main") -> dict[Line, Cell]:
    """Arrays of all whole repeats.

    Parameters
    ----------
    cells : mapping
        Of a journal.
    names : sequence of str
        Sets.
    part : str
        With "slow" the slow methods stand beside the others, over the repeats that have both; every other part
        ("others: …" of other packages) likewise.
    """
    found: dict[Line, Cell] = {}
    for name in names:
        repeats = min(whole_repeats(cells, k, name) for k in {"main", part})
        for of, which, repeat, draw, count in cells:
            if (of, which, repeat) != ("main", name, 0) or not repeats or (part, name, 0, draw, count) not in cells:
                continue
            mine = []
            for r in range(repeats):
                cell = cells["main", name, r, draw, count]
                more = {} if part == "main" else cells[part, name, r, draw, count]["mse"]
                mine.append({**{k: v for k, v in cell["mse"].items() if part != "main" or k not in SLOW}, **more})
            keys = [k for k in mine[0] if all(k in m for m in mine)]
            first = cells["main", name, 0, draw, count]
            found[name, draw, count] = Cell(
                {k: np.sqrt(np.array([m[k] for m in mine])) for k in keys}, first["tested"] / first["training"])
    return found


def geometric_mean(of: Mapping[Line, Cell], key: str, draw: str, count: int) -> float:
    """Of the ratios to the best single method: over the properties of a set, then over the sets that have this count;
    NaN where a set has no figure of the method."""
    each = [np.log(c.ratio(key)).mean() if key in c.rmsep else np.nan
            for (_, d, n), c in of.items() if (d, n) == (draw, count)]
    return float(np.exp(np.mean(each))) if each else float("nan")


def worst(of: Mapping[Line, Cell], key: str) -> tuple[float, str]:
    """Largest ratio of all sets, designs, counts and properties, and where."""
    ratios = [(float(c.ratio(key).max()), f"{name}, {draw}, n = {n}") for (name, draw, n), c in of.items()
              if key in c.rmsep]
    return max(ratios) if ratios else (float("nan"), "")
