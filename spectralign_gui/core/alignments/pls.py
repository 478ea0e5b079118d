"""Partial least squares as an alignment: of standards, per instrument with targets, or joint."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..numerics import lapack
from ..numerics.scaling import BlockMatrix
from ._cca_pls import LatentAlignment


class PLSAlignment(LatentAlignment):
    """Partial least squares, any number of sets.

    *pair*: singular vectors of the cross-covariance of the standards (PLS-SVD); with more sets the eigenvectors of
    all cross-covariances together. Both sides of an axis get the same mean square on the standards. *multi*: the
    x-scores of a PLS2 regression of each set on its own targets; signs are made to agree in the property space.
    *joint*: the x-scores of one PLS2 regression of the last set (as D §5.4; `fit_on="all"` pools all labelled
    spectra), applied to all sets. Every latent variable is found by a decomposition, in the range of the spectra (which
    changes nothing, but keeps it small); the properties are standardised, so that their units do not matter.

    In "multi" and "joint" mode, where pairs are given, values known on one instrument only are used for its standards
    on the others too.

    Parameters
    ----------
    n_components : int or "auto", default "auto"
        "pair": "auto" takes the number with the best hits on standards withheld in turn (see `_dimensions.settle`).
        "multi", "joint": "auto" is 10, or as many as there are (for CCA no more than properties).
    mode : {"pair", "multi", "joint"}, default "pair"
    scaling : str, default "centre-rms"
    fit_on : {"target", "all"}, default "target"
        What a joint model is made from: the last set, or all.
    pca_components : int, optional
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    eigenvalues_ : (d,) array
        "pair": singular values of the cross-covariance (times the number of pairs). Otherwise the correlation of
        each score with what it predicts, mean over sets.
    """

    whiten = False

    def _most(self, X: BlockMatrix, x: np.ndarray, y: np.ndarray, values: dict[str, Any]) -> int:
        return min(self._reduce(x - x.mean(axis=0), X, values)[1].shape[0], len(x) - 1)

    def _model(
        self, X: BlockMatrix, x: np.ndarray, y: np.ndarray, d: int, values: dict[str, Any],
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        U, s, V = self._reduce(x - x.mean(axis=0), X, values)
        spread = np.where(y.std(axis=0) > 0, y.std(axis=0), 1.0)
        Y = (y - y.mean(axis=0)) / spread  # properties in different units weigh alike
        rotations, towards = latent_variables(U * s, Y, d)
        flips = np.where(towards[np.abs(towards).argmax(axis=0), np.arange(d)] < 0, -1.0, 1.0)
        scores = (U * s) @ rotations
        part = scores[:, None, :] * towards[None]
        told = (part ** 2).sum(axis=(0, 1)) / max(float((Y ** 2).sum()), np.finfo(float).tiny)
        return V @ rotations * flips, np.sqrt(told), towards * flips


def latent_variables(X: np.ndarray, Y: np.ndarray, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Rotations (r, d) and loadings of Y (q, d) of PLS2 with deflation (Wold 1975), for centred X (n, r) and Y (n, q).

    Each weight is the leading left singular vector of XᵀY as deflated, by a decomposition: the usual power iteration
    ends far from it where the two largest singular values are close. Axes beyond what X tells of Y are zero.
    """
    E, F = X, Y
    weights, loadings = np.zeros((X.shape[1], d)), np.zeros((X.shape[1], d))
    towards = np.zeros((Y.shape[1], d))
    size = np.linalg.norm(X) * np.linalg.norm(Y)
    for j in range(d):
        left, strengths, _ = lapack.svd(E.T @ F, full_matrices=False)
        if strengths[0] <= 1e-13 * size:
            break
        w = left[:, 0]
        t = E @ w
        weights[:, j], loadings[:, j], towards[:, j] = w, E.T @ t / (t @ t), F.T @ t / (t @ t)
        E, F = E - np.outer(t, loadings[:, j]), F - np.outer(t, towards[:, j])
    return weights @ lapack.pinv(loadings.T @ weights), towards
