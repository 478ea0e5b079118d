"""Subspace alignment: turn each instrument's principal subspace towards the reference's."""

from __future__ import annotations

from typing import Any

from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import the_instrument
from ..numerics import lapack
from ..numerics.tall import principal_axes, scores
from ..regression.closure import CLOSURE
from ._graph import N_COMPONENTS, SCALING, choose_components
from .maps.linear import MappedAlignment, same_signs


class SubspaceAlignment(MappedAlignment):
    """Unsupervised subspace alignment, two or more sets with the same channels.

    P_k holds the d leading principal directions of set k. The reference (first) set takes the part of the
    paper's target: its coordinates are X_0 P_0; every other set is aligned to it, X_k P_k (P_kᵀ P_0).

    Parameters
    ----------
    n_components : int or "auto", default "auto"
        "auto" is 10, or the smallest rank of the sets if that is less.
    scaling : str, default "centre-rms"
        The paper standardises; "none" projects the spectra as they are (the directions are always those of the
        centred spectra).
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    eigenvalues_ : (d,) array
        Cosines of the principal angles between the last set's subspace and the reference's, descending.

    References
    ----------
    Fernando et al., "Unsupervised visual domain adaptation using subspace alignment", ICCV 2013, equations 1–4.
    """

    parameters = (N_COMPONENTS, SCALING, CLOSURE)
    needs = frozenset({"same channels"})
    max_sets = None

    def __init__(
        self, n_components: int | str = "auto", scaling: str = "centre-rms", closure: float | None = None,
    ) -> None:
        self.n_components = n_components
        self.scaling = scaling
        self.closure = closure

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        Xs = self._scaled_sets(data, values, monitor)
        directions = []
        for k, X in enumerate(Xs):
            monitor.raise_if_cancelled()
            monitor.report(f"Principal components of {the_instrument(k)}", 0.1 + 0.7 * k / len(Xs), instrument=k)
            directions.append(principal_axes(X))
        d = choose_components(values["n_components"], min(V.shape[1] for V in directions), what="the spectra")
        directions = [V[:, :d] for V in directions]
        reference = directions[0]
        maps = [reference] + [V @ (V.T @ reference) for V in directions[1:]]
        cosines = lapack.svd(directions[-1].T @ reference, compute_uv=False)
        embeddings, maps = same_signs([scores(X, m) for X, m in zip(Xs, maps, strict=True)], maps)
        self._set_embedding(data, embeddings, cosines, maps)
