"""Former and present weights of the automatic transfer on the same fits; writes transfer_weights.md.

    python benchmarks/transfer_weights.py --repeats 8 --cache DIR [--pairs "made: copy;corn m5->mp5"] [--counts 5,10]

What a rule for the weights costs or brings is seen only on the same models: every model of both searches is fitted
once, its errors at left-out standards and its predictions of the test samples are kept in DIR, and each rule combines
them. Pairs are the main ones of `transfer_data.py` and the further ones of `further_data.py`.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from further_data import FURTHER, LOOKED_AT, Case, further, rows_of
from further_rmsep import RIVALS
from transfer_data import PAIRS

from spectralign_gui.core.transfers import _weights
from spectralign_gui.core.transfers._advice import mean_relative, probability_better
from spectralign_gui.core.transfers._problem import TransferProblem
from spectralign_gui.core.transfers._unmarked import NEGLIGIBLE, Unmarked
from spectralign_gui.core.transfers._weights import Search, spread_of
from spectralign_gui.core.transfers.auto import AutomaticTransfer
from spectralign_gui.core.validation.transfer import Entry, Task, data_pairs, fit_and_predict
from spectralign_gui.core.validation.transfer_splits import TransferSplit, choose_standards, shared_values


class Recording(AutomaticTransfer):
    """Keeps the searches and the pairs that were found."""

    def _pools(self, problem: TransferProblem, values: dict[str, Any]) -> Any:
        found = super()._pools(problem, values)
        self.problem_, self.pools_, self.found_ = problem, found[:2], found[2]
        return found

    def _tell(self, searches: list[Search], shares: list[float]) -> None:
        self.searches_ = searches
        super()._tell(searches, shares)


def case_of(name: str, repeat: int) -> tuple[Case, TransferSplit]:
    """A main or a further pair with the split of a repeat."""
    if name in FURTHER:
        return further(name, repeat)
    pair = PAIRS[name]()
    case = rows_of(pair.A, pair.B, pair.Y, pair.properties, lambda r: pair.split(r)[1],
                   max_components=pair.max_components)
    return case, case.split(repeat)


def task_of(case: Case, split: TransferSplit, count: int) -> tuple[Task, np.ndarray, set[tuple[int, int]]]:
    """Training data as `validate_transfers` gives them, the test values, and all true pairs of training rows."""
    data = case.data
    A, B = data.Xs
    values = shared_values(split.pairs, data.targets)
    standards = choose_standards(A, split, count, np.isfinite(values[0]).any(axis=1))
    place_a, place_b = np.full(len(A), -1), np.full(len(B), -1)
    place_a[split.rows_a], place_b[split.rows_b] = np.arange(len(split.rows_a)), np.arange(len(split.rows_b))
    pairs = np.stack([place_a[standards[:, 0]], place_b[standards[:, 1]]], axis=1)
    task = Task(A[split.rows_a], B[split.rows_b], pairs, values[0][split.rows_a], values[1][split.rows_b],
                A[split.test_a], B[split.test_b], data.other_channels)
    measured = shared_values(data_pairs(data), data.targets)[1][split.test_b]
    return task, measured, {(int(place_a[i]), int(place_b[j])) for i, j in split.pairs}


def record(name: str, repeat: int, count: int) -> dict[str, np.ndarray]:
    """All models of one fit, and the RMSEP of the single methods."""
    case, split = case_of(name, repeat)
    task, measured, true = task_of(case, split, count)
    common = {"regression": "pls", "max_components": case.max_components}
    out: dict[str, np.ndarray] = {"measured": measured}
    with np.errstate(all="ignore"):
        est = Recording(max_components=case.max_components, budget=None)
        est.fit([task.A, task.B], pairs=task.pairs, targets=[task.values_a, None])
        for k, (search, pool) in enumerate(zip(est.searches_, est.pools_, strict=False)):
            out |= {f"left_out_{k}": np.array([m.left_out for m in search.members]), f"folds_{k}": pool.fold_s,
                    f"predicted_{k}": np.array([m.model().predict(task.test_b).T for m in search.members]),
                    f"families_{k}": np.array([m.source.family for m in search.members])}
        for method in RIVALS:
            cell = fit_and_predict(task, Entry(method, method), common, None)
            if "predicted" in cell:
                out[f"rmsep_{method}"] = np.sqrt(np.nanmean((cell["predicted"] - measured) ** 2, axis=0))
    problem, found = est.problem_, est.found_
    out["spread"] = spread_of(np.vstack([problem.values_a, problem.values]))
    out["own"] = mean_relative(est.pools_[0].own_errors(), out["spread"]).mean()
    if found is not None:
        right = [(int(i), int(j)) in true for i, j in zip(found.rows_a, found.rows_b, strict=True)]
        out |= {"hits": np.array([found.hits, found.judged]), "right": np.array(right, dtype=bool)}
    return out


# -- rules ----------------------------------------------------------------------------------------------------------
FORMER_PRIOR = {"target-only": 4.0}


def former_weights(errors: np.ndarray, families: list[str], m: int, spread: np.ndarray) -> np.ndarray:
    """exp(−(m/16)(s + s²)), half of the score from the other properties, all settings told apart alike."""
    varies = np.isfinite(spread)
    score = np.log(np.maximum(errors / spread ** 2, 1e-12))
    score -= score.min(axis=0)
    score = 0.5 * score + 0.5 * score[:, varies].mean(axis=1, keepdims=True)
    score = score - score.min(axis=0)
    prior = np.array([FORMER_PRIOR.get(f, 1.0) / families.count(f) for f in families])[:, None]
    weights = prior * np.exp(-m / 16.0 * (score + score ** 2))
    weights = np.where(weights >= 0.001 * weights.max(axis=0), weights, 0.0)
    return np.asarray(weights / weights.sum(axis=0))


def former_trust(found: Unmarked, without: np.ndarray, beside: np.ndarray, own: float) -> float:
    """The marked standards alone decide."""
    share = probability_better(beside[:len(without)], without, 1.0 + found.hits / max(1, found.judged))
    return 0.0 if share < NEGLIGIBLE else 1.0 if share > 1.0 - NEGLIGIBLE else share


@dataclass(frozen=True)
class Rule:
    """How models are weighed (None: as now), how far unmarked pairs are believed, what stands how before the standards
    speak, and whether the combination leans on a yardstick."""

    weights: Callable[..., np.ndarray] | None
    trust: Callable[[Unmarked, np.ndarray, np.ndarray, float], float]
    prior: dict[str, float]
    leans: bool = False


RULES = {"former": Rule(former_weights, former_trust, FORMER_PRIOR),
         "trust": Rule(former_weights, Unmarked.trust, FORMER_PRIOR),
         "sharper": Rule(None, Unmarked.trust, FORMER_PRIOR),
         "present": Rule(None, Unmarked.trust, _weights.PRIOR, True)}


@dataclass(frozen=True)
class Combined:
    """RMSEP (q) of a rule, with unmarked pairs, without, and with nothing else; and the share it gives them."""

    rmsep: np.ndarray
    marked: np.ndarray
    wide: np.ndarray
    share: float


def combine(cell: dict[str, np.ndarray], rule: Rule) -> Combined:
    """Apply a rule to one recorded fit."""
    present = _weights.combination_weights, _weights.PRIOR, _weights.YARDSTICKS
    if rule.weights is not None:
        _weights.combination_weights = rule.weights
    _weights.PRIOR = rule.prior
    _weights.YARDSTICKS = _weights.YARDSTICKS if rule.leans else ()
    try:
        predictions, judged = [], []
        for k in range(2 if "left_out_1" in cell else 1):
            members = [SimpleNamespace(source=SimpleNamespace(family=str(f)), left_out=e)
                       for f, e in zip(cell[f"families_{k}"], cell[f"left_out_{k}"], strict=True)]
            search = Search.of(members, SimpleNamespace(fold_s=cell[f"folds_{k}"]), cell["spread"], True)
            used = np.where(search.weights[:, :, None] > 0, cell[f"predicted_{k}"], 0.0)
            predictions.append(np.einsum("cq,cqt->tq", search.weights, used))
            judged.append(mean_relative(search.judged, cell["spread"]))
    finally:
        _weights.combination_weights, _weights.PRIOR, _weights.YARDSTICKS = present
    share = 0.0
    if len(judged) > 1:
        rows = np.zeros(0, dtype=np.intp)
        found = Unmarked(rows, rows, *(int(v) for v in cell["hits"]))
        share = rule.trust(found, judged[0], judged[1], float(cell["own"]))

    def rmsep(predicted: np.ndarray) -> np.ndarray:
        return np.asarray(np.sqrt(np.nanmean((predicted - cell["measured"]) ** 2, axis=0)))

    both = (1.0 - share) * predictions[0] + share * predictions[-1]
    return Combined(rmsep(both), rmsep(predictions[0]), rmsep(predictions[-1]), share)


# -- table ----------------------------------------------------------------------------------------------------------
HEAD = ("| pair | n | repeats | best single | former | with the new trust | sharper | present | marked only: former | "
        "sharper | present | unmarked pairs alone | best model of the search | found again | right | share: former | "
        "present | worst cell: former | sharper | present | marked only, worst cell: sharper | present |")


def row_of(name: str, count: int, cells: list[dict[str, np.ndarray]]) -> tuple[str, dict[str, np.ndarray]]:
    """A line of the table; per rule the ratios (4, q): to the best single method and to the better yardstick,
    with and without unmarked pairs."""
    keys = [k for k in RIVALS if all(f"rmsep_{k}" in c for c in cells)]
    means = {k: np.mean([c[f"rmsep_{k}"] for c in cells], axis=0) for k in keys}
    best = np.min(list(means.values()), axis=0)
    varies = best > 1e-9
    yardstick = np.min([means[k] for k in ("none", "target-only") if k in means], axis=0)
    done = {r: [combine(c, rule) for c in cells] for r, rule in RULES.items()}

    def ratio(rule: str, part: str, floor: np.ndarray) -> np.ndarray:
        return np.asarray((np.mean([getattr(d, part) for d in done[rule]], axis=0) / floor)[varies])

    pool = np.mean([np.sqrt(np.nanmean((c["predicted_0"] - c["measured"].T) ** 2, axis=2)).min(axis=0)
                    for c in cells], axis=0)
    winners = [min(keys, key=lambda k: float(means[k][j])) for j in np.flatnonzero(varies)]
    named = ", ".join(sorted(set(winners), key=lambda k: (-winners.count(k), k))[:2])
    hits = [c["hits"][0] / c["hits"][1] for c in cells if "hits" in c and c["hits"][1]]
    right = [c["right"].mean() for c in cells if "right" in c and len(c["right"])]
    per_rule = {r: np.stack([ratio(r, part, floor) for part in ("rmsep", "marked") for floor in (best, yardstick)])
                for r in RULES}
    line = [name, str(count), str(len(cells)), named, *(f"{per_rule[r][0].mean():.3f}" for r in RULES),
            *(f"{ratio(r, 'marked', best).mean():.3f}" for r in ("former", "sharper", "present")),
            f"{ratio('present', 'wide', best).mean():.3f}", f"{(pool / best)[varies].mean():.3f}",
            f"{np.mean(hits):.0%}" if hits else "", f"{np.mean(right):.0%}" if right else "",
            *(f"{np.mean([d.share for d in done[r]]):.2f}" for r in ("former", "present")),
            *(f"{per_rule[r][1].max():.2f}" for r in ("former", "sharper", "present")),
            *(f"{per_rule[r][3].max():.2f}" for r in ("sharper", "present"))]
    return "| " + " | ".join(line) + " |", per_rule


def summary(found: dict[tuple[str, int], list[dict[str, np.ndarray]]]) -> list[str]:
    """Tables of the main pairs and of the further ones, each with its totals."""
    lines: list[str] = []
    groups = {"The six main pairs": [k for k in found if k[0] in PAIRS],
              "Further pairs, in view while the weights were sharpened": [k for k in found if k[0] in LOOKED_AT],
              "Further pairs, kept aside then; in view when the combination learned to lean":
                  [k for k in found if k[0] in FURTHER and k[0] not in LOOKED_AT]}
    for title, keys in groups.items():
        if not keys:
            continue
        lines += [f"\n## {title}\n", HEAD, "|---" * (HEAD.count("|") - 1) + "|"]
        totals: dict[str, list[np.ndarray]] = {r: [] for r in RULES}
        for key in sorted(keys, key=lambda k: ((*PAIRS, *FURTHER).index(k[0]), k[1])):
            line, per_rule = row_of(*key, found[key])
            lines.append(line)
            for r in RULES:
                totals[r].append(per_rule[r])
        lines.append("\nGeometric mean of the ratio over the lines, cells within 1.05 × the better yardstick, worst "
                     "cell:\n")
        for r, parts in totals.items():
            line = []
            for k in (0, 2):
                against = np.concatenate([p[k + 1] for p in parts])
                line.append(f"ratio {np.exp(np.mean([np.log(p[k].mean()) for p in parts])):.3f}, "
                            f"{np.mean(against <= 1.05):.1%}, {against.max():.2f}")
            lines.append(f"- {r}: {line[0]}; marked only {line[1]}.")
    return lines


def main() -> None:
    """Record what is missing and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=8)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--pairs", default=";".join((*PAIRS, *FURTHER)))
    parser.add_argument("--counts", default="5,10")
    parser.add_argument("--measured", action="store_true", help="write the table of what DIR holds")
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    found: dict[tuple[str, int], list[dict[str, np.ndarray]]] = {}
    for repeat in range(arguments.repeats):
        for name in arguments.pairs.split(";"):
            for count in (int(n) for n in arguments.counts.split(",")):
                file = arguments.cache / f"{name}_{repeat}_{count}.npz".replace(" ", "_").replace(">", "").replace(
                    ":", "")
                if not file.exists() and not arguments.measured and (
                        name in PAIRS or count in further(name, repeat)[0].counts):
                    np.savez_compressed(file, **record(name, repeat, count))
                    print(name, repeat, count, flush=True)
                if file.exists():
                    with np.load(file, allow_pickle=False) as stored:
                        found.setdefault((name, count), []).append(dict(stored))
    text = ["# Former and present weights of the automatic transfer on the same fits\n",
            f"Made by `benchmarks/transfer_weights.py` ({platform.machine()}, Python {platform.python_version()}, "
            f"numpy {np.__version__}).\n", EXPLAINED, *summary(found)]
    arguments.output.write_text("\n".join(text) + "\n", encoding="utf-8")


EXPLAINED = """\
Figures are ratios of mean RMSEP over the repeats to that of the best single method, chosen in hindsight per property
and n over the same repeats; mean over properties. Since every rule combines the same fitted models, differences between
them are not the luck of a split.

- **former**: weight ∝ exp(−(m/16)(s + s²)), all settings told apart alike, half of the score borrowed from the other
  properties; unmarked pairs are believed as far as the marked standards do not speak against them.
- **with the new trust**: those weights; the pairs must also be predicted about as well as the standards, and luck at
  the standards is not held against them (`Unmarked.trust`).
- **sharper**: the new trust, and weights exp(−(m/8)(s + s²)), settings of one kind told apart four times as sharply,
  three quarters of the score borrowed.
- **present**: these, the mean of A's values with the same standing as B's standards alone, and a combination that
  leans on the better yardstick as far as that is probably better (`_weights.leaning`).

Why it loses where it does can be read from the rest: the two combinations it is mixed from (**marked only**, **unmarked
pairs alone**), the best of all models of the marked search in hindsight, how many standards were **found again**, how
many of the pairs were **right**, and the **share** the pairs were given. **Worst cell**: largest ratio to the better of
"no transfer" and "B's standards only" among the properties."""


if __name__ == "__main__":
    main()
