"""Signing a trail: the person enters the pass phrase again, each time; a wrong one is an entry of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import FileError, ParameterError
from ...core.notes import Note
from ...session.audit import Trail, read, set_back, signatures
from ...session.audit.people import key_of, problem_of
from ...session.audit.signing import FAILED, SIGNED_BY, Signer
from .beside import append_beside, trail_of
from .places import into_project, is_project, load_trail, start, verified
from .users import Users, WrongPassPhrase, authenticate, read_users

SLACK = 300.0
"""Seconds by which clocks of two computers may differ."""
ATTEMPT = "attempt"


@dataclass(frozen=True)
class Signing:
    """What a signature needs beside a name.

    Parameters
    ----------
    users : str
        The users file; "" for that of the record.
    pass_phrase : str
    """

    users: str
    pass_phrase: str

    def __repr__(self) -> str:
        return f"Signing({self.users!r})"  # the pass phrase never into a log


def failures(trail: Trail, name: str) -> int:
    """How often the pass phrase of a person was wrong since the last signature of theirs."""
    last = max((s.entry for s in signatures(trail) if key_of(s.name) == key_of(name)), default=0)
    return sum(e.what == FAILED and any(i == SIGNED_BY and key_of(new) == key_of(name) for i, _, new in e.changes)
               for e in read(trail) if e.number > last)


def signer_of(trail: Trail, users: str | Path, name: str, pass_phrase: str,
              note: Callable[[str, list[tuple[str, str, str]]], object]) -> Signer:
    """The signer, if the pass phrase is right and the clock can be believed.

    Parameters
    ----------
    trail : tuple of str
        That is to be signed.
    users : str or Path
    name, pass_phrase : str
    note : callable (what, items)
        Enters a wrong pass phrase into the trail.

    Raises
    ------
    FileError
        The pass phrase is wrong, the users file is not sound, or the clock is before the last entry.
    """
    if not name.strip():
        raise ParameterError("life.who_needed")
    if set_back(trail) > SLACK:
        raise FileError("signing.clock", when=read(trail)[-1].when)
    failed = failures(trail, name)
    try:
        return authenticate(users, name, pass_phrase, failed)
    except WrongPassPhrase:
        note(FAILED, [(SIGNED_BY, "", name), (ATTEMPT, "", str(failed + 1))])
        raise


def sign_file(path: str | Path, name: str, signing: Signing, meaning: str, why: str) -> Signer:
    """Sign a file with its trail up to now: a model, a report, whatever lies on the disk, or a project.

    A file that has no trail gets one beside it.

    Raises
    ------
    FileError
        See `signer_of`; there is no such file, or its trail is not sound.
    ParameterError
        The person's role may not sign so, or no reason is given.
    """
    if not why.strip():
        raise ParameterError("life.why_needed")
    inside = is_project(path)
    if not inside and not trail_of(path).exists():
        read_users(signing.users)  # a slip in its name begins no trail
        start(path, name, why)
    trail = load_trail(path)
    found = verified(path)
    if found.problem is not None and found.problem.code != "audit.file_changed":
        raise FileError("audit.not_sound", name=Path(path).name, said=found.problem)

    def note(what: str, items: list[tuple[str, str, str]]) -> None:
        if inside:
            into_project(path, what, "", "", changes=items)
        else:
            append_beside(path, what, items)

    signer = signer_of(trail, signing.users, name, signing.pass_phrase, note)
    what = f"Signed as {meaning}"
    signer.items(meaning)
    if inside:
        into_project(path, what, why, signer.name, signed=(signer, meaning))
    else:
        append_beside(path, what, [("file", "", Path(path).name)], why, signer.name, signed=(signer, meaning))
    return signer


def signatures_checked(trail: Trail, users: Users | None) -> tuple[Note | None, Note | None]:
    """What is wrong with the signatures of a trail whose chain is whole, and what is to be said of them.

    Parameters
    ----------
    trail : tuple of str
    users : Users or None
        Without it their owners are not looked at.
    """
    found = signatures(trail)
    if not found:
        return None, None
    if users is None:
        return None, Note("signing.owners_unknown", "advice", n=len(found))
    for signature in found:
        problem = problem_of(signature, users.trail, users.path.name)
        if problem is not None:
            return problem, None
    return None, Note("signing.right", "info", n=len(found), name=users.path.name)


def checked_beside(path: str | Path, users: str = "") -> tuple[Note | None, Note | None]:
    """`signatures_checked` of the trail of a file or project.

    Raises
    ------
    FileError
        The users file is not sound.
    """
    return signatures_checked(load_trail(path), read_users(users) if users else None)
