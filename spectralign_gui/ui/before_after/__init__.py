"""What a method does to the spectra: before and after, what is left, coefficients, predicted against measured."""

from .dock import BeforeAfterDock

__all__ = ["BeforeAfterDock"]
