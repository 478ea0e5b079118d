"""What each kind of model brings to the automatic transfer; writes sources.md.

    python benchmarks/sources.py --repeats 4 --cache DIR

On the frozen splits of `field/`, with the standards only: the search is run once, then its combination is made again
without each kind. Above 1: it is worse without. Cassava is left out unless it is asked for (--once): it is looked at
after a rule has been frozen.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.field import measure, sets
from spectralign_gui.core.transfers._weights import Search, combination_weights, speaks_for


def searched(of: sets.FieldSet, repeat: int, draw: str, count: int) -> dict[str, np.ndarray]:
    """Every model's errors at the left-out standards and predictions of the tested samples."""
    found: list[dict[str, Any]] = []
    split, whole = of.split(repeat), Search.of
    Xs = of.data.Xs if of.data.prepare is None else of.data.prepare(split.rows_a, split.rows_b)

    def watched(members: Any, pool: Any, spread: np.ndarray, combine: bool) -> Search:
        some = [m for m in members if m.source.weighed]
        found.append({
            "left": np.array([m.left_out for m in some]), "families": np.array([m.source.family for m in some]),
            "spread": spread, "count": speaks_for(pool.small.A, pool.small.SA),
            "predicted": np.array([m.model().predict(np.asarray(Xs[1])[split.test_b]) for m in some])})
        return whole(members, pool, spread, combine)

    with mock.patch.object(Search, "of", watched):
        part = measure.measured(of, repeat, draw, count, tuple(e for e in measure.entries() if e.key == "auto-marked"))
    cell = next(iter(part["cells"].values()))
    return {**found[-1], "known": cell["measured"]}


def error(d: dict[str, np.ndarray], without: str) -> np.ndarray:
    """Mean squared error per property of the combination without a kind of model."""
    keep = np.flatnonzero(d["families"] != without)
    weights = combination_weights(d["left"][keep], [str(d["families"][k]) for k in keep], d["spread"], d["count"])
    predicted = np.einsum("cq,cnq->nq", weights, d["predicted"][keep])
    return np.asarray(np.nanmean((predicted - d["known"]) ** 2, axis=0))


def cells(groups: list[str], repeats: int, cache: Path) -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    """Group and search of every set, repeat, design and number of standards; kept on the disk."""
    for name in sets.at_hand():
        of = sets.field_set(name)
        for repeat, draw, count in ((r, d, c) for r in range(repeats) for d in ("random", "kennard-stone")
                                    for c in of.counts if of.group in groups):
            file = cache / f"{name} {repeat} {draw} {count}.npz".replace(" ", "_").replace(">", "")
            if not file.exists():
                np.savez(file, **searched(of, repeat, draw, count))
                print(file.name, flush=True)
            with np.load(file) as kept:
                yield of.group, dict(kept)


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=4)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--once", action="store_true")
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    groups = ["chose", "in view", *(["once"] if arguments.once else [])]
    ratios: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    number: dict[str, int] = defaultdict(int)
    for group, d in cells(groups, arguments.repeats, arguments.cache):
        whole = error(d, "")
        number[group] += 1
        for family in map(str, np.unique(d["families"])):
            ratios[family][group].append(float(np.mean(np.log(error(d, family) / whole)) / 2))
    lines = ["# What each kind of model brings to the automatic transfer\n",
             f"`benchmarks/sources.py --repeats {arguments.repeats}`: RMSEP of the combination without a kind over "
             "that with all, standards only, geometric mean and worst cell. Above 1: it is worse without.\n",
             "| without | " + " | ".join(f"{sets.GROUPS[g]} ({number[g]} cells)" for g in groups) + " |",
             "|---" * (len(groups) + 1) + "|"]
    for family, of in sorted(ratios.items(), key=lambda f: -np.mean(f[1].get(groups[0], [0.0]))):
        each = [f"{np.exp(np.mean(of[g])):.3f} ({np.exp(max(of[g])):.2f})" if of.get(g) else "–" for g in groups]
        lines.append(f"| {family} | " + " | ".join(each) + " |")
    Path(__file__).with_suffix(".md").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
