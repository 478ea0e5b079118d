"""The steps of a model's life for a dialog: what each of them asks for, and what it does with the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..session.audit.signing import MEANINGS
from .lifecycle import KINDS

if TYPE_CHECKING:
    from ..io.lifecycle import Signing
    from ..io.lifecycle.record import Record
    from ..session.lifecycle import Life

Answers = Mapping[str, str]
RECORDS, MODELS, USERS_FILES = "Records (*.life)", "Saved models (*.h5 *.hdf5)", "Users files (*.users)"


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
    secret : bool
        A pass phrase: typed unseen, and never remembered.
    """

    name: str
    label: str
    tip: str
    needed: bool = True
    file: str = ""
    filter: str = "All files (*)"
    choices: tuple[tuple[str, str], ...] = ()
    first: str = ""
    secret: bool = False


WHO = Field("who", "Pers&on", "Name of the person who does this; it is kept in the record")
WHY = Field("why", "Rea&son", "Why; it is kept in the record")
PASS = Field("pass", "Pass p&hrase", "Asked for with every signature; it is kept nowhere", secret=True)
USERS = Field("users", "&Users file", "File of the laboratory that knows who may sign", file="open", filter=USERS_FILES)
MEANING = Field("meaning", "&Meaning", "What the signature says", choices=tuple((m, m.capitalize()) for m in MEANINGS))


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
        From the record's path, the version (or the person) that is chosen and the answers to what is there then.
    """

    title: str
    lead: str
    button: str
    fields: tuple[Field, ...]
    do: Callable[[Path, Any, Answers], Any]


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

    return approve(path, number, a["who"], a["why"], _signing(a))


def _decline(path: Path, number: int, a: Answers) -> Record:
    from ..io.lifecycle import decline

    return decline(path, number, a["who"], a["why"], _signing(a))


def _back(path: Path, number: int, a: Answers) -> Record:
    from ..io.lifecycle import roll_back

    return roll_back(path, number, a["who"], a["why"], _signing(a))


def _signing(a: Answers) -> Signing | None:
    from ..io.lifecycle import Signing

    return Signing(a.get(USERS.name, ""), a[PASS.name]) if PASS.name in a else None


def _sign(path: Path, number: int, a: Answers) -> Record:
    from ..io.lifecycle import sign

    given = _signing(a)
    assert given is not None
    return sign(path, a["who"], a["meaning"], a["why"], given, number)


def _require(path: Path, _: int, a: Answers) -> Record:
    from ..io.lifecycle import require

    given = _signing(a)
    assert given is not None
    return require(path, a["who"], a["why"], given)


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
            "change", "recursive", "bias", "slope"))),
        Field("model", "or a &model", "Another saved model, fitted again, instead of a correction", False, file="open",
              filter=MODELS),
        Field("since", "Si&nce", "First day that counts, as 2026-01-31; empty: since the drift began", False), WHO,
        _reason(False)), _propose),
    "approve": Step("Approve a version", "", "&Approve", (WHO, WHY), _approve),
    "decline": Step("Decline a version", "", "&Decline", (WHO, WHY), _decline),
    "back": Step("Roll back", "The version is put in force again; nothing is deleted.", "&Roll back", (WHO, WHY),
                 _back),
    "sign": Step("Sign", "The signature stands for the record up to now, and names the chosen version. It puts nothing "
                 "in force.", "S&ign", (USERS, WHO, MEANING, WHY, PASS), _sign),
    "require": Step("Require signatures", "From now on only approvers of the users file approve, decline and roll "
                    "back, each time with their pass phrase. This is not taken back.", "&Require",
                    (USERS, WHO, WHY, PASS), _require),
}


def fields_of(name: str, life: Life | None) -> tuple[Field, ...]:
    """What a step asks for with this record: where decisions are signed, the pass phrase too."""
    fields = STEPS[name].fields
    if life is None or not life.root:
        return fields
    if name in ("approve", "decline", "back"):
        return (*fields, PASS)
    return tuple(f for f in fields if f is not USERS) if name == "sign" else fields
