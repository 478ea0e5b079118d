"""Predictions as they come, a line for every block (see `line_journal`)."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..core.notes import Note, from_tree
from ..session.predict.predictions import Predictions
from .line_journal import LineJournal


class PredictionsJournal(LineJournal):
    """A journal beside a table of predictions: blocks in order."""

    file_format = "spectralign predictions journal 1"
    nothing = "journal.not_of_predictions"
    sync = 1.0

    def __init__(self, path: Path, key: str, resume: bool = False) -> None:
        self.state: dict[str, Any] = {}
        """What was kept with the last block."""
        super().__init__(path, key, resume)

    def take(self, line: Mapping[str, Any]) -> None:
        self.state = line["state"]

    def add(self, part: Predictions, state: dict[str, Any]) -> None:
        """Keep the predictions of a block, and what is to be known to go on after it.

        Raises
        ------
        FileError
            It cannot be written.
        """
        numbers = base64.b64encode(part.values.astype("<f8").tobytes()).decode()
        self.write({"names": list(part.names), "values": numbers,
                    "flags": [[f.tree() if isinstance(f, Note) else f for f in flags] for flags in part.flags],
                    "state": state})

    def parts(self, like: Predictions) -> Iterator[Predictions]:
        """What was kept, in order; `like` says the rest."""
        with open(self.path, "rb") as file:
            file.readline()
            for line in file:
                found = json.loads(line)
                yield replace(like, names=tuple(found["names"]), flags=tuple(map(_flags, found["flags"])),
                              values=np.frombuffer(base64.b64decode(found["values"]), "<f8").reshape(
                                  len(found["names"]), -1))


def _flags(kept: Sequence[Any]) -> tuple[str, ...]:
    """The flags of one sample; journals of earlier versions kept sentences only."""
    return tuple(from_tree(f) if isinstance(f, dict) else str(f) for f in kept)
