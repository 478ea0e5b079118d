"""Half-written files of programs that were killed while they saved: found by their names, taken away at the next save.

A file that is being written is called ``.NAME-sa<computer>-<process>-<letters>.ENDING``. Where that process of this
computer is gone, nobody will finish the file; what another computer began is left alone for a day.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import socket
import time
from functools import lru_cache
from pathlib import Path

from .processes import exists

log = logging.getLogger(__name__)
DAY, PAUSE = 86_400.0, 2.0
_NAME = re.compile(r"\..{0,40}-sa(?P<computer>[0-9a-f]{6})-(?P<process>\d{1,10})-[a-z0-9_]{8}(\.[^.]*)?\Z", re.DOTALL)
_looked: dict[Path, float] = {}


@lru_cache(maxsize=1)
def _computer() -> str:
    return hashlib.sha256(socket.gethostname().encode()).hexdigest()[:6]


def beginning(path: Path) -> str:
    """How the name of a file begins that is written in place of `path`."""
    return f".{path.stem[:40]}-sa{_computer()}-{os.getpid()}-"


def remove_leftovers(folder: Path) -> None:
    """Take away what killed programs left half-written in a folder; looked at once in two seconds at most."""
    now = time.monotonic()
    if now - _looked.get(folder, -PAUSE) < PAUSE:  # thousands of files may be saved into one folder
        return
    _looked[folder] = now
    with os.scandir(folder) as entries:
        for entry in entries:
            found = _NAME.match(entry.name)
            try:
                if found and entry.is_file(follow_symlinks=False) and _nobody_finishes(found, entry):
                    os.unlink(entry.path)
            except OSError as error:  # somebody was quicker, or it is not ours to delete
                log.info("%s was left: %s", entry.path, error)


def _nobody_finishes(found: re.Match[str], entry: os.DirEntry[str]) -> bool:
    if found["computer"] != _computer():
        return time.time() - entry.stat(follow_symlinks=False).st_mtime > DAY
    return not exists(int(found["process"]))
