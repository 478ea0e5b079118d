"""Spectra that are means, sums or other statistics of those beside them, by the numbers alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

RUN, PROBES, FEW, LONGEST = 24, 64, 6, 200
"""Spectra before one of which it may be a statistic, and channels in which they are compared, first in a few."""
FAR, CHANNELS, ROUNDED = 100.0, 8, 8
MEAN, SUM, OTHER = (f"consistent.{what}_of_others" for what in ("mean", "sum", "statistic"))
_FORMS: tuple[Callable[..., Any], ...] = (
    np.median, np.max, np.min, np.ptp, np.std, lambda rows, axis: np.std(rows, axis=axis, ddof=1))


def digits(Y: np.ndarray) -> np.ndarray:
    """Decimals with which the numbers of each row are written; 9 for more."""
    found = np.full(len(Y), 9)
    left = np.arange(len(Y))
    for d in range(9):
        rows = Y[left]
        with np.errstate(invalid="ignore"):
            other = np.abs(np.round(rows, d) - rows) > 1e-12
        fits = ~other.any(axis=1)
        found[left[fits]] = d
        left = left[~fits]
    return found


def made_of_others(Y: np.ndarray) -> dict[int, str]:
    """Spectra that are a statistic of those before them, or of all others, as exactly as written.

    Parameters
    ----------
    Y : (n, p) array

    Returns
    -------
    dict of int to str
        By row the code of what is said.
    """
    found: dict[int, str] = {}
    P = Y[:, np.unique(np.linspace(0, Y.shape[1] - 1, min(Y.shape[1], PROBES)).astype(int))]
    if len(P) < 3 or not np.isfinite(P).all():
        return found
    room = 1.2 * 10.0 ** -digits(P)[:, None] + 1e-9 * np.abs(P).max()
    room = np.maximum(room, np.median(room))  # a mean may have more digits than what it is the mean of

    def take(k: int, others: np.ndarray, room: float, whole: bool = False) -> None:
        if np.median(np.ptp(others, axis=0)) < ROUNDED * room:
            return  # they are alike, but for rounding
        for code, row, wide in ((MEAN, others.mean(axis=0), 1), (SUM, others.sum(axis=0), len(others))):
            if k not in found and (np.abs(P[k] - row) <= wide * room).all() and (
                    _ways_apart(others, room / 2) > 1 or (whole and _far_apart(others, room))):
                found[k] = code

    summed = np.vstack([np.zeros(P.shape[1]), np.cumsum(P, axis=0)])
    for m in range(2, min(len(P), RUN + 1)):
        above = summed[m:-1] - summed[:-m - 1]
        for row, wide in ((above / m, 1), (above, m)):
            hits = np.flatnonzero((np.abs(P[m:] - row) <= wide * room[m:]).all(axis=1)).tolist()
            for k in hits if m > 2 or len(hits) > 1 or len(P) == 3 else []:  # one pair may agree by chance
                take(k + m, P[k:k + m], float(room[k + m, 0]))
    for k in (0, len(P) - 1):
        others = [i for i in range(len(P)) if i != k and i not in found]
        if k not in found and len(others) > 1:
            take(k, P[others], float(room[k, 0]), len(others) > 2)
        if k not in found and len(others) > 2 and _statistic(P[k], P[others], float(room[k, 0])):
            found[k] = OTHER
    start = 0
    for k in range(4, len(P)):  # of those since the first or since the last statistic
        if k in found:
            start = k + 1
        elif 4 <= k - start <= LONGEST and _at_least_few(P[k], P[start:k], float(room[k, 0])) and _statistic(
                P[k], P[start:k], float(room[k, 0])):
            found[k], start = OTHER, k + 1
    return dict(sorted(found.items()))


def _at_least_few(row: np.ndarray, others: np.ndarray, room: float) -> bool:
    """Whether a row is a statistic in a few channels: most are none, and all channels take longer."""
    some = np.unique(np.linspace(0, len(row) - 1, FEW).astype(int))
    return any((np.abs(row[some] - form(others[:, some], axis=0)) <= room).all() for form in _FORMS)


def _statistic(row: np.ndarray, others: np.ndarray, room: float) -> bool:
    """Whether a spectrum is the median, limit, range or deviation of all others, and no copy of one of them."""
    if len(others) < 3 or not any((np.abs(row - form(others, axis=0)) <= room).all() for form in _FORMS) or (
            not _far_apart(others, room)):
        return False
    return not (np.abs(others - row) <= 2 * room).all(axis=1).any() and bool(np.ptp(row) > 8 * room)


def _ways_apart(Y: np.ndarray, room: float) -> int:
    """In how many ways spectra differ from each other, beyond rounding; of two, whether noise is among them."""
    if len(Y) == 2:
        rough = np.diff(Y[1] - Y[0], n=3)
        own = np.linalg.svd(Y, compute_uv=False)[1] / np.sqrt(Y.shape[1]) > 3 * room  # not one a multiple of the other
        return 1 + int(own and len(rough) > CHANNELS and np.sqrt(np.mean(rough**2) / 20) > 3 * room)
    sizes = np.linalg.svd(Y - Y.mean(axis=0), compute_uv=False) / np.sqrt(Y.shape[1])
    return int(np.sum(sizes > 3 * room))


def _far_apart(Y: np.ndarray, room: float) -> bool:
    """Whether they differ so much that a single one, the first or the last, is hardly their mean by chance."""
    own = np.linalg.svd(Y, compute_uv=False)[1] / np.sqrt(Y.shape[1])  # no multiples of one spectrum
    return bool(np.median(np.ptp(Y, axis=0)) > FAR * room and own > 3 * room)
