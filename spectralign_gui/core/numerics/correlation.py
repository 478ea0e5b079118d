"""The eigenproblem of correlation analysis for domain adaptation on the ranges of the centred sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..monitor import Monitor, SilentMonitor
from . import lapack
from .arpack import extreme_eigenpairs
from .laplacian import PairGraph

DENSE = 2500  # up to this many directions the dense problem is solved
COLLAPSED = 0.1  # ‖CXf‖² below this share of the constraint: the ridge has collapsed the axis
POSITIVE = 1e-12


@dataclass(frozen=True)
class SetFeatures:
    """A set in its range: X V = U diag(s) + 1 mᵀ, with centred orthonormal U.

    Parameters
    ----------
    U : (n, r) array
    s : (r,) array
    mean : (r,) array
        m; zero for centred sets.
    deficit_basis, deficit : (n, q) and (q,) arrays
        (I−R)ᵀ(I−R) = I − B diag(l) Bᵀ.
    """

    U: np.ndarray
    s: np.ndarray
    mean: np.ndarray
    deficit_basis: np.ndarray
    deficit: np.ndarray


@dataclass(frozen=True)
class Axes:
    """Axes found.

    Parameters
    ----------
    eigenvalues : (d,) array
        Descending.
    coefficients : list of (r_k, d) arrays
        g_k, so that X_k V_k g_k are the joint coordinates.
    n_positive : int
        Axes with a positive eigenvalue.
    n_collapsed : int
        Axes that were skipped because the ridge collapsed them.
    """

    eigenvalues: np.ndarray
    coefficients: list[np.ndarray]
    n_positive: int
    n_collapsed: int


def centre_targets(
    targets: Sequence[np.ndarray], weights: Sequence[float],
) -> tuple[list[np.ndarray], float]:
    """Targets of each set centred over its labelled rows (0 where unlabelled), and ‖Y‖² of the globally centred Y.

    Parameters
    ----------
    targets : list of (n_k, q) arrays
        NaN where unknown.
    weights : list of float
        Importance of each set.
    """
    known = [np.isfinite(t) for t in targets]
    counts = sum(w * k.sum(axis=0) for w, k in zip(weights, known, strict=True))
    sums = sum(w * np.where(k, t, 0.0).sum(axis=0) for w, k, t in zip(weights, known, targets, strict=True))
    mean = sums / np.maximum(counts, np.finfo(float).tiny)
    total = sum(w * float((np.where(k, t - mean, 0.0) ** 2).sum())
                for w, k, t in zip(weights, known, targets, strict=True))
    centred = []
    for t, k in zip(targets, known, strict=True):
        own = np.where(k, t, 0.0).sum(axis=0) / np.maximum(k.sum(axis=0), 1)
        centred.append(np.where(k, t - own, 0.0))
    return centred, float(total)


class CorrelationProblem:
    """Largest eigenpairs of Bᵀ(YYᵀ/a − αM/b − κL)B g = λ (BᵀCB + β)g, B block-diagonal.

    Parameters
    ----------
    sets : list of SetFeatures
    targets : list of (n_k, q) arrays
        Centred per set, 0 where unknown.
    weights : list of float
        ω_k: as if every sample of set k were there ω_k times.
    graph : PairGraph
    alpha, ridge, correspondence : float
        α, β, κ.
    scale_y, scale_m : float
        a and b: ‖Y‖² and 1, or the spectral norms of the terms.
    """

    def __init__(
        self, sets: Sequence[SetFeatures], targets: Sequence[np.ndarray], weights: Sequence[float], graph: PairGraph,
        alpha: float, ridge: float, correspondence: float, scale_y: float, scale_m: float,
    ) -> None:
        self.sets, self.graph, self.ridge = list(sets), graph, ridge
        self.alpha, self.kappa, self.scale_m = alpha, correspondence, scale_m
        self.weights = np.asarray(weights, dtype=float)
        # whitened coordinates: g_k = v_k / √(ω s² + β)
        self.white = [1.0 / np.sqrt(w * f.s**2 + ridge) for w, f in zip(weights, sets, strict=True)]
        self.share = np.concatenate([w * (f.s * c) ** 2 for w, f, c in zip(weights, sets, self.white, strict=True)])
        self.cuts = np.concatenate([[0], np.cumsum([len(f.s) for f in sets])])
        self.size = int(self.cuts[-1])
        self.drive = np.concatenate([
            w * (c * f.s)[:, None] * (f.U.T @ y)
            for w, f, c, y in zip(weights, sets, self.white, targets, strict=True)]) / np.sqrt(scale_y)
        # BᵀMB = diag(s²) + n m mᵀ − H diag(l) Hᵀ with H = S UᵀD + m (1ᵀD), as U is orthonormal and centred
        self.held = [f.s[:, None] * (f.U.T @ f.deficit_basis) + np.outer(f.mean, f.deficit_basis.sum(axis=0))
                     for f in sets] if alpha else []
        self.paired = self._paired_rows() if correspondence else None

    def _paired_rows(self) -> np.ndarray:
        """Rows of B, in whitened coordinates, of the samples that have a partner: (t, size)."""
        out = np.zeros((len(self.graph.rows), self.size))
        first = 0
        for k, f in enumerate(self.sets):
            mine = (self.graph.rows >= first) & (self.graph.rows < first + len(f.U))
            rows = f.U[self.graph.rows[mine] - first] * f.s + f.mean
            out[mine, self.cuts[k]:self.cuts[k + 1]] = rows * self.white[k]
            first += len(f.U)
        return out

    def apply(self, V: np.ndarray) -> np.ndarray:
        """The operator on whitened coordinates (size, m); nothing of the size of the sets is touched."""
        out = self.drive @ (self.drive.T @ V)
        if self.paired is not None:
            out -= self.kappa * (self.paired.T @ (self.graph.laplacian @ (self.paired @ V)))
        for k, held in enumerate(self.held):
            f, white, part = self.sets[k], self.white[k][:, None], slice(self.cuts[k], self.cuts[k + 1])
            g = white * V[part]
            push = f.s[:, None] ** 2 * g - held @ (f.deficit[:, None] * (held.T @ g))
            if f.mean.any():
                push += len(f.U) * np.outer(f.mean, f.mean @ g)
            out[part] -= self.alpha * self.weights[k] / self.scale_m * white * push
        return out

    def solve(self, d: int, monitor: Monitor | None = None) -> Axes:
        """The `d` largest, without those that the ridge has collapsed (fewer if there are no more)."""
        monitor = monitor or SilentMonitor()
        if self.size <= DENSE:
            A = self.apply(np.eye(self.size))
            values, vectors = lapack.eigh((A + A.T) / 2)
            values, vectors = values[::-1], vectors[:, ::-1]
        else:
            values, vectors = self._iterate(d, monitor)
        positive = values > POSITIVE * max(float(values[0]), 0.0)
        share = self.share @ vectors**2
        used = (values >= -POSITIVE * abs(float(values[0]))) | (share >= COLLAPSED)
        place = np.flatnonzero(used)[:d]
        skipped = int((~used[: place[-1] + 1]).sum()) if len(place) else 0
        found = [white[:, None] * part for white, part in zip(
            self.white, np.split(vectors[:, place], self.cuts[1:-1]), strict=True)]
        return Axes(values[place], found, int(positive.sum()), skipped)

    def _iterate(self, d: int, monitor: Monitor) -> tuple[np.ndarray, np.ndarray]:
        """Largest eigenpairs by Lanczos; beyond the positive ones only among directions that are not collapsed."""

        def product(x: np.ndarray) -> np.ndarray:
            monitor.raise_if_cancelled()
            return self.apply(np.asarray(x, dtype=float).reshape(self.size, 1)).ravel()

        if self.ridge == 0:  # nothing can collapse
            return self._largest(product, min(d, self.size - 1))
        values, vectors = self._largest(product, min(self.drive.shape[1], d))
        values, vectors = values[values > 0], vectors[:, values > 0]
        standing = (self.share >= COLLAPSED).astype(float)
        wanted = min(d - len(values), int(standing.sum()) - len(values) - 1)
        if wanted < 1:
            return values, vectors
        taken = lapack.qr(standing[:, None] * vectors)[0]
        lift = 4 * (1 + self.alpha + self.kappa) * max(1.0, float(values.max(initial=0.0)))

        def inside(x: np.ndarray) -> np.ndarray:
            return standing * x - taken @ (taken.T @ x)

        def projected(x: np.ndarray) -> np.ndarray:
            flat = np.asarray(x, dtype=float).ravel()
            kept = inside(flat)
            return inside(product(kept)) - lift * (flat - kept)

        more, others = self._largest(projected, wanted)
        return np.concatenate([values, more]), np.hstack([vectors, others])

    def _largest(
        self, product: Callable[[np.ndarray], np.ndarray], count: int,
    ) -> tuple[np.ndarray, np.ndarray]:
        values, vectors = extreme_eigenpairs(product, self.size, count, "LA", tol=1e-11,
                                             ncv=min(self.size - 1, max(4 * count, 40)), maxiter=5000)
        return values[::-1], vectors[:, ::-1]
