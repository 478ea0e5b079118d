"""An axis that stands in lines above the numbers alone: first and last position, step, number of points."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ....core.notes import Note
from .._units import quantity_of, unit_of
from ..contract import Block, ReadResult
from .numbers import to_number

_NUMBER = r"([+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?)"
_BETWEEN = r"(?:(?!time|date|zeit|temp|position)[^\d\n+-]){0,30}?"
_WORDS = (
    r"start(?:ing)?|first|begin|from|anfang|von|firstx|low(?:er|est)?",
    r"end(?:ing)?|last|stop|final|ende|bis|lastx|high(?:er|est)?",
    r"step|interval|increment|spacing|delta\s?x|schritt(?:weite)?|data pitch",
    r"points|npoints|channels|number of (?:points|channels|data)|punkte|data points")
_FIRST, _LAST, _STEP, _POINTS = (re.compile(
    rf"(?<![a-z])(?:{words})(?![a-z]){_BETWEEN}{_NUMBER}(?![\d:/])", re.I) for words in _WORDS)
_RANGE = re.compile(
    rf"(?:range|bereich|wavelengths?|wavenumbers?)(?![a-z]){_BETWEEN}{_NUMBER}\s*(?:nm|cm-1|cm⁻¹)?"
    rf"\s*(?:-|–|to|bis|\.\.+|…)\s*{_NUMBER}", re.I)
_COUNT = re.compile(r"(\d+)[ \t]*(?:data )?(?:points|channels|punkte)", re.I)
_UNIT = re.compile(
    r"(?<![a-zµ])(nm|nanomet(?:er|re)s?|cm\s*\^?-1|cm⁻¹|1/cm|wavenumbers?|wavelengths?|µm|um)(?![a-z])", re.I)
LEAST, CLOSE, MOST_LINES = 8, 1e-3, 60


def axis_in_words(lines: Sequence[str], n: int) -> tuple[np.ndarray, str] | None:
    """The positions of `n` channels by what lines of words say, and the unit they name ("" for none).

    Two facts have to agree with the number of channels, or first position and step be all that is said.

    Examples
    --------
    >>> axis_in_words(["Wavelength range 400-408 nm, 5 points"], 5)
    (array([400., 402., 404., 406., 408.]), 'nm')
    >>> axis_in_words(["Start: 400 Step: 2", "End: 500"], 5) is None
    True
    """
    text = "\n".join(lines[-MOST_LINES:])
    found = [_value(pattern.search(text)) for pattern in (_FIRST, _LAST, _STEP, _POINTS)]
    first, last, step, points = found
    if (both := _RANGE.search(text)) is not None:
        first, last = _number(both[1]), _number(both[2])
    if (count := _COUNT.search(text)) is not None:
        points = float(count[1])
    if n < 2 or first is None or (points is not None and points != n):
        return None
    if last is not None and last != first:
        even = (last - first) / (n - 1)
        if (step is None and points is None) or (step is not None and abs(abs(step) - abs(even)) > CLOSE * abs(even)):
            return None
        axis: np.ndarray = np.linspace(first, last, n)
    elif step:
        axis = first + step * np.arange(n)
    else:
        return None
    unit = _UNIT.search(text)
    return np.round(axis, 9), (unit_of(unit[1]) or "") if unit else ""


def _number(text: str) -> float | None:
    return to_number(text.replace(",", "."))


def _value(found: re.Match[str] | None) -> float | None:
    return _number(found[1]) if found else None


def told_of_axis(axis: np.ndarray) -> Note:
    """What is said of an axis that was put together."""
    return Note("text.axis_from_words", first=float(axis[0]), last=float(axis[-1]), n=len(axis))


def may_be_one_column(end: str) -> bool:
    """Whether the last line of a file is a single number, with a point or a comma."""
    last = next((line.strip() for line in reversed(end.split("\n")) if line.strip()), "")
    return to_number(last, "," if "," in last else ".") is not None


def single_scan(lines: Sequence[str]) -> ReadResult | None:
    """One spectrum whose values stand below each other, under lines that state its axis; None if it is none."""
    at = len(lines)
    while at and not lines[at - 1].strip():
        at -= 1
    stop, values = at, []
    while at:
        value = to_number(lines[at - 1].strip(), "," if "," in lines[at - 1] else ".")
        if value is None or value != value:
            break
        values.append(value)
        at -= 1
    if stop - at < LEAST:
        return None
    stated = axis_in_words(lines[:at], len(values))
    if stated is None:
        return None
    axis, unit = stated
    if "," in lines[at] and np.array_equal(np.trunc(values[::-1]), np.trunc(axis)):
        return None  # 400,12: the position, a comma and a value
    quantity = next((q for line in reversed(lines[:at]) if (q := quantity_of(line)) is not None), "unknown")
    block = Block(np.array(values[::-1])[None], axis, unit=unit or "unknown", quantity=quantity,
                  metadata={"header": "\n".join(lines[:at])[:4000]})
    return ReadResult((block,), (), {}, (told_of_axis(axis),))
