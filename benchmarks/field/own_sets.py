"""Sets from a folder of one's own: two files of spectra and one of values."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spectralign_gui.core.errors import DataError
from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_splits import repeats_by_name, transfer_splits

from .sets import COUNTS, FieldSet

FILES = ("a.csv", "b.csv", "values.csv")


def names_in(folder: Path | None) -> list[str]:
    """Folders in it that hold the three files."""
    if folder is None:
        return []
    return sorted(f.name for f in folder.iterdir() if f.is_dir() and all((f / k).exists() for k in FILES))


def _table(path: Path) -> tuple[list[str], list[str], np.ndarray]:
    lines = [line.split(",") for line in path.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
    return lines[0][1:], [c[0].strip() for c in lines[1:]], np.array(
        [[float(v) if v.strip() else np.nan for v in c[1:]] for c in lines[1:]])


def read_set(folder: Path) -> FieldSet:
    """The set in a folder.

    Parameters
    ----------
    folder : Path
        With a.csv and b.csv (first line: "sample" and the wavelengths; then name and intensities) and values.csv
        ("sample" and the properties; then name and values). Rows of one name are one sample, also within a file. B is
        put on A's wavelengths within both ranges.

    Raises
    ------
    DataError
        Too few samples on both instruments.
    """
    (head_a, names_a, A), (head_b, names_b, B), (properties, named, Y) = (_table(folder / f) for f in FILES)
    axis_a, axis_b = (np.array([float(v) for v in head]) for head in (head_a, head_b))
    A, B = A[:, np.argsort(axis_a)], B[:, np.argsort(axis_b)]
    axis_a, axis_b = np.sort(axis_a), np.sort(axis_b)
    keep = (axis_a >= axis_b.min()) & (axis_a <= axis_b.max())
    axis, A, B = axis_a[keep], A[:, keep], np.array([np.interp(axis_a[keep], axis_b, row) for row in B])
    missing = np.full((1, len(properties)), np.nan)
    table = np.vstack([Y, missing])
    targets = [table[[named.index(n) if n in named else -1 for n in names]] for names in (names_a, names_b)]
    pairs = np.array([(i, j) for i, n in enumerate(names_a) for j, m in enumerate(names_b) if n == m]).reshape(-1, 2)
    same = repeats_by_name([names_a, names_b], pairs, targets)
    both = [n for n in dict.fromkeys(names_a) if n in names_b and n in named]
    left = len(both) - max(1, round(0.25 * len(both)))
    counts = tuple(c for c in COUNTS if c <= left - 2)
    if not counts:
        raise DataError("comparison.too_few_values", n_eligible=len(both), set=folder.name)
    data = TransferData([A, B], pairs, targets, tuple(properties), same=same)
    sizes = [len(A), len(B)]
    return FieldSet(folder.name, "own", data, lambda r: transfer_splits(
        pairs, sizes, targets, test_share=0.25, repeats=r + 1, same=same)[r], counts, axis=axis)
