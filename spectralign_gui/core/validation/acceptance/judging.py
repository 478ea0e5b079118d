"""A figure against its limit: the data support it, speak against it, or do not decide."""

from __future__ import annotations

from dataclasses import dataclass

from .figures import Interval

SUPPORTS, AGAINST, UNDECIDED = "supports", "speaks against", "does not decide"


@dataclass(frozen=True)
class Criterion:
    """What a figure has to be: within `low` and `high` (either may be infinite)."""

    low: float
    high: float

    @property
    def words(self) -> str:
        """As it stands in a table."""
        if self.low == float("-inf"):
            return f"≤ {self.high:g}"
        if self.high == float("inf"):
            return f"≥ {self.low:g}"
        return f"± {self.high:g}" if self.low == -self.high else f"{self.low:g} to {self.high:g}"


@dataclass(frozen=True)
class Judged:
    """A figure, what it has to be, and what the data say.

    Parameters
    ----------
    name : str
    figure : Interval
    criterion : Criterion or None
        None: the figure is only reported.
    outcome : str
        `SUPPORTS`, `AGAINST`, `UNDECIDED`, or "" without a criterion.
    formula : str
    source : str
        The standard in whose order it stands.
    note : str
    """

    name: str
    figure: Interval
    criterion: Criterion | None
    outcome: str
    formula: str
    source: str = ""
    note: str = ""


def judge(figure: Interval, criterion: Criterion | None) -> str:
    """Support needs the whole interval within the limits; wholly outside one of them it speaks against."""
    if criterion is None:
        return ""
    if criterion.low <= figure.low and figure.high <= criterion.high:
        return SUPPORTS
    if figure.high < criterion.low or figure.low > criterion.high:
        return AGAINST
    return UNDECIDED
