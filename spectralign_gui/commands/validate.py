"""``spectralign validate``: judge a model by a protocol that was written before the data."""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

from ..core.errors import ParameterError
from ..io.atomic import refuse_existing, write_text
from ..io.audit.beside import note_if_kept
from ..io.model_file import load_model, properties_of
from ..io.validating import template
from ..io.validating.filing import judge_files
from ..io.validating.judged import PropertyResult, Validation, planned
from ..io.validating.protocol import Protocol, register
from ..io.validating.report import data_files, in_short
from ._outputs import refuse_clashing_outputs, require_ending
from ._words import unended, warn

NOT_SUPPORTED = 3
"""Exit code where the data do not support every criterion."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", nargs="?", metavar="MODEL.h5")
    parser.add_argument("spectra", nargs="?", metavar="SPECTRA", help="of samples that took no part in the model; a "
                        "name that occurs more than once is a repeat")
    parser.add_argument("values", nargs="?", metavar="VALUES.csv", help="reference values: sample, then properties")
    parser.add_argument("--protocol", metavar="FILE.toml", help="limits, written before the data")
    parser.add_argument("--instrument", metavar="NAME", help="instrument that measured the spectra")
    parser.add_argument("--operator", default="", metavar="NAME")
    parser.add_argument("--report", metavar="OUT.html", help="write the report, signed with its SHA-256; the data of "
                        "every property go beside it as CSV")
    parser.add_argument("--pdf", metavar="OUT.pdf", help="write it as PDF (needs the window's packages)")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    parser.add_argument("--template", metavar="FILE.toml", help="only write a protocol to fill in")
    parser.add_argument("--plan", action="store_true", help="only say how many samples the protocol needs, and "
                        "register it: PROTOCOL.registered keeps its time and SHA-256")


def run(arguments: argparse.Namespace) -> int:
    """Write a template, plan, or judge."""
    if arguments.template:
        refuse_clashing_outputs([arguments.template], [])
        refuse_existing(arguments.template, False)
        names = properties_of(arguments.model) if arguments.model else ("Moisture",)
        write_text(arguments.template, template(names, arguments.operator))
        print(f"a protocol to fill in, written to {arguments.template}")
        return 0
    if not arguments.protocol:
        raise ParameterError("give the protocol with --protocol, or --template to write one.")
    if arguments.plan:
        return plan(register(arguments.protocol))
    for name in ("model", "spectra", "values", "instrument"):
        if not getattr(arguments, name):
            raise ParameterError("a validation needs MODEL, SPECTRA, VALUES and --instrument.")
    return judged(arguments)


def plan(protocol: Protocol) -> int:
    """Say how many samples are needed."""
    for limits in protocol.properties:
        needed = planned(limits, protocol)
        for question, n in needed:
            print(f"{limits.name}: {question}: {'more than 10,000' if n is None else n} samples")
        if not needed:
            print(f"{limits.name}: give expected_sep to have the number of samples planned")
    print(f"registered on {protocol.registered}, SHA-256 {protocol.sha256}")
    return 0


def judged(arguments: argparse.Namespace) -> int:
    """Judge the model and write the report."""
    inputs = [arguments.model, arguments.spectra, arguments.values, arguments.protocol]
    refuse_clashing_outputs([arguments.report, arguments.pdf], inputs)
    require_ending(arguments.report, (".html",))
    require_ending(arguments.pdf, (".pdf",))
    filed = judge_files(load_model(arguments.model), arguments.instrument, arguments.protocol, arguments.spectra,
                        arguments.values, arguments.operator)
    for sentence in filed.warnings:
        warn(unended(sentence))
    if arguments.report:
        refuse_clashing_outputs([arguments.report, *map(str, data_files(filed.found, Path(arguments.report)))], inputs)
        filed.write(Path(arguments.report))
    if arguments.pdf:
        filed.print_to(Path(arguments.pdf), arguments.write_pdf)
    note_if_kept(arguments.model, "The model was judged by a protocol", [
        ("protocol SHA-256", "", filed.found.protocol.sha256), ("outcome", "", in_short(filed.found)),
        ("report SHA-256", "", filed.digest)], who=arguments.operator)
    say(filed.found, arguments, filed.digest)
    return 0 if filed.found.supported else NOT_SUPPORTED


def say(found: Validation, arguments: argparse.Namespace, digest: str) -> None:
    """Print what was found."""
    if arguments.json:
        print(json.dumps({"supported": found.supported, "sha256": digest, "protocol": found.protocol.sha256,
                          "properties": [_tree(p) for p in found.properties]}, indent=2, ensure_ascii=False))
        return
    for p in found.properties:
        for j in p.judged:
            if j.criterion is not None:
                print(f"{p.limits.name}, {j.name}: {j.figure.value:.4g} ({j.figure.low:.4g} to {j.figure.high:.4g}), "
                      f"limit {j.criterion.words}: {j.outcome}")
        for note in p.notes:
            warn(f"{p.limits.name}: {note}".rstrip("."))
    print(in_short(found))
    for path in filter(None, (arguments.report, arguments.pdf)):
        print(f"report written to {path}")


def _tree(result: PropertyResult) -> dict[str, Any]:
    def number(v: float) -> float | None:
        return float(v) if math.isfinite(v) else None

    return {"property": result.limits.name, "n": result.figures.n, "supported": result.supported,
            "figures": [{"name": j.name, "value": number(j.figure.value), "low": number(j.figure.low),
                         "high": number(j.figure.high), "limit": j.criterion.words if j.criterion else "",
                         "outcome": j.outcome, "formula": j.formula, "source": j.source, "note": j.note}
                        for j in result.judged], "notes": list(result.notes)}
