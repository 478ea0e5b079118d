"""From data sets to what the plot shows."""

from __future__ import annotations

import numpy as np

from ..core.data import SpectralDataset
from ..core.monitor import Monitor
from ..preprocessing.pipeline import fit_and_apply
from ..session.state import SessionState
from .plots.spectra_layer import SpectraLayer

QUANTITIES = {"unknown": "Intensity", "counts": "Counts", "intensity": "Intensity (arb. units)",
              "raman-intensity": "Raman intensity (arb. units)", "reflectance": "Reflectance",
              "absorbance": "Absorbance", "transmittance": "Transmittance", "radiance": "Radiance",
              "irradiance": "Irradiance"}


def layer(dataset: SpectralDataset, index: int, rows: np.ndarray | None = None, note: str = "") -> SpectraLayer:
    """One data set as a layer; `rows` says which rows of the session's data set it holds."""
    quantity = QUANTITIES.get(dataset.quantity, dataset.quantity) + (f", {note}" if note else "")
    return SpectraLayer(dataset.name, index, dataset.axis, dataset.spectra, dataset.sample_names,
                        np.arange(len(dataset)) if rows is None else np.asarray(rows), quantity, dataset.spread)


def raw_layers(state: SessionState) -> list[SpectraLayer]:
    """Every spectrum as it was loaded."""
    return [layer(d, k) for k, d in enumerate(state.datasets)]


def preprocessed_layers(state: SessionState, monitor: Monitor) -> list[SpectraLayer]:
    """Spectra that take part in a fit, as the method would get them.

    Raises
    ------
    SpectrAlignError
        If a step cannot be applied.
    """
    kept = [np.setdiff1d(np.arange(len(d)), np.asarray(state.excluded.get(d.name, ()), dtype=np.intp))
            for d in state.datasets]
    raw = [d.take(rows) if len(rows) < len(d) else d for d, rows in zip(state.datasets, kept, strict=True)]
    _, processed, left = fit_and_apply(state.preprocessing, raw, monitor)
    return [layer(d, k, rows[stay], "preprocessed")
            for k, (d, rows, stay) in enumerate(zip(processed, kept, left, strict=True))]
