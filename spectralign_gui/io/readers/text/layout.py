"""How the table is laid out: which way the spectra run, where the axis, the names and the properties are."""

from __future__ import annotations

from dataclasses import replace

from ....core.errors import FileError
from .._units import AXIS_WORDS, plain
from ..contract import Guess
from .above import check_above
from .beside import rows_layout, table_layout
from .dialect import Dialect, Run, split_line
from .down import columns_layout
from .evidence import paired
from .header import (
    described_columns,
    described_lines,
    find_header,
    is_entry,
    labelled_axis,
    leading_titles,
    lines_of_words,
    measure,
    merge_unit_line,
    names_above,
    names_of_pairs,
    texts_between,
    title_cells,
    titles_below,
    unit_above,
)
from .labels import Stretch, axis_stretch
from .numbers import is_missing, to_number
from .options import ORIENTATIONS, TextOptions
from .plan import Layout
from .titles import says_rows
from .weigh import SURE, decide, unlike

FIRST_ROWS = 400

__all__ = ["Layout", "find_layout"]


def find_layout(lines: list[str], dialect: Dialect, run: Run, options: TextOptions) -> Layout:
    """Guess the layout from the first lines; what `options` says is taken as it is.

    Raises
    ------
    FileError
        No table, or a single column.
    """
    if not run.numbers:
        raise FileError("text.no_table")
    rows = []
    for line in lines[run.start:run.stop]:
        cells = _trimmed(split_line(line, dialect.separator, dialect.quoted), run.width) if line.strip() else []
        if len(cells) == run.width:
            rows.append(cells)
        if len(rows) == FIRST_ROWS:
            break
    width = run.width
    while width > 1 and all(not r[width - 1] for r in rows):
        width -= 1
    rows = [r[:width] for r in rows]
    if width < 2:
        raise FileError("text.single_column")
    start = run.start
    if options.first_line:
        start = options.first_line - 1
        rows = [split_line(line, dialect.separator, dialect.quoted)[:width] for line in lines[start:run.stop]
                if line.strip()]
        rows = [r for r in rows if len(r) == width] or [[""] * width]
    header, titles = find_header(lines, replace(run, start=start), dialect, width)
    if options.header_line is not None:
        header = options.header_line - 1 if options.header_line else None
        titles = [""] * width
        if header is not None and header < len(lines):
            found = title_cells(lines[header], dialect, width)
            titles = (["", *found] if len(found) == width - 1 else found)[:width]
            titles += [""] * (width - len(titles))
    elif options.first_line is None and len(rows) > 1 and header is not None and (
            at := titles_below(rows, dialect, titles)) is not None:
        # headings over several columns, and the titles below them
        for _ in range(at):
            start = _next_line(lines, start)
        if all(to_number(c, dialect.decimal, dialect.thousands) is not None for c in rows[at] if c):
            header, titles, rows = None, [""] * width, rows[at:]
        else:
            header, titles, rows = start, rows[at], rows[at + 1:]
            start = _next_line(lines, start)
    elif options.first_line is None and len(rows) > 1 and (
            leading := leading_titles(rows, dialect, titles if header is not None else None)
            or (described_lines(rows, dialect, titles) if header is not None else 0)):
        if header is None and not is_entry(rows[0]):
            header, titles = start, rows[0]
            leading += described_lines(rows[leading:], dialect, titles)
        for _ in range(leading):
            start = _next_line(lines, start)
        rows = rows[leading:]
    labels = labelled_axis(rows, dialect) if options.first_line is None and options.axis_column in (None, 1) else None
    if labels is not None:  # lines of settings above and below labels such as 380nm are no channels
        for _ in range(labels.first):
            start = _next_line(lines, start)
        rows = [[f"{v!r}".replace(".", dialect.decimal), *r[1:]] for v, r in zip(
            labels.values.tolist(), rows[labels.first:labels.stop], strict=True)]
        header, named = names_above(lines, start, dialect, width)
        titles = [f"[{labels.unit}]", *(named or [""] * (width - 1))]
    if header is not None:
        titles = merge_unit_line(lines, header, dialect, titles, width)
    if dialect.separator == " " and options.header_line is None and not AXIS_WORDS.search(plain(titles[0])):
        titles = described_columns(lines, start, width) or titles
    stretch = axis_stretch(titles, dialect) if header is not None else None
    # the axis may be the first line of the block of numbers itself
    own_axis = axis_stretch(rows[0], dialect) if rows and header is None and options.header_line is None else None
    if (own_axis is not None and (len(own_axis) >= max(5, 0.7 * width) or len(own_axis) == width >= 3 or own_axis.named
                                  or _over_names(own_axis, rows) or _titled_names(own_axis, rows, dialect))
            and len(rows) > 1
            and (stretch is None or len(own_axis) > len(stretch))):
        candidate = own_axis
    else:
        candidate = None
    if candidate is not None and candidate.of_series and options.first_line is None and (
            to_number(rows[0][0], dialect.decimal) is None):
        # sizes of sieves over names: a line of titles
        header, titles, stretch, candidate = start, rows[0], candidate, None
        start, rows = _next_line(lines, start), rows[1:]
    numbers, kinds = measure(rows, dialect)
    measured = len(rows)
    texts = [[r[j] for r in rows] for j in range(width) if kinds[j] == "text"]
    between = _between(lines, header, start, dialect, width)
    decision = decide(numbers, titles, stretch, candidate, options.orientation, kinds, texts, bool(between) or (
        header is not None and texts_between(lines[header + 1:start], dialect, width)))
    orientation = options.orientation or decision.orientation
    guesses = {"orientation": Guess(orientation, 1.0 if options.orientation else decision.confidence,
                                    f"{ORIENTATIONS[orientation]}: {decision.reason}",
                                    bool(options.orientation) or decision.confidence >= SURE)}
    if orientation == "rows" and candidate is not None:
        stretch, header, titles, start = candidate, start, rows[0], _next_line(lines, start)
        numbers = numbers[1:]
        rows = rows[1:]
    if orientation == "columns" and header is None and len(rows) > 1 and options.header_line is None and (
            not rows[0][0] and all(r[0] for r in rows[1:])):
        # numbers over the spectra's columns and nothing over the axis: the samples are numbered
        header, titles, start, rows, numbers = start, rows[0], _next_line(lines, start), rows[1:], numbers[1:]
    above: list[str] = []
    if options.first_line is None and options.header_line is None and not (
            header is not None and lines[header].strip() in {line.strip() for line in lines[:header]}):
        above = check_above(lines, header, start, width, dialect, orientation, orientation == "rows"
                            and stretch is not None)
    if (len(rows) == 1 and options.orientation is None and stretch is None and len(numbers[0]) >= 3
            and (only := axis_stretch(rows[0], dialect)) is not None and len(only) >= 0.7 * width):
        raise FileError("text.only_an_axis")
    before_stop = header if header is not None else start
    layout = Layout(orientation, header, start, width, titles, before=lines[:before_stop], guesses=guesses,
                    warnings=tuple(above), decision=decision, labelled=labels is not None,
                    unit_stated=unit_above(lines, start, header))
    if orientation == "pairs":
        layout = replace(layout, pair_names=names_of_pairs(
            lines, header, titles, dialect, paired(kinds, titles)))
    if orientation == "columns" and header is not None:
        layout = replace(layout, property_lines=between)
        if options.header_line is None and width > 2:
            same = set(titles[1:])
            titles, described = lines_of_words(lines, header, start, titles, dialect)
            layout = replace(layout, titles=titles, described=described,
                             said_of_all=same.pop() if len(same) == 1 else "")
    if len(rows) != measured:
        kinds = measure(rows, dialect)[1]
    if orientation == "rows":
        return rows_layout(layout, stretch, kinds, rows, options, dialect)
    if orientation == "table":
        return table_layout(layout, kinds, options)
    return columns_layout(layout, kinds, numbers, options)


def _trimmed(cells: list[str], width: int) -> list[str]:
    """Cells without empty ones beyond the table's width."""
    return cells[:width] if len(cells) > width and not any(cells[width:]) else cells


def _between(lines: list[str], header: int | None, start: int, dialect: Dialect, width: int,
             ) -> tuple[tuple[str, ...], ...]:
    """Lines of a word and numbers between the titles and the numbers: properties of samples in columns."""
    if header is None:
        return ()
    found = [title_cells(line, dialect, width) for line in lines[header + 1:start] if line.strip()]
    return tuple(tuple(c) for c in found if len(c) == width and c[0] and to_number(c[0], dialect.decimal) is None
                 and any(to_number(v, dialect.decimal, dialect.thousands) is not None and not is_missing(v)
                         for v in c[1:]))


def _over_names(axis: Stretch, rows: list[list[str]]) -> bool:
    """Whether the axis fills its line but for empty cells over a column of names."""
    return (axis.first > 0 and axis.stop == len(rows[0]) and not any(rows[0][:axis.first])
            and all(r[0] for r in rows[1:]))


def _titled_names(axis: Stretch, rows: list[list[str]], dialect: Dialect) -> bool:
    """Whether the axis stands beside the titles of columns of words, over numbers of another size."""
    outside = [j for j in range(len(rows[0])) if not axis.first <= j < axis.stop]
    if not 0 < len(outside) <= 3 or len(axis) < 3 or len(rows) < 3:
        return False
    words = [r[j] for r in rows for j in outside]
    below = measure([r[axis.first:axis.stop] for r in rows[1:]], dialect)[0]
    return all(to_number(w, dialect.decimal) is None for w in words) and (
        says_rows(rows[0][0]) or unlike(axis.values, below) > 0)


def _next_line(lines: list[str], at: int) -> int:
    at += 1
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at
