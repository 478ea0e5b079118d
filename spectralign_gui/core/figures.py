"""Numbers as a laboratory writes them: as many decimals as are known, the same in a column."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

MOST_DECIMALS = 9
SMALLEST, LARGEST = 1e-6, 1e7  # beyond, powers of ten are easier to read
WITHOUT_UNIT = {"r2": 3, "rpd": 2}
"""Decimals of the figures of prediction that are without unit; the others have those of the RMSEP."""


def decimals(values: ArrayLike, digits: int = 4) -> int | None:
    """Decimals that show the largest of `values` with `digits` figures; None where powers of ten are easier to read.

    Parameters
    ----------
    values : array_like
        Values of one column; those that are not finite don't count.
    digits : int, default 4
        Figures of the largest absolute value.
    """
    known = np.abs(np.asarray(values, dtype=float)).ravel()
    known = known[np.isfinite(known)]
    largest = float(known.max()) if known.size else 0.0
    if largest == 0:
        return digits - 1
    if not SMALLEST <= largest < LARGEST:
        return None
    # of the rounded value: 9.9996 with four figures is 10.00
    power = int(f"{largest:.{digits - 1}e}".partition("e")[2])
    return min(max(digits - 1 - power, 0), MOST_DECIMALS)


def fixed(value: float, places: int | None, digits: int = 4, nothing: str = "–") -> str:
    """`value` with `places` decimals (None: with `digits` figures), without "-0.00"."""
    if not math.isfinite(value):
        return nothing
    if places is None:
        return f"{value:.{digits}g}"
    text = f"{value:.{places}f}"
    return text.lstrip("-") if float(text) == 0 else text


def with_units(names: Sequence[str], units: Sequence[str]) -> tuple[str, ...]:
    """Names with their units, "Moisture (%)", unless the name says it itself; the names where no units are given."""
    if len(units) != len(names):
        return tuple(names)
    return tuple(f"{n} ({u})" if u and not n.rstrip().endswith((f"({u})", f"[{u}]")) else n
                 for n, u in zip(names, units, strict=True))


def give_or_take(value: float, half: float, nothing: str = "–") -> str:
    """A value with what it may be off by, both to the second figure of the latter: ``67.3 ± 8.0``.

    Parameters
    ----------
    value : float
    half : float
        Half width of an interval; not finite or 0: the value alone, with four figures.
    """
    if not (math.isfinite(value) and math.isfinite(half) and half > 0):
        return f"{value:.4g}" if math.isfinite(value) else nothing
    places = decimals(half, 2)
    return f"{fixed(value, places)} ± {fixed(half, places, 2)}"


def percent(share: float, nothing: str = "–") -> str:
    """A share of one as whole percent: ``45 %``."""
    return f"{100 * share:.0f} %" if math.isfinite(share) else nothing


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: "Moisture, Oil and Protein"."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
