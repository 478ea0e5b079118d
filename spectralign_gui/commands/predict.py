"""``spectralign predict``: property values of new spectra with a saved model."""

from __future__ import annotations

import argparse

from ..core.errors import DataError
from ..io.model_file import load_model
from ..io.table import write_table
from ._session import read_one
from .align import refuse_input_as_output

HELP = "predict property values of new spectra with a saved model"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL.h5")
    parser.add_argument("new", metavar="NEW", help="file with new spectra")
    parser.add_argument("--instrument", required=True, metavar="NAME", help="instrument that measured them")
    parser.add_argument("--output", required=True, metavar="OUT.csv")


def run(arguments: argparse.Namespace) -> int:
    """Predict and write a table."""
    refuse_input_as_output(arguments.output, [arguments.model, arguments.new])
    model = load_model(arguments.model)
    dataset = read_one(arguments.new)
    values = model.predict(dataset, arguments.instrument)
    names = list(model.properties) or [f"property {j + 1}" for j in range(values.shape[1])]
    if len(names) != values.shape[1]:
        raise DataError(f"{arguments.model}: the model predicts {values.shape[1]} values but names {len(names)}.")
    write_table(arguments.output, ["Sample", *names],
                [[name, *row] for name, row in zip(dataset.sample_names, values.tolist(), strict=True)])
    print(f"{', '.join(names)} of {len(dataset)} spectra predicted, written to {arguments.output}")
    return 0
