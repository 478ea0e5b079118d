"""Work that a cancel need not wait for, whatever it is just computing.

One call of compiled code cannot be stopped: the singular values of 1,500 × 1,500 numbers take seconds on a busy
machine, and so does a product. Large work is therefore done in a thread of its own, while the caller asks its monitor
50 times a second. Once it is to stop, the caller leaves at once; the thread ends at its own next check, and nobody
takes what it has made. What is computed is the same. Only for work that writes nothing but what it returns.
"""

from __future__ import annotations

import atexit
import contextvars
import inspect
import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from .errors import Cancelled
from .monitor import Monitor, stops_asked

P = ParamSpec("P")
T = TypeVar("T")
LOOK = 0.02
"""Seconds between two questions whether to stop."""
AT_THE_END = 3.0
"""Seconds that the program waits at its end for what was left: it stops at its next check."""

_inside: contextvars.ContextVar[bool] = contextvars.ContextVar("can be left", default=False)
_left: WeakSet[threading.Thread] = WeakSet()


class _Leavable:
    """The monitor of the work: silent and cancelled once the caller has gone."""

    def __init__(self, parent: Monitor) -> None:
        self._parent, self.left = parent, False

    def report(self, stage: str, fraction: float, **values: Any) -> None:
        if not self.left:
            self._parent.report(stage, fraction, **values)

    def raise_if_cancelled(self) -> None:
        if self.left:
            raise Cancelled
        self._parent.raise_if_cancelled()

    @property
    def stops(self) -> int:
        return stops_asked(self._parent)


def leavable(work: Callable[[Monitor], T], monitor: Monitor) -> T:
    """``work(monitor)``, left alone as soon as the monitor says so.

    Parameters
    ----------
    work : callable
        Writes no file and changes nothing that others see.
    monitor : Monitor
        Asked from two threads.

    Raises
    ------
    Cancelled
        Within about 20 ms.

    Examples
    --------
    >>> from spectralign_gui.core.monitor import SilentMonitor
    >>> leavable(lambda monitor: 3, SilentMonitor())
    3
    """
    if _inside.get():  # a part of work that can be left already
        return work(monitor)
    monitor.raise_if_cancelled()
    own, done, context = _Leavable(monitor), threading.Event(), contextvars.copy_context()
    found: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        _inside.set(True)
        try:
            found.append(work(own))
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            failed.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=context.run, args=(run,), name="leavable work", daemon=True)
    thread.start()
    try:
        while not done.wait(LOOK):
            monitor.raise_if_cancelled()
    except BaseException:  # cancelled, or Ctrl+C
        own.left = True
        _left.add(thread)
        raise
    if failed:
        raise failed.pop()
    return found.pop()


def can_be_left(function: Callable[P, T]) -> Callable[P, T]:
    """A function of a `monitor` that is `leavable` where it is given one."""
    described = inspect.signature(function)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        given = described.bind(*args, **kwargs)
        monitor = given.arguments.get("monitor")
        if monitor is None:
            return function(*args, **kwargs)

        def work(own: Monitor) -> T:
            given.arguments["monitor"] = own
            return function(*given.args, **given.kwargs)

        return leavable(work, monitor)

    return call


@atexit.register
def _wait() -> None:
    """Let what was left come to its next check before the interpreter is taken down under it."""
    until = time.monotonic() + AT_THE_END
    for thread in list(_left):
        thread.join(max(until - time.monotonic(), 0.0))
