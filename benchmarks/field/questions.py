"""Figures of the page that are no RMSEP: verdicts, flags, spoilt standards, coverage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import verdicts

from .journal import Place
from .results import whole_repeats

Cells = Mapping[Place, Mapping[str, Any]]


def judged(cells: Cells, names: Sequence[str]) -> dict[tuple[str, int], list[bool]]:
    """Whether each verdict was right, by its code and number of standards; the truth of a set, design and count is
    the mean squared error over all whole repeats. "unclear" is no verdict: it is counted, as right."""
    found = []
    for (part, name, repeat, draw, count), cell in cells.items():
        if part == "main" and name in names and cell["needs"] and repeat < whole_repeats(cells, "main", name):
            error = {**cell["mse"], "constant": cell["constant"], "combination": cell["mse"]["auto-marked"]}
            found.append({"pair": name, "count": count, "draw": draw, "needs": cell["needs"], "error": error})
    keys = set.intersection(*(set(f["error"]) for f in found)) if found else set()
    said: dict[tuple[str, int], list[bool]] = {}
    for f in verdicts.pooled([{**f, "error": {k: f["error"][k] for k in keys}} for f in found]):
        for j, need in enumerate(f["needs"]):
            error = {k: v[j] for k, v in f["error"].items()}
            code = need["code"] + (" (as on A)" if need["as_on_a"] else "")
            said.setdefault((code, f["count"]), []).append(
                need["code"] == "unclear" or verdicts.right(need, error))
    return said


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


def covered(cells: Cells, names: Sequence[str]) -> dict[int, list[int]]:
    """[inside, of] per number of standards."""
    found: dict[int, list[int]] = {}
    for (part, name, _, _, count), cell in cells.items():
        if part == "coverage" and name in names:
            total = found.setdefault(count, [0, 0])
            for inside, of in cell["covered"]:
                total[0] += inside
                total[1] += of
    return dict(sorted(found.items()))
