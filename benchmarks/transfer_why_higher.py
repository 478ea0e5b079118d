"""Why two of our figures beside those of plain implementations are higher; writes transfer_why_higher.md.

    python benchmarks/transfer_why_higher.py

Corn m5->mp5, 20 standards, splits of `transfer_data.py`: SST with one map for all properties and fitted for each alone;
EPO with the forms that it compares, and with each of them alone.
"""

from __future__ import annotations

import os
import platform
from collections import Counter
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from transfer_data import Pair, corn

from spectralign_gui.core import create
from spectralign_gui.core.selection.kennard_stone import kennard_stone, principal_scores

REPEATS, STANDARDS = 25, 20
PLAIN = {"sst": (0.235, 0.087, 0.146, 0.383), "epo": (0.186, 0.086, 0.143, 0.379)}
LINES = (("SST, one map for all properties", "sst", {}, False), ("SST, each property alone", "sst", {}, True),
         ("EPO, with and without mean shift compared", "epo", {"shift": "auto"}, False),
         ("EPO, without (the paper's form)", "epo", {"shift": "no"}, False),
         ("EPO, after a mean shift", "epo", {"shift": "yes"}, False))


def one(pair: Pair, repeat: int, name: str, settings: dict[str, str], alone: bool) -> tuple[np.ndarray, list[str]]:
    """RMSEP per property (q,) of a repeat, and what was chosen for each."""
    train, test = pair.split(repeat)
    train = np.sort(train)
    rows = kennard_stone(principal_scores(pair.A[train]), STANDARDS, "max-distance")
    errors, chosen = [], []
    q = pair.Y.shape[1]
    for columns in ([[j] for j in range(q)] if alone else [list(range(q))]):
        Y = pair.Y[:, columns]
        fitted = create(name, max_components=pair.max_components, **settings).fit(
            [pair.A[train], pair.B[train]], pairs=np.stack([rows, rows], axis=1),
            targets=[Y[train], np.full_like(Y[train], np.nan)])
        errors += np.sqrt(((fitted.predict(pair.B[test], 1) - Y[test]) ** 2).mean(axis=0)).tolist()
        each = fitted.chosen_.get("per_property") or [fitted.chosen_] * len(columns)
        chosen += [f"{c['n_components']}{' after a shift' if c.get('shift') is True else ''}" for c in each]
    return np.array(errors), chosen


def main() -> None:
    """Measure and write the table."""
    pair = corn()
    lines = ["# Where our figures are higher than those of plain implementations\n",
             f"Made by `benchmarks/transfer_why_higher.py` ({platform.machine()}, Python {platform.python_version()}, "
             f"numpy {np.__version__}). Corn m5→mp5, {STANDARDS} standards, {REPEATS} repeats; RMSEP ± standard error "
             "of the mean.\n",
             f"| | {' | '.join(pair.properties)} |", "|---|" + "---|" * len(pair.properties)]
    counts = []
    for title, name, settings, alone in LINES:
        found = [one(pair, r, name, settings, alone) for r in range(REPEATS)]
        values = np.array([f[0] for f in found])
        error = values.std(axis=0, ddof=1) / np.sqrt(REPEATS)
        lines.append(f"| {title} | " + " | ".join(f"{m:.3f} ± {e:.3f}" for m, e in zip(
            values.mean(axis=0), error, strict=True)) + " |")
        counts.append((title, Counter(f[1][0 if name == "sst" else 1] for f in found)))
        if title.startswith(("SST, each", "EPO, after")):
            lines.append(f"| plain {name.upper()} | " + " | ".join(f"{v:.3f}" for v in PLAIN[name]) + " |")
    lines += ["", "- **SST, moisture.** SST gives spectra, and spectra are there once for all properties: the number "
              "of directions is chosen for all of them together. Fitted for each property alone it is at the plain "
              "figures, all four of them: higher in moisture and lower in the others is the price and the gain of one "
              "map.",
              "- **EPO, oil.** Whether the mean difference is subtracted first is one more thing that twenty standards "
              "have to decide; for oil the paper's form alone is at the plain figure. The choice is kept because it "
              "is the other way round for moisture.", "",
              "How often each number of directions was chosen (SST: for moisture, EPO: for oil):\n"]
    lines += [f"- {title}: {', '.join(f'{k} in {n}' for k, n in c.most_common())}" for title, c in counts]
    Path(__file__).with_suffix(".md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
