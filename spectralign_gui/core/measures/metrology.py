"""How an instrument differs from another one that measured the same samples: noise, place and width of bands,
intensity, and which part of all differences is the same for every sample."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import DataError
from ..numerics import lapack
from ..validation.intervals import quantile

FEWEST = 3
"""Samples measured on both."""
CHANNELS = 15
"""Channels that both must have."""
PARTS = 4
"""Parts of the axis in which the shift is given too."""
FLAT = 1e-9
"""A mean spectrum that leaves a straight line by less, of its largest number, has no bands."""
ENOUGH = 0.5
"""Share that shift and broadening must explain, to be told as a finding."""
_FOURTH = np.sqrt(70.0)
"""Noise of a fourth difference of white noise."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval (NaN where none is known)."""

    value: float
    low: float
    high: float

    @property
    def sure(self) -> bool:
        """Whether it differs from zero."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Differences:
    """How B differs from A.

    Parameters
    ----------
    shift : Estimate
        By how much B shows bands at higher places than A, in units of the axis.
    by_part : tuple of (float, float, Estimate)
        The same within parts of the axis (from, to).
    broadening : Estimate
        Width by which bands of B are broader (the standard deviation of the line that A's bands were folded with);
        negative: A's are broader.
    gain : Estimate
        Height of bands of B per height of A's, less 1.
    constant, linear, noise, rest : float
        Shares of the mean squared difference: the same spectrum for every sample; what shift, broadening and gain make
        of each sample; noise, where it is known, else NaN; and what is left, which differs from sample to sample.
    explained : float
        Share of the difference of the mean spectra, beyond baseline and gain, that shift and broadening explain. Where
        it is small these two are hints at most: something else makes the difference, and takes their place in the fit.
    samples, channels : int
    """

    shift: Estimate
    by_part: tuple[tuple[float, float, Estimate], ...]
    broadening: Estimate
    gain: Estimate
    constant: float
    linear: float
    noise: float
    rest: float
    explained: float
    samples: int
    channels: int

    @property
    def common(self) -> float:
        """Share of what is the same for all samples, or made of each by the same law: the instrument, or a state that
        all samples share."""
        return self.constant + self.linear

    @property
    def moved(self) -> bool:
        """Whether a shift of the axis is what makes the two differ."""
        return self.shift.sure and self.explained >= ENOUGH


def noise_of_repeats(spectra: np.ndarray, samples: np.ndarray) -> float:
    """Standard deviation of repeats of the same sample, as the root mean square over channels; NaN without repeats.

    Parameters
    ----------
    spectra : (n, p) array
    samples : (n,) array
        Which sample every row is of.
    """
    total, freedom = 0.0, 0
    for sample in np.unique(samples):
        rows = spectra[samples == sample]
        if len(rows) > 1:
            total += float(((rows - rows.mean(axis=0)) ** 2).mean(axis=1).sum())
            freedom += len(rows) - 1
    return float(np.sqrt(total / freedom)) if freedom else float("nan")


def noise_between_channels(spectra: np.ndarray) -> float:
    """Noise by fourth differences of neighbouring channels.

    The median of absolute values; of white noise it is the standard deviation. Bands of few channels make it larger;
    noise that neighbouring channels share is not seen.
    """
    if spectra.shape[1] < 5:
        return float("nan")
    fourth = np.diff(spectra, n=4, axis=1) / _FOURTH
    return float(1.4826 * np.median(np.abs(fourth - np.median(fourth))))


def derivatives(x: np.ndarray, spectra: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First and second derivatives (n, p) along the axis, from local cubics over seven channels.

    Source: Savitzky & Golay, Anal. Chem. 36 (1964) 1627; an uneven axis by the chain rule.
    """
    from scipy.signal import savgol_filter

    first, second = (savgol_filter(spectra, 7, 3, deriv=d, axis=-1, mode="interp") for d in (1, 2))
    step, bend = np.gradient(x), np.gradient(np.gradient(x))
    return first / step, (second - first * bend / step) / step ** 2


def _design(x: np.ndarray, mean: np.ndarray) -> np.ndarray:
    """Columns: baseline (two), gain, shift, broadening."""
    first, second = derivatives(x, mean[None])
    u = (x - x.mean()) / np.ptp(x)
    return np.column_stack([np.ones_like(x), u, mean, -first[0], 0.5 * second[0]])


def _terms(x: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """What A's mean, its slope (falling) and half of its bend are multiplied with in b − a."""
    design = _design(x, a)
    size = np.linalg.norm(design, axis=0)
    size[size == 0] = 1.0
    return np.asarray((lapack.lstsq(design / size, b - a, rcond=1e-10)[0] / size)[2:])


def _law(x: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Gain − 1, shift and the square of the broadening, of two mean spectra."""
    gain, slope, bend = _terms(x, a, b)
    # bands of B are higher by the gain, and with them what shift and broadening do to them; a shift alone has a second
    # term too. Without any bands of A in B there is nothing to shift.
    high = 1.0 + gain
    shift = slope / high if high else np.nan
    return np.array([gain, shift, bend / high - shift ** 2 if high else np.nan])


def _estimates(x: np.ndarray, A: np.ndarray, B: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The law of the mean spectra, and half widths of its 95 % intervals by the jackknife over samples."""
    n = len(A)
    whole = _law(x, A.mean(axis=0), B.mean(axis=0))
    sums = A.sum(axis=0), B.sum(axis=0)
    each = np.array([_law(x, (sums[0] - A[i]) / (n - 1), (sums[1] - B[i]) / (n - 1)) for i in range(n)])
    error = np.sqrt((n - 1) / n * ((each - each.mean(axis=0)) ** 2).sum(axis=0))
    return whole, quantile(n - 1) * error


def _root(value: float) -> float:
    """The signed root of a square that noise can make negative."""
    return float(np.sign(value) * np.sqrt(abs(value)))


def differences(x: np.ndarray, A: np.ndarray, B: np.ndarray, noise: float = float("nan")) -> Differences:
    """How instrument B differs from A.

    Parameters
    ----------
    x : (p,) array
        Axis of both, ascending.
    A, B : (n, p) arrays
        The same samples, row by row.
    noise : float
        Standard deviation of B − A by noise alone; NaN where it is not known.

    Raises
    ------
    DataError
        Too few samples or channels, or spectra without bands.

    Notes
    -----
    B ≈ baseline + (1 + g) (A − δ·A' + ½ (δ² + s²)·A'') for a gain 1 + g, a shift δ and a line of variance s² that A's
    bands are folded with (the first terms of Taylor's series, so that δ and s must be small beside the width of a
    band). The law is found on mean spectra, whose noise is small. The interval of the shift is that of the jackknife
    over samples, or wider where parts of the axis disagree more. Shares are those of samples that took no part: each
    sample is left out in turn, so that fitting explains nothing by itself.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(0.0, 100.0, 201)
    >>> bands = lambda x: np.exp(-0.5 * ((x[None] - np.array([[30.0], [60.0]])) / 6) ** 2)
    >>> shares = np.random.default_rng(0).uniform(0.5, 1, (8, 2))
    >>> found = differences(x, shares @ bands(x), shares @ bands(x - 0.2))
    >>> round(found.shift.value, 2)
    0.2
    """
    n, p = A.shape
    if n < FEWEST:
        raise DataError("metrology.few_samples", n=n, needed=FEWEST)
    if p < CHANNELS:
        raise DataError("metrology.few_channels", n=p, needed=CHANNELS)
    for spectra, which in ((A, "A"), (B, "B")):
        mean = spectra.mean(axis=0)
        line = np.column_stack([np.ones(p), x - x.mean()])
        left = mean - line @ lapack.lstsq(line, mean, rcond=1e-10)[0]
        if np.abs(left).max() <= FLAT * np.abs(mean).max():
            raise DataError("metrology.no_bands", which=which)
    whole, half = _estimates(x, A, B)
    gain, shift = (Estimate(float(v), float(v - h), float(v + h)) for v, h in zip(whole[:2], half[:2], strict=True))
    square = float(whole[2])
    broad = Estimate(_root(square), _root(square - float(half[2])), _root(square + float(half[2])))
    parts = []
    for k in np.array_split(np.arange(p), min(PARTS, p // CHANNELS)):
        found, wide = _estimates(x[k], A[:, k], B[:, k])
        parts.append((float(x[k[0]]), float(x[k[-1]]), Estimate(
            float(found[1]), float(found[1] - wide[1]), float(found[1] + wide[1]))))
    shift = _wider(shift, np.array([e.value for *_, e in parts]))
    constant, linear, left = _shares(x, A, B)
    part = float("nan")
    total = float(((B - A) ** 2).mean())
    if np.isfinite(noise) and total > 0:
        part = float(min(noise ** 2 / total, left))
        left -= part
    return Differences(shift, tuple(parts), broad, gain, constant, linear, part, left,
                       _explained(x, A.mean(axis=0), B.mean(axis=0)), n, p)


def _wider(shift: Estimate, parts: np.ndarray) -> Estimate:
    """The interval at least as wide as that of the mean over parts of the axis: one shift must hold in all of them."""
    k = len(parts)
    half = quantile(k - 1) * float(parts.std(ddof=1)) / np.sqrt(k) if k > 2 else 0.0
    half = float(max(half, shift.high - shift.value))
    return Estimate(shift.value, shift.value - half, shift.value + half)


def _explained(x: np.ndarray, a: np.ndarray, b: np.ndarray) -> float:
    """Share of b − a beyond baseline and gain that shift and broadening explain; 0 where there is none."""
    design, d = _design(x, a), b - a
    size = np.linalg.norm(design, axis=0)
    design = design / np.where(size > 0, size, 1.0)
    left = [float(((d - design[:, :k] @ lapack.lstsq(design[:, :k], d, rcond=1e-10)[0]) ** 2).sum()) for k in (3, 5)]
    return max(0.0, 1.0 - left[1] / left[0]) if left[0] > 0 else 0.0


def _shares(x: np.ndarray, A: np.ndarray, B: np.ndarray) -> tuple[float, float, float]:
    """Shares of the mean squared difference of samples left out in turn: constant, by the law, left."""
    D = B - A
    total = float((D ** 2).mean())
    if total == 0.0:
        return 0.0, 0.0, 0.0
    n = len(D)
    constant = (D.sum(axis=0) - D) / (n - 1)
    after = D - constant
    first = float((after ** 2).mean())
    others = (A.sum(axis=0) - A) / (n - 1)
    centred = A - others  # of its own deviation from the others the law makes this
    slope, bend = derivatives(x, centred)
    terms = np.stack([centred, -slope, 0.5 * bend], axis=-1)
    found = np.array([_terms(x, others[i], others[i] + constant[i]) for i in range(n)])
    second = float(((after - (terms * found[:, None]).sum(axis=-1)) ** 2).mean())
    fixed = max(0.0, 1.0 - first / total)
    by_law = max(0.0, min(first, total) - second) / total
    return fixed, by_law, max(0.0, 1.0 - fixed - by_law)
