"""The order in which cells are measured: repeats outermost, so that whenever it stops, whole repeats are there."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from spectralign_gui.core.validation.transfer_splits import DRAWS

from .journal import Journal, Place
from .measure import main_cell
from .sets import field_set
from .splits import check


def places(names: Sequence[str], repeats: int, draws: Sequence[str] = DRAWS, counts: Sequence[int] | None = None,
           folder: Path | None = None) -> Iterator[Place]:
    """All cells in their order."""
    for repeat in range(repeats):
        for name in names:
            of = field_set(name, folder)
            for draw in draws:
                for count in of.counts:
                    if counts is None or count in counts:
                        yield "main", name, repeat, draw, count


def measure_missing(journal: Journal, wanted: Sequence[Place], folder: Path | None = None,
                    until: float = float("inf")) -> int:
    """Measure the cells that the journal does not hold, and say how many; none is begun after `until`."""
    done = 0
    for place in wanted:
        if place in journal:
            continue
        if time.time() > until:
            break
        _, name, repeat, draw, count = place
        of = field_set(name, folder)
        check(of, repeat)
        journal.keep(place, main_cell(of, repeat, draw, count))
        done += 1
        print(*place, flush=True)
    return done
