"""Two to four pinned runs side by side: embeddings, reconstructions, hits, predictions, settings."""

from .dock import SideBySideDock

__all__ = ["SideBySideDock"]
