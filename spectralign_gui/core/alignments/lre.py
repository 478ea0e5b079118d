"""Low rank embedding of one set (Boucher et al. AAAI-15, eqs. 7-10): the first half of low rank alignment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..monitor import Monitor
from ..regression.closure import CLOSURE
from . import _rank_choice
from ._shared_parameters import N_COMPONENTS, PENALTY, RANK, SCALING, SKIP_FIRST, VARIANCE
from .lra import LowRankAlignment

RANK_RULE, D_RULE = 8, 2
N_MAP = replace(N_COMPONENTS, help=f"How many dimensions the map gets; automatic takes {D_RULE}.",
                advice="2 or 3.")
KEPT_RANK = replace(RANK, advice=f"Automatic is {RANK_RULE}, or the number of dimensions if that is larger.")


class LowRankEmbedding(LowRankAlignment):
    """Smallest eigenvectors of (I−R)ᵀ(I−R) with the low rank R of one set.

    Parameters
    ----------
    n_components : int or "auto"
        "auto" takes 2.
    penalty, rank, variance : float, int, float, optional
        λ, or the kept rank, or the kept share of variance; at most one. None: a kept rank of 8, never below d.
    scaling, skip_first
        As in `LowRankAlignment`.
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Notes
    -----
    The eigenvalues are (λ/s²)², the vectors the leading left singular vectors of the set as scaled.
    """

    parameters = (N_MAP, PENALTY, KEPT_RANK, VARIANCE, SCALING, SKIP_FIRST, CLOSURE)
    needs = frozenset()
    min_sets = 1
    max_sets = 1

    def __init__(
        self, n_components: int | str = "auto", penalty: float | None = None, rank: int | None = None,
        variance: float | None = None, scaling: str = "centre-rms", skip_first: bool = False,
        closure: float | None = None,
    ) -> None:
        self.n_components, self.penalty, self.rank = n_components, penalty, rank
        self.variance, self.scaling, self.skip_first = variance, scaling, skip_first
        self.closure = closure

    def _settle(self, values: dict[str, Any], monitor: Monitor) -> None:
        super()._settle({**values, "mu": 0.0}, monitor)
        self.chosen_.pop("mu", None)

    def _choose(
        self, shrink: dict[str, Any], d: int | None, values: dict[str, Any], extra: int, monitor: Monitor,
    ) -> _rank_choice.Choice:
        only = self._problem.sets[0]
        if any(v is not None for v in shrink.values()):
            kept, rank = only.keep(**shrink), None
            most = max(1, kept.rank - extra)
        else:
            rank = max(RANK_RULE, (d or D_RULE) + extra)
            kept = only.keep(None, rank, None)
            most = max(1, kept.rank - extra)
        return _rank_choice.Choice([kept], rank, d or min(D_RULE, most), False)
