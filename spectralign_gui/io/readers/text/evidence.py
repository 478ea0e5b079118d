"""Measures of a table that tell which way the spectra run; `weigh` puts them together."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .._units import AXIS_WORDS, plain

SMOOTH = 0.2
FIRST_COLUMNS = 40
SPAN = 100.0
MOST_BREAKS, LEAST_PART = 3, 5
"""A Raman shift that begins at the laser line goes further than this."""


def roughness(values: np.ndarray) -> float:
    """Median over rows of von Neumann's ratio / 2: about 1 for unrelated numbers, near 0 for spectra."""
    if values.shape[1] < 5 or not len(values):
        return float("nan")
    ratios = []
    for row in values[:60]:
        row = row[np.isfinite(row)]
        if len(row) >= 5:
            row = row / (np.abs(row).max() or 1.0)  # squares of huge numbers would overflow
            spread = float(((row - row.mean()) ** 2).sum())
            if spread > 0:
                ratios.append(float((np.diff(row) ** 2).sum()) / (2 * spread))
    return float(np.median(ratios)) if ratios else float("nan")


def steady(column: np.ndarray) -> float:
    """Share of steps of one sign, 0 if values are missing inside or there are fewer than 3."""
    ends = np.flatnonzero(np.isfinite(column))
    if len(ends) < 3:
        return 0.0
    inside = column[ends[0]:ends[-1] + 1]
    if len(inside) != len(ends) and len(ends) < 0.5 * len(inside):
        return 0.0
    steps = np.diff(column[ends])
    rising = float(np.mean(steps > 0))
    falling = float(np.mean(steps < 0))
    return max(rising, falling)


def column_axis_score(column: np.ndarray, title: str) -> float:
    """How much a column looks like the axis of spectra in columns; <= 0 is not."""
    share = steady(column)
    known = int(np.count_nonzero(np.isfinite(column)))
    if known < 2 or (share < 0.95 and not (share > 0.85 and AXIS_WORDS.search(plain(title).replace("_", " ")))):
        return 0.0
    words = plain(title).casefold().replace("_", " ")
    score = share + min(known, 200) / 400
    if "raman" in words or "shift" in words:
        score += 3.0
    elif AXIS_WORDS.search(words):
        score += 1.0 if "pixel" in words or "channel" in words else 2.5 if "length" in words else 2.0
    return score


def axis_columns(numbers: np.ndarray, titles: list[str]) -> list[int]:
    """Columns that may be the axis: the first ones, and those with a title that says so."""
    width = numbers.shape[1]
    return [j for j in range(width) if j < FIRST_COLUMNS or AXIS_WORDS.search(plain(titles[j]).replace("_", " "))]


def share_steady(column: np.ndarray) -> float:
    """Share of steps of one sign; a column of two values counts as steady."""
    known = column[np.isfinite(column)]
    return 1.0 if len(known) == 2 and known[0] != known[1] and len(column) < 4 else steady(column)


def shares_steady(numbers: np.ndarray) -> np.ndarray:
    """`share_steady` of every column at once."""
    if len(numbers) >= 4 and np.isfinite(numbers).all():
        steps = np.diff(numbers, axis=0)
        return np.asarray(np.maximum((steps > 0).mean(axis=0), (steps < 0).mean(axis=0)))
    return np.array([share_steady(c) for c in numbers.T])


def whole(values: np.ndarray) -> bool:
    """Whether all numbers are whole."""
    values = values[np.isfinite(values)]
    return bool(len(values)) and bool((values == np.round(values)).all())


def counts(values: np.ndarray) -> bool:
    """Whether numbers only count: 1, 2, 3."""
    return bool(len(values) > 1 and (np.abs(np.diff(values)) == 1).all() and whole(values))


def even(values: np.ndarray) -> bool:
    """Whether numbers rise or fall in even steps, as far as they are written."""
    if len(values) < 3:
        return False
    steps = np.diff(values)
    middle = float(np.median(steps))
    return bool(middle) and bool((np.abs(steps - middle) <= 1e-3 * abs(middle) + 1e-9 * np.abs(values).max()).all())


def like_axis(values: np.ndarray) -> bool:
    """Whether numbers are what an instrument has as its axis: in order, in even steps or with decimals, no counting."""
    steps = np.diff(values)
    ordered = len(values) > 2 and bool((steps > 0).all() or (steps < 0).all())
    return ordered and (even(values) or not whole(values)) and not (
        counts(values) and float(np.min(values)) < 100) and not impossible(values)


def steps_back(values: np.ndarray) -> bool:
    """Whether numbers are an axis that begins anew once or a few times, as where detectors overlap.

    Examples
    --------
    >>> steps_back(np.r_[900:1000:10, 980:1100:10]), steps_back(np.array([1, 3, 2, 5, 4]))
    (True, False)
    """
    steps = np.diff(values)
    breaks = np.flatnonzero(steps * np.sign(np.median(steps)) <= 0) + 1 if len(steps) else np.array([])
    return 0 < len(breaks) <= MOST_BREAKS and all(
        len(part) >= LEAST_PART and like_axis(part) for part in np.split(values, breaks))


def impossible(values: np.ndarray) -> bool:
    """Whether numbers are positions in no unit: only counts and Raman shifts begin at 0, and the latter span more."""
    values = values[np.isfinite(values)]
    return bool(len(values)) and float(values.min()) <= 0 and float(np.ptp(values)) < SPAN and not counts(values)


_RANGES = {"nm": (80.0, 6e4), "um": (0.08, 1e3), "cm-1": (5.0, 1.2e5), "raman-shift": (-5e3, 9e3), "eV": (0.005, 200.0)}


def fits(values: np.ndarray, unit: str | None) -> bool:
    """Whether numbers can be positions in this unit; True for a unit without a known range."""
    low, high = _RANGES.get(unit or "", (-np.inf, np.inf))
    values = values[np.isfinite(values)]
    return bool(len(values)) and low <= float(values.min()) and float(values.max()) <= high


def smoothness(along: float, down: float) -> float:
    """Positive where the numbers are smooth along the rows and not down the columns, negative the other way round.

    Where both are smooth (a series of dilution, a slow drift) they say little.
    """
    if math.isnan(along) or math.isnan(down):
        known, sign = (down, -1.0) if math.isnan(along) else (along, 1.0)
        return 0.0 if math.isnan(known) else sign * (0.7 if known < SMOOTH else -0.7 if known > 0.7 else 0.0)
    if along < SMOOTH and down > 2 * SMOOTH:
        return 3.0
    if down < SMOOTH and along > 2 * SMOOTH:
        return -3.0
    return float(np.clip(0.6 * math.log((down + 1e-3) / (along + 1e-3)), -1.5, 1.5))


def spread_apart(numbers: np.ndarray) -> bool:
    """Whether neighbouring columns are of different size, as properties are and spectra are not."""
    middles = np.median(np.abs(numbers), axis=0) if numbers.size and np.isfinite(numbers).all() else np.array(
        [np.median(np.abs(c[np.isfinite(c)])) for c in numbers.T if np.isfinite(c).any()])
    logs = np.log10(middles[middles > 0])
    return len(logs) > 2 and float(np.median(np.abs(np.diff(logs)))) > 0.3


def paired(kinds: Sequence[str], titles: Sequence[str]) -> list[int]:
    """Columns that can be x or y of pairs: not those without title and numbers, which only part the pairs."""
    return [j for j, kind in enumerate(kinds) if kind != "empty" or titles[j]]


def is_pairs(numbers: np.ndarray, titles: list[str]) -> float:
    """Evidence that the columns are x, y, x, y: 0 if they cannot be (blank ends of shorter spectra allowed)."""
    width = numbers.shape[1]
    if width < 4 or width % 2:
        return 0.0
    said = [bool(AXIS_WORDS.search(plain(t).replace("_", " "))) for t in titles]
    if any(titles) and all(said[0::2]) and not any(said[1::2]):
        xs = [numbers[np.isfinite(numbers[:, j]), j] for j in range(0, width, 2)]
        return 25.0 if all(len(x) < 3 or steady(x) > 0.9 for x in xs) else 0.0
    xs = [numbers[:, j] for j in range(0, width, 2)]
    if len(numbers) < 3 or not all(steady(x) == 1.0 for x in xs):
        return 0.0
    spans = [(float(np.nanmin(x)), float(np.nanmax(x))) for x in xs]
    low, high = spans[0]
    near = all(abs(a - low) + abs(b - high) < 0.6 * (high - low) + 1e-12 for a, b in spans)
    if not near or any(steady(numbers[:, j]) == 1.0 for j in range(1, width, 2)):
        return 0.0
    return 7.0 if len(numbers) >= 5 else 4.0
