"""External parameter orthogonalisation."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..naming import counted
from ..parameters import Parameter
from ..registry import register
from ._affine import AffineMap
from ._part import Part, projection
from ._retrain import PROJECTED, RetrainedTransfer, shifts
from ._words import COMPARE, COST_MODEL, VALUES_MODEL

DIRECTIONS = Parameter(
    "n_components", "int", "auto", "Directions removed",
    "Main directions in which the instruments differ on the standards; they are taken out of all spectra.",
    minimum=1, has_automatic=True, automatic="auto",
    advice="1 or 2 on instruments of one kind, up to 4. Automatic compares 1 to 4, as the standards allow.")


def numbers_of_directions(values: dict[str, Any], largest: int) -> list[int]:
    """Settings of `n_components` to compare."""
    if values["n_components"] != "auto":
        return [values["n_components"]]
    return [n for n in (1, 2, 3, 4) if n <= max(1, largest)]


@register(
    "epo", "External parameter orthogonalisation (EPO)", family="transfer",
    needs=("pairs", "targets", "same channels"), can=("transform", "predict"),
    summary="Removes the main directions of the difference between the instruments from all spectra and fits the "
            "model anew on A.",
    source="Roger, Chauchard & Bellon-Maurel, Chemom. Intell. Lab. Syst. 66 (2003) 191",
    assumes="The difference of the instruments lies in few directions that the values do not need.",
    standards="5 or more",
    values=VALUES_MODEL,
    use="One model that is blind to the instrument (or to temperature, moisture), on instruments of one kind.",
    avoid="The difference and the property share directions: signal is removed too. On instruments of different "
          "kinds (below) it gains less from further standards than methods that put them into the model.",
    instead={
        "glsw": "no sharp border between difference and signal",
        "spiked": "standards with values on instruments of different kinds",
        "dop": "A never measured B's labelled samples"},
    failed=COMPARE + " *Compare*: A on A itself got worse: a direction of the property was removed.",
    cost=COST_MODEL,
    equation="P = I − VVᵀ, V leading right singular vectors of A's − B's standards")
class ExternalParameterOrthogonalisation(RetrainedTransfer):
    """P = I − VVᵀ with V the leading right singular vectors of A's standards − B's standards.

    With `shift` the mean difference is added to B and V is that of the centred differences. Automatic: number of
    directions and shift per property, by leaving physical samples out.
    """

    parameters = (DIRECTIONS, *PROJECTED)

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        self._check_components(values, min(len(part.SA), part.A.shape[1] - 1), counted(len(part.SA), "standard"))
        return [{"n_components": n, "shift": s, "weight": values["weight"]}
                for n in numbers_of_directions(values, len(part.SA) - 3) for s in shifts(values)]

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        D = part.SA - part.SB
        mean = D.mean(axis=0)
        if chosen["shift"]:
            D = D - mean
        _, s, Vt = np.linalg.svd(D, full_matrices=False)
        V = Vt[:chosen["n_components"]][s[:chosen["n_components"]] > 1e-12 * max(float(s[0]), 1e-300)]
        return projection(V), projection(V, mean if chosen["shift"] else None)
