"""Updating a model by what check samples read: a bias or a line through their values, judged on others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..errors import DataError, ParameterError
from ..notes import Note, together
from .intervals import quantile

BIAS, SLOPE, CHANGE, RECURSIVE = "bias", "slope", "change", "recursive"
FITTED = (BIAS, SLOPE, CHANGE)
KINDS = (*FITTED, RECURSIVE)
"""All updates by check samples; the last one is that of `core.validation.recursive`."""
FEWEST = {BIAS: 1, SLOPE: 5, CHANGE: 1}
"""Samples that an update needs."""


@dataclass(frozen=True, eq=False)
class Correction:
    """New value = slope · predicted + offset.

    Parameters
    ----------
    slope, offset : (q,) arrays
    samples : int
        How many samples it was made from.
    centred : bool
        Whether it takes out the mean error altogether, and not only what has changed.
    """

    slope: np.ndarray
    offset: np.ndarray
    samples: int
    centred: bool = True

    def apply(self, values: np.ndarray) -> np.ndarray:
        """Values (n, q) corrected."""
        return np.asarray(values, dtype=np.float64) * self.slope + self.offset


def means_by(keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Means (k, q) of the rows of each key, in sorted order of keys; NaN where a key has no value."""
    found = []
    for key in np.unique(keys):
        rows = values[keys == key]
        known = np.isfinite(rows)
        total = np.where(known, rows, 0.0).sum(axis=0)
        found.append(total / np.where(known.any(axis=0), known.sum(axis=0), np.nan))
    return np.array(found).reshape(-1, values.shape[1])


def fit_correction(kind: str, predicted: ArrayLike, reference: ArrayLike, samples: ArrayLike,
                   before: ArrayLike | None = None) -> Correction:
    """A correction from check samples.

    Parameters
    ----------
    kind : {"bias", "slope", "change"}
        "bias": the mean error is taken out. "slope": the line of the reference values on the predicted ones.
        "change": only what has changed since `before` is taken out, so that what every sample errs by for ever
        does not count; the standard deviation that remains is that of a repeat.
    predicted, reference : (n, q) arrays
        NaN where unknown.
    samples : (n,) array of str
        Which sample every row is of; every sample counts once, by its means.
    before : (n, q) array, optional
        Of "change": the error of the row's sample when it was first measured; NaN where it was not.

    Raises
    ------
    DataError
        Too few samples of a property; or, for a slope, all of one value.
    ParameterError
        Another kind.

    Notes
    -----
    ISO 12099:2017, 7.3 and 7.5: bias adjustment, and slope/intercept adjustment by regression of the reference values
    on the predicted ones.

    Examples
    --------
    >>> import numpy as np
    >>> made = fit_correction("bias", np.array([[1.5], [2.5]]), np.array([[1.0], [2.0]]), np.array(["a", "b"]))
    >>> made.offset.tolist()
    [-0.5]
    """
    if kind not in FITTED:
        raise ParameterError("updates.kind", kind=kind, kinds=FITTED)
    P, R, names = np.asarray(predicted, float), np.asarray(reference, float), np.asarray(samples)
    if kind == CHANGE:
        R = R + (np.full(P.shape, np.nan) if before is None else np.asarray(before, float))
    both = np.isfinite(P) & np.isfinite(R)
    p, r = means_by(names, np.where(both, P, np.nan)), means_by(names, np.where(both, R, np.nan))
    slope, offset, fewest = np.ones(P.shape[1]), np.zeros(P.shape[1]), len(p)
    for j in range(P.shape[1]):
        known = np.isfinite(p[:, j])
        count = int(known.sum())
        fewest = min(fewest, count)
        if count < FEWEST[kind]:
            raise DataError("updates.few", kind=kind, n=count, needed=FEWEST[kind])
        x, y = p[known, j], r[known, j]
        if kind == SLOPE:
            spread = float(((x - x.mean()) ** 2).sum())
            if spread <= (1e-9 * max(1.0, float(np.abs(x).max()))) ** 2:
                raise DataError("updates.one_value")
            slope[j] = float(((x - x.mean()) * (y - y.mean())).sum()) / spread
            if slope[j] <= 0:
                raise DataError("updates.slope_turned", slope=float(slope[j]))
        offset[j] = float(y.mean() - slope[j] * x.mean())
    return Correction(slope, offset, fewest, kind != CHANGE)


def residuals_after(residuals: np.ndarray, made: Correction) -> np.ndarray:
    """Errors (m, q) that limits and intervals of the corrected model rest on, from those of the model before it.

    The correction puts the instrument back to where these errors were found. Where the mean error was taken out it is
    taken out of them as well, and they are widened by what the mean of few samples itself errs by.
    """
    if not made.centred:
        return np.array(residuals, dtype=np.float64)
    m = np.isfinite(residuals).sum(axis=0)
    wider = np.sqrt(m / np.maximum(m - 1, 1) * (1.0 + 1.0 / max(made.samples, 1)))
    return np.asarray((residuals - np.nanmean(residuals, axis=0)) * wider)


@dataclass(frozen=True)
class Judged:
    """Old against new on samples that took no part in the update.

    Parameters
    ----------
    name : str
        Of the property.
    samples, days : int
    old, new : float
        Root mean squared errors; every sample counts once.
    low, high : float
        95 % interval of new − old; NaN where it is not known.
    """

    name: str
    samples: int
    days: int
    old: float
    new: float
    low: float
    high: float

    @property
    def outcome(self) -> str:
        """better, worse or open."""
        return "better" if self.high < 0 else "worse" if self.low > 0 else "open"


def judge(old: ArrayLike, new: ArrayLike, samples: ArrayLike, days: ArrayLike, properties: tuple[str, ...]
          ) -> tuple[Judged, ...]:
    """Compare two models on the same measurements.

    Parameters
    ----------
    old, new : (n, q) arrays
        Errors (predicted − reference); NaN where unknown.
    samples, days : (n,) arrays of str
    properties : tuple of str

    Notes
    -----
    The difference of two root mean squared errors is (a² − b²) / (a + b); its interval is Student's, over samples.
    Where there are several days it is also taken over days, and the wider of the two is given: neither the
    measurements of one sample nor those of one day are independent.
    """
    a, b = np.asarray(old, float) ** 2, np.asarray(new, float) ** 2
    both = np.isfinite(a) & np.isfinite(b)
    a, b = np.where(both, a, np.nan), np.where(both, b, np.nan)
    names, when, found = np.asarray(samples), np.asarray(days), []
    by_sample = means_by(names, a), means_by(names, b)
    by_day = means_by(when, a), means_by(when, b)
    for j, name in enumerate(properties):
        olds, news = (t[np.isfinite(t[:, j]), j] for t in by_sample)
        if not len(olds):
            found.append(Judged(name, 0, 0, *[float("nan")] * 4))
            continue
        was, now = float(np.sqrt(olds.mean())), float(np.sqrt(news.mean()))
        differences = [news - olds]
        per_day = (by_day[1] - by_day[0])[:, j]
        per_day = per_day[np.isfinite(per_day)]
        if len(per_day) > 1:
            differences.append(per_day)
        half = max(_half(d) for d in differences) / (was + now) if was + now > 0 else 0.0
        found.append(Judged(name, len(olds), len(per_day), was, now, now - was - half, now - was + half))
    return tuple(found)


def _half(values: np.ndarray) -> float:
    n = len(values)
    return quantile(n - 1) * float(values.std(ddof=1)) / float(np.sqrt(n)) if n > 1 else float("inf")


CODES = {"better": "updates.better", "worse": "updates.worse", "open": "updates.open"}


def said_of(found: Judged, unit: str = "") -> Note:
    """The outcome of a property as a note."""
    note = Note(CODES[found.outcome], "info" if found.outcome == "better" else "advice", name=found.name,
                old=found.old, new=found.new, low=found.low, high=found.high, samples=found.samples, days=found.days,
                unit=unit)
    return together(note, Note("updates.one_day", "advice")) if found.days == 1 else note
