"""How good a run is, measured on what its fit did not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .compared_errors import ComparedErrors


@dataclass(frozen=True, eq=False)
class Residuals:
    """Predicted minus measured at standards that the fit knew no values of.

    Parameters
    ----------
    properties : tuple of str
        One per column.
    residuals : (m, q) array
        NaN where no value was measured.
    rows : tuple of int
        Rows of the instrument's data set in the run.
    """

    properties: tuple[str, ...]
    residuals: np.ndarray
    rows: tuple[int, ...]

    def to_tree(self) -> dict[str, Any]:
        """Plain tree for the project file."""
        return {"properties": list(self.properties), "residuals": self.residuals, "rows": list(self.rows)}

    @classmethod
    def from_tree(cls, tree: Mapping[str, Any]) -> Residuals:
        """The residuals that `to_tree` described."""
        return cls(tuple(tree["properties"]), np.asarray(tree["residuals"], dtype=float),
                   tuple(int(r) for r in tree["rows"]))


@dataclass(frozen=True)
class UnseenHits:
    """How many held-out samples found their partner among the k nearest.

    Parameters
    ----------
    counts : dict of k to (int, int)
        From the first instrument of the held-out pairs to the second, and back.
    sizes : (int, int)
        Number of samples that were looked for, each way.
    """

    counts: dict[int, tuple[int, int]]
    sizes: tuple[int, int]

    def to_tree(self) -> dict[str, Any]:
        """Plain tree for the project file."""
        return {"counts": {str(k): [int(v) for v in both] for k, both in self.counts.items()},
                "sizes": [int(v) for v in self.sizes]}

    @classmethod
    def from_tree(cls, tree: Mapping[str, Any]) -> UnseenHits:
        """The hits that `to_tree` described."""
        return cls({int(k): (int(a), int(b)) for k, (a, b) in tree["counts"].items()},
                   (int(tree["sizes"][0]), int(tree["sizes"][1])))


def _no_pairs() -> np.ndarray:
    return np.zeros((0, 4), dtype=np.int64)


@dataclass(frozen=True, eq=False)
class RunQuality:
    """Figures of a run; what was not or could not be measured is empty or None.

    Parameters
    ----------
    hit : mapping of k to {"a_to_b", "b_to_a"}
        Share of held-out standards whose partner is among the k nearest, both ways; keys are "1", "3", "5".
    foscttm : float, optional
        Fraction of samples closer than the true match: 0 is perfect, 0.5 is chance.
    matched_distance : float, optional
        Distance of held-out partners relative to that of any two samples.
    held_out_pairs : int
        Number of pairs that these rest on.
    held_out : mapping of instrument to Residuals
        At held-out standards.
    left_out : mapping of instrument to Residuals
        At standards that were left out of a fit in turn.
    in_doubt : (k, 4) int array
        Pairs (rows of the run) that contradict the others.
    unseen : UnseenHits, optional
        Hits of samples whose spectra took no part in a fit either.
    before : mapping of instrument to Residuals
        At the standards that were held out in the run before this one, which was fitted to them too (see `refit`).
    compared : ComparedErrors, optional
        What the comparison that this run was taken from found for it.
    """

    hit: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    foscttm: float | None = None
    matched_distance: float | None = None
    held_out_pairs: int = 0
    held_out: Mapping[str, Residuals] = field(default_factory=dict)
    left_out: Mapping[str, Residuals] = field(default_factory=dict)
    in_doubt: np.ndarray = field(default_factory=_no_pairs)
    unseen: UnseenHits | None = None
    before: Mapping[str, Residuals] = field(default_factory=dict)
    compared: ComparedErrors | None = None

    def with_(self, **changes: Any) -> RunQuality:
        """The same with other figures."""
        return replace(self, **changes)

    def to_tree(self) -> dict[str, Any]:
        """Plain tree for project and model files, in the names of version 1; what is not known is absent."""
        tree: dict[str, Any] = {}
        if self.hit:
            tree |= {"hit": {k: dict(both) for k, both in self.hit.items()}, "held_out_pairs": self.held_out_pairs}
        tree |= {name: value for name in ("foscttm", "matched_distance") if (value := getattr(self, name)) is not None}
        for name, given in (("residuals", self.held_out), ("residuals_left_out", self.left_out),
                            ("residuals_before", self.before)):
            if given:
                tree[name] = {instrument: r.to_tree() for instrument, r in given.items()}
        if len(self.in_doubt):
            tree["in_doubt"] = self.in_doubt
        if self.unseen is not None:
            tree["unseen"] = self.unseen.to_tree()
        if self.compared is not None:
            tree["compared"] = self.compared.to_tree()
        return tree

    @classmethod
    def from_tree(cls, tree: Mapping[str, Any]) -> RunQuality:
        """The figures that `to_tree` described."""
        def residuals(name: str) -> dict[str, Residuals]:
            return {instrument: Residuals.from_tree(r) for instrument, r in (tree.get(name) or {}).items()}

        def number(name: str) -> float | None:
            return None if tree.get(name) is None else float(tree[name])

        hit = {str(k): {way: float(share) for way, share in both.items()}
               for k, both in (tree.get("hit") or {}).items()}
        doubt = np.asarray(tree.get("in_doubt", ()), dtype=np.int64).reshape(-1, 4)
        return cls(hit, number("foscttm"), number("matched_distance"), int(tree.get("held_out_pairs", 0)),
                   residuals("residuals"), residuals("residuals_left_out"), doubt,
                   UnseenHits.from_tree(tree["unseen"]) if tree.get("unseen") else None,
                   residuals("residuals_before"),
                   ComparedErrors.from_tree(tree["compared"]) if tree.get("compared") else None)
