"""``spectralign predict``: property values of new spectra with a saved model."""

from __future__ import annotations

import argparse
import json

import numpy as np

from ..core.naming import counted
from ..io.model_file import load_model
from ..io.table import write_table
from ..io.workbook import write_workbook
from ._outputs import refuse_clashing_outputs, require_ending
from ._session import read_one, warn
from .threads import add_threads_argument


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_threads_argument(parser)
    parser.add_argument("model", metavar="MODEL.h5")
    parser.add_argument("new", metavar="NEW", help="file with new spectra")
    parser.add_argument("--instrument", required=True, metavar="NAME", help="instrument that measured them")
    parser.add_argument("--output", required=True, metavar="OUT.(csv|xlsx)")
    parser.add_argument("--json", action="store_true", help="print values, intervals, flags and warnings as JSON too")


def run(arguments: argparse.Namespace) -> int:
    """Predict and write a table."""
    refuse_clashing_outputs([arguments.output], [arguments.model, arguments.new])
    require_ending(arguments.output, (".csv", ".xlsx"))
    model = load_model(arguments.model)
    dataset = read_one(arguments.new)
    predictions = model.predict(dataset, arguments.instrument)
    if arguments.output.lower().endswith(".xlsx"):
        write_workbook(arguments.output, {"Predictions": predictions.table()})
    else:
        write_table(arguments.output, *predictions.table())
    for sentence in predictions.warnings:
        warn(sentence.removesuffix("."))
    if predictions.unlike:
        warn(f"{predictions.unlike} of {counted(len(dataset), 'spectrum', 'spectra')} "
             f"{'is' if predictions.unlike == 1 else 'are'} unlike those the model was made with; see the column Flags")
    if arguments.json:
        print(json.dumps(predictions.to_json(), indent=2, ensure_ascii=False, allow_nan=False))
        return 0
    if predictions.intervals_from:
        print(f"{100 * predictions.level:g} % intervals from {predictions.intervals_from}")
    else:
        print("no intervals: align with --hold-out or --intervals to get them")
    given = int(np.isfinite(predictions.values).any(axis=1).sum())
    print(f"{', '.join(predictions.titles)} of {counted(given, 'spectrum', 'spectra')} predicted, written to "
          f"{arguments.output}")
    return 0
