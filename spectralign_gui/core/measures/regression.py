"""How good predictions are, per property: RMSEP, SEP, bias, slope, R², RPD, RPIQ."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import DataError

FIGURES = ("rmsep", "sep", "bias", "slope", "r2", "rpd", "rpiq")


def regression_figures(measured: ArrayLike, predicted: ArrayLike) -> dict[str, float]:
    """Figures of one property over the samples whose value is known.

    Parameters
    ----------
    measured, predicted : (n,) arrays
        NaN in either leaves the sample out.

    Returns
    -------
    dict
        "n"; "rmsep" root mean square error; "bias" mean of predicted − measured; "sep" standard deviation of the
        errors about the bias (n − 1); "slope" of predicted on measured; "r2" = 1 − SSE/SST; "rpd" = SD of the
        measured values / RMSEP; "rpiq" = their interquartile range / RMSEP. NaN where it is not defined.

    Raises
    ------
    DataError
        If the lengths differ.
    """
    y, p = np.asarray(measured, dtype=np.float64).ravel(), np.asarray(predicted, dtype=np.float64).ravel()
    if len(y) != len(p):
        raise DataError("figures.lengths", n_p=len(p), n_y=len(y))
    keep = np.isfinite(y) & np.isfinite(p)
    y, p = y[keep], p[keep]
    n = len(y)
    figures = dict.fromkeys(FIGURES, float("nan"))
    figures["n"] = n
    if not n:
        return figures
    error = p - y
    rmsep = float(np.sqrt((error ** 2).mean()))
    figures["rmsep"], figures["bias"] = rmsep, float(error.mean())
    if n > 1:
        figures["sep"] = float(error.std(ddof=1))
        spread = float(((y - y.mean()) ** 2).sum())
        if spread > 0:
            figures["slope"] = float((y - y.mean()) @ (p - p.mean()) / spread)
            figures["r2"] = 1.0 - float((error ** 2).sum()) / spread
        if rmsep > 0:
            figures["rpd"] = float(y.std(ddof=1)) / rmsep
            low, high = np.percentile(y, [25, 75])
            figures["rpiq"] = float(high - low) / rmsep
    return figures


def figures_per_property(measured: ArrayLike, predicted: ArrayLike) -> list[dict[str, float]]:
    """`regression_figures` of every column of (n, q) arrays."""
    Y, P = np.asarray(measured, dtype=np.float64), np.asarray(predicted, dtype=np.float64)
    if Y.shape != P.shape:
        raise DataError("figures.shapes", shape=str(P.shape), shape2=str(Y.shape))
    return [regression_figures(Y[:, j], P[:, j]) for j in range(Y.shape[1])]
