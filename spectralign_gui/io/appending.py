"""A line at the end of a file that is only ever added to: whole, or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from .atomic import save_error


def append_line(path: Path, line: str) -> None:
    """Append a line and wait until the disk has it; what fits only in part is taken back, with a file that is new.

    A last line without its end, as some editors leave it, gets it first.

    Raises
    ------
    FileError
        It cannot be written.
    """
    data = line.encode("utf-8") + b"\n"
    try:
        with open(path, "ab+", buffering=0) as file:  # a buffer would be written once more when it is closed
            size = os.fstat(file.fileno()).st_size
            if size:
                file.seek(-1, os.SEEK_END)
                data = data if file.read(1) == b"\n" else b"\n" + data
            try:
                if file.write(data) != len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(file.fileno())
            except OSError:
                file.truncate(size)  # half a line would make a chain of entries unreadable
                if not size:
                    path.unlink()
                raise
    except OSError as error:
        raise save_error(path, error) from error
