"""Signatures in a trail: who has signed an entry, with which role and meaning, by a key from a pass phrase.

A signature is over the entry as it is written, with the hash of the one before it, and so over all that stands before.
Anybody can check it with the public key; only the pass phrase makes it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ...core.errors import ParameterError
from .ed25519 import is_signed, public_key, sign

OPERATOR, REVIEWER, APPROVER = "operator", "reviewer", "approver"
ROLES = (OPERATOR, REVIEWER, APPROVER)
RESPONSIBLE, REVIEWED, APPROVED = "responsible", "reviewed", "approved"
MEANINGS = {RESPONSIBLE: ROLES, REVIEWED: (REVIEWER, APPROVER), APPROVED: (APPROVER,)}
"""What a signature can mean, and which roles may sign so."""
SHORTEST = 12
"""Letters of a pass phrase."""
COST = (2**15, 8, 1)
"""Of scrypt: n, r, p; 32 MB and about 0.2 s for every guess."""
SIGNED_BY, ROLE, MEANING, USERS, KEY, SIGNATURE = "signed by", "role", "meaning", "users", "key", "signature"
"""Items of a signed entry; the signature is the last one."""
FAILED = "A signature failed: wrong pass phrase"


@dataclass(frozen=True)
class Secret:
    """What a pass phrase gives: what proves it, and the seed of the key.

    Parameters
    ----------
    verifier, seed : bytes
    """

    verifier: bytes
    seed: bytes

    def __repr__(self) -> str:
        return "Secret()"  # never into a log


def derived(pass_phrase: str, salt: bytes) -> Secret:
    """By scrypt (Percival & Josefsson 2016, RFC 7914)."""
    n, r, p = COST
    text = unicodedata.normalize("NFKC", pass_phrase).encode("utf-8")
    found = hashlib.scrypt(text, salt=salt, n=n, r=r, p=p, maxmem=2**27, dklen=64)
    return Secret(found[:32], found[32:])


def new_salt() -> bytes:
    """Of a new pass phrase."""
    return secrets.token_bytes(16)


def long_enough(pass_phrase: str) -> None:
    """Refuse a short pass phrase.

    Raises
    ------
    ParameterError
    """
    if len(pass_phrase.strip()) < SHORTEST:
        raise ParameterError("signing.short", n=SHORTEST)


@dataclass(frozen=True)
class Signer:
    """A person whose pass phrase was right, until the signature is made.

    Parameters
    ----------
    name, role : str
    users : str
        Hash of the last entry of the users file that says so.
    root : str
        Hash of its first entry, which tells one users file from another.
    secret : Secret
    """

    name: str
    role: str
    users: str
    root: str
    secret: Secret

    @property
    def key(self) -> str:
        """The public key."""
        return public_key(self.secret.seed).hex()

    def items(self, meaning: str) -> list[tuple[str, str, str]]:
        """What a signed entry says of its signature, before it is signed.

        Raises
        ------
        ParameterError
            The role may not sign so.
        """
        if meaning not in MEANINGS:
            raise ParameterError("signing.meaning", meaning=meaning, meanings=list(MEANINGS))
        if self.role not in MEANINGS[meaning]:
            raise ParameterError("signing.may_not", name=self.name, role=self.role, meaning=meaning)
        return [(SIGNED_BY, "", self.name), (ROLE, "", self.role), (MEANING, "", meaning), (USERS, "", self.users),
                (KEY, "", self.key)]

    def sign(self, message: bytes) -> str:
        """The signature of a message."""
        return sign(self.secret.seed, message).hex()


def is_right(secret: Secret, verifier: bytes) -> bool:
    """Whether a pass phrase is the one that was set."""
    return hmac.compare_digest(secret.verifier, verifier)


@dataclass(frozen=True)
class Signature:
    """A signature as an entry says it.

    Parameters
    ----------
    entry : int
    name, role, meaning, users, key : str
    when, why : str
    """

    entry: int
    name: str
    role: str
    meaning: str
    users: str
    key: str
    when: str = ""
    why: str = ""


def signature_of(changes: Sequence[Sequence[str]], number: int, when: str = "", why: str = "") -> Signature | None:
    """The signature that the items of an entry hold; None of one that is not signed."""
    found = {item: new for item, _, new in changes}
    if SIGNATURE not in found:
        return None
    name, role, meaning, users, key = (found.get(k, "") for k in (SIGNED_BY, ROLE, MEANING, USERS, KEY))
    return Signature(number, name, role, meaning, users, key, when, why)


def holds(message: bytes, changes: Sequence[Sequence[str]]) -> bool:
    """Whether the signature of an entry is one of this message by the key that it names."""
    item, _, signature = changes[-1]
    found = signature_of(changes, 0)
    if item != SIGNATURE or found is None or [c[0] for c in changes].count(SIGNATURE) != 1:
        return False
    try:
        return is_signed(bytes.fromhex(found.key), message, bytes.fromhex(signature))
    except ValueError:
        return False
