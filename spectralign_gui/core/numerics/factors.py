"""Left factors X = U S Vᵀ of a set, from the smaller side: the smaller Gram matrix or a randomised SVD,
never a full SVD of a big X."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..errors import DataError
from ..monitor import Monitor, SilentMonitor
from . import lapack
from .krylov import leading_eigenpairs
from .memory import require
from .penalty import numerical_rank
from .scaling import BlockMatrix, ScaledSet

DIRECT = 400  # up to this smaller side a plain SVD is both the fastest and the most accurate
GRAM_LIMIT = 8192  # above this smaller side no Gram matrix is formed: products with X itself
REFINE_BELOW = 1e-5  # s_q / s_1 below which a Gram matrix has lost digits (it squares the condition number)
EXTRA = 10  # further vectors carried along where the wanted ones are refined
RESIDUAL = 1e-8  # of the vectors in noise, relative; R depends on it no more than so, the values by its square


@dataclass(frozen=True)
class Factors:
    """Leading singular triplets of a set of shape (n, p).

    Parameters
    ----------
    basis : (n, r) array
        U, orthonormal columns.
    singular_values : (r,) array
        Descending, all above rounding.
    right : (p, r) array
        V, orthonormal columns.
    total : float
        Squared Frobenius norm of the set.
    shape : (int, int)
    complete : bool
        Whether these are all non-zero singular values.
    """

    basis: np.ndarray
    singular_values: np.ndarray
    right: np.ndarray
    total: float
    shape: tuple[int, int]
    complete: bool

    def first(self, r: int) -> Factors:
        """The leading `r` triplets."""
        if r >= len(self.singular_values):
            return self
        return Factors(self.basis[:, :r], self.singular_values[:r], self.right[:, :r], self.total, self.shape, False)


def decompose(
    data: BlockMatrix | np.ndarray, *, count: int | None = None, above: float | None = None,
    share: float | None = None, monitor: Monitor | None = None, seed: int = 0,
) -> Factors:
    """Singular triplets of a set: all of them, or the leading ones that are asked for.

    Parameters
    ----------
    data : BlockMatrix (a `ScaledSet`, say) or (n, p) array
    count : int, optional
        At least this many (fewer where the rank is lower).
    above : float, optional
        At least all singular values above this, and one more.
    share : float, optional
        At least enough for this share of the squared norm, and one more.
    monitor : Monitor, optional
    seed : int
        Of the random start of the iteration for large sets; the answer depends on it by rounding only.

    Raises
    ------
    DataError
        If the spectra are too large to be squared.
    MemoryNeedError
        If a full decomposition of a very large set is asked for.
    """
    monitor = monitor or SilentMonitor()
    data = data if isinstance(data, BlockMatrix) else ScaledSet(data)
    n, p = data.shape
    small = min(n, p)
    if small <= DIRECT:
        return _direct(data, monitor)
    partial = not (count is None and above is None and share is None)
    gram: np.ndarray | None = None
    if small <= GRAM_LIMIT or not partial:
        require(3 * 8.0 * small**2, f"the decomposition of {n} × {p} values", "set a kept rank instead")
        gram = _gram(data, monitor)
        total = float(np.trace(gram))
    else:
        total = sum(float((block**2).sum()) for _, block in data.blocks())
    if not np.isfinite(total):
        raise DataError("spectra.too_large_to_square")

    def enough(s: np.ndarray) -> bool:
        return ((count is None or len(s) >= count) and (above is None or s[-1] <= above)
                and (share is None or (s[:-1] ** 2).sum() >= share * total))

    wanted = count or 48
    while partial and wanted + EXTRA < small // 6:
        found = _partial(data, gram, wanted, monitor, seed)
        if found is None:
            break
        s = np.sqrt(np.maximum(found[0], 0.0))
        rank = numerical_rank(s, data.shape)
        if rank < len(s) or enough(s[:wanted]):
            return _finish(data, found[1], s, total, wanted, complete=False, monitor=monitor)
        wanted *= 2
    if gram is None:
        require(3 * 8.0 * small**2, f"the decomposition of {n} × {p} values", "set a lower kept rank")
        gram = _gram(data, monitor)
    monitor.report("decomposing", 0.6)
    values, vectors = lapack.eigh(gram)
    s = np.sqrt(np.maximum(values[::-1], 0.0))
    keep = small if not partial else max(min(small, (count or 0) + EXTRA), int((s > (above or np.inf)).sum()) + EXTRA)
    if share is not None:
        keep = max(keep, int(np.searchsorted(np.cumsum(s**2), share * total)) + 1 + EXTRA)
    keep = min(keep, small)
    return _finish(data, vectors[:, ::-1][:, :keep], s[:keep], total, keep, complete=keep == small, monitor=monitor)


def _direct(data: BlockMatrix, monitor: Monitor) -> Factors:
    monitor.raise_if_cancelled()
    dense = data.dense()
    unit = float(np.abs(dense).max())
    if not np.isfinite(unit):
        raise DataError("spectra.too_large_unscaled")
    if unit == 0:
        return Factors(np.zeros((data.shape[0], 0)), np.zeros(0), np.zeros((data.shape[1], 0)), 0.0, data.shape, True)
    U, s, Vt = _svd(dense / unit)
    r = numerical_rank(s, data.shape)
    s = s[:r] * unit
    return Factors(U[:, :r].copy(), s, Vt[:r].T.copy(), float((s**2).sum()), data.shape, True)


def _svd(A: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Thin SVD by way of a QR of the longer side: the same digits, much less work for a long thin matrix."""
    n, p = A.shape
    if p > 2 * n:
        U, s, Vt = _svd(np.ascontiguousarray(A.T))
        return Vt.T, s, U.T
    if n > 2 * p:
        Q, triangle = lapack.qr(A)
        U, s, Vt = lapack.svd(triangle)
        return Q @ U, s, Vt
    return lapack.svd(A, full_matrices=False)


def _gram(data: BlockMatrix, monitor: Monitor) -> np.ndarray:
    """The smaller of XXᵀ and XᵀX, summed over float64 blocks."""
    n, p = data.shape
    small = min(n, p)
    gram = np.zeros((small, small))
    for part, block in data.raw_blocks(columns=p > n):
        monitor.raise_if_cancelled()
        with np.errstate(over="ignore", invalid="ignore"):  # what is too large is told by the caller; kernels differ
            gram += block.T @ block if p <= n else block @ block.T
        monitor.report("multiplying", 0.5 * part.stop / max(n, p))
    return gram / data.unit**2


def _partial(
    data: BlockMatrix, gram: np.ndarray | None, count: int, monitor: Monitor, seed: int,
) -> tuple[np.ndarray, np.ndarray] | None:
    """Leading eigenpairs of the smaller Gram matrix, None if the iteration does not get there."""
    n, p = data.shape
    apply: Callable[[np.ndarray], np.ndarray]
    if gram is not None:
        matrix = gram
        apply = lambda B: matrix @ B  # noqa: E731
    elif p <= n:
        apply = lambda B: data.transposed_times(data.times(B))  # noqa: E731
    else:
        apply = lambda B: data.times(data.transposed_times(B))  # noqa: E731
    monitor.report("decomposing", 0.6)
    values, vectors, converged = leading_eigenpairs(apply, min(n, p), count, extra=EXTRA, tol=RESIDUAL, seed=seed,
                                                    max_columns=min(max(20 * count, 640), min(n, p) // 2),
                                                    monitor=monitor)
    return (values, vectors) if converged else None


def _finish(
    data: BlockMatrix, vectors: np.ndarray, s: np.ndarray, total: float, wanted: int, *, complete: bool,
    monitor: Monitor,
) -> Factors:
    """Both sides from the eigenvectors of the smaller one, refined from X where the Gram matrix lost digits."""
    n, p = data.shape
    monitor.raise_if_cancelled()
    monitor.report("other side", 0.8)
    last = s[min(wanted, len(s)) - 1]
    if last < REFINE_BELOW * s[0]:
        found = _refine(data, vectors, monitor)
    else:
        vectors = vectors[:, :wanted]
        s = s[:wanted]
        other = (data.times(vectors) if p <= n else data.transposed_times(vectors)) / s
        found = (other, s, vectors) if p <= n else (vectors, s, other)
    U, s, V = found
    r = min(wanted, numerical_rank(s, data.shape))
    return Factors(np.ascontiguousarray(U[:, :r]), s[:r].copy(), np.ascontiguousarray(V[:, :r]), total, data.shape,
                   complete or r < wanted)


def _refine(
    data: BlockMatrix, vectors: np.ndarray, monitor: Monitor,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """SVD of X within a subspace that starts as `vectors` and is improved by products with X itself."""
    n, p = data.shape
    basis = lapack.qr(vectors)[0]
    for _ in range(2):  # each pass multiplies what has leaked out by (s_dropped / s_kept)², orthonormalised between
        monitor.raise_if_cancelled()
        image = lapack.qr(data.times(basis) if p <= n else data.transposed_times(basis))[0]
        basis = lapack.qr(data.transposed_times(image) if p <= n else data.times(image))[0]
    projected = data.times(basis) if p <= n else data.transposed_times(basis)  # (other side, k)
    left, s, small = _svd(projected)
    near = basis @ small.T
    return (left, s, near) if p <= n else (near, s, left)
