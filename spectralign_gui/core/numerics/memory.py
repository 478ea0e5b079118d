"""Refuse what would not fit in memory before it starts, with the size in GB and what to do instead."""

from __future__ import annotations

import ctypes
import os
import sys

from ..errors import MemoryNeedError

SHARE = 0.8  # of the free memory that one request may take


def available_bytes() -> int | None:
    """Free memory in bytes, or None where the system does not tell."""
    if sys.platform.startswith("linux"):
        try:
            with open("/proc/meminfo", encoding="ascii") as file:
                for line in file:
                    if line.startswith("MemAvailable:"):
                        return int(line.split()[1]) * 1024
        except OSError:
            return None
    if sys.platform == "win32":
        return _windows_available()
    try:  # macOS tells the total only; what other programs hold is not known
        return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 0.7)
    except (ValueError, OSError, AttributeError):
        return None


def _windows_available() -> int | None:
    class Status(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ulong), ("load", ctypes.c_ulong)] + [
            (name, ctypes.c_ulonglong) for name in ("total", "free", "total_page", "free_page", "total_virtual",
                                                    "free_virtual", "free_extended")]

    status = Status()
    status.length = ctypes.sizeof(Status)
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - absent from the type stubs on other systems
    return int(status.free) if kernel.GlobalMemoryStatusEx(ctypes.byref(status)) else None


def require(n_bytes: float, what: str, advice: str) -> None:
    """Do nothing if `n_bytes` fit.

    Parameters
    ----------
    n_bytes : float
    what : str
        Subject of the sentence ("the reconstruction of 50000 × 50000 samples").
    advice : str
        What to do instead ("look at a part of the samples").

    Raises
    ------
    MemoryNeedError
    """
    free = available_bytes()
    if free is not None and n_bytes > SHARE * free:
        raise MemoryNeedError("memory.needs", what=what, n_bytes=n_bytes / 1000000000.0, free=free / 1000000000.0,
                              advice=advice)
