"""``spectralign metrology``: how two instruments differ that measured the same samples."""

from __future__ import annotations

import argparse
import json

from ..core.errors import ParameterError
from ._words import split_name, unended, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("a", metavar="[NAME=]A", help="spectra of the instrument that the other is compared with")
    parser.add_argument("b", metavar="[NAME=]B", help="spectra of the other one; samples of the same name are the same")
    parser.add_argument("--by-row", action="store_true", help="row k of A and row k of B are the same sample")
    parser.add_argument("--fleet", default="", metavar="FLEET.fleet", help="keep the figures there too")
    parser.add_argument("--instrument", default="", metavar="NAME", help="whose they are in the fleet")
    parser.add_argument("--who", default="", metavar="NAME", help="person, with --fleet")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Compare and print."""
    from ..io.read import read_dataset
    from ..presenters.metrology import figures, notes, rows, tree
    from ..session.fleet.metrology import metrology_of

    if arguments.fleet and not arguments.instrument:
        raise ParameterError("call.model_needs", action="--fleet", what="--instrument")
    sets = []
    for word in (arguments.a, arguments.b):
        name, path = split_name(word)
        dataset = read_dataset(path)
        sets.append(dataset if name is None else dataset.with_(name=name))
        for said in dataset.warnings:
            warn(unended(said))
    if arguments.by_row:
        if len(sets[0]) != len(sets[1]):
            raise ParameterError("call.rows_differ", a=len(sets[0]), b=len(sets[1]))
        names = tuple(f"#{k + 1}" for k in range(len(sets[0])))
        sets = [s.with_(sample_names=names) for s in sets]
    found = metrology_of(*sets)
    if arguments.json:
        print(json.dumps(tree(found), indent=2, ensure_ascii=False, allow_nan=False))
    else:
        for title, text in rows(found):
            print(f"{title}: {text}")
        for note in notes(found):
            print(note)
    if arguments.fleet:
        from ..io.fleet import note_figures

        note_figures(arguments.fleet, arguments.instrument, figures(found), arguments.who)
    return 0
