"""One process that reads, seen from the one that asks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Any

from ...core.errors import Cancelled, FileError, SpectrAlignError
from ...core.monitor import Monitor
from .forked import Forked, can_fork
from .frames import read_frame, write_frame
from .limits import Allowance, resident

LOOKS = 0.05
"""Seconds between two looks at a call under way: whether it was cancelled, whether it takes too much."""
_PROGRAM = "from spectralign_gui.io.apart.child import main; main({ready})"


class Worker:
    """A process that answers one call after the other.

    Parameters
    ----------
    ready : bool
        It imports what reads before it is asked to: for one that is started while nobody waits for it.
    """

    def __init__(self, ready: bool = False) -> None:
        self.owner = os.getpid()
        self.largest = 0
        self._answered = False
        self._process: subprocess.Popen[bytes] | Forked = Forked() if can_fork() else self._started(ready)

    def _started(self, ready: bool) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1",
                       "PYTHONPATH": os.pathsep.join(p or os.getcwd() for p in sys.path)}
        flags: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            flags = {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}
        # -P: a numpy.py in the folder of the spectra is not the one to be imported
        words = [sys.executable, "-P", "-c", _PROGRAM.format(ready=ready)]
        if getattr(sys, "frozen", False):  # a bundle is no interpreter: its beginning knows the word
            words = [sys.executable, "--read-apart"]
        return subprocess.Popen(words, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, **flags)

    @property
    def usable(self) -> bool:
        """Whether it still runs and is this process's own."""
        return self.owner == os.getpid() and self._process.poll() is None

    def call(self, function: str, arguments: tuple[Any, ...], allowance: Allowance, monitor: Monitor | None) -> Any:
        """The reply to a call, unopened.

        Raises
        ------
        FileError
            The process has died over it or took too much.
        Cancelled
            The monitor says so; the process has been ended.
        """
        assert self._process.stdin is not None and self._process.stdout is not None
        over = threading.Event()
        watch = _Watch(self._process, over, allowance, monitor)
        watch.start()
        try:
            write_frame(self._process.stdin, {  # type: ignore[arg-type]
                "function": function, "arguments": list(arguments), "memory": allowance.memory,
                "seconds": allowance.seconds, "clock": allowance.clock})
            reply = read_frame(self._process.stdout, allowance.memory)  # type: ignore[arg-type]
            self.largest = max(self.largest, resident(self._process.pid))
            self._answered = True
            return reply
        except (EOFError, OSError, ValueError, KeyError, TypeError) as error:
            code = self._ended()
            over.set()
            watch.join()
            if watch.stopped is not None:
                raise watch.stopped from None
            raise FileError(_ending(code) if self._answered or code != 1 else _NOT_BEGUN) from error
        except BaseException:
            self.end()
            raise
        finally:
            over.set()

    def _ended(self) -> int | None:
        """Its exit code once its end of the pipe is closed, None if it has to be ended first."""
        try:
            return self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return None
        finally:
            self.end()

    def end(self) -> None:
        """End it at once."""
        if self._process.poll() is None:
            self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what was not sent yet cannot be sent any more
                if pipe is not None:
                    pipe.close()
        self._process.wait()


class _Watch(threading.Thread):
    """Ends the process of a call that was cancelled or takes too much."""

    def __init__(self, process: subprocess.Popen[bytes] | Forked, over: threading.Event, allowance: Allowance,
                 monitor: Monitor | None) -> None:
        super().__init__(daemon=True, name="watch over reading")
        self._process, self._over, self._allowance, self._monitor = process, over, allowance, monitor
        self.stopped: BaseException | None = None

    def run(self) -> None:
        """Look again and again."""
        end, looks = time.monotonic() + self._allowance.clock, 0
        before = resident(self._process.pid)
        while not self._over.wait(LOOKS):
            looks += 1
            try:
                if self._monitor is not None:
                    self._monitor.raise_if_cancelled()
                if time.monotonic() > end:
                    raise FileError(_TOO_LONG)
                if looks % 10 == 0 and resident(self._process.pid) > before + self._allowance.memory:
                    raise FileError(_TOO_MUCH)
            except (SpectrAlignError, Cancelled) as error:  # carried to the thread that waits
                self.stopped = error
                self._process.kill()
                return


_NOT_BEGUN = "the process that reads such files could not be started."
_TOO_LONG = "reading it does not come to an end; it is damaged, or larger than can be read."
_TOO_MUCH = "reading it takes far more memory than a file of its size needs; it is damaged."
_BROKEN = "the library that reads such files broke down over it; it is damaged."


def _ending(code: int | None) -> str:
    """The sentence for a process that ended by itself."""
    return _TOO_LONG if sys.platform != "win32" and code == -signal.SIGXCPU else _BROKEN
