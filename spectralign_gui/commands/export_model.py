"""``spectralign export-model``: a saved model in a form that runs without this program."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..core.errors import ParameterError
from ..io.audit.beside import note_if_kept
from ..io.exported.model import FORMATS, export_model
from ..io.model_file import load_model
from ._outputs import refuse_clashing_outputs, require_ending


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL.h5")
    parser.add_argument("--instrument", required=True, metavar="NAME", help="instrument whose spectra it is for")
    parser.add_argument("--to", metavar="NAME", help="write the map to this instrument's spectra instead (.csv)")
    parser.add_argument("--output", required=True, metavar="OUT.(py|onnx|json|csv)",
                        help=".py: one Python file that needs numpy only; .onnx: a graph for other programs; .json: "
                             "coefficients with preprocessing and axis; .csv: coefficients of the spectra as measured")


def run(arguments: argparse.Namespace) -> int:
    """Write the file, say what it is."""
    refuse_clashing_outputs([arguments.output], [arguments.model])
    require_ending(arguments.output, tuple(FORMATS))
    if arguments.to and Path(arguments.output).suffix.lower() != ".csv":
        raise ParameterError(f"{arguments.output}: the map to {arguments.to} is a table; end the name in .csv.")
    what = export_model(load_model(arguments.model), arguments.output, arguments.instrument, arguments.to)
    note_if_kept(arguments.model, "The model was exported", [("file", "", Path(arguments.output).name)])
    print(f"{what}, written to {arguments.output}")
    return 0
