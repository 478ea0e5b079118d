"""The goals, and the tables of the page that hold no RMSEP: verdicts, flags, mistakes, coverage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spectralign_gui.core.validation.transfer_splits import DRAWS

from . import questions
from .measure import COMBINED
from .results import Cell, Line, geometric_mean
from .sections import Cells, number, table

GOALS = {5: 1.05, 10: 1.02, 20: 1.00, 30: 0.98}


def share(pair: Sequence[int]) -> str:
    """Share and what it is of."""
    return f"{pair[0] / pair[1]:.0%} ({pair[0]} of {pair[1]})" if pair[1] else "–"


def goals(cells: Cells, groups: Mapping[str, list[str]], found: Mapping[str, Mapping[Line, Cell]]) -> list[str]:
    """What was to be reached beside what was, per group."""
    rows: list[list[str]] = []
    for count, goal in GOALS.items():
        for draw in DRAWS:
            rows.append([f"`auto` over the best single method, n = {count}, {draw}", f"≤ {goal:.2f}",
                         *(number(geometric_mean(of, "auto", draw, count), 3) for of in found.values())])
    said = {g: questions.judged(cells, of) for g, of in groups.items()}
    rows.append(["verdicts right", "≥ 90 %", *(share(_right(s)) for s in said.values())])
    inside = {g: questions.covered(cells, of) for g, of in groups.items()}
    for draw, n in dict.fromkeys(k for of in inside.values() for k in of):
        rows.append([f"90 % intervals cover, n = {n}, {draw}", "86–94 %",
                     *(share(_total(of.get((draw, n), {}))) for of in inside.values())])
    flags = {g: questions.flagged(cells, of, "all", "random") for g, of in groups.items()}
    for kind in dict.fromkeys(k for of in flags.values() for k in of):
        rows.append([f"flagged, n = 10, random: {kind}", "≤ 8 %" if kind == "ordinary" else "≥ 90 %",
                     *(share(np.sum([[0, 0], *of.get(kind, {}).values()], axis=0)) for of in flags.values())])
    cost = {g: questions.cost_of_mistakes(cells, of) for g, of in groups.items()}
    for kind in dict.fromkeys(k for of in cost.values() for k in of):
        rows.append([f"`auto` with {kind} of 10 standards", "≤ 1.10 ×", *(
            number(float(np.exp(np.mean(np.log(of[kind]["auto"]))))) if kind in of else "–" for of in cost.values())])
    return [*table(["what", "goal", *groups], rows), "",
            "Ratios and costs are geometric means over sets and properties; the worst ones are in the tables below."]


def _right(said: Mapping[tuple[str, int], list[questions.Judged]], surely: bool | None = None) -> list[int]:
    """[right, of]; of those whose truth is sure, or is not."""
    every = [v for (code, _), of in said.items() if code != "unclear" for v in of if surely in (None, v.surely)]
    return [sum(v.right for v in every), len(every)]


def _total(covered: Mapping[tuple[str, int, int], Sequence[int]]) -> list[int]:
    return [int(k) for k in np.sum([[0, 0], *covered.values()], axis=0)]


def verdict_table(cells: Cells, names: Sequence[str]) -> list[str]:
    """Said and right."""
    said = questions.judged(cells, names)
    counts = sorted({n for _, n in said})
    rows = []
    for code in sorted({c for c, _ in said}):
        each = [said.get((code, n), []) for n in counts]
        rows.append([code, *("" if not v else str(len(v)) if code == "unclear" else
                             f"{len(v)}, {np.mean([k.right for k in v]):.0%}" for v in each)])
    return ["Verdicts of `auto-marked` per property (said, right; \"unclear\" is no verdict). What is true is the "
            "error over all whole repeats of the set, design and n:", "",
            *table(["verdict", *(f"n = {n}" for n in counts)], rows), "",
            f"Of those that say something {share(_right(said))} are right. The truth is an estimate too: for "
            f"{_right(said, True)[1]} of them its 95 % interval over the repeats is on one side of what was said, and "
            f"of these {share(_right(said, True))} are right; of the others {share(_right(said, False))}."]


def flag_table(cells: Cells, names: Sequence[str]) -> list[str]:
    """Ordinary and foreign spectra that were flagged with 10 standards."""
    rows = []
    for known, title in (("all", "B's untested spectra"), ("standards", "the standards only")):
        for draw in DRAWS:
            found = questions.flagged(cells, names, known, draw)
            for kind, of in found.items():
                each = sorted((k / n, name) for name, (k, n) in of.items())
                low, name = each[-1] if kind == "ordinary" else each[0]
                rows.append([title, draw, kind, share(np.sum(list(of.values()), axis=0)), f"{low:.0%} ({name})"])
    return ["Spectra of B that are flagged, with 10 standards, by what the model knows of B:", "",
            *table(["known of B", "standards", "spectra", "flagged", "worst set"], rows)] if rows else []


def mistakes(cells: Cells, names: Sequence[str]) -> list[str]:
    """What a spoilt standard costs."""
    found = questions.cost_of_mistakes(cells, names)
    kinds = list(found)
    keys = list(dict.fromkeys(k for of in found.values() for k in of))
    rows = [[key, *(f"{np.exp(np.mean(np.log(found[k][key]))):.2f} (worst {max(found[k][key]):.2f})" for k in kinds)]
            for key in sorted(keys, key=lambda k: (k not in COMBINED, k))]
    return ["RMSEP with a mistake among 10 drawn standards over that without it (one standard's spectrum on B is that "
            "of another sample; two standards are swapped on B):", "",
            *table(["method", *kinds], rows)] if rows else []


def coverage(cells: Cells, names: Sequence[str]) -> list[str]:
    """How often the value is inside the 90 % interval, and how much that differs between repeats and properties."""
    rows = []
    for (draw, n), found in questions.covered(cells, names).items():
        repeats, properties = dict[int, list[Sequence[int]]](), dict[tuple[str, int], list[Sequence[int]]]()
        for (name, repeat, j), pair in found.items():
            repeats.setdefault(repeat, []).append(pair)
            properties.setdefault((name, j), []).append(pair)
        rows.append([draw, str(n), share(_total(found)), *(_range(of) for of in (repeats, properties))])
    return ["90 % intervals of `auto-marked` from left-out standards; how the share differs between single "
            "repeats (all sets together; the standards of sets of the same samples are often the same samples) and "
            "between properties (all repeats together):", "",
            *table(["standards", "n", "covered", "repeats", "properties"], rows)] if rows else []


def _range(each: Mapping[Any, Sequence[Sequence[int]]]) -> str:
    shares = [k / n for k, n in (np.sum(of, axis=0) for of in each.values()) if n]
    return f"{min(shares):.0%} to {max(shares):.0%} ({len(shares)})" if shares else "–"
