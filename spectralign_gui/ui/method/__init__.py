"""Choosing a method, its parameters, and running it."""

from .dock import MethodDock

__all__ = ["MethodDock"]
