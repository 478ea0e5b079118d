"""Lines of a comparison: names, figures, and what each is for. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..core.registry import is_method, method, plain_name
from ..core.validation.transfer_report import mean_interval, paired_difference, ranking
from ..core.validation.transfer_result import TransferValidation
from ..session.compare.verdict import NO_CHOICE

YARDSTICKS = {"none": "No transfer (A's model as it is)", "native": "B's own model (all its samples)",
              "target-only": "B's standards alone", "a-on-a": "A's model on A"}
NO_RESULT = ("a-on-a",)
"""Lines that are no method, so that they cannot be the current result."""
SIMPLE = ("none", "bias", "mean-shift", "target-only")


def shown_title(key: str, brief: bool = False) -> str:
    """Name of a line in the user's words; `brief` ones differ at their beginning, since their end may be cut off."""
    if key in YARDSTICKS:
        return YARDSTICKS[key]
    if brief and is_method(key) and plain_name(key) != key:
        return f"Through A: {method(plain_name(key)).title}"
    title = method(key).title if is_method(key) else key
    name, bracket, short = title.removesuffix(")").rpartition(" (")
    if brief and bracket and short.isupper() and title.endswith(")"):
        return f"{short}: {name}"
    form, comma, which = title.rpartition(", ")
    if brief and comma:
        return f"{which[:1].upper()}{which[1:]}: {form}"
    return title


@dataclass(frozen=True)
class Line:
    """One line: mean RMSEP per property with its 95 % interval and spread, difference to the best line, what went
    wrong, over how many repeats the means are."""

    key: str
    means: Mapping[str, float]
    intervals: Mapping[str, float]
    spreads: Mapping[str, float]
    score: float = float("nan")
    against: Mapping[str, Mapping[str, Any]] | None = None
    note: str = ""
    rank: int = 0
    repeats: int = 0

    @property
    def is_yardstick(self) -> bool:
        """Whether it is one of the lines that are always shown."""
        return self.key in YARDSTICKS


def lines_of(result: TransferValidation, count: int) -> list[Line]:
    """Lines of a finished comparison with this number of standards, best first.

    Parameters
    ----------
    result : TransferValidation
    count : int

    Examples
    --------
    >>> [line.key for line in lines_of(result, 10)]  # doctest: +SKIP
    ['ds', 'none', 'native']
    """
    ranks = {r["method"]: r for r in ranking(result, count)}
    best = next(iter(ranks), None)
    lines = []
    for entry in result.entries:
        table = result.rmsep(entry.key, count)
        half = mean_interval(result, entry.key, count)
        means, spreads, intervals = {}, {}, {}
        for j, name in enumerate(result.properties):
            values = table[np.isfinite(table[:, j]), j]
            means[name] = float(values.mean()) if len(values) else float("nan")
            spreads[name] = float(values.std(ddof=1)) if len(values) > 1 else float("nan")
            intervals[name] = float(half[j])
        error = next((c["error"] for (k, n, _), c in result.cells.items()
                      if k == entry.key and n == count and "error" in c), "")
        against = (paired_difference(result, entry.key, best, count)
                   if best is not None and entry.key != best and np.isfinite(table).any() else None)
        lines.append(Line(entry.key, means, intervals, spreads, ranks.get(entry.key, {}).get("score", float("nan")),
                          against, error, repeats=int(np.isfinite(table).any(axis=1).sum())))
    return ranked(lines, result.properties)


def ranked(lines: Sequence[Line], properties: Sequence[str]) -> list[Line]:
    """The lines with their scores and ranks, best first; those that cannot be chosen and those without figures last."""
    best = {p: min((v for line in lines if line.key not in NO_CHOICE
                    for v in [line.means.get(p, np.nan)] if np.isfinite(v)), default=np.nan)
            for p in properties}
    scored = []
    for line in lines:
        score = line.score
        if not np.isfinite(score):
            parts = [line.means.get(p, np.nan) / best[p] for p in properties if best[p] > 0]
            score = float(np.mean(parts)) if parts else float("nan")
        scored.append(replace(line, score=score))
    scored.sort(key=lambda line: (line.key in NO_CHOICE, not np.isfinite(line.score),
                                  line.score if np.isfinite(line.score) else 0.0))
    return [line if line.key in NO_CHOICE or not np.isfinite(line.score) else replace(line, rank=k)
            for k, line in enumerate(scored, start=1)]


__all__ = ["NO_CHOICE", "NO_RESULT", "SIMPLE", "YARDSTICKS", "Line", "lines_of", "ranked", "shown_title"]
