"""Predicting a file block by block: the predictions go to a journal as they come, and from there to the output."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from ..core.data import SpectralDataset
from ..core.errors import SpectrAlignError
from ..io.blocks import BlockFile
from ..io.journal import fingerprint
from ..io.predictions_journal import PredictionsJournal
from ..io.read import sha256_of
from ..session.predict.in_parts import AT_ONCE, InParts, rows_at_once, slices
from ..session.predict.model import Model
from ..session.predict.predictions import Predictions
from ._progress import TerminalMonitor
from ._session import tell_warnings
from ._words import warn


@dataclass(frozen=True)
class InBlocks:
    """What was predicted.

    Parameters
    ----------
    like : Predictions
        Without samples; with the warnings of the whole file.
    n, given, unlike, odd_values : int
        How many spectra there were, how many have a value, how many of these are unlike those of the fit, how many have
        a flagged value.
    journal : PredictionsJournal
        Holds the samples.
    """

    like: Predictions
    n: int
    given: int
    unlike: int
    odd_values: int
    journal: PredictionsJournal

    def rows(self) -> Iterator[list[Any]]:
        """The rows of `Predictions.table`."""
        for part in self.journal.parts(self.like):
            yield from part.table()[1]

    def whole(self) -> Predictions:
        """All samples at once."""
        return replace(Predictions.joined(list(self.journal.parts(self.like))), warnings=self.like.warnings)


@contextlib.contextmanager
def predicted_in_blocks(
    model: Model, source: BlockFile, instrument: str, output: str, resume: bool = False,
) -> Iterator[InBlocks]:
    """Predict all of a file; the journal beside the output is removed when the caller is done with it.

    Raises
    ------
    SpectrAlignError
        What `Model.predict` says of the whole.
    """
    run = InParts(model, instrument)
    with contextlib.ExitStack() as stack:
        journal = stack.enter_context(_journal(model, source, instrument, output, resume, stack))
        try:
            like = _run(run, source, journal)
            tell_warnings([(str(source.path), source.warnings())], model.axes[model.index(instrument)].unit)
            warnings = run.warnings(source.path.stem, source.take)
        except KeyboardInterrupt:
            warn(f"stopped after {run.n} spectra; the same call with --resume continues with the next")
            raise
        except (SpectrAlignError, NotImplementedError):
            journal.remove()  # the same file gives the same again
            raise
        yield InBlocks(replace(like, warnings=warnings), run.n, run.given, run.unlike, run.odd_values, journal)
        journal.remove()


def _journal(model: Model, source: BlockFile, instrument: str, output: str, resume: bool,
             stack: contextlib.ExitStack) -> PredictionsJournal:
    found = source.path.stat()
    key = fingerprint([sha256_of(Path(model.path)), str(source.path.resolve()), found.st_size, found.st_mtime_ns,
                       instrument])
    path = Path(f"{output}.journal")
    if Path(output).exists() and not Path(output).is_file():  # nothing is put beside a device
        path = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="spectralign-"))) / "predictions.journal"
    return PredictionsJournal(path, key, resume)


def _run(run: InParts, source: BlockFile, journal: PredictionsJournal) -> Predictions:
    """Predict what the journal does not hold yet; what the predictions are of, without samples."""
    if journal.state:
        run.go_on(journal.state["run"], source.like)
        source.go_on(journal.state["file"])
    monitor = TerminalMonitor()
    parts = (part for block in source.blocks(source.rows(AT_ONCE), run.n)
             for part in slices(block, rows_at_once(source.channels)))
    empty: Predictions | None = None
    try:
        for part in parts:
            predicted = _added(run, part, parts)
            journal.add(predicted, {"run": run.state(), "file": source.state()})
            empty = replace(predicted, names=(), values=predicted.values[:0], flags=()) if empty is None else empty
            monitor.report("Predicting", run.n / source.n if source.n else source.done)
    finally:
        monitor.done()
    return run.nothing() if empty is None else empty


def _added(run: InParts, part: SpectralDataset, later: Iterator[SpectralDataset]) -> Predictions:
    try:
        return run.add(part)
    except SpectrAlignError as error:
        if not run.step_refuses:
            raise
        raise run.refusal(chain([part], later)) or error from error
