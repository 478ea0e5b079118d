"""The science: alignment and calibration transfer. Knows numpy, scipy and scikit-learn; never Qt, files or windows.

Every method is one file in `core.alignments` or `core.transfers` (calibration transfer).
``methods()`` lists them; the estimators are importable from here by class name.
"""

from __future__ import annotations

from typing import Any

from .errors import (
    Cancelled,
    DataError,
    FileError,
    MemoryNeedError,
    PairsError,
    ParameterError,
    SpectrAlignError,
)
from .registry import MethodInfo, create, method, methods

__all__ = [
    "Cancelled", "DataError", "FileError", "MemoryNeedError", "MethodInfo", "PairsError", "ParameterError",
    "SpectrAlignError", "create", "method", "methods",
]


def __getattr__(name: str) -> Any:
    """Estimator classes by name (``from spectralign_gui.core import LowRankAlignment``), found in the registry."""
    if name[:1].isupper():
        for info in methods().values():
            if info.estimator.__name__ == name:
                return info.estimator
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(info.estimator.__name__ for info in methods().values())})
