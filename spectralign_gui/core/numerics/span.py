"""Orthonormal basis of a few wide blocks of columns, by matrix products where a Householder QR would take long."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import lapack

TALL = 5000  # rows from which on products pay
WELL = 1e-6  # squared relative norm above which a direction is safe in a Gram matrix
NOTHING = 1e-15  # relative norm below which a direction is rounding


def orthonormal_span(first: np.ndarray, others: Sequence[np.ndarray], tall: int | None = None) -> np.ndarray:
    """Orthonormal columns whose span holds all blocks.

    Parameters
    ----------
    first : (N, r) array
        Orthonormal already.
    others : list of (N, k) arrays
    tall : int, optional
        Rows from which on the route by products is taken; `TALL` if None.

    Returns
    -------
    (N, c) array
        May hold further directions where the blocks depend on each other.
    """
    if not others:
        return first
    columns = first.shape[1] + sum(block.shape[1] for block in others)
    if len(first) < (TALL if tall is None else tall) or columns > len(first):
        return lapack.qr(np.hstack([first, *others]))[0]
    basis = first
    for block in others:
        basis = np.hstack([basis, _outside(basis, block)])
    return basis


def _outside(Q: np.ndarray, W: np.ndarray) -> np.ndarray:
    """Orthonormal columns for the part of W outside Q.

    A Gram matrix loses directions of small norm. Those are taken up one by one afterwards, so that nothing above
    rounding is lost.
    """
    largest = float(np.sqrt((W**2).sum(axis=0).max(initial=0.0)))
    if largest == 0:
        return W[:, :0]
    W = W - Q @ (Q.T @ W)
    squares, turn = lapack.eigh(W.T @ W)
    good = squares > WELL * largest**2
    A = W @ (turn[:, good] / np.sqrt(squares[good]))
    for _ in range(2):  # the first pass leaves 1e-16 / WELL
        A -= Q @ (Q.T @ A)
        values, vectors = lapack.eigh(A.T @ A)
        A = A @ ((vectors / np.sqrt(values)) @ vectors.T)
    rest = W @ turn[:, ~good]
    size = np.linalg.norm(rest, axis=0)
    rest = rest[:, size > NOTHING * largest] / size[size > NOTHING * largest]
    if not rest.shape[1]:
        return A
    for _ in range(3):
        rest -= Q @ (Q.T @ rest)
        rest -= A @ (A.T @ rest)
        rest = lapack.qr(rest)[0]
    return np.hstack([A, rest])
