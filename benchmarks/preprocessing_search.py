"""What choosing the preprocessing on the standards brings; writes preprocessing_search.md.

    python benchmarks/preprocessing_search.py --cache DIR [--pairs NAME;NAME] [--repeats 4] [--counts 5,10,20,30]

Raw spectra (sugarcane too, which other benchmarks take after SNV). Every split chooses on its own training samples and
standards, as `evaluate --preprocess search` does; repeats alternate between designed and random standards. The figure
is the RMSEP relative to that of the spectra as given, geometric mean over the properties and splits.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import transfer_data
from verdicts import ONCE, REAL, chosen

from spectralign_gui.core import create
from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.preprocessing.spec import PreprocessingSpec
from spectralign_gui.session.compare.chosen_inside import ChosenInside
from spectralign_gui.session.run.preprocessing_search import chains

METHODS = ("auto-marked", "spiked", "joint-ridge", "pds", "epo", "target-only", "none")



def datasets(pair: transfer_data.Pair) -> tuple[SpectralDataset, ...]:
    """A and B as the program has them."""
    axis = Axis(np.arange(pair.A.shape[1], dtype=float), "channel")
    return tuple(SpectralDataset(name, X, axis, tuple(f"{name}{k}" for k in range(len(X))))
                 for name, X in (("a", pair.A), ("b", pair.B)))


def asked(pair: transfer_data.Pair, repeat: int, count: int) -> dict[str, Any]:
    """Errors of the methods on spectra as given and as chosen, and what was chosen."""
    rest, test = pair.split(repeat)
    rows = chosen(pair.A[rest], count, "kennard-stone" if repeat % 2 == 0 else "random", 99 + repeat)
    of_b = rest[rows]
    raw, pairs = datasets(pair), np.stack([rows, np.arange(count)], axis=1)
    search = ChosenInside(raw, tuple(chains(PreprocessingSpec(), raw)))
    (A, B), words = search(rest, of_b, pairs, pair.Y[rest], None)
    found: dict[str, Any] = {"steps": words}
    for form, (X, Z) in (("given", (pair.A, pair.B)), ("chosen", (A, B))):
        found[form] = {}
        for name in METHODS:
            more = {} if name == "joint-ridge" else {"max_components": pair.max_components}
            fit = create(name, **more).fit([X[rest], Z[of_b]], pairs=pairs, targets=[pair.Y[rest], None])
            found[form][name] = np.sqrt(np.mean((fit.predict(Z[test], 1) - pair.Y[test]) ** 2, axis=0)).tolist()
    return found


def table(found: dict[tuple[str, int, int], dict[str, Any]]) -> list[str]:
    """Ratio per method and number of standards, the worst split, and the share of splits that got better."""
    counts = sorted({count for _, _, count in found})
    lines = ["| method | " + " | ".join(f"{c} standards" for c in counts) + " | all | worst split | better or equal |",
             "|---" * (len(counts) + 4) + "|"]
    for name in METHODS:
        ratios: dict[int, list[float]] = defaultdict(list)
        for (_, _, count), of in found.items():
            ratios[count].append(float(np.mean(np.log(np.array(of["chosen"][name]) / of["given"][name]))))
        every = np.array([r for of in ratios.values() for r in of])
        cells = [f"{np.exp(np.mean(ratios[c])):.3f}" for c in counts]
        lines.append(f"| {name} | {' | '.join(cells)} | {np.exp(every.mean()):.3f} | {np.exp(every.max()):.2f} | "
                     f"{np.mean(every <= 1e-9):.0%} |")
    return lines


def steps(found: dict[tuple[str, int, int], dict[str, Any]]) -> str:
    """What was chosen how often."""
    counts = Counter(", ".join(of["steps"]) or "as given" for of in found.values())
    return "Chosen: " + "; ".join(f"{words} {n} ×" for words, n in counts.most_common()) + "."


def main() -> None:
    """Ask what is missing and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--pairs", default=";".join((*REAL, *ONCE)))
    parser.add_argument("--repeats", type=int, default=4)
    parser.add_argument("--counts", default="5,10,20,30")
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    transfer_data.snv = lambda X: X  # raw
    every = {**REAL, **ONCE}
    found: dict[str, dict[tuple[str, int, int], dict[str, Any]]] = {"seen": {}, "once": {}}
    for repeat in range(arguments.repeats):
        for name in arguments.pairs.split(";"):
            pair = None
            for count in (int(c) for c in arguments.counts.split(",")):
                file = arguments.cache / f"{name.replace(' ', '_').replace('>', '')}_{repeat}_{count}.json"
                if not file.exists():
                    pair = pair or every[name]()
                    file.write_text(json.dumps(asked(pair, repeat, count)))
                    print(file.name, flush=True)
                found["once" if name in ONCE else "seen"][name, repeat, count] = json.loads(file.read_text())
    lines = ["# Preprocessing chosen on the standards\n"]
    for part, title in (("seen", "The sets that the way of judging was chosen on"),
                        ("once", "Looked at once, after it was frozen")):
        if found[part]:
            names = dict.fromkeys(name for name, _, _ in found[part])
            lines += [f"## {title}: {', '.join(names)} ({len(found[part])} splits)\n", *table(found[part]), "",
                      steps(found[part]), ""]
    arguments.output.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
