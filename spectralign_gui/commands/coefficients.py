"""``spectralign coefficients``: a linear chain as coefficients on an instrument's own channels."""

from __future__ import annotations

import argparse

from ..io.model_file import load_model
from ..io.table import write_table
from ..session.predict.coefficients import coefficients_table
from ._outputs import refuse_clashing_outputs, require_ending


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL.h5")
    parser.add_argument("--instrument", required=True, metavar="NAME", help="instrument whose spectra they are for")
    parser.add_argument("--output", required=True, metavar="C.csv")


def run(arguments: argparse.Namespace) -> int:
    """Write the table, in the form that instrument software and ``--coefficients`` take."""
    refuse_clashing_outputs([arguments.output], [arguments.model])
    require_ending(arguments.output, (".csv",))
    model = load_model(arguments.model)
    header, rows = coefficients_table(model, arguments.instrument)
    write_table(arguments.output, header, rows)
    print(f"coefficients of {', '.join(header[1:])} for {len(rows) - 1} channels of {arguments.instrument}, written to "
          f"{arguments.output}")
    return 0
