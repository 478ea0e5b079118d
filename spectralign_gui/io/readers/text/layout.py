"""How the table is laid out: which way the spectra run, where the axis, the names and the properties are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ....core.errors import FileError
from ....core.notes import Note
from .._units import foreign_unit
from ..contract import Guess
from .above import cells_beyond, check_above
from .beside import rows_layout, table_layout
from .channels import back_in_order, by_turns
from .dialect import Dialect, Run
from .down import columns_layout
from .evidence import impossible, paired, steps_back
from .facts import Decision
from .header import lines_of_words, measure, names_of_pairs, texts_between, title_cells, unit_above
from .labels import Stretch, axis_stretch, whole_stretch
from .numbers import in_other_notation, is_missing, is_number, to_number
from .options import ORIENTATIONS, TextOptions
from .plan import Layout
from .series import NO_AXIS
from .titles import peaks, says_rows
from .top import Top, find_top
from .weigh import SURE, decide, unlike

__all__ = ["Layout", "find_layout"]
SETTINGS, LEAST_OTHERS = 6, 3


def find_layout(lines: list[str], dialect: Dialect, run: Run, options: TextOptions, turns: bool = True) -> Layout:
    """Guess the layout from the first lines; what `options` says is taken as it is.

    Channels that stand by turns with others are looked at as neighbours first (`turns`).

    Raises
    ------
    FileError
        No table, or a single column.
    """
    top = find_top(lines, dialect, run, options)
    if options.orientation is None and peaks(top.titles):
        raise FileError("text.list_of_peaks", titles=top.titles)
    stretch = axis_stretch(top.titles, dialect) if top.header is not None else None
    if stretch is not None and not stretch.foreign and impossible(stretch.values) and (
            over := foreign_unit(top.titles[0])) in NO_AXIS:
        stretch = replace(stretch, foreign=over)  # the corner says what the titles are: times, temperatures
    titles, order = top.titles, by_turns(top.titles, stretch) if turns and top.header is not None else None
    if order is not None:
        top.titles, top.rows = [titles[j] for j in order], [[r[j] for j in order] for r in top.rows]
        stretch = axis_stretch(top.titles, dialect)
    candidate = _axis_among_the_rows(top, stretch)
    if candidate is not None and candidate.of_series and options.first_line is None and (
            to_number(top.rows[0][0], dialect.decimal) is None):
        # sizes of sieves over names: a line of titles
        stretch, candidate = candidate, None
        top.take_titles()
    numbers, kinds = measure(top.rows, dialect)
    _refuse_other_notation(top, kinds)
    measured = len(top.rows)
    between = _between(top)
    decision = _decide(top, numbers, kinds, stretch, candidate, between)
    orientation = options.orientation or decision.orientation
    if order is not None and orientation != "rows":
        return find_layout(lines, dialect, run, options, False)
    if orientation == "rows" and candidate is not None:
        stretch = candidate
        top.take_titles()
        numbers = numbers[1:]
    if orientation == "columns" and top.header is None and len(top.rows) > 1 and options.header_line is None and (
            not top.rows[0][0] and all(r[0] for r in top.rows[1:])):
        # numbers over the spectra's columns and nothing over the axis: the samples are numbered
        top.take_titles()
        numbers = numbers[1:]
    layout = _drawn(top, decision, orientation, stretch)
    layout = replace(layout, warnings=(*layout.warnings, *cells_beyond(top)))
    if len(top.rows) == 1 and options.orientation is None and stretch is None and len(numbers[0]) >= 3 and (
            only := axis_stretch(top.rows[0], dialect)) is not None and len(only) >= 0.7 * top.width:
        raise FileError("text.only_an_axis")
    if orientation == "pairs":
        layout = replace(layout, pair_names=names_of_pairs(
            lines, top.header, top.titles, dialect, paired(kinds, top.titles)))
    if orientation == "columns":
        layout = _about_the_columns(layout, top, between)
    if len(top.rows) != measured:
        kinds = measure(top.rows, dialect)[1]
    if orientation == "rows":
        made = rows_layout(layout, stretch, kinds, top.rows, options, dialect)
        return made if order is None else back_in_order(made, order, titles)
    if orientation == "table":
        return table_layout(layout, kinds, top.rows, options)
    return columns_layout(layout, kinds, numbers, options)


def _refuse_other_notation(top: Top, kinds: Sequence[str]) -> None:
    """Refuse a column of numbers with another decimal mark than those beside it: it would be words.

    Raises
    ------
    FileError
    """
    for j, kind in enumerate(kinds):
        decimal, other = top.dialect.decimal, "." if top.dialect.decimal == "," else ","
        cells = [r[j] for r in top.rows if r[j]] if kind == "text" else []
        odd = [c for c in cells if in_other_notation(c, decimal)]
        if len(odd) >= LEAST_OTHERS and "number" in kinds and all(is_number(c, other) for c in cells):
            raise FileError("text.column_in_other_notation", column=j + 1, cell=odd[0], decimal=decimal)


def _axis_among_the_rows(top: Top, stretch: Stretch | None) -> Stretch | None:
    """The axis, where it is the first line of the block of numbers itself."""
    rows, dialect = top.rows, top.dialect
    if len(rows) < 2 or top.header is not None or top.options.header_line is not None:
        return None
    axis = axis_stretch(rows[0], dialect)
    if axis is None or (stretch is not None and len(axis) <= len(stretch)):
        return None
    whole = whole_stretch(axis, rows[0], dialect)[0] if len(axis) < 0.7 * top.width else axis
    covered = len(whole) if whole is axis or steps_back(whole.values) else len(axis)
    fills = covered >= max(5, 0.7 * top.width) or len(axis) == top.width >= 3
    return axis if fills or axis.named or _over_names(axis, rows) or _titled_names(axis, rows, dialect) else None


def _decide(top: Top, numbers: np.ndarray, kinds: Sequence[str], stretch: Stretch | None, candidate: Stretch | None,
            between: tuple[tuple[str, ...], ...]) -> Decision:
    """Which way the spectra run."""
    texts = [[r[j] for r in top.rows] for j in range(top.width) if kinds[j] == "text"]
    said_between = bool(between) or (top.header is not None and texts_between(
        top.lines[top.header + 1:top.start], top.dialect, top.width))
    return decide(numbers, top.titles, stretch, candidate, top.options.orientation, kinds, texts, said_between)


def _drawn(top: Top, decision: Decision, orientation: str, stretch: Stretch | None) -> Layout:
    """The layout before its columns have roles."""
    lines, header, options = top.lines, top.header, top.options
    above: list[str] = []
    if options.first_line is None and options.header_line is None and not (
            header is not None and lines[header].strip() in {line.strip() for line in lines[:header]}):
        above = check_above(lines, header, top.start, top.width, top.dialect, orientation, orientation == "rows"
                            and stretch is not None)
    said = bool(options.orientation)
    why = Note("guess.layout", "info", way=ORIENTATIONS[orientation], reason=decision.reason)
    guess = Guess(orientation, 1.0 if said else decision.confidence, why, said or decision.confidence >= SURE)
    return Layout(orientation, header, top.start, top.width, top.titles,
                  before=_before(top), guesses={"orientation": guess},
                  warnings=tuple(above), decision=decision, labelled=top.labelled,
                  unit_stated=unit_above(lines, top.start, header))


def _before(top: Top) -> list[str]:
    """Lines about the table: those above its titles, and settings between titles and numbers."""
    if top.header is None:
        return top.lines[:top.start]
    between = top.lines[top.header + 1:top.start]
    return top.lines[:top.header] + (between if len(between) > SETTINGS else [])


def _about_the_columns(layout: Layout, top: Top, between: tuple[tuple[str, ...], ...]) -> Layout:
    """With what lines between titles and numbers say of each column's sample."""
    if top.header is None:
        return layout
    layout = replace(layout, property_lines=between)
    if top.options.header_line is not None or top.width <= 2:
        return layout
    same = set(top.titles[1:])
    titles, described = lines_of_words(top.lines, top.header, top.start, top.titles, top.dialect)
    said = same.pop() if len(same) == 1 else top.unit_of_all
    return replace(layout, titles=titles, described=described, said_of_all=said)


def _between(top: Top) -> tuple[tuple[str, ...], ...]:
    """Lines of a word and numbers between the titles and the numbers: properties of samples in columns."""
    if top.header is None:
        return ()
    dialect = top.dialect
    found = [title_cells(line, dialect, top.width) for line in top.lines[top.header + 1:top.start] if line.strip()]
    return tuple(tuple(c) for c in found if len(c) == top.width and c[0] and to_number(c[0], dialect.decimal) is None
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
