"""A parameter sweep: one or two parameters over a range, as a line or a heat map."""

from .dock import SweepDock

__all__ = ["SweepDock"]
