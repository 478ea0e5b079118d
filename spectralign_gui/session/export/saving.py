"""Spectra of a session to be written to a file: as they are loaded, after the steps, or as on the reference."""

from __future__ import annotations

from ...core.data import SpectralDataset
from ...core.errors import DataError
from ...core.monitor import Monitor
from ..run.execution import prepare
from ..run.result import RunResult
from ..state.session_state import SessionState

STAGES = {"loaded": "as loaded", "preprocessed": "after the preprocessing steps",
          "reference": "as the reference would have measured them"}


def stages(run: RunResult | None) -> dict[str, str]:
    """What can be written, by name; spectra on the reference only after a run of a method that gives some."""
    can = run is not None and "to_spectra" in run.method.can
    return {k: v for k, v in STAGES.items() if k != "reference" or can}


def spectra_to_save(
    state: SessionState, instruments: tuple[str, ...], stage: str = "loaded", run: RunResult | None = None,
    monitor: Monitor | None = None,
) -> list[SpectralDataset]:
    """Data sets of some instruments.

    Parameters
    ----------
    state : SessionState
    instruments : tuple of str
    stage : {"loaded", "preprocessed", "reference"}
    run : RunResult, optional
        For "reference": its spectra, moved onto its first instrument.

    Raises
    ------
    SpectrAlignError
        A step cannot be applied, or there is nothing of that stage.
    """
    if stage == "loaded":
        return [state.dataset(name) for name in instruments]
    if stage == "preprocessed":
        prepared = prepare(state, monitor)
        return [prepared.preprocessing.marked(d, d.name) for d in prepared.datasets if d.name in instruments]
    if run is None or "reference" not in stages(run):
        raise DataError("No run has given spectra of other instruments as the reference would have measured them.")
    reference = run.datasets[0]
    made = []
    for k, dataset in enumerate(run.datasets):
        if dataset.name in instruments and k:
            spectra = run.estimator.to_spectra(dataset.spectra, k, 0)
            moved = dataset.with_(name=f"{dataset.name} as {reference.name}", spectra=spectra, axis=reference.axis,
                                  quantity=reference.quantity)
            made.append(run.preprocessing.marked(moved, reference.name))
        elif dataset.name in instruments:
            made.append(run.preprocessing.marked(dataset, dataset.name))
    return made
