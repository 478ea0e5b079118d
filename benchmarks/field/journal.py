"""What was measured, one JSON line a cell: a run that was stopped goes on where it was."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

KEYS = ("part", "set", "repeat", "draw", "count")
Place = tuple[Any, ...]


class Journal:
    """Cells by their place; every new one is written at once.

    Parameters
    ----------
    path : Path
        Made where it does not exist. A last line that was cut off when the run was stopped is taken away.
    known : mapping, optional
        Cells that need not be measured either.
    """

    def __init__(self, path: Path, known: Mapping[Place, dict[str, Any]] | None = None) -> None:
        self.path, self.cells = path, dict(known or {})
        if path.exists():
            text = path.read_bytes()
            whole = text[:text.rfind(b"\n") + 1]
            if len(whole) < len(text):
                path.write_bytes(whole)
            self.cells.update(_cells(whole.decode("utf-8")))

    def __contains__(self, place: Place) -> bool:
        return place in self.cells

    def keep(self, place: Place, found: Mapping[str, Any]) -> None:
        """Write the cell and remember it."""
        cell = {**dict(zip(KEYS, place, strict=True)), **found}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(cell, ensure_ascii=False) + "\n")
        self.cells[place] = json.loads(json.dumps(cell))


def read(path: Path) -> dict[Place, dict[str, Any]]:
    """All cells of a journal, or of a packed one (.gz)."""
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return dict(_cells(text.decode("utf-8")))


def pack(cells: Mapping[Place, Mapping[str, Any]], path: Path) -> None:
    """Write the cells packed and in order: the same cells give the same file."""
    lines = [json.dumps(cells[p], ensure_ascii=False) for p in sorted(cells, key=str)]
    path.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode("utf-8"), 9, mtime=0))


def _cells(text: str) -> Iterator[tuple[Place, dict[str, Any]]]:
    for line in text.splitlines():
        cell = json.loads(line)
        yield tuple(cell[k] for k in KEYS), cell
