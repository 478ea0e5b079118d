"""Use a fit on new spectra; keep it in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.data import SpectralDataset
from ..io.atomic import refuse_existing
from ..io.model_file import load_model, save_result
from ..io.table import write_table
from ..session.predict.model import Model
from ..session.predict.predictions import LEVEL, Predictions
from ..session.run import RunResult


def predict(fitted: RunResult | Model, new: SpectralDataset | Sequence[SpectralDataset], *, instrument: str,
            level: float = LEVEL) -> Predictions:
    """Property values of new samples.

    Parameters
    ----------
    fitted : RunResult or Model
        Of `align`, `transfer` or `load`.
    new : SpectralDataset or sequence of them
        Spectra as they are measured: the preprocessing of the fit is applied.
    instrument : str
        Name of the instrument that measured them.
    level : float
        Probability of the intervals.

    Returns
    -------
    Predictions
        ``values`` (n, q), ``half_width``, ``flags``, ``warnings``.

    Raises
    ------
    NotImplementedError
        The method predicts no values.
    DataError
        The spectra do not fit the instrument.
    """
    model = _model(fitted)
    if isinstance(new, SpectralDataset):
        return model.predict(new, instrument, level)
    return Predictions.joined([model.predict(d, instrument, level) for d in new])


def to_spectra(fitted: RunResult | Model, new: SpectralDataset, *, instrument: str, to: str) -> SpectralDataset:
    """New spectra of one instrument as another would have measured them.

    Parameters
    ----------
    fitted : RunResult or Model
    new : SpectralDataset
    instrument, to : str
        Names of instruments of the fit.

    Returns
    -------
    SpectralDataset
        On the axis of `to`, after the preprocessing of the fit.

    Raises
    ------
    NotImplementedError
        The method gives no spectra.
    DataError
        The spectra do not fit the instrument.
    """
    return _model(fitted).to_spectra(new, instrument, to)


def save(result: RunResult | Predictions, path: str | Path, *, overwrite: bool = False) -> None:
    """Write aligned data and model as HDF5 (no pickles), which `load` and ``spectralign predict`` read; predictions
    as a table (CSV).

    Raises
    ------
    FileError
        The file exists and `overwrite` is False, or it cannot be written.
    """
    if isinstance(result, Predictions):
        refuse_existing(path, overwrite)
        write_table(path, *result.table())
    else:
        save_result(result, path, overwrite=overwrite)


def load(path: str | Path) -> Model:
    """A model that `save`, the window or the command line wrote.

    Raises
    ------
    FileError
        One sentence that says what is wrong with the file.
    """
    return load_model(path)


def _model(fitted: RunResult | Model) -> Model:
    return fitted if isinstance(fitted, Model) else Model.of(fitted)
