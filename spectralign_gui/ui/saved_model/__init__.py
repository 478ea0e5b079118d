"""Predicting with a model that was saved to a file, beside the session and without touching it."""

from .opening import SavedModels, look_first

__all__ = ["SavedModels", "look_first"]
