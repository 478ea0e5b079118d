"""External parameter orthogonalisation."""

from __future__ import annotations

from typing import Any

from ..naming import counted
from ..parameters import Parameter
from ._affine import AffineMap
from ._part import Part, projection
from ._retrain import PROJECTED, RetrainedTransfer, shifts

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
        mean, s, Vt = part.differences(bool(chosen["shift"]))
        V = Vt[:chosen["n_components"]][s[:chosen["n_components"]] > 1e-12 * max(float(s[0]), 1e-300)]
        return projection(V), projection(V, mean if chosen["shift"] else None)
