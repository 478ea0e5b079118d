"""Canonical correlation analysis as an alignment: of standards, per instrument with targets, or joint."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..notes import Note
from ..numerics.grapheigen import range_basis
from ..registry import register
from ._graph import CAN_MAP
from ._latent import LatentAlignment
from ._words import HITS, NO_STANDARDS, PREDICTED, VALUES


@register(
    "cca", "Canonical correlation", needs=("pairs",), max_sets=None, can=CAN_MAP,
    summary="Finds the combinations of channels on each instrument that agree best on the standards. Needs many "
            "more standards than directions; with few, spectra are first reduced to some principal components.",
    source="Hotelling 1936; Boucher 2018, §2.1",
    assumes="Linear relations between the instruments; more standards than directions.",
    standards="twenty or more; with fewer than the directions it would need, it first reduces the spectra to "
              "principal components, a third as many as standards, and says so",
    values=VALUES,
    use="Many standards and linear differences: the second best on NIR, by another route than low rank alignment, "
        "so a good check of it.",
    avoid="Few standards: perfect correlations then exist by counting alone. Spectra without a partner are not "
          "used, but for the principal components.",
    instead={
        "lra": "fewer than twenty standards, or many spectra without a partner",
        "pls": "what varies most together is what you want"},
    failed=HITS + (" *Quality* shows correlations (eigenvalues) near 1 although the hits are poor: chance; keep "
                   "fewer principal components."),
    cost="m²·p for m standards (three or more instruments: (Σr)³, r directions each).",
    equation="max over f, g: corr(X₁f, X₂g) on the standards")
@register(
    "cca-multi", "Canonical correlation with reference values, per instrument", preset={"mode": "multi"},
    needs=("targets",), max_sets=None, can=CAN_MAP,
    summary="On each instrument by itself, the combinations of channels that agree best with the reference values. "
            "As many dimensions as properties at most.",
    source="Boucher 2018, §5.4 (CCA-Multi)",
    assumes="Each instrument has enough samples with reference values of its own.",
    standards=NO_STANDARDS,
    values="on every instrument, 3 or more with all properties known; a standard's value counts on all",
    use="Reference values on all instruments, no sample measured twice, different channels; as the comparison with "
        "CADA.",
    avoid="More dimensions than properties are wanted, or few labelled samples: then it knows too little of each "
          "instrument.",
    instead={
        "cada": "one scale for all instruments",
        "pls-multi": "more dimensions than properties",
        "pls-joint": "all instruments share the channels"},
    failed=PREDICTED,
    cost="n²·p for the n labelled spectra of each instrument.",
    equation="max over f_k, v_k: corr(X_k f_k, Y_k v_k), for each instrument by itself")
@register(
    "cca-joint", "Canonical correlation with reference values, one model", preset={"mode": "joint"},
    needs=("targets", "same channels"), max_sets=None, can=CAN_MAP,
    summary="One model of spectra and reference values, made from the last instrument, used for all of them.",
    source="Boucher 2018, §5.4 (CCA-Joint)",
    assumes="The same linear combinations of channels follow the reference values on all instruments.",
    standards=NO_STANDARDS,
    values="on the last instrument, 3 or more with all properties known (else on the one that has most); "
           "predictions use those of all",
    use="All instruments share the channels and differ little; as a comparison.",
    avoid="The instruments differ much in response: one model is adapted to none of them.",
    instead={"pls-joint": "in most cases: it kept more and predicted better on NIR", "cada": "different channels"},
    failed=PREDICTED,
    cost="n²·p for the n labelled spectra of the last instrument.",
    equation="max over f, v: corr(Xf, Yv) on the last instrument; the same f for all")
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
        self, X: np.ndarray, x: np.ndarray, y: np.ndarray, values: dict[str, Any],
    ) -> tuple[tuple[np.ndarray, np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]:
        centred = x - x.mean(axis=0)
        right = range_basis(y - y.mean(axis=0))
        left = self._reduce(centred, X, values)
        if values["pca_components"] is None and left[0].shape[1] + right[0].shape[1] > len(x) - 1:
            left = self._reduce(centred, X, {**values, "pca_components": max(1, len(x) // 3)})
        return left, right

    def _most(self, X: np.ndarray, x: np.ndarray, y: np.ndarray, values: dict[str, Any]) -> int:
        (U, _, _), (Q, _, _) = self._blocks(X, x, y, values)
        return min(U.shape[1], Q.shape[1])

    def _model(
        self, X: np.ndarray, x: np.ndarray, y: np.ndarray, d: int, values: dict[str, Any],
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        (U, s, V), (Q, t, R) = self._blocks(X, x, y, values)
        if U.shape[1] < min(len(x) - 1, x.shape[1]) and values["pca_components"] is None:
            self.chosen_["pca_components"] = U.shape[1]
            note = Note("latent.labelled_spectra_reduced", n=len(x), components=U.shape[1])
            if note not in self.warnings_:
                self.warnings_.append(note)
        left, rho, right = np.linalg.svd(U.T @ Q)
        signs = np.where(left[np.abs(left[:, :d]).argmax(axis=0), np.arange(d)] < 0, -1.0, 1.0)
        towards = (R / t) @ right.T[:, :d] * signs
        first = np.where(towards[np.abs(towards).argmax(axis=0), np.arange(d)] < 0, -1.0, 1.0)
        scale = np.sqrt(len(x)) * signs * first
        return (V / s) @ left[:, :d] * scale, rho[:d], towards * first
