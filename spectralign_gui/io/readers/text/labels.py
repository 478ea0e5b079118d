"""Column titles that are axis values: plain numbers, "1100 nm", "X1100.5", "wl_1100"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from .._units import NAME_WORDS, foreign_unit, plain, unit_of
from .dialect import Dialect
from .evidence import steps_back
from .numbers import to_number
from .series import NO_AXIS, series_of, small_whole

_DRESSED = re.compile(r"(?P<before>[^\d+\-.,]*?(?:(?<=[A-Za-z_])\.\s*)?)"
                     r"(?P<number>[+-]?[\d.,]*\d[.,]?(?:[eE][+-]?\d+)?)(?P<after>(?:\D.*)?)\Z")
_CHANNEL_PREFIX = re.compile(
    r"[\s_.\-\[(\"']*(x|w|wl|wn|wv|wvl|wave|wave(length|number)|nm|um|lambda|λ|l|r|a|t|i|int|abs|absorbance|ref|refl|"
    r"reflectance|s?pc|spec|spectrum|spectra|nir|mir|ir|vis|uv|raman|shift|v|var|variable|ch|channel|b|band|f|feature|"
    r"col|column|p|pixel|counts?|e)[\s_.\-:=\[(]*", re.I)
_NUMBERED_PREFIX = re.compile(r"\W*(x|v|var|variable|ch|channel|band|pixel|col|column|feature|wl|wave)[\s_.\-]*", re.I)
_UNDERSCORE = re.compile(r"(?P<prefix>[A-Za-z]{1,6})_?(?P<whole>\d{1,5})(_(?P<part>\d{1,4}))?")
_OF_R = re.compile(r"X(?P<minus>\.)?(?P<number>\d+(\.\d+)?)")
_UNIT_WITH_DIGITS = re.compile(r"\b(c?m|um|nm)\s*-\s*1\b|\b1\s*/\s*(c?m|um|nm|r)\b", re.I)
_CHANNEL_SUFFIX = re.compile(r"[\s_.\-]*(abs|r|a|refl|reflectance|counts?|int|raw|mean)?[\])\s]*", re.I)


@dataclass(frozen=True)
class Stretch:
    """Neighbouring columns [first, stop) whose titles are axis values: strictly ascending or descending, unless
    `named`: then the column before says that it names the samples, and the values may repeat or step back."""

    first: int
    stop: int
    values: np.ndarray
    unit: str | None
    prefix: str
    named: bool = False
    odd_dress: bool = False
    """What stands around the numbers is that of sample names (s1, s2), formulas (SiO2) or the like."""
    left_out: int = 0
    """Other titles with numbers in the same dress, which are in no order with these."""
    foreign: str = ""
    """What the titles give that is no unit of the program: "a time", "a temperature", "ångström"."""

    @property
    def of_series(self) -> bool:
        """Whether the titles give times, temperatures, concentrations or sizes: no spectrum runs along these."""
        return self.foreign in NO_AXIS

    def __len__(self) -> int:
        return self.stop - self.first


LEAST_BESIDE, FAR = 3, 20
"""So many times the longest step between the others: no channel is as far from its neighbour as that."""


def label_value(cell: str, dialect: Dialect) -> tuple[float, str, str] | None:
    """Value, prefix and suffix of a title, or None if it holds no number."""
    cell = cell.strip().strip("\"'")
    if not cell:
        return None
    value = to_number(cell, dialect.decimal, dialect.thousands)
    if value is not None:
        return None if np.isnan(value) or np.isinf(value) else (value, "", "")
    if not any(c.isdigit() for c in _UNIT_WITH_DIGITS.sub("", plain(cell))):
        return None  # "Wavenumber (cm-1)" holds no number
    found = _DRESSED.match(cell)
    if not found:
        return None
    number = found["number"]
    if found["before"][-1:].isalpha():
        number = number.lstrip("-+")  # A-001 is no negative number
    if dialect.decimal == "." or "," not in number:
        value = to_number(number, ".")
    else:
        value = to_number(number, ",")
    if value is None or np.isnan(value):
        return None
    return value, found["before"].strip(), found["after"].strip()


def axis_stretch(cells: list[str], dialect: Dialect) -> Stretch | None:
    """The longest stretch of at least three titles that form an axis, or None."""
    return _axis_stretch(tuple(cells), dialect)


@lru_cache(16)  # the titles of a table are asked about again and again
def _axis_stretch(given: tuple[str, ...], dialect: Dialect) -> Stretch | None:
    cells = list(given)
    if len(cells) > 2 and cells[0].startswith("#") and not cells[1].startswith("#"):
        cells = [cells[0].lstrip("# "), *cells[1:]]  # the mark of a comment, as numpy writes it before the first title
    cells = with_points(cells)
    parsed = [label_value(c, dialect) for c in cells]
    best: tuple[int, int] = (0, 0)
    start = 0
    for i in range(1, len(parsed) + 1):
        if i < len(parsed) and _goes_on(parsed, start, i):
            continue
        if i - start > best[1] - best[0] and parsed[start] is not None:
            best = (start, i)
        if i < len(parsed):
            # a turn may belong to the new stretch: 60, 1100, 1102 begins anew at 60 or 1100
            start = i - 1 if parsed[i - 1] is not None and parsed[i] is not None and i - 1 > start and (
                _same_dress(parsed[i - 1], parsed[i])) else i
    first, stop = best
    if _corner(parsed[first:stop]):
        first += 1
    named = _after_names(cells, parsed)
    if named is not None and (named[1] - named[0] >= stop - first or stop - first < 3):
        first, stop = named
    else:
        named = None
        if stop - first < 3:
            return None
    chosen = [p for p in parsed[first:stop] if p is not None]
    values, (_, prefix, suffix) = np.array([p[0] for p in chosen]), chosen[0]
    outside = [p for p in (*parsed[:first], *parsed[stop:]) if p is not None]
    return Stretch(first, stop, values, unit_around(prefix, suffix), prefix, named is not None,
                   _odd(prefix, suffix, values),
                   sum(p[1] == prefix and (bool(prefix) or p[2] == suffix) for p in outside),
                   series_of(prefix, suffix, values))


def with_points(cells: list[str]) -> list[str]:
    """Titles such as x1100_5 with a point in place of the underscore, where they are in order and in like steps.

    Names of variables have no points in MATLAB and other programs; A4_1, A4_2, A5_1 are repeats of samples.
    """
    cells = _with_minus(cells)
    found = [_UNDERSCORE.fullmatch(c.strip()) for c in cells]
    known = [m for m in found if m]
    if sum(bool(m["part"]) for m in known) < 3 or len({m["prefix"] for m in known}) != 1:
        return cells
    values = np.array([float(f"{m['whole']}.{m['part'] or 0}") for m in known])
    steps = np.diff(values)
    size, short = np.abs(steps), re.fullmatch(r"x|w|wl|wn|wv", known[0]["prefix"], re.I) is not None
    if not ((steps > 0).all() or (steps < 0).all()) or size.max() > 4 * size.min() or not (
            values.max() >= 150 or short) or not _CHANNEL_PREFIX.fullmatch(known[0]["prefix"]):
        return cells
    return [f"{m['prefix']}{m['whole']}.{m['part'] or 0}" if m else c for m, c in zip(found, cells, strict=True)]


def _with_minus(cells: list[str]) -> list[str]:
    """Titles X.10, X.5, X0, X5 as numbers, where they are in order with a minus for the point: R writes -10 so."""
    found = [_OF_R.fullmatch(c.strip()) for c in cells]
    known = [m for m in found if m]
    if sum(bool(m["minus"]) for m in known) < LEAST_BESIDE:
        return cells
    values = [(-1 if m["minus"] else 1) * float(m["number"]) for m in known]
    steps = np.diff(values)
    if not ((steps > 0).all() or (steps < 0).all()):
        return cells
    signed = iter(values)
    return [f"{next(signed):.10g}" if m else c for m, c in zip(found, cells, strict=True)]


def whole_stretch(stretch: Stretch, titles: list[str], dialect: Dialect) -> tuple[Stretch, list[int]]:
    """The stretch with its other parts, where reference values stand in the midst of the channels, and all its columns.

    A part goes on where the one before ended, in the same dress; a single title far off is none.
    """
    columns = list(range(stretch.first, stretch.stop))
    parsed = [label_value(t, dialect) for t in with_points(titles)]
    dress = parsed[stretch.first] if stretch.first < len(parsed) else None
    values = stretch.values.tolist()
    if dress is None or len(values) < 2:
        return stretch, columns
    stretch, columns = _with_neighbours(stretch, parsed)
    values = stretch.values.tolist()
    sign = 1 if values[-1] > values[0] else -1
    room = FAR * float(np.abs(np.diff(values)).max())
    for side in (1, -1):
        at = range(stretch.stop, len(parsed)) if side > 0 else range(stretch.first - 1, -1, -1)
        part: list[tuple[int, float]] = []
        for j in (*at, -1):
            here = parsed[j] if j >= 0 else None
            last = part[-1][1] if part else values[-1] if side > 0 else values[0]
            if here is not None and here[1:] == dress[1:] and side * sign * (here[0] - last) > 0:
                part.append((j, here[0]))
            elif part:
                edge = values[-1] if side > 0 else values[0]
                if len(part) >= 2 and abs(part[0][1] - edge) <= room:
                    found, numbers = [k for k, _ in part], [v for _, v in part]
                    columns = [*columns, *found] if side > 0 else [*found[::-1], *columns]
                    values = [*values, *numbers] if side > 0 else [*numbers[::-1], *values]
                part = []
    return (stretch if len(columns) == len(stretch) else replace(
        stretch, first=columns[0], stop=columns[-1] + 1, values=np.array(values))), columns


def _with_neighbours(stretch: Stretch, parsed: list[tuple[float, str, str] | None]) -> tuple[Stretch, list[int]]:
    """The stretch with its neighbours in the same dress: the axis steps back at a change of the detector."""
    first, stop = stretch.first, stretch.stop
    while stop < len(parsed) and _same_dress(parsed[stop], parsed[stretch.first]):
        stop += 1
    while first > 0 and _same_dress(parsed[first - 1], parsed[stretch.first]):
        first -= 1
    if stop - stretch.stop < LEAST_BESIDE:
        stop = stretch.stop
    if stretch.first - first < LEAST_BESIDE:
        first = stretch.first
    columns = list(range(first, stop))
    values = np.array([p[0] for p in parsed[first:stop] if p is not None])
    if len(columns) == len(stretch) or not (steps_back(values) or stretch.named):
        return stretch, list(range(stretch.first, stretch.stop))
    return replace(stretch, first=first, stop=stop, values=values), columns


def _corner(parsed: list[tuple[float, str, str] | None]) -> bool:
    """Whether the first of these numbers is none of the axis: a 0 in the corner of a matrix, say."""
    values = [p[0] for p in parsed if p is not None]
    if len(values) < 4:
        return False
    steps = np.abs(np.diff(values))
    return bool(steps[0] > FAR * steps[1:].max())


def _odd(prefix: str, suffix: str, values: np.ndarray) -> bool:
    """Whether the dress is one that no channels have: s1, C14:0, SiO2."""
    if suffix and unit_of(suffix) is None and foreign_unit(suffix) is None and not _CHANNEL_SUFFIX.fullmatch(suffix):
        return True
    counted = len(values) > 1 and values[0] < 100 and bool((np.diff(values) == 1).all())
    if small_whole(prefix, values):
        return True
    if not prefix or unit_of(prefix) or (_CHANNEL_PREFIX.fullmatch(prefix) and not (
            counted and not _NUMBERED_PREFIX.fullmatch(prefix))):
        return False
    bands = len(values) >= 4 and float(np.min(values)) >= 200  # Rrs_443, Rrs_490, Rrs_560, Rrs_665
    return counted or float(np.max(np.abs(values))) < 100 or (len(values) < 8 and not bands)


def unit_around(before: str, after: str) -> str | None:
    """Unit in what stands around the numbers; "unknown" for one the program does not have."""
    return "unknown" if after and foreign_unit(after) else unit_of(f"{before} {after}".strip())


def _after_names(cells: list[str], parsed: list[tuple[float, str, str] | None]) -> tuple[int, int] | None:
    """All titles after a leading column that is called "Sample" or the like, if they are plain numbers of one dress.

    A repeated wavelength, or a step back at a detector change, must not turn the header into a spectrum.
    """
    first = next((i for i, p in enumerate(parsed) if p is not None), len(parsed))
    if not 0 < first < len(parsed) or not any(NAME_WORDS.search(plain(c)) for c in cells[:first]):
        return None
    stop = first + 1
    while stop < len(parsed) and parsed[stop] is not None and _same_dress(parsed[stop], parsed[first]):
        stop += 1
    dress = parsed[first]
    plainly = dress is not None and not dress[1] and (not dress[2] or unit_of(dress[2]) is not None)
    if not plainly or (stop - first < 3 and stop < len(parsed)):
        return None  # one number in a title (SiO2) makes no axis
    return first, stop


def _same_dress(a: tuple[float, str, str] | None, b: tuple[float, str, str] | None) -> bool:
    return a is not None and b is not None and a[1:] == b[1:]


def _goes_on(parsed: list[tuple[float, str, str] | None], start: int, i: int) -> bool:
    here, before = parsed[i], parsed[i - 1]
    if here is None or before is None or not _same_dress(here, before) or here[0] == before[0]:
        return False
    if i - start < 2:
        return True
    earlier = parsed[i - 2]
    return earlier is not None and (here[0] > before[0]) == (before[0] > earlier[0])
