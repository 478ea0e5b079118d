"""What a chart shows: curves, lines across, titles of the axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True, eq=False)
class Series:
    """A curve.

    Parameters
    ----------
    label : str
    y : (n,) array
    x : (n,) array, optional
        Default 1, 2, 3, …
    colour : str
        Name of a colour of the theme, or "instrument:K", "group:K".
    symbol : str
        "" for a line only; "instrument:K" for the shape of an instrument.
    line : bool
    filled : (n,) bool array, optional
        Which symbols are filled (others are hollow).
    """

    label: str
    y: np.ndarray
    x: np.ndarray | None = None
    colour: str = "accent"
    symbol: str = ""
    line: bool = True
    filled: np.ndarray | None = None

    def places(self) -> np.ndarray:
        """x of the points."""
        return np.arange(1, len(self.y) + 1) if self.x is None else np.asarray(self.x)


@dataclass(frozen=True)
class Level:
    """A horizontal or vertical line with a label."""

    at: float
    label: str
    colour: str = "threshold"
    vertical: bool = False
    in_legend: bool = True


@dataclass(frozen=True, eq=False)
class Chart:
    """What a `LineView` shows; `head` is the free room above the curves, as a share of their height.

    `names` are what stands at x = 1, 2, 3, …: days, or samples; empty where x is a number.
    """

    series: Sequence[Series] = ()
    levels: Sequence[Level] = ()
    x_label: str = ""
    y_label: str = ""
    log_y: bool = False
    head: float = 0.08
    notes: Sequence[str] = field(default_factory=tuple)
    reverse_x: bool = False
    names: Sequence[str] = ()
