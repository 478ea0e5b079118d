"""One decision for all tables: which way the spectra run and where the axis is, by all evidence together.

Every reading that is possible gets a score, the sum of what speaks for it and against it; the scores are on the scale
of logarithms of odds, so that the difference to the best other reading gives the certainty.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from ....core.notes import Note
from .._units import AXIS_WORDS, NAME_WORDS, PERSON_WORDS, foreign_unit, plain, unit_of
from .evidence import (
    axis_columns,
    counts,
    even,
    fits,
    impossible,
    is_pairs,
    paired,
    shares_steady,
    spread_apart,
    steady,
    whole,
)
from .facts import Decision, Facts, Reading, measured
from .labels import Stretch
from .options import ORIENTATIONS
from .series import fractions
from .titles import is_day, is_word, properties_named, samples_counted, says_rows

ASK = 0.8
"""Below this certainty the program asks."""
SURE = 0.95
"""Below this certainty the layout is called a guess."""
ROUGH = 0.5


def decide(numbers: np.ndarray, titles: list[str], header: Stretch | None, first_row: Stretch | None,
           forced: str | None = None, kinds: Sequence[str] = (), texts: Sequence[Sequence[str]] = (),
           values_above: bool = False) -> Decision:
    """Choose how a table is read.

    Parameters
    ----------
    numbers : (rows, columns) array
        First lines of the table, NaN for text and missing.
    titles : list of str
    header : Stretch or None
        Axis values among the titles.
    first_row : Stretch or None
        Axis values in the first line of numbers (no titles above).
    forced : str or None
        What the user said.
    kinds : sequence of str, optional
        Per column "number", "text" or "empty"; default: by the numbers.
    texts : sequence of columns of str, optional
        Cells of the columns of text.
    values_above : bool
        Between titles and numbers stand lines of a word and numbers: properties of the samples, which stand in columns.
    """
    facts = measured(numbers, titles, header, first_row, list(kinds), texts)
    facts.values_above = values_above
    readings = [r for r in (_rows(facts), _columns(facts), _pairs(facts), _table(facts), *_without_axis(facts))
                if r is not None]
    if forced:
        fitting = [r for r in readings if r.orientation == forced]
        best = max(fitting, key=lambda r: r.score, default=Reading(forced))
        return Decision(forced, 1.0, Note("guess.set_by_you", "info"), best.axis_column, forced=True)
    readings.sort(key=lambda r: -r.score)
    best = readings[0]
    others = [r for r in readings if r.orientation != best.orientation]
    if not others:
        return Decision(best.orientation, 0.9, best.reason, best.axis_column, best.said)
    odds = sum(math.exp(max(r.score - best.score, -30.0)) for r in _best_of_each(others))
    return Decision(best.orientation, round(1 / (1 + odds), 3), best.reason, best.axis_column,
                    best.said, others[0].said or ORIENTATIONS[others[0].orientation], others[0].orientation)


def _best_of_each(readings: list[Reading]) -> list[Reading]:
    best: dict[str, Reading] = {}
    for r in readings:
        if r.orientation not in best or r.score > best[r.orientation].score:
            best[r.orientation] = r
    return list(best.values())


def _size(f: Facts) -> float:
    """More channels than samples speaks for rows, the other way round for columns."""
    return 0.6 * float(np.clip(math.log(max(f.channels, 1) / max(len(f.body), 1)), -2, 2))


def _rows(f: Facts) -> Reading | None:
    across = f.across
    if across is None:
        return None
    r = Reading("rows", None, Note(
        "why.line_goes", "info", titles=f.in_titles, first=float(across.values[0]), last=float(across.values[-1]),
        channels=len(across), spectra=len(f.body)))
    r.add(_title_worth(across, f), "why.titles_in_order", n=len(across))
    outside = [j for j in range(len(f.titles)) if not across.first <= j < across.stop]
    r.add(-6.0 if f.rows_of_properties else 0.0)
    if f.unique_text:
        r.add(2.0, "why.words_name_rows")
    if outside and f.in_titles:
        title = plain(f.titles[outside[0]])
        named = NAME_WORDS.search(title) or PERSON_WORDS.search(title) or says_rows(title)
        r.add(2.0 if named else 0.0, "why.title_names_rows", title=title)
    r.add(f.smooth, "why.smooth_along_rows")
    r.add(_size(f), "why.more_titles")
    if _like_a_row(f):
        r.add(-4.0 if len(across) < 8 else -1.5)
    r.add(-3.0 if f.values_above and f.in_titles else 0.0)
    if not f.in_titles:
        r.add(unlike(across.values, f.body[:, across.first:across.stop]), "why.first_line_unlike")
    return r


def _title_worth(across: Stretch, f: Facts) -> float:
    """How well the titles serve as positions of channels."""
    n, values = len(across), across.values
    worth = min(1.0 + 0.25 * n, 4.0)
    if across.of_series:
        worth -= 8.0
    elif across.unit:
        worth += 4.0
    if impossible(values):
        worth -= 3.0
    if across.odd_dress:
        worth -= 5.0
    elif across.prefix:
        worth += 0.5
    if counts(values):
        worth -= 2.0 if values[0] in (0, 1) else 0.5
    elif even(values) or not whole(values):
        worth += 1.5
    if (n < 5 and across.left_out) or across.left_out > 2 * n:
        worth -= 3.0
    if float(np.min(values)) < 0 or float(np.max(values)) > 50_000:
        worth -= 1.0
    return worth


def _like_a_row(f: Facts) -> bool:
    """Whether the line of the axis could be one more line of data: its numbers lie where those below it do."""
    across = f.across
    if across is None or across.prefix or across.unit or len(f.body) < 3:
        return False
    below = f.body[:, across.first:across.stop]
    there = np.isfinite(below).any(axis=0)
    if not there.any():
        return False
    low, high = np.nanmin(below[:, there], axis=0), np.nanmax(below[:, there], axis=0)
    values = across.values[there]
    room = 0.25 * (high - low)
    return float(np.mean((values >= low - room) & (values <= high + room))) > 0.8


def unlike(axis: np.ndarray, others: np.ndarray) -> float:
    """Whether a candidate for the axis is of another kind than the numbers beside it."""
    others = np.abs(others[np.isfinite(others)])
    axis = np.abs(axis[np.isfinite(axis)])
    if not len(others) or not len(axis) or np.median(others) == 0 or np.median(axis) == 0:
        return 0.0
    return 1.0 if abs(math.log10(np.median(axis) / np.median(others))) > 0.7 else -1.0


def _columns(f: Facts) -> Reading | None:
    best: Reading | None = None
    candidates = [j for j in axis_columns(f.numbers, f.titles) if f.kinds[j] != "empty"]
    numeric = [j for j in range(len(f.kinds)) if f.kinds[j] == "number"]
    shares = shares_steady(f.numbers)
    for j in candidates:
        column, share = f.numbers[:, j], float(shares[j])
        if share < 0.85 and (not numeric or j != numeric[0]):
            continue
        title = plain(f.titles[j]).replace("_", " ") if j < len(f.titles) else ""
        named = bool(AXIS_WORDS.search(title))
        leads = bool(numeric) and j == numeric[0]
        if not np.isfinite(column).any() or f.kinds[j] != "number":
            continue
        if share < 0.95 and not (share > 0.85 and named) and not (leads and (
                len(numeric) == 2 or (unit_of(title) not in (None, "channel") and not NAME_WORDS.search(title)))):
            continue
        r = _one_column(f, j, column, title, share, numeric)
        if best is None or r.score > best.score:
            best = r
    return best


def _one_column(f: Facts, j: int, column: np.ndarray, title: str, share: float, numeric: list[int]) -> Reading:
    known = column[np.isfinite(column)]
    spectra = max(len(numeric) - 1, 1)
    r = Reading("columns", j, Note(
        "why.column_goes", "info", column=j + 1, title=f.titles[j], first=float(known[0]), last=float(known[-1]),
        channels=len(known), spectra=spectra))
    if f.values_above and j == 0:
        r.add(8.0, "why.properties_above")
    r.add(_beside_others(f, j, known, title, _axis_title_worth(title, j, numeric)),
          "why.title_names_axis" if title else "", title=title)
    others = [k for k in numeric if k != j]
    if share < 0.85 and len(numeric) > 2:
        r.add(-2.0)
    if len(known) < 5 and not AXIS_WORDS.search(title):
        r.add(-1.5)  # a few numbers rise or fall by chance
    # rows are often in the order of their number, time or property: under such a title order says little
    weight = (1 - f.trending) * (0.3 if is_word(title) and not AXIS_WORDS.search(title) else 1.0)
    if share == 1.0:
        r.add(min(0.25 * len(known), 2.5) * weight, "why.column_in_order", column=j + 1)
    if even(known) and not counts(known):
        r.add(2.0 * weight, "why.column_even", column=j + 1)
    elif counts(known):
        r.add(-0.5 if known[0] in (0, 1) else 0.5)
    r.add(1.0 if j == numeric[0] else -1.5)
    if others:
        r.add(unlike(known, f.numbers[:, others]), "why.column_unlike", column=j + 1)
    if f.across is not None and f.in_titles:
        inside = f.across.first <= j < f.across.stop
        r.add(-6.0 if inside and not _like_a_row(f) else 0.0)
        timed = f.across.of_series
        r.add(2.0 if timed else -4.0 if f.across.unit else -1.5 if f.across.prefix and not f.across.odd_dress else 0.0)
        first = float(f.across.values[0])
        samples = whole(f.across.values) and not even(f.across.values)
        r.add((1.5 if first < 100 else 0.5) if counts(f.across.values) else 0.5 if samples or timed
              or impossible(f.across.values) else -2.5)
    elif f.words > 0.5:
        r.add(2.0 if samples_counted(f.titles) else 0.0, "why.titles_count")
    if f.across is not None and not f.in_titles:
        r.add(-1.0 if f.across.first <= j < f.across.stop and j > 0 else 0.0)
    if f.unique_text and "text" in f.kinds[:j]:
        r.add(-2.5)
    r.add(-f.smooth, "why.smooth_down_columns")
    r.add(-_size(f), "why.more_rows")
    if f.across is None:
        r.add(1.5 if not any(f.titles) else 0.0)
        if len(numeric) == 2 and not any(f.titles) and (np.diff(known) >= 0).all():
            r.add(1.5, "why.two_columns")
        r.add(-2.0 if f.rough_columns > ROUGH and len(numeric) > 2 and f.words > 0.5 else 0.0)
    return r


def _beside_others(f: Facts, j: int, known: np.ndarray, title: str, worth: float) -> float:
    """What a title says for an axis, when the other titles and the numbers themselves are looked at."""
    across = f.across
    if f.values_above and j == 0:
        worth = max(worth, 0.0)  # it names the line of titles, not the column
    elif across is not None and f.in_titles and -6.0 < worth < 0:
        # it names what the rows are, and the other titles are numbers
        worth = -8.0 if says_rows(title) else -6.0
    if worth > 4.0 and not _can_be(known, title):
        worth = 0.0
    elif worth > 4.0 and across is not None and not across.foreign and (
            not _can_be(across.values, title) or impossible(across.values)):
        worth += 8.0  # of what the title names, the other titles can be none
    elif worth > 4.0 and across is not None and not across.unit and not whole(known) and steady(known) == 1.0:
        worth += 3.0  # names and numbers of samples in the corner of a table have no decimals
    if across is not None and (f.in_titles or f.unique_text) and not across.odd_dress and (
            _numbers_rows(known, across.values) or _is_place(f.titles, j)):
        worth = min(worth, 0.0) - 4.0
    return worth


def _can_be(values: np.ndarray, title: str) -> bool:
    """Whether numbers can be what a title names: a wavelength is in some unit, but never 0."""
    return fits(values, unit_of(title)) and not (re.search("wavel|lambda", title, re.I) and np.nanmin(values) <= 0)


def _numbers_rows(column: np.ndarray, titles: np.ndarray) -> bool:
    """Whether a column counts from 0 or 1 beside titles that do not."""
    return counts(column) and column[0] in (0, 1) and not (counts(titles) and titles[0] in (0, 1))


def _is_place(titles: list[str], j: int) -> bool:
    """Whether a column is one coordinate of a place (x beside y), as a map has them."""
    def rest(k: int, which: str) -> str | None:
        text = plain(titles[k]).casefold() if 0 <= k < len(titles) else ""
        found = re.fullmatch(rf"(.*?)(?<![a-z]){which}(?![a-z])(.*)", text)
        return found[1] + found[2] if found else None

    x, y = rest(j, "x"), rest(j, "y")
    return (x is not None and x in (rest(j + 1, "y"), rest(j - 1, "y"))) or (
        y is not None and y in (rest(j + 1, "x"), rest(j - 1, "x")))


def _axis_title_worth(title: str, j: int, numeric: list[int]) -> float:
    if not is_word(title) and title != "#":
        return 0.0
    name = NAME_WORDS.search(title)
    if unit_of(title) not in (None, "channel") or foreign_unit(title) in ("ångström", "hertz", "keV or meV", "µm⁻¹"):
        return 1.0 if name else 7.0
    if re.search(r"pixel|channel|index", title, re.I):
        return 1.0
    if AXIS_WORDS.search(title):
        return 0.5 if name else 4.0 if len(title) == 1 else 5.0
    if name or says_rows(title):
        return -4.0
    if (foreign := foreign_unit(title)) is not None:
        return 0.5 if len(numeric) == 2 else -4.0 if foreign in ("a time", "a temperature", "ppm") else -1.0
    return -0.5 if len(numeric) == 2 else -3.0


def _pairs(f: Facts) -> Reading | None:
    used = paired(f.kinds, f.titles)
    sure = is_pairs(f.numbers[:, used], [f.titles[j] for j in used])
    if not sure:
        return None
    r = Reading("pairs", None, Note("why.every_other_axis", "info", n=len(used) // 2))
    r.add(sure, "why.every_other_in_order")
    return r


def _table(f: Facts) -> Reading | None:
    numeric = [j for j in range(len(f.kinds)) if f.kinds[j] == "number"]
    titles = [f.titles[j] for j in numeric]
    if not any(titles):
        return None
    r = Reading("table", None, Note("why.titles_words", "info", titles=[t for t in titles if t]))
    dated = f.unique_text and all(map(is_day, titles))
    worded = 1.0 if dated else sum(map(is_word, titles)) / max(len(titles), 1)
    odd = f.across is not None and (f.across.odd_dress or f.across.of_series)
    channels = f.across is not None and f.in_titles and not odd
    # words beside titles that are channels are explained by spectra with reference values as well
    series = f.across is not None and f.across.of_series
    r.add(-6.0 if worded < 0.4 and not series else 0.0 if channels else 3.0 if worded > 0.6 or odd else -1.0,
          "why.titles_of" if series else "why.titles_are_words", what=f.across.foreign if f.across is not None else "")
    r.add(6.0 if fractions(titles) else 0.0, "why.titles_sizes")
    r.add(1.5 if f.unique_text else 0.0, "why.words_name_rows")
    first = plain(f.titles[0])
    counted = samples_counted(titles)
    r.add(1.5 if NAME_WORDS.search(first) or (says_rows(first) and not counted) else 0.0,
          "why.title_names_rows", title=f.titles[0])
    r.add(-4.0 if channels else 0.0)
    r.add(0.0 if channels else min(3.0, 5 * properties_named(titles)), "why.titles_properties")
    r.add(6.0 if f.rows_of_properties else -3.5 if counted else 0.0, "why.rows_are_properties")
    shares = shares_steady(f.numbers[:, numeric])
    if any(share == 1.0 and AXIS_WORDS.search(plain(t).replace("_", " ")) and steady(f.numbers[:, j]) == 1.0
           for j, t, share in zip(numeric, titles, shares, strict=True)):
        r.add(-6.0)
    if len(numeric) > 60:
        r.add(-2.0)
    r.add(1.5 if f.rough_columns > ROUGH else -1.5 if f.rough_columns < 0.2 else 0.0, "why.columns_no_order")
    r.add(1.0 if f.rough_rows > ROUGH else -1.0 if f.rough_rows < 0.1 else 0.0, "why.neighbours_differ")
    r.add(1.0 if spread_apart(f.numbers[:, numeric]) else 0.0, "why.columns_differ")
    r.add(-1.0)
    return r


def _without_axis(f: Facts) -> list[Reading]:
    numeric = [j for j in range(len(f.kinds)) if f.kinds[j] == "number"]
    rows = Reading("rows", None, Note("why.no_axis", "info", spectra=len(f.body),
                                       channels=len(numeric)))
    columns = Reading("columns", None, Note("why.no_axis", "info", spectra=len(numeric),
                                             channels=len(f.body)))
    for r, sign, smooth in ((rows, 1.0, "why.smooth_along_rows"),
                            (columns, -1.0, "why.smooth_down_columns")):
        r.add(-2.0 - (4.0 if f.across is not None else 0.0) - 2.0 * (f.words > 0.5))
        r.add(sign * f.smooth, smooth)
        r.add(0.5 * sign * _size(f))
    if len(f.numbers) < 5:
        rows.add(1.0, "why.few_lines")
    return [rows, columns]
