"""A resolved layout: where axis, names, properties and spectra stand in a text table."""

from __future__ import annotations

from dataclasses import dataclass, field

from ....core.notes import Note
from ..contract import Guess
from .facts import Decision
from .labels import Stretch


@dataclass(frozen=True)
class Channels:
    """Columns of further channels in rows of spectra, with their axis; without one they are left out (deviations)."""

    columns: tuple[int, ...]
    stretch: Stretch | None


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
    decision : Decision or None
        Why it is read this way.
    labelled : bool
        The axis column is written with its unit in each cell (380nm).
    unit_stated : str
        What stands as the axis's unit in a row of its own.
    said_of_all : str
        What stands over every spectrum, under or over the names: "%T".
    pair_names : tuple of str
        Names of the spectra over x, y columns.
    roles : tuple of Note
        What is no spectrum: title or name, and what it is taken for.
    described : tuple of tuple of str
        Cells of lines of words about each column's sample (columns).
    units : tuple of str
        Unit of each column of reference values that a line of its own gives (table).
    aside : frozenset of int
        Lines among the first ones of the table that are left out: methods, limits.
    again : str
        The line of titles, where it may stand again below: the table goes on there, or the next spectrum begins.
    first_head : str
        The line of text over the first titles, where they stand again.
    beside : tuple of int
        Columns kept as text beside the spectra (rows): neither name, group nor values.
    channels : tuple of Channels
        Further runs of channels in the same rows.
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
    decision: Decision | None = None
    labelled: bool = False
    unit_stated: str = ""
    said_of_all: str = ""
    pair_names: tuple[str, ...] = ()
    roles: tuple[Note, ...] = ()
    beside: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    aside: frozenset[int] = frozenset()
    again: str = ""
    first_head: str = ""
    described: tuple[tuple[str, ...], ...] = ()
    channels: tuple[Channels, ...] = ()
