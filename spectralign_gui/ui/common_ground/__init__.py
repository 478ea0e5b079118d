"""Spectra of different instruments on common ground: axes, units, repeats, gaps, samples added, instruments joined."""

from .ground import CommonGround

__all__ = ["CommonGround"]
