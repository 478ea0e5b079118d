"""The automatic transfer on further pairs, which nothing was tuned on; writes further_rmsep.md.

    python benchmarks/further_rmsep.py --repeats 10 --cache DIR [--pairs "made: copy;corn mp5->m5"] [--counts 5,10]

For every pair of `further_data.py`: the ratio to the best single method in hindsight, to the better yardstick, how the
combination without unmarked pairs does, and what was recommended beside what is known to be right. Finished repeats
are kept in DIR as JSON, so that a second call adds what is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections import Counter
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from further_data import FURTHER, LOOKED_AT, further

from spectralign_gui.core.measures.regression import regression_figures
from spectralign_gui.core.validation.entries import Entry
from spectralign_gui.core.validation.transfer import one_job

RIVALS = ("none", "target-only", "mean-shift", "bias", "slope-bias", "ds", "pds", "sst", "epo", "top", "dop", "glsw",
          "osc", "spiked", "joint-ridge", "msc")
AUTO = {"auto": Entry("auto", "auto"), "auto-marked": Entry("auto-marked", "auto", {"unmarked": False})}


def measure(name: str, repeat: int, count: int) -> dict[str, Any]:
    """RMSEP (q) per method, the recommendation, and the pairs that were found."""
    case, split = further(name, repeat)
    entries = [*(Entry(m, m) for m in RIVALS), *AUTO.values()]
    common = {"regression": "pls", "max_components": case.max_components, "draw": "kennard-stone"}
    with np.errstate(all="ignore"):
        cells = one_job((case.data, tuple(entries), common, None, None), split, count, (count,))["cells"]
    found: dict[str, Any] = {"rmsep": {}}
    for (key, _), cell in cells.items():
        if "error" in cell:
            continue
        found["rmsep"][key] = [regression_figures(cell["measured"][:, j], cell["predicted"][:, j])["rmsep"]
                               for j in range(cell["measured"].shape[1])]
    chosen = cells["auto", count].get("chosen", {})
    advice = chosen.get("recommendation", {})
    found["advice"] = ["none" if advice.get("method") == "none" else advice.get("verdict", ""),
                       advice.get("confidence", "")]
    found["pairs"] = dict(chosen.get("unmarked_pairs", {}))
    return found


def summary(results: dict[str, list[dict[str, Any]]], counts: list[int]) -> list[str]:
    """The table."""
    lines = ["| pair | repeats | " + " | ".join(f"n={n}" for n in counts) + " | cells ≤ 1.05 × yardstick | worst | "
             "marked only | standards found again | recommended (right) |",
             "|---|---|" + "---|" * (len(counts) + 5)]
    inside, ratios = [], []
    for name, repeats in results.items():
        per_count, against, plain, told, hits = [], [], [], Counter(), []
        case = further(name, 0)[0]
        shown = [n for n in counts if all(str(n) in r for r in repeats)]
        for n in shown:
            cells = [r[str(n)] for r in repeats]
            keys = [k for k in RIVALS if all(k in c["rmsep"] for c in cells)]
            means = {k: np.mean([c["rmsep"][k] for c in cells], axis=0) for k in (*keys, *AUTO)}
            best = np.min([means[k] for k in keys], axis=0)
            yardstick = np.min([means[k] for k in ("none", "target-only") if k in means], axis=0)
            varies = best > 1e-9  # a constant property is predicted exactly by all
            per_count.append((n, float((means["auto"][varies] / best[varies]).mean())))
            plain.append(float((means["auto-marked"][varies] / best[varies]).mean()))
            against += list(means["auto"][varies] / yardstick[varies])
            told.update(c["advice"][0] for c in cells)
            hits += [c["pairs"]["hits"] / c["pairs"]["judged"] for c in cells if c["pairs"].get("judged")]
        if not per_count:
            continue
        inside += against
        ratios += [r for _, r in per_count]
        known = dict(per_count)
        truth = ", ".join(case.truth)
        lines.append(
            f"| {name} | {len(repeats)} | " + " | ".join(f"{known[n]:.3f}" if n in known else "" for n in counts)
            + f" | {np.mean(np.array(against) <= 1.05):.0%} | {max(against):.3f} | {np.mean(plain):.3f} | "
            + (f"{np.mean(hits):.0%}" if hits else "") + " | "
            + ", ".join(f"{k} {v}" for k, v in told.most_common()) + (f" ({truth})" if truth else "") + " |")
    lines.append(f"\nOver all cells: ratio {np.exp(np.mean(np.log(ratios))):.3f} (geometric mean), "
                 f"{np.mean(np.array(inside) <= 1.05):.1%} within 1.05 × the better yardstick, worst "
                 f"{max(inside):.3f}.")
    return lines


def main() -> None:
    """Measure what is missing and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--pairs", default=";".join(FURTHER))
    parser.add_argument("--counts", default="5,10,20,30")
    parser.add_argument("--measured", action="store_true", help="write the table of what DIR holds")
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    wanted = [int(n) for n in arguments.counts.split(",")]
    results: dict[str, list[dict[str, Any]]] = {}
    for repeat in range(arguments.repeats):
        for name in arguments.pairs.split(";"):
            file = arguments.cache / f"{name}_{repeat}.json".replace(" ", "_").replace(">", "").replace(":", "")
            cells = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
            for count in further(name, repeat)[0].counts if not arguments.measured else ():
                if (count in wanted or count < min(wanted)) and str(count) not in cells:
                    cells[str(count)] = measure(name, repeat, count)
                    file.write_text(json.dumps(cells), encoding="utf-8")
            if cells:
                results.setdefault(name, []).append(cells)
                print(name, repeat, {n: c["advice"] for n, c in cells.items()}, flush=True)
    counts = sorted({int(n) for cells in results.values() for c in cells for n in c})
    text = ["# The automatic transfer on further pairs\n",
            f"Made by `benchmarks/further_rmsep.py` ({platform.machine()}, Python {platform.python_version()}, numpy "
            f"{np.__version__}). The pairs (`further_data.py`) are corn backwards, other directions between the "
            "sugarcane instruments, the sample sets of the program, and made pairs, which are other samples in every "
            "repeat.\n",
            "Columns n=…: ratio of its mean RMSEP to that of the best single method over the same repeats, chosen in "
            "hindsight per property and n, mean over properties. With few repeats the best in hindsight is also the "
            "luckiest: read the ratios as upper bounds. \"marked only\": the same ratio with unmarked pairs switched "
            "off, mean over n. \"standards found again\": share of standards that find their partner when put among "
            "the unmarked spectra. Last: how often each verdict was given, and in brackets what is right where the "
            "truth is known.\n",
            "Why it loses where it does: `transfer_weights.md`."]
    looked = {k: v for k, v in results.items() if k in LOOKED_AT}
    aside = {k: v for k, v in results.items() if k not in LOOKED_AT}
    for title, group in (("In view while the weights were sharpened", looked),
                         ("Kept aside then; in view when the combination learned to lean", aside)):
        if group:
            text += [f"\n## {title}\n", *summary(group, counts)]
    arguments.output.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
