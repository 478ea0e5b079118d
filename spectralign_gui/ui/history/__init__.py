"""Runs of the session, and the log of what was done."""

from .dock import HistoryDock
from .log_dock import LogDock

__all__ = ["HistoryDock", "LogDock"]
