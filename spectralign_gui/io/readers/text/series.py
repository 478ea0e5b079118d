"""What titles with numbers give that no spectrum runs along: times, temperatures, concentrations, sizes of grains."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from .._units import foreign_unit, plain

TIME, TEMPERATURE, CONCENTRATION, SIZE = "a time", "a temperature", "a concentration", "a size of grains"
NO_AXIS = (TIME, TEMPERATURE, CONCENTRATION, SIZE, "degrees")
"""What no spectrum runs along: series of spectra do, and so do tables of values."""

_LONG_TIMES = (
    r"time|zeit|temps|tiempo|tempo|days?|tage?|jours?|d[ií]as?|giorn[oi]|hours?|hrs?|stunden?|std|heures?|horas?|"
    r"weeks?|wks?|wochen?|semaines?|semanas?|settiman[ae]|months?|monate?|mois|mes(es)?|mes[ei]|years?|yrs?|jahre?|"
    r"ann[ée]es?|ans?|a[ñn]os?|ann[oi]|minut(es?|en|os?|i)|mins?|sec(onds?)?|sekunden?|segundos?|secondes?|visits?|"
    r"besuch|visita|dos(es?|is)|levels?|stufe|niveau|nivel|plots?|parzelle|trials?|cycles?|zyklus|zyklen|cycl[eo]s?|ciclos?|天|周|小时|分钟|月")
_BEFORE = re.compile(rf"({_LONG_TIMES})[\s_.\-#=:(]*", re.I)
_AFTER = re.compile(rf"[\s_.\-]*({_LONG_TIMES}|or[ae]|h|d|s|w|y|ms)\.?[)\]]?", re.I)
_EQUALS = re.compile(r"(t|time|zeit)\s*[=:]", re.I)
_LETTER = re.compile(r"[tdhwmsj][\s_.\-]?", re.I)
_DEGREES = re.compile(r"(temp(eratur|erature|\.)?|t)\s*[=:]?\s*", re.I)
_KELVIN = re.compile(r"[\s_]*(°\s*[cfk]|deg\.?\s*[cfk]|celsius|kelvin|[ck])", re.I)
_AMOUNT = re.compile(r"[\s_]*([mµμun]?M|[mµμun]?mol(/l)?|ppm|ppb|[mµμunk]?g/(m?l|kg|g|100\s*(g|ml))|mg|"
                     r"%( ?\(?[vw]/[vw]\)?)?|wt\.?\s?%|vol\.?\s?%)")
_RANGE = re.compile(r"(?P<low>\d+([.,]\d+)?)\s*(-|–|\.\.|to|bis|à|a)\s*(?P<high>\d+([.,]\d+)?)\s*(µm|um|μm|mm)?\Z",
                    re.I)
_OPEN = re.compile(r"(?P<mark>[<>≤≥])\s*=?\s*(?P<number>\d+([.,]\d+)?)\s*(µm|um|μm|mm)?\Z|"
                   r"(?P<base>pan|bottom|boden|fond)\Z", re.I)
_WHOLE_LETTERS = re.compile(r"(a|r|t|i|l|f|e|int|abs|refl?)[\s_.\-]*", re.I)
MOST, SPAN = 8.0, 4.0
_MESHES = {v * f for v in (1, 1.06, 1.12, 1.18, 1.25, 1.4, 1.5, 1.6, 1.7, 1.8, 2, 2.12, 2.24, 2.36, 2.5, 2.8, 3, 3.15,
                           3.35, 3.55, 4, 4.25, 4.5, 4.75, 5, 5.6, 6, 6.3, 6.7, 7.1, 7.5, 8, 8.5, 9) for f in (
                           1, 10, 100, 1000, 10000)} | {38, 53}
"""Openings of the series of sieves of ISO 565 and ASTM E11, in µm."""


def series_of(before: str, after: str, values: np.ndarray) -> str:
    """What titles such as "day 7", "t=5 min" or "20 °C" give; "" where they may be positions of channels.

    Parameters
    ----------
    before, after : str
        What stands around the numbers of the titles.
    values : (p,) array
        The numbers.

    Returns
    -------
    str
        One of `NO_AXIS`, another unit the program does not have ("ångström"), or "".

    Examples
    --------
    >>> import numpy as np
    >>> series_of("day", "", np.array([0, 7, 14]))
    'a time'
    >>> series_of("", "nm", np.array([400, 410, 420]))
    ''
    """
    from_zero = len(values) > 0 and float(values[0]) == 0
    if _EQUALS.match(before) or _BEFORE.fullmatch(before) or (from_zero and not after and _LETTER.fullmatch(before)):
        return TIME
    if after and _AFTER.fullmatch(after):
        return TIME
    if after and _KELVIN.fullmatch(after) and (not before or _DEGREES.fullmatch(before)):
        return TEMPERATURE
    if after and _AMOUNT.fullmatch(after):
        return CONCENTRATION
    if re.fullmatch(r"([<>≤≥]=?)?", before) and re.fullmatch(r"([\s_]*(µm|um|μm|mm))?", after) and (
            before or sieves(values)):
        return SIZE
    return (foreign_unit(after) or "") if after else ""


def sieves(values: np.ndarray) -> bool:
    """Whether numbers are openings of sieves in µm: whole, from one to the next by a factor of about 1.4, 2 or 4."""
    values = np.abs(np.asarray(values, float))
    if len(values) < 3 or (values <= 0).any() or values.max() < 200:
        return False
    factors = np.exp(np.abs(np.diff(np.log(values))))
    known = np.isclose(values[:, None], sorted(_MESHES), rtol=1e-3).any(axis=1)
    stepped = bool((factors > 1.3).all() and (factors < MOST).all())
    return stepped and float(known.mean()) >= 0.8 and float(values.max() / values.min()) >= SPAN


def small_whole(before: str, values: np.ndarray) -> bool:
    """Whether a single letter and a small number make names (T25, R40): no wavelength is so short."""
    return bool(_WHOLE_LETTERS.fullmatch(before)) and float(np.max(np.abs(values))) < 150 and bool(
        (values == np.round(values)).all())


def fractions(titles: Sequence[str]) -> bool:
    """Whether titles are size classes that join one another and are open at an end: <63, 63-125, …, >1000.

    Ranges that are closed at both ends may be bands of a filter instrument as well.

    Examples
    --------
    >>> fractions(["<63", "63-125", "125-250"]), fractions(["400-410", "410-420", "420-430"])
    (True, False)
    """
    ranges, ends, edges = 0, 0, []
    for title in titles:
        text = plain(title).strip().replace(",", ".")
        if (m := _RANGE.match(text)) is not None:
            ranges += 1
            edges += [float(m["low"]), float(m["high"])]
        elif (m := _OPEN.match(text)) is not None:
            ends += 1
            edges += [float(m["number"])] if m["number"] else []
    if ranges < 2 or not ends or ranges + ends < 3:
        return False
    return 2 * len(set(edges)) <= len(edges) + 2


def named_by_size(titles: Sequence[str]) -> bool:
    """Whether numbers as titles are names all the same: size classes, or the openings of sieves."""
    if fractions(titles):
        return True
    numbers = [float(t) for t in titles if re.fullmatch(r"\d+(\.\d+)?", t.strip())]
    return len(numbers) >= 3 and sieves(np.array(numbers))
