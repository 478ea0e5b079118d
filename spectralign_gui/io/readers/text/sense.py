"""Whether a text is a table of spectra or values at all, and whole."""

from __future__ import annotations

import re

from ....core.errors import FileError
from .._units import unit_of
from .body import Body
from .labels import axis_stretch
from .options import TextOptions
from .sample import Sample
from .series import named_by_size
from .titles import is_day

LEAST_NAMED, LONGEST_TITLE, LEAST_SOLID = 5, 40, 3
_ANNOUNCED = re.compile(r"[\s#;\"]*(?:npoints|number of (?:pixels|points)(?: in (?:processed )?spectrum)?)"
                        r"[\s\"]*[:=\t;,][\s\":=]*(\d+)[\s\";,]*\Z", re.I)


def check_sense(body: Body, sample: Sample, options: TextOptions) -> None:
    """Refuse prose, programs and reports with a few numbers in them, unless the user said how to read the text.

    Raises
    ------
    FileError
    """
    if options.orientation is not None:
        return
    layout = sample.layout
    lines = len(body.numbers)
    others = sum(bool(line.strip()) for line in layout.before) + body.trailing
    named = layout.decision is not None and layout.decision.confidence > 0.95 and (
        lines >= LEAST_NAMED or layout.orientation == "pairs") and any(
        unit_of(t) not in (None, "channel") and len(t) <= LONGEST_TITLE for t in layout.titles)
    if named or _solid(body, sample):
        return
    if (lines * len(layout.numeric) < 50 and others > 3 * lines) or body.trailing > max(3 * lines, 20):
        raise FileError("text.prose")
    if layout.orientation == "table" and not _titled(layout.titles, sample):
        raise FileError("text.neither_axis_nor_titles")
    axis = layout.stretch is not None or layout.axis_column is not None
    channels = lines if layout.orientation == "columns" else len(layout.numeric)
    if not axis and layout.orientation != "table" and channels < 10 and 2 * len(layout.numeric) < layout.width:
        raise FileError("text.mostly_words", n=lines)


def _titled(titles: list[str], sample: Sample) -> bool:
    """Whether most titles are names: words, dates, sizes, or times of a series."""
    if 2 * sum(any(c.isalpha() for c in t) or is_day(t) for t in titles) >= len(titles) or named_by_size(titles):
        return True
    across = axis_stretch(titles, sample.dialect)
    return across is not None and across.of_series


def _solid(body: Body, sample: Sample) -> bool:
    """Whether a table is one beyond doubt, however much text stands around it: all titles, all numbers, and an axis
    or names. Blanks separate the words of any text."""
    layout, lines = sample.layout, len(body.numbers)
    if layout.decision is None or layout.decision.confidence <= 0.95 or lines < LEAST_SOLID or (
            sample.dialect.separator == " ") or layout.header is None or body.odd:
        return False
    titled = [j for j in range(layout.width) if layout.titles[j]]
    if len(titled) < layout.width - 1:
        return False
    if layout.orientation == "rows":
        return layout.stretch is not None and not layout.stretch.odd_dress and len(layout.stretch) >= LEAST_NAMED
    if layout.orientation == "table":
        return layout.name_column is not None and len(layout.numeric) >= layout.width - 2 > 0
    return layout.axis_column is not None and unit_of(layout.titles[layout.axis_column]) not in (None, "channel")


def check_announced(body: Body, sample: Sample) -> None:
    """Refuse a file with fewer lines than the points its header announces.

    Raises
    ------
    FileError
    """
    layout = sample.layout
    if layout.orientation != "columns" or layout.axis_column is None:
        return
    for line in sample.lines[:min(layout.first, 400)]:
        found = _ANNOUNCED.match(line)
        if found and len(body.numbers) < int(found[1]) <= 10_000_000:
            raise FileError("text.points_missing", announced=int(found[1]), n=len(body.numbers))
