"""Watch a folder: every new file is predicted once, whatever it is called; a bad one is told and stops nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from ...core.errors import Cancelled, DataError, FileError, ParameterError, SpectrAlignError
from ...core.monitor import Monitor, SilentMonitor
from ...core.naming import counted
from ...core.notes import Note, as_note
from ...core.validation.conformal import ConformalIntervals
from ...session.predict.averaged import predict_new
from ...session.predict.flags import of_the_spectrum, of_the_values
from ...session.predict.model import LEVEL, Model, Predictions
from ..apart import watched_by
from ..lifecycle.following import Following, is_record
from ..locked import exclusive
from ..model_file import load_model
from ..read import read_dataset, sha256_of
from .arrivals import Arrivals, Seen
from .checks import CheckSamples
from .ledger import Arrived, Ledger, header
from .tables import CsvTable, NoTable, Table, WorkbookTable

log = logging.getLogger(__name__)
LEDGER = ".ledger"
DATABASES = (".sqlite", ".sqlite3", ".db")
OUTPUTS = (".csv", ".xlsx", *DATABASES)


@dataclass(frozen=True)
class WatchOptions:
    """How a folder is watched.

    Parameters
    ----------
    settle : float
        Seconds a file must stay as it is before it is taken for whole; 0 takes it at once.
    pattern : str
        Names that count, as ``*.spa``.
    recursive : bool
        Folders in the folder too.
    checks : str
        Table of check samples and their reference values; "" for none.
    """

    settle: float = 2.0
    pattern: str = "*"
    recursive: bool = False
    checks: str = ""


@dataclass(frozen=True)
class Event:
    """What happened to a file.

    Parameters
    ----------
    kind : {"predicted", "refused", "again", "alarm", "version"}
        Again: a file of the same content was done before (a copy, another name). Alarm: of the check samples, of the
        table, of the record. Version: another version of the record predicts from now on.
    name : str
    said : Note
    samples, flagged, odd_values : int
        Spectra; of them those unlike the fit; those with a value outside the range of the fit or below 0.
    """

    kind: str
    name: str
    said: Note
    samples: int = 0
    flagged: int = 0
    odd_values: int = 0


class Watcher:
    """Predicts what arrives in a folder; a context manager that finishes its tables on leaving.

    Parameters
    ----------
    model : str, Path or Model
        A saved model, or one with an `identity`; or the record of a model's life, whose version in force predicts, and
        another one as soon as it is approved.
    folder : str or Path
    instrument : str
        That measures the spectra; "" with a record, which knows it.
    output : str or Path
        ``.csv`` or ``.xlsx``, with a ledger ``OUTPUT.ledger`` beside it, or ``.sqlite``, which is the ledger itself.
    options : WatchOptions, optional
    clock : callable, optional
        Seconds that only go forward; tests give one of their own.
    identity : str
        What tells a model that is not from a file from others.

    Raises
    ------
    FileError
        The folder is not there, the output belongs to another model, or another program writes to it.
    ParameterError
        The model does not know the instrument.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import spectralign_gui as sa
    >>> from spectralign_gui.io.watching import Watcher, WatchOptions
    >>> a, b = sa.sample_spectra("libs")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sa.save(sa.transfer(a, b, method="pds", hold_out=0.2), Path(folder) / "model.h5")
    ...     new = Path(folder) / "new"
    ...     new.mkdir()
    ...     with Watcher(Path(folder) / "model.h5", new, b.name, Path(folder) / "values.csv") as watcher:
    ...         len(watcher.poll())
    0
    """

    def __init__(self, model: str | Path | Model, folder: str | Path, instrument: str, output: str | Path,
                 options: WatchOptions | None = None, clock: Callable[[], float] | None = None,
                 identity: str = "") -> None:
        self.options = options or WatchOptions()
        self.folder, self.output = Path(folder), Path(output)
        if not self.folder.is_dir():
            raise FileError("watch.no_folder", folder=str(folder))
        if self.output.suffix.lower() not in OUTPUTS:
            raise FileError("files.unknown_ending", endings=", ".join(OUTPUTS))
        self.following = Following(model) if is_record(model) else None
        """The record, where one is followed."""
        if self.following is not None:
            if self.options.checks:
                raise ParameterError("watch.checks_of_record", name=self.following.path.name)
            if instrument not in ("", self.following.instrument):
                raise ParameterError("life.other_instrument", given=instrument, known=self.following.instrument)
            instrument, self.model = self.following.instrument, self.following.model
        else:
            self.model = model if isinstance(model, Model) else load_model(model)
        self.model.index(instrument)
        self.instrument = instrument
        self._checks = CheckSamples(self.options.checks, self.model, instrument) if self.options.checks else None
        self._path = self.output if self.output.suffix.lower() in DATABASES else Path(f"{self.output}{LEDGER}")
        self._told: list[FileError] = []
        self._stack = ExitStack()
        try:
            known = self.following.identity if self.following is not None else identity
            self._open(known or ("" if isinstance(model, Model) else sha256_of(Path(model))), clock)
        except BaseException:
            self._stack.close()
            raise

    def _open(self, identity: str, clock: Callable[[], float] | None) -> None:
        self._stack.enter_context(exclusive(self._path))
        self.ledger = self._stack.enter_context(Ledger(self._path, {
            "model": identity, "instrument": self.instrument, "properties": "; ".join(self.model.properties)}))
        self._header = header(_empty(self.model, self.instrument))
        self._table = self._made_table()
        ours = frozenset(Path(p).resolve() for p in (
            self.output, self._path, f"{self._path}-wal", f"{self._path}-shm", self.chart_path,
            *([self.options.checks] if self.options.checks else []), self.model.path or self.output,
            *([self.following.path] if self.following is not None else [])))
        more = {} if clock is None else {"clock": clock}
        self._arrivals = Arrivals(self.folder, self.options.settle, self.options.pattern, self.options.recursive, ours,
                                  **more)
        self._table.begin(self.ledger)

    def _made_table(self) -> Table:
        ending = self.output.suffix.lower()
        if ending == ".csv":
            return CsvTable(self.output, self._header, self._told.append)
        return WorkbookTable(self.output, self._header) if ending == ".xlsx" else NoTable()

    @property
    def chart_path(self) -> Path:
        """The table of the check samples' chart."""
        return self.output.with_name(f"{self.output.stem}_check.csv")

    @property
    def waiting(self) -> int:
        """Files that have to stay as they are for a while still."""
        return self._arrivals.waiting

    @property
    def empty(self) -> list[str]:
        """Names of the files that have no content."""
        return self._arrivals.empty

    def __enter__(self) -> Watcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is left to write, and give the ledger free."""
        try:
            self._table.update(self.ledger, last=True)
        finally:
            self._stack.close()

    def poll(self, monitor: Monitor | None = None) -> list[Event]:
        """Look once, and do all that has arrived.

        Raises
        ------
        FileError
            The folder, the ledger or the table of results cannot be used any more.
        Cancelled
            Between two files, or while one is being read.
        """
        return list(self.arriving(monitor))

    def arriving(self, monitor: Monitor | None = None) -> Iterator[Event]:
        """What `poll` gives, one by one as it happens."""
        monitor = monitor or SilentMonitor()
        try:
            ready = self._arrivals.ready()
        except OSError as error:
            raise FileError("watch.no_folder", folder=str(self.folder)) from error
        yield from self._follow()
        checked = False
        for path in ready:
            monitor.raise_if_cancelled()
            yield from self._follow()
            with watched_by(monitor):
                event = self._do(path)
            if event is None:
                continue
            checked = checked or event.kind == "predicted"
            self._table.update(self.ledger)
            yield event
        while self._told:
            yield Event("alarm", self.output.name, as_note(self._told.pop(0)))
        self._table.update(self.ledger)
        if checked and self._checks is not None:
            for alarm in self._checks.write(self.ledger, self.chart_path):
                yield Event("alarm", self.chart_path.name, as_note(alarm))

    def _follow(self) -> Iterator[Event]:
        """Another version takes over between two files."""
        if self.following is None:
            return
        said = self.following.look()
        if self.model is not self.following.model:
            self.model = self.following.model
            self._arrivals.leave_out(self.following.file)
        if said is not None:
            yield Event("version" if said.severity == "info" else "alarm", self.following.path.name, said)

    def _do(self, path: Path) -> Event | None:
        seen = self._arrivals.take(path)
        if seen is None:
            return None
        try:
            digest = sha256_of(path)
        except OSError:  # taken away, or another program has it: the next look will see
            return None
        before = self.ledger.known(digest)
        if before:
            self._arrivals.done(path, seen)
            return Event("again", path.name, Note("watch.again", "info", name=path.name))
        file = Arrived(path.name, str(path), digest, _time(seen.modified / 1e9))
        event = self._predicted(path, file, seen)
        if event is not None:
            self._arrivals.done(path, seen)
        return event

    def _predicted(self, path: Path, file: Arrived, seen: Seen) -> Event | None:
        now = _time(datetime.now().timestamp())
        try:
            dataset = read_dataset(path)
            found, _ = predict_new(self.model, [dataset], self.instrument)
        except Cancelled:
            raise
        except (SpectrAlignError, NotImplementedError, OSError, MemoryError) as error:
            said = as_note(error)
        except Exception as error:  # one file must not stop the others
            log.exception("a defect of the program at %s", path)
            said = as_note(DataError("watch.defect", name=path.name, error=type(error).__name__))
        else:
            if not self._arrivals.is_still(path, seen) or dataset.source.sha256 not in ("", file.sha256):
                return None  # it went on growing while it was read
            version = [] if self.following is None else [Note("watch.version", "info", number=self.following.version)]
            told = map(str, (*version, *dataset.warnings, *found.warnings, found.averaged))
            notes = " ".join(dict.fromkeys(filter(None, told)))
            checks = self._checks.errors(found, file.measured[:10]) if self._checks is not None else []
            self.ledger.keep(file, now, notes, found, checks)
            flagged = sum(bool(of_the_spectrum(f)) for f in found.flags)
            odd = sum(bool(of_the_values(f)) for f in found.flags)
            return Event("predicted", file.name, Note("watch.predicted", "info", name=file.name, n=len(found.names),
                                                      flagged=flagged, odd=odd), len(found.names), flagged, odd)
        if not self._arrivals.is_still(path, seen):
            return None
        self.ledger.refuse(file, now, str(said))
        return Event("refused", file.name, said)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).astimezone().isoformat(timespec="seconds")


def _empty(model: Model, instrument: str) -> Predictions:
    """Predictions of no sample: titles as those of any."""
    q = len(model.properties)
    half, residuals = np.full(q, np.inf), model.residuals.get(instrument)
    if residuals is not None and residuals.shape[1:] == half.shape and np.isfinite(residuals).any():
        half = ConformalIntervals(residuals).half_width(LEVEL)
    return Predictions((), model.properties, np.zeros((0, q)), half, (), LEVEL,
                       units=model.units if len(model.units) == q else ())


def summary(counts: dict[str, int]) -> str:
    """How many files are done, in words."""
    done, refused = counts.get("predicted", 0), counts.get("refused", 0)
    return f"{counted(done, 'file', 'files')} predicted, {refused} refused"

