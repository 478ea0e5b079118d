"""What is known of a table before it is decided how it is read, and the readings that are possible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ....core.notes import Note
from .evidence import counts, roughness, smoothness, steady
from .labels import Stretch
from .titles import is_property, is_word

ENOUGH, MOST = 12, 0.8


@dataclass
class Reading:
    """A way to read the table, with what speaks for it (positive) and against it."""

    orientation: str
    axis_column: int | None = None
    said: Note | None = None
    points: list[tuple[float, str, dict[str, object]]] = field(default_factory=list)

    def add(self, points: float, why: str = "", **facts: object) -> None:
        """Take evidence into account; `why` is the code of what is said of it, with its facts."""
        if points:
            self.points.append((points, why, facts))

    @property
    def score(self) -> float:
        """Sum of the evidence."""
        return sum(p[0] for p in self.points)

    @property
    def reason(self) -> Note:
        """What speaks most for it."""
        best = sorted((p for p in self.points if p[0] > 0 and p[1]), key=lambda p: -p[0])
        said = [] if self.said is None else [self.said]
        return Note("guess.because", "info", why=[*said, *dict.fromkeys(
            Note(why, "info", **facts) for _, why, facts in best[:2])])


@dataclass(frozen=True)
class Decision:
    """Orientation, how sure, and why.

    Parameters
    ----------
    orientation : str
    confidence : float
    reason : Note
    axis_column : int or None
        Of spectra in columns.
    said : str
        This reading, in a few words.
    other : str
        The best other reading, in a few words; "" if there is none.
    other_orientation : str
    forced : bool
        The user said so.
    """

    orientation: str
    confidence: float
    reason: Note
    axis_column: int | None = None
    said: Note | None = None
    other: Note | None = None
    other_orientation: str = ""
    forced: bool = False


@dataclass
class Facts:
    """What is measured once and used by all readings."""

    numbers: np.ndarray
    body: np.ndarray
    titles: list[str]
    kinds: list[str]
    across: Stretch | None
    in_titles: bool
    unique_text: bool
    rough_rows: float = float("nan")
    rough_columns: float = float("nan")
    smooth: float = 0.0
    trending: float = 0.0
    values_above: bool = False
    rows_of_properties: bool = False
    """Whether the words that name the rows are properties, and the titles no positions: samples stand across."""

    @property
    def words(self) -> float:
        """Share of the columns whose title is a word."""
        return sum(map(is_word, self.titles)) / max(len(self.titles), 1)

    @property
    def channels(self) -> int:
        """Channels if the spectra run along the rows."""
        return len(self.across) if self.across is not None else self.kinds.count("number")


def measured(numbers: np.ndarray, titles: list[str], header: Stretch | None, first_row: Stretch | None,
           kinds: list[str], texts: Sequence[Sequence[str]]) -> Facts:
    known = np.isfinite(numbers).any(axis=0)
    kinds = kinds or ["number" if k else "empty" for k in known]
    across = header or first_row
    body = numbers[1:] if first_row is not None and header is None else numbers
    facts = Facts(numbers, body, titles, kinds, across, header is not None,
                  any(len(set(t)) == len(t) > 1 for t in texts))
    positions = across is not None and not across.odd_dress and not counts(across.values) and (
        across.left_out < len(across))
    facts.rows_of_properties = not positions and any(
        len(t) > 1 and sum(map(is_property, t)) >= MOST * len(t) for t in texts) and not any(map(is_property, titles))
    if across is not None:
        inside = [j for j in range(across.first, across.stop) if known[j]]
    else:
        inside = [j for j in range(len(kinds)) if kinds[j] == "number"]
        steady_first = inside[:1] if inside and steady(numbers[:, inside[0]]) == 1.0 else []
        inside = [j for j in inside if j not in steady_first] or inside
    if inside:
        facts.rough_rows, facts.rough_columns = roughness(body[:, inside]), roughness(body[:, inside].T)
        facts.smooth = smoothness(facts.rough_rows, facts.rough_columns)
        if not math.isnan(facts.rough_rows) and not math.isnan(facts.rough_columns):
            # a few numbers are smooth or rough by chance
            facts.smooth *= min(1.0, min(len(inside), len(body)) / ENOUGH)
        facts.trending = float(np.mean([steady(body[:, j]) > 0.9 for j in inside[:40]]))
        if facts.smooth < 0:  # samples of a series (drying, dilution) are smooth from one to the next as well
            facts.smooth *= 1 - facts.trending
    return facts
