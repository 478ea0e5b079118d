"""What a check found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True)
class Outcome:
    """Expected and got, in words, and whether they agree.

    Parameters
    ----------
    expected, got, limit : str
    passed : bool or None
        None: it could not be tried, because a part is not installed; `got` says which.
    """

    expected: str
    got: str
    limit: str = ""
    passed: bool | None = False


def close(got: ArrayLike, expected: ArrayLike, limit: float, what: str = "") -> Outcome:
    """Numbers that must agree within `limit` (largest absolute difference)."""
    g, e = np.asarray(got, dtype=float), np.asarray(expected, dtype=float)
    if g.shape != e.shape:
        return Outcome(f"shape {e.shape}", f"shape {g.shape}")
    worst = float(np.max(np.abs(g - e))) if g.size else 0.0
    single = g.size == 1
    return Outcome(what or (f"{e.item():.12g}" if single else f"{e.size} numbers"),
                   f"{g.item():.12g}" if single else f"off by at most {worst:.2g}", f"± {limit:g}",
                   bool(np.isfinite(g).all() and worst <= limit))


def same(got: object, expected: object) -> Outcome:
    """Values that must be equal."""
    return Outcome(str(expected), str(got), "equal", got == expected)


def missing(package: str) -> Outcome:
    """A part that is not installed."""
    return Outcome("", f"{package} is not installed", "", None)


Trial = Callable[[Path], Outcome]
"""A check: gets an empty folder."""


@dataclass(frozen=True)
class Area:
    """Checks that belong together, by name."""

    title: str
    trials: tuple[tuple[str, Trial], ...]


@dataclass(frozen=True)
class Check:
    """A check that was done."""

    area: str
    name: str
    outcome: Outcome
    seconds: float

    @property
    def passed(self) -> bool | None:
        return self.outcome.passed


@dataclass(frozen=True)
class SelfTest:
    """All that was found.

    Parameters
    ----------
    checks : tuple of Check
    operator : str
    started : str
        ISO date and time with the zone.
    seconds : float
    computer : tuple of (str, str)
        Name, system, processor, Python.
    versions : tuple of (str, str)
        Of the program and of what it stands on.
    files : tuple of (str, str)
        Every installed file of the program and its SHA-256.
    """

    checks: tuple[Check, ...]
    operator: str
    started: str
    seconds: float
    computer: tuple[tuple[str, str], ...]
    versions: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    @property
    def failed(self) -> tuple[Check, ...]:
        return tuple(c for c in self.checks if c.passed is False)

    @property
    def passed(self) -> bool:
        """Whether no check failed."""
        return not self.failed

    def to_json(self) -> dict[str, Any]:
        """A plain tree."""
        return {"passed": self.passed, "operator": self.operator, "started": self.started, "seconds": self.seconds,
                "computer": dict(self.computer), "versions": dict(self.versions), "checks": [
                    {"area": c.area, "name": c.name, "expected": c.outcome.expected, "got": c.outcome.got,
                     "limit": c.outcome.limit, "passed": c.passed, "seconds": round(c.seconds, 3)}
                    for c in self.checks]}
