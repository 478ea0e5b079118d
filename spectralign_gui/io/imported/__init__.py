"""Models of other programs, and models that were exported, taken in as models of this program."""

from .model import import_model

__all__ = ["import_model"]
