"""RMSEP of the newer transfers beside older ones; writes newer_methods.md, one part at a time.

    python benchmarks/newer_methods.py --part first --repeats 5
    python benchmarks/newer_methods.py --part second --repeats 3
    python benchmarks/newer_methods.py --part apart --repeats 5

Parts "first" and "second": protocol of `transfer_rmsep.py`; figures are relative to the best single method of each cell
in hindsight (all methods of the table), geometric mean over the properties of a pair. Part "apart": A and B measure
*different* samples, and there are no standards; figures are RMSEP over the spread of the values.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from transfer_data import PAIRS, Pair
from transfer_rmsep import COUNTS, measure
from verdicts import of_folder

from spectralign_gui.core import create, method

FILE = Path(__file__).with_suffix(".md")
NEWER = {"first": ("coral", "jypls", "gct-pls", "narca", "pfce", "ctwm", "lw-pls", "udop"),
         "second": ("ctrl", "ctai", "tca", "sinkhorn", "kalman", "lmir")}
"""`nar` is not among them: no sample of these sets has repeated spectra on B."""
OLDER = {"first": ("none", "target-only", "mean-shift", "bias", "slope-bias", "pds", "epo", "glsw", "dipls", "spiked",
                   "joint-ridge"),
         "second": ("none", "target-only", "mean-shift", "bias", "slope-bias", "pds", "epo", "spiked", "joint-ridge",
                    "coral", "udop", "jypls", "narca")}
TITLES = {"first": "Newer transfers beside older ones",
          "second": "CTRL, CTAI, TCA, Sinkhorn transport, Kalman updating, LMIR",
          "apart": "Without standards, other samples on A than on B"}
WITHOUT = ("none", "shift", "ctrl", "coral", "udop", "ctai", "tca", "sinkhorn")
WITH_VALUES = ("native", "jypls", "lmir")
"""Beside them: methods that know the values of so many of B's samples."""
KNOWN = 15
ALL: dict[str, Callable[[], Pair]] = {
    **{k: PAIRS[k] for k in ("corn m5->mp5", "corn mp5->mp6", "sugarcane NIRscan", "sugarcane F750")},
    "soil dry->wet": lambda: of_folder("soil", "dry", "wet")}


def beside(part: str, pair: Pair, repeats: int) -> list[str]:
    """Rows of one pair: every method over the best, by number of standards."""
    found = measure(pair, [*OLDER[part], *NEWER[part]], range(repeats), 1)
    means = {k: np.nanmean(v, axis=0) for k, v in found.items()}  # counts × properties
    best = np.min([means[k] for k in means], axis=0)
    lines = ["| method | " + " | ".join(map(str, COUNTS)) + " |", "|---" * (1 + len(COUNTS)) + "|"]
    for k in [*OLDER[part], *NEWER[part]]:
        ratio = np.exp(np.log(means[k] / best).mean(axis=1))
        name = f"**{k}**" if k in NEWER[part] else k
        lines.append(f"| {name} | " + " | ".join(f"{r:.2f}" for r in ratio) + " |")
    return lines


def apart(pair: Pair, repeats: int) -> dict[str, np.ndarray]:
    """RMSEP over the spread of the values (repeats, properties): A has one half of the samples, B the other."""
    found: dict[str, list[np.ndarray]] = {k: [] for k in (*WITHOUT, *WITH_VALUES)}
    for r in range(repeats):
        train, test = pair.split(r)
        half = np.random.RandomState(r).permutation(train)
        of_a, of_b = half[:len(half) // 2], half[len(half) // 2:]
        known = np.full((len(of_b), pair.Y.shape[1]), np.nan)
        known[:KNOWN] = pair.Y[of_b[:KNOWN]]
        for row, rows in found.items():
            name = "ctrl" if row == "shift" else row
            values = {"max_components": pair.max_components, **({"ridge": 1e9} if row == "shift" else {})}
            settings = {p.name: values[p.name] for p in method(name).parameters if p.name in values}
            given = known if name in WITH_VALUES else None
            fitted = create(name, **settings).fit([pair.A[of_a], pair.B[of_b]], targets=[pair.Y[of_a], given])
            error = np.sqrt(((fitted.predict(pair.B[test], 1) - pair.Y[test]) ** 2).mean(axis=0))
            rows.append(error / pair.Y.std(axis=0))
    return {k: np.array(v) for k, v in found.items()}


def table_apart(repeats: int) -> list[str]:
    """One table for all pairs."""
    found = {title: apart(make(), repeats) for title, make in ALL.items()}
    lines = ["| method | " + " | ".join(found) + " |", "|---" * (1 + len(found)) + "|"]
    for k in (*WITHOUT, *WITH_VALUES):
        cells = [f"{np.exp(np.log(rows[k].mean(axis=0)).mean()):.2f}" for rows in found.values()]
        lines.append(f"| {f'**{k}**' if k in NEWER['second'] else k} | " + " | ".join(cells) + " |")
    helps = {k: [float((rows[k] < rows["none"]).mean()) for rows in found.values()] for k in WITHOUT[1:]}
    lines += ["", "Share of repeats and properties with a smaller error than A's model as it is:", "",
              "| method | " + " | ".join(found) + " |", "|---" * (1 + len(found)) + "|"]
    return lines + [f"| {k} | " + " | ".join(f"{s:.0%}" for s in v) + " |" for k, v in helps.items()]


def introduction(part: str, repeats: int, minutes: float) -> str:
    """What stands above a part's tables."""
    call = f"`python benchmarks/newer_methods.py --part {part} --repeats {repeats}`"
    if part == "apart":
        return (f"{call}: RMSEP at held-out samples of B over the spread of the values (1: no better than their mean), "
                "geometric mean over the properties. A measured one half of the samples, B the other; nothing is "
                "marked. *shift* is the mean difference of all spectra alone (CTRL with a ridge of 1e9). The last "
                f"{len(WITH_VALUES)} rows know the values of {KNOWN} of B's samples.")
    return (f"{call} ({minutes:.0f} minutes on one core): RMSEP over that of the best single method of the table in "
            "hindsight (1 = the best everywhere), geometric mean over the properties, by number of standards "
            "(Kennard–Stone). None of these sets chose anything in the newer methods. B's unmarked spectra are of "
            "samples that A measured too, which no method is told.")


def put(part: str, lines: list[str]) -> None:
    """Write a part in its place; the others stay."""
    text = FILE.read_text(encoding="utf-8") if FILE.is_file() else ""
    parts = [p for p in re.split(r"(?=^# )", text, flags=re.MULTILINE) if p.strip()]
    new = "\n".join([f"# {TITLES[part]}", "", *lines]).rstrip() + "\n"
    places = [i for i, p in enumerate(parts) if p.startswith(f"# {TITLES[part]}\n")]
    parts[places[0] if places else len(parts):places[0] + 1 if places else len(parts)] = [new]
    FILE.write_text("\n".join(p.rstrip() + "\n" for p in parts), encoding="utf-8")


def main() -> None:
    """Measure and write one part."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", choices=list(TITLES), default="second")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    clock, lines = time.process_time(), []
    if arguments.part == "apart":
        lines = table_apart(arguments.repeats)
    else:
        for title, make in ALL.items():
            lines += [f"## {title}", "", *beside(arguments.part, make(), arguments.repeats), ""]
            print("\n".join(lines[-25:]), flush=True)
    minutes = (time.process_time() - clock) / 60
    put(arguments.part, [introduction(arguments.part, arguments.repeats, minutes), "", *lines])


if __name__ == "__main__":
    main()
