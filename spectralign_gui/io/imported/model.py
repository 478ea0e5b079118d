"""Take a model in: coefficients as CSV or workbook, coefficients with preprocessing as JSON, PLS models of mdatools."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from ...core.errors import FileError, SpectrAlignError
from ...core.notes import Note, about
from ...session.predict.model import Model
from ..coefficients import read_coefficients
from ..read import read_head
from .linear import linear_model
from .mdatools import from_mdatools, is_mdatools
from .own_json import from_own_json, is_own

MOST = 200_000_000
"""Bytes of a file; a model of 20 properties on 10,000 channels has 5 million."""


def import_model(path: str | Path, instrument: str = "", axis_unit: str = "", quantity: str = "") -> Model:
    """A model from a file of coefficients.

    Parameters
    ----------
    path : str or Path
        ``.json``: what ``export-model`` writes, or ``writeJSON`` of mdatools for R; anything else: a table with a row
        per channel and a column per property, one row called ``intercept``.
    instrument : str
        Name of the instrument; default that of the file, or the file's own name.
    axis_unit, quantity : str
        Where the file does not say them.

    Returns
    -------
    Model
        With one instrument; it predicts, flags and can be saved (`io.model_file.save_model`).

    Raises
    ------
    FileError
        One sentence that names the file and what is wrong.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from spectralign_gui.io.imported import import_model
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "c.csv"
    ...     _ = path.write_text("channel (nm),Fat\\nintercept,1\\n1000,2\\n1002,3\\n")
    ...     import_model(path, "B").properties
    ('Fat',)
    """
    path = Path(path)
    head = read_head(path)
    if path.stat().st_size > MOST:
        raise FileError(about(path.name, Note("import.too_large", "error")))
    try:
        if path.suffix.lower() == ".json" or head.lstrip()[:1] == b"{":
            tree = _json(path)
            if is_own(tree):
                return from_own_json(tree, instrument, axis_unit, quantity)
            if is_mdatools(tree):
                return from_mdatools(tree, instrument or path.stem, axis_unit, quantity)
            raise FileError("import.unknown_json")
        found = read_coefficients(path)
        if not found.states_intercept:
            raise FileError("import.no_intercept")
        return linear_model(found.values, found.intercept, found.axis, axis_unit or found.unit, instrument or path.stem,
                            found.properties, quantity=quantity)
    except SpectrAlignError as error:
        if error.code == "said.about":
            raise
        raise FileError(about(path.name, error)) from error


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes().decode("utf-8-sig"), parse_constant=_none)
    except (OSError, ValueError, RecursionError) as error:
        raise FileError("import.no_json", error=getattr(error, "strerror", None) or "it is nested too deeply" if
                        isinstance(error, RecursionError) else str(error)) from error


def _none(text: str) -> float:
    return math.nan
