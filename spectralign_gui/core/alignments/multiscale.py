"""Multiscale manifold alignment: linear maps at several levels of detail by diffusion wavelets."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ParameterError
from ..fitdata import FitData
from ..monitor import Monitor
from ..numerics import lapack
from ..numerics.grapheigen import ZERO
from ..numerics.graphs import laplacian
from ..parameters import Parameter, the_parameter
from ..regression.closure import CLOSURE
from ._dimensions import AtMost, settle
from ._graph import (
    AUTO_COMPONENTS,
    BANDWIDTH,
    MU,
    N_COMPONENTS_BY_HITS,
    N_NEIGHBORS,
    PCA_COMPONENTS,
    SCALING,
    WEIGHTING,
    bases,
    choose_components,
    joint_weights,
    project,
    split_rows,
)
from .maps.linear import MappedAlignment, same_signs

MAX_LEVELS = 60
LEVEL = Parameter(
    "scale_level", "int", None, "Level of detail", minimum=1, has_automatic=True, automatic=None,
    help="1 is the finest; every further level keeps only smoother directions. Automatic takes the level whose number "
         "of dimensions is nearest to the number asked for, or lets the marked standards decide.",
    advice="Automatic.")
PRECISION = Parameter(
    "precision", "float", 1e-8, "Precision", minimum=0, maximum=1, open_minimum=True, open_maximum=True,
    logarithmic=True,
    help="ε: a direction is kept at a level while its damped eigenvalue is above this; smaller keeps more.",
    advice="1e-8; 1e-4 keeps fewer directions at every level.")


class MultiscaleAlignment(MappedAlignment):
    """Multiscale manifold alignment with diffusion wavelets, two or more sets.

    With X = diag(X_k) = U S Vᵀ and G = S Vᵀ (GᵀG = XᵀX): T = (Gᵀ)⁺XᵀLXG⁺ = UᵀLU, L the joint Laplacian with
    W = (1−µ)·kNN + µC. Diffusion wavelets act on T⁺ scaled to norm 1 (the chapter prints one pseudo-inverse too
    many). Level k spans the eigenvectors of T⁺ with λ^(2^k) ≥ ε; its scaling functions φ_k are an orthonormal
    basis of that span made from the best spread columns of (T⁺)^(2^k) (pivoted Gram–Schmidt), so that each is
    concentrated on few of the starting directions. Maps: F_k = G⁺φ_k. Spans are exact (from the eigenvectors)
    and nested; distances in the joint space do not depend on the basis of the span.

    Parameters
    ----------
    n_components : int or "auto", default "auto"
        "auto" takes all dimensions of the level. A number takes the smoothest so many directions of the level.
    scale_level : int, optional
        None takes the level whose dimension is nearest to `n_components` and not below it; with "auto", nearest to
        the number with the best hits on standards withheld in turn (see `_dimensions.settle`).
    precision : float, default 1e-8
        ε.
    n_neighbors : int, default 5
    weighting : {"binary", "heat"}, default "binary"
    mu : float, default 0.8
    scaling : str, default "centre-rms"
    bandwidth : float, optional
        t of the heat kernel.
    pca_components : int, optional
        Principal components each set is reduced to first.
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    level_dimensions_ : list of int
        Dimensions of level 1, 2, …
    level_ : int
        The level that was taken.
    eigenvalues_ : (d,) array
        Eigenvalues of T (smoothness) of the directions that span the embedding, ascending.

    References
    ----------
    Wang, Krafft & Mahadevan 2011, §5.3.3; Coifman & Maggioni, "Diffusion wavelets", ACHA 21 (2006) 53.
    """

    parameters = (N_COMPONENTS_BY_HITS, LEVEL, PRECISION, N_NEIGHBORS, WEIGHTING, MU, SCALING, BANDWIDTH,
                  PCA_COMPONENTS, CLOSURE)
    needs = frozenset({"pairs"})
    max_sets = None

    def __init__(
        self, n_components: int | str = "auto", scale_level: int | None = None, precision: float = 1e-8,
        n_neighbors: int = 5, weighting: str = "binary", mu: float = 0.8, scaling: str = "centre-rms",
        bandwidth: float | None = None, pca_components: int | None = None, closure: float | None = None,
    ) -> None:
        self.n_components = n_components
        self.scale_level = scale_level
        self.precision = precision
        self.n_neighbors = n_neighbors
        self.weighting = weighting
        self.mu = mu
        self.scaling = scaling
        self.bandwidth = bandwidth
        self.pca_components = pca_components
        self.closure = closure

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        wanted = AUTO_COMPONENTS
        if values["n_components"] == "auto" and values["scale_level"] is None:
            settled, monitor = settle(self, data, values, monitor)
            wanted = int(settled["n_components"])
        Xs = self._scale(data, values, monitor)
        W = joint_weights(Xs, data, values, monitor, self.warnings_)
        found = bases(Xs, values, monitor)
        Us = [U for U, _, _ in found]
        L, _ = laplacian(W)
        T = project(L, Us)
        monitor.report("Finding the levels of detail", 0.65)
        monitor.raise_if_cancelled()
        smoothness, vectors = lapack.eigh((T + T.T) / 2)
        keep = smoothness > ZERO * max(smoothness[-1], 0.0)
        smoothness, vectors = smoothness[keep], vectors[:, keep]
        choose_components(values["n_components"], len(smoothness), what="the spectra")
        self.level_dimensions_ = level_dimensions(smoothness, values["precision"])
        self.level_, d = self._choose_level(values, wanted)
        self.chosen_["scale_level"] = self.level_
        if d == self.level_dimensions_[self.level_ - 1]:
            phi = scaling_functions(vectors[:, :d], smoothness[0] / smoothness[:d], self.level_, monitor)
        else:
            phi = vectors[:, :d]
        parts = split_rows(phi, [U.shape[1] for U in Us])
        embeddings, maps = same_signs([U @ g for U, g in zip(Us, parts, strict=True)],
                                      [(V / s) @ g for (_, s, V), g in zip(found, parts, strict=True)])
        self._set_embedding(data, embeddings, smoothness[:d], maps)

    def _choose_level(self, values: dict[str, Any], wanted: int) -> tuple[int, int]:
        """Level and number of dimensions; `wanted` guides the choice where nothing is asked for."""
        dims = self.level_dimensions_
        if isinstance(values["n_components"], AtMost):
            return 1, min(int(values["n_components"]), dims[0])
        asked = None if values["n_components"] == "auto" else int(values["n_components"])
        level = values["scale_level"]
        if level is not None:
            if level > len(dims):
                raise ParameterError("multiscale.level_too_high", parameter=the_parameter('scale_level'),
                                     n_dims=len(dims), map=map(str, dims), level=level)
            if asked is not None and asked > dims[level - 1]:
                raise ParameterError("multiscale.dimensions_of_level", parameter=the_parameter('n_components'),
                                     level=level, dims=dims[level - 1], asked=asked)
        else:
            wanted = asked or wanted
            possible = [k for k, n in enumerate(dims, start=1) if n >= (asked or 1)]
            if not possible:
                raise ParameterError("multiscale.finest_level", parameter=the_parameter('n_components'), dims=dims[0],
                                     asked=asked, parameter2=the_parameter('precision'))
            level = min(possible, key=lambda k: (abs(np.log(dims[k - 1] / wanted)), k))
        return int(level), asked or dims[level - 1]


def level_dimensions(smoothness: np.ndarray, precision: float) -> list[int]:
    """Dimensions of level 1, 2, … until only the smoothest directions are left.

    Parameters
    ----------
    smoothness : (r,) array
        Eigenvalues of T above zero, ascending; those of the scaled T⁺ are the first over each.
    precision : float
        ε: a direction belongs to level k while λ^(2^k) ≥ ε.
    """
    damped = np.log(smoothness[0] / smoothness)  # log λ; the power 2^k is a product here and cannot underflow
    dims: list[int] = []
    for k in range(1, MAX_LEVELS):
        n = int((damped * 2.0 ** k >= np.log(precision)).sum())
        if dims and n == dims[-1] == int((damped > -1e-12).sum()):
            break
        dims.append(n)
    return dims


def scaling_functions(vectors: np.ndarray, ratio: np.ndarray, level: int, monitor: Monitor) -> np.ndarray:
    """Orthonormal, localised basis of the span of `vectors`: pivoted Gram–Schmidt on the columns of T^(2^level).

    Parameters
    ----------
    vectors : (r, d) array
        Orthonormal.
    ratio : (d,) array
        Their eigenvalues in the scaled operator, 0 < λ ≤ 1.

    Returns
    -------
    (r, d) array
    """
    power = np.exp(np.log(ratio) * 2.0 ** level)
    columns = power[:, None] * vectors.T  # coordinates of the columns of T^(2^level) in the eigenvectors
    basis = np.zeros((len(ratio), len(ratio)))
    left = (columns ** 2).sum(axis=0)
    for j in range(len(ratio)):
        if j % 32 == 0:
            monitor.raise_if_cancelled()
        pivot = int(np.argmax(left))
        q = columns[:, pivot].copy()
        for _ in range(2):  # twice is enough
            q -= basis[:, :j] @ (basis[:, :j].T @ q)
        norm = np.linalg.norm(q)
        if norm <= 1e-13 * np.linalg.norm(columns[:, pivot]):
            break
        basis[:, j] = q / norm
        left = np.maximum(left - (basis[:, j] @ columns) ** 2, 0.0)
        left[pivot] = 0.0
    else:
        return vectors @ basis
    # rounding ran out before the span was full: complete it orthonormally
    return vectors @ lapack.qr(np.column_stack([basis[:, :j], np.eye(len(ratio))]))[0][:, :len(ratio)]
