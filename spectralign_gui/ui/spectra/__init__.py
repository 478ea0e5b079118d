"""The Spectra dock."""

from .dock import SpectraDock

__all__ = ["SpectraDock"]
