"""The Reconstruction dock."""

from .dock import ReconstructionDock

__all__ = ["ReconstructionDock"]
