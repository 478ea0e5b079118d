"""Choose the form by the ending of the file, and write it."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import ParameterError
from ...core.naming import counted
from ...session.predict.coefficients import coefficients_table
from ...session.predict.model import Model
from ...session.predict.portable import portable
from ..table import write_table
from .onnx_file import write_onnx
from .plain_text import write_coefficients_json, write_map
from .predictor import write_predictor

FORMATS = {".py": "a Python file that needs numpy only", ".onnx": "an ONNX graph",
           ".json": "coefficients with preprocessing and axis", ".csv": "coefficients of the spectra as measured"}


def export_model(model: Model, path: str | Path, instrument: str, to: str | None = None) -> str:
    """Write a model in a form that runs without this program.

    Parameters
    ----------
    model : Model
    path : str or Path
        Ending in one of `FORMATS`.
    instrument : str
        Whose spectra it is for.
    to : str, optional
        Write the map to this instrument's spectra (CSV) instead of the model.

    Returns
    -------
    str
        What was written, for the user.

    Raises
    ------
    ParameterError
        A part of the chain that cannot be written so, or another ending.
    FileError
        It cannot be written.
    """
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise ParameterError(f"{Path(path).name}: models are exported as {', '.join(FORMATS)}.")
    if to is not None:
        write_map(model, instrument, to, path)
        return f"the map from {instrument} to {to}"
    if ending == ".csv":
        header, rows = coefficients_table(model, instrument)
        write_table(path, header, rows)
        return f"coefficients of {', '.join(header[1:])} for {counted(len(rows) - 1, 'channel')} of {instrument}"
    chain = portable(model, instrument)
    if ending == ".json":
        write_coefficients_json(model, chain, path)
    else:
        (write_predictor if ending == ".py" else write_onnx)(chain, path)
    return f"{model.method.title} for {instrument} ({', '.join(chain.properties)}) as {FORMATS[ending]}"
