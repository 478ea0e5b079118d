"""Columns an instrument writes side by side: dark, reference, signal, absorbance; which is the spectrum."""

from __future__ import annotations

import re

from .._units import plain, quantity_of

_HELPERS = re.compile(r"\bdark\b(?!\s*sub)|reference|background|\bref\b|dunkel|referenz|oscuro", re.I)
_ORDER = ("dark subtracted", "processed", "absorb", "reflect", "transmi", "tra/ref", "irradian", "radian", "scope",
          "sample", "raw", "signal")


def pick_role(titles: list[str]) -> int | None:
    """Index of the column that is the processed signal, or None if the titles are sample names."""
    words = [plain(t).casefold().replace("_", " ") for t in titles]
    if len(words) < 2:
        return None
    if words == ["d", "r", "s", "p"]:  # Ocean Optics Jaz: dark, reference, sample, processed
        return 3
    helpers = [bool(_HELPERS.search(w)) for w in words]
    known = [h or quantity_of(w) is not None or w.split("[")[0].split("(")[0].strip() == "sample"
             or w.startswith(("sample signal", "processed")) for h, w in zip(helpers, words, strict=True)]
    if not any(helpers) or sum(known) < 2 or len(words) > 16:
        return None
    for wanted in _ORDER:
        for k, word in enumerate(words):
            if wanted in word and not helpers[k]:
                return k
    return next((k for k, h in enumerate(helpers) if not h), None)
