"""What a saved model is, as its file says: method, instruments, when and with which program it was made, its errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import SpectrAlignError
from ..core.figures import with_units
from ..session.predict.model import Model
from ..session.run.run_errors import RunError, bias_and_sep, rmsep_interval
from .apart import apart
from .atomic import is_file
from .hdf5 import allowance, open_own
from .model_file import load_with_provenance
from .readers import PARSER_ERRORS
from .seal import is_hdf5, kind_of

FIELDS = tuple(f.name for f in fields(RunError))


@dataclass(frozen=True)
class ModelCard:
    """A saved model in a few facts.

    Parameters
    ----------
    file : str
        Name of the file.
    method : str
        Title of the method.
    instruments : tuple of str
        The reference first.
    properties : tuple of str
        What it predicts, with units; empty where it predicts nothing.
    made : str
        When the run was started (ISO); "" where the file does not say.
    version : str
        Version of the program that wrote it.
    standards, held_out : int or None
        Standards of the fit, and those that were held out; None where the file does not say.
    errors : tuple of RunError
        Of samples that no fit has seen; empty where there are none.
    mood, verdict : str
        How far the run could be trusted when it was saved, in a word and a sentence; "" where the file does not say.
    """

    file: str
    method: str
    instruments: tuple[str, ...]
    properties: tuple[str, ...] = ()
    made: str = ""
    version: str = ""
    standards: int | None = None
    held_out: int | None = None
    errors: tuple[RunError, ...] = ()
    mood: str = ""
    verdict: str = ""

    def of(self, instrument: str) -> list[RunError]:
        """The errors on one instrument."""
        return [e for e in self.errors if e.instrument == instrument]


def holds_model(path: str | Path) -> bool:
    """Whether a file holds a saved model; what is no file of ours, or damaged, does not: its reader says why.

    Examples
    --------
    >>> holds_model("aligned.h5")  # doctest: +SKIP
    True
    """
    try:
        if not is_file(Path(path)) or kind_of(path) in ("project", "data"):  # its first line says it: not read whole
            return False
        return is_hdf5(path) and bool(
            apart(holds_model_or_not, Path(path), allowance=allowance(path)))
    except SpectrAlignError:  # too large, or not as it was saved
        return False


def holds_model_or_not(path: str) -> bool:
    """The same in this process: to be called apart only."""
    try:
        with open_own(path) as file:
            return file.attrs.get("format") == "spectralign-result" and "model" in file
    except PARSER_ERRORS:
        return False


def load_with_card(path: str | Path) -> tuple[Model, ModelCard]:
    """A saved model and its card.

    Raises
    ------
    FileError
        See `load_model`.

    Examples
    --------
    >>> model, card = load_with_card("model.h5")  # doctest: +SKIP
    >>> card.instruments  # doctest: +SKIP
    ('A', 'B')
    """
    model, told = load_with_provenance(path)
    return model, card_of(model, told)


def card_of(model: Model, told: Mapping[str, Any]) -> ModelCard:
    """The card of a model.

    Parameters
    ----------
    model : Model
    told : mapping
        What its file says of its origin; files of earlier versions say less.
    """
    properties = with_units(model.properties, model.units) if "predict" in model.method.can else ()
    errors = tuple(RunError(**{f: e[f] for f in FIELDS if f in e} | {"n": int(e["n"])})
                   for e in told.get("errors") or ()) or _errors(model)
    standards, held = (None if told.get(name) is None else int(told[name]) for name in ("standards", "held_out"))
    corrected = " and ".join(model.corrections)
    title = model.method.title + (f", values corrected on {corrected}" if corrected else "")
    return ModelCard(Path(model.path).name, title, model.instruments, properties,
                     str(told.get("started", "")), str(told.get("version", "")), standards, held, errors,
                     *([str(t) for t in told.get("verdict") or ()] + ["", ""])[:2])


def _errors(model: Model) -> tuple[RunError, ...]:
    """Of the residuals that the intervals rest on: what files of earlier versions have."""
    found = []
    for instrument, residuals in model.residuals.items():
        for j, name in enumerate(model.properties[:residuals.shape[1]]):
            known = residuals[np.isfinite(residuals[:, j]), j]
            if len(known):
                rmsep = float(np.sqrt(np.mean(known ** 2)))
                found.append(RunError(instrument, name, model.units[j] if j < len(model.units) else "", len(known),
                                      rmsep, *rmsep_interval(rmsep, len(known)), float("nan"),
                                      model.intervals_from.get(instrument, "").partition(" ")[2], *bias_and_sep(known)))
    return tuple(found)
