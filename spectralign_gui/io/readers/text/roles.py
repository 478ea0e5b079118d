"""Columns an instrument writes side by side: dark, reference, signal, absorbance; which is the spectrum."""

from __future__ import annotations

import re

from .._units import plain, quantity_of

_DARK = re.compile(r"\bdark\b(?!\s*sub)|background|dunkel|oscuro", re.I)
_BASE = re.compile(r"base ?line|untergrund|ligne de base", re.I)
_DONE = re.compile(r"\b(raw|(baseline )?corrected|processed|smoothed)\b", re.I)
_WHITE = re.compile(r"reference|\bref\b|referenz|\bwhite\b|wei(ss|ß)|\bblanco?\b", re.I)
_VOLTAGE = re.compile(r"\b(ht|hv|voltage|spannung)\b", re.I)
_HELPERS = re.compile(f"{_DARK.pattern}|{_WHITE.pattern}|{_VOLTAGE.pattern}|(?:{_BASE.pattern})(?! corrected)", re.I)
_RAW = re.compile(r"scope|\bsample\b|\braw\b|signal|target|counts?\b|intensity", re.I)
_ORDER = ("cd [", "cd (", "ellipticity", "dark subtracted", "corrected", "processed", "absorb", "reflect", "transmi",
          "tra/ref", "irradian", "radian", "scope", "sample", "raw", "signal")


def is_helper(title: str) -> bool:
    """Whether a column is a dark, white or baseline spectrum, or the voltage of the detector."""
    return _HELPERS.search(plain(title).casefold().replace("_", " ")) is not None


def pick_role(titles: list[str]) -> int | None:
    """Index of the column that is the processed signal, or None if the titles are sample names."""
    words = [plain(t).casefold().replace("_", " ") for t in titles]
    if len(words) < 2:
        return None
    if words == ["d", "r", "s", "p"]:  # Ocean Optics Jaz: dark, reference, sample, processed
        return 3
    helpers = [is_helper(t) for t in titles]
    known = [h or quantity_of(w) is not None or w.split("[")[0].split("(")[0].strip() == "sample"
             or w.startswith(("sample signal", "processed", "cd [", "cd (", "ellipticity")) or bool(_DONE.fullmatch(w))
             for h, w in zip(helpers, words, strict=True)]
    if not any(helpers) or sum(known) < 2 or len(words) > 16:
        return None
    for wanted in _ORDER:
        for k, word in enumerate(words):
            if wanted in word and not helpers[k]:
                return k
    return next((k for k, h in enumerate(helpers) if not h), None)


def measured_parts(titles: list[str]) -> tuple[int, int, int] | None:
    """Columns of the raw signal, the dark and the white spectrum; None if one of them is not there or not alone."""
    words = [plain(t).casefold().replace("_", " ") for t in titles]
    darks = [k for k, w in enumerate(words) if _DARK.search(w)]
    whites = [k for k, w in enumerate(words) if _WHITE.search(w) and k not in darks]
    raws = [k for k, w in enumerate(words) if _RAW.search(w) and k not in darks and k not in whites]
    if len(darks) != 1 or len(whites) != 1 or len(raws) != 1:
        return None
    return raws[0], darks[0], whites[0]
