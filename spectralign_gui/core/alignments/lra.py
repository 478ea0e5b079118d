"""Low rank alignment (Boucher et al. AAAI-15; dissertation 3.1, 3.14), exact and in linear time."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..monitor import Monitor
from ..naming import the_spectra
from ..numerics.factors import Factors, decompose
from ..numerics.joint import SetBasis
from ..numerics.scaling import ScaledSet, Scaling
from ..parameters import Parameter
from ..regression.closure import CLOSURE
from . import _rank_choice
from ._lowrank import LowRankBase
from ._shared_parameters import MU, N_COMPONENTS, PENALTY, RANK, SCALING, SKIP_FIRST, VARIANCE

AT_LEAST = max(_rank_choice.RANKS) + 1  # triplets computed of a large set when the choice is automatic


class LowRankAlignment(LowRankBase):
    """Low rank alignment of two or more instruments.

    Each set is reconstructed from itself at low rank, R = U(I − λS⁻²)Uᵀ over the singular values s > √λ, and the
    joint coordinates are the smallest eigenvectors of (1−µ)(I−R)ᵀ(I−R) + 2µL.

    Parameters
    ----------
    n_components : int or "auto"
        Number d of joint dimensions; "auto" chooses it by cross-validated hits on the marked standards.
    mu : float
        Weight µ of the correspondences, 0 <= µ < 1.
    penalty, rank, variance : float, int, float, optional
        λ, or the kept rank, or the kept share of variance; at most one. None: chosen automatically with d.
    scaling : {"centre-rms", "none", "unit-norm", "standardise"}
        Step 0, per set.
    skip_first : bool
        Drop the first vector, as the authors' program does.
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    See Also
    --------
    LowRankBase : the fitted attributes.

    Notes
    -----
    Exact without an N × N matrix; cost O(N r²) after the factors. The automatic choice tries kept ranks of 4 to 40
    and 1 to 20 dimensions, by five folds over the standards, and never a rank below d. With fewer than eight
    standards it takes a kept rank of 8 and two dimensions (three from six standards on).
    """

    parameters: ClassVar[tuple[Parameter, ...]] = (
        N_COMPONENTS, MU, PENALTY, RANK, VARIANCE, SCALING, SKIP_FIRST, CLOSURE)
    needs = frozenset({"pairs"})
    max_sets: ClassVar[int | None] = None

    def __init__(
        self, n_components: int | str = "auto", mu: float = 0.8, penalty: float | None = None,
        rank: int | None = None, variance: float | None = None, scaling: str = "centre-rms",
        skip_first: bool = False, closure: float | None = None,
    ) -> None:
        self.n_components, self.mu, self.penalty = n_components, mu, penalty
        self.rank, self.variance, self.scaling, self.skip_first = rank, variance, scaling, skip_first
        self.closure = closure

    def _set_basis(
        self, k: int, X: np.ndarray, values: dict[str, Any], shrink: dict[str, Any], monitor: Monitor,
    ) -> SetBasis:
        scaling = Scaling(values["scaling"]).fit(X, the_spectra(k))
        factors = decompose(ScaledSet(X, scaling), monitor=monitor, **wanted(shrink, values["n_components"]))
        self._kept_for_maps[k] = (scaling, factors)
        return SetBasis(factors.basis, factors.singular_values**2, factors.total, factors.shape, factors.complete)

    def _map_state(self, k: int, inner: np.ndarray) -> dict[str, Any]:
        scaling, factors = self._kept_for_maps[k]
        return {"scaling": scaling.to_state(), "map": channel_map(factors, inner)}

    def _coordinates(self, X: np.ndarray, state: dict[str, Any]) -> np.ndarray:
        return ScaledSet(X, Scaling.from_state(state["scaling"])).times(np.asarray(state["map"]))


def wanted(shrink: dict[str, Any], d: int | str) -> dict[str, Any]:
    """How much of the decomposition a choice of penalty, rank, variance needs (keywords of `decompose`)."""
    if shrink["rank"] is not None:
        return {"count": int(shrink["rank"]) + 1}
    if shrink["penalty"] is not None:
        return {"above": float(np.sqrt(shrink["penalty"]))}
    if shrink["variance"] is not None:
        return {"share": float(shrink["variance"])}
    return {"count": AT_LEAST if d == "auto" else max(AT_LEAST, 2 * int(d) + 1)}


def channel_map(factors: Factors, inner: np.ndarray) -> np.ndarray:
    """V S⁻¹ inner: from scaled channels to joint coordinates, (p, d)."""
    r = len(inner)
    return factors.right[:, :r] @ (inner / factors.singular_values[:r, None])
