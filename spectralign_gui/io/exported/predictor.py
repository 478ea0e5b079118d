"""A model as one Python file that needs numpy only."""

from __future__ import annotations

import base64
import io
from importlib.resources import files
from pathlib import Path

import numpy as np

from ...session.predict.portable import PortableModel
from ...session.predict.predictions import LEVEL
from ...version import __version__
from ..atomic import write_text

LINE = 116


def arrays_of(model: PortableModel) -> dict[str, np.ndarray]:
    """Every number of the model by name; those of operation k begin with "k_"."""
    found = {"axis": model.axis.values, "coefficients": model.coefficients, "intercept": model.intercept,
             "closure": np.array(model.closure), "half_width": model.half_width, "value_low": model.value_low,
             "value_high": model.value_high, "lowest": model.lowest, **model.outliers}
    for k, (_, numbers) in enumerate(model.operations):
        found |= {f"{k}_{name}": value for name, value in numbers.items()}
    return found


def predictor_source(model: PortableModel) -> str:
    """The text of the file.

    Names of instruments and properties are written as Python literals or, in the description, without characters that
    could end it: what stands in a file of spectra cannot become code.
    """
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays_of(model))  # type: ignore[arg-type]
    text = base64.b64encode(buffer.getvalue()).decode("ascii")
    lines = "\n".join(text[i:i + LINE] for i in range(0, len(text), LINE))
    axis = model.axis.values
    parts = {
        "TITLE": plain(f"{model.title} for spectra of {model.instrument}"),
        "PROPERTIES": plain(", ".join(model.properties)), "INSTRUMENT": plain(model.instrument),
        "CHANNELS": str(len(axis)), "FIRST": f"{axis[0]:g}", "LAST": f"{axis[-1]:g}", "UNIT": plain(model.axis.unit),
        "QUANTITY": plain(model.quantity), "VERSION": __version__, "PROPERTY_LIST": ascii(list(model.properties)),
        "UNIT_LIST": ascii(list(model.units)), "LEVEL": repr(LEVEL),
        "OPERATIONS": repr([name for name, _ in model.operations]), "DATA": lines}
    template = files(__package__).joinpath("predictor_template.txt").read_text(encoding="utf-8")
    pieces = template.split("@")
    # @NAME@ alone is replaced; what a name brings in is not looked at again
    return "".join(piece if k % 2 == 0 else parts[piece] for k, piece in enumerate(_marked(pieces, parts)))


def _marked(pieces: list[str], parts: dict[str, str]) -> list[str]:
    """Text and names in turn: an @ that begins no name (matrix products) stays where it is."""
    out = [pieces[0]]
    for piece in pieces[1:]:
        if (len(out) % 2 == 1 and piece in parts) or len(out) % 2 == 0:
            out.append(piece)
        else:
            out[-1] += "@" + piece
    return out


def plain(text: str) -> str:
    """A name for the description of the file: printable, on one line, without quotes or backslashes."""
    return "".join(c if c.isprintable() and c not in "\\\"'" else " " for c in text)


def write_predictor(model: PortableModel, path: str | Path) -> None:
    """Write the file (atomically).

    Raises
    ------
    FileError
        It cannot be written.
    """
    write_text(path, predictor_source(model))
