"""A reading process as a copy of this one: at once, with everything imported. Only where a copy is sound: on Linux, in
a program of one thread and without a window; a lock that another thread holds would be held in the copy for ever.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from typing import BinaryIO, NoReturn

WINDOW = ("PySide6", "PyQt6", "PyQt5", "PySide2")
NO_FORK = "SPECTRALIGN_NO_FORK"
"""In the environment: reading processes are started anew, as on other systems."""


def can_fork() -> bool:
    """Whether this process may copy itself."""
    return (sys.platform == "linux" and NO_FORK not in os.environ and threading.active_count() == 1
            and threading.current_thread() is threading.main_thread() and not any(n in sys.modules for n in WINDOW))


class Forked:
    """What of `subprocess.Popen` is needed of such a process.

    Attributes
    ----------
    pid : int
    stdin, stdout : binary file
        Its ends here.
    """

    def __init__(self) -> None:
        # imported here, so that the copy has them: a first call finds everything in its place
        from . import child

        requests_there, requests_here = os.pipe()
        replies_here, replies_there = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            _become_the_child(requests_there, replies_there, child.main)
        os.close(requests_there)
        os.close(replies_there)
        self.stdin: BinaryIO = os.fdopen(requests_here, "wb")
        self.stdout: BinaryIO = os.fdopen(replies_here, "rb", buffering=1 << 16)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, None while it runs."""
        if self.returncode is None:
            try:
                ended, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # someone else has asked for it
                self.returncode = -signal.SIGKILL
                return self.returncode
            if ended:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, once it has ended."""
        end = time.monotonic() + (timeout if timeout is not None else 3600.0)
        pause = 0.0005
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("reading process", timeout or 3600.0)
            time.sleep(pause)
            pause = min(2 * pause, 0.02)
        return code

    def kill(self) -> None:
        """End it at once."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def _become_the_child(requests: int, replies: int, serve: object) -> NoReturn:
    """Never comes back: nothing of the program goes on in the copy, not even its ending."""
    code = 1
    try:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        os.dup2(requests, 0)
        os.dup2(replies, 1)
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 2)
        os.closerange(3, 65536)
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - what writes into them may be of a closed file
        serve()  # type: ignore[operator]
        code = 0
    finally:
        os._exit(code)
