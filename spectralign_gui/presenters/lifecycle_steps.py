"""The steps of a model's life for a dialog: what each of them asks for, and what it does with the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .lifecycle import KINDS

if TYPE_CHECKING:
    from ..io.lifecycle.record import Record

Answers = Mapping[str, str]
RECORDS, MODELS = "Records (*.life)", "Saved models (*.h5 *.hdf5)"


@dataclass(frozen=True)
class Field:
    """One line of a dialog.

    Parameters
    ----------
    name, label, tip : str
    needed : bool
    file : str
        "" for none, else "open" or "save".
    filter : str
        Of files.
    choices : tuple of (str, str)
        Value and text; empty for a line of text.
    first : str
        What stands there at first.
    """

    name: str
    label: str
    tip: str
    needed: bool = True
    file: str = ""
    filter: str = "All files (*)"
    choices: tuple[tuple[str, str], ...] = ()
    first: str = ""


WHO = Field("who", "Pers&on", "Name of the person who does this; it is kept in the record")
WHY = Field("why", "Rea&son", "Why; it is kept in the record")


@dataclass(frozen=True)
class Step:
    """One step.

    Parameters
    ----------
    title, lead : str
        Of its dialog.
    button : str
    fields : tuple of Field
    do : callable
        From the record's path, the version that is chosen and the answers to the record as it is then.
    """

    title: str
    lead: str
    button: str
    fields: tuple[Field, ...]
    do: Callable[[Path, int, Answers], Record]


def _begin(path: Path, _: int, a: Answers) -> Record:
    from ..io.lifecycle import start

    given = Path(a["record"])
    return start(given if given.suffix else given.with_suffix(".life"), a["model"], a["instrument"], a["who"], a["why"])


def _check(path: Path, _: int, a: Answers) -> Record:
    from ..io.lifecycle import check

    held = [n.strip() for n in a["held_back"].split(",") if n.strip()]
    return check(path, a["spectra"], a["values"], a["day"], held, a["who"])


def _propose(path: Path, _: int, a: Answers) -> Record:
    from ..io.lifecycle import propose, propose_model

    if a["model"]:
        return propose_model(path, a["model"], a["since"], a["who"], a["why"])
    return propose(path, a["kind"], a["since"], a["who"], a["why"])


def _approve(path: Path, number: int, a: Answers) -> Record:
    from ..io.lifecycle import approve

    return approve(path, number, a["who"], a["why"])


def _decline(path: Path, number: int, a: Answers) -> Record:
    from ..io.lifecycle import decline

    return decline(path, number, a["who"], a["why"])


def _back(path: Path, number: int, a: Answers) -> Record:
    from ..io.lifecycle import roll_back

    return roll_back(path, number, a["who"], a["why"])


def _reason(needed: bool) -> Field:
    return Field("why", WHY.label, WHY.tip, needed)


STEPS = {
    "begin": Step("Begin a record", "A record keeps the life of a model: every step is an entry that cannot be changed "
                  "unseen. The model file stays as it is.", "&Begin", (
        Field("record", "&Record", "File that keeps the record, beside the model", file="save", filter=RECORDS),
        Field("model", "&Model", "A saved model with held-out standards: limits are made from their errors",
              file="open", filter=MODELS),
        Field("instrument", "&Instrument", "Instrument of the model that measures the check samples"), WHO,
        _reason(False)), _begin),
    "check": Step("Add check samples", "", "&Add", (
        Field("spectra", "&Spectra", "Spectra of check samples, with their names", file="open"),
        Field("values", "&Values", "Table of their reference values: sample, then properties", file="open"),
        Field("day", "&Day", "As 2026-01-31; empty for today", False),
        Field("held_back", "&Held back", "Names of samples that only judge updates, with commas; empty: every second "
              "new one. What a sample was first, it stays", False), WHO), _check),
    "propose": Step("Propose an update", "The update is made from check samples that are not held back, and judged on "
                    "those that are. It is a new model file and is not in force before it is approved.", "&Propose", (
        Field("kind", "&Update", "What is corrected", choices=tuple((k, KINDS[k].capitalize()) for k in (
            "change", "bias", "slope"))),
        Field("model", "or a &model", "Another saved model, fitted again, instead of a correction", False, file="open",
              filter=MODELS),
        Field("since", "Si&nce", "First day that counts, as 2026-01-31; empty: since the drift began", False), WHO,
        _reason(False)), _propose),
    "approve": Step("Approve a version", "", "&Approve", (WHO, WHY), _approve),
    "decline": Step("Decline a version", "", "&Decline", (WHO, WHY), _decline),
    "back": Step("Roll back", "The version is put in force again; nothing is deleted.", "&Roll back", (WHO, WHY),
                 _back),
}
