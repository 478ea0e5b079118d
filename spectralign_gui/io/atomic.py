"""Saving that never leaves half a file: write beside, flush, fsync, replace."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..core.errors import FileError
from ..core.notes import Note, about
from .leftovers import mark, sweep

_WHY = {errno.ENOSPC: "the disk is full", errno.EACCES: "the folder may not be written to",
        errno.EPERM: "the folder may not be written to", errno.EROFS: "the disk is read-only",
        errno.ENOENT: "the folder does not exist", errno.ENOTDIR: "the folder does not exist",
        errno.EDQUOT: "your quota of disk space is used up",
        errno.EFBIG: "the file is larger than this system or your account allows",
        errno.ENAMETOOLONG: "the file name is too long",
        errno.EISDIR: "a folder of that name is there", errno.EBUSY: "another program has the file open"}


def save_error(path: Path, error: OSError) -> FileError:
    """The sentence for a failed save."""
    why = _WHY.get(error.errno or 0) or (error.strerror or str(error) or type(error).__name__)
    return FileError("atomic.not_saved", path=path, why=why)


@contextmanager
def atomic_path(path: str | Path, before_replace: Callable[[Path], None] | None = None) -> Iterator[Path]:
    """Give a path beside `path` to write to; on leaving without error it takes the place of `path`.

    A link is followed, so that the file behind it is written and the link stays. What is no ordinary file (the null
    device, a pipe) is written into and never replaced: a privileged user would destroy the device for the whole
    machine.

    Parameters
    ----------
    path : path
    before_replace : callable (path), optional
        Called with the file that is about to be replaced (links followed), when the new one is complete on the disk.

    Raises
    ------
    FileError
        Read-only folder, full disk and the like; the earlier file stays as it was.
    """
    path = Path(path)
    temporary: Path | None = None
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "a folder of that name is there")
        if path.exists() and not path.is_file():
            with _written_into(path) as elsewhere:
                yield elsewhere
            return
        if path.is_symlink():
            path = path.resolve()
        sweep(path)
        handle, made = tempfile.mkstemp(prefix=f".{path.stem[:40]}-{mark()}-", suffix=path.suffix, dir=path.parent)
        os.close(handle)
        temporary = Path(made)
        yield temporary
        with open(temporary, "rb+") as file:
            os.fsync(file.fileno())
        _keep_mode(temporary, path)
        if before_replace is not None:
            before_replace(path)
        os.replace(temporary, path)
        temporary = None
        _sync_folder(path.parent)
    except OSError as error:
        raise save_error(path, error) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


@contextmanager
def _written_into(device: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        elsewhere = Path(folder) / f"content{device.suffix}"
        elsewhere.touch()
        yield elsewhere
        with open(elsewhere, "rb") as source, open(device, "wb") as target:
            shutil.copyfileobj(source, target)


def _keep_mode(temporary: Path, path: Path) -> None:
    # mkstemp makes files only the owner can read; a shared lab folder needs the usual rights
    if path.exists():
        os.chmod(temporary, path.stat().st_mode & 0o777)
    else:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some network disks cannot sync a folder
            raise
    finally:
        os.close(handle)


def write_bytes(path: str | Path, content: bytes) -> None:
    """Save bytes atomically."""
    with atomic_path(path) as temporary, open(temporary, "wb") as file:
        file.write(content)
        file.flush()


def write_text(path: str | Path, text: str) -> None:
    """Save text (UTF-8, line ends as they are) atomically."""
    write_bytes(path, text.encode("utf-8"))


def is_file(path: Path) -> bool:
    """Whether there is such a file; a name that no file can have (too long, with a zero byte) is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def refuse_existing(path: str | Path, overwrite: bool) -> None:
    """Refuse to replace a file unless the user agreed.

    Raises
    ------
    FileError
    """
    if not overwrite and Path(path).exists():
        raise FileError(about(path, Note("atomic.file_exists", "error")))
