"""SpectrAlign: align spectra of different instruments and transfer calibrations between them.

>>> import spectralign_gui as sa
>>> a, b = sa.sample_spectra("libs")
>>> sa.align(a, b, method="lra").method.name
'lra'

The names of `library` are those of the package; they are looked up when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .version import __version__ as __version__

if TYPE_CHECKING:
    from .library import (
        InstrumentTransfer,
        Preprocessing,
        align,
        evaluate,
        import_model,
        load,
        predict,
        read,
        sample_spectra,
        save,
        self_test,
        serve,
        spectra,
        suggest,
        to_spectra,
        transfer,
        validate,
        watch,
        with_values,
    )

__all__ = [
    "InstrumentTransfer", "Preprocessing", "align", "evaluate", "import_model", "load", "predict", "read",
    "sample_spectra", "save", "self_test", "serve", "spectra", "suggest", "to_spectra", "transfer", "validate", "watch",
    "with_values",
]


def __getattr__(name: str) -> Any:
    """A name of the library, imported now: `import spectralign_gui` alone loads nothing heavy."""
    if name in __all__:
        from . import library

        return getattr(library, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
