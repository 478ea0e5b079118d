"""Unsupervised dynamic orthogonal projection (uDOP): EPO against what all spectra of both instruments differ by."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ..naming import counted, the_set
from ..numerics import lapack
from ..parameters import Parameter
from ._affine import AffineMap
from ._part import Part, projection
from ._problem import TransferProblem
from ._retrain import PROJECTED, SHIFT, RetrainedTransfer, shifts
from ._unpaired import need_spectra
from .epo import DIRECTIONS, numbers_of_directions

SHARE, MOST_DIRECTIONS = 0.99, 10
"""Principal components are compared up to those that hold this share of either instrument's variance."""


class UnsupervisedOrthogonalProjection(RetrainedTransfer):
    """P = I − UUᵀ, U the leading right singular vectors of X̂_B − X_B, X̂_B = (X_B − x̄_B) V_B V_Aᵀ + x̄_B.

    V_A and V_B are the leading principal components of all spectra of A and of B, their signs those of both together.
    """

    parameters = (
        replace(DIRECTIONS, help="Main directions of the difference between B's spectra and what they would be with "
                                 "A's principal components; they are taken out of all spectra.",
                advice="1 or 2. Automatic compares 1 to 4 on the standards; without standards it takes 1."),
        Parameter("rank", "int", "auto", "Components compared",
                  "How many principal components of both instruments are put in place of each other.", minimum=1,
                  has_automatic=True, automatic="auto",
                  advice="2 to 10. Automatic takes those that hold 99 % of the variance."),
        replace(SHIFT, help="Add the mean difference to B's spectra before anything else: that of the standards, or of "
                            "all spectra where there are none."),
        *PROJECTED[1:])
    needs = frozenset({"targets", "same channels"})
    min_standards = 0
    uses_all_of_b = uses_unmarked = True
    tuning_rank = 100

    def _part(self, problem: TransferProblem) -> Part:
        need_spectra(problem, 3, self.title)
        return super()._part(problem)

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        most = min(len(part.A), len(part.B), part.A.shape[1]) - 1
        self._check_components(values, most, f"{counted(len(part.B), 'spectrum', 'spectra')} of {the_set(1)}")
        numbers = numbers_of_directions(values, len(part.SA) - 3 if len(part.SA) else 1)
        by = shifts(values) if len(part.SA) else shifts(values)[:1]
        return [{"n_components": n, "rank": values["rank"], "shift": s, "weight": values["weight"]}
                for n in numbers for s in by]

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        s, Vt = part.once(("udop", chosen["rank"]), partial(
            udop_directions, part.A, part.B, None if chosen["rank"] == "auto" else int(chosen["rank"])))
        V = Vt[:chosen["n_components"]][s[:chosen["n_components"]] > 1e-12 * max(float(s[0]), 1e-300)]
        if not chosen["shift"]:
            return projection(V), projection(V)
        A, B = (part.SA, part.SB) if len(part.SA) else (part.A, part.B)
        return projection(V), projection(V, A.mean(axis=0) - B.mean(axis=0))


def udop_directions(A: np.ndarray, B: np.ndarray, rank: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Singular values (r,) and right singular vectors (r, p) of X̂_B − X_B.

    Parameters
    ----------
    A, B : (n_a, p), (n_b, p) arrays
        Need not be of the same samples.
    rank : int or None
        Components that are put in place of each other; None takes those that hold 99 % of either's variance.

    References
    ----------
    Fonseca Diaz, Roger & Saeys, Anal. Chim. Acta (2022).
    """
    centred = [X - X.mean(axis=0) for X in (A, B)]
    found = [lapack.svd(X, full_matrices=False)[1:] for X in centred]
    together = lapack.svd(np.vstack(centred), full_matrices=False)[2]
    k = max(holding(s) for s, _ in found) if rank is None else rank
    k = min(k, *(len(s) for s, _ in found))
    V_a, V_b = (V[:k] * signs(V[:k], together[:k])[:, None] for _, V in found)
    return lapack.svd((centred[1] @ V_b.T) @ V_a - centred[1], full_matrices=False)[1:]


def holding(s: np.ndarray) -> int:
    """How many of the singular values hold most of their sum of squares."""
    if not s[0] > 0:
        return 1
    held = np.cumsum((s / s[0]) ** 2)
    return min(MOST_DIRECTIONS, int(np.searchsorted(held, SHARE * held[-1])) + 1)


def signs(V: np.ndarray, W: np.ndarray) -> np.ndarray:
    """+1 or −1 (k,) that turns each row of V to the side of that of W."""
    return np.where((V * W).sum(axis=1) < 0, -1.0, 1.0)
