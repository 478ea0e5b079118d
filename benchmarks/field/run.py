"""The order in which cells are measured: repeats outermost, so that whenever it stops, whole repeats are there."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from spectralign_gui.core.validation.transfer_splits import DRAWS

from .extras import COVERED_AT, FOREIGN_AT, SPOILT_AT, coverage_cell, foreign_cell, spoilt_cell
from .journal import Journal, Place
from .measure import main_cell, slow_cell, verdict_cell
from .sets import field_set
from .splits import check

CELLS = {"main": main_cell, "slow": slow_cell, "foreign": foreign_cell, "spoilt": spoilt_cell,
         "coverage": coverage_cell, "verdicts": verdict_cell}
PARTS = tuple(CELLS)


def asked(part: str, draw: str, count: int) -> bool:
    """Whether a part has this cell: spoilt standards are drawn, designed ones are asked for intervals at one number."""
    if part in ("spoilt", "foreign"):
        return (part == "foreign" or draw == "random") and count in {"spoilt": SPOILT_AT, "foreign": FOREIGN_AT}[part]
    return part != "coverage" or count in COVERED_AT[draw]


def places(names: Sequence[str], repeats: int, counts: Sequence[int] | None = None, folder: Path | None = None,
           parts: Sequence[str] = PARTS) -> Iterator[Place]:
    """All cells in their order: the parts of a repeat in turn, the sets of a part in turn."""
    for repeat in range(repeats):
        for part in parts:
            for name in names:
                of = field_set(name, folder)
                yield from ((part, name, repeat, draw, count) for draw in DRAWS for count in of.counts
                            if (counts is None or count in counts) and asked(part, draw, count))


def measure_missing(journal: Journal, wanted: Sequence[Place], folder: Path | None = None,
                    until: float = float("inf")) -> int:
    """Measure the cells that the journal does not hold, and say how many; none is begun after `until`."""
    done = 0
    for place in wanted:
        if place in journal:
            continue
        if time.time() > until:
            break
        part, name, repeat, draw, count = place
        of = field_set(name, folder)
        check(of, repeat)
        journal.keep(place, CELLS[part](of, repeat, draw, count))
        done += 1
        print(*place, flush=True)
    return done
