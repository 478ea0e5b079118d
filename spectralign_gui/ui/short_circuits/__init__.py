"""The Short circuits dock."""

from .dock import ShortCircuitsDock

__all__ = ["ShortCircuitsDock"]
