"""Columns of a table with spectra in columns: the axis, the spectra, and what is no spectrum."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ....core.errors import FileError
from ....core.notes import Note
from .._units import AXIS_WORDS, plain
from ..contract import Guess
from .evidence import axis_columns, column_axis_score, counts, steady
from .options import TextOptions
from .plan import Layout
from .role_notes import role_of
from .roles import is_helper
from .totals import totals

DEVIATION = re.compile(
    r"(std\.?|std\.? ?dev\.?|st\.? ?dev\.?|stdev|sd|s\.d\.|rsd|%?\s*cv|variance|sigma|σ|standardabweichung|desv\w*|"
    r"standard[ _]?(deviation|error)|[ée]cart[- ]type|err(or)?|uncertainty|unsicherheit|incertitude)([ _]?\d+)?"
    r"\s*([\[(].*)?\Z", re.I)
"""Titles and names of standard deviations and errors: they belong to a spectrum and are none."""
BANDWIDTH = re.compile(
    r"(fwhm|hwhm|band ?width|spectral (resolution|bandwidth)|halbwertsbreite)s?"
    r"[ _]?(nm|µm|um|cm-1)?\s*([\[(].*)?\Z", re.I)
"""Titles and names of the widths of channels, as imaging instruments write them beside their positions."""
_OF_ITS_OWN = re.compile(
    r"(?P<stem>.+?)[\s_.\-+±(\[]+(?P<what>[^\s_\-(\[]+|std\.? dev\.?|standard deviation)[)\]]?\s*\Z", re.I)
CLOSE, LONG = 0.01, 10
_INDEX = re.compile(r"(index|#|no\.?|nr\.?|row|unnamed: \d+|id|band|channel|pixel|ch\.?)?\Z", re.IGNORECASE)
_FLAG = re.compile(r"(.*[\s_])?(flags?|quality|q[ac]|status|mask|saturated|valid)([\s_].*)?\Z", re.I)
FEW = 10


def columns_layout(layout: Layout, kinds: list[str], numbers: np.ndarray, options: TextOptions) -> Layout:
    """The layout of spectra in columns or in pairs of columns."""
    guesses, warnings = dict(layout.guesses), list(layout.warnings)
    numeric = [j for j in range(layout.width) if kinds[j] == "number"]
    if layout.orientation == "pairs":
        usable = numeric[: len(numeric) // 2 * 2]
        return replace(layout, numeric=tuple(usable), guesses=guesses)
    axis = _axis(layout, numeric, numbers, options, guesses, warnings)
    spectra = [j for j in numeric if j != axis]
    roles: list[Note] = []
    # in a long table, one spectrum under the other, a column of words names them
    words = next((j for j in range(layout.width) if kinds[j] == "text"), None)
    if axis is not None and len(spectra) > 1:
        others = {j: what for j in spectra if (what := _no_spectrum(j, axis, layout.titles[j], numbers))}
        others |= {spectra[k]: "role.deviation" for k in deviations_beside([layout.titles[j] for j in spectra])}
        others |= {spectra[k]: "role.statistic" for k in totals([layout.titles[j] for j in spectra],
                                                                numbers[:, spectra].T)}
        if options.axis_column is None and options.spectrum_columns is None:
            _refuse_two_axes(axis, others, layout, numbers)
        if len(others) < len(spectra):
            spectra = [j for j in spectra if j not in others]
            roles = [role_of(layout.titles[j] or f"column {j + 1}", what) for j, what in others.items()]
    empty = [layout.titles[j] for j in range(layout.width) if kinds[j] == "empty" and layout.titles[j] and j != axis]
    if empty and options.spectrum_columns is None:
        warnings.append(Note("text.titles_without_values", titles=empty, n=len(empty)))
    if options.spectrum_columns is not None:
        spectra = [c - 1 for c in options.spectrum_columns if 0 < c <= layout.width and c - 1 != axis]
        roles = []
    elif axis is not None and steady(numbers[:, axis]) == 1.0:
        # a spectrum of which many cells are words, or words about each channel
        roles += [role_of(layout.titles[j], "role.words") for j in range(layout.width)
                  if kinds[j] == "text" and layout.titles[j] and j != axis]
    told = [r for r in roles if r.facts["role"].code != "role.counter"]
    if told:
        warnings.append(Note("text.left_out_columns", roles=told))
    return replace(layout, axis_column=axis, name_column=words, numeric=tuple(spectra), guesses=guesses,
                   warnings=tuple(warnings), roles=(*layout.roles, *roles))


def _axis(layout: Layout, numeric: list[int], numbers: np.ndarray, options: TextOptions, guesses: dict[str, Guess],
          warnings: list[str]) -> int | None:
    """Column of the axis, with what is said of it."""
    if options.axis_column is not None:
        axis = options.axis_column - 1 if 0 < options.axis_column <= layout.width else None
        guesses["axis"] = Guess(f"column {options.axis_column}" if axis is not None else "none", 1.0,
                                Note("guess.set_by_you", "info"))
        return axis
    able = set(axis_columns(numbers, layout.titles))
    scored = [(column_axis_score(numbers[:, j], layout.titles[j]), -j) for j in numeric if j in able]
    best, minus = max(scored, default=(0.0, 0))
    named = next((j for j in numeric[:1] if AXIS_WORDS.search(plain(layout.titles[j]))), None)
    axis = -minus if best > 0 else numeric[0] if len(numeric) == layout.width == 2 else named
    decided = layout.decision.axis_column if layout.decision is not None else None
    if decided is not None and decided in numeric and not (
            axis is not None and AXIS_WORDS.search(plain(layout.titles[axis]).replace("_", " "))):
        axis = decided
    if axis is None:
        warnings.append(Note("axis.none"))
        guesses["axis"] = Guess("none", 0.6, Note("guess.no_column_in_order", "info"))
        return None
    title = layout.titles[axis]
    says = AXIS_WORDS.search(plain(title).replace("_", " "))
    guesses["axis"] = Guess(f"column {axis + 1}", 0.95 if says else 0.8,
                            Note("guess.column_in_order", "info", column=axis + 1, title=title))
    return axis


def _refuse_two_axes(axis: int, others: Mapping[int, str], layout: Layout, numbers: np.ndarray) -> None:
    """Two tables side by side: what stands behind a second axis was not measured at the places of the first.

    Raises
    ------
    FileError
    """
    x = numbers[:, axis]
    for j in (j for j, what in others.items() if what == "role.second_axis"):
        both = np.isfinite(x) & np.isfinite(numbers[:, j])
        between = any(k not in others for k in range(axis + 1, j) if np.isfinite(numbers[:, k]).any())
        behind = any(k not in others for k in range(j + 1, layout.width) if np.isfinite(numbers[:, k]).any())
        if between and behind and not same_axis(x[both], numbers[both, j]):
            raise FileError("text.two_axes", first=axis + 1, second=j + 1)


def deviations_beside(names: list[str]) -> list[int]:
    """Names such as "s1 SD" that stand beside "s1" or "s1 mean": which of them are of deviations."""
    found = [_OF_ITS_OWN.match(n.strip()) for n in names]
    stems = {k: m["stem"] for k, m in enumerate(found) if m and DEVIATION.match(m["what"])}
    others = [n.strip() for k, n in enumerate(names) if k not in stems]
    return [k for k, stem in stems.items() if any(
        n == stem or (n.startswith(stem) and not n[len(stem)].isalnum()) for n in others)]


def _no_spectrum(j: int, axis: int, title: str, numbers: np.ndarray) -> str:
    """The code of what a column beside the axis is, if it is no spectrum; "" if it is one."""
    column, x = numbers[:, j], numbers[:, axis]
    if BANDWIDTH.match(plain(title).strip()):
        return "role.bandwidth"
    if AXIS_WORDS.search(plain(title).replace("_", " ")) and column_axis_score(column, title) > 0:
        return "role.second_axis"
    known = np.isfinite(column) & np.isfinite(x)
    if _INDEX.match(title) and j < axis and counts(column[known]):
        return "role.counter"
    if DEVIATION.match(title.strip()):
        return "role.deviation"
    if known.sum() >= 5 and same_axis(x[known], column[known]):
        return "role.other_unit"
    few = len(set(column[known])) <= FEW and bool((column[known] == np.round(column[known])).all())
    if few and _FLAG.match(title.strip()):
        return "role.code"
    if known.sum() >= LONG and np.ptp(column[known]) == 0 and not is_helper(title):
        return "role.constant"
    return ""


def same_axis(x: np.ndarray, other: np.ndarray) -> bool:
    """Whether numbers are an axis in another unit: 1e7 / x, x / 1000, or a shift from a laser line.

    Rounding as it is written is allowed for; a straight line of intensities is no such thing.
    """
    if len(x) < 3 or not (np.isfinite(x).all() and np.isfinite(other).all()) or (x <= 0).any() or (other <= 0).any():
        return False
    if np.ptp(other) == 0 or np.array_equal(x, other):
        return bool(np.array_equal(x, other))
    room = CLOSE * float(np.ptp(other))
    forms = [f / x for f in (1e7, 1e4, 1239.8419843, 1.2398419843)]
    forms += [f * x for f in (1000.0, 1e-3, 8065.544, 1 / 8065.544)]
    if any(np.abs(other - form).max() <= room for form in forms):
        return True
    laser = 1e7 / x + other  # a shift and the wavelength it was measured at make the laser line
    return len(x) >= 5 and bool(np.abs(laser - laser.mean()).max() <= 0.1 * room and 150 < 1e7 / laser.mean() < 1600)
