"""Rows or columns at the end of a table that are statistics of the others, by their names and by arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

_KINDS: tuple[tuple[str, Callable[[np.ndarray], list[np.ndarray]]], ...] = (
    (r"means?|averages?|avg\.?|mittel(wert)?|moyenne|media|promedio|m[ée]dia|x̄", lambda a: [np.nanmean(a, 0)]),
    (r"medians?|mediana|m[ée]diane", lambda a: [np.nanmedian(a, 0)]),
    (r"s\.?d\.?|std\.?|stdev|std\.? ?dev\.?|standard deviation|standardabweichung|stabw\.?|[ée]cart[- ]type|desv.*",
     lambda a: [np.nanstd(a, 0), np.nanstd(a, 0, ddof=1)]),
    (r"min(imum|imo)?\.?", lambda a: [np.nanmin(a, 0)]), (r"max(imum|imo)?\.?", lambda a: [np.nanmax(a, 0)]),
    (r"(grand )?totals?|sum(me|s)?|somme|suma|somma|gesamt", lambda a: [np.nansum(a, 0)]),
    (r"n|count|anzahl|nombre|number( of samples)?", lambda a: [np.sum(np.isfinite(a), 0).astype(float),
                                                               np.full(a.shape[1], float(len(a)))]),
    (r"range|spannweite|[ée]tendue|rango", lambda a: [np.nanmax(a, 0) - np.nanmin(a, 0)]),
    (r"cv|rsd|%? ?(cv|rsd) ?(\(?%\)?)?", lambda a: [100 * np.nanstd(a, 0, ddof=d) / np.nanmean(a, 0) for d in (0, 1)]))
_NAMES = tuple((re.compile(rf"({pattern})( \(.*\))?", re.I), made) for pattern, made in _KINDS)
LEAST, CLOSE, SHARE = 2, 0.02, 0.9
MOST = 12


def is_statistic(name: str) -> bool:
    """Whether a name says mean, deviation, number of samples and the like."""
    return any(pattern.fullmatch(name.strip(" :*-")) for pattern, _ in _NAMES)


def totals(names: Sequence[str], table: np.ndarray) -> list[int]:
    """Rows at the end of a table that are statistics of those above them: by name, and the numbers agree.

    Parameters
    ----------
    names : sequence of str
    table : (n, p) array

    Returns
    -------
    list of int
        Empty where a number of the rows is not what its name says: it may be a sample that is called "Max".

    Examples
    --------
    >>> import numpy as np
    >>> totals(["a", "b", "c", "Mean"], np.array([[1.0, 5], [2, 6], [3, 10], [2, 7]]))
    [3]
    >>> totals(["a", "b", "c", "Max"], np.array([[1.0, 5], [2, 6], [3, 10], [1.5, 7]]))
    []
    """
    first = len(names)
    while first > max(len(names) - MOST, LEAST) and is_statistic(names[first - 1]):
        first -= 1
    above = table[:first][:, np.isfinite(table[:first]).any(axis=0)]
    if first == len(names) or not above.size:
        return []
    below = table[first:][:, np.isfinite(table[:first]).any(axis=0)]
    room = CLOSE * np.nanmax(np.abs(above - np.nanmean(above, 0)), 0) + 1e-6 * np.nanmax(np.abs(above), 0)
    digits = next((d for d in range(9) if np.allclose(np.round(below, d), below, 0, 1e-12, equal_nan=True)), 9)
    room = room + 0.6 * 10.0 ** -digits
    with np.errstate(all="ignore"):
        for name, row in zip(names[first:], below, strict=True):
            known = np.isfinite(row)
            forms = [v for pattern, made in _NAMES if pattern.fullmatch(name.strip(" :*-")) for v in made(above)]
            if not known.any() or not any(np.mean(np.abs(row - v)[known] <= np.maximum(
                    room, CLOSE * np.abs(v))[known]) >= SHARE for v in forms):
                return []
    return list(range(first, len(names)))
