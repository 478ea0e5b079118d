"""Are mixed-up standards noticed, and right ones left alone? The check that every run makes, on real spectra.

    python benchmarks/mixed_up.py [--data FOLDER] [--draws 100] [--output FILE.md]

So many standards are drawn; pairs of them, also drawn, are swapped on the second instrument. *alarm*: share of the
draws in which anything is said. *found*: share of the swapped samples that are named. *wrongly named*: right samples
named, per draw. *all shuffled*: share of the draws in which the list as a whole is said to fit no better than by
chance. *one spoiled*: nothing is swapped, but a random spectrum three times as large as the usual distance from the
mean spectrum is added to one of the first instrument's: how often that standard is named / anything else is said.
"""

from __future__ import annotations

import argparse
import platform
from pathlib import Path

import numpy as np

from benchmarks.outliers import ROOT, real_sets, spoiled
from spectralign_gui import __version__
from spectralign_gui.core.measures.mixed_up import mixed_up

COUNTS = (8, 10, 15, 20, 30, 40, 60)
SWAPPED = (1, 2, 4)


def draw(Xs: list[np.ndarray], pairs: np.ndarray, count: int, swaps: int, seed: int, spoil: bool = False,
         ) -> tuple[bool, bool, float, int]:
    """Whether anything is said, whether of the whole list, share of the swapped that are named, others named."""
    rng = np.random.default_rng([seed, count, swaps + 1])
    chosen = pairs[rng.permutation(len(pairs))[:count]]
    A, B = (np.asarray(X[chosen[:, k]], dtype=np.float64) for k, X in enumerate(Xs))
    order = np.arange(count)
    if swaps < 0:
        order = rng.permutation(count)
    for i, j in rng.permutation(count)[:2 * max(0, swaps)].reshape(-1, 2):
        order[[i, j]] = order[[j, i]]
    off = rng.permutation(count)[:1] if spoil else np.zeros(0, int)
    if spoil:
        A = spoiled(A, off, "direction", 3, rng)
    k = np.arange(count)
    found = mixed_up([A, B[order]], np.stack([0 * k, k, 0 * k + 1, k], axis=1))
    named = np.zeros(count, bool)
    for f in found:
        named[f.pairs[:, 1]] |= not f.whole
    wrong = order != k
    if spoil:
        return bool(found), any(f.whole for f in found), float(named[off].all()), int(named.sum() - named[off].sum())
    return bool(found), any(f.whole for f in found), float(named[wrong].mean()) if wrong.any() else 0.0, \
        int((named & ~wrong).sum())


READING = """## How to read it

- Right pairs are hardly ever doubted; a pair is named only where the prediction from each instrument to the other
  contradicts it. Where nothing is said, the list need not be right: with 10 standards a swap cannot be told from the
  usual error of prediction, with 20 only between samples that differ much, and samples that are alike never can be
  (nor does it matter much, then).
- A list that is shuffled as a whole is told from about 12 standards on in nine of ten draws; with 8 to 11 the warning
  is held back unless shuffled lists fit clearly better, and with fewer than 8 nothing is said, since right ones often
  fit no better than shuffled ones.
- The laboratory–field pair of LIBS instruments predicts each other badly from so few, noisy spectra: there hardly any
  pair is named, and only the check of the list as a whole has power.
"""
SEVERAL = "## Several bad standards at once"


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--draws", type=int, default=100)
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    heads = ["data", "standards", "right: alarm", "one spoiled: named / else",
             *(f"{s} swap{'s' * (s > 1)}: alarm / found / wrongly named" for s in SWAPPED), "all shuffled: noticed"]
    lines = ["# Mixed-up standards", "",
             f"SpectrAlign {__version__}, Python {platform.python_version()}, numpy {np.__version__}; "
             f"{arguments.draws} draws per cell ({4 * arguments.draws} of right pairs). "
             + " ".join((__doc__ or "").split("\n\n")[-1].split()), "",
             "| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    total = np.zeros(4, int)
    for name, Xs, pairs in real_sets(arguments.data):
        for count in (c for c in COUNTS if c <= len(pairs)):
            many = range(arguments.draws)
            right = [draw(Xs, pairs, count, 0, seed)[0] for seed in range(4 * arguments.draws)]
            odd = [draw(Xs, pairs, count, 0, seed, spoil=True) for seed in many]
            told, other = int(sum(o[2] for o in odd)), sum(o[1] or o[3] > 0 for o in odd)
            total += [sum(right), len(right), other, len(odd)]
            cells = [f"{sum(right)} of {len(right)}", f"{told} / {other} of {len(odd)}"]
            for swaps in SWAPPED:
                if 2 * swaps > count:
                    cells.append("–")
                    continue
                table = np.array([draw(Xs, pairs, count, swaps, seed) for seed in many], dtype=float)
                cells.append(f"{table[:, 0].mean():.2f} / {table[:, 2].mean():.2f} / {table[:, 3].mean():.2f}")
            cells.append(f"{np.mean([draw(Xs, pairs, count, -1, seed)[1] for seed in many]):.2f}")
            lines.append(f"| {name} | {count} | " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
    lines += ["", f"In all {total[0]} false alarms in {total[1]} draws of right pairs, {total[2]} in {total[3]} with "
              "one spoiled spectrum.", "", READING.rstrip()]
    if SEVERAL in (old := arguments.output.read_text(encoding="utf-8") if arguments.output.exists() else ""):
        lines += ["", SEVERAL + old.split(SEVERAL)[1].rstrip()]  # of benchmarks/bad_standards.py
    arguments.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
