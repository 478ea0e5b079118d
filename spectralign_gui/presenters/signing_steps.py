"""What the dialogs on people who sign, and on a signature, ask for and do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import ParameterError
from ..session.audit.signing import ROLES
from .lifecycle_steps import MEANING, PASS, USERS, USERS_FILES, WHO, WHY, Answers, Field, Step

if TYPE_CHECKING:
    from ..io.audit.users import Users

LAST = "signing/users"
"""Where the window remembers the users file."""
PEOPLE = ("Person", "Role", "State", "Since")
BY = replace(WHO, name="by", label="Your &name", tip="Approver who does this")
NAME = Field("name", "&Person", "Name of the person who is entered; it stays theirs for ever")
ROLE = Field("role", "&Role", "Operators sign as responsible, reviewers also as reviewed, approvers also as approved",
             choices=tuple((r, r.capitalize()) for r in ROLES))
NEW = Field("new", "Ne&w pass phrase", "At least 12 letters; several words are best. The person types it", secret=True)
AGAIN = Field("again", "A&gain", "The same once more", secret=True)
FILE = Field("file", "&File", "A model, a report, any file: its trail is kept beside it; empty: the open project",
             False, file="open")
SIGN = Step("Sign", "The signature stands for the file, and for its audit trail up to now.", "&Sign",
            (FILE, USERS, WHO, MEANING, WHY, PASS), lambda *_: None)


def _same(a: Answers) -> str:
    if a["new"] != a["again"]:
        raise ParameterError("signing.twice")
    return a["new"]


def _begin(_path: Path, _chosen: str, a: Answers) -> Users:
    from ..io.audit.users import begin

    given = Path(a["users"])
    return begin(given if given.suffix else given.with_suffix(".users"), a["who"], _same(a))


def _add(path: Path, _chosen: str, a: Answers) -> Users:
    from ..io.audit.users import add, authenticate

    phrase = _same(a)
    return add(path, authenticate(path, a["by"], a["pass"]), a["name"], a["role"], phrase, a["why"])


def _role(path: Path, chosen: str, a: Answers) -> Users:
    from ..io.audit.users import authenticate, set_role

    return set_role(path, authenticate(path, a["by"], a["pass"]), chosen, a["role"], a["why"])


def _pass(path: Path, chosen: str, a: Answers) -> Users:
    from ..io.audit.users import authenticate, set_pass

    phrase = _same(a)
    return set_pass(path, authenticate(path, a["by"], a["pass"]), chosen, phrase, a["why"])


def _withdraw(path: Path, chosen: str, a: Answers) -> Users:
    from ..io.audit.users import authenticate, withdraw

    return withdraw(path, authenticate(path, a["by"], a["pass"]), chosen, a["why"])


_OPTIONAL = replace(WHY, needed=False)
STEPS = {
    "begin": Step("Begin a users file", "You are its first approver, and can enter others.", "&Begin", (
        replace(USERS, file="save", filter=USERS_FILES), WHO, NEW, AGAIN), _begin),
    "add": Step("Enter a person", "", "&Enter", (NAME, ROLE, NEW, AGAIN, BY, PASS, _OPTIONAL), _add),
    "role": Step("Another role", "", "&Change", (ROLE, BY, PASS, _OPTIONAL), _role),
    "pass": Step("A new pass phrase", "By the person with the old one, or by an approver where it is forgotten.",
                 "&Change", (BY, PASS, NEW, AGAIN, _OPTIONAL), _pass),
    "withdraw": Step("Withdraw a person", "Signatures made before stay valid.", "&Withdraw", (BY, PASS, _OPTIONAL),
                     _withdraw),
}
