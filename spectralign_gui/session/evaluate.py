"""Comparing calibration transfers on a session: what ``spectralign evaluate`` and the Compare dock show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.data import SpectralDataset, expand_pairs
from ..core.errors import DataError
from ..core.monitor import Monitor, SilentMonitor
from ..core.registry import method
from ..core.validation.transfer import TransferData, TransferValidation, entries_for, validate_transfers
from ..core.validation.transfer_report import full_report
from ..preprocessing.pipeline import fit_preprocessing
from ..preprocessing.spec import PreprocessingSpec
from .run import Prepared, prepare
from .state import SessionState


@dataclass(frozen=True)
class SplitPreprocessing:
    """Preprocesses both instruments, learned on the training rows of a split only.

    Parameters
    ----------
    spec : PreprocessingSpec
    datasets : tuple of two SpectralDataset
        Before preprocessing.
    """

    spec: PreprocessingSpec
    datasets: tuple[SpectralDataset, ...]

    def __call__(self, rows_a: np.ndarray, rows_b: np.ndarray) -> list[np.ndarray]:
        """Spectra of all samples of A and of B."""
        a, b = self.datasets[0].name, self.datasets[1].name
        fitted = fit_preprocessing(self.spec, self.datasets, {a: rows_a.tolist(), b: rows_b.tolist()})
        return [np.asarray(fitted.apply(d).spectra, dtype=np.float64) for d in self.datasets[:2]]


def comparison_data(
    state: SessionState, prepared: Prepared | None = None,
) -> tuple[TransferData, tuple[str, ...]]:
    """The arrays to compare on, and the names of the properties.

    All marked standards take part, also those held out from the alignment: the comparison makes its own splits.

    Raises
    ------
    DataError
        Fewer than two instruments, or no reference values.
    """
    if len(state.datasets) < 2:
        raise DataError("a comparison of transfers needs the spectra of two instruments.")
    state = state.with_(datasets=state.datasets[:2])
    prepared = prepared or prepare(state)
    datasets = prepared.datasets[:2]
    targets = prepared.targets
    if targets is None:
        raise DataError("a comparison of transfers needs reference values; load a table of them first.")
    names = tuple(dict.fromkeys(n for d in datasets if d.targets is not None for n in d.targets.names))
    pairs = expand_pairs(state.standards, state.instruments, held_out=None)
    pairs = prepared.kept_pairs(pairs[(pairs[:, 0] == 0) & (pairs[:, 2] == 1)])
    raw = tuple(d.take(rows) for d, rows in zip(state.datasets, prepared.kept_rows, strict=True))
    steps = any(s.enabled for s in (*state.preprocessing.shared, *(x for v in state.preprocessing.own.values()
                                                                  for x in v)))
    hook = SplitPreprocessing(state.preprocessing, raw) if steps else None
    return TransferData([d.spectra for d in datasets], pairs, targets[:2], names, hook), names


def evaluate_properties(
    state: SessionState, names: Sequence[str], settings: Mapping[str, Mapping[str, Any]] | None = None, *,
    regression: str = "pls", standards: Sequence[int] | None = None, test_share: float | None = 0.25,
    folds: int | None = None, repeats: int = 10, seed: int = 0, budget: float | None = None, n_jobs: int = 1,
    dask: Any = None, monitor: Monitor | None = None,
) -> dict[str, Any]:
    """The prediction part of the evaluate report: "methods" with "properties", and what belongs beside it.

    Parameters
    ----------
    state : SessionState
        The first instrument is A, the second B; reference values on either.
    names : sequence of str
        Registered methods; the yardsticks are added.
    settings : mapping of method to mapping, optional
    regression : str
        Key of `core.regression.REGRESSIONS`.
    standards : sequence of int, optional
        Numbers of standards; default 5, 10, 20 as far as there are samples.
    test_share, folds, repeats, seed
        The splits, by physical sample; with `test_share` a random hold-out, else `folds`.
    budget : float, optional
        Seconds for the whole comparison; with "auto" a part of it is for every search.
    n_jobs, dask
        Where it is computed; the numbers are the same.
    monitor : Monitor, optional

    Returns
    -------
    dict
        "methods", "ranking", "learning_curve", "outliers", "standards", "complete", "warnings", and "recommendation"
        where "auto" took part.

    Raises
    ------
    SpectrAlignError
    Cancelled
    """
    result = compare(state, names, settings, regression=regression, standards=standards, test_share=test_share,
                     folds=folds, repeats=repeats, seed=seed, budget=budget, n_jobs=n_jobs, dask=dask,
                     monitor=monitor)
    report = full_report(result)
    report["standards"] = list(result.counts)
    return report


def compare(
    state: SessionState, names: Sequence[str], settings: Mapping[str, Mapping[str, Any]] | None = None, *,
    regression: str = "pls", standards: Sequence[int] | None = None, test_share: float | None = 0.25,
    folds: int | None = None, repeats: int = 10, seed: int = 0, budget: float | None = None, n_jobs: int = 1,
    dask: Any = None, monitor: Monitor | None = None,
) -> TransferValidation:
    """The comparison itself, with all predictions; see `evaluate_properties`."""
    monitor = monitor or SilentMonitor()
    data, _ = comparison_data(state)
    paired = len(np.unique(data.pairs[:, 1]))
    use_folds = folds if test_share is None else None
    left = paired - (int(np.ceil(paired / use_folds)) if use_folds else round((test_share or 0.25) * paired))
    counts = list(standards) if standards else [c for c in (5, 10, 20) if c <= left] or [max(1, left)]
    usable = [n for n in names if "predict" in method(n).can or "to_spectra" in method(n).can]
    return validate_transfers(
        data, entries_for(usable, settings, regression), counts, test_share=test_share or 0.25, folds=use_folds,
        repeats=repeats, seed=seed, regression=regression, n_jobs=n_jobs, dask=dask, budget=budget, monitor=monitor)
