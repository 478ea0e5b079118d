"""``spectralign info``: what a file holds, as the program reads it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from ..core.errors import FileError, SpectrAlignError
from ..core.notes import as_note
from ..io.apart import many
from ..io.info import describe_file, describe_several
from ..io.intake.one_instrument import is_several, name_of_several
from ..words import units
from ..words.language import PLAIN
from ._reading import add_reading, fitting, reading_of
from ._several import read_several
from ._words import split_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", metavar="[NAME=]FILE",
                        help="files; a folder, or a pattern in quotation marks such as 'folder/*.csv', is read as one "
                             "instrument")
    parser.add_argument("--json", action="store_true", help="machine-readable, axis in the order of the file")
    add_reading(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a description of every file; exit code 2 if one was refused (the others are still listed)."""
    described: list[dict[str, Any]] = []
    refused = False
    options = reading_of(arguments)
    named = [split_name(word) for word in arguments.files]
    # many files of one instrument are read side by side themselves
    single = many(described_or_not, [(p, (options,)) for _, p in named if not is_several(p)])
    for name, path in named:
        found = _several_or_not(path, name, options) if is_several(path) else next(single)
        try:
            if not isinstance(found, dict):
                raise found if isinstance(found, SpectrAlignError) else FileError(as_note(found))
            described.append({**found, "path": str(path)})
        except SpectrAlignError as error:
            refused = True
            described.append({"path": str(path), "format": None, "spectra": [], "warnings": [], "error": str(error),
                              "note": as_note(error).tree()})
            print(f"spectralign: {error}", file=sys.stderr)
    if arguments.json:
        print(json.dumps({"files": described}, indent=2, allow_nan=False))
    else:
        for entry in described:
            if "error" not in entry:
                _print(entry)
    return 2 if refused else 0


def described_or_not(path: str, options: Mapping[str, Any]) -> dict[str, Any] | str:
    """What a file holds, or why it cannot be read."""
    try:
        return describe_file(path, **fitting(path, options))
    except SpectrAlignError as error:
        return as_note(error)


def _several_or_not(path: str, name: str | None, options: Mapping[str, Any]) -> dict[str, Any] | str:
    try:
        return describe_several(read_several(path, name or name_of_several(path), options, {}))
    except SpectrAlignError as error:
        return as_note(error)


def _print(entry: dict[str, Any]) -> None:
    spectra = entry["spectra"]
    print(f"{entry['path']}: {entry['format']}, {len(spectra)} spectr{'um' if len(spectra) == 1 else 'a'}")
    for s in spectra[:10]:
        missing = f", {s['nan']} missing" if s["nan"] else ""
        part = f" ({s['part']})" if s["part"] and s["part"] != s["name"] else ""
        starts = ", ".join("missing" if v is None else f"{v:.6g}" for v in s["intensity_first3"])
        unit = units.named(s["axis_unit"], PLAIN) + (" (guessed)" if "unit" in s["guessed"] else "")
        print(f"  {s['name'] or '(no name)'}{part}: {s['channels']} channels, {s['axis_first']:.10g} to "
              f"{s['axis_last']:.10g} {unit}, {s['quantity']}{missing}; begins {starts}")
    if len(spectra) > 10:
        print(f"  ... and {len(spectra) - 10} more")
    if entry["columns"]:
        print("  beside the spectra: " + ", ".join(
            f"{c['title']}{' (about a person)' if c['person'] else ''}" for c in entry["columns"]))
    for warning in entry["warnings"]:
        print(f"  warning: {warning}")
