"""Signatures in a record: who has to sign decisions, and that nobody else did."""

from __future__ import annotations

import os
from pathlib import Path

from ...core.errors import FileError, ParameterError
from ...core.notes import Note
from ...session.audit.signing import APPROVED, Signer
from ...session.lifecycle import Life
from ...session.lifecycle.life import SIGNATURES
from ...session.lifecycle.proposing import Changes, changes_of
from ..audit.signed import Signing, signatures_checked, signer_of
from ..audit.users import read_users
from .record import Record, enter, read_record


def users_of(record: Record, given: str = "") -> str:
    """The users file: the one that is given, else that of the record."""
    if given or not record.life.users:
        return given
    return str(record.path.resolve().parent / record.life.users)


def signer_for(path: str | Path, who: str, signing: Signing) -> Signer:
    """The person who signs in a record.

    Raises
    ------
    FileError
        See `io.audit.signed.signer_of`; or the users file is not that of the record.
    """
    record = read_record(path)
    users = users_of(record, signing.users)
    if not users:
        raise ParameterError("signing.no_users")
    if record.life.root and read_users(users).root != record.life.root:
        raise FileError("signing.other_file", users=Path(users).name, name=record.path.name)
    return signer_of(record.trail, users, who, signing.pass_phrase,
                     lambda what, items: enter(path, lambda _: (what, items), "", ""))


def decided_by(path: str | Path, who: str, signing: Signing | None) -> tuple[Signer, str] | None:
    """Who signs a decision; None where nobody has to and nobody does.

    Raises
    ------
    FileError
        A signature is needed, or see `signer_for`.
    ParameterError
        The role of the person may not approve.
    """
    if signing is None:
        if read_record(path).life.root:
            raise FileError("life.sign_needed", name=Path(path).name)
        return None
    signer = signer_for(path, who, signing)
    signer.items(APPROVED)
    return signer, APPROVED


def require(path: str | Path, who: str, why: str, signing: Signing) -> Record:
    """From now on decisions are signed by approvers of a users file; this is not taken back.

    Raises
    ------
    FileError
        See `signer_for`.
    ParameterError
        No reason is given, or the person is no approver.
    """
    if not why.strip():
        raise ParameterError("life.why_needed")
    signed = decided_by(path, who, signing)
    assert signed is not None
    users = Path(users_of(read_record(path), signing.users)).resolve()
    folder = Path(path).resolve().parent
    named = os.path.relpath(users, folder) if users.is_relative_to(folder) else str(users)

    def entry(life: Life) -> tuple[str, Changes]:
        return "Decisions are signed from now on", changes_of(SIGNATURES, {
            "users": Path(named).as_posix(), "root": signed[0].root}, [("users file", life.users, users.name)])

    return enter(path, entry, who, why, signed)


def sign(path: str | Path, who: str, meaning: str, why: str, signing: Signing, number: int = 0) -> Record:
    """Sign a record up to now, or a version of it.

    Parameters
    ----------
    path : str or Path
    who : str
    meaning : {"responsible", "reviewed", "approved"}
        What is said; nothing is put in force by it.
    why : str
    signing : Signing
    number : int
        A version; 0 for the whole record.

    Raises
    ------
    FileError
        See `signer_for`; or there is no such version.
    ParameterError
        No reason is given, or the role of the person may not sign so.
    """
    if not why.strip():
        raise ParameterError("life.why_needed")
    if number:
        read_record(path).life.version(number)
    signer = signer_for(path, who, signing)
    items = [("version", "", str(number))] if number else []
    return enter(path, lambda _: (f"Signed as {meaning}", items), who, why, (signer, meaning))


def verify_signatures(record: Record, users: str = "") -> Note | None:
    """Whether the signatures of a record are those of the people who may make them; what is to be said of them.

    Raises
    ------
    FileError
        One is not; or the users file is not there, not sound, or another one.
    """
    path = users_of(record, users)
    found = read_users(path) if path else None
    if found is not None and record.life.root and found.root != record.life.root:
        raise FileError("signing.other_file", users=found.path.name, name=record.path.name)
    problem, said = signatures_checked(record.trail, found)
    if problem is not None:
        raise FileError("audit.not_sound", name=record.path.name, said=problem)
    return said
