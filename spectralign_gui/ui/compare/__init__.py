"""Methods side by side: prediction errors on the same splits, with the yardsticks beside them."""

from .dock import CompareDock

__all__ = ["CompareDock"]
