"""Lines of a comparison: names, figures, and what each is for. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.registry import is_method, method, plain_name
from ...session.compare.verdict import NO_CHOICE

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


__all__ = ["NO_CHOICE", "NO_RESULT", "SIMPLE", "YARDSTICKS", "Line", "shown_title"]
