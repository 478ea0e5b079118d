"""How often the automatic transfer's verdicts are right; writes verdicts.md.

    python benchmarks/verdicts.py --repeats 40 --cache DIR [--counts 6,10,20,30] [--draws random,kennard-stone]

Simulated pairs of instruments: what differs between them (nothing, an offset, a shift, a gain, a background of every
sample, another instrument altogether) and by how much is drawn, so that A's model as it is errs on B anything between
as much as on A and a hundred times as much. 2,000 further samples tell what is true. Every property counts by itself.
With --real the same is asked of real pairs (see `transfer_data.py`, soil and cassava), where the held-out samples of
all repeats together stand for the truth.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import defaultdict
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from transfer_data import DATA, Pair, corn, sugarcane

from spectralign_gui.core import create
from spectralign_gui.core.selection.kennard_stone import kennard_stone, principal_scores
from spectralign_gui.core.transfers._verdict import MARGIN

KINDS = ("nothing", "offset", "shift", "gain", "background", "other")
TEST, N, P = 2000, 60, 60
SINGLES = ("none", "target-only", "mean-shift", "bias", "slope-bias", "ds", "pds", "sst", "epo", "top", "dop", "glsw",
           "osc", "spiked", "joint-ridge", "msc")


def simulated(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, str]:
    """Spectra of A and B (N + TEST, P), values with the laboratory's error, and what differs."""
    rng = np.random.default_rng([29, seed])
    grid, total = np.linspace(0, 1, P), N + TEST
    width = rng.uniform(0.04, 0.12, (5, 1))
    pure = np.exp(-0.5 * ((grid - rng.uniform(0.1, 0.9, (5, 1))) / width) ** 2)
    C = rng.gamma(3.0, 0.3, (total, 5))
    A = C @ pure
    kind, size = KINDS[seed % len(KINDS)], 10 ** rng.uniform(-2.5, -0.5)
    if kind == "nothing":
        B = A
    elif kind == "offset":
        B = A + size * (1.0 + rng.normal() * grid)
    elif kind == "shift":
        B = C @ np.array([np.interp(grid - 0.1 * size, grid, row) for row in pure])
    elif kind == "gain":
        B = A * (1.0 + size * np.sin(5 * grid + rng.uniform(0, 6))) - 0.3 * size * A ** 2
    elif kind == "background":
        B = A + size * rng.normal(size=(total, 2)) @ np.stack([np.ones(P), np.sin(4 * grid + rng.uniform(0, 6))])
    else:
        B = C @ np.exp(-0.5 * ((grid - rng.uniform(0.1, 0.9, (5, 1))) / width) ** 2)
    noise = 10 ** rng.uniform(-3.5, -2)
    A, B = (X + noise * rng.normal(size=X.shape) for X in (A, B))
    Y = np.column_stack([C @ rng.uniform(0, 1, 5), C @ rng.uniform(0, 1, 5) + 0.2 * C[:, 0] ** 2])
    if seed % 7 == 0:
        Y[:, 1] = rng.normal(size=total)
    Y += 10 ** rng.uniform(-2, -0.7) * Y.std(axis=0) * rng.normal(size=Y.shape)
    return A, B, Y, kind


def chosen(A: np.ndarray, count: int, draw: str, seed: int) -> np.ndarray:
    """Rows of the standards."""
    if draw == "random":
        return np.random.RandomState(seed).permutation(len(A))[:count]
    return np.asarray(kennard_stone(principal_scores(A), count, "max-distance"))


def asked(A: np.ndarray, B: np.ndarray, Y: np.ndarray, rows: np.ndarray, new: tuple[np.ndarray, np.ndarray, np.ndarray],
          singles: tuple[str, ...], most: int = 10) -> dict[str, Any]:
    """What is said, and the mean squared errors at new samples (B's spectra, A's, values)."""
    pairs = np.stack([rows, np.arange(len(rows))], axis=1)
    fits = {name: create(name, **({} if name == "joint-ridge" else {"max_components": most})).fit(
        [A, B[rows]], pairs=pairs, targets=[Y, None]) for name in ("auto-marked", *singles)}
    error = {name: np.mean((fit.predict(new[0], 1) - new[2]) ** 2, axis=0) for name, fit in fits.items()}
    error["combination"] = error.pop("auto-marked")
    error["constant"] = np.mean((Y.mean(axis=0) - new[2]) ** 2, axis=0)
    error["a-on-a"] = np.mean((fits["none"].predict(new[1], 0) - new[2]) ** 2, axis=0)
    return {"needs": fits["auto-marked"].recommendation_["properties"],
            "error": {name: [float(v) for v in e] for name, e in error.items()}}


def claims(need: dict[str, Any]) -> list[tuple[str, str, float]]:
    """What was said of a property: that the first errs at most so many times as much as the second."""
    if need["code"] == "transfer":
        return [("combination", other, 1.0) for other in ("none", "target-only", "constant")]
    line = need["line"]
    if need["as_on_a"]:
        return [(line, "a-on-a", MARGIN)]
    return [(line, k, MARGIN) for k in ("combination", "constant", "none", "bias", "target-only") if k != line]


def right(need: dict[str, Any], error: dict[str, float]) -> bool:
    """Whether what was said of a property is true, by mean squared errors."""
    return all(error[mine] <= margin ** 2 * error[other] for mine, other, margin in claims(need) if other in error)


def table(found: list[dict[str, Any]]) -> list[str]:
    """Per verdict and number of standards: said, right."""
    said: dict[tuple[str, str, int], list[bool]] = defaultdict(list)
    counts = sorted({f["count"] for f in found})
    for f in found:
        for j, need in enumerate(f["needs"]):
            name = need["code"] + (" (as on A)" if need["as_on_a"] else "")
            error = {k: v[j] for k, v in f["error"].items()}
            said[f["draw"], name, f["count"]].append(need["code"] == "unclear" or right(need, error))
    lines = ["| standards drawn | verdict | " + " | ".join(f"{c}: said, right" for c in counts) + " |",
             "|---" * (2 + len(counts)) + "|"]
    for draw, name in sorted({k[:2] for k in said}):
        cells = [said.get((draw, name, c), []) for c in counts]
        texts = ["" if not v else str(len(v)) if name == "unclear" else f"{len(v)}, {np.mean(v):.0%}" for v in cells]
        lines.append(f"| {draw} | {name} | " + " | ".join(texts) + " |")
    every = [[v for k, of in said.items() if k[2] == c and k[1] != "unclear" for v in of] for c in counts]
    lines.append("| all | all | " + " | ".join(f"{len(v)}, {np.mean(v):.0%}" if v else "" for v in every) + " |")
    return lines


# -- real pairs -----------------------------------------------------------------------------------------------------
def of_folder(folder: str, a: str, b: str) -> Pair:
    """Soil or cassava in two states; every fifth channel."""
    def lines_of(name: str) -> list[list[str]]:
        return [line.split(",") for line in (DATA / folder / name).read_text(encoding="utf-8").splitlines() if line]

    def rows(name: str) -> dict[str, list[float]]:
        return {cells[0]: [float(v) for v in cells[1:]] for cells in lines_of(name)[1:]}

    A, B, Y = rows(f"{folder}_{a}.csv"), rows(f"{folder}_{b}.csv"), rows(f"{folder}_values.csv")
    properties = tuple(lines_of(f"{folder}_values.csv")[0][1:])
    names = [n for n in A if n in B and n in Y]
    return Pair(f"{folder} {a}->{b}", *(np.array([of[n] for n in names])[:, ::step] for of, step in (
        (A, 5), (B, 5), (Y, 1))), properties, len(names) // 4, 7000)


REAL = {
    **{f"corn {a}->{b}": (lambda a=a, b=b: corn(a, b)) for a, b in (("m5", "mp5"), ("m5", "mp6"), ("mp5", "mp6"))},
    **{f"cane {b}": (lambda b=b: sugarcane(b)) for b in ("Nirscan_nano", "Tellspec", "F750", "Micronir1700rep2")},
    **{f"soil {a}->{b}": (lambda a=a, b=b: of_folder("soil", a, b)) for a, b in (
        ("dry", "wet"), ("dry", "dried1day"), ("wet", "dry"))},
}
ONCE = {f"cassava {a}->{b}": (lambda a=a, b=b: of_folder("cassava", a, b)) for a, b in (
    ("intact", "mashed"), ("mashed", "intact"))}
"""Looked at once, after everything was frozen."""


def real(name: str, repeat: int, count: int, draw: str) -> dict[str, Any]:
    """One split of a real pair."""
    pair = {**REAL, **ONCE}[name]()
    rest, test = pair.split(repeat)
    A, B, Y = pair.A[rest], pair.B[rest], pair.Y[rest]
    return asked(A, B, Y, chosen(A, count, draw, 99 + repeat), (pair.B[test], pair.A[test], pair.Y[test]), SINGLES,
                 pair.max_components)


def against_singles(found: list[dict[str, Any]]) -> list[str]:
    """Ratio to the best single method in hindsight, and to the better yardstick, per draw and number of standards."""
    cells: dict[tuple[str, int, str], list[dict[str, list[float]]]] = defaultdict(list)
    for f in found:
        cells[f["draw"], f["count"], f["pair"]].append({k: np.sqrt(v) for k, v in f["error"].items()})
    lines = ["| standards drawn | n | best single in hindsight | worst cell, better yardstick | ≤ 1.05 × it | spiked |",
             "|---|---|---|---|---|---|"]
    for draw, count in sorted({k[:2] for k in cells}):
        ratio, spiked, worst = [], [], []
        for (d, c, _), repeats in cells.items():
            if (d, c) != (draw, count):
                continue
            mean = {k: np.mean([r[k] for r in repeats], axis=0) for k in repeats[0]}
            best = np.min([mean[k] for k in SINGLES], axis=0)
            ratio.append(np.mean(mean["combination"] / best))
            spiked.append(np.mean(mean["spiked"] / best))
            worst += list(mean["combination"] / np.minimum(mean["none"], mean["target-only"]))
        lines.append(f"| {draw} | {count} | {np.exp(np.mean(np.log(ratio))):.3f} | {max(worst):.2f} | "
                     f"{np.mean(np.array(worst) <= 1.05):.0%} | {np.exp(np.mean(np.log(spiked))):.3f} |")
    return lines


def pooled(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The truth of a pair, count and draw is the mean over all its repeats."""
    groups: dict[tuple[str, int, str], list[dict[str, Any]]] = defaultdict(list)
    for f in found:
        groups[f["pair"], f["count"], f["draw"]].append(f)
    out = []
    for of in groups.values():
        mean = {k: list(np.mean([f["error"][k] for f in of], axis=0)) for k in of[0]["error"]}
        out += [{**f, "error": mean} for f in of]
    return out


def main() -> None:
    """Ask what is missing and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=40, help="simulated pairs per number of standards")
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--counts", default="6,10,20,30")
    parser.add_argument("--draws", default="random,kennard-stone")
    parser.add_argument("--real", type=int, default=0, metavar="REPEATS")
    parser.add_argument("--pairs", default=";".join(REAL))
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    counts, draws = [int(c) for c in arguments.counts.split(",")], arguments.draws.split(",")

    def kept(name: str, ask: Any) -> dict[str, Any]:
        file = arguments.cache / f"{name}.json".replace(" ", "_").replace(">", "")
        if not file.exists():
            file.write_text(json.dumps(ask()))
            print(name, flush=True)
        return dict(json.loads(file.read_text()))

    made, measured = [], []
    for seed in range(arguments.repeats):
        for count in counts:
            for draw in draws:
                def ask(seed: int = seed, count: int = count, draw: str = draw) -> dict[str, Any]:
                    A, B, Y, _ = simulated(seed)
                    return asked(A[:N], B[:N], Y[:N], chosen(A[:N], count, draw, seed), (B[N:], A[N:], Y[N:]),
                                 ("none", "bias", "target-only"))
                made.append({"count": count, "draw": draw, **kept(f"made {seed} {count} {draw}", ask)})
    for repeat in range(arguments.real):
        for name in arguments.pairs.split(";"):
            for count in (5, 10, 20, 30):
                for draw in draws:
                    found = kept(f"{name} {repeat} {count} {draw}", lambda n=name, r=repeat, c=count, d=draw: real(
                        n, r, c, d))
                    measured.append({"pair": name, "count": count, "draw": draw, **found})
    text = ["# How often the verdicts of the automatic transfer are right\n", "Made by `benchmarks/verdicts.py`.\n"]
    if made:
        text += [f"## {arguments.repeats} simulated pairs, true by 2,000 further samples\n", *table(made), ""]
    if measured:
        text += [f"## Real pairs, {arguments.real} repeats: {arguments.pairs.replace(';', ', ')}\n",
                 *table(pooled(measured)), "", *against_singles(measured), ""]
    arguments.output.write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
