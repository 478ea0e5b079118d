"""A model in routine use: tried on this computer, taken in, watched, served, validated."""

from __future__ import annotations

from pathlib import Path

from ..core.monitor import Monitor
from ..io.imported import import_model as _import_model
from ..io.lifecycle.following import Following, is_record
from ..io.model_file import load_model
from ..io.self_test import SelfTest, run_self_test
from ..io.serving import Limits, ModelServer
from ..io.validating.filing import Filed, judge_files
from ..io.watching import Watcher, WatchOptions
from ..session.predict.model import Model
from ..session.run import RunResult


def self_test(operator: str = "", monitor: Monitor | None = None) -> SelfTest:
    """Try on this computer what the program does (without the window).

    Returns
    -------
    SelfTest
        ``passed``, ``failed``, ``checks``; `io.self_test.report.document` makes a report of it.
    """
    return run_self_test(operator, monitor=monitor)


def import_model(path: str | Path, *, instrument: str = "", axis_unit: str = "", quantity: str = "") -> Model:
    """A model from coefficients: JSON of ``export-model``, JSON of mdatools, a table.

    Raises
    ------
    FileError
        One sentence that names the file and what is wrong.
    """
    return _import_model(path, instrument, axis_unit, quantity)


def watch(model: str | Path, folder: str | Path, *, instrument: str, output: str | Path,
          options: WatchOptions | None = None) -> Watcher:
    """Predict what arrives in a folder: a context manager whose ``poll()`` looks once.

    Parameters
    ----------
    model : str or Path
        A saved model, or the record of a model's life.
    folder, output : str or Path
        Output: ``.csv``, ``.xlsx`` or ``.sqlite``.
    instrument : str
    options : WatchOptions, optional

    Raises
    ------
    FileError
        The folder is not there, the output belongs to another model, or another program writes to it.
    """
    return Watcher(model, folder, instrument, output, options)


def serve(model: str | Path | Model | RunResult, *, host: str = "127.0.0.1", port: int = 8765,
          limits: Limits | None = None, token: str = "") -> ModelServer:
    """A model, or a record's version in force, behind HTTP: ``serve_forever()`` goes on until ``shutdown()``.

    Raises
    ------
    FileError
        The port is taken.
    ParameterError
        Another host without a token.
    """
    return ModelServer(Following(model) if isinstance(model, str | Path) and is_record(model) else _model(model), host,
                       port, limits, token)


def validate(model: str | Path | Model | RunResult, *, instrument: str, protocol: str | Path, spectra: str | Path,
             values: str | Path, operator: str = "") -> Filed:
    """Judge a model by a protocol that was written before the data.

    Returns
    -------
    Filed
        ``found`` with the figures and judgements; ``write(path)`` writes the report and the data.

    Raises
    ------
    SpectrAlignError
        One sentence that names the file at fault.
    """
    return judge_files(_model(model), instrument, protocol, spectra, values, operator)


def _model(given: str | Path | Model | RunResult) -> Model:
    if isinstance(given, Model):
        return given
    return Model.of(given) if isinstance(given, RunResult) else load_model(given)
