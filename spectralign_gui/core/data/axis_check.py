"""Wavelength check: shift and stretch of one instrument's axis against another's, from the standards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import ArrayLike

from ..errors import DataError
from ..monitor import Monitor, SilentMonitor
from ..notes import Note
from ..numerics import lapack
from .common_axis import channel_width, overlap
from .dataset import SpectralDataset
from .missing import fill_gaps

MOST_PAIRS = 50
MOST_CHANNELS = 8192
FAINT = 0.02
"""Windows whose slopes are below this share of the strongest window's say nothing about the shift."""
ALIKE = 0.7
"""Correlation that a window needs."""


@dataclass(frozen=True, eq=False)
class AxisCheck:
    """Where the features of B lie compared with A's: x_B = x_A + shift + stretch·(x_A − about).

    Parameters
    ----------
    names : (str, str)
        A and B.
    unit : str
    positions, shifts, errors, correlations : (w,) arrays
        Per window: middle, shift found, its standard error, correlation there. For the plot.
    used : (w,) bool array
        Windows with enough structure in common.
    shift : float
        B minus A at `about`, in axis units; NaN if no window could be used.
    stretch : float
        0 where the windows do not tell it from none.
    about : float
        Middle of the common range.
    shift_error : float
        Standard error of the shift.
    channel : float
        Width of a channel of A.
    """

    names: tuple[str, str]
    unit: str
    positions: np.ndarray
    shifts: np.ndarray
    errors: np.ndarray
    correlations: np.ndarray
    used: np.ndarray
    shift: float
    stretch: float
    about: float
    shift_error: float
    channel: float

    def fitted(self, x: ArrayLike) -> np.ndarray:
        """The fitted shift at positions `x` of A."""
        return self.shift + self.stretch * (np.asarray(x, dtype=np.float64) - self.about)

    @property
    def found(self) -> bool:
        """Whether any window could be compared."""
        return bool(self.used.any())

    @property
    def significant(self) -> bool:
        """Whether a correction is worth it: a tenth of a channel or more anywhere, and three standard errors."""
        if not self.found:
            return False
        ends = np.abs(self.fitted(self.positions)).max()
        return bool(ends >= 0.1 * self.channel and (abs(self.shift) > 3 * self.shift_error or self.stretch != 0))

    def correction(self) -> dict[str, float]:
        """Parameters of the step "shift-axis" that brings B's axis onto A's."""
        if not self.found:
            return {"shift": 0.0, "stretch": 0.0, "about": self.about}
        return {"shift": -self.shift / (1 + self.stretch), "stretch": -self.stretch / (1 + self.stretch),
                "about": self.about}

    @property
    def sentence(self) -> str:
        """The finding in one sentence."""
        a, b = self.names
        if not self.found:
            return Note("axis_check.nothing_in_common", a=a, b=b)
        used, windows = int(self.used.sum()), len(self.used)
        if not self.significant:
            within = max(abs(self.shift), 0.1 * self.channel)
            return Note("axis_check.agree", a=a, b=b, within=within, unit=self.unit, used=used, windows=windows)
        digits = max(0, -int(np.floor(np.log10(max(self.shift_error, 0.005 * self.channel)))))
        return Note("axis_check.differ_and_stretch" if self.stretch else "axis_check.differ", b=b, a=a, digits=digits,
                    shift=self.shift, unit=self.unit, percent=100 * self.stretch, used=used, windows=windows)


def check_axis(
    a: SpectralDataset, b: SpectralDataset, pairs: ArrayLike | None = None, windows: int = 20,
    max_shift: float | None = None, monitor: Monitor | None = None,
) -> AxisCheck:
    """Estimate shift and stretch by local cross-correlation of the standards' first derivatives.

    Parameters
    ----------
    a, b : SpectralDataset
        In the same unit; quantity and level may differ.
    pairs : (m, 2) int array, optional
        Rows of the standards on both; default compares the mean spectra (for instruments that measured alike
        samples).
    windows : int
        Half-overlapping windows over the common range.
    max_shift : float, optional
        Largest shift looked for, axis units; default 2 % of the common range, at least ten channels.
    monitor : Monitor, optional

    Returns
    -------
    AxisCheck

    Raises
    ------
    DataError
        Different units, or too little in common.
    """
    monitor = monitor or SilentMonitor()
    low, high = overlap([a.axis, b.axis])
    A, B = _paired(a, b, pairs)
    step = max(min(channel_width(a.axis), channel_width(b.axis)), (high - low) / MOST_CHANNELS)
    grid = np.arange(low, high + 1e-6 * step, step)
    if len(grid) < 30:
        raise DataError("axis_check.too_few_channels", name=a.name, name2=b.name, n_grid=len(grid))
    reach = max(0.02 * (high - low), 10 * step) if max_shift is None else float(max_shift)
    reach = min(reach, 0.45 * (high - low))
    lags = int(np.ceil(reach / step))
    slopes_a = _slopes(A, a.axis.values, grid)
    wide = np.concatenate([grid[0] + step * np.arange(-lags - 2, 0), grid, grid[-1] + step * np.arange(1, lags + 3)])
    wide = wide[(wide >= b.axis.values[0] - 1e-9 * step) & (wide <= b.axis.values[-1] + 1e-9 * step)]
    spline = scipy.interpolate.CubicSpline(wide, _slopes(B, b.axis.values, wide), axis=1)

    width = max(2 * len(grid) // (windows + 1), 15)
    starts = np.unique(np.linspace(0, len(grid) - width, windows).astype(int))
    energy = np.array([np.square(slopes_a[:, s:s + width]).sum() for s in starts])
    whole = _best(slopes_a, grid, spline, wide, 0.0, reach, step)
    found = np.full((len(starts), 3), np.nan)
    for k, s in enumerate(starts):
        monitor.raise_if_cancelled()
        monitor.report("Comparing the axes", k / len(starts))
        if energy[k] > FAINT ** 2 * energy.max():
            part = slice(s, s + width)
            # a stretch moves the ends away from the whole's shift, but not by more than a window's width
            near = min(0.5 * width * step, reach)
            found[k] = _best(slopes_a[:, part], grid[part], spline, wide, whole[0], near, step)
    positions = grid[starts] + 0.5 * (width - 1) * step
    shifts, errors, correlations = found.T
    used = (correlations >= ALIKE) & (np.abs(shifts - whole[0]) < 0.5 * width * step - step)
    about = 0.5 * (low + high)
    shift, stretch, error = _line(positions[used] - about, shifts[used], errors[used], step, high - low)
    return AxisCheck((a.name, b.name), a.axis.unit, positions, shifts, errors, correlations, used, shift, stretch,
                     about, error, channel_width(a.axis))


def _paired(a: SpectralDataset, b: SpectralDataset, pairs: ArrayLike | None) -> tuple[np.ndarray, np.ndarray]:
    """Spectra in correspondence, gaps closed by straight lines."""
    if pairs is None:
        with np.errstate(invalid="ignore"):
            A, B = a.spectra.astype(np.float64).mean(axis=0)[None], b.spectra.astype(np.float64).mean(axis=0)[None]
    else:
        rows = np.asarray(pairs, dtype=np.intp).reshape(-1, 2)
        if not len(rows):
            raise DataError("axis_check.no_standard", name=a.name, name2=b.name)
        rows = rows[np.unique(np.linspace(0, len(rows) - 1, min(len(rows), MOST_PAIRS)).astype(int))]
        A, B = a.spectra[rows[:, 0]].astype(np.float64), b.spectra[rows[:, 1]].astype(np.float64)
    A, B = fill_gaps(A, a.axis.values), fill_gaps(B, b.axis.values)
    complete = ~(np.isnan(A).any(axis=1) | np.isnan(B).any(axis=1))
    if not complete.any():
        raise DataError("axis_check.missing_values", name=a.name, name2=b.name)
    return A[complete], B[complete]


def _slopes(X: np.ndarray, x: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """Smoothed first derivative on an even grid, every spectrum of norm 1 (0 if it is flat)."""
    Y = scipy.interpolate.CubicSpline(x, X, axis=1)(np.clip(grid, x[0], x[-1]))
    slopes = scipy.signal.savgol_filter(Y, min(7, len(grid) - 1 + len(grid) % 2), 2, deriv=1, axis=1)
    norm = np.linalg.norm(slopes, axis=1, keepdims=True)
    flat = norm <= 1e-12 * np.abs(Y).max(axis=1, keepdims=True)
    return np.where(flat, 0.0, slopes / np.where(flat, 1.0, norm))


def _correlation(
    A: np.ndarray, x: np.ndarray, spline: scipy.interpolate.CubicSpline, inside: np.ndarray, shift: float,
) -> float:
    """Correlation of A's slopes at `x` with B's at ``x + shift``, over all standards, where B was measured."""
    at = x + shift
    ok = (at >= inside[0]) & (at <= inside[-1])
    if ok.sum() < max(8, 0.5 * len(x)):
        return -1.0
    P, Q = A[:, ok], spline(at[ok])
    P, Q = P - P.mean(axis=1, keepdims=True), Q - Q.mean(axis=1, keepdims=True)
    size = np.sqrt(np.square(P).sum() * np.square(Q).sum())
    return float((P * Q).sum() / size) if size > 0 else -1.0


def _best(
    A: np.ndarray, x: np.ndarray, spline: scipy.interpolate.CubicSpline, inside: np.ndarray, centre: float,
    reach: float, step: float,
) -> np.ndarray:
    """Shift within `reach` of `centre`, its standard error, and the correlation there."""
    lags = centre + step * np.arange(-int(np.ceil(reach / step)), int(np.ceil(reach / step)) + 1)
    values = np.array([_correlation(A, x, spline, inside, lag) for lag in lags])
    k = int(values.argmax())
    result = scipy.optimize.minimize_scalar(lambda s: -_correlation(A, x, spline, inside, s), method="bounded",
                             bounds=(lags[k] - step, lags[k] + step), options={"xatol": 1e-4 * step})
    shift, best = (float(result.x), -float(result.fun)) if -result.fun >= values[k] else (float(lags[k]), values[k])
    # least squares: var(s) = noise / Σ(slope of what is matched)², both from the correlation
    steep = np.square(np.gradient(A, step, axis=1)).sum()
    ratio = np.square(A).sum() / steep if steep > 0 else np.inf
    error = np.sqrt(max(1 - best ** 2, 1e-12) / (max(best, 1e-3) ** 2 * A.size) * ratio)
    return np.array([shift, error, best])


def _line(
    x: np.ndarray, y: np.ndarray, errors: np.ndarray, step: float, span: float,
) -> tuple[float, float, float]:
    """Robust weighted line: shift at 0, stretch (0 if not told from none) and the shift's standard error."""
    if not len(x):
        return np.nan, 0.0, np.nan
    base = 1.0 / (errors ** 2 + (0.01 * step) ** 2)

    def fit(design: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
        weights = base.copy()
        for _ in range(30):
            scaled = design * np.sqrt(weights)[:, None]
            inverse = lapack.pinv(scaled.T @ scaled)
            beta = inverse @ (design.T @ (weights * y))
            rest = np.abs(y - design @ beta)
            scale = max(1.4826 * float(np.median(rest)), 0.01 * step)
            weights = base * np.minimum(1.0, 1.5 * scale / np.maximum(rest, 1e-300))
        freedom = max(len(y) - design.shape[1], 1)
        excess = max(float((weights * rest ** 2).sum()) / freedom, 1.0)
        return beta, np.sqrt(np.maximum(np.diag(inverse), 0.0) * excess), float((weights * rest ** 2).sum())

    constant, error, _ = fit(np.ones((len(x), 1)))
    if len(x) >= 4 and np.ptp(x) >= 0.25 * span:
        both, errors_, _ = fit(np.column_stack([np.ones(len(x)), x]))
        if abs(both[1]) > 3 * errors_[1] and abs(both[1]) * span > 0.1 * step:
            return float(both[0]), float(both[1]), float(errors_[0])
    return float(constant[0]), 0.0, float(error[0])
