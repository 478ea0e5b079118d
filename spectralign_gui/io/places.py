"""Whether a path that stands in a file somebody else may have made is looked at without asking.

A project names the files its spectra were read from. Looking at a path can be more than looking: a name of another
computer makes Windows log on there, a path of /proc or /dev may wait for ever or do something.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

SYSTEM = ("/proc", "/sys", "/dev", "/run", "/net")
LARGEST = 4_000_000_000
"""Bytes of the largest file that is compared without asking."""


def other_computer(path: str | Path) -> str:
    """The computer and the share of a path such as ``\\\\server\\share\\file``; "" for one of this computer."""
    found = re.match(r"[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)", str(path))
    return f"{found[1]}/{found[2]}".casefold() if found else ""


def may_be_looked_at(path: str | Path, beside: Path | None = None) -> bool:
    """Whether a path is looked at without asking.

    Parameters
    ----------
    path : path
    beside : path, optional
        The file that names it; what lies on the same share is as near as that file.
    """
    text = str(path)
    if "\0" in text:
        return False
    if other_computer(text):
        return beside is not None and other_computer(text) == other_computer(beside)
    if re.match(r"[\\/]{2}", text):  # \\.\device and the like
        return False
    if os.name != "posix":
        return True
    return not any(real == folder or real.startswith(folder + "/") for folder in SYSTEM
                   for real in (os.path.abspath(text), os.path.realpath(text)))


def is_ordinary(path: Path) -> bool:
    """Whether there is an ordinary file of a size that is compared; what it holds is not looked at."""
    found = os.stat(path)
    return stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST
