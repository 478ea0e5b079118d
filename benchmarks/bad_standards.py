"""Several bad standards at once: swapped, spoiled, both. What the check of every run names of them.

    python -m benchmarks.bad_standards [--draws 12] [--right 40] [--sets chosen|proof]

So many standards are drawn, then some of them, also drawn, are made bad on the second instrument before anything is
prepared: swapped with each other, or spoiled as `KINDS` says (the kinds in turn). The made Raman spectra are prepared
(spikes, baseline, common axis, area) like those of a user; all others are taken as they are measured.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.outliers import ROOT, real_sets
from spectralign_gui.core.measures.mixed_up import mixed_up
from spectralign_gui.io.read import read_datasets
from spectralign_gui.library.reading import spectra
from spectralign_gui.preprocessing.parse import parse_preprocessing
from spectralign_gui.preprocessing.pipeline import fit_and_apply

COUNTS = (10, 20, 30)
KINDS = ("another sample's spectrum", "saturated", "spikes", "background")
CASES = {"0 bad": (0, 0), "1 spoiled": (1, 0), "1 swap": (0, 1), "1 swap, 1 spoiled": (1, 1), "2 swaps": (0, 2),
         "3 spoiled": (3, 0)}
"""Name → spoiled, swaps."""
PREPARED = ("despike", "baseline", "resample:onto=reference,outside=drop", "area")


@dataclass(frozen=True, eq=False)
class Measured:
    """Spectra of the same samples on two instruments, row by row.

    Parameters
    ----------
    A, B : (n, p) arrays
    axes : two arrays, optional
        Raman shifts where the spectra are to be prepared.
    """

    A: np.ndarray
    B: np.ndarray
    axes: tuple[np.ndarray, np.ndarray] | None = None

    def prepared(self, A: np.ndarray, B: np.ndarray) -> list[np.ndarray]:
        """What the check sees of these standards."""
        if self.axes is None:
            return [A, B]
        sets = [spectra(S, axis=x, unit="cm-1", name=name)
                for name, S, x in zip("AB", (A, B), self.axes, strict=True)]
        spec = parse_preprocessing(PREPARED, ["A", "B"])
        return [d.spectra for d in fit_and_apply(spec, sets)[1]]


def made_raman(seed: int, n: int = 40) -> Measured:
    """Two components at two lasers: other intensities, fluorescence of its own, shifted axis, shot noise."""
    rng = np.random.default_rng([31, seed])
    axes = (np.arange(200, 3200, 5.0), np.arange(150, 3300, 6.3))
    share = rng.uniform(0.005, 0.14, n)
    bands = [(rng.uniform(350, 3100, 14), rng.uniform(6, 16, 14), rng.uniform(0.2, 1, 14)) for _ in range(2)]

    def pure(x: np.ndarray, k: int) -> np.ndarray:
        at, width, height = (v[:, None] for v in bands[k])
        return (height / (1 + ((x - at) / width) ** 2)).sum(axis=0)

    sets = []
    for x, moved, strong, glow in ((axes[0], 0.0, 4000.0, (2000, 6000)), (axes[1], 2.1, 2500.0, (4000, 16000))):
        y = np.outer(1 - share, pure(x - moved, 0)) + np.outer(3 * share, pure(x - moved, 1))
        y *= strong * rng.normal(1, 0.08, (n, 1))
        y += rng.uniform(*glow, (n, 1)) * np.exp(-0.5 * ((x - 1800) / rng.uniform(1100, 1500, (n, 1))) ** 2) + 700
        sets.append(rng.poisson(y).astype(float))
    return Measured(sets[0], sets[1], axes)


def made_near_infrared(seed: int, n: int = 40) -> Measured:
    """Three components in absorbance on two grids: scatter, offset, broader bands, noise."""
    rng = np.random.default_rng([32, seed])
    amounts = rng.dirichlet((6, 3, 1), n)
    at, width, height = rng.uniform(950, 1700, (3, 8)), rng.uniform(15, 60, (3, 8)), rng.uniform(0.1, 1, (3, 8))
    sets = []
    for x, broader, noise in ((np.arange(950, 1700, 3.0), 1.0, 3e-4), (np.arange(960, 1690, 7.0), 1.3, 1e-3)):
        pure = (height[:, :, None] * np.exp(-0.5 * ((x - at[:, :, None]) / (broader * width[:, :, None])) ** 2)).sum(1)
        y = 0.3 + rng.normal(1, 0.04, (n, 1)) * (amounts @ pure) + 0.02 * rng.normal(size=(n, 1))
        sets.append(y + noise * rng.normal(size=y.shape))
    return Measured(sets[0], sets[1])


def chosen_sets(data: Path) -> Iterator[tuple[str, Measured]]:
    """What the limits were chosen on."""
    for name, Xs, pairs in real_sets(data):
        if "LIBS" not in name:
            yield name, Measured(*(np.asarray(X[pairs[:, k]], dtype=np.float64) for k, X in enumerate(Xs)))
    for seed in range(2):
        yield f"made Raman {seed + 1}", made_raman(seed)
        yield f"made near infrared {seed + 1}", made_near_infrared(seed)


def proof_sets(data: Path) -> Iterator[tuple[str, Measured]]:
    """What was looked at once, after they were chosen."""
    for a, b, folder in (("intact", "mashed", "cassava"), ("wet", "dry", "soil"), ("dried1day", "dry", "soil")):
        one, two = (read_datasets(data / folder / f"{folder}_{k}.csv")[0] for k in (a, b))
        rows = [(i, two.sample_names.index(s)) for i, s in enumerate(one.sample_names) if s in two.sample_names]
        at = np.array(rows)
        yield f"{folder} {a}–{b}", Measured(np.asarray(one.spectra[at[:, 0]], float),
                                            np.asarray(two.spectra[at[:, 1]], float))
    yield "made Raman 3", made_raman(2)
    yield "made near infrared 3", made_near_infrared(2)


def spoil(row: np.ndarray, kind: str, other: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The spectrum of a standard with which something went wrong; `other` is that of another sample."""
    low, high = float(row.min()), float(row.max())
    x = np.linspace(0, 1, len(row))
    if kind == KINDS[0]:
        return other.copy()
    if kind == KINDS[1]:
        return np.minimum(row, low + rng.uniform(0.3, 0.6) * (high - low))
    if kind == KINDS[2]:
        row = row.copy()
        row[rng.integers(0, len(row), 6)] += rng.uniform(0.5, 3.0, 6) * (high - low)
        return row
    hump = np.exp(-0.5 * ((x - rng.uniform(0.3, 0.7)) / rng.uniform(0.15, 0.3)) ** 2)
    return 0.2 * row + rng.uniform(1.0, 3.0) * (high - low) * hump


def case(of: Measured, count: int, name: str, seed: int) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    """Standards as the check sees them, which were spoiled, and which were swapped."""
    rng = np.random.default_rng([seed, count, list(CASES).index(name)])
    order = rng.permutation(len(of.A))
    rows, others = order[:count], order[count:] if len(order) > count else order
    A, B = of.A[rows], of.B[rows].copy()
    spoiled, swaps = CASES[name]
    bad = rng.permutation(count)[:spoiled + 2 * swaps]
    for n, at in enumerate(bad[:spoiled]):
        B[at] = spoil(B[at], KINDS[(seed + n) % len(KINDS)], of.B[rng.choice(others)], rng)
    for i, j in bad[spoiled:].reshape(-1, 2):
        B[[i, j]] = B[[j, i]]
    marks = np.zeros((2, count), bool)
    marks[0, bad[:spoiled]] = marks[1, bad[spoiled:]] = True
    return of.prepared(A, B), marks[0], marks[1]


def named(Xs: list[np.ndarray]) -> tuple[np.ndarray, bool]:
    """Which standards are named, and whether the whole list is doubted."""
    k = np.arange(len(Xs[0]))
    marks, whole = np.zeros(len(k), bool), False
    for f in mixed_up(Xs, np.stack([0 * k, k, 0 * k + 1, k], axis=1)):
        whole |= f.whole
        if not f.whole:
            marks[f.pairs[:, 1]] = True
    return marks, whole


def lines_of(sets: Iterator[tuple[str, Measured]], draws: int, right: int, first: int = 0) -> list[str]:
    """One row per set and count, and a last one per count over all sets."""
    total: dict[tuple[int, str], np.ndarray] = {}
    lines = []
    for name, of in sets:
        for count in COUNTS:
            row = []
            for which in CASES:
                cell = np.zeros(7)
                for seed in range(first, first + (right if which == "0 bad" else draws)):
                    Xs, spoiled, swapped = case(of, count, which, seed)
                    marks, whole = named(Xs)
                    bad = spoiled | swapped
                    cell += [1, marks.any() or whole, spoiled.sum(), (marks & spoiled).sum(), swapped.sum(),
                             (marks & swapped).sum(), (marks & ~bad).sum()]
                total[count, which] = total.get((count, which), np.zeros(7)) + cell
                row.append(_cell(cell, which))
            lines.append(f"| {name} | {count} | " + " | ".join(row) + " |")
            print(lines[-1], flush=True)
    for count in COUNTS:
        lines.append(f"| **all** | {count} | " + " | ".join(_cell(total[count, c], c) for c in CASES) + " |")
        print(lines[-1], flush=True)
    return lines


def _cell(cell: np.ndarray, which: str) -> str:
    n, alarms, spoiled, seen, swapped, told, wrong = (int(v) for v in cell)
    if which == "0 bad":
        return f"{alarms} of {n}"
    parts = [f"{seen}/{spoiled}"] if spoiled else []
    parts += [f"{told}/{swapped}"] if swapped else []
    return " + ".join(parts) + (f", {wrong} wrong" if wrong else "")


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--draws", type=int, default=12)
    parser.add_argument("--right", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sets", choices=("chosen", "proof"), default="chosen")
    arguments = parser.parse_args()
    sets = {"chosen": chosen_sets, "proof": proof_sets}[arguments.sets]
    heads = ["data", "standards", *CASES]
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    lines_of(sets(arguments.data), arguments.draws, arguments.right, arguments.first)


if __name__ == "__main__":
    main()
