"""Comma-separated text: a row per spectrum, the axis in the title row, what it is in comment lines above."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

from ...core.data import PREPROCESSED, SpectralDataset
from ..readers.text.marks import marked
from ._table import cell_text, describe, exact, property_cells, property_titles, same_channels


def save(path: Path, datasets: Sequence[SpectralDataset]) -> None:
    """Write a UTF-8 file with points as decimal marks, whatever the computer's language.

    A name that a spreadsheet would take for a formula, or a reader for a comment or a missing value, gets an
    apostrophe before it, which is taken away on reading.

    Numbers are written with as many digits as it takes to read them back unchanged; missing values are empty.

    Raises
    ------
    FileError
        Several data sets with different channels.
    """
    same_channels(datasets, "CSV")
    several = len(datasets) > 1
    grouped = any(d.groups is not None for d in datasets)
    titles = list(dict.fromkeys(t for d in datasets for t in property_titles(d)))
    entries = describe(datasets[0])
    if several:
        del entries["instrument"]
        if len({d.quantity for d in datasets}) > 1:
            del entries["quantity"]
        if len({d.metadata.get(PREPROCESSED) for d in datasets}) > 1:
            entries.pop(PREPROCESSED, None)
    columns = list(dict.fromkeys(t for d in datasets for t in d.columns))
    if columns:
        entries["columns"] = json.dumps(columns, ensure_ascii=False)
    with open(path, "w", encoding="utf-8", newline="") as file:
        for key, value in entries.items():
            file.write(f"# {key}: {value}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["sample", *["instrument"] * several, *["group"] * grouped,
                         *map(marked, columns), *map(marked, titles),
                         *exact(datasets[0].axis.values)])
        for d in datasets:
            own = property_titles(d)
            for row, name in enumerate(d.sample_names):
                values = dict(zip(own, property_cells(d, row), strict=True))
                cells = [cell_text(name), *[cell_text(d.name)] * several]
                if grouped:
                    cells.append(cell_text(d.groups[row]) if d.groups is not None else "")
                cells += [cell_text(d.columns[t][row]) if t in d.columns else "" for t in columns]
                cells += ["" if values.get(t) is None else repr(values[t]) for t in titles]
                writer.writerow(cells + exact(d.spectra[row]))
