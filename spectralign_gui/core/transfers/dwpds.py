"""Double-window piecewise direct standardisation."""

from __future__ import annotations

from typing import Any

from ..errors import ParameterError
from ..parameters import Parameter, the_parameter
from ..regression.parameters import OWN_MODEL
from ._problem import TransferProblem
from .pds import COMPONENTS, RIDGE, TRUNCATION, WINDOW, _Windowed


class DoubleWindowPDS(_Windowed):
    """Local PLS (or ridge) of A on a window of B, the normal equations summed over a second window of channels.

    Automatic: both windows, local factors and ridge are compared by leaving standards out.
    """

    parameters = (
        WINDOW,
        Parameter("second_window", "int", None, "Second window",
                  "Neighbouring channels (odd) that share one local map.", minimum=1, unit="channels",
                  has_automatic=True,
                  advice="5 to 15. Automatic compares 5 and 15."),
        COMPONENTS, RIDGE, TRUNCATION, *OWN_MODEL)

    def _candidates(self, problem: TransferProblem, values: dict[str, Any]) -> list[dict[str, Any]]:
        if values["second_window"] is not None and values["second_window"] % 2 == 0:
            raise ParameterError(f"{the_parameter('second_window')} must be odd, not {values['second_window']}.")
        seconds = [values["second_window"]] if values["second_window"] is not None else [5, 15]
        return [{**c, "second_window": s} for c in super()._candidates(problem, values) for s in seconds]

    def _second(self, chosen: dict[str, Any]) -> int:
        return int(chosen["second_window"])
