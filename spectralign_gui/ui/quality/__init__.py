"""The Quality dock."""

from .dock import QualityDock

__all__ = ["QualityDock"]
