"""What looks odd about the loaded instruments: the same spectra twice, the reference without the values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from ...core.data import SpectralDataset
from ...core.notes import Note, about, of_code

ODD_CELLS = "text.cells_taken_as_missing"
"""Code of the note of a reader on cells that should be numbers and are not."""
MOST = 6
"""Of more instruments only the first ones are compared."""


def oddities(datasets: Sequence[SpectralDataset]) -> list[Note]:
    """Notes on instruments that hold the same spectra, and on reference values that only a later instrument has."""
    found = [Note("instruments.same_spectra", "warning", a=a.name, b=b.name)
             for a, b in combinations(datasets[:MOST], 2) if holds_the_same(a, b)]
    with_values = [d.name for d in datasets if d.targets is not None and d.targets.known]
    if len(datasets) > 1 and with_values and datasets[0].name not in with_values:
        found.append(Note("instruments.values_not_on_reference", "warning", reference=datasets[0].name,
                          others=with_values, n=len(with_values), first=with_values[0]))
    return found


def odd_cells(datasets: Sequence[SpectralDataset]) -> list[Note]:
    """What was read as missing although something stands there: file, line and column of each instrument's cells."""
    return [about(Path(d.source.path).name or d.name, note) for d in datasets
            for note in of_code(d.warnings, ODD_CELLS)]


def holds_the_same(a: SpectralDataset, b: SpectralDataset) -> bool:
    """Whether two data sets are the same spectra: noise makes no two measurements equal."""
    if a.spectra.shape != b.spectra.shape or not len(a):
        return False
    rows = sorted({0, len(a) // 2, len(a) - 1})  # equal there, equal everywhere
    return bool(np.array_equal(a.spectra[rows], b.spectra[rows], equal_nan=True)
                and np.isfinite(a.spectra[rows]).any())
