"""The automatic transfer with and without unmarked pairs beside all single methods; writes transfer_unmarked.md.

    python benchmarks/transfer_unmarked.py --repeats 25 --cache DIR

Splits and single methods are those of `transfer_rmsep.py`, whose cache DIR must hold them. Every finished repeat is
kept there too, the pairs in turn, so that any number of repeats makes a table. The difference to the single method
that is best over all its cells of the pair (in hindsight) is tested in pairs on the same splits.
"""

from __future__ import annotations

import argparse
import os
import platform
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from scipy import stats
from transfer_data import PAIRS
from transfer_rmsep import COUNTS, METHODS, YARDSTICKS

from spectralign_gui.core.validation.entries import Entry
from spectralign_gui.core.validation.transfer import validate_transfers
from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_splits import explicit_split

AUTO = {"auto": {}, "auto-marked": {"unmarked": False}}


def file_of(folder: Path, pair: str, method: str) -> Path:
    """As in `transfer_rmsep.py`."""
    return folder / f"{pair}_{method}.npy".replace(" ", "_").replace(">", "")


def measure(name: str, method: str, repeat: int) -> np.ndarray:
    """RMSEP (counts, properties)."""
    pair = PAIRS[name]()
    n = len(pair.A)
    pairs = np.stack([np.arange(n)] * 2, axis=1)
    data = TransferData([pair.A, pair.B], pairs, [pair.Y, np.full_like(pair.Y, np.nan)], pair.properties)
    result = validate_transfers(data, [Entry(method, "auto", AUTO[method])], COUNTS, max_components=pair.max_components,
                                splits=[explicit_split(pairs, [n, n], pair.split(repeat)[1], repeat)])
    return np.stack([result.rmsep(method, c)[0] for c in COUNTS])


def interval(difference: np.ndarray, share: float) -> tuple[float, float]:
    """Mean and half width of its 95 % interval; corrected for overlapping training sets (Nadeau & Bengio 2003)."""
    r = len(difference)
    half = stats.t.ppf(0.975, r - 1) * difference.std(ddof=1) * np.sqrt(1.0 / r + share) if r > 1 else np.inf
    return float(difference.mean()), float(half)


def tables(folder: Path) -> list[str]:
    """Everything the cache holds of both."""
    singles = [m for m in (*YARDSTICKS, *METHODS) if m not in (*AUTO, "native", "a-on-a")]
    head = "| pair | repeats | " + " | ".join(f"n={n}" for n in COUNTS) + " | mean | cells ≤ 1.05 × yardstick | worst |"
    lines = {m: [head, "|---" * (len(COUNTS) + 5) + "|"] for m in AUTO}
    paired = ["| pair | best single method | n | with unmarked pairs | wins | marked pairs only | wins |",
              "|---|---|---|---|---|---|---|"]
    for name in PAIRS:
        if not file_of(folder, name, "auto").exists():
            continue
        found = {m: np.load(file_of(folder, name, m), allow_pickle=False) for m in (*singles, *AUTO)
                 if file_of(folder, name, m).exists()}
        rivals = [m for m in singles if m in found]
        most = min(len(found[m]) for m in rivals)
        pair = PAIRS[name]()
        share = pair.test_size / (len(pair.A) - pair.test_size)
        all_of_them = {m: found[m][:most].mean(axis=0) for m in rivals}
        floor = np.min(list(all_of_them.values()), axis=0)
        champion = min(rivals, key=lambda m: float((all_of_them[m] / floor).mean()))
        rows = [f"| {name} | {champion} | {n} " for n in COUNTS]
        for m in AUTO:  # each over the repeats that it has, against the same repeats of the others
            r = min(most, len(found[m]))
            means = {key: found[key][:r].mean(axis=0) for key in (*rivals, m)}
            ratio = means[m] / np.min([means[key] for key in rivals], axis=0)
            against = means[m] / np.minimum(means["none"], means["target-only"])
            lines[m].append(f"| {name} | {r} | " + " | ".join(f"{v:.3f}" for v in ratio.mean(axis=1))
                            + f" | **{ratio.mean():.3f}** | {(against <= 1.05).mean():.0%} | {against.max():.3f} |")
            for c in range(len(COUNTS)):  # mean over properties of the relative difference, per repeat
                d = ((found[m][:r, c] - found[champion][:r, c]) / means[champion][c]).mean(axis=1)
                mean, half = interval(d, share)
                rows[c] += f"| {mean:+.1%} ({mean - half:+.1%} … {mean + half:+.1%}) | {(d < 0).sum()}/{r} "
        paired += [row + "|" for row in rows]
    return ["\n## With unmarked pairs (the default)\n", *lines["auto"], "\n## Marked pairs only (`unmarked=False`)\n",
            *lines["auto-marked"], "\n## Paired with the best single method\n",
            "Mean over properties of the difference in RMSEP, relative to the single method that has the smallest mean "
            "ratio over the pair's cells in hindsight; 95 % interval over the repeats, corrected for their common "
            "samples; in how many repeats the combination won.\n", *paired]


def main() -> None:
    """Measure what is missing, the pairs in turn, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=25)
    parser.add_argument("--forms", nargs="+", choices=list(AUTO), default=list(AUTO))
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    for repeat in range(arguments.repeats):
        for name in PAIRS:
            for method in arguments.forms:
                file = file_of(arguments.cache, name, method)
                done = np.load(file, allow_pickle=False) if file.exists() else None
                if done is not None and len(done) > repeat:
                    continue
                new = measure(name, method, repeat)[None]
                np.save(file, new if done is None else np.concatenate([done, new]))
        print(repeat, flush=True)
    text = ["# The automatic transfer with and without unmarked pairs\n",
            f"Made by `benchmarks/transfer_unmarked.py` ({platform.machine()}, Python {platform.python_version()}, "
            f"numpy {np.__version__}); splits, standards and single methods of `transfer_rmsep.py`. As there, all "
            "calibration samples were measured on both instruments, but only n of them are marked; the values of B's "
            "other samples are hidden and their order tells nothing. Ratio of mean RMSEP to that of the best single "
            "method, chosen in hindsight per property and n over the same repeats: with few repeats the best in "
            "hindsight is also the luckiest.",
            *tables(arguments.cache)]
    arguments.output.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
