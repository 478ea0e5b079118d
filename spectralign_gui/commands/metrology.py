"""``spectralign metrology``: how two instruments differ that measured the same samples, or one from a certificate."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..core.errors import ParameterError
from ._words import split_name, unended, warn

if TYPE_CHECKING:
    from ..core.data import SpectralDataset


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("a", metavar="[NAME=]A", help="spectra of the instrument that the other is compared with")
    parser.add_argument("b", nargs="?", metavar="[NAME=]B", help="spectra of the other one; samples of the same name "
                        "are the same")
    parser.add_argument("--by-row", action="store_true", help="row k of A and row k of B are the same sample")
    parser.add_argument("--fleet", default="", metavar="FLEET.fleet", help="keep the figures there too")
    parser.add_argument("--instrument", default="", metavar="NAME", help="whose they are in the fleet")
    parser.add_argument("--who", default="", metavar="NAME", help="person, with --fleet")
    parser.add_argument("--certificate", default="", metavar="silicon|polystyrene|neon|argon|LINES.csv",
                        help="A alone, spectra of this standard: where its lines stand, and the step that corrects the "
                             "axis; a file holds a place per line, and if known its uncertainty")
    parser.add_argument("--laser", type=float, metavar="NM", help="laser line in air, for a lamp on Raman shifts")
    parser.add_argument("--degree", type=int, metavar="N", help="of the correction (default chosen from 0 to 2)")
    parser.add_argument("--window", type=float, metavar="W", help="by how much the axis may be wrong (default 25, of a "
                        "lamp in nm 3)")
    parser.add_argument("--response", default="", metavar="A0,A1,…|CURVE.csv", help="A alone, spectra of a certified "
                        "source (NIST SRM 224x), dark subtracted: its polynomial or its curve; gives the step that "
                        "takes out the response")
    parser.add_argument("--from", dest="low", type=float, metavar="X", help="of --response: where it is certified")
    parser.add_argument("--to", dest="high", type=float, metavar="X", help="of --response")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Compare and print."""
    from ..presenters.metrology import figures, notes, rows, tree
    from ..session.fleet.metrology import metrology_of

    if arguments.fleet and not arguments.instrument:
        raise ParameterError("call.model_needs", action="--fleet", what="--instrument")
    alone = bool(arguments.certificate or arguments.response)
    if alone == bool(arguments.b):
        raise ParameterError("call.metrology_b")
    if arguments.certificate and arguments.response:
        raise ParameterError("call.metrology_one")
    if alone:
        return certified(arguments)
    sets = [_read(arguments.a), _read(arguments.b)]
    if arguments.by_row:
        if len(sets[0]) != len(sets[1]):
            raise ParameterError("call.rows_differ", a=len(sets[0]), b=len(sets[1]))
        names = tuple(f"#{k + 1}" for k in range(len(sets[0])))
        sets = [s.with_(sample_names=names) for s in sets]
    found = metrology_of(*sets)
    _tell(arguments, tree(found), rows(found), notes(found))
    _note(arguments, figures(found))
    return 0


def _read(word: str) -> SpectralDataset:
    from ..io.read import read_dataset

    name, path = split_name(word)
    dataset = read_dataset(path)
    for said in dataset.warnings:
        warn(unended(said))
    return dataset if name is None else dataset.with_(name=name)


def certified(arguments: argparse.Namespace) -> int:
    """One instrument against a certificate."""
    from ..io.certificate_file import certificate_of, curve_of
    from ..preprocessing.parse import format_step
    from ..presenters.certified import figures, notes, rows, tree
    from ..session.fleet.certified import certify_axis, certify_intensity

    dataset = _read(arguments.a)
    if arguments.response:
        course, low, high = curve_of(arguments.response, arguments.low, arguments.high)
        word = format_step(certify_intensity(dataset, course, low, high))
        print(json.dumps({"name": dataset.name, "step": word}, ensure_ascii=False) if arguments.json else
              f"--preprocess \"{dataset.name}/{word}\"")
        return 0
    found = certify_axis(dataset, certificate_of(arguments.certificate, dataset.axis.unit), arguments.laser,
                         arguments.degree, arguments.window)
    _tell(arguments, tree(found), rows(found),
          [*notes(found), f"--preprocess \"{dataset.name}/{format_step(found.step)}\""])
    _note(arguments, figures(found))
    return 0


def _tell(arguments: argparse.Namespace, found: Mapping[str, Any], rows: Iterable[tuple[str, str]],
          after: Iterable[str]) -> None:
    """What was found, as JSON or in lines."""
    if arguments.json:
        print(json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False))
        return
    for title, text in rows:
        print(f"{title}: {text}")
    for line in after:
        print(line)


def _note(arguments: argparse.Namespace, figures: Sequence[tuple[str, float, str, str]]) -> None:
    """The figures in a fleet, where one is given."""
    if arguments.fleet:
        from ..io.fleet import note_figures

        note_figures(arguments.fleet, arguments.instrument, figures, arguments.who)
