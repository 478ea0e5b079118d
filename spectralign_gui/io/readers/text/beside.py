"""Columns beside spectra in rows: sample names, groups, reference values, and what is none of these."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

import numpy as np

from ....core.notes import Note
from .._units import NAME_WORDS, PERSON_WORDS, plain
from ..contract import Guess
from .channels import further
from .dialect import Dialect
from .labels import Stretch, whole_stretch
from .marks import unmarked
from .numbers import to_number
from .options import TextOptions
from .plan import Channels, Layout
from .role_notes import role_of
from .stated import own_entry
from .titles import is_date, is_property, says_rows
from .values_tables import formulas, numbers_samples, parameter_column

_NUMBERING = re.compile(r"#|no\.?|nr\.?|index|spectrum|scan|number|row|unnamed: \d+\Z", re.I)
_ABOUT_FILE = re.compile(r"session|licen[cs]e|organi[sz]ation|project|version|comment|remark|note|path|url", re.I)
_CODE = re.compile(r"season|year|jahr|\brep(licate|eat)?s?\b|plot|\bpop\b|block|batch|\bday\b|month|\b[xyz]\b|"
                   r"lat(itude)?\b|lon(gitude)?\b|\brow\b|\bcol(umn)?\b|number|index|\bid\b|\bset\b|class|group|fold|order|\btime\b|"
                   r"minute|hour|cycle|\bscan\b", re.I)
_MEASURED = re.compile(r"\btemp(erature)?\b|pressure|\bflow\b|humidity|\[?°\s?[CF]\b|\bbar\b|voltage|current", re.I)
_SAMPLE = re.compile(r"sample|specimen|probe|muestra|[ée]chantillon|campione|amostra|样品|样本", re.I)
_ORDER = re.compile(r"order|auftrag|\bjob\b|request|commande|pedido|customer|kunde", re.I)
_GROUP = re.compile(r"\s*groups?\s*", re.IGNORECASE)
_TEMPERATURE = re.compile(r"temp(erature)?\b\.?", re.I)
REPEATED = 0.2
OWN_COLUMNS = "# columns: "


@dataclass(frozen=True)
class Beside:
    """Name column, group column, property columns, and roles of the others."""

    name: int | None
    group: int | None
    properties: list[int]
    roles: tuple[Note, ...]
    notes: tuple[str, ...]
    kept: tuple[int, ...] = ()
    """Columns kept as text: they may be taken as names, groups or values later."""


def rows_layout(layout: Layout, stretch: Stretch | None, kinds: list[str], rows: list[list[str]],
                options: TextOptions, dialect: Dialect) -> Layout:
    """The layout of spectra in rows: which columns are channels, and what the others are."""
    width = layout.width
    guesses, warnings = dict(layout.guesses), list(layout.warnings)
    channels: list[Channels] = []
    if stretch is not None:
        stretch, spectral = whole_stretch(stretch, layout.titles, dialect)
        stretch, spectral, channels, said = further(stretch, spectral, layout.titles, kinds)
        warnings += said
        guesses["axis"] = Guess(f"line {layout.header + 1}" if layout.header is not None else "none", 0.95,
                                Note("guess.titles_in_order", "info", n=len(stretch), first=float(stretch.values[0]),
                                     last=float(stretch.values[-1])))
        if len(stretch) == 1:
            warnings.append(Note("text.single_channel", position=float(stretch.values[0])))
    else:
        spectral = [j for j in range(width) if kinds[j] == "number"]
        coded = [] if options.property_columns or options.name_column else _codes_at_the_ends(spectral, rows, dialect)
        if coded:
            spectral = [j for j in spectral if j not in coded]
            warnings.append(Note("text.left_out_columns", roles=[
                role_of(layout.titles[j] or f"column {j + 1}", "role.code") for j in coded]))
        warnings.append(Note("axis.none"))
        guesses["axis"] = Guess("none", 0.6, Note("guess.nothing_in_order", "info"))
    given = {(options.name_column or 0) - 1, *(c - 1 for c in options.property_columns or ())}
    if stretch is None:
        spectral = [j for j in spectral if j not in given]
    rest = [j for j in range(width) if j not in spectral and not any(j in c.columns for c in channels)]
    own = own_entry("\n".join(layout.before), "axis unit") is not None and layout.titles[:1] == ["sample"]
    found = beside(rest, layout.titles, kinds, rows, replace(options, name_column=1) if own and (
        options.name_column is None) else options, columns_named(layout.before) if own else ())
    name = found.name
    if name is not None:
        guesses["name_column"] = Guess(name + 1, 0.9 if layout.titles[name] or kinds[name] == "text" else 0.7,
                                       _names(name, layout))
    if found.properties:
        guesses["property_columns"] = Guess([j + 1 for j in found.properties], 0.9,
                                            Note("guess.words_as_titles", "info", titles=[
                layout.titles[j] for j in found.properties]))
    positions = tuple(j for j in rest if kinds[j] == "number" and not layout.titles[j]) if stretch is not None else ()
    return replace(layout, name_column=name, group_column=found.group,
                   positions=positions if len(positions) > 1 else (), numeric=tuple(spectral),
                   properties=tuple(found.properties), stretch=stretch, guesses=guesses,
                   warnings=(*warnings, *found.notes), roles=(*layout.roles, *found.roles), beside=found.kept,
                   channels=tuple(channels))


def _codes_at_the_ends(spectral: list[int], rows: list[list[str]], dialect: Dialect) -> list[int]:
    """The first or last column of numbers, if it holds different whole numbers beside spectra of numbers with decimals.

    A channel that is 0 throughout is a dead one and no code.
    """
    if len(spectral) < 6 or len(rows) < 3:
        return []
    table = np.array([[to_number(row[j], dialect.decimal, dialect.thousands) if row[j] else None for j in spectral]
                      for row in rows], dtype=float)
    with np.errstate(invalid="ignore"):
        whole = (table == np.round(table)).all(axis=0) & (table != table[0]).any(axis=0)
    inner = whole[1:-1]
    return [spectral[k] for k in (0, -1) if whole[k] and not inner.any()]


def _names(column: int, layout: Layout) -> Note:
    return Note("guess.column_names_samples", "info", column=column + 1, title=layout.titles[column])


def columns_named(lines: list[str]) -> tuple[str, ...]:
    """Titles of the columns that a table written by this program names as beside the spectra."""
    for line in lines:
        if line.startswith(OWN_COLUMNS):
            try:
                found = json.loads(line[len(OWN_COLUMNS):])
            except ValueError:
                return ()
            return tuple(str(t) for t in found) if isinstance(found, list) else ()
    return ()


def beside(rest: list[int], titles: list[str], kinds: list[str], rows: list[list[str]], options: TextOptions,
           named: tuple[str, ...] = ()) -> Beside:
    """What the columns that are no spectra are; `named` are the titles of those known to be kept as text."""
    known = tuple(j for j in rest if unmarked(titles[j]) in named)
    rest = [j for j in rest if j not in known]
    count = max(len(rows), 1)
    cells = {j: [r[j].strip() for r in rows] for j in rest}
    distinct = {j: len({c for c in cells[j] if c}) for j in rest}
    persons = [j for j in rest if kinds[j] == "text" and PERSON_WORDS.search(plain(titles[j]))]
    dates = [j for j in rest if j not in persons and sum(is_date(c) for c in cells[j]) >= 0.8 * count]
    if options.name_column is not None:
        name = options.name_column - 1 if 0 < options.name_column <= len(titles) else None
    else:
        able = [j for j in rest if j not in persons and kinds[j] != "empty"
                and _can_name(titles[j], kinds[j], distinct[j], sum(bool(c) for c in cells[j]), j in dates)]

        ordered = bool(rest) and _ORDER.search(titles[rest[0]]) is not None

        def worth(j: int) -> float:
            called = NAME_WORDS.search(titles[j]) is not None
            return ((3.0 if called else 0.0) + (0.6 if ordered and called and _SAMPLE.search(titles[j]) else 0.0)
                    + (1.0 if kinds[j] == "text" else 0.0)
                    + (1.5 if not titles[j] else 0.0) + distinct[j] / count + (0.5 if j == rest[0] else 0.0))

        # where nothing else names them, each was measured at a time of its own
        able = able or [j for j in dates if distinct[j] == count > 1 and all(":" in c for c in cells[j])]
        name = max(able, key=worth) if able else None
    others = [j for j in rest if j != name]
    if options.property_columns is not None:
        properties = [c - 1 for c in options.property_columns if 0 < c <= len(titles)]
    else:
        properties = [j for j in others if kinds[j] == "number" and titles[j] and not _GROUP.fullmatch(titles[j])]
    called_group = next((j for j in others if _GROUP.fullmatch(titles[j]) and j not in properties), None)
    words = [j for j in others if kinds[j] == "text" and j not in persons]
    repeated = [j for j in words if distinct[j] < max(2, sum(map(bool, cells[j])))]
    repeated = [j for j in repeated if j not in dates] or repeated
    if options.group_column is not None:
        group = options.group_column - 1 if 0 < options.group_column <= len(titles) else None
    else:
        group = called_group if called_group is not None else repeated[0] if repeated else None
    left = [j for j in words if j != group and j not in properties]
    kept = sorted({*known, *left, *(j for j in persons if j != name), *(
        j for j in others if kinds[j] == "number" and titles[j] and j not in properties and j != group)})
    roles = [role_of(titles[j], "role.person") for j in persons if j != name]
    roles += [role_of(titles[j] or f"column {j + 1}", "role.dates" if j in dates else "role.words") for j in left]
    notes = [Note("text.kept_beside", "info", roles=roles)] if roles else []
    codes = [j for j in properties if options.property_columns is None and _is_code(titles[j], cells[j])]
    if codes:
        notes.append(Note("text.codes_among_values", titles=[titles[j] for j in codes],
                          by_title=[titles[j] for j in codes if _says_code(titles[j])]))
    return Beside(name, group, properties, tuple(roles), tuple(notes), tuple(kept))


def _can_name(title: str, kind: str, distinct: int, known: int, date: bool) -> bool:
    """Whether a column names the samples: its values tell them apart, and its title does not say otherwise."""
    titled = bool(NAME_WORDS.search(title)) and not _ABOUT_FILE.search(title) and not _MEASURED.search(plain(title))
    if titled:
        return distinct > max(1, REPEATED * known) or known <= 3
    if date or distinct < known or not known or _ABOUT_FILE.search(title):
        return False
    return kind == "text" or not title or bool(_NUMBERING.match(title))


def _is_code(title: str, cells: list[str]) -> bool:
    """Whether numbers beside spectra are codes, times or positions: by their title, or few whole numbers again and
    again."""
    if _says_code(title):
        return True
    if is_property(title):
        return False
    known = [v for c in cells if c and (v := to_number(c, ".")) is not None and v == v]
    return bool(known) and len(set(known)) < len(known) and len(set(known)) <= 12 and all(
        v == int(v) and abs(v) < 10_000 for v in known)


def _says_code(title: str) -> bool:
    if says_rows(title) and not is_property(_TEMPERATURE.sub("", title)):  # of the room: of interest in another table
        return True
    return not is_property(title) and bool(_CODE.search(title.replace("_", " ")))


def table_layout(layout: Layout, kinds: list[str], rows: list[list[str]], options: TextOptions) -> Layout:
    """The layout of a table of reference values."""
    guesses = dict(layout.guesses)
    first = [j for j in range(layout.width) if kinds[j] == "text" and not PERSON_WORDS.search(layout.titles[j])]
    name: int | None
    if options.name_column is not None:
        name = options.name_column - 1 if 0 < options.name_column <= layout.width else None
    else:
        named = [j for j in range(layout.width) if NAME_WORDS.search(layout.titles[j])
                 and not PERSON_WORDS.search(layout.titles[j])]
        if len(named) > 2 and first:  # samples across, "Sample 1", "Sample 2"
            named = [j for j in named if kinds[j] == "text"]
        name = (named or first or [None])[0]  # type: ignore[list-item]
        if name is None and kinds[0] == "number" and (not layout.titles[0] or _NUMBERING.match(layout.titles[0])):
            name = 0
    values = tuple(j for j in range(layout.width) if j != name and kinds[j] == "number")
    roles: tuple[Note, ...] = ()
    notes = [*layout.warnings, *formulas(layout.titles, rows)]
    if options.property_columns is not None:
        values = tuple(c - 1 for c in options.property_columns if 0 < c <= layout.width)
    else:
        numbered = [j for j in values if numbers_samples(layout.titles[j], [r[j] for r in rows])]
        if 0 < len(numbered) < len(values):
            values = tuple(j for j in values if j not in numbered)
            roles = tuple(role_of(layout.titles[j], "role.code") for j in numbered)
            notes.append(Note("text.left_out_values", roles=roles))
    parameter = parameter_column(layout.titles, kinds, name, rows)
    guesses["name_column"] = Guess(0 if name is None else name + 1, 0.8, Note(
        "guess.rows_have_no_names", "info") if name is None else _names(name, layout))
    return replace(layout, name_column=name, numeric=values, guesses=guesses, warnings=tuple(notes),
                   roles=(*layout.roles, *roles), beside=() if parameter is None else (parameter,))
