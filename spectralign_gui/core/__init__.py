"""The science: alignment and calibration transfer. Knows numpy, scipy and scikit-learn; never Qt, files or windows.

Every method is one module in `core.alignments` or `core.transfers` (calibration transfer), declared by the text beside
it. ``methods()`` lists them; the estimators are importable from here by class name. All but the errors is imported when
it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import (
    Cancelled,
    DataError,
    FileError,
    MemoryNeedError,
    PairsError,
    ParameterError,
    SpectrAlignError,
)

if TYPE_CHECKING:
    from .registry import MethodInfo, create, method, methods

__all__ = [
    "Cancelled", "DataError", "FileError", "MemoryNeedError", "MethodInfo", "PairsError", "ParameterError",
    "SpectrAlignError", "create", "method", "methods",
]


def __getattr__(name: str) -> Any:
    """The registry, and estimator classes by name (``from spectralign_gui.core import LowRankAlignment``)."""
    from .registry import MethodInfo, create, method, methods

    for found in (MethodInfo, create, method, methods):
        if found.__name__ == name:
            return found
    for info in methods().values() if name[:1].isupper() else ():
        if info.place.endswith(f":{name}"):
            return info.estimator
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from .registry import methods

    return sorted({*__all__, *(info.place.rpartition(":")[2] for info in methods().values())})
