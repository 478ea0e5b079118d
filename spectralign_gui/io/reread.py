"""Whether the spectra of a session are just what their files hold, so that a script can read them again."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..core.data import SpectralDataset
from ..core.errors import SpectrAlignError
from ..session.script import not_from_files
from ..session.state import SessionState
from .read import read_dataset


def not_reproducible(state: SessionState) -> list[str]:
    """Names of the instruments whose spectra a script could not read from their files as they are now.

    Reads every file again: call it in a job.
    """
    known = set(not_from_files(state))
    return [d.name for d in state.datasets if d.name in known or not same_as_file(d)]


def same_as_file(dataset: SpectralDataset) -> bool:
    """Whether reading the source again gives the same spectra, axis and sample names."""
    if not Path(dataset.source.path).is_file():
        return False
    try:
        again = read_dataset(dataset.source.path, dataset.name, **dict(dataset.source.options))
    except SpectrAlignError:
        return False
    return (again.source.sha256 == dataset.source.sha256 and again.axis.same_as(dataset.axis)
            and again.sample_names == dataset.sample_names and again.groups == dataset.groups
            and again.quantity == dataset.quantity
            and np.array_equal(again.spectra, dataset.spectra, equal_nan=True))
