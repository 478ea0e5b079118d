"""``spectralign fleet``: how the instruments of a site stand."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import ParameterError
from ._words import unended, warn

if TYPE_CHECKING:
    from ..session.fleet import Instrument

ATTENTION = 3
"""Exit code where an instrument has an alarm or a record that cannot be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("list", "add", "note", "history", "remove"),
                        help="list: every instrument, those that need attention first; add: an instrument by its "
                             "record (starts the fleet); note: read the records again and keep their current state; "
                             "history: all that was noted of an instrument; remove: from the list")
    parser.add_argument("fleet", metavar="FLEET.fleet|FOLDER", help="database of the fleet; of list also a folder with "
                        "records of “spectralign model”")
    parser.add_argument("names", nargs="*", metavar="RECORD.life|NAME", help="of add the record; else instruments")
    parser.add_argument("--name", default="", metavar="NAME", help="of add (default what the model calls it)")
    parser.add_argument("--who", default="", metavar="NAME", help="person, of add and note")
    parser.add_argument("--note", default="", metavar="TEXT", help="of add: a remark")
    parser.add_argument("--json", action="store_true", help="of list and history: print it as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    from ..io import fleet

    action, path, names = arguments.action, arguments.fleet, arguments.names
    if action == "list":
        return listed(fleet.fleet_of(path), arguments.json)
    if action == "note":
        return listed(fleet.note(path, names, arguments.who), arguments.json)
    if len(names) != 1:
        raise ParameterError("call.fleet_one", action=action)
    if action == "add":
        made = fleet.add(path, names[0], arguments.name, arguments.who, arguments.note)
        print(f"{made.name} is listed in {Path(path).name}")
    elif action == "remove":
        fleet.remove(path, names[0])
        print(f"{names[0]} is no longer listed in {Path(path).name}")
    else:
        found = fleet.history(path, names[0])
        if arguments.json:
            print(json.dumps([{"at": at, "who": who, **tree_of(s.tree())} for at, who, s in found], indent=2,
                             ensure_ascii=False, allow_nan=False))
            return 0
        for at, who, s in found:
            bias = ", ".join(f"{n} {b:+.3g}" for n, b in zip(s.properties, s.bias, strict=False))
            print(f"{at}, {who}: {s.state}, version {s.version}, last check {s.last_check or 'none'}"
                  f"{f', bias {bias}' if bias else ''}{f' ({s.problem})' if s.problem else ''}")
    return 0


def tree_of(tree: dict[str, object]) -> dict[str, object]:
    """For JSON: null for what is not finite."""
    return {k: [None if isinstance(x, float) and x - x != 0 else x for x in v] if isinstance(v, tuple) else v
            for k, v in tree.items()}


def listed(found: list[Instrument], as_json: bool) -> int:
    """Print a fleet."""
    from ..presenters.fleet import COLUMNS, in_order, row, summary

    found = in_order(found)
    if as_json:
        print(json.dumps([{"name": i.name, "record": i.record, "noted": i.noted, "note": i.note,
                           "figures": [vars(f) for f in i.figures], **tree_of(i.standing.tree())} for i in found],
                         indent=2, ensure_ascii=False, allow_nan=False))
    else:
        for i in found:
            print("; ".join(f"{title.lower()} {text}" if k > 1 else text for k, (title, text) in enumerate(
                zip(COLUMNS[:-1], row(i)[:-1], strict=True)) if text))
        print(summary(found))
    for i in found:
        for said in (i.standing.problem, *i.standing.alarms):
            if said:
                warn(f"{i.name}: {unended(said)}")
    return ATTENTION if any(i.standing.problem or i.standing.alarms for i in found) else 0
