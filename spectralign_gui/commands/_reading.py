"""Arguments that say how a table is read where its layout or unit cannot be told for sure."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.data import QUANTITIES, UNITS
from ..core.errors import FileError
from ..io.read import COMMON_OPTIONS, read_head
from ..io.readers import choose_reader
from ..io.readers.text import ORIENTATIONS

NAMES = ("orientation", "axis_row", "axis_column", "name_column", "group_column", "property_columns", "unit",
         "quantity")


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments; they hold for all files of the call."""
    group = parser.add_argument_group("how tables are read (default: as their content tells)")
    group.add_argument("--orientation", choices=tuple(ORIENTATIONS),
                       help="; ".join(f"{k}: {v}" for k, v in ORIENTATIONS.items()))
    group.add_argument("--axis-row", type=int, metavar="LINE", help="line that holds the axis, counted from 1")
    group.add_argument("--axis-column", type=int, metavar="COLUMN", help="column that holds the axis, counted from 1")
    group.add_argument("--name-column", type=int, metavar="COLUMN", help="column that names the samples; 0: none")
    group.add_argument("--group-column", type=int, metavar="COLUMN", help="column that gives the group of each sample; "
                       "0: none")
    group.add_argument("--value-columns", dest="property_columns", metavar="COLUMNS",
                       help="columns of reference values beside the spectra, as 3,4; the others are kept as text")
    group.add_argument("--unit", choices=UNITS, help="unit of the axis; confirms or changes a guess")
    group.add_argument("--quantity", choices=QUANTITIES, help="what the intensities are")


def reading_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Options for `read_file` that the call gives."""
    given = {name: getattr(arguments, name, None) for name in NAMES}
    return {name: value for name, value in given.items() if value is not None}


def fitting(path: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the options that the file's reader understands: how a table lies says nothing about an SPC file."""
    if not options:
        return {}
    try:
        known = (*COMMON_OPTIONS, *choose_reader(Path(path), read_head(Path(path))).option_names)
    except FileError:
        return dict(options)  # reading it says what is wrong
    return {name: value for name, value in options.items() if name in known}
