"""How the table is laid out: which way the spectra run, where the axis, the names and the properties are."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

import numpy as np

from ....core.errors import FileError
from .._units import AXIS_WORDS, NAME_WORDS, plain
from ..contract import Guess
from .above import check_above
from .dialect import Dialect, Run, split_line, without_comment
from .evidence import axis_columns, column_axis_score, decide
from .labels import Stretch, axis_stretch
from .numbers import is_missing, to_number
from .options import ORIENTATIONS, TextOptions

_UNIT_CELL = re.compile(
    r"[\[(].*[\])]\Z|(nm|um|µm|cm-1|cm\^-1|cm⁻¹|1/cm|ev|a\.?u\.?|au|%|counts?|cts|arb\.?( units?)?|wt\.?%|ppm|mg/\w+|"
    r"g/\w+|-|unitless|absorbance units?)\Z", re.IGNORECASE)


_CENSORED = re.compile(r"[<>]\s*\d")
_GROUP = re.compile(r"\s*groups?\s*", re.IGNORECASE)
_INDEX = re.compile(r"(index|#|no\.?|nr\.?|row|unnamed: \d+|id)?\Z", re.IGNORECASE)
LONG = 8


@dataclass(frozen=True)
class Layout:
    """A resolved layout; lines and columns counted from 0, None for none.

    Parameters
    ----------
    orientation : str
    header : int or None
        Line of titles or axis.
    first : int
        First line of data.
    width : int
        Columns of a data line (a last empty column after a trailing separator is not counted).
    titles : list of str
        Title per column ("" where none).
    axis_column, name_column : int or None
    positions : tuple of int
        Untitled columns of numbers before the spectra (a map's x and y); together they name a spectrum.
    numeric : tuple of int
        Columns of spectra (rows, columns, pairs) or of reference values (table).
    properties : tuple of int
    stretch : Stretch or None
        The axis in the header (rows).
    property_lines : tuple of tuple of str
        Cells of lines between titles and data that give a property of each column's sample (columns).
    before : list of str
        Lines above the table.
    """

    orientation: str
    header: int | None
    first: int
    width: int
    titles: list[str]
    axis_column: int | None = None
    name_column: int | None = None
    group_column: int | None = None
    positions: tuple[int, ...] = ()
    numeric: tuple[int, ...] = ()
    properties: tuple[int, ...] = ()
    stretch: Stretch | None = None
    property_lines: tuple[tuple[str, ...], ...] = ()
    before: list[str] = field(default_factory=list)
    guesses: dict[str, Guess] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def _cells(line: str, dialect: Dialect, width: int) -> list[str]:
    cells = split_line(without_comment(line), dialect.separator, dialect.quoted)
    while len(cells) > width and not cells[-1]:
        cells.pop()
    if len(cells) > width:  # "#Wave", two tabs, "#Intensity" over two columns
        filled = [c for c in cells if c]
        cells = filled if len(filled) == width else cells
    return [c.lstrip("#").strip() for c in cells] if line.lstrip().startswith("#") else cells


def _find_header(lines: list[str], run: Run, dialect: Dialect, width: int) -> tuple[int | None, list[str]]:
    """The nearest line of titles above the table; one that holds the axis is preferred to a line of units below it."""
    nearest: tuple[int | None, list[str]] = (None, [""] * width)
    for i in range(run.start - 1, max(run.start - 6, -1), -1):
        if not lines[i].strip():
            continue
        cells = _cells(lines[i], dialect, width)
        if len(cells) == width - 1 >= 2 and axis_stretch(cells, dialect):
            return i, ["", *cells]  # R leaves out the title of the row names
        if len(cells) != width or sum(bool(c) for c in cells) < max(1, min(2, width) - 1):
            continue
        if _is_entry(cells):
            continue
        stretch = axis_stretch(cells, dialect) if width > 3 else None
        if stretch is not None and len(stretch) >= max(3, 0.5 * width):
            return i, cells
        if nearest[0] is None:
            nearest = i, cells
    return nearest


def _is_entry(cells: list[str]) -> bool:
    """Whether a line is an entry of the header such as "Full time (s)= 3", and no titles."""
    return len(cells) == 2 and cells[0].endswith(("=", ":")) and not cells[-1].endswith(("=", ":"))


def _merge_unit_line(lines: list[str], header: int | None, dialect: Dialect, titles: list[str],
                     width: int) -> list[str]:
    """Titles over a line of units ("Wave" over "[nm]", "Wavelength" over "nm") become one."""
    if header is None or header == 0 or not any(titles) or not all(_UNIT_CELL.match(t) for t in titles if t):
        return titles
    above = _cells(lines[header - 1], dialect, width)
    if not len(above) == width > 1 or not any(above) or all(to_number(a, dialect.decimal) is not None for a in above):
        return titles
    bare = [t.strip("[]() ") for t in titles]
    if width == 2 or any(t.startswith(("[", "(")) for t in titles):
        return [f"{a} [{t}]".strip() if t else a for a, t in zip(above, bare, strict=True)]
    return [f"{above[0]} [{bare[0]}]" if bare[0] else above[0], *above[1:]]


def _leading_titles(rows: list[list[str]], dialect: Dialect, header: list[str] | None) -> int:
    """How many first lines have words over columns of numbers: titles, then properties of each sample.

    `header` is the line of titles above them, if any; else the first of them is looked at as such.
    """
    axis = axis_stretch(header or rows[0], dialect)
    under_axis = (0 if header else 1) if axis is not None and len(axis) >= LONG else len(rows)
    kinds = _kinds(rows[len(rows) // 2:], dialect) if len(rows) >= 4 else _kinds(rows[1:], dialect)
    for k, row in enumerate(rows[:50]):
        words = [kind == "number" and not is_missing(cell) and not _CENSORED.match(cell)
                 and to_number(cell, dialect.decimal, dialect.thousands) is None
                 for kind, cell in zip(kinds, row, strict=True)]
        # under an axis of titles, a single odd cell is one of a spectrum, or a sample's name among numbers
        if not any(words) or (k >= under_axis and 2 * sum(words) <= kinds.count("number")):
            return k
    return 0


def find_layout(lines: list[str], dialect: Dialect, run: Run, options: TextOptions) -> Layout:
    """Guess the layout from the first lines; what `options` says is taken as it is.

    Raises
    ------
    FileError
        No table, or a single column.
    """
    if not run.numbers:
        raise FileError("this text holds no table of numbers (perhaps only a header).")
    rows = [split_line(line, dialect.separator, dialect.quoted) for line in lines[run.start:run.stop] if line.strip()]
    rows = [r for r in rows if len(r) == run.width][:400]
    width = run.width
    while width > 1 and all(not r[width - 1] for r in rows):
        width -= 1
    rows = [r[:width] for r in rows]
    if width < 2:
        raise FileError("the text holds a single column of numbers; a spectrum needs its axis beside it, or one "
                        "spectrum per row.")
    start = run.start
    if options.first_line:
        start = options.first_line - 1
        rows = [split_line(line, dialect.separator, dialect.quoted)[:width] for line in lines[start:run.stop]
                if line.strip()]
        rows = [r for r in rows if len(r) == width] or [[""] * width]
    header, titles = _find_header(lines, replace(run, start=start), dialect, width)
    if options.header_line is not None:
        header = options.header_line - 1 if options.header_line else None
        titles = [""] * width
        if header is not None and header < len(lines):
            found = _cells(lines[header], dialect, width)
            titles = (["", *found] if len(found) == width - 1 else found)[:width]
            titles += [""] * (width - len(titles))
    elif options.first_line is None and len(rows) > 1 and (
            leading := _leading_titles(rows, dialect, titles if header is not None else None)):
        if header is None and not _is_entry(rows[0]):
            header, titles = start, rows[0]
        for _ in range(leading):
            start = _next_line(lines, start)
        rows = rows[leading:]
    if header is not None:
        titles = _merge_unit_line(lines, header, dialect, titles, width)
    stretch = axis_stretch(titles, dialect) if header is not None else None
    # the axis may be the first line of the block of numbers itself
    own_axis = axis_stretch(rows[0], dialect) if rows and header is None and options.header_line is None else None
    if (own_axis is not None and (len(own_axis) >= max(5, 0.7 * width) or len(own_axis) == width >= 3 or own_axis.named
                                  or _over_names(own_axis, rows)) and len(rows) > 1
            and (stretch is None or len(own_axis) > len(stretch))):
        candidate = own_axis
    else:
        candidate = None
    numbers = _matrix(rows, dialect)
    decision = decide(numbers, titles, stretch, candidate, options.orientation)
    orientation = options.orientation or decision.orientation
    guesses = {"orientation": Guess(orientation, 1.0 if options.orientation else decision.confidence,
                                    f"{ORIENTATIONS[orientation]}: {decision.reason}")}
    if orientation == "rows" and candidate is not None:
        stretch, header, titles, start = candidate, start, rows[0], _next_line(lines, start)
        numbers = numbers[1:]
        rows = rows[1:]
    if orientation == "columns" and header is None and len(rows) > 1 and options.header_line is None and (
            not rows[0][0] and all(r[0] for r in rows[1:])):
        # numbers over the spectra's columns and nothing over the axis: the samples are numbered
        header, titles, start, rows, numbers = start, rows[0], _next_line(lines, start), rows[1:], numbers[1:]
    above: list[str] = []
    if options.first_line is None and options.header_line is None:
        above = check_above(lines, header, start, width, dialect, orientation, orientation == "rows"
                            and stretch is not None)
    if (len(rows) == 1 and options.orientation is None and stretch is None and len(numbers[0]) >= 3
            and (only := axis_stretch(rows[0], dialect)) is not None and len(only) >= 0.7 * width):
        raise FileError("its only line of numbers rises or falls steadily, as an axis does; there are no spectra "
                        "under it that could be read.")
    before_stop = header if header is not None else start
    layout = Layout(orientation, header, start, width, titles, before=lines[:before_stop], guesses=guesses,
                    warnings=tuple(above))
    if orientation == "columns" and header is not None:
        between = [_cells(line, dialect, width) for line in lines[header + 1:start] if line.strip()]
        layout = replace(layout, property_lines=tuple(
            tuple(c) for c in between if len(c) == width and c[0] and to_number(c[0], dialect.decimal) is None
            and any(to_number(v, dialect.decimal, dialect.thousands) is not None and not is_missing(v) for v in c[1:])))
    kinds = _kinds(rows, dialect)
    if orientation == "rows":
        return _rows_layout(layout, stretch, kinds, rows, options)
    if orientation == "table":
        return _table_layout(layout, kinds, options)
    return _columns_layout(layout, kinds, numbers, options)


def _over_names(axis: Stretch, rows: list[list[str]]) -> bool:
    """Whether the axis fills its line but for empty cells over a column of names."""
    return (axis.first > 0 and axis.stop == len(rows[0]) and not any(rows[0][:axis.first])
            and all(r[0] for r in rows[1:]))


def _next_line(lines: list[str], at: int) -> int:
    at += 1
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


def _matrix(rows: list[list[str]], dialect: Dialect) -> np.ndarray:
    """Numbers of the sample, NaN for missing and for text."""
    out = np.full((len(rows), len(rows[0])), np.nan)
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            value = to_number(cell, dialect.decimal, dialect.thousands)
            if value is not None:
                out[i, j] = value
    return out


def _kinds(rows: list[list[str]], dialect: Dialect) -> list[str]:
    """Per column: "number", "text" or "empty"."""
    kinds = []
    for j in range(len(rows[0]) if rows else 0):
        text = number = 0
        for row in rows:
            value = to_number(row[j], dialect.decimal, dialect.thousands)
            if value is None and not _CENSORED.match(row[j]):
                text += 1
            elif value is None or value == value:
                number += 1
        kinds.append("empty" if not text and not number else "text" if text > 0.1 * (text + number) else "number")
    return kinds


def _rows_layout(layout: Layout, stretch: Stretch | None, kinds: list[str], rows: list[list[str]],
                 options: TextOptions) -> Layout:
    width = layout.width
    guesses, warnings = dict(layout.guesses), list(layout.warnings)
    if stretch is not None:
        spectral = list(range(stretch.first, stretch.stop))
        guesses["axis"] = Guess(f"line {layout.header + 1}" if layout.header is not None else "none", 0.95,
                                f"{len(stretch)} titles form a series from {stretch.values[0]:g} to "
                                f"{stretch.values[-1]:g}.")
    else:
        spectral = [j for j in range(width) if kinds[j] == "number"]
        warnings.append("The file has no axis; the channels are numbered.")
        guesses["axis"] = Guess("none", 0.6, "No line or column of numbers rises or falls steadily.")
    given = {(options.name_column or 0) - 1, *(c - 1 for c in options.property_columns or ())}
    if stretch is None:
        spectral = [j for j in spectral if j not in given]
    rest = [j for j in range(width) if j not in spectral]
    name, group, properties = _name_and_properties(rest, layout.titles, kinds, rows, options)
    if name is not None:
        guesses["name_column"] = Guess(name + 1, 0.9 if layout.titles[name] or kinds[name] == "text" else 0.7,
                                       f"Column {name + 1} ({layout.titles[name] or 'no title'}) names the samples.")
    if properties:
        guesses["property_columns"] = Guess([j + 1 for j in properties], 0.9, "These columns have words as titles: "
                                            + ", ".join(layout.titles[j] for j in properties[:6]))
    positions = tuple(j for j in rest if kinds[j] == "number" and not layout.titles[j]) if stretch is not None else ()
    return replace(layout, name_column=name, group_column=group, positions=positions if len(positions) > 1 else (),
                   numeric=tuple(spectral), properties=tuple(properties),
                   stretch=stretch, guesses=guesses,
                   warnings=tuple(warnings))


def _name_and_properties(
    rest: list[int], titles: list[str], kinds: list[str], rows: list[list[str]], options: TextOptions,
) -> tuple[int | None, int | None, list[int]]:
    """Name column, group column and property columns among the columns that are no spectra."""
    if options.name_column is not None:
        name = options.name_column - 1 if 0 < options.name_column <= len(titles) else None
    else:
        def worth(j: int) -> float:
            distinct = len({r[j] for r in rows}) / max(len(rows), 1)
            return ((3.0 if NAME_WORDS.search(titles[j]) else 0.0) + (1.0 if kinds[j] == "text" else 0.0)
                    + (1.5 if not titles[j] else 0.0) + distinct + (0.5 if j == rest[0] else 0.0))

        able = [j for j in rest if kinds[j] == "text" or NAME_WORDS.search(titles[j]) or not titles[j]]
        able = [j for j in able if kinds[j] != "empty"]
        name = max(able, key=worth) if able else None
    others = [j for j in rest if j != name]
    called_group = next((j for j in others if _GROUP.fullmatch(titles[j])), None)
    if options.property_columns is not None:
        properties = [c - 1 for c in options.property_columns if 0 < c <= len(titles)]
        called_group = None if called_group in properties else called_group
    else:
        properties = [j for j in others if kinds[j] == "number" and titles[j] and j != called_group]
    texts = [j for j in others if kinds[j] == "text"]
    repeated = [j for j in texts if len({r[j] for r in rows}) < max(2, len(rows))]
    return name, called_group if called_group is not None else repeated[0] if repeated else None, properties


def _table_layout(layout: Layout, kinds: list[str], options: TextOptions) -> Layout:
    guesses = dict(layout.guesses)
    first = [j for j in range(layout.width) if kinds[j] == "text"]
    name: int | None
    if options.name_column is not None:
        name = options.name_column - 1 if 0 < options.name_column <= layout.width else None
    else:
        named = [j for j in range(layout.width) if NAME_WORDS.search(layout.titles[j])]
        name = (named or first or [None])[0]  # type: ignore[list-item]
        if name is None and kinds[0] == "number" and not layout.titles[0]:
            name = 0
    values = tuple(j for j in range(layout.width) if j != name and kinds[j] == "number")
    if options.property_columns is not None:
        values = tuple(c - 1 for c in options.property_columns if 0 < c <= layout.width)
    guesses["name_column"] = Guess(0 if name is None else name + 1, 0.8, "Rows have no names." if name is None else
                                   f"Column {name + 1} ({layout.titles[name] or 'no title'}) names the samples.")
    return replace(layout, name_column=name, numeric=values, guesses=guesses)


def _counts(column: np.ndarray) -> bool:
    """Whether a column only numbers the lines."""
    return bool(len(column) > 1 and (np.diff(column) == 1).all())


def _columns_layout(layout: Layout, kinds: list[str], numbers: np.ndarray, options: TextOptions) -> Layout:
    guesses, warnings = dict(layout.guesses), list(layout.warnings)
    numeric = [j for j in range(layout.width) if kinds[j] == "number"]
    if layout.orientation == "pairs":
        usable = numeric[: len(numeric) // 2 * 2]
        return replace(layout, numeric=tuple(usable), guesses=guesses)
    if options.axis_column is not None:
        axis = options.axis_column - 1 if 0 < options.axis_column <= layout.width else None
        guesses["axis"] = Guess(f"column {options.axis_column}" if axis is not None else "none", 1.0, "Set by you.")
    else:
        able = set(axis_columns(numbers, layout.titles))
        scored = [(column_axis_score(numbers[:, j], layout.titles[j]), -j) for j in numeric if j in able]
        best, minus = max(scored, default=(0.0, 0))
        named = next((j for j in numeric[:1] if AXIS_WORDS.search(plain(layout.titles[j]))), None)
        axis = -minus if best > 0 else numeric[0] if len(numeric) == layout.width == 2 else named
        if axis is not None:
            title = layout.titles[axis]
            guesses["axis"] = Guess(f"column {axis + 1}", 0.95 if AXIS_WORDS.search(plain(title).replace("_", " "))
                                    else 0.8,
                                    f"Column {axis + 1}{f' ({title})' if title else ''} rises or falls steadily.")
        else:
            warnings.append("The file has no axis; the channels are numbered.")
            guesses["axis"] = Guess("none", 0.6, "No column of numbers rises or falls steadily.")
    spectra = [j for j in numeric if j != axis]
    # in a long table, one spectrum under the other, a column of words names them
    words = next((j for j in range(layout.width) if kinds[j] == "text"), None)
    if axis is not None and len(spectra) > 1:
        # pixel, wavelength and Raman shift side by side: one is the axis, the others are no spectra
        others = [j for j in spectra if AXIS_WORDS.search(plain(layout.titles[j]).replace("_", " "))
                  and column_axis_score(numbers[:, j], layout.titles[j]) > 0]
        others += [j for j in spectra if j < axis and _INDEX.match(layout.titles[j]) and _counts(numbers[:, j])]
        spectra = [j for j in spectra if j not in others] or spectra
    if options.spectrum_columns is not None:
        spectra = [c - 1 for c in options.spectrum_columns if 0 < c <= layout.width and c - 1 != axis]
    return replace(layout, axis_column=axis, name_column=words, numeric=tuple(spectra), guesses=guesses,
                   warnings=tuple(warnings))
