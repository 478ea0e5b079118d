"""Prediction intervals from residuals at held-out samples (split conformal prediction)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import DataError, ParameterError


class ConformalIntervals:
    """Half widths per property such that a new value lies inside with at least the given probability.

    Parameters
    ----------
    residuals : (n, q) array
        Predicted − measured at samples that took no part in the fit; NaN where unknown.

    Notes
    -----
    Half width = the ⌈(n + 1)(1 − α)⌉-th smallest absolute residual; valid for exchangeable samples whatever the
    distribution of the errors (Vovk, Gammerman & Shafer 2005; Lei et al., JASA 113 (2018) 1094). With n residuals
    the largest level is n/(n + 1); above it the interval is infinite, and says so.
    """

    def __init__(self, residuals: ArrayLike) -> None:
        R = np.abs(np.asarray(residuals, dtype=np.float64))
        R = R[:, None] if R.ndim == 1 else R
        if R.ndim != 2 or not np.isfinite(R).any():
            raise DataError("intervals.no_residuals")
        self.absolute = [np.sort(R[np.isfinite(R[:, j]), j]) for j in range(R.shape[1])]

    def half_width(self, level: float = 0.9) -> np.ndarray:
        """Half widths (q,); infinite where there are too few residuals for the level.

        Raises
        ------
        ParameterError
            If the level is not between 0 and 1.
        """
        if not 0 < level < 1:
            raise ParameterError("intervals.level", level=level)
        widths = []
        for values in self.absolute:
            rank = int(np.ceil((len(values) + 1) * level - 1e-9))
            widths.append(float(values[rank - 1]) if 1 <= rank <= len(values) else float("inf"))
        return np.array(widths)

    def interval(self, predicted: ArrayLike, level: float = 0.9) -> tuple[np.ndarray, np.ndarray]:
        """Lower and upper ends (n, q)."""
        P = np.asarray(predicted, dtype=np.float64)
        return P - self.half_width(level), P + self.half_width(level)

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {"absolute": list(self.absolute)}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> ConformalIntervals:
        """The intervals that `to_state` described."""
        self = cls.__new__(cls)
        self.absolute = [np.asarray(a, dtype=np.float64) for a in state["absolute"]]
        return self
