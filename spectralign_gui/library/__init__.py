"""SpectrAlign as a library: a score of names that do what the window does, without Qt.

The names are those of the package itself:

>>> import spectralign_gui as sa
>>> a, b = sa.sample_spectra("libs")
>>> result = sa.align(a, b, standards="names", method="lra")
>>> [e.shape[1] for e in result.embeddings] == [result.estimator.n_components_] * 2
True

`spectra` and `read` make data sets, `with_values` joins reference values; `align` and `transfer` fit; `evaluate`
compares; `predict` and `to_spectra` use a fit on new spectra; `suggest` says which samples to measure next; `save` and
`load` keep a fit. `import_model`, `watch`, `serve`, `validate` and `self_test` are for a model in routine use.
`InstrumentTransfer` and `Preprocessing` are steps of a scikit-learn pipeline.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .comparing import evaluate, suggest
    from .estimators import InstrumentTransfer, Preprocessing
    from .fitting import align, transfer
    from .reading import read, sample_spectra, spectra, with_values
    from .routine import import_model, self_test, serve, validate, watch
    from .using import load, predict, save, to_spectra

__all__ = [
    "InstrumentTransfer", "Preprocessing", "align", "evaluate", "import_model", "load", "predict", "read",
    "sample_spectra", "save", "self_test", "serve", "spectra", "suggest", "to_spectra", "transfer", "validate", "watch",
    "with_values",
]

HOME = {
    "reading": ("read", "sample_spectra", "spectra", "with_values"), "fitting": ("align", "transfer"),
    "comparing": ("evaluate", "suggest"), "using": ("load", "predict", "save", "to_spectra"),
    "routine": ("import_model", "self_test", "serve", "validate", "watch"),
    "estimators": ("InstrumentTransfer", "Preprocessing"),
}
"""The module of every name: each is loaded when it is first used, scikit-learn with its two steps only."""


def __getattr__(name: str) -> Any:
    for module, names in HOME.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
