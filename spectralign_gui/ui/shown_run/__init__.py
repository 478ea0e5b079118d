"""Which run is shown, said wherever something of it is."""

from .line import RunLine

__all__ = ["RunLine"]
