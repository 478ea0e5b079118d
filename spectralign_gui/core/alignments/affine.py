"""Affine matching: embed each set, then map the second onto the first by a least-squares affine map."""

from __future__ import annotations

import numpy as np

from ..errors import PairsError
from ..numerics import lapack
from ._matched_embeddings import MatchedEmbeddings


class AffineAlignment(MatchedEmbeddings):
    """Affine matching of two embedded sets.

    With the standards' coordinates X (first set) and Y (second), B minimises ‖X − X̄ − (Y − Ȳ)B‖_F; with fewer
    standards than dimensions the solution of least norm is taken. Both embeddings are centred on the standards.

    Parameters
    ----------
    n_components : int or "auto", default "auto"
        "auto" takes the number with the best hits on standards withheld in turn (see `_dimensions.settle`).
    embedding : {"laplacian", "lpp", "pca"}, default "laplacian"
        Lafon et al. use diffusion maps; as in the comparison of Boucher et al. the same embeddings serve here as
        for Procrustes alignment. With "lpp" and "pca" new spectra can be transformed.
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
    matrix_ : (d, d) array
        B.

    References
    ----------
    Lafon, Keller & Coifman, "Data fusion and multicue data matching by diffusion maps", IEEE TPAMI 28 (2006) 1784.
    """

    def _match(self, X: np.ndarray, Y: np.ndarray) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        if len(np.unique(X, axis=0)) < 2 or len(np.unique(Y, axis=0)) < 2:
            raise PairsError("affine.two_standards")
        shift_x, shift_y = X.mean(axis=0), Y.mean(axis=0)
        self.matrix_ = lapack.lstsq(Y - shift_y, X - shift_x, rcond=1e-10)[0]
        return (shift_x, np.eye(X.shape[1])), (shift_y, self.matrix_)
