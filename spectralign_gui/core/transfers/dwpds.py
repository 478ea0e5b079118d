"""Double-window piecewise direct standardisation."""

from __future__ import annotations

from typing import Any

from ..parameters import Parameter
from ..registry import register
from ._base import OWN_MODEL
from ._problem import TransferProblem
from .pds import COMPONENTS, RIDGE, TRUNCATION, WINDOW, _Windowed


@register("dwpds", "Double-window PDS", family="transfer", needs=("pairs", "same channels"),
          can=("to_spectra", "predict"),
          summary="PDS whose local map is fitted on several neighbouring channels together, so that few standards "
                  "give steadier maps.",
          source="double-window PDS as compared in Appl. Spectrosc. 61 (2007) 414: local regressions "
                 "pooled over a second window",
    assumes="As PDS, and neighbouring channels share their map.",
    use="Few standards and smooth differences.",
    avoid="Sharp lines with shifts that change quickly along the axis.",
    equation="a_j ≈ B[j−w … j+w] f_j, f_j from the channels j−v … j+v together")
class DoubleWindowPDS(_Windowed):
    """Local PLS (or ridge) of A on a window of B, the normal equations summed over a second window of channels.

    Automatic: both windows, local factors and ridge are compared by leaving standards out.
    """

    parameters = (
        WINDOW,
        Parameter("second_window", "int", None, "Second window",
                  "Neighbouring channels (odd) that share one local map.", minimum=1, unit="channels",
                  has_automatic=True),
        COMPONENTS, RIDGE, TRUNCATION, *OWN_MODEL)

    def _candidates(self, problem: TransferProblem, values: dict[str, Any]) -> list[dict[str, Any]]:
        seconds = [values["second_window"]] if values["second_window"] is not None else [5, 15]
        return [{**c, "second_window": s} for c in super()._candidates(problem, values) for s in seconds]

    def _second(self, chosen: dict[str, Any]) -> int:
        return int(chosen["second_window"])
