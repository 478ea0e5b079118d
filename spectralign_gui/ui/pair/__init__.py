"""Which two of several instruments are compared, or transferred between."""

from .boxes import PairBoxes

__all__ = ["PairBoxes"]
