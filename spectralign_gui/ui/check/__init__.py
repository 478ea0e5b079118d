"""Whether a transfer still holds, as a page of its own."""

from .dock import CheckDock

__all__ = ["CheckDock"]
