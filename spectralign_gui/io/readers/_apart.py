"""A reader in a process of its own (see `io.apart`)."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..apart import apart
from ._wrap import parsing
from .contract import Reader, ReadResult


def read_apart(reader: Reader, path: Path, options: Mapping[str, Any]) -> ReadResult:
    """What ``reader.read(path, options)`` gives."""
    cls = type(reader)
    result: ReadResult = apart(_read, path, cls.__module__, cls.__qualname__, dict(options))
    return result


def _read(path: str, module: str, name: str, options: dict[str, Any]) -> ReadResult:
    reader = getattr(importlib.import_module(module), name)()
    with parsing(reader.title):
        result: ReadResult = reader.read(Path(path), options)
    return result
