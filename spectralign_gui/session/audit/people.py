"""Who may sign: the people of a users file, as the chain of its entries says at any of them.

Every entry is signed: the first one by the person whom it enters, the later ones by an approver, or, where somebody
changes a pass phrase of their own, by that person with the old one. So nobody without a pass phrase can add a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...core.errors import FileError
from ...core.notes import Note
from .signing import APPROVED, APPROVER, MEANINGS, ROLES, Signature, signature_of
from .trail import Entry, Trail, check, read

STEP, USER, NEW_ROLE, NEW_KEY = "step", "user", "role of the user", "key of the user"
SALT, VERIFIER = "salt", "verifier"
ADD, SET_ROLE, PASS, RESET, WITHDRAW = "add", "role", "pass phrase", "reset", "withdraw"


@dataclass(frozen=True)
class Person:
    """One person.

    Parameters
    ----------
    name, role : str
    salt, verifier, key : str
        Hexadecimal.
    since : str
        Time of the last entry on it.
    active : bool
        False once withdrawn.
    """

    name: str
    role: str
    salt: str
    verifier: str
    key: str
    since: str
    active: bool = True


def key_of(name: str) -> str:
    """A name as names are compared."""
    return " ".join(name.split()).casefold()


def people_of(trail: Trail, name: str, until: str = "") -> dict[str, Person]:
    """The people of a users file, by `key_of` their names.

    Parameters
    ----------
    trail : tuple of str
    name : str
        Of the file, for what is refused.
    until : str
        Hash of the last entry that counts; default all.

    Raises
    ------
    FileError
        The chain is not as it was written, or an entry is not signed by one who may make it.
    """
    found = check(trail, until)
    if found.problem is not None:
        raise FileError("audit.not_sound", name=name, said=found.problem)
    people: dict[str, Person] = {}
    for entry in read(trail):
        items = {item: new for item, _, new in entry.changes}
        try:
            made = _after(people, entry, items)
        except (KeyError, ValueError):
            made = None
        if made is None:
            raise FileError("users.odd", name=name, number=entry.number)
        people = {**people, key_of(made.name): made}
        if not any(p.active and p.role == APPROVER for p in people.values()):
            raise FileError("users.odd", name=name, number=entry.number)
        if until and entry.hash == until:
            break
    if not people:
        raise FileError("users.none", name=name)
    return people


def _after(people: dict[str, Person], entry: Entry, items: dict[str, str]) -> Person | None:
    """The person whom an entry is about, as it is then; None where it is not signed by one who may."""
    signed = signature_of(entry.changes, entry.number)
    if signed is None or (signed.meaning != APPROVED and items[STEP] != PASS):
        return None
    step, mine = items[STEP], people.get(key_of(items[USER]))
    if not people:
        first = step == ADD and items[NEW_ROLE] == APPROVER and items[NEW_KEY] == signed.key
        by_one_who_may = first and key_of(signed.name) == key_of(items[USER])
    else:
        by = people.get(key_of(signed.name))
        by_one_who_may = by is not None and by.active and by.key == signed.key and (
            by is mine if step == PASS else by.role == APPROVER)
    if not by_one_who_may or (step == ADD) != (mine is None) or items.get(NEW_ROLE, APPROVER) not in ROLES:
        return None
    if step == ADD:
        return Person(items[USER], items[NEW_ROLE], items[SALT], items[VERIFIER], items[NEW_KEY], entry.when)
    assert mine is not None
    if step in (PASS, RESET):
        return replace(mine, salt=items[SALT], verifier=items[VERIFIER], key=items[NEW_KEY], since=entry.when)
    if step == SET_ROLE:
        return replace(mine, role=items[NEW_ROLE], since=entry.when)
    return replace(mine, active=False, since=entry.when) if step == WITHDRAW else None


def problem_of(signature: Signature, users: Trail, name: str) -> Note | None:
    """What is wrong with a signature, as the users file says; None where it is right.

    Raises
    ------
    FileError
        The users file is not sound.
    """
    if check(users, signature.users).problem is not None and check(users).problem is None:
        return Note("signing.other_users", "error", number=signature.entry, name=name)
    person = people_of(users, name, signature.users).get(key_of(signature.name))
    if person is None or not person.active or person.key != signature.key or person.role != signature.role:
        return Note("signing.not_theirs", "error", number=signature.entry, name=signature.name)
    return None if signature.role in MEANINGS.get(signature.meaning, ()) else Note(
        "signing.not_theirs", "error", number=signature.entry, name=signature.name)


def listed(people: dict[str, Person]) -> list[list[str]]:
    """A row per person: name, role, state, since."""
    return [[p.name, p.role, "active" if p.active else "withdrawn", p.since] for p in people.values()]


def is_signed_as(changes: Sequence[Sequence[str]], meaning: str) -> bool:
    """Whether the items of an entry hold a signature of this meaning; `check` tells whether it holds."""
    found = signature_of(changes, 0)
    return found is not None and found.meaning == meaning and bool(found.key)


