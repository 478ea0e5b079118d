"""How much memory and time reading a file may take, and how a process holds itself to that."""

from __future__ import annotations

import faulthandler
import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

FREE_MEMORY, FREE_SECONDS = 1_000_000_000, 5.0
"""What the smallest file may take: bytes beyond those of the process itself, seconds of processor time."""
NO_LIMITS = "SPECTRALIGN_NO_LIMITS"
"""In the environment: the process is watched from outside only, as where the system sets no limits."""
BUSY = 6.0
"""On a machine with other work a second of processor time takes longer; more than this is not waited."""

inside = False
"""Whether this is a reading process: what it reads is read in it."""


@dataclass(frozen=True)
class Allowance:
    """What one call may take.

    Parameters
    ----------
    memory : int
        Bytes beyond those the process has before it.
    seconds : float
        Of processor time, where the system counts it; `BUSY` times this by the clock.
    """

    memory: int
    seconds: float

    @classmethod
    def of(cls, path: str | Path, unpacked: float = 60.0, speed: float = 5e6) -> Allowance:
        """For a file: `unpacked` bytes of memory for one of the file, `speed` bytes of the file read in a second."""
        try:
            size = os.path.getsize(path)
        except (OSError, ValueError):
            size = 0
        return cls(min(FREE_MEMORY + int(unpacked * size), _most()), FREE_SECONDS + size / speed)

    @property
    def clock(self) -> float:
        """Seconds by the clock."""
        return BUSY * self.seconds + 5.0


def _most() -> int:
    """Nine tenths of the memory of the computer."""
    try:
        return int(0.9 * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):
        return 1 << 40


def hold(memory: int, seconds: float, clock: float) -> None:
    """Hold this process to an allowance from now on, as far as the system can."""
    # what ends the process whatever holds the GIL, should nobody be left to do it from outside: an alarm of the
    # system, and where there is none a thread of C (in a copied process its stop would wait for a thread that is not)
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, clock + 10.0)
    else:
        faulthandler.dump_traceback_later(clock + 10.0, exit=True)
    if sys.platform == "win32" or NO_LIMITS in os.environ:
        return
    import resource

    _set(resource.RLIMIT_CPU, math.ceil(time.process_time() + seconds))
    taken = _address_space()
    if taken:
        _set(resource.RLIMIT_AS, taken + memory)


def release() -> None:
    """The call is over."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0.0)
    else:
        faulthandler.cancel_dump_traceback_later()
    if sys.platform == "win32":
        return
    import resource

    for what in (resource.RLIMIT_CPU, resource.RLIMIT_AS):
        _set(what, None)


def no_core_dumps() -> None:
    """A process that is meant to die leaves no image of its memory."""
    if sys.platform == "win32":
        return
    import resource

    _set(resource.RLIMIT_CORE, 0)


def _set(what: int, value: int | None) -> None:
    if sys.platform == "win32":
        return
    import resource

    hard = resource.getrlimit(what)[1]
    if value is None or (hard != resource.RLIM_INFINITY and value > hard):
        value = hard
    try:
        resource.setrlimit(what, (value, hard))
    except (ValueError, OSError):  # a system that knows the limit by name only
        return


def _address_space() -> int:
    """Bytes of address space of this process; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def resident(process: int) -> int:
    """Bytes of memory another process holds; 0 where that is not to be learned."""
    if sys.platform == "win32":
        return _resident_on_windows(process)
    try:
        with open(f"/proc/{process}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        pass
    try:
        done = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, timeout=5, check=False)
        return 1024 * int(done.stdout.split()[0])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return 0


def _resident_on_windows(process: int) -> int:
    import ctypes

    class Counters(ctypes.Structure):
        _fields_ = [("cb", ctypes.c_uint32), ("faults", ctypes.c_uint32),
                    *((name, ctypes.c_size_t) for name in ("peak", "working", "a", "b", "c", "d", "pagefile", "e"))]

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    handle = kernel.OpenProcess(0x1010, False, process)
    if not handle:
        return 0
    counters = Counters(cb=ctypes.sizeof(Counters))
    known = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb)
    kernel.CloseHandle(handle)
    return int(counters.working) if known else 0
