"""Where to begin, and what comes next."""

from .dock import WelcomeDock

__all__ = ["WelcomeDock"]
