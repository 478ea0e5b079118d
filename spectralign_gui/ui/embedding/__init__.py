"""The Embedding dock."""

from .dock import EmbeddingDock

__all__ = ["EmbeddingDock"]
