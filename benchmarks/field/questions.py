"""Figures of the page that are no RMSEP: verdicts, flags, spoilt standards, coverage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import verdicts

from spectralign_gui.core.validation.intervals import quantile, standard_error

from .journal import Place
from .results import whole_repeats

Cells = Mapping[Place, Mapping[str, Any]]


@dataclass(frozen=True)
class Judged:
    """One verdict: whether it was right, and whether the truth, an estimate too, is on that side for sure."""

    right: bool
    surely: bool


def judged(cells: Cells, names: Sequence[str]) -> dict[tuple[str, int], list[Judged]]:
    """Every verdict by its code and number of standards; "unclear" is none: it is counted, as right.

    The truth of a set, design and count is the mean squared error over all whole repeats of the part "verdicts" (of
    "main" where a set has none of that). Whether it is sure is told by the 95 % interval of its paired differences
    over the repeats, corrected as all of this page.
    """
    said: dict[tuple[str, int], list[Judged]] = {}
    for cell in (c for name in names for c in _said(cells, name)):
        for j, needs in enumerate(zip(*(of["needs"] for of in cell), strict=True)):
            error = {k: np.array([of["error"][k][j] for of in cell]) for k in cell[0]["error"]
                     if all(k in of["error"] for of in cell)}
            for need in needs:
                code = need["code"] + (" (as on A)" if need["as_on_a"] else "")
                said.setdefault((code, cell[0]["count"]), []).append(
                    Judged(True, True) if need["code"] == "unclear" else _judged(need, error, cell[0]["share"]))
    return said


def _said(cells: Cells, name: str) -> list[list[dict[str, Any]]]:
    """The whole repeats of every design and number of standards of a set, in which something was said."""
    part = "verdicts" if whole_repeats(cells, "verdicts", name) else "main"
    whole, found = whole_repeats(cells, part, name), dict[tuple[str, int], list[dict[str, Any]]]()
    for (of, which, repeat, draw, count), cell in cells.items():
        if (of, which) == (part, name) and cell["needs"] and repeat < whole:
            error = {**cell["mse"], "constant": cell["constant"], "combination": cell["mse"]["auto-marked"]}
            found.setdefault((draw, count), []).append({"needs": cell["needs"], "error": error, "count": count,
                                                        "share": cell["tested"] / cell["training"]})
    return list(found.values())


def _judged(need: Mapping[str, Any], error: Mapping[str, np.ndarray], share: float) -> Judged:
    right = verdicts.right(dict(need), {k: float(v.mean()) for k, v in error.items()})
    low, high = [], []
    for mine, other, margin in (c for c in verdicts.claims(dict(need)) if c[1] in error):
        excess = error[mine] - margin ** 2 * error[other]
        half = quantile(len(excess) - 1) * standard_error(excess, share) if len(excess) > 1 else np.inf
        low.append(excess.mean() - half)
        high.append(excess.mean() + half)
    return Judged(right, max(high) < 0 if right else max(low) > 0)


def flagged(cells: Cells, names: Sequence[str], known: str, draw: str) -> dict[str, dict[str, list[int]]]:
    """[flagged, of] per kind of spectrum and set; `known`: "all" of B's other spectra, or the "standards" only."""
    found: dict[str, dict[str, list[int]]] = {}
    for (part, name, _, d, _), cell in cells.items():
        if part == "foreign" and name in names and d == draw:
            for kind, (k, n) in cell[known].items():
                total = found.setdefault(kind, {}).setdefault(name, [0, 0])
                total[0] += k
                total[1] += n
    return found


def cost_of_mistakes(cells: Cells, names: Sequence[str]) -> dict[str, dict[str, list[float]]]:
    """Per kind of mistake and method the RMSEP with it over that without it, one figure a set and property (of the
    mean RMSEP over the repeats that have both)."""
    sums: dict[tuple[str, str, str], list[np.ndarray]] = {}
    for (part, name, repeat, draw, count), cell in cells.items():
        clean = cells.get(("main", name, repeat, draw, count))
        if part != "spoilt" or name not in names or clean is None:
            continue
        for kind in ("one spoilt", "two swapped"):
            for key, mse in cell[kind].items():
                if key in clean["mse"]:
                    sums.setdefault((kind, key, name), []).append(np.sqrt([mse, clean["mse"][key]]))
    found: dict[str, dict[str, list[float]]] = {}
    for (kind, key, _), each in sums.items():
        bad, good = np.mean(each, axis=0)
        found.setdefault(kind, {}).setdefault(key, []).extend(float(v) for v in bad / good)
    return found


def covered(cells: Cells, names: Sequence[str]) -> dict[tuple[str, int], dict[tuple[str, int, int], list[int]]]:
    """[inside, of] per set, repeat and property, by design and number of standards."""
    found: dict[tuple[str, int], dict[tuple[str, int, int], list[int]]] = {}
    for (part, name, repeat, draw, count), cell in cells.items():
        if part == "coverage" and name in names:
            for j, pair in enumerate(cell["covered"]):
                found.setdefault((draw, count), {})[name, repeat, j] = list(pair)
    return dict(sorted(found.items(), key=lambda f: (f[0][0] != "random", f[0][1])))
