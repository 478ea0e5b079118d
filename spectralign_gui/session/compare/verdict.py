"""What a comparison came to, as facts: card, table, bars, rail, predictions and report say it from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import numpy as np

from ...core.validation.transfer_result import TransferValidation
from ...core.validation.unmarked import AUTOMATIC

BEST, SAME, UNSURE, PARTLY, WORSE, FAILED, BESIDE = "best", "same", "unsure", "partly", "worse", "failed", "beside"
"""Grades: the smallest errors; not distinguishable from these; larger errors than a line that is worse, but so variable
that nothing is shown; worse for some properties; worse for all of them; without figures; a yardstick that cannot be
chosen."""
NO_CHOICE = ("native", "a-on-a")
"""Lines without a rank: what B could reach with values of its own, and A's model where it was made."""


@dataclass(frozen=True)
class Advised:
    """What the automatic transfer says of a last fit on all standards.

    Parameters
    ----------
    sentence, confidence : str
        Empty where it says nothing.
    verdict, method : str
        See `core.transfers.said.recommendation`; empty in projects of earlier versions.
    """

    sentence: str = ""
    confidence: str = ""
    verdict: str = ""
    method: str = ""

    @classmethod
    def of(cls, report: Mapping[str, Any] | None) -> Advised:
        """Of the report of an advice; empty where there is none."""
        return cls(*(str(report.get(k, "")) for k in ("sentence", "confidence", "verdict", "method"))) if report \
            else cls()

    @classmethod
    def from_tree(cls, tree: Any) -> Advised:
        """What `to_tree` described; earlier versions kept the sentence alone."""
        if isinstance(tree, Mapping):
            return cls.of(tree)
        return cls(str(tree or "").strip().removeprefix("Recommendation:").strip())

    def to_tree(self) -> dict[str, str]:
        """Plain tree for the project file."""
        return asdict(self)

    @property
    def mood(self) -> str:
        """How far a result of the automatic transfer can be trusted by it: "good", "warning" or "bad"."""
        return mood_of_advice(self.verdict, self.confidence)

    def beside(self, best: str) -> str:
        """The sentences that stand beside a recommendation of line `best`: never one that speaks against it.

        Of the automatic transfer itself all is said. Beside another line only that this very line is enough, where
        that is sure: how sure the automatic transfer is of its own combination is no word on another line.
        """
        sure = self.confidence == "high" and self.method == best and self.verdict in ONE_LINE
        if not self.sentence or not (best == AUTOMATIC or sure):
            return ""
        return f"{self.sentence} Confidence: {self.confidence}." if self.confidence else self.sentence


ONE_LINE = ("no-transfer-needed", "no-transfer-helps", "bias-is-enough", "do-not-transfer")
"""Verdicts of the automatic transfer that name one plain line as enough."""


def mood_of_advice(verdict: str, confidence: str) -> str:
    """How sure advice is says nothing of how good the values are: only what learns nothing is bad."""
    if verdict == "nothing-learned":
        return "bad"
    return "good" if confidence == "high" and verdict != "do-not-transfer" else "warning"


class Ranked(Protocol):
    """What is needed of a line of a comparison."""

    @property
    def key(self) -> str: ...
    @property
    def rank(self) -> int:
        """From 1; 0 where it has none."""
    @property
    def against(self) -> Mapping[str, Mapping[str, Any]] | None:
        """Per property the paired difference to the best line, see `transfer_report.paired_difference`."""


def worse_for(line: Ranked) -> tuple[int, int]:
    """For how many properties a line is worse than the best one (the 95 % interval lies above 0), and of how many."""
    known = [d for d in (line.against or {}).values() if d.get("mean") is not None]
    return sum(d["low"] is not None and d["low"] > 0 for d in known), len(known)


def grades(ranked: Sequence[Ranked]) -> dict[str, str]:
    """The grade of every line, best first.

    Lines that are not distinguishable from the best stand above all that are worse: what has larger errors than a
    worse line is not called as good as the best one because its errors vary.

    Examples
    --------
    >>> grades([line_of("ds"), line_of("pds")])  # doctest: +SKIP
    {'ds': 'best', 'pds': 'same'}
    """
    found: dict[str, str] = {}
    seen_worse = False
    for line in ranked:
        if line.key in NO_CHOICE:
            found[line.key] = BESIDE
        elif line.rank == 1:
            found[line.key] = BEST
        elif not line.rank:
            found[line.key] = FAILED
        else:
            worse, known = worse_for(line)
            if worse:
                seen_worse = True
                found[line.key] = WORSE if worse == known else PARTLY
            else:
                found[line.key] = UNSURE if seen_worse else SAME
    return found


def unlearned(result: TransferValidation, key: str, count: int) -> list[str]:
    """Properties that a line predicts no better than by the mean: R² of all its predictions is 0 or less."""
    figures = result.pooled(key, count)
    return [name for name, f in zip(result.properties, figures, strict=True) if np.isfinite(f["r2"]) and f["r2"] <= 0]


def no_better_than_none(ranked: Sequence[Ranked], key: str) -> bool:
    """Whether the errors of the best line, or of one as good, cannot be told from those without a transfer.

    Not where one repeat has no interval: then no line can be told from another.
    """
    found = grades(ranked)
    none = next((line for line in ranked if line.key == "none" and line.rank), None)
    if none is None or key == "none" or found.get(key) not in (BEST, SAME) or found["none"] not in (SAME, UNSURE):
        return False
    return any(d.get("low") is not None for d in (none.against or {}).values())


def loses_to_none(ranked: Sequence[Ranked], key: str) -> bool:
    """Whether a line has larger errors than A's model has without a transfer.

    Not where it is not distinguishable from the best line: then the table says that it is as good.
    """
    ranks = {line.key: line.rank for line in ranked}
    larger = key != "none" and bool(ranks.get("none")) and ranks.get(key, 0) > ranks["none"]
    return larger and grades(ranked).get(key) not in (BEST, SAME)
