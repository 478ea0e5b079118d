"""The reading processes of this program: started when needed, kept for the next file, replaced when they die."""

from __future__ import annotations

import atexit
import builtins
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from ...core import errors
from ...core.monitor import Monitor
from ...core.notes import about, as_note
from . import limits
from .limits import Allowance
from .worker import Worker

KEPT = 2
RETIRED = 600_000_000
"""Bytes. A process that has grown this large is not kept: it gives back nothing until it ends."""

_idle: list[Worker] = []
_lock = threading.Lock()
_monitor: ContextVar[Monitor | None] = ContextVar("monitor of reading", default=None)


@contextmanager
def watched_by(monitor: Monitor | None) -> Iterator[None]:
    """Whatever is read apart in here ends within a moment of a cancel."""
    token = _monitor.set(monitor)
    try:
        yield
    finally:
        _monitor.reset(token)


def watching() -> Monitor | None:
    """The monitor of what is read in here."""
    return _monitor.get()


def apart(function: Callable[..., Any], path: str | Path, *arguments: Any, allowance: Allowance | None = None) -> Any:
    """What ``function(path, *arguments)`` gives, called in a process of its own.

    Parameters
    ----------
    function : callable
        Of a module of the package or of a plug-in; found by its name there.
    path : str or Path
        The file it reads; handed over as an absolute path in a `str`.
    *arguments
        Plain values.
    allowance : Allowance, optional
        Default by the size of the file.

    Returns
    -------
    object
        Plain values, arrays and data classes of the package.

    Raises
    ------
    FileError
        The process died over the file, or took more time or memory than a file of its size can need.
    Cancelled
        See `watched_by`.
    Exception
        What the function raises.
    """
    if limits.inside:  # this is such a process already, with limits of its own
        return function(_absolute(path), *arguments)
    allowance = allowance or Allowance.of(path)
    name = f"{function.__module__}:{function.__qualname__}"
    worker = _taken()
    try:
        reply = worker.call(name, (_absolute(path), *arguments), allowance, _monitor.get())
    finally:
        _give_back(worker)
    if "error" in reply:
        raise _error(reply)
    return reply["value"]


def _absolute(path: str | Path) -> str:
    try:
        return os.path.abspath(path)
    except OSError:  # the working directory is gone
        return str(path)


def _error(reply: dict[str, Any]) -> BaseException:
    """The exception of the other process as one of this."""
    name, text = str(reply["error"]), as_note(reply["text"])
    cls = getattr(errors, name, None) or getattr(builtins, name, None)
    if not (isinstance(cls, type) and issubclass(cls, Exception)):
        cls, text = RuntimeError, about(name, text)
    elif issubclass(cls, UnicodeError):
        cls = ValueError
    error: BaseException = cls(text)
    if not isinstance(error, errors.SpectrAlignError):
        error.add_note(str(reply.get("trace", "")))
    return error


def _taken() -> Worker:
    with _lock:
        while _idle:
            worker = _idle.pop()
            if worker.usable:
                return worker
    try:
        return Worker()
    except OSError as error:
        raise errors.FileError("read.process_not_started", strerror=error.strerror) from error


def _give_back(worker: Worker) -> None:
    with _lock:
        if worker.usable and worker.largest < RETIRED and len(_idle) < KEPT:
            _idle.append(worker)
            return
    if worker.owner == os.getpid():
        worker.end()


def warm() -> None:
    """Start a process beforehand: it is ready when the first file is opened."""
    with _lock, suppress(OSError):
        if not _idle:
            _idle.append(Worker(ready=True))


def close_all() -> None:
    """End the processes that wait."""
    with _lock:
        waiting = [w for w in _idle if w.owner == os.getpid()]
        _idle.clear()
    for worker in waiting:
        worker.end()


atexit.register(close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)
