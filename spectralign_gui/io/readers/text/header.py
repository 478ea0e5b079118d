"""The titles of a table: which line holds them, and lines of units or words between them and the numbers."""

from __future__ import annotations

import re

import numpy as np

from .._units import AXIS_WORDS, NAME_WORDS, plain, quantity_of, unit_of
from .dialect import Dialect, Run, split_line, without_comment
from .evidence import counts, like_axis, steady
from .labels import Stretch, axis_stretch, label_value
from .numbers import is_missing, to_number
from .titles import is_date, is_property

_UNIT_CELL = re.compile(
    r"[\[(].*[\])]\Z|(nm|um|µm|cm-1|cm\^-1|cm⁻¹|1/cm|ev|a\.?u\.?|au|%|counts?|cts|arb\.?( units?)?|wt\.?%|ppm|mg/\w+|"
    r"g/\w+|-|unitless|absorbance units?)\Z", re.IGNORECASE)
CENSORED = re.compile(r"[<>]\s*\d")
LONG, ABOUT = 8, 30


def measure(rows: list[list[str]], dialect: Dialect) -> tuple[np.ndarray, list[str]]:
    """Numbers of some rows (NaN for missing and for text), and per column "number", "text" or "empty"."""
    width = len(rows[0]) if rows else 0
    if rows and dialect.decimal == "." and not dialect.thousands:
        try:  # most tables are plain numbers
            plain = np.array([[float(c) for c in row] for row in rows])
        except ValueError:
            pass
        else:
            if not any("_" in "".join(row) for row in rows):
                there = ~np.isnan(plain).all(axis=0)
                return plain, ["number" if t else "empty" for t in there.tolist()]
    out = np.full((len(rows), width), np.nan)
    text, number = np.zeros(width, int), np.zeros(width, int)
    for i, row in enumerate(rows):
        plain_from = _plain_from(row, dialect)
        if plain_from < width:
            out[i, plain_from:] = list(map(float, row[plain_from:]))
            number[plain_from:] += ~np.isnan(out[i, plain_from:])
        for j in range(plain_from):
            value = to_number(row[j], dialect.decimal, dialect.thousands)
            if value is not None:
                out[i, j] = value
                number[j] += value == value
            elif CENSORED.match(row[j]):
                number[j] += 1
            else:
                text[j] += 1
    kinds = ["empty" if not t and not n else "text" if t > 0.1 * (t + n) else "number"
             for t, n in zip(text.tolist(), number.tolist(), strict=True)]
    return out, kinds


def _plain_from(row: list[str], dialect: Dialect) -> int:
    """Column from which on all cells are plain numbers: 0, 1 behind a name, or the width where they are not."""
    if dialect.decimal == "." and not dialect.thousands:
        for start in (0, 1):
            try:
                list(map(float, row[start:]))
            except ValueError:
                continue  # a name or an odd cell: looked at one by one
            return start if "_" not in "".join(row[start:]) else len(row)
    return len(row)


def title_cells(line: str, dialect: Dialect, width: int) -> list[str]:
    cells = split_line(line, dialect.separator, dialect.quoted)
    if cells[:1] == ["#"] and len(cells) == width > 2:
        return cells  # the title of a column of numbers, and no mark of a comment
    cells = split_line(without_comment(line), dialect.separator, dialect.quoted)
    while len(cells) > width and not cells[-1]:
        cells.pop()
    if len(cells) > width:  # "#Wave", two tabs, "#Intensity" over two columns
        filled = [c for c in cells if c]
        cells = filled if len(filled) == width else cells
    return [c.lstrip("#").strip() for c in cells] if line.lstrip().startswith("#") else cells


def find_header(lines: list[str], run: Run, dialect: Dialect, width: int) -> tuple[int | None, list[str]]:
    """The nearest line of titles above the table; one that holds the axis is preferred to a line of units below it."""
    nearest: tuple[int | None, list[str]] = (None, [""] * width)
    apart = _has_own_titles(split_line(lines[run.start], dialect.separator, dialect.quoted), dialect, width) if (
        run.start < len(lines)) else False
    for i in range(run.start - 1, max(run.start - 6, -1), -1):
        if not lines[i].strip():
            if apart:
                break  # what stands above the blank line is another table
            continue
        cells = title_cells(lines[i], dialect, width)
        if len(cells) == width - 1 >= 2 and (found := axis_stretch(cells, dialect)) and not _short_row(
                lines, i, dialect, width, len(found)):
            return i, ["", *cells]  # R leaves out the title of the row names
        if len(cells) != width or sum(bool(c) for c in cells) < max(1, min(2, width) - 1):
            if apart:
                break
            continue
        if is_entry(cells):
            continue
        if _among_samples(lines, i, dialect, width):
            break  # a line of another table
        stretch = axis_stretch(cells, dialect) if width > 3 else None
        named = bool(AXIS_WORDS.search(plain(nearest[1][0])))  # what stands under it are spectra in columns
        if stretch is not None and len(stretch) >= max(3, 0.5 * width) and not heads_columns(nearest[1]) and not named:
            return i, cells
        if nearest[0] is None:
            nearest = i, cells
    return _names_over_settings(lines, nearest, dialect, width)


def _short_row(lines: list[str], at: int, dialect: Dialect, width: int, found: int) -> bool:
    """Whether a line with a cell less than the table is a row that lost one: the line above it has all titles."""
    above = title_cells(lines[at - 1], dialect, width) if at else []
    stretch = axis_stretch(above, dialect) if len(above) == width else None
    return stretch is not None and len(stretch) >= max(found, 0.5 * width)


def _among_samples(lines: list[str], at: int, dialect: Dialect, width: int) -> bool:
    """Whether a line stands below at least three others like it, of a name and numbers: it holds no titles."""
    for line in lines[max(at - 3, 0):at + 1]:
        cells = split_line(line, dialect.separator, dialect.quoted)
        numbers = sum(to_number(c, dialect.decimal, dialect.thousands) is not None for c in cells[1:])
        if len(cells) != width or numbers < max(width - 1, 3) or AXIS_WORDS.search(plain(cells[0])) or (
                not cells[0] or to_number(cells[0], dialect.decimal, dialect.thousands) is not None):
            return False
    return at >= 3


def _names_over_settings(lines: list[str], nearest: tuple[int | None, list[str]], dialect: Dialect, width: int,
                         ) -> tuple[int | None, list[str]]:
    """The line of names over lines of settings that are the same for all spectra, of which the nearest was found."""
    at, titles = nearest
    if at is None or width < 3 or len(set(titles[1:])) > 1 or quantity_of(titles[1]) is not None or (
            AXIS_WORDS.search(plain(titles[0]))):
        return nearest
    for i in range(at - 1, max(at - ABOUT, -1), -1):
        cells = title_cells(lines[i], dialect, width)
        if len(cells) != width:
            break
        if NAME_WORDS.search(plain(cells[0])) and all(cells[1:]) and len(set(cells[1:])) == width - 1:
            return i, cells
    return nearest


def _has_own_titles(cells: list[str], dialect: Dialect, width: int) -> bool:
    """Whether the first line of a table is its line of titles: a word for names, then an axis."""
    if not cells or not NAME_WORDS.search(plain(cells[0])) or any(c.isdigit() for c in cells[0]):
        return False
    found = axis_stretch(cells, dialect)
    return found is not None and found.first > 0 and 2 * len(found) > width and like_axis(found.values)


def heads_columns(cells: list[str]) -> bool:
    """Whether titles name an axis, and one quantity or a few beside it: the line above them names the samples."""
    others = [c for c in cells[1:] if c]
    return bool(AXIS_WORDS.search(plain(cells[0]))) and 2 * len(others) >= len(cells) - 1 and all(
        quantity_of(c) is not None for c in others)


def is_entry(cells: list[str]) -> bool:
    """Whether a line is an entry of the header such as "Full time (s)= 3", and no titles."""
    return len(cells) == 2 and cells[0].endswith(("=", ":")) and not cells[-1].endswith(("=", ":"))


def merge_unit_line(lines: list[str], header: int | None, dialect: Dialect, titles: list[str],
                     width: int) -> list[str]:
    """Titles over a line of units ("Wave" over "[nm]", "Wavelength" over "nm") become one."""
    if header is None or header == 0 or not any(titles) or not all(_UNIT_CELL.match(t) for t in titles if t):
        return titles
    above = title_cells(lines[header - 1], dialect, width)
    if not len(above) == width > 1 or not any(above) or all(to_number(a, dialect.decimal) is not None for a in above):
        return titles
    bare = [t.strip("[]() ") for t in titles]
    if len(set(bare[1:])) == 1 and width > 2 and all(above) and len(set(above)) == width and not any(
            quantity_of(a) is not None for a in above[1:]):
        return [f"{above[0]} [{bare[0]}]" if bare[0] else above[0], *above[1:]]  # names, over one unit for all
    if width == 2 or any(t.startswith(("[", "(")) for t in titles):
        return [f"{a} [{t}]".strip() if t else a for a, t in zip(above, bare, strict=True)]
    return [f"{above[0]} [{bare[0]}]" if bare[0] else above[0], *above[1:]]


def titles_below(rows: list[list[str]], dialect: Dialect, heading: list[str]) -> int | None:
    """Which of the first lines holds the titles, if the line above them is one of headings over several columns."""
    words = [c for c in heading if c]
    gaps = any(not c for c in heading[1:]) or len(set(words)) <= 0.5 * len(heading)
    units = all(map(_UNIT_CELL.match, words)) and not (len(set(words)) == 1 and unit_of(words[0]) is not None)
    if len(heading) < 4 or not gaps or units or heads_columns(heading) or axis_stretch(heading, dialect):
        return None
    for k, row in enumerate(rows[:3]):
        found = axis_stretch(row, dialect)
        label = label_value(row[0], dialect)
        if found is None or found.odd_dress or not all(row[1:]) or (
                label is not None and label[2] and unit_of(label[2]) is not None):
            continue  # "655 nm" begins a line of the spectra
        outside = [c for j, c in enumerate(row) if c and not found.first <= j < found.stop]
        if all(to_number(c, dialect.decimal, dialect.thousands) is None for c in outside) and (
                outside or len(found) >= max(5, 0.7 * len(row))):
            return k
    return None


def described_lines(rows: list[list[str]], dialect: Dialect, titles: list[str]) -> int:
    """How many first lines give a value of each sample (date, protein) over spectra in columns.

    Under words the first column rises or falls as an axis does; the titles are names or numbers of samples.
    """
    words = 0
    while words < min(len(rows) - 3, 20) and to_number(rows[words][0], dialect.decimal, dialect.thousands) is None:
        words += 1
    if not 0 < words < len(rows) - 2 or any(
            not r[0] or AXIS_WORDS.search(plain(r[0])) or 2 * sum(map(bool, r)) < len(r) for r in rows[:words]):
        return 0
    column = np.array([to_number(r[0], dialect.decimal, dialect.thousands) or np.nan for r in rows[words:]])
    across = axis_stretch(titles, dialect)
    if np.isnan(column).any():
        return 0
    if any(is_property(r[0]) for r in rows[:words]):
        return words if steady(column) == 1.0 else 0
    # a blank may stand before numbered samples
    return words if like_axis(column) and not counts(column) and (
        across is None or across.odd_dress or not like_axis(across.values)) else 0


def texts_between(lines: list[str], dialect: Dialect, width: int) -> bool:
    """Whether one of the lines under the titles has a word and different words or dates behind it: of each sample."""
    for line in lines:
        cells = title_cells(line, dialect, width)
        others = [c for c in cells[1:] if c]
        if len(cells) == width and cells[0] and 2 * len(others) > width and len(set(others)) > 1 and all(
                to_number(c, dialect.decimal, dialect.thousands) is None and not _UNIT_CELL.match(c) for c in cells):
            return True
    return False


def leading_titles(rows: list[list[str]], dialect: Dialect, header: list[str] | None) -> int:
    """How many first lines have words over columns of numbers: titles, then properties of each sample.

    `header` is the line of titles above them, if any; else the first of them is looked at as such.
    """
    axis = axis_stretch(header or rows[0], dialect)
    under_axis = (0 if header else 1) if axis is not None and len(axis) >= LONG else len(rows)
    kinds = measure(rows[len(rows) // 2:] if len(rows) >= 4 else rows[1:], dialect)[1]
    for k, row in enumerate(rows[:50]):
        words = [kind == "number" and not is_missing(cell) and not CENSORED.match(cell)
                 and to_number(cell, dialect.decimal, dialect.thousands) is None
                 for kind, cell in zip(kinds, row, strict=True)]
        # under an axis of titles, a single odd cell is one of a spectrum, or a sample's name among numbers
        if not any(words) or (k >= under_axis and 2 * sum(words) <= kinds.count("number")):
            return k
        if (header or k) and axis is not None and not axis.odd_dress and words[0] and sum(words) == 1:
            return k  # a blank before numbered samples, or what `described_lines` knows
    return 0


_PLAIN = re.compile(r"[\d.,eEdD+\-]*")
_UNIT_ALONE = re.compile(r"[#\s]*[\[(]?\s*(nm|nanomet(er|re)s?|[uµμ]m|microns?|cm\s*\^?-1|cm⁻¹|1/cm|ev)\s*[\])]?"
                         r"[\s,;]*\Z", re.I)
_UNITS_OF = re.compile(r"[#\s\"]*([XY]\d?)[ _]?UNITS?\s*[=:,;\t]\s*(.+?)[\s\",;]*\Z", re.I)
DESCRIBED = 15


def unit_above(lines: list[str], start: int, header: int | None) -> str:
    """The unit that stands alone in a line close above the numbers ("[nm],"), "" if none does."""
    for line in reversed(lines[max(start - 4, header + 1 if header is not None else 0, 0):start]):
        if _UNIT_ALONE.match(line):
            return line.strip(" #\t,;[]()\r")
    return ""


def described_columns(lines: list[str], start: int, width: int) -> list[str] | None:
    """Titles of several words with wide gaps between them, above a table of blanks; None if there are none."""
    for line in reversed(lines[max(start - DESCRIBED, 0):start]):
        cells = [c for c in re.split(r"\s{2,}|\t+", line.strip(" #\r")) if c]
        if len(cells) == width and AXIS_WORDS.search(plain(cells[0])) and all(
                any(c.isalpha() for c in t) for t in cells):
            return cells
    return None


def units_of_columns(lines: list[str], start: int, width: int) -> list[str] | None:
    """Titles that a header gives as XUNITS, YUNITS, Y2UNITS …, if there is one for every column of several."""
    found = {m[1].upper(): m[2] for line in lines[:start] if (m := _UNITS_OF.match(line))}
    return list(found.values()) if len(found) == width > 2 and next(iter(found)) == "X" else None


def lines_of_words(lines: list[str], header: int, start: int, titles: list[str], dialect: Dialect,
                   ) -> tuple[list[str], tuple[tuple[str, ...], ...]]:
    """Titles of spectra in columns, and lines of words about each of them (batch, origin, date).

    Of the lines above the numbers the nearest one holds the names, unless it repeats itself and one above does not.
    """
    width, found = len(titles), []
    at = header
    while at > max(header - ABOUT, 0) and lines[at - 1].strip():
        at -= 1
    for i in range(at, start):
        cells = titles if i == header else title_cells(lines[i], dialect, width) if lines[i].strip() else []
        others = [c for c in cells[1:] if c]
        if len(cells) == width and 2 * len(others) > width - 1 and not all(map(_UNIT_CELL.match, others)) and not all(
                to_number(c, dialect.decimal, dialect.thousands) is not None for c in others):
            found.append((i, cells))

    def apart(cells: list[str]) -> bool:
        return all(cells[1:]) and len(set(cells[1:])) == len(cells) - 1 and not all(map(is_date, cells[1:]))

    over_all = title_cells(lines[header - 1], dialect, width) if header else []
    if heads_columns(titles) and (len(set(titles[1:])) < width - 1 or (
            len(over_all) == width and not over_all[0] and over_all[1])) and (
            over := _names_over(over_all, titles)):
        found = [(i, c) for i, c in found if i != header - 1]
        titles = over
    named = [c for _, c in found if apart(c) and NAME_WORDS.search(plain(c[0]))]
    names = titles
    if named and not NAME_WORDS.search(plain(titles[0])) and not AXIS_WORDS.search(plain(titles[0])):
        names = named[-1]
    elif not apart(titles):
        names = next((c for _, c in reversed(found) if apart(c)), titles)
    described = tuple(tuple(c) for _, c in found if c is not names and c[0] and not AXIS_WORDS.search(plain(c[0])))
    return ([titles[0] if AXIS_WORDS.search(plain(titles[0])) else names[0], *names[1:]], described)


def _names_over(above: list[str], titles: list[str]) -> list[str]:
    """Titles made of the names in the line above (also where one stands over several columns) and repeated titles.

    Empty where that does not tell the columns apart.
    """
    above = [*above, *[""] * (len(titles) - len(above))]
    if len(above) != len(titles) or not any(above[1:]):
        return []
    names, name = [], ""
    for cell in above[1:]:
        name = cell or name
        names.append(name)
    same = len(set(titles[1:])) == 1
    made = names if same else [f"{n} {t}".strip() for n, t in zip(names, titles[1:], strict=True)]
    return [titles[0], *made] if all(made) and len(set(made)) == len(made) else []


def names_of_pairs(lines: list[str], header: int | None, titles: list[str], dialect: Dialect, used: list[int],
                   ) -> tuple[str, ...]:
    """Names over every second of the `used` columns, as programs of scanning instruments write them; empty if there
    are none."""
    width = len(titles)
    above = title_cells(lines[header - 1], dialect, width) if header else []
    for cells in (above, titles):
        cells = [*cells, *[""] * (width - len(cells))]
        if len(cells) != width:
            continue
        cells = [cells[j] for j in used]
        for names, others in ((cells[0::2], cells[1::2]), (cells[1::2], cells[0::2])):
            if all(names) and not any(others) and not any(AXIS_WORDS.search(plain(c)) for c in names) and not (
                    len(set(names)) < len(names) and all(quantity_of(c) is not None for c in names)):
                return tuple(names)
    return ()


def names_above(lines: list[str], start: int, dialect: Dialect, width: int) -> tuple[int | None, list[str]]:
    """The line of sample names over a table whose first column is an axis with its unit, and these names."""
    for i in range(max(start - 12, 0), start):
        cells = title_cells(lines[i], dialect, width) if lines[i].strip() else []
        if len(cells) == width > 2 and NAME_WORDS.search(plain(cells[0])) and all(cells[1:]) and (
                len(set(cells[1:])) == width - 1):
            return i, cells[1:]
    return None, []


def labelled_axis(rows: list[list[str]], dialect: Dialect) -> Stretch | None:
    """Lines whose first cells are numbers with a unit (380nm): the axis of a spectrum, between lines of settings."""
    if _PLAIN.fullmatch("".join([r[0] for r in rows])):
        return None
    found = axis_stretch([r[0] for r in rows], dialect)
    if found is None or not found.unit or found.prefix or found.odd_dress or len(found) < max(LONG, 0.4 * len(rows)):
        return None
    return found if any(to_number(r[0], dialect.decimal) is None for r in rows[found.first:found.stop]) else None
