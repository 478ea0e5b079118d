"""The chain: every entry holds the hash of the one before it, so that a change, a gap or another order is seen.

An entry is one line of JSON. Its hash is the SHA-256 of the line without it, keys sorted, so that anybody can check a
trail without this program. Who rewrites the whole end of a trail can make a new chain: note the last hash elsewhere
(it stands in every export) and give it to `check`.
"""

from __future__ import annotations

import getpass
import hashlib
import json
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ...core.data.text import spelt
from ...core.notes import Note
from ...version import __version__
from .signing import SIGNATURE, Signature, holds, signature_of

FIRST = "0" * 64
Trail = tuple[str, ...]
"""Entries as lines of JSON."""
Changes = Sequence[tuple[str, str, str]]
"""Item, old value, new value."""
FIELDS = ("number", "when", "who", "computer", "program", "what", "changes", "why", "remark", "previous", "hash")


@dataclass(frozen=True)
class Entry:
    """One entry, as read."""

    number: int
    when: str
    who: str
    computer: str
    program: str
    what: str
    changes: tuple[tuple[str, str, str], ...]
    why: str
    remark: str
    previous: str
    hash: str


def user() -> str:
    """The account that the program runs under; "" where the system does not say."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def _hash_of(tree: dict[str, Any]) -> str:
    bare = {k: v for k, v in tree.items() if k != "hash"}
    return hashlib.sha256(_line(bare).encode("utf-8")).hexdigest()


def _message(tree: dict[str, Any]) -> bytes:
    """What a signature is over: the entry without its hash and without the signature itself."""
    bare = {k: v for k, v in tree.items() if k != "hash"}
    return _line({**bare, "changes": [c for c in tree["changes"] if c[0] != SIGNATURE]}).encode("utf-8")


def _line(tree: dict[str, Any]) -> str:
    return json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _parsed(line: str) -> dict[str, Any] | None:
    try:
        tree = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(tree, dict) or set(tree) != set(FIELDS):
        return None
    changes = tree["changes"]
    texts = all(isinstance(tree[k], str) for k in FIELDS if k not in ("number", "changes"))
    whole = isinstance(tree["number"], int) and not isinstance(tree["number"], bool) and isinstance(changes, list)
    if not (texts and whole) or not all(
            isinstance(c, list) and len(c) == 3 and all(isinstance(t, str) for t in c) for c in changes):
        return None
    return tree


def appended(trail: Trail, what: str, changes: Changes = (), why: str = "", who: str = "", remark: str = "",
             now: datetime | None = None, sign: Callable[[bytes], str] | None = None) -> Trail:
    """The trail with one more entry.

    Parameters
    ----------
    trail : tuple of str
    what : str
    changes : sequence of (item, old, new)
    why : str
    who : str
        Name of the person; the account is added.
    remark : str
    now : datetime, optional
        With a time zone; tests give one of their own.
    sign : callable (bytes), optional
        Gives the signature of the entry; it becomes its last item.
    """
    what, why, who = spelt(what), spelt(why), spelt(who)
    last = _parsed(trail[-1]) if trail else None
    moment = now or datetime.now().astimezone()
    if (back := set_back(trail, moment)) > 0:
        remark = f"{remark} The clock was set back by {back:.0f} s.".strip()
    account = user()
    tree: dict[str, Any] = {
        "number": len(trail) + 1, "when": moment.isoformat(timespec="seconds"),
        "who": f"{who} ({account})" if who and account and who != account else who or account,
        "computer": platform.node(), "program": f"SpectrAlign {__version__}", "what": what,
        "changes": [[spelt(str(t)) for t in change] for change in changes], "why": why, "remark": remark,
        "previous": FIRST if last is None else last["hash"]}
    if sign is not None:
        tree["changes"].append([SIGNATURE, "", sign(_message(tree))])
    tree["hash"] = _hash_of(tree)
    return (*trail, _line(tree))


def set_back(trail: Trail, now: datetime | None = None) -> float:
    """By how many seconds the clock is before the last entry; 0 where it is not."""
    last = _parsed(trail[-1]) if trail else None
    moment = now or datetime.now().astimezone()
    return 0.0 if last is None else max((_moment(last["when"]) - moment).total_seconds(), 0.0)


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0).astimezone()
    return found if found.tzinfo is not None else found.astimezone()


@dataclass(frozen=True)
class TrailCheck:
    """What is to be said of a trail.

    Parameters
    ----------
    entries : int
        How many hang together from the first on.
    problem : Note or None
        The first entry that is not as it was written.
    remarks : tuple of Note
        The clock was set back, two windows have written.
    head : str
        Hash of the last good entry.
    """

    entries: int
    problem: Note | None
    remarks: tuple[Note, ...]
    head: str

    @property
    def whole(self) -> bool:
        """Whether nothing was changed."""
        return self.problem is None


def check(trail: Sequence[str], head: str = "") -> TrailCheck:
    """Go through the chain.

    Parameters
    ----------
    trail : sequence of str
    head : str
        A hash that was noted earlier; it must be one of the trail's.
    """
    previous, seen = FIRST, set()
    remarks: list[Note] = []
    for number, line in enumerate(trail, start=1):
        tree = _parsed(line)
        code = ("" if tree is not None else "audit.unreadable") or _fault(tree or {}, number, previous)
        if code:
            return TrailCheck(number - 1, Note(code, "error", number=number), tuple(remarks), previous)
        assert tree is not None
        if tree["remark"]:
            remarks.append(Note("audit.remark", "advice", number=number, remark=tree["remark"]))
        previous = tree["hash"]
        seen.add(previous)
    if head and head not in seen:
        return TrailCheck(len(trail), Note("audit.head_missing", "error", head=head[:16]), tuple(remarks), previous)
    return TrailCheck(len(trail), None, tuple(remarks), previous)


def _fault(tree: dict[str, Any], number: int, previous: str) -> str:
    if _hash_of(tree) != tree["hash"]:
        return "audit.changed"
    if tree["number"] != number or tree["previous"] != previous:
        return "audit.gap"
    signed = any(c[0] == SIGNATURE for c in tree["changes"])
    return "audit.signature_wrong" if signed and not holds(_message(tree), tree["changes"]) else ""


def read(trail: Sequence[str]) -> list[Entry]:
    """The entries that can be read, in order."""
    found = []
    for line in trail:
        tree = _parsed(line)
        if tree is not None:
            found.append(Entry(**{**tree, "changes": tuple((i, a, b) for i, a, b in tree["changes"])}))
    return found


def signatures(trail: Sequence[str]) -> list[Signature]:
    """The signatures of a trail, in order; `check` tells whether they hold."""
    found = (signature_of(e.changes, e.number, e.when, e.why) for e in read(trail))
    return [s for s in found if s is not None]


def merged(theirs: Trail, mine: Trail) -> Trail:
    """Two trails that were written at the same time: theirs, which is on the disk, and then what only mine has.

    Nothing is lost: my entries come after theirs, chained anew, each with the time it was made and its number then.
    """
    same = 0
    while same < min(len(theirs), len(mine)) and theirs[same] == mine[same]:
        same += 1
    if same == len(theirs):
        return mine
    return chained(theirs, mine[same:], elsewhere=True)


def chained(trail: Trail, lines: Sequence[str], elsewhere: bool = False) -> Trail:
    """Entries of another chain put at the end of a trail; `elsewhere` says so in their remark."""
    for entry in read(lines):
        last = _parsed(trail[-1]) if trail else None
        tree: dict[str, Any] = {k: getattr(entry, k) for k in FIELDS}
        tree["changes"] = [list(c) for c in entry.changes]
        if signature_of(entry.changes, 0) is not None:  # it was over another chain, and only the pass phrase makes one
            tree["changes"][-1][0] = f"{SIGNATURE} of another chain, not valid here"
        if elsewhere:
            tree["remark"] = (f"{entry.remark} Written by another window at the same time, as its entry "
                              f"{entry.number}.").strip()
        tree["number"], tree["previous"] = len(trail) + 1, FIRST if last is None else last["hash"]
        tree["hash"] = _hash_of(tree)
        trail = (*trail, _line(tree))
    return trail
