"""Canonical correlation analysis as an alignment: of standards, per instrument with targets, or joint."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..notes import Note
from ..numerics import lapack
from ..numerics.grapheigen import range_basis
from ..numerics.scaling import BlockMatrix
from ._cca_pls import LatentAlignment


class CCAAlignment(LatentAlignment):
    """Canonical correlation analysis, any number of sets.

    *pair*: canonical variates of the standards on two sets, of unit variance on the standards; with more sets the
    sum of correlations over all pairs of sets (eigenvectors of the cross-correlation of the whitened blocks, which
    for two sets is CCA itself). *multi*: CCA of each set with its own targets; signs are made to agree in the
    property space. *joint*: one CCA of the last set with its targets (as D §5.4; `fit_on="all"` pools all labelled
    spectra), applied to all sets. Solved by singular value decompositions on the range, to full precision; the
    answers are those of scikit-learn's CCA up to sign and length.

    Where the directions outnumber what the standards can tell apart (their ranks add up to more than the standards
    less one, so that perfect correlations exist by counting), the spectra are first reduced to principal
    components, a third of the number of standards unless `pca_components` says otherwise; a warning tells.

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
        Canonical correlations (mean over the sets for "multi").
    """

    whiten = True

    def _blocks(
        self, X: BlockMatrix, x: np.ndarray, y: np.ndarray, values: dict[str, Any],
    ) -> tuple[tuple[np.ndarray, np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]:
        centred = x - x.mean(axis=0)
        right = range_basis(y - y.mean(axis=0))
        left = self._reduce(centred, X, values)
        if values["pca_components"] is None and left[0].shape[1] + right[0].shape[1] > len(x) - 1:
            left = self._reduce(centred, X, {**values, "pca_components": max(1, len(x) // 3)})
        return left, right

    def _most(self, X: BlockMatrix, x: np.ndarray, y: np.ndarray, values: dict[str, Any]) -> int:
        (U, _, _), (Q, _, _) = self._blocks(X, x, y, values)
        return min(U.shape[1], Q.shape[1])

    def _model(
        self, X: BlockMatrix, x: np.ndarray, y: np.ndarray, d: int, values: dict[str, Any],
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        (U, s, V), (Q, t, R) = self._blocks(X, x, y, values)
        if U.shape[1] < min(len(x) - 1, x.shape[1]) and values["pca_components"] is None:
            self.chosen_["pca_components"] = U.shape[1]
            note = Note("latent.labelled_spectra_reduced", n=len(x), components=U.shape[1])
            if note not in self.warnings_:
                self.warnings_.append(note)
        left, rho, right = lapack.svd(U.T @ Q)
        signs = np.where(left[np.abs(left[:, :d]).argmax(axis=0), np.arange(d)] < 0, -1.0, 1.0)
        towards = (R / t) @ right.T[:, :d] * signs
        first = np.where(towards[np.abs(towards).argmax(axis=0), np.arange(d)] < 0, -1.0, 1.0)
        scale = np.sqrt(len(x)) * signs * first
        return (V / s) @ left[:, :d] * scale, rho[:d], towards * first
