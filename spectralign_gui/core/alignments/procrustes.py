"""Procrustes alignment: embed each set, then shift, turn and stretch the second onto the first."""

from __future__ import annotations

import numpy as np

from ..errors import PairsError
from ..numerics import lapack
from ._matched_embeddings import MatchedEmbeddings


def procrustes(X: np.ndarray, Y: np.ndarray) -> tuple[np.ndarray, float]:
    """Q (orthogonal) and k that minimise ‖X − kYQ‖_F for centred configurations (Wang & Mahadevan 2008, theorem 1).

    Parameters
    ----------
    X, Y : (m, d) arrays
        Row i of X corresponds to row i of Y; both centred.

    Returns
    -------
    Q : (d, d) array
        UVᵀ of the singular value decomposition YᵀX = UΣVᵀ.
    k : float
        tr(Σ) / tr(YᵀY); 1 if Y is all zero.
    """
    U, s, Vt = lapack.svd(Y.T @ X)
    total = float((Y ** 2).sum())
    return U @ Vt, float(s.sum()) / total if total > 0 else 1.0


class ProcrustesAlignment(MatchedEmbeddings):
    """Procrustes alignment of two sets after Laplacian eigenmaps, LPP or PCA.

    Both embeddings are centred on their standards; the second becomes k(Y − ȳ)Q with YᵀX = UΣVᵀ, Q = UVᵀ,
    k = tr(Σ)/tr(YᵀY). A standard paired several times counts once per pair.

    Parameters
    ----------
    n_components : int or "auto", default "auto"
        "auto" takes the number with the best hits on standards withheld in turn (see `_dimensions.settle`).
    embedding : {"laplacian", "lpp", "pca"}, default "laplacian"
        With "lpp" and "pca" new spectra can be transformed.
    n_neighbors : int, default 10
    weighting : {"binary", "heat"}, default "binary"
    scaling : str, default "centre-rms"
    bandwidth : float, optional
        t of the heat kernel.
    pca_components : int, optional
        Principal components kept first ("lpp", "pca").
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    rotation_ : (d, d) array
        Q.
    stretch_ : float
        k.

    References
    ----------
    Wang & Mahadevan, "Manifold alignment using Procrustes analysis", ICML 2008, §2.2 and theorem 1.
    """

    def _match(self, X: np.ndarray, Y: np.ndarray) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        if len(np.unique(X, axis=0)) < 2 or len(np.unique(Y, axis=0)) < 2:
            raise PairsError("procrustes.two_standards")
        shift_x, shift_y = X.mean(axis=0), Y.mean(axis=0)
        Q, k = procrustes(X - shift_x, Y - shift_y)
        if k == 0:
            raise PairsError("procrustes.no_turn")
        self.rotation_, self.stretch_ = Q, k
        return (shift_x, np.eye(X.shape[1])), (shift_y, k * Q)
