"""Whether pairs that were found by their spectra are right as often as they are said to be; writes found_pairs.md.

    python benchmarks/found_pairs.py --repeats 10

No name and no order takes part: rows are shuffled on both instruments, m random samples are marked as standards, and
of the others a share was measured on both instruments (half of the rest on A alone, half on B alone). The rule was
made while the pairs of `SEEN` were in view; those of `NEW` were looked at once, when it was frozen.
"""

from __future__ import annotations

import argparse
import csv
import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from further_data import REAL, made
from transfer_data import DATA, PAIRS, snv, sugarcane

from spectralign_gui.core.fitdata import FitData
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.transfers._part import sample_folds
from spectralign_gui.core.transfers._problem import TransferProblem
from spectralign_gui.core.transfers._unmarked import unmarked_pairs

STANDARDS = (5, 10, 20, 30)
SHARES = (1.0, 0.5, 0.2, 0.0)
EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0 + 1e-9)
Spectra = tuple[str, np.ndarray, np.ndarray]


def _table(path: Path) -> dict[str, np.ndarray]:
    with open(path, encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    return {row[0]: np.array([float(v) for v in row[1:]])[::5] for row in rows}


def seen() -> Iterator[Spectra]:
    """Corn, sugarcane, soil, cassava."""
    for name, pair in PAIRS.items():
        yield name, pair().A, pair().B
    yield "sugarcane MicroNIR twice", sugarcane("Micronir1700rep2").A, sugarcane("Micronir1700rep2").B
    for name, folder, a, b in (("soil dry->wet", "soil", "soil_dry", "soil_wet"),
                               ("soil dry->1 day", "soil", "soil_dry", "soil_dried1day"),
                               ("cassava", "cassava", "cassava_intact", "cassava_mashed")):
        one, other = (_table(DATA / folder / f"{k}.csv") for k in (a, b))
        names = [k for k in one if k in other]
        A, B = (np.array([t[k] for k in names]) for t in (one, other))
        yield name, A, B
        yield f"{name}, SNV", snv(A), snv(B)


def new() -> Iterator[Spectra]:
    """Simulated samples that ship with the program, and made pairs."""
    for name in ("LIBS lab->field", "LIBS lab->field, total", "Raman green->red, total"):
        data = REAL[name]().data
        rows = data.pairs
        yield name, data.Xs[0][rows[:, 0]], data.Xs[1][rows[:, 1]]
    for kind in ("baseline", "shift", "gain", "all of it", "noisy spectra", "B is noise"):
        samples = made(kind, 11, noise=0.05) if kind == "noisy spectra" else made(kind, 11)
        yield f"made: {kind}", samples.A, samples.B


def trial(A: np.ndarray, B: np.ndarray, m: int, share: float, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What is said of the pairs that are found, now and by the earlier rule, and which are right."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(A))
    standards, others = order[:m], order[m:]
    both = round(share * len(others))
    half = (len(others) - both) // 2
    on_a = rng.permutation(np.concatenate([standards, others[:both + half]]))
    on_b = rng.permutation(np.concatenate([standards, others[:both], others[both + half:]]))
    pairs = np.array([[np.flatnonzero(on == k)[0] for on in (on_a, on_b)] for k in standards])
    problem = TransferProblem.from_fit(FitData.check([A[on_a], B[on_b]], pairs, [rng.normal(size=(len(on_a), 1)),
                                                                                None]))
    found = unmarked_pairs(problem, sample_folds(problem)[1], SilentMonitor())
    if found is None:
        return np.zeros(0), np.zeros(0), np.zeros(0, dtype=bool)
    return found.sure(), (found.right + 1) / (found.like + 2), on_a[found.rows_a] == on_b[found.rows_b]


def lines(spectra: list[Spectra], repeats: int) -> list[str]:
    """A table: what was said, in classes, and how often it was right."""
    classes = [f"{100 * lo:.0f}–{min(100, 100 * hi):.0f} %" for lo, hi in pairwise(EDGES)]
    text = ["| measured on both | pairs | said, mean | right | " + " | ".join(classes) + " |",
            "|---" * (len(classes) + 4) + "|"]
    for share in SHARES:
        told = [trial(A, B, m, share, 1000 * r + m) for _, A, B in spectra for m in STANDARDS if m < len(A) - 10
                for r in range(repeats)]
        now, earlier, right = (np.concatenate(k) for k in zip(*told, strict=True))
        for rule, said in (("", now), (", by the earlier rule", earlier)):
            cells = []
            for lo, hi in pairwise(EDGES):
                inside = (said >= lo) & (said < hi)
                cells.append(f"{right[inside].mean():.0%} of {inside.sum()}" if inside.any() else "–")
            text.append(f"| {share:.0%} of the others{rule} | {len(said)} | {said.mean():.0%} | {right.mean():.0%} | "
                        + " | ".join(cells) + " |")
    return text


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    text = ["# How sure found pairs are, and how often they are right\n",
            f"Made by `benchmarks/found_pairs.py` ({arguments.repeats} repeats, {', '.join(map(str, STANDARDS))} "
            "random standards, no names, rows shuffled). Right, of the pairs of which that much was said. The earlier "
            "rule, (right + 1) / (like + 2) of the standards that were found no more clearly, supposed that every "
            "sample has a partner, as the standards have.\n",
            "## Real pairs that were in view when the rule was made\n",
            "Corn (3 pairs), sugarcane (4), soil and cassava (3, raw and SNV).\n",
            *lines(list(seen()), arguments.repeats), "\n## Pairs looked at once, when it was frozen\n",
            "Simulated LIBS and Raman, and made pairs (`further_data.py`).\n", *lines(list(new()), arguments.repeats)]
    arguments.output.write_text("\n".join(text) + "\n", encoding="utf-8")
    print("\n".join(text))


if __name__ == "__main__":
    main()
