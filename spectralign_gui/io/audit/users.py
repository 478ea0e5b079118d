"""The users file of a laboratory: who may sign, with which role; lines of JSON in a chain of signed entries."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import FileError, ParameterError
from ...core.notes import Note, about
from ...session.audit import FIRST, Trail, appended, check
from ...session.audit.people import (
    ADD,
    NEW_KEY,
    NEW_ROLE,
    PASS,
    RESET,
    SALT,
    SET_ROLE,
    STEP,
    USER,
    VERIFIER,
    WITHDRAW,
    Person,
    key_of,
    people_of,
)
from ...session.audit.signing import (
    APPROVED,
    APPROVER,
    RESPONSIBLE,
    ROLES,
    Secret,
    Signer,
    derived,
    is_right,
    long_enough,
    new_salt,
)
from ..appending import append_line
from ..atomic import is_file
from ..locked import exclusive

ENDING = ".users"
LARGEST = 20_000_000
WAIT = 10.0
"""Seconds to wait for another program that writes an entry."""
DELAY, LONGEST = 1.0, 8.0
"""Seconds that a wrong pass phrase costs, and at most after several."""
Changes = list[tuple[str, str, str]]


class WrongPassPhrase(FileError):
    """The pass phrase is not that of the person, or there is no such person: it is not told which."""


@dataclass(frozen=True)
class Users:
    """A users file as it was read.

    Parameters
    ----------
    path : Path
    trail : tuple of str
    people : dict of Person
    head, root : str
        Hashes of the last and of the first entry.
    """

    path: Path
    trail: Trail
    people: dict[str, Person]
    head: str
    root: str


def read_users(path: str | Path) -> Users:
    """A users file.

    Raises
    ------
    FileError
        There is none, somebody has changed it, or it is something else.
    """
    path = Path(path)
    if not is_file(path):
        raise FileError("users.no_file", name=str(path))
    try:
        content = path.read_bytes() if path.stat().st_size <= LARGEST else b""
    except OSError as error:
        said = Note("journal.unreadable", "error", strerror=error.strerror or error)
        raise FileError(about(path, said)) from error
    trail = tuple(line for line in content.decode("utf-8", "replace").split("\n") if line)
    found = check(trail)
    if not found.entries:
        raise FileError("users.none", name=path.name)
    return Users(path, trail, people_of(trail, path.name), found.head, check(trail[:1]).head)


def authenticate(path: str | Path, name: str, pass_phrase: str, failed: int = 0) -> Signer:
    """The person whose pass phrase this is.

    Parameters
    ----------
    path : str or Path
    name, pass_phrase : str
    failed : int
        How often it was wrong before: each time it takes longer.

    Raises
    ------
    WrongPassPhrase
        It is wrong, or there is no such person.
    FileError
        The users file is not sound.
    """
    users = read_users(path)
    person = users.people.get(key_of(name))
    secret = derived(pass_phrase, bytes.fromhex(person.salt) if person is not None else b"nobody")
    if person is None or not person.active or not is_right(secret, bytes.fromhex(person.verifier)):
        wait(min(DELAY * 2 ** min(failed, 10), LONGEST))
        raise WrongPassPhrase("users.wrong", name=name)
    return Signer(person.name, person.role, users.head, users.root, secret)


def wait(seconds: float) -> None:
    """So that many cannot be tried."""
    time.sleep(seconds)


def begin(path: str | Path, name: str, pass_phrase: str, why: str = "") -> Users:
    """A new users file with its first approver.

    Raises
    ------
    FileError
        There is one already, or it cannot be written.
    ParameterError
        The name is empty, or the pass phrase short.
    """
    path, name = Path(path), _a_name(name)
    if path.suffix.lower() != ENDING:
        raise FileError("files.unknown_ending", endings=ENDING)
    items, secret = _new_pass(pass_phrase)
    signer = Signer(name, APPROVER, FIRST, FIRST, secret)
    with exclusive(path, WAIT):
        if path.exists():
            raise FileError("users.exists", name=path.name)
        changes = [(STEP, "", ADD), (USER, "", name), (NEW_ROLE, "", APPROVER), *items, *signer.items(APPROVED)]
        line = appended((), "The users file was begun", changes, why, name, sign=signer.sign)[-1]
        people_of((line,), path.name)
        append_line(path, line)
    return read_users(path)


def _a_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or not name.isprintable() or len(name) > 200:
        raise ParameterError("life.who_needed")
    return name


def _new_pass(pass_phrase: str) -> tuple[Changes, Secret]:
    long_enough(pass_phrase)
    salt = new_salt()
    secret = derived(pass_phrase, salt)
    key = Signer("", "", "", "", secret).key
    return [(SALT, "", salt.hex()), (VERIFIER, "", secret.verifier.hex()), (NEW_KEY, "", key)], secret


def _enter(path: str | Path, by: Signer, what: str, entry: Callable[[dict[str, Person]], Changes], why: str,
           meaning: str = APPROVED) -> Users:
    """Append an entry, signed; what could not be read again is not written."""
    path = Path(path)
    with exclusive(path, WAIT):
        users = read_users(path)
        if users.head != by.users:
            raise FileError("users.moved_on", name=path.name)
        trail = appended(users.trail, what, [*entry(users.people), *by.items(meaning)], why, by.name, sign=by.sign)
        people = people_of(trail, path.name)
        append_line(path, trail[-1])
        return Users(path, trail, people, check(trail).head, users.root)


def _known(people: dict[str, Person], name: str) -> Person:
    found = people.get(key_of(name))
    if found is None or not found.active:
        raise ParameterError("users.unknown", name=name)
    return found


def _one_approver_stays(people: dict[str, Person], name: str) -> None:
    others = [p for k, p in people.items() if p.active and p.role == APPROVER and k != key_of(name)]
    if not others:
        raise ParameterError("users.last", name=name)


def add(path: str | Path, by: Signer, name: str, role: str, pass_phrase: str, why: str = "") -> Users:
    """Enter a person.

    Raises
    ------
    ParameterError
        `by` is no approver, the name is there already, or the pass phrase is short.
    FileError
        The file is not sound, or was written meanwhile.
    """
    name = _a_name(name)
    if role not in ROLES:
        raise ParameterError("users.role", role=role, roles=list(ROLES))
    items, _ = _new_pass(pass_phrase)

    def entry(people: dict[str, Person]) -> Changes:
        if key_of(name) in people:  # a withdrawn name stays whose it was
            raise ParameterError("users.there", name=name)
        return [(STEP, "", ADD), (USER, "", name), (NEW_ROLE, "", role), *items]

    return _enter(path, by, f"{name} was entered", entry, why)


def set_role(path: str | Path, by: Signer, name: str, role: str, why: str = "") -> Users:
    """Give a person another role.

    Raises
    ------
    ParameterError
        As of `add`; or it is the last approver.
    """
    if role not in ROLES:
        raise ParameterError("users.role", role=role, roles=list(ROLES))

    def entry(people: dict[str, Person]) -> Changes:
        person = _known(people, name)
        if role != APPROVER:
            _one_approver_stays(people, name)
        return [(STEP, "", SET_ROLE), (USER, "", person.name), (NEW_ROLE, person.role, role)]

    return _enter(path, by, f"{name} has another role", entry, why)


def withdraw(path: str | Path, by: Signer, name: str, why: str = "") -> Users:
    """End a person's right to sign; what was signed before stays valid.

    Raises
    ------
    ParameterError
        As of `add`; or it is the last approver.
    """
    def entry(people: dict[str, Person]) -> Changes:
        person = _known(people, name)
        _one_approver_stays(people, name)
        return [(STEP, "", WITHDRAW), (USER, "", person.name), ("state", "active", "withdrawn")]

    return _enter(path, by, f"{name} was withdrawn", entry, why)


def set_pass(path: str | Path, by: Signer, name: str, pass_phrase: str, why: str = "") -> Users:
    """A new pass phrase: one's own, or by an approver for somebody who has forgotten it.

    Raises
    ------
    ParameterError
        As of `add`.
    """
    own = key_of(name) == key_of(by.name)
    items, _ = _new_pass(pass_phrase)

    def entry(people: dict[str, Person]) -> Changes:
        return [(STEP, "", PASS if own else RESET), (USER, "", _known(people, name).name), *items]

    return _enter(path, by, f"{name} has a new pass phrase", entry, why, RESPONSIBLE if own else APPROVED)
