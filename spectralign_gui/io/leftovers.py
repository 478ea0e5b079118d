"""Half-written files of programs that were killed while they saved: told by their names, taken away at the next save.

Such a file is called ``.NAME-MARK-xxxxxxxx.ENDING``; the mark says which process of which computer writes it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import socket
import time
from functools import cache
from pathlib import Path

from .processes import begun

log = logging.getLogger(__name__)
DAY = 86_400


@cache
def _mark_of(process: int) -> str:
    return f"{process}.{_short(socket.gethostname())}.{_short(begun(process))}"


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:6]


def mark() -> str:
    """The mark of this process."""
    return _mark_of(os.getpid())


def sweep(path: Path) -> None:
    """Take away what killed programs have left of saving `path`; what another program may still write stays."""
    name = re.compile(rf"\.{re.escape(path.stem[:40])}-(?:(\d+)\.(\w{{6}})\.(\w{{6}})-)?\w{{8}}"
                      rf"{re.escape(path.suffix)}")
    try:
        with os.scandir(path.parent) as entries:
            found = [(entry.path, match) for entry in entries if (match := name.fullmatch(entry.name))]
    except OSError:  # the save that follows says what is wrong with the folder
        return
    for half, match in found:
        try:
            if _left(match, os.path.getmtime(half)):
                os.unlink(half)
        except OSError as error:  # another program was quicker, or it is not ours to delete
            log.info("%s was left: %s", half, error)


def _left(match: re.Match[str], changed: float) -> bool:
    """Whether nobody writes a file any more: its process is gone, or unknown and the file a day old."""
    if match[1] and match[2] == _short(socket.gethostname()) and match[3] != _short(""):
        now = begun(int(match[1]))
        return not now or _short(now) != match[3]
    return time.time() - changed > DAY
