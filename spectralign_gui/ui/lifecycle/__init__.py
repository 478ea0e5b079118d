"""The life of a model: its record in a window of its own, beside the session."""

from .opening import Lives

__all__ = ["Lives"]
