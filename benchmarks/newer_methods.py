"""RMSEP of the newer transfers beside older ones; writes newer_methods.md.

    python benchmarks/newer_methods.py --repeats 10

Protocol of `transfer_rmsep.py`. Figures are relative to the best single method of each cell in hindsight (all methods
of the table), geometric mean over the properties of a pair.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from transfer_data import PAIRS
from transfer_rmsep import COUNTS, measure
from verdicts import of_folder

NEWER = ("coral", "jypls", "gct-pls", "narca", "pfce", "ctwm", "lw-pls", "udop")
"""`nar` is not among them: no sample of these sets has repeated spectra on B."""
OLDER = ("none", "target-only", "mean-shift", "bias", "slope-bias", "pds", "epo", "glsw", "dipls", "spiked",
         "joint-ridge")


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=10)
    arguments = parser.parse_args()
    pairs = {"corn m5->mp5": PAIRS["corn m5->mp5"], "corn mp5->mp6": PAIRS["corn mp5->mp6"],
             "sugarcane NIRscan": PAIRS["sugarcane NIRscan"], "sugarcane F750": PAIRS["sugarcane F750"],
             "soil dry->wet": lambda: of_folder("soil", "dry", "wet")}
    lines = ["# Newer transfers beside older ones", "",
             f"`python benchmarks/newer_methods.py --repeats {arguments.repeats}`: RMSEP over that of the best single "
             "method of the table in hindsight (1 = the best everywhere), geometric mean over the properties, by "
             "number of standards (Kennard–Stone). None of these sets chose anything in the newer methods.", ""]
    for title, make in pairs.items():
        found = measure(make(), [*OLDER, *NEWER], range(arguments.repeats), 1)
        means = {k: np.nanmean(v, axis=0) for k, v in found.items()}  # counts × properties
        best = np.min([means[k] for k in means], axis=0)
        lines += [f"## {title}", "", "| method | " + " | ".join(map(str, COUNTS)) + " |",
                  "|---" * (1 + len(COUNTS)) + "|"]
        for k in [*OLDER, *NEWER]:
            ratio = np.exp(np.log(means[k] / best).mean(axis=1))
            name = f"**{k}**" if k in NEWER else k
            lines.append(f"| {name} | " + " | ".join(f"{r:.2f}" for r in ratio) + " |")
        lines.append("")
        Path(__file__).with_name("newer_methods.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
