"""Which samples to measure next."""

from .dock import SuggestDock

__all__ = ["SuggestDock"]
