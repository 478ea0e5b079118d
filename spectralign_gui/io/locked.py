"""One writer at a time: a lock that the system takes back when its owner ends, however it ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..core.errors import FileError
from .atomic import save_error


@contextmanager
def exclusive(path: str | Path, wait: float = 0.0) -> Iterator[None]:
    """Within it no other program that asks for the same lock goes on; the lock is the file ``PATH.lock``.

    Parameters
    ----------
    path : str or Path
    wait : float
        Seconds to wait for another one that has it.

    Raises
    ------
    FileError
        Another one has it.
    """
    lock = Path(f"{path}.lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise save_error(lock, error) from error
    try:
        end = time.monotonic() + wait
        while not (mine := _taken(handle)) and time.monotonic() < end:
            time.sleep(0.02)
        if not mine:
            raise FileError("lock.taken", name=Path(path).name)
        yield
    finally:
        os.close(handle)  # gives the lock back; the empty file stays, so that all ask for the same one


def _taken(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
