"""Instruments and their samples."""

from .dock import DataDock

__all__ = ["DataDock"]
