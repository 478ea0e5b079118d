"""Sweeps over every method and every kind of input: a part of the kinds for each method, all of them on demand."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
ALL = os.environ.get("SWEEP") == "all"


def sampled(kinds: Iterable[T], name: str, count: int) -> list[T]:
    """`count` of the kinds, the same every time and others for another name; all with SWEEP=all in the environment."""
    every = list(kinds)
    return every if ALL or count >= len(every) else random.Random(name).sample(every, count)
