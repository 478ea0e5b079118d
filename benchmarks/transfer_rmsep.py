"""RMSEP of all transfers and of the automatic one on corn and sugarcane; writes transfer_rmsep.md.

    python benchmarks/transfer_rmsep.py --repeats 25 --cache DIR [--pairs "corn m5->mp5"] [--methods epo,spiked]

Protocol: the splits of `transfer_data.py`, 5, 10, 20, 30 standards by Kennard–Stone (start: the two farthest) on the
first 10 principal components of A's calibration spectra, PLS with at most 15 (corn) or 10 (sugarcane) latent
variables. Finished method × pair results are kept in DIR, so that a second call only adds what is missing.
"""

from __future__ import annotations

import argparse
import os
import platform
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from transfer_data import PAIRS, Pair

from spectralign_gui.core.validation.entries import Entry, entries_for
from spectralign_gui.core.validation.transfer import validate_transfers
from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_splits import explicit_split

METHODS = ("mean-shift", "bias", "slope-bias", "ds", "pds", "sst", "epo", "top", "dop", "glsw", "osc", "dipls",
           "spiked", "joint-ridge", "msc", "auto")
YARDSTICKS = ("none", "target-only", "native", "a-on-a")
COUNTS = (5, 10, 20, 30)
PLAIN_PAIR = "corn m5->mp5"
PLAIN = {  # RMSEP at 5 and 20 standards of plain implementations on the same splits; moisture, oil, protein, starch
    "none": (1.538, .633, 1.020, 1.542), "native": (.135, .094, .145, .369),
    "mean-shift": (.253, .249, .093, .088, .151, .150, .396, .376),
    "sst": (.262, .235, .098, .087, .155, .146, .437, .383),
    "epo": (.248, .186, .091, .086, .150, .143, .443, .379),
    "spiked": (.236, .183, .097, .094, .146, .140, .414, .353),
    "pds": (.280, .266, .099, .087, .158, .145, .434, .378),
}


def measure(pair: Pair, names: list[str], repeats: range, jobs: int) -> dict[str, np.ndarray]:
    """RMSEP (repeats, counts, properties) per method."""
    n = len(pair.A)
    pairs = np.stack([np.arange(n)] * 2, axis=1)
    data = TransferData([pair.A, pair.B], pairs, [pair.Y, np.full_like(pair.Y, np.nan)], pair.properties)
    splits = [explicit_split(pairs, [n, n], pair.split(r)[1], r) for r in repeats]
    marked = {"auto": {"unmarked": False}}  # what all methods of this table know; see transfer_unmarked.py
    entries = [e if name != "a-on-a" else Entry("a-on-a", "a-on-a") for name in names
               for e in entries_for([name], marked, yardsticks=False) if not e.key.endswith("/spectra")]
    result = validate_transfers(data, entries, COUNTS, splits=splits, max_components=pair.max_components,
                                n_jobs=jobs)
    return {e.key: np.stack([result.rmsep(e.key, c) for c in COUNTS], axis=1) for e in entries}


def table(name: str, found: dict[str, np.ndarray], pair: Pair) -> list[str]:
    """Markdown of one pair."""
    lines = []
    for j, prop in enumerate(pair.properties):
        lines += [f"\n### {name} / {prop}\n", "| method | n=5 | n=10 | n=20 | n=30 |", "|---|---|---|---|---|"]
        for method, values in found.items():
            v = values[:, :, j]
            lines.append(f"| {method} | " + " | ".join(
                f"{v[:, c].mean():.3f}±{v[:, c].std(ddof=1) if len(v) > 1 else 0:.3f}" for c in range(len(COUNTS)))
                + " |")
    return lines


def summary(results: dict[str, dict[str, np.ndarray]]) -> list[str]:
    """The automatic choice against the best method in hindsight and against the two yardsticks."""
    lines = ["\n## The automatic transfer\n",
             "Ratio of its mean RMSEP to that of the method with the best mean RMSEP over the same repeats (chosen in "
             "hindsight per property and n), averaged over properties; and to the better of \"none\" and "
             "\"target-only\".\n",
             "| pair | n=5 | n=10 | n=20 | n=30 | mean | cells ≤ 1.05 × yardstick | worst |",
             "|---|---|---|---|---|---|---|---|"]
    inside = []
    for name, found in results.items():
        if not {"auto", "none", "target-only"} <= set(found):
            continue
        means = {m: v.mean(axis=0) for m, v in found.items()}
        rivals = np.array([v for m, v in means.items() if m not in ("auto", "native", "a-on-a")])
        ratio = means["auto"] / rivals.min(axis=0)
        against = means["auto"] / np.minimum(means["none"], means["target-only"])
        inside.append(against)
        lines.append(f"| {name} | " + " | ".join(f"{v:.3f}" for v in ratio.mean(axis=1))
                     + f" | **{ratio.mean():.3f}** | {(against <= 1.05).mean():.0%} | {against.max():.3f} |")
    if inside:
        everything = np.concatenate([a.ravel() for a in inside])
        lines.append(f"\nOver all cells: {(everything <= 1.05).mean():.1%} within 1.05 × the better yardstick, worst "
                     f"{everything.max():.3f}.")
    return lines


def beside_plain(found: dict[str, np.ndarray]) -> list[str]:
    """Our figures beside those of plain implementations, with the standard error of our mean."""
    lines = [f"\n## Beside plain implementations ({PLAIN_PAIR})\n",
             "Ours / plain at 5 → 20 standards (one figure where there are no standards). A difference counts as one "
             "where it exceeds twice the standard error of our mean; those are marked.\n",
             "| method | Moisture | Oil | Protein | Starch |", "|---|---|---|---|---|"]
    for name, plain in PLAIN.items():
        if name not in found:
            continue
        v, cells = found[name], []
        counts = (0, 2) if len(plain) == 8 else (0,)
        for j in range(4):
            pair = []
            for k, c in enumerate(counts):
                other = plain[j * len(counts) + k]
                mean, error = v[:, c, j].mean(), v[:, c, j].std(ddof=1) / np.sqrt(len(v))
                mark = "" if abs(mean - other) <= 2 * error else (" lower" if mean < other else " **higher**")
                pair.append(f"{mean:.3f} / {other:.3f}{mark}")
            cells.append(" → ".join(pair))
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    auto = found["auto"].mean(axis=0)[[0, 2]].T
    best = np.array([[min(p[j * 2 + k] for p in PLAIN.values() if len(p) == 8) for k in (0, 1)] for j in range(4)])
    lines.append(f"\nThe automatic transfer is at or below the lowest of these plain figures (of any method, in "
                 f"hindsight) in {(auto <= best).sum()} of {best.size} cells, and at most "
                 f"{(auto / best).max() - 1:.0%} above it. Where one of our methods is higher, "
                 "`transfer_why_higher.md` tells why: SST chooses one map for all properties, EPO also compares a mean "
                 "shift.")
    return lines


def main() -> None:
    """Measure what is missing and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=25)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--pairs", default="")
    parser.add_argument("--methods", default=",".join((*YARDSTICKS, *METHODS)))
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    parser.add_argument("--measured", action="store_true",
                        help="write the table of what DIR holds, per pair the repeats that all its methods have")
    parser.add_argument("--again", default="", help="methods to measure anew")
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    wanted = [m for m in arguments.methods.split(",") if m]
    results: dict[str, dict[str, np.ndarray]] = {}
    for name in [p for p in arguments.pairs.split(";") if p] or list(PAIRS):
        pair = PAIRS[name]()
        results[name] = {}
        for method in wanted:
            file = arguments.cache / f"{name}_{method}.npy".replace(" ", "_").replace(">", "")
            if file.exists() and method not in arguments.again.split(","):
                values = np.load(file, allow_pickle=False)
            else:
                values = np.zeros((0, len(COUNTS), len(pair.properties)))
            if arguments.measured:
                if len(values):
                    results[name][method] = values
                continue
            if len(values) < arguments.repeats:
                more = measure(pair, [method], range(len(values), arguments.repeats), arguments.jobs)[method]
                values = np.concatenate([values, more])
                np.save(file, values)
            results[name][method] = values = values[:arguments.repeats]
            print(name, method, np.round(values.mean(axis=0), 3).tolist(), flush=True)
    for name, found in results.items():
        count = min((len(v) for v in found.values()), default=0)
        results[name] = {method: values[:count] for method, values in found.items()}
    lines = ["# RMSEP of the transfers on corn and sugarcane\n",
             f"Made by `benchmarks/transfer_rmsep.py` ({platform.machine()}, Python "
             f"{platform.python_version()}, numpy {np.__version__}). Mean ± standard deviation over the repeats: "
             + ", ".join(f"{name} {len(next(iter(found.values())))}" for name, found in results.items() if found) + ". "
             "\"none\", \"native\" and \"a-on-a\" do not depend on n. \"auto\" knows the marked standards only "
             "(`unmarked=False`), as all others; with unmarked pairs, the default, see `transfer_unmarked.md`."]
    lines += summary(results)
    if "auto" in results.get(PLAIN_PAIR, {}):
        lines += beside_plain(results[PLAIN_PAIR])
    for name, found in results.items():
        lines += table(name, found, PAIRS[name]())
    arguments.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
