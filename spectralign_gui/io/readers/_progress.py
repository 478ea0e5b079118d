"""How far a large text has been read, for whoever watches, who may also stop it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..apart import watching

LARGE = 20_000_000


def told(chunks: Iterable[bytes], path: Path) -> Iterator[bytes]:
    """The chunks of a file as they are; its progress goes to the monitor of the reading."""
    monitor, size, done = watching(), path.stat().st_size, 0
    if monitor is None or size < LARGE:
        yield from chunks
        return
    for chunk in chunks:
        monitor.raise_if_cancelled()
        monitor.report(f"Reading {path.name}", min(done / size, 1.0))
        yield chunk
        done += len(chunk)
