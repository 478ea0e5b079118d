"""Which files of a folder have arrived: whole, not looked at before, none of ours."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

UNFINISHED = (".tmp", ".part", ".partial", ".crdownload", ".download", ".filepart", ".lock", ".bak", "~")
"""Endings under which programs write what is not whole yet."""


@dataclass(frozen=True)
class Seen:
    """What tells that a file has changed."""

    size: int
    modified: int


class Arrivals:
    """Looks into a folder again and again.

    Parameters
    ----------
    folder : Path
    settle : float
        Seconds a file must stay as it is before it is taken for whole.
    pattern : str
        Names that count, as ``*.spa``.
    recursive : bool
        Folders in the folder too.
    ours : set of Path
        Files the watcher itself writes.
    clock : callable
        Seconds that only go forward, whatever the computer's clock does.
    """

    def __init__(self, folder: Path, settle: float = 2.0, pattern: str = "*", recursive: bool = False,
                 ours: frozenset[Path] = frozenset(), clock: Callable[[], float] = time.monotonic) -> None:
        self.folder, self.settle, self.pattern, self.recursive = folder, settle, pattern, recursive
        self._ours, self._clock = ours, clock
        self._waiting: dict[str, tuple[Seen, float]] = {}
        self._done: dict[str, Seen] = {}

    def leave_out(self, path: Path) -> None:
        """A file that is none of those that arrive."""
        self._ours |= {path.resolve()}

    def ready(self) -> list[Path]:
        """Files that are whole and new (or have changed since), oldest first.

        Raises
        ------
        OSError
            The folder itself cannot be read.
        """
        now, found, there = self._clock(), [], set()
        for entry in self._entries(str(self.folder)):
            try:
                stat = entry.stat()
            except OSError:  # gone again
                continue
            seen = Seen(stat.st_size, stat.st_mtime_ns)
            there.add(entry.path)
            if self._done.get(entry.path) == seen:
                continue
            before = self._waiting.get(entry.path)
            if before is None or before[0] != seen:
                self._waiting[entry.path] = before = (seen, now)
            if seen.size and now - before[1] >= self.settle:
                found.append((seen.modified, entry.path))
        for gone in [p for p in self._waiting if p not in there]:
            del self._waiting[gone]
        for gone in [p for p in self._done if p not in there]:
            del self._done[gone]
        return [Path(p) for _, p in sorted(found)]

    @property
    def waiting(self) -> int:
        """Files that have to stay as they are for a while still; one that stays empty is waited for no longer."""
        now = self._clock()
        return sum(bool(seen.size) or now - since < self.settle for seen, since in self._waiting.values())

    @property
    def empty(self) -> list[str]:
        """Names of the files without content."""
        return sorted(Path(p).name for p, (seen, _) in self._waiting.items() if not seen.size)

    def take(self, path: Path) -> Seen | None:
        """Remember a file as it is now before it is read; None if it has changed since it was found."""
        seen = self._as_it_is(path)
        before = self._waiting.get(str(path))
        return seen if before is not None and before[0] == seen else None

    def is_still(self, path: Path, seen: Seen) -> bool:
        """Whether a file is what it was when it was taken."""
        return self._as_it_is(path) == seen

    def done(self, path: Path, seen: Seen) -> None:
        """The file need not be looked at again unless it changes."""
        self._done[str(path)] = seen
        self._waiting.pop(str(path), None)

    @staticmethod
    def _as_it_is(path: Path) -> Seen | None:
        try:
            stat = path.stat()
        except OSError:
            return None
        return Seen(stat.st_size, stat.st_mtime_ns)

    def _entries(self, folder: str) -> Iterator[os.DirEntry[str]]:
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if name.startswith((".", "~$")):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    if self.recursive:
                        try:
                            yield from self._entries(entry.path)
                        except OSError:  # taken away, or not ours to read
                            continue
                elif not name.lower().endswith(UNFINISHED) and fnmatch(
                        name.lower(), self.pattern.lower()) and self._is_a_file(entry):
                    yield entry

    def _is_a_file(self, entry: os.DirEntry[str]) -> bool:
        """Whether it is a file that somebody else has put there; a link that goes in circles is none."""
        try:
            return entry.is_file() and Path(entry.path).resolve() not in self._ours
        except (OSError, RuntimeError):
            return False
