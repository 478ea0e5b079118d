"""The errors a user can cause, each one clear sentence naming the set, row or parameter at fault.

Anything else that is raised is a defect of the program.
"""

from __future__ import annotations


class SpectrAlignError(ValueError):
    """Base of every error that the user's input or choice can cause. Its text is one sentence."""


class DataError(SpectrAlignError):
    """Spectra, axes, targets or groups that cannot be used as they are."""


class PairsError(SpectrAlignError):
    """Correspondences (marked standards) that are missing, out of range or contradictory."""


class ParameterError(SpectrAlignError):
    """A parameter outside its range, or two that exclude each other."""


class MemoryNeedError(SpectrAlignError):
    """A request that would not fit in memory; refused before it starts, with the size in GB."""


class FileError(SpectrAlignError):
    """A file that cannot be read or written; names the file and what to do."""


class Cancelled(Exception):
    """Raised by ``monitor.raise_if_cancelled()``: the user stopped the run; not an error."""
