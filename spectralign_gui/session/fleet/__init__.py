"""A fleet of instruments: how each of them stands, as plain values."""

from .standing import ALARM, DUE, HOLDS, ODD, UNCHECKED, Figure, Instrument, Standing, standing_from, standing_of

__all__ = ["ALARM", "DUE", "HOLDS", "ODD", "UNCHECKED", "Figure", "Instrument", "Standing", "standing_from",
           "standing_of"]
