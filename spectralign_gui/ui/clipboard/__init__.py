"""Tables to and from a spreadsheet."""

from .clipboard import Clipboard

__all__ = ["Clipboard"]
