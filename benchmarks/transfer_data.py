"""Corn and sugarcane as the transfer benchmarks use them (files beside the checkout, not part of it)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@dataclass(frozen=True)
class Pair:
    """Spectra of the same samples on two instruments, row by row, and their reference values."""

    name: str
    A: np.ndarray
    B: np.ndarray
    Y: np.ndarray
    properties: tuple[str, ...]
    test_size: int
    seed: int
    max_components: int = 15

    def split(self, repeat: int) -> tuple[np.ndarray, np.ndarray]:
        """Calibration and test rows of a repeat."""
        order = np.random.RandomState(self.seed + repeat).permutation(len(self.A))
        return order[:-self.test_size], order[-self.test_size:]


def corn(a: str = "m5", b: str = "mp5") -> Pair:
    """Two of the three corn instruments: 80 samples, 700 channels."""
    folder = DATA / "corn"
    A, B = (np.loadtxt(folder / f"{k}_spectra.csv", delimiter=",", skiprows=1) for k in (a, b))
    Y = np.loadtxt(folder / "property_values.csv", delimiter=",", skiprows=1)
    return Pair(f"corn {a}->{b}", A, B, Y, ("Moisture", "Oil", "Protein", "Starch"), 20, 1000)


def _table(path: Path) -> tuple[list[str], np.ndarray, np.ndarray]:
    lines = [line.split(";") for line in path.read_text(encoding="latin-1").splitlines() if line.strip()]
    axis = np.array([float(v) for v in lines[0][1:]])
    names, rows = [], []
    for cells in lines[1:]:
        values = [float(v) if v.strip() not in ("", "NA") else np.nan for v in cells[1:]]
        names.append(cells[0].strip())
        rows.append(values)
    return names, axis, np.array(rows)


def snv(X: np.ndarray) -> np.ndarray:
    """Standard normal variate of every spectrum."""
    return (X - X.mean(axis=1, keepdims=True)) / X.std(axis=1, ddof=1, keepdims=True)


def sugarcane(b: str = "Nirscan_nano", a: str = "Micronir1700rep1") -> Pair:
    """MicroNIR to another instrument, on the MicroNIR grid within both ranges, SNV; samples with all values."""
    folder = DATA / "sugarcane"
    names_a, axis_a, A = _table(folder / f"{a}.CSV")
    names_b, axis_b, B = _table(folder / f"{b}.CSV")
    lines = [line.split(";") for line in (folder / "References.csv").read_text(encoding="latin-1").splitlines()]
    properties = tuple(c.strip() for c in lines[0][1:])
    values = {cells[0].strip(): [float(c) if c.strip() not in ("", "NA") else np.nan for c in cells[1:]]
              for cells in lines[1:] if cells[0].strip()}
    common = [n for n in names_a if n in names_b and n in values and np.isfinite(values[n]).all()]
    A = A[[names_a.index(n) for n in common]]
    B = B[[names_b.index(n) for n in common]]
    keep = (axis_a >= axis_b.min()) & (axis_a <= axis_b.max())
    grid = axis_a[keep]
    B = np.array([np.interp(grid, axis_b, row) for row in B])
    return Pair(f"sugarcane {a}->{b}", snv(A[:, keep]), snv(B), np.array([values[n] for n in common]), properties,
                15, 3000, 10)


PAIRS = {
    "corn m5->mp5": lambda: corn("m5", "mp5"), "corn m5->mp6": lambda: corn("m5", "mp6"),
    "corn mp5->mp6": lambda: corn("mp5", "mp6"), "sugarcane NIRscan": lambda: sugarcane("Nirscan_nano"),
    "sugarcane TellSpec": lambda: sugarcane("Tellspec"), "sugarcane F750": lambda: sugarcane("F750"),
}
