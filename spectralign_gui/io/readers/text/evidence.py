"""Weighs the evidence for which way the spectra run."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .._units import AXIS_WORDS, NAME_WORDS, plain
from .labels import Stretch

SMOOTH = 0.2
FIRST_COLUMNS = 40


@dataclass(frozen=True)
class Decision:
    """Orientation, how sure, and why."""

    orientation: str
    confidence: float
    reason: str


def roughness(values: np.ndarray) -> float:
    """Median over rows of von Neumann's ratio / 2: about 1 for unrelated numbers, near 0 for spectra."""
    if values.shape[1] < 5 or not len(values):
        return float("nan")
    ratios = []
    for row in values[:60]:
        row = row[np.isfinite(row)]
        if len(row) >= 5:
            row = row / (np.abs(row).max() or 1.0)  # squares of huge numbers would overflow
            spread = float(((row - row.mean()) ** 2).sum())
            if spread > 0:
                ratios.append(float((np.diff(row) ** 2).sum()) / (2 * spread))
    return float(np.median(ratios)) if ratios else float("nan")


def steady(column: np.ndarray) -> float:
    """Share of steps of one sign, 0 if values are missing inside or there are fewer than 3."""
    ends = np.flatnonzero(np.isfinite(column))
    if len(ends) < 3:
        return 0.0
    inside = column[ends[0]:ends[-1] + 1]
    if len(inside) != len(ends) and len(ends) < 0.5 * len(inside):
        return 0.0
    steps = np.diff(column[ends])
    rising = float(np.mean(steps > 0))
    falling = float(np.mean(steps < 0))
    return max(rising, falling)


def column_axis_score(column: np.ndarray, title: str) -> float:
    """How much a column looks like the axis of spectra in columns; <= 0 is not."""
    share = steady(column)
    known = int(np.count_nonzero(np.isfinite(column)))
    if known < 2 or (share < 0.95 and not (share > 0.85 and AXIS_WORDS.search(plain(title).replace("_", " ")))):
        return 0.0
    words = plain(title).casefold().replace("_", " ")
    score = share + min(known, 200) / 400
    if "raman" in words or "shift" in words:
        score += 3.0
    elif AXIS_WORDS.search(words):
        score += 1.0 if "pixel" in words or "channel" in words else 2.5 if "length" in words else 2.0
    return score


def axis_columns(numbers: np.ndarray, titles: list[str]) -> list[int]:
    """Columns that may be the axis: the first ones, and those with a title that says so."""
    width = numbers.shape[1]
    return [j for j in range(width) if j < FIRST_COLUMNS or AXIS_WORDS.search(plain(titles[j]).replace("_", " "))]


def is_pairs(numbers: np.ndarray, titles: list[str]) -> bool:
    """Whether the columns are x, y, x, y, each x steady (blank ends of shorter spectra allowed)."""
    width = numbers.shape[1]
    if width < 4 or width % 2 or len(numbers) < 3:
        return False
    xs = [numbers[:, j] for j in range(0, width, 2)]
    if not all(steady(x) == 1.0 for x in xs):
        return False
    if all(AXIS_WORDS.search(plain(titles[j]).replace("_", " ")) for j in range(0, width, 2)) and any(titles):
        return not any(AXIS_WORDS.search(plain(titles[j]).replace("_", " ")) for j in range(1, width, 2))
    spans = [(float(np.nanmin(x)), float(np.nanmax(x))) for x in xs]
    low, high = spans[0]
    near = all(abs(a - low) + abs(b - high) < 0.6 * (high - low) + 1e-12 for a, b in spans)
    return near and not any(steady(numbers[:, j]) == 1.0 for j in range(1, width, 2))


def decide(numbers: np.ndarray, titles: list[str], header: Stretch | None, first_row: Stretch | None,
           forced: str | None) -> Decision:
    """Choose the orientation of a table.

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
    """
    if forced:
        return Decision(forced, 1.0, "set by you.")
    across = header or first_row
    body = numbers[1:] if first_row is not None and header is None else numbers
    texts = [t for t in titles if t]
    if across is None and is_pairs(numbers, titles):
        return Decision("pairs", 0.85, "every other column rises or falls steadily.")
    scores = {j: column_axis_score(numbers[:, j], titles[j]) for j in axis_columns(numbers, titles)}
    likeliest = max(scores, key=scores.__getitem__)
    down = likeliest if scores[likeliest] > 0 else None
    along = body[:, across.first:across.stop] if across is not None else body
    rough_rows = roughness(along)
    others = [j for j in range(body.shape[1]) if j != down and np.isfinite(body[:, j]).any()]
    rough_columns = roughness(body[:, others].T) if others else float("nan")
    smooth = _log_ratio(rough_columns, rough_rows)
    corner = plain(titles[0]) if titles else ""
    if across is not None and across.named and (down is None or len(body) < 8):
        return Decision("rows", 0.8, "the first line names the samples' column and then gives a number per channel.")
    if across is not None and down is None and not across.unit and len(across) < 8 and _names_axis(corner) and (
            across.first > 0 and np.isfinite(body[:, 0]).all()):
        return Decision("columns", 0.7, f"the title {titles[0]!r} names an axis, though its values are in no order.")
    if across is not None and down is not None:
        return _conflict(across, body[:, down], titles, down, smooth, corner)
    if across is not None:
        sure = 0.95 if len(across) >= 8 else 0.75
        return Decision("rows", sure, f"a line of {len(across)} titles rises or falls steadily.")
    return _without_header_axis(numbers, titles, texts, down, rough_rows, rough_columns, smooth)


def _names_axis(title: str) -> bool:
    return bool(AXIS_WORDS.search(title.replace("_", " "))) and not NAME_WORDS.search(title)


def _log_ratio(columns: float, rows: float) -> float:
    if math.isnan(columns) and math.isnan(rows):
        return 0.0
    if math.isnan(columns):
        return 1.0 if rows < SMOOTH else 0.0
    if math.isnan(rows):
        return -1.0 if columns < SMOOTH else 0.0
    return float(np.clip(math.log((columns + 1e-6) / (rows + 1e-6)), -3, 3))


def _whole(values: np.ndarray) -> bool:
    values = values[np.isfinite(values)]
    return bool(len(values)) and bool((values == np.round(values)).all())


def _conflict(across: Stretch, column: np.ndarray, titles: list[str], down: int, smooth: float,
              corner: str) -> Decision:
    """A header and a column both look like an axis: titles may be sample numbers, or the column may number samples."""
    known = int(np.count_nonzero(np.isfinite(column)))
    score = smooth + float(np.clip(math.log(len(across) / max(known, 1)), -2, 2))
    # a short series rises or falls by chance (2 in n!), a long one does not
    score += (min(math.lgamma(len(across) + 1), 12.0) - min(math.lgamma(known + 1), 12.0)) / 3
    score += (0.0 if _whole(across.values) else 1.0) - (0.0 if _whole(column) else 1.0)
    title = plain(titles[down]) if down < len(titles) else corner
    if title and not across.first <= down < across.stop:
        if AXIS_WORDS.search(title):
            score -= 4.0
        elif NAME_WORDS.search(title):
            score += 4.0
        else:
            score += 1.0
    if across.unit:
        score += 3.0
    confidence = round(1 / (1 + math.exp(-abs(score))), 2)
    if score >= 0:
        return Decision("rows", confidence, f"a line of {len(across)} titles rises or falls steadily.")
    return Decision("columns", confidence, f"column {down + 1} rises or falls steadily and its title or the smoothness "
                    "down the columns speak for an axis.")


def _without_header_axis(numbers: np.ndarray, titles: list[str], texts: list[str], down: int | None, rough_rows: float,
                         rough_columns: float, smooth: float) -> Decision:
    titled = len(texts) >= max(2, 0.6 * len(titles))
    rough = math.isnan(rough_columns) or rough_columns > SMOOTH
    if down is None and numbers.shape[1] == 2 and len(numbers) >= 5 and not (titled and NAME_WORDS.search(titles[0])):
        return Decision("columns", 0.6, "two columns of numbers are x and y, though x is in no order.")
    known = 0 if down is None else int(np.count_nonzero(np.isfinite(numbers[:, down])))
    if down is not None and not texts and known < 8 and numbers.shape[1] >= max(8, 2 * known) and rough_rows < SMOOTH:
        down = None  # a handful of values rises or falls by chance
    if down is not None:
        title = plain(titles[down])
        if AXIS_WORDS.search(title) and not (NAME_WORDS.search(title) and rough):
            return Decision("columns", 0.95, f"column {down + 1} ({titles[down]}) rises or falls steadily.")
        steps = np.diff(numbers[np.isfinite(numbers[:, down]), down])
        numbering = titled and _whole(numbers[:, down]) and (rough or bool((np.abs(steps) == 1).all()))
        named = bool(NAME_WORDS.search(title))
        sorts = named or (numbering and rough and len(titles) > 2) or down > 0
        if titled and sorts and (down > 0 or rough or (named and numbering)):
            return Decision("table", 0.8, f"the titles are words and column {down + 1} only names or sorts the rows.")
        if down == 0 or not titled:
            return Decision("columns", 0.9 if len(numbers) >= 8 else 0.7, f"column {down + 1} rises or falls steadily.")
    if titled and rough:
        return Decision("table", 0.85, "the titles are words and no column rises or falls steadily.")
    if len(numbers) < 5 or (numbers.shape[1] >= 5 and (smooth > 0 or math.isnan(rough_columns))):
        return Decision("rows", 0.6, "the numbers are smooth along the rows; there is no axis.")
    if not rough and smooth <= 0:
        return Decision("columns", 0.6, "the numbers are smooth down the columns; there is no axis.")
    if titled:
        return Decision("table", 0.6, "the titles are words.")
    return Decision("rows", 0.3, "nothing tells which way the spectra run; rows were taken.")
