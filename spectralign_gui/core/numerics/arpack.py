"""Extreme eigenpairs of a symmetric operator by Lanczos (ARPACK), as a whole where Lanczos does not get there."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..errors import DataError
from . import lapack

LARGEST_DENSE = 4000
"""Rows up to which a problem that Lanczos does not solve is solved as a whole."""


def extreme_eigenpairs(
    product: Callable[[np.ndarray], np.ndarray], size: int, count: int, which: str, *, tol: float,
    ncv: int | None = None, maxiter: int | None = None, seed: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """The `count` largest or smallest eigenvalues, ascending, and their vectors.

    Whether Lanczos finds eigenvalues that are all but equal hangs on rounding, so it may not where it did on another
    processor.

    Parameters
    ----------
    product : callable
        A x for x (size,).
    which : {"LA", "SA"}
        Largest or smallest.

    Raises
    ------
    DataError
        They were not found, and the problem is too large to be solved as a whole.
    """
    from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

    try:
        values, vectors = eigsh(LinearOperator((size, size), matvec=product, dtype=float), k=count, which=which,
                                v0=np.random.default_rng(seed).standard_normal(size), tol=tol, ncv=ncv,
                                maxiter=maxiter)
        order = np.argsort(values)
        return values[order], vectors[:, order]
    except ArpackError:
        if size > LARGEST_DENSE:
            raise DataError("dimensions.equal") from None
    A = np.empty((size, size))
    for j, unit in enumerate(np.eye(size)):
        A[:, j] = product(unit)
    values, vectors = lapack.eigh((A + A.T) / 2)
    part = slice(0, count) if which == "SA" else slice(size - count, size)
    return values[part], vectors[:, part]
