"""What every method costs, and how that grows with spectra and channels; writes method_cost.md.

    python benchmarks/method_cost.py [--methods lra,pds] [--repeats 3] [--output FILE.md]

With --methods the other rows of the file stay as they are.

Simulated mixtures of six components on two instruments, 40 standards, two properties known for all, every method at
its defaults. Shortest of the repeats, one thread; the ratios are of times measured one after another in the same run.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from spectralign_gui import __version__
from spectralign_gui.core import methods
from spectralign_gui.core.registry import MethodInfo

BASE, SPECTRA, CHANNELS = (100, 400), (400, 400), (100, 1600)
STANDARDS = 40
LONG = 20.0
"""Seconds from which a fit is not repeated."""


def problem(n: int, p: int, n_sets: int) -> tuple[list[np.ndarray], np.ndarray, list[np.ndarray]]:
    """Spectra, pairs and targets of two instruments (or one) with n spectra of p channels."""
    rng = np.random.default_rng(0)
    axis = np.linspace(0, 1, p)
    Xs, targets = [], []
    common = rng.dirichlet(np.ones(6), STANDARDS)
    for k in range(n_sets):
        parts = np.vstack([common, rng.dirichlet(np.ones(6), n - STANDARDS)])
        pure = np.array([sum(h * np.exp(-((axis - c - 0.002 * k) / 0.02) ** 2) for c, h in zip(
            np.random.default_rng(s).random(8), np.random.default_rng(s + 50).random(8), strict=True))
            for s in range(6)])
        Xs.append(parts @ pure * (1 + 0.1 * k * axis) + 0.003 * rng.standard_normal((n, p)))
        targets.append(parts[:, :2] * 100 + 0.1 * rng.standard_normal((n, 2)))
    rows = np.arange(STANDARDS)
    return Xs, np.stack([rows, rows], axis=1), targets


def seconds(info: MethodInfo, size: tuple[int, int], repeats: int) -> float:
    """Shortest time of a fit."""
    sets = min(2, info.max_sets or 2)
    Xs, pairs, targets = problem(*size, sets)
    best = float("inf")
    for _ in range(repeats):
        clock = time.perf_counter()
        info.create().fit(Xs, pairs if sets > 1 else None, targets)
        best = min(best, time.perf_counter() - clock)
        if best > LONG:
            break
    return best


def rows_of(path: Path) -> dict[str, str]:
    """The rows that a table holds, by method."""
    if not path.is_file():
        return {}
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return {line.split("|")[1].strip(): line for line in lines[1:]}


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--methods", default="")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    lines = [
        "# What a fit costs", "",
        f"SpectrAlign {__version__}, Python {platform.python_version()}, numpy {np.__version__}, {platform.machine()}, "
        f"one thread. Simulated mixtures on two instruments, {STANDARDS} standards, two properties, defaults. "
        f"*Seconds*: {BASE[0]} spectra of {BASE[1]} channels on each instrument. *4 × spectra*, *4 × channels*: how "
        "many times as long it takes with so many more. Written by `benchmarks/method_cost.py`.", "",
        "| method | seconds | 4 × spectra | 4 × channels |", "|---|---|---|---|"]
    rows = rows_of(arguments.output) if arguments.methods else {}
    for name, info in methods().items():
        if arguments.methods and name not in arguments.methods.split(","):
            continue
        base, more, wider = (seconds(info, size, arguments.repeats) for size in (BASE, SPECTRA, CHANNELS))
        rows[name] = f"| {name} | {base:.2g} | {more / base:.1f} | {wider / base:.1f} |"
        print(rows[name], flush=True)
    lines += [rows[name] for name in methods() if name in rows]
    arguments.output.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
