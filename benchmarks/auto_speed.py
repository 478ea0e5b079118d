"""How long a fit of the automatic transfer takes, and how long a cancel has to wait; writes auto_speed.md.

    python benchmarks/auto_speed.py [--output FILE] [--repeats 3]

100 samples of 2,000 channels on A, 20 standards; B's spectra of the standards alone, or of all samples (unmarked
pairs).
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from spectralign_gui.core import create

N, P, M = 100, 2000, 20


class Watching:
    """A monitor that notes the longest time between two questions whether to go on."""

    def __init__(self) -> None:
        self.longest, self._last = 0.0, time.thread_time()

    def report(self, stage: str, fraction: float, **values: Any) -> None:
        """Show nothing."""

    def raise_if_cancelled(self) -> None:
        """Note the time."""
        now = time.thread_time()
        self.longest, self._last = max(self.longest, now - self._last), now


def simulated(properties: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Spectra of A and of B (N, P), values."""
    rng = np.random.default_rng(0)
    grid = np.linspace(0, 1, P)
    pure = np.exp(-0.5 * ((grid - rng.uniform(0.1, 0.9, (5, 1))) / rng.uniform(0.04, 0.12, (5, 1))) ** 2)
    C = rng.gamma(3.0, 0.3, (N, 5))
    A = C @ pure + 1e-3 * rng.normal(size=(N, P))
    drift = 0.02 * rng.normal(size=(N, 2)) @ np.stack([np.ones(P), np.sin(4 * grid)])
    B = A * (1.0 + 0.05 * np.sin(5 * grid)) + drift + 1e-3 * rng.normal(size=(N, P))
    Y = C @ rng.uniform(0, 1, (5, properties))
    return A, B, Y + 0.05 * Y.std(axis=0) * rng.normal(size=Y.shape)


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    lines = [f"{N} × {P:,} channels, {M} standards, one thread.\n",
             "| method | properties | seconds of the processor | wall clock | longest wait of a cancel, s |",
             "|---|---|---|---|---|"]
    rows = np.arange(N)[::N // M]
    for properties in (1, 3):
        A, B, Y = simulated(properties)
        for name, spectra, of_b in (("auto-marked", B[rows], np.arange(M)), ("auto", B, rows)):
            best, wall, wait = np.inf, np.inf, np.inf
            for _ in range(arguments.repeats):
                watching, start, clock = Watching(), time.process_time(), time.perf_counter()
                create(name).fit([A, spectra], pairs=np.stack([rows, of_b], axis=1), targets=[Y, None],
                                 monitor=watching)
                best, wall = min(best, time.process_time() - start), min(wall, time.perf_counter() - clock)
                wait = min(wait, watching.longest)
            lines.append(f"| {name} | {properties} | {best:.2f} | {wall:.2f} | {wait:.3f} |")
    text = "\n".join(["# Speed of the automatic transfer\n", *lines, ""])
    print(text)
    arguments.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
