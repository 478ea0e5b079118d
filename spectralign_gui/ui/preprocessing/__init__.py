"""Preprocessing: the list of steps with a preview."""

from .dock import PreprocessingDock

__all__ = ["PreprocessingDock"]
