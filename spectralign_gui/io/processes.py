"""Whether the program that wrote a note still runs. A number of a process alone does not say so: it is used again."""

from __future__ import annotations

import getpass
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from typing import Any


def this_process() -> dict[str, Any]:
    """What a note says about the process that writes it."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name, as in some containers
        user = "somebody"
    return {"process": os.getpid(), "begun": begun(os.getpid()), "computer": socket.gethostname(), "user": user}


def alive(note: Mapping[str, Any]) -> bool:
    """Whether the process that wrote a note may still run; on another computer we cannot know and assume it does."""
    if note.get("computer") != socket.gethostname():
        return True
    process = note.get("process")
    if not isinstance(process, int) or isinstance(process, bool) or not 0 < process < 2 ** 31:
        return False
    if not _exists(process):
        return False
    then, now = note.get("begun", ""), begun(process)
    return not (then and now and then != now)


def begun(process: int) -> str:
    """When a process began, in the words of the system; "" if that is not to be learned."""
    if sys.platform == "win32":
        return _begun_on_windows(process)
    if sys.platform.startswith("linux"):
        try:
            with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
                boot = file.read().strip()
            with open(f"/proc/{process}/stat", "rb") as stat:
                # after the name, which is in brackets and may hold anything; the 22nd field counts from the boot
                return f"{boot} {stat.read().rpartition(b')')[2].split()[19].decode('ascii')}"
        except (OSError, IndexError, ValueError):
            return ""
    try:
        done = subprocess.run(["ps", "-o", "lstart=", "-p", str(process)], capture_output=True, text=True, timeout=5,
                              check=False, env={**os.environ, "LC_ALL": "C"})
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def _exists(process: int) -> bool:
    if sys.platform == "win32":
        return _exists_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _exists_on_windows(process: int) -> bool:
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    handle = kernel.OpenProcess(0x1000, False, process)  # PROCESS_QUERY_LIMITED_INFORMATION
    if not handle:
        return False
    code = ctypes.c_ulong()
    kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return code.value == 259  # STILL_ACTIVE


def _begun_on_windows(process: int) -> str:
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    handle = kernel.OpenProcess(0x1000, False, process)
    if not handle:
        return ""
    times = [ctypes.c_ulonglong() for _ in range(4)]
    known = kernel.GetProcessTimes(handle, *map(ctypes.byref, times))
    kernel.CloseHandle(handle)
    return str(times[0].value) if known else ""
