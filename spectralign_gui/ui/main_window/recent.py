"""Files opened lately, kept in the settings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QSettings

KEY, LIMIT = "recent/files", 12


class RecentFiles:
    """The list, newest first; files that are gone are passed over."""

    def __init__(self, settings: QSettings, key: str = KEY) -> None:
        self._settings, self._key = settings, key

    def all(self) -> list[str]:
        """Existing files, newest first."""
        stored = self._settings.value(self._key, [])
        listed = [stored] if isinstance(stored, str) else list(stored or [])
        return [path for path in listed if path and Path(path).exists()]

    def folder(self) -> str:
        """Where the newest one is; "" if there is none."""
        recent = self.all()
        return str(Path(recent[0]).parent) if recent else ""

    def add(self, paths: Iterable[str | Path]) -> None:
        """Put files at the top."""
        newest: dict[str, None] = {}
        for path in reversed(list(paths)):
            newest[str(Path(path).absolute())] = None
            if len(newest) == LIMIT:
                break  # there may be thousands
        self._settings.setValue(self._key, list(dict.fromkeys([*newest, *self.all()]))[:LIMIT])

    def clear(self) -> None:
        """Forget them."""
        self._settings.remove(self._key)
