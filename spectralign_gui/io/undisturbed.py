"""Signals wait until a native library has come back."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

NUMBERS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Within it Ctrl-C and requests to end are noted; they act after it.

    An exception that a signal raises within a callback of HDF5 comes out as an error of HDF5's, and leaves it with a
    half closed file. In other threads than the main one no signal arrives, and nothing is done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    noted: list[int] = []
    before = {n: signal.getsignal(n) for n in NUMBERS}
    kept = {n: handler for n, handler in before.items() if callable(handler)}  # what is ignored stays ignored
    for number in kept:
        signal.signal(number, lambda n, _frame: noted.append(n))
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
    if noted:
        signal.raise_signal(noted[0])
