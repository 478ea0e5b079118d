"""How many standards does an alignment need? Hits of left-out standards against their number; writes few_standards.md.

    python benchmarks/few_standards.py [--data FOLDER] [--repeats 10] [--output FILE.md]

A quarter of the standards is left out (their spectra stay in), and as many of the others as the column says are drawn
at random; mean over the draws of the share whose partner is among the three nearest of the whole other set, worse of
the two directions. Every method at its defaults, everything automatic chosen on the standards it is given.
"""

from __future__ import annotations

import argparse
import os
import platform
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from hit_rates import PAIRS, ROOT, RidgeWhitening, load

from spectralign_gui import __version__
from spectralign_gui.core import create
from spectralign_gui.core.base import Alignment
from spectralign_gui.core.selection.benefit import benefit_curve

COUNTS = (3, 5, 8, 12, 20, 40)
METHODS: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: (name, {}) for name in ("lra", "klra", "cca", "pls", "procrustes")},
    "procrustes, embedding pca": ("procrustes", {"embedding": "pca"}),
    **{name: (name, {}) for name in ("affine", "global", "ma", "ma-linear")},
    "ma-linear, 10 components": ("ma-linear", {"pca_components": 10}),
}
YARDSTICK = "ridge + whitening"


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    lines = [
        "# How many standards an alignment needs", "",
        f"SpectrAlign {__version__}, Python {platform.python_version()}, numpy {np.__version__}; "
        f"{arguments.repeats} draws, seed 0. Hit@3 of left-out standards (worse direction) by the number of standards "
        "in the fit, every method at its defaults; *chance* is 3 of the samples of the other set. – where the method "
        "refuses so few. Written by `benchmarks/few_standards.py`.", ""]
    for title, (one, two, _) in PAIRS.items():
        Xs, pairs = load(arguments.data, one, two)
        table = np.column_stack([np.zeros(len(pairs), int), pairs[:, 0], np.ones(len(pairs), int), pairs[:, 1]])
        lines += [f"## {title} ({len(Xs[0])} samples; chance {3 / len(Xs[1]):.2f})", "",
                  f"| method | {' | '.join(map(str, COUNTS))} |", "|---" * (len(COUNTS) + 1) + "|"]
        for name in [*METHODS, YARDSTICK]:
            if name == YARDSTICK:
                estimator: Alignment = RidgeWhitening()
            else:
                method, values = METHODS[name]
                estimator = create(method, **values)
            rows = benefit_curve(estimator, Xs, table, counts=COUNTS, repeats=arguments.repeats)
            cells = [f"{r['hit']['mean']:.2f}" if r["hit"] else "–" for r in rows]
            lines.append(f"| {name} | {' | '.join(cells)} |")
            print(title, name, *cells, flush=True)
        lines.append("")
    arguments.output.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
