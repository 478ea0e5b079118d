"""Values of new samples with the shown run, and whether the transfer still holds."""

from .dock import PredictDock

__all__ = ["PredictDock"]
