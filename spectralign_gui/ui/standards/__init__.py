"""Standards: which samples were measured on several instruments."""

from .dock import StandardsDock

__all__ = ["StandardsDock"]
