"""What reading a large table takes, and what the computer has: said beforehand, not found out on the way."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from ..core.errors import FileError

ASKED_FROM = 200_000_000
"""Bytes of a text from which on the memory is looked at before it is read."""
SAMPLE = 1 << 20
PER_VALUE = 17.5
"""Bytes of memory per number while a table is read: the numbers twice, as parts and as a whole (measured: 16.6)."""
OVERHEAD = 100_000_000
SPARE = 0.9
"""Of the free memory a table may take so much."""
_NUMBER = re.compile(rb"[^\s,;|\t]+")


def need_of_text(path: Path) -> int:
    """Bytes of memory that reading a table of text takes, from a part in its middle.

    Raises
    ------
    FileError
        There are only zero bytes: the file has its size, but was not written to its end.
    """
    size = path.stat().st_size
    with open(path, "rb") as file:
        file.seek(max(0, size // 2 - SAMPLE // 2))
        part = file.read(SAMPLE)
    if part and not part.strip(b"\0"):
        raise FileError("memory.zeros_for_text", size=size / 1e9)
    if b"\0" in part[:4096]:
        part = part.replace(b"\0", b"")
        size //= 2
    values = len(_NUMBER.findall(part))
    return int(OVERHEAD + PER_VALUE * values * size / max(len(part), 1))


def free_memory() -> int | None:
    """Bytes this process can still take; None where the system does not say."""
    found = [v for v in (_of_the_system(), _of_the_limit()) if v is not None]
    return min(found) if found else None


def check_text(path: Path) -> None:
    """Look whether a table fits into memory.

    Raises
    ------
    FileError
        It does not, with what it needs and what is free.
    """
    if path.stat().st_size < ASKED_FROM:
        return
    check_need(need_of_text(path))


def check_need(need: float) -> None:
    """Look whether so many bytes are free.

    Raises
    ------
    FileError
        They are not, with what is needed and what is free.
    """
    free = free_memory()
    if free is not None and need > SPARE * free:
        raise FileError("memory.text_needs", need=need / 1e9, free=free / 1e9)


def _of_the_system() -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return 1024 * int(line.split()[1])
    except (OSError, ValueError, IndexError):
        pass
    return _of_windows() if sys.platform == "win32" else None


def _of_windows() -> int | None:
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ulong), ("load", ctypes.c_ulong), *((name, ctypes.c_ulonglong) for name in (
            "total", "available", "page_total", "page_available", "virtual_total", "virtual_available", "extended"))]

    status = Status()
    status.length = ctypes.sizeof(Status)
    known = ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))  # type: ignore[attr-defined]
    return int(status.available) if known else None


def _of_the_limit() -> int | None:
    """What is left of a limit of address space (ulimit -v)."""
    if sys.platform == "win32":
        return None
    import resource

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit == resource.RLIM_INFINITY:
        return None
    try:
        with open("/proc/self/statm", "rb") as file:
            return max(0, limit - int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE"))
    except (OSError, ValueError, IndexError):
        return None
