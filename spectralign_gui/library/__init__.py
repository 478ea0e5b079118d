"""SpectrAlign as a library: a dozen names that do what the window does, without Qt.

The names are those of the package itself:

>>> import spectralign_gui as sa
>>> a, b = sa.sample_spectra("libs")
>>> result = sa.align(a, b, standards="names", method="lra")
>>> [e.shape[1] for e in result.embeddings] == [result.estimator.n_components_] * 2
True

`spectra` and `read` make data sets, `with_values` joins reference values; `align` and `transfer` fit; `evaluate`
compares; `predict` and `to_spectra` use a fit on new spectra; `suggest` says which samples to measure next; `save` and
`load` keep a fit. `InstrumentTransfer` and `Preprocessing` are steps of a scikit-learn pipeline.
"""

from __future__ import annotations

from .comparing import evaluate, suggest
from .estimators import InstrumentTransfer, Preprocessing
from .fitting import align, transfer
from .reading import read, sample_spectra, spectra, with_values
from .using import load, predict, save, to_spectra

__all__ = [
    "InstrumentTransfer", "Preprocessing", "align", "evaluate", "load", "predict", "read", "sample_spectra", "save",
    "spectra", "suggest", "to_spectra", "transfer", "with_values",
]
