"""Bias, slope, SEP, RMSEP, repeatability and shares, each with confidence limits (errors are predicted − reference)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import ArrayLike

from ...errors import DataError


@dataclass(frozen=True)
class Interval:
    """A figure and its two-sided confidence limits."""

    value: float
    low: float
    high: float


def t_quantile(p: float, df: float) -> float:
    """Quantile of Student's t."""
    return float(scipy.special.stdtrit(df, p))


def chi2_quantile(p: float, df: float) -> float:
    """Quantile of chi-square."""
    return float(2.0 * scipy.special.gammaincinv(df / 2.0, p))


def f_quantile(p: float, df1: float, df2: float) -> float:
    """Quantile of F."""
    return float(scipy.special.fdtri(df1, df2, p))


def of_sd(sd: float, df: float, alpha: float) -> Interval:
    """A standard deviation with the limits of the chi-square distribution: s·√(df/χ²)."""
    if df < 1:
        return Interval(sd, 0.0, float("inf"))
    return Interval(sd, sd * float(np.sqrt(df / chi2_quantile(1 - alpha / 2, df))),
                    sd * float(np.sqrt(df / chi2_quantile(alpha / 2, df))))


@dataclass(frozen=True)
class Agreement:
    """Predicted against reference values of one property.

    Parameters
    ----------
    n : int
    alpha : float
        All limits are two-sided at 1 − 2·alpha, so that each end is a one-sided limit at 1 − alpha.
    bias : Interval
        Mean of predicted − reference: ± t(1 − α; n − 1)·SEP/√n.
    bias_t, bias_p : float
        t = bias·√n / SEP, and how often chance gives as much (two-sided).
    sep : Interval
        Standard deviation of the errors about the bias: SEP·√((n − 1)/χ²).
    rmsep : Interval
        √(Σe²/n): RMSEP·√(n/χ²(n)). Exact without bias, on the safe side with one.
    slope : Interval
        b of reference = a + b·predicted: ± t(1 − α; n − 2)·s_res/√Σ(ŷ − mean)².
    slope_t, slope_p : float
        t = (b − 1) / standard error.
    intercept : float
    residual_sd : float
        About that line, n − 2.
    prediction_low, prediction_high : float
        A single new error is expected within bias ± t(1 − α; n − 1)·SEP·√(1 + 1/n).
    r2 : float
        1 − Σe²/Σ(y − mean)².
    spread : float
        Standard deviation of the reference values.
    shapiro_p : float
        Of the test of Shapiro and Wilk that the errors are normal; NaN with fewer than 3.
    """

    n: int
    alpha: float
    bias: Interval
    bias_t: float
    bias_p: float
    sep: Interval
    rmsep: Interval
    slope: Interval
    slope_t: float
    slope_p: float
    intercept: float
    residual_sd: float
    prediction_low: float
    prediction_high: float
    r2: float
    spread: float
    shapiro_p: float


def agreement(reference: ArrayLike, predicted: ArrayLike, alpha: float = 0.05) -> Agreement:
    """Figures of one property.

    Parameters
    ----------
    reference, predicted : (n,) arrays
        Finite.
    alpha : float
        Of each one-sided limit.

    Raises
    ------
    DataError
        Fewer than three samples, or reference values or predictions that are all the same.
    """
    y, p = np.asarray(reference, dtype=np.float64).ravel(), np.asarray(predicted, dtype=np.float64).ravel()
    n = len(y)
    if n != len(p) or n < 3 or not (np.isfinite(y).all() and np.isfinite(p).all()):
        raise DataError("validation.too_few_values", n=min(n, len(p)))
    if np.ptp(y) == 0 or np.ptp(p) == 0:
        raise DataError("validation.all_the_same", whether=bool(np.ptp(y) == 0))
    e = p - y
    bias, sep, rmse = float(e.mean()), float(e.std(ddof=1)), float(np.sqrt((e ** 2).mean()))
    reach = t_quantile(1 - alpha, n - 1)
    error = sep / np.sqrt(n)
    squares = float(((p - p.mean()) ** 2).sum())
    b = float((p - p.mean()) @ (y - y.mean()) / squares)
    a = float(y.mean() - b * p.mean())
    residual = float(np.sqrt(((y - a - b * p) ** 2).sum() / (n - 2)))
    slope_error = residual / np.sqrt(squares)
    slope_reach = t_quantile(1 - alpha, n - 2) * slope_error
    return Agreement(
        n, alpha, Interval(bias, bias - reach * error, bias + reach * error), *_t_test(bias, error, n - 1),
        of_sd(sep, n - 1, 2 * alpha), of_sd(rmse, n, 2 * alpha), Interval(b, b - slope_reach, b + slope_reach),
        *_t_test(b - 1, slope_error, n - 2), a, residual, bias - reach * sep * float(np.sqrt(1 + 1 / n)),
        bias + reach * sep * float(np.sqrt(1 + 1 / n)), 1 - float((e ** 2).sum() / ((y - y.mean()) ** 2).sum()),
        float(y.std(ddof=1)), _shapiro(e))


def _t_test(value: float, error: float, df: int) -> tuple[float, float]:
    """t and its two-sided p."""
    if error == 0:
        return (0.0, 1.0) if value == 0 else (float(np.copysign(np.inf, value)), 0.0)
    t = float(value / error)
    return t, float(2 * scipy.special.stdtr(df, -abs(t)))


def _shapiro(e: np.ndarray) -> float:
    return float(scipy.stats.shapiro(e).pvalue) if 3 <= len(e) <= 5000 and np.ptp(e) > 0 else float("nan")


def equivalence_p(value: float, error: float, df: int, low: float, high: float) -> float:
    """Two one-sided tests (Schuirmann): the larger p of "not above low" and "not below high"."""
    if error == 0:
        return 0.0 if low < value < high else 1.0
    return float(max(scipy.special.stdtr(df, -(value - low) / error), scipy.special.stdtr(df, -(high - value) / error)))


def share_within(errors: ArrayLike, limit: float, alpha: float = 0.05) -> Interval:
    """Share of errors within ± limit, with the limits of Clopper and Pearson (each end at 1 − alpha)."""
    e = np.asarray(errors, dtype=np.float64)
    n, k = len(e), int((np.abs(e) <= limit).sum())
    low = float(scipy.special.betaincinv(k, n - k + 1, alpha)) if k else 0.0
    high = float(scipy.special.betaincinv(k + 1, n - k, 1 - alpha)) if k < n else 1.0
    return Interval(k / n, low, high)


@dataclass(frozen=True)
class Repeatability:
    """Scatter of the repeats of one sample.

    Parameters
    ----------
    sd : Interval
        s_r = √(Σ(nᵢ − 1)sᵢ² / Σ(nᵢ − 1)), with the limits of chi-square.
    limit : float
        r = 1.96·√2·s_r: two results differ by more in 1 of 20 cases (ISO 5725).
    samples, degrees : int
    """

    sd: Interval
    limit: float
    samples: int
    degrees: int


def repeatability(values: Mapping[str, Sequence[float]], alpha: float = 0.05) -> Repeatability | None:
    """From the values of every sample that was measured more than once; None if none was."""
    groups = [v for v in (np.asarray(v, dtype=np.float64) for v in values.values()) if len(v) > 1]
    groups = [v for v in groups if np.isfinite(v).all()]
    degrees = sum(len(v) - 1 for v in groups)
    if not degrees:
        return None
    sd = float(np.sqrt(sum(((v - v.mean()) ** 2).sum() for v in groups) / degrees))
    limit = 1.959963984540054 * float(np.sqrt(2)) * sd
    return Repeatability(of_sd(sd, degrees, 2 * alpha), limit, len(groups), degrees)
