"""Reference values on both instruments, but no sample measured twice: which method predicts B's samples?

    python benchmarks/values_without_pairs.py [--repeats 10] [--methods cada,sa] [--output FILE.md]

With --methods the other rows of the file stay as they are; take as many repeats as they had.

Two thirds of the calibration samples are measured on A, and 5, 10 or all of the others on B; values of all of them are
known, no pair is given. RMSEP of the test samples' spectra on B relative to a model of B's own samples ("native"),
geometric mean over properties and repeats. CADA and kernel CADA also with the automatic ridge. Both instruments are on
one axis, so that methods which need the same channels take part.
"""

from __future__ import annotations

import argparse
import os
import platform
import warnings
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from transfer_data import PAIRS, Pair

from spectralign_gui import __version__
from spectralign_gui.core import SpectrAlignError, create

SHOWN = ("corn m5->mp5", "corn mp5->mp6", "sugarcane NIRscan", "sugarcane F750")
METHODS: dict[str, tuple[str, dict[str, Any]]] = {
    "none": ("none", {}), "cada": ("cada", {}), "cada, ridge auto": ("cada", {"ridge": None}),
    "kcada": ("kcada", {}), "kcada, ridge auto": ("kcada", {"ridge": None}), "hda": ("hda", {}),
    "cca-multi": ("cca-multi", {}), "cca-joint": ("cca-joint", {}), "pls-multi": ("pls-multi", {}),
    "pls-joint": ("pls-joint", {}), "sa": ("sa", {}), "dar": ("dar", {}), "dasr": ("dasr", {}),
    "jypls": ("jypls", {}), "lmir": ("lmir", {}),
}
COUNTS = (5, 10, 0)
"""Samples of B with values; 0 is all that are left."""


def rmsep(pair: Pair, repeat: int, count: int, name: str, values: dict[str, Any]) -> np.ndarray:
    """RMSEP of every property (q,)."""
    train, test = pair.split(repeat)
    on_a, on_b = train[: 2 * len(train) // 3], train[2 * len(train) // 3:]
    on_b = on_b[:count] if count else on_b
    estimator = create(name, **values).fit([pair.A[on_a], pair.B[on_b]], None, [pair.Y[on_a], pair.Y[on_b]])
    error = np.asarray(estimator.predict(pair.B[test], 1)) - pair.Y[test]
    return np.asarray(np.sqrt((error ** 2).mean(axis=0)))


def rows_of(path: Path) -> dict[str, dict[str, str]]:
    """The rows that a file holds, by pair and method."""
    found: dict[str, dict[str, str]] = {}
    for block in path.read_text(encoding="utf-8").split("\n## ")[1:] if path.is_file() else []:
        lines = [line for line in block.splitlines() if line.startswith("| ")]
        found[block.split(" (")[0]] = {line.split("|")[1].strip(): line for line in lines[1:]}
    return found


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--methods", default="")
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    chosen = {k: v for k, v in METHODS.items() if not arguments.methods or v[0] in arguments.methods.split(",")}
    lines = [
        "# Values on both instruments, no sample measured twice", "",
        f"SpectrAlign {__version__}, Python {platform.python_version()}, numpy {np.__version__}; {arguments.repeats} "
        "repeats. RMSEP on B's test samples relative to a model of B's own labelled samples (below 1: better than "
        "that model), geometric mean over properties and repeats, by the number of labelled samples of B. Two thirds "
        "of the calibration samples are on A. – where the method refuses. Written by "
        "`benchmarks/values_without_pairs.py`.", ""]
    kept = rows_of(arguments.output) if arguments.methods else {}
    for title in SHOWN:
        rows = kept.get(title, {})
        pair = PAIRS[title]()
        train = pair.split(0)[0]
        left = len(train) - 2 * len(train) // 3
        lines += [f"## {title} ({2 * len(train) // 3} samples on A)", "",
                  f"| method | {' | '.join(str(c or left) for c in COUNTS)} |", "|---" * (len(COUNTS) + 1) + "|"]
        native = {c: [rmsep(pair, r, c, "native", {}) for r in range(arguments.repeats)] for c in COUNTS}
        for label, (name, values) in chosen.items():
            cells = []
            for c in COUNTS:
                try:
                    ratios = [rmsep(pair, r, c, name, values) / native[c][r] for r in range(arguments.repeats)]
                except SpectrAlignError:
                    cells.append("–")
                    continue
                cells.append(f"{float(np.exp(np.mean(np.log(ratios)))):.2f}")
            rows[label] = f"| {label} | {' | '.join(cells)} |"
            print(title, label, *cells, flush=True)
        lines += [*(rows[label] for label in METHODS if label in rows), ""]
    arguments.output.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
