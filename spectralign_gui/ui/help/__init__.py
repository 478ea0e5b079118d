"""The documentation inside the program: viewer, context help, keyboard shortcuts."""

from .guide import Help

__all__ = ["Help"]
