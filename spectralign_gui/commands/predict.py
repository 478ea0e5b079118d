"""``spectralign predict``: property values of new spectra with a saved model."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from ..core.errors import ParameterError
from ..core.naming import counted
from ..core.notes import Note
from ..io.blocks import open_blocks
from ..io.intake.one_instrument import is_several
from ..io.model_card import ModelCard, load_with_card
from ..io.predictions_file import write_predictions
from ..presenters.model_card import trust
from ..session.predict.averaged import predict_new
from ..session.predict.flags import flagged_note
from ..session.predict.predictions import Predictions
from ._in_blocks import predicted_in_blocks
from ._outputs import refuse_clashing_outputs, require_ending
from ._reading import add_reading, fitting, reading_of
from ._session import read_one, warn
from ._several import add_average_repeats, average_alone
from ._words import unended
from .threads import add_threads_argument


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_threads_argument(parser)
    parser.add_argument("model", metavar="MODEL.h5")
    parser.add_argument("new", metavar="NEW", help="file with new spectra, a folder of them, or a pattern in "
                        "quotation marks such as 'folder/*.csv'")
    parser.add_argument("--instrument", required=True, metavar="NAME", help="instrument that measured them")
    parser.add_argument("--output", required=True, metavar="OUT.(csv|xlsx)")
    parser.add_argument("--json", action="store_true", help="print values, intervals, flags and warnings as JSON too")
    parser.add_argument("--single", action="store_true", help="keep the repeats of a sample apart, although the model "
                        "was made from averages")
    add_reading(parser)
    add_average_repeats(parser, one=True)
    parser.add_argument("--resume", action="store_true", help="continue a call on a large file that was stopped or "
                        "killed: give the same call again with it")


def run(arguments: argparse.Namespace) -> int:
    """Predict and write a table."""
    refuse_clashing_outputs([arguments.output], [arguments.model, arguments.new])
    require_ending(arguments.output, (".csv", ".xlsx"))
    model, card = load_with_card(arguments.model)
    model.index(arguments.instrument)
    tested = len(model.residuals.get(arguments.instrument, ()))
    options, source = reading_of(arguments), None
    if not is_several(arguments.new) and not arguments.average_repeats:
        source = open_blocks(arguments.new, 0 if arguments.resume else None, **fitting(arguments.new, options))
    if arguments.resume and source is None:
        raise ParameterError("call.resume_whole_file", name=Path(arguments.new).name)
    if source is None:
        dataset = read_one(arguments.new, model.axes[model.index(arguments.instrument)].unit, options)
        dataset = average_alone(dataset) if arguments.average_repeats else dataset
        predictions, _ = predict_new(model, [dataset], arguments.instrument, not arguments.single)
        header, rows = predictions.table()
        given = int(np.isfinite(predictions.values).any(axis=1).sum())
        write_predictions(arguments.output, header, rows)
        _tell(arguments, card, predictions, given, (predictions.unlike, predictions.odd_values), tested)
        return 0
    if k := model.repeats.get(arguments.instrument):  # a file that is read block by block is not gone through twice
        warn(unended(Note("repeats.single_of_averages", k=k)))
    with predicted_in_blocks(model, source, arguments.instrument, arguments.output, arguments.resume) as found:
        write_predictions(arguments.output, found.like.table()[0], found.rows())
        _tell(arguments, card, found.whole() if arguments.json else found.like, found.given,
              (found.unlike, found.odd_values), tested)
    return 0


def _tell(arguments: argparse.Namespace, card: ModelCard, predictions: Predictions, given: int,
          flagged: tuple[int, int], tested: int) -> None:
    sentence, mood = trust(card, arguments.instrument)
    if card.of(arguments.instrument) and mood != "good":  # the window of a saved model says the same
        warn(unended(sentence))
    for sentence in predictions.warnings:
        warn(unended(sentence))
    if note := flagged_note(*flagged):
        warn(unended(note))
    if arguments.json:
        print(json.dumps(predictions.to_json(), indent=2, ensure_ascii=False, allow_nan=False))
        return
    if predictions.averaged:
        print(unended(predictions.averaged))
    if predictions.intervals_from:
        print(f"{100 * predictions.level:g} % intervals from {predictions.intervals_from}")
    else:
        print("no intervals: align with --hold-out or --intervals to get them" if not tested else
              f"no intervals: {counted(tested, 'tested standard is', 'tested standards are')} too few for "
              f"{100 * predictions.level:g} %; align with a larger --hold-out or with --intervals")
    print(f"{', '.join(predictions.titles)} of {counted(given, 'spectrum', 'spectra')} predicted, written to "
          f"{arguments.output}")
