"""The frozen splits: which samples are tested and which become standards, as numbers in splits.json.

    python -m benchmarks.field.splits      writes the file anew (only where a set is added)
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.core.validation.transfer_splits import DRAWS, choose_standards, shared_values

from .sets import MAKERS, FieldSet, field_set

FILE = Path(__file__).with_name("splits.json")
REPEATS = 25


class SplitsMoved(SpectrAlignError):
    """A split is no more the one that the page was made with."""


def numbers(of: FieldSet, repeat: int) -> dict[str, list[int]]:
    """Rows of B that are tested, and rows of A of the standards in their order, per design.

    Rows are counted from 0 in the order of the samples that `sets` reads.
    """
    split = of.split(repeat)
    found = {"test": [int(r) for r in split.test_b]}
    A = np.asarray(of.data.Xs[0], dtype=np.float64)
    known = np.isfinite(shared_values(split.pairs, of.data.targets)[0]).any(axis=1)
    for draw in DRAWS:
        found[draw] = [int(i) for i in choose_standards(A, split, of.counts[-1], known, draw=draw)[:, 0]]
    return found


@cache
def frozen() -> dict[str, list[dict[str, list[int]]]]:
    """The file: per set one entry a repeat."""
    return dict(json.loads(FILE.read_text(encoding="utf-8")))


def check(of: FieldSet, repeat: int) -> None:
    """Refuse to measure on a split that is not the frozen one.

    Raises
    ------
    SplitsMoved
    """
    if of.name in MAKERS and numbers(of, repeat) != frozen()[of.name][repeat]:
        raise SplitsMoved(f"{of.name}, repeat {repeat + 1}: not the split of splits.json")


def main() -> None:
    """Write the file, one line a split."""
    lines = []
    for name in MAKERS:
        of = field_set(name)
        rows: list[Any] = [json.dumps(numbers(of, r), separators=(",", ":")) for r in range(REPEATS)]
        lines.append(f"{json.dumps(name)}: [\n" + ",\n".join(rows) + "\n]")
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
