"""Whether the spectra of a session are just what their files hold, so that a script can read them again."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..core.data import SpectralDataset
from ..core.errors import SpectrAlignError
from ..session.export.script import not_from_files
from ..session.run import RunResult
from ..session.run.same_result import differences
from ..session.state import SessionState
from .project import open_project
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


def run_in_project(path: str | Path, result: RunResult) -> tuple[str, str, int] | None:
    """How a script finds a run in a saved project: when it was started, its method, and which of those that share
    both; None where the file does not hold it.

    Reads the project: call it in a job.
    """
    asked = result.started, result.method.name
    alike = [r for r in open_project(path).runs if (r.started, r.method.name) == asked]
    for number, run in enumerate(alike):
        if _same_session(run, result):
            return (*asked, number)
    return None


def _same_session(one: RunResult, other: RunResult) -> bool:
    a, b = one.state, other.state
    return (a.standards == b.standards and a.preprocessing == b.preprocessing and a.seed == b.seed
            and a.method_parameters() == b.method_parameters()
            and {k: v for k, v in a.excluded.items() if v} == {k: v for k, v in b.excluded.items() if v}
            and all(np.array_equal(x.spectra, y.spectra, equal_nan=True) and x.groups == y.groups
                    for x, y in zip(a.datasets, b.datasets, strict=True))
            and not differences(one, other))
