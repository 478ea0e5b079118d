"""Affine matching: embed each set, then map the second onto the first by a least-squares affine map."""

from __future__ import annotations

import numpy as np

from ..errors import PairsError
from ..registry import register
from ._graph import CAN_MAP
from ._single import MatchedEmbeddings
from ._words import HITS, VALUES


@register(
    "affine", "Affine matching", needs=("pairs",), max_sets=2, can=CAN_MAP,
    only={
        "transform": "with the embedding lpp or pca",
        "to_spectra": "with the embedding lpp or pca",
        "predict": "with the embedding lpp or pca"},
    summary="Flattens each instrument's spectra by themselves, then maps the second picture onto the first by the "
            "affine map (shift, turn, stretch and shear) that fits the standards best.",
    source="Lafon, Keller & Coifman 2006, as used by Boucher et al. 2015",
    assumes="The two flattened pictures of the data differ by an affine map; enough standards to determine it (more "
            "than dimensions).",
    standards="more than dimensions plus one, or the map follows their noise",
    values=VALUES,
    use="Both instruments give pictures of nearly the same shape, turned, stretched or sheared; as a comparison.",
    avoid="Few standards: the map then follows their noise. Pictures that are bent differently.",
    instead={"procrustes": "few standards: fewer numbers to learn", "lra": "in most cases, also with few standards"},
    failed=HITS + " A warning says when the standards fix fewer directions than there are dimensions.",
    cost="As Procrustes alignment.",
    equation="min over B: ‖(X − x̄) − (Y − ȳ)B‖²; X, Y are the standards' coordinates")
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
        self.matrix_ = np.linalg.lstsq(Y - shift_y, X - shift_x, rcond=1e-10)[0]
        return (shift_x, np.eye(X.shape[1])), (shift_y, self.matrix_)
