"""Where known lines stand in a measured spectrum, and the correction of the axis that follows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import DataError
from ..numerics import lapack
from .metrology import noise_between_channels

CLEAR = 8.0
"""Height of a line over the noise from which on it counts."""
SURE, NARROW = 6.0, 1.2
"""Height of a line in its standard errors, and width in channels, from which on it is no accident of the noise."""
NEAR = 12.0
"""Half widths of the neighbourhood that a line is fitted in, in channels, at most."""
HIGHEST = 2
"""Degree of a correction that is chosen by itself."""
BETTER = 0.95
"""A higher degree must bring the error at left-out lines below this share."""


@dataclass(frozen=True, eq=False)
class Places:
    """Lines that were looked for.

    Parameters
    ----------
    certified, known : (k,) arrays
        Where they should be, and the standard uncertainty of that.
    measured, errors, widths : (k,) arrays
        Where they are, the standard error of that, and their full width at half maximum; NaN where not found.
    between : float
        Median of the intensity far from all lines as a share of the strongest line; NaN where nothing is far.
    """

    certified: np.ndarray
    known: np.ndarray
    measured: np.ndarray
    errors: np.ndarray
    widths: np.ndarray
    between: float

    @property
    def found(self) -> np.ndarray:
        """Which were found."""
        return np.isfinite(self.measured)


@dataclass(frozen=True, eq=False)
class AxisCorrection:
    """True position = position + polynomial, held at its ends beyond the outermost lines.

    Parameters
    ----------
    measured, certified : (k,) arrays
        Ascending; those that count.
    degree : int
    left_out : float
        Root mean squared error at lines that were left out in turn; NaN with too few.
    """

    measured: np.ndarray
    certified: np.ndarray
    degree: int
    left_out: float

    def at(self, x: np.ndarray) -> np.ndarray:
        """Positions corrected."""
        x = np.asarray(x, dtype=np.float64)
        inside = np.clip(x, self.measured[0], self.measured[-1])
        return np.asarray(x + _polynomial(self.measured, self.certified - self.measured, self.degree, inside))

    @property
    def residuals(self) -> np.ndarray:
        """What is left at the lines."""
        return np.asarray(self.at(self.measured) - self.certified)


def _polynomial(x: np.ndarray, y: np.ndarray, degree: int, at: np.ndarray) -> np.ndarray:
    middle, half = 0.5 * (x[0] + x[-1]), max(0.5 * (x[-1] - x[0]), 1e-300)
    made = [np.vander((v - middle) / half, degree + 1, increasing=True) for v in (x, at)]
    return np.asarray(made[1] @ lapack.lstsq(made[0], y)[0])


def correction(measured: np.ndarray, certified: np.ndarray, degree: int | None = None) -> AxisCorrection:
    """The correction of an axis by lines.

    Parameters
    ----------
    measured, certified : (k,) arrays
    degree : int, optional
        Of the polynomial; by default 0, 1 or 2, the lowest that does about as well at lines left out in turn.

    Raises
    ------
    DataError
        No line, lines that are not distinct, or fewer than the degree needs.

    Examples
    --------
    >>> import numpy as np
    >>> made = correction(np.array([500.0, 1000.0, 1600.0]), np.array([501.0, 1001.0, 1601.0]))
    >>> made.degree, made.at(np.array([100.0])).tolist()
    (0, [101.0])
    """
    if len(measured) != len(certified):
        raise DataError("certificate.lines")
    order = np.argsort(measured)
    x, y = np.asarray(measured, float)[order], np.asarray(certified, float)[order]
    if not len(x) or not np.isfinite([x, y]).all() or (np.diff(x) <= 0).any():
        raise DataError("certificate.lines")
    most = min(HIGHEST, len(x) - 2) if degree is None else degree
    if degree is not None and len(x) < degree + 1:
        raise DataError("certificate.degree", degree=degree, n=len(x))
    tried = [_left_out(x, y, d) for d in range(max(most, 0) + 1)]
    chosen = most if degree is not None else 0
    if degree is None:
        for d in range(1, len(tried)):
            if tried[d] < BETTER * tried[chosen]:
                chosen = d
    return AxisCorrection(x, y, chosen, tried[chosen])


def _left_out(x: np.ndarray, y: np.ndarray, degree: int) -> float:
    """Error at lines left out in turn, not beyond the others."""
    if len(x) < degree + 2:
        return float("nan")
    errors = []
    for k in range(len(x)):
        rest = np.arange(len(x)) != k
        a = np.clip(x[k:k + 1], x[rest][0], x[rest][-1])
        errors.append(y[k] - x[k] - _polynomial(x[rest], (y - x)[rest], degree, a)[0])
    return float(np.sqrt(np.mean(np.square(errors))))


def find_lines(x: np.ndarray, y: np.ndarray, certified: np.ndarray, known: np.ndarray, window: float) -> Places:
    """Look for lines in a spectrum.

    Parameters
    ----------
    x, y : (p,) arrays
        Ascending axis, and a spectrum without gaps.
    certified, known : (k,) arrays
        Where the lines should be, ascending, and the standard uncertainty of that.
    window : float
        By how much the axis may be wrong.

    Raises
    ------
    DataError
        None of them is within the axis, or none is clear.

    Notes
    -----
    One shift of all lines is looked for first, by the sum of the logarithms of intensities (over noise) at all of
    them; then each is fitted by a line between Gaussian and Lorentzian on a sloping ground.
    """
    inside = (certified >= x[0]) & (certified <= x[-1])
    if not inside.any() or len(x) < 16:
        raise DataError("certificate.none_within", low=float(x[0]), high=float(x[-1]))
    noise = max(noise_between_channels(y[None]), 1e-12 * float(np.ptp(y)), 1e-300)
    step = float(np.median(np.diff(x)))
    near = float(NEAR * step)
    shift = _coarse(x, y, certified[inside], window, noise, step)
    measured, errors, widths = (np.full(len(certified), np.nan) for _ in range(3))
    gaps = np.diff(certified)
    for k in np.flatnonzero(inside):
        half = min([near, *(0.5 * gaps[j] for j in (k - 1, k) if 0 <= j < len(gaps))])
        found = _fitted(x, y, certified[k] + shift, half, noise)
        if found is not None:
            measured[k], errors[k], widths[k] = found
    if not np.isfinite(measured).any():
        raise DataError("certificate.none_clear", n=int(inside.sum()))
    typical = float(np.nanmedian(widths))
    measured[~(widths < 3 * typical)] = np.nan  # a hump is no line
    return Places(certified, known, measured, np.where(np.isfinite(measured), errors, np.nan),
                  np.where(np.isfinite(measured), widths, np.nan), _between(x, y, certified + shift, typical))


def _coarse(x: np.ndarray, y: np.ndarray, lines: np.ndarray, window: float, noise: float, step: float) -> float:
    """One shift of all lines."""
    from scipy.ndimage import minimum_filter1d, uniform_filter1d

    wide = max(int(4 * NEAR) | 1, 5)
    ground = uniform_filter1d(minimum_filter1d(y, wide), wide)
    clear = np.log1p(np.maximum(y - ground - 3 * noise, 0.0) / noise)
    shifts = np.arange(-window, window + 0.25 * step, 0.5 * step)
    score = [float(np.interp(lines + s, x, clear, left=0.0, right=0.0).sum()) for s in shifts]
    best = np.flatnonzero(np.isclose(score, max(score)))
    return float(shifts[best[np.argmin(np.abs(shifts[best]))]])


def _fitted(x: np.ndarray, y: np.ndarray, place: float, half: float, noise: float
            ) -> tuple[float, float, float] | None:
    """Place, its standard error and the full width of a line near a place; None where there is none that is clear."""
    near = np.flatnonzero(np.abs(x - place) <= half)
    if len(near) < 5:
        return None
    top = near[int(np.argmax(y[near]))]
    if top in (near[0], near[-1]):
        return None
    found = None
    for _ in range(2):  # the second time without what stands beside the line
        rows = np.flatnonzero(np.abs(x - x[top]) <= half)
        if len(rows) < 7:
            return None
        found = _line(x[rows] - x[top], y[rows], half, noise)
        if found is None:
            return None
        half = min(half, max(2.5 * found[2], 5.0 * float(np.median(np.diff(x[rows])))))
    assert found is not None
    moved, error, width, sure = found
    return (float(x[top] + moved), error, width) if sure else None


def _line(u: np.ndarray, v: np.ndarray, half: float, noise: float) -> tuple[float, float, float, bool] | None:
    """Place, its error and width of a line on a slope, and whether it is clear; None where there is no line."""
    from scipy.optimize import least_squares

    height, step = float(np.ptp(v)), float(np.median(np.diff(u)))
    if height < CLEAR * noise:
        return None

    def off(p: np.ndarray) -> np.ndarray:
        square = ((u - p[0]) / np.exp(p[1])) ** 2
        mixed = 1.0 / (1.0 + np.exp(-p[5]))
        shape = mixed / (1.0 + square) + (1.0 - mixed) * np.exp(-np.log(2.0) * square)
        return np.asarray(p[2] * shape + p[3] + p[4] * u / half - v / height)

    made = least_squares(off, [0.0, np.log(1.5 * step), 1.0, v.min() / height, 0.0, 0.0], max_nfev=200)
    place, width = float(made.x[0]), 2.0 * float(np.exp(min(made.x[1], 700.0)))
    if abs(place) > 0.5 * half or not NARROW * step < width < 2 * half:
        return None
    left = float((made.fun ** 2).sum()) / max(len(u) - 6, 1)
    spread = np.sqrt(np.maximum(np.diag(lapack.pinv(made.jac.T @ made.jac)) * left, 0.0))
    return place, float(spread[0]), width, bool(made.x[2] > max(CLEAR * noise / height, SURE * spread[2]))


def _between(x: np.ndarray, y: np.ndarray, lines: np.ndarray, width: float) -> float:
    away = np.abs(x[:, None] - lines[None]).min(axis=1) > 5 * width
    return float(np.median(y[away]) / y.max()) if away.sum() >= 20 and y.max() > 0 else float("nan")
