"""Prediction intervals from residuals at held-out samples: split conformal, and Student's t where they are few."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike

from ..errors import DataError, ParameterError

FEWEST = 3
"""Residuals below which there is no interval: fewer standards are not left out of a fit either."""


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
    the largest level that anything can promise without a model of the errors is n/(n + 1). Above it the errors are
    taken as normal with mean 0, of which the residuals are a sample: a new one divided by their root mean square
    follows Student's t with n degrees of freedom. Fewer than three residuals give an infinite interval.

    Examples
    --------
    >>> ConformalIntervals([1.0, -2.0, 2.0]).half_width(0.75)
    array([2.])
    >>> ConformalIntervals([1.0, -2.0, 2.0]).half_width(0.9).round(2)
    array([4.08])
    """

    def __init__(self, residuals: ArrayLike) -> None:
        R = np.abs(np.asarray(residuals, dtype=np.float64))
        R = R[:, None] if R.ndim == 1 else R
        if R.ndim != 2 or not np.isfinite(R).any():
            raise DataError("intervals.no_residuals")
        self.absolute = [np.sort(R[np.isfinite(R[:, j]), j]) for j in range(R.shape[1])]

    def half_width(self, level: float = 0.9) -> np.ndarray:
        """Half widths (q,); infinite where fewer than three residuals are known.

        Raises
        ------
        ParameterError
            If the level is not between 0 and 1.
        """
        widths = []
        for values, rank in zip(self.absolute, self._ranks(level), strict=True):
            if len(values) < FEWEST:
                widths.append(float("inf"))
            elif rank <= len(values):
                widths.append(float(values[max(rank, 1) - 1]))
            else:
                quantile = scipy.special.stdtrit(len(values), 0.5 + level / 2)
                widths.append(float(quantile * np.sqrt(np.mean(values ** 2))))
        return np.array(widths)

    def promised(self, level: float = 0.9) -> np.ndarray:
        """Whether (q,) the level holds whatever the distribution of the errors, since there are enough residuals."""
        return np.array([len(v) >= FEWEST and rank <= len(v)
                         for v, rank in zip(self.absolute, self._ranks(level), strict=True)])

    def _ranks(self, level: float) -> list[int]:
        if not 0 < level < 1:
            raise ParameterError("intervals.level", level=level)
        return [int(np.ceil((len(values) + 1) * level - 1e-9)) for values in self.absolute]

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
