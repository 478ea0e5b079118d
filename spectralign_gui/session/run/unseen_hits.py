"""Hits of samples whose spectra the fit never saw: what a new sample can expect."""

from __future__ import annotations

import numpy as np

from ...core.leaving import can_be_left
from ...core.monitor import Monitor, SilentMonitor
from ...core.naming import instruments_called
from ...core.registry import method
from ...core.threads import limited_threads
from ...core.validation.hits import inductive_ranks
from ...core.validation.splits import Split
from ..compare.evaluate import learned_inside
from .execution import Prepared
from .result import RunResult
from .run_quality import UnseenHits

KS = (1, 3, 5)


@can_be_left
def unseen_hits(result: RunResult, monitor: Monitor | None = None) -> UnseenHits:
    """Solve the alignment of a run again without the held-out spectra, map them into it, and look for their partners.

    Parameters
    ----------
    result : RunResult
        With held-out standards. Steps that learn, and everything automatic, learn without these spectra too.
    monitor : Monitor, optional

    Raises
    ------
    NotImplementedError
        The method cannot map new spectra; the sentence says why.
    SpectrAlignError
        What the method says of the data.
    Cancelled
    """
    monitor = monitor or SilentMonitor()
    estimator = method(result.state.method).create(**result.state.method_parameters())
    if "random_state" in estimator.get_params():
        estimator.set_params(random_state=result.state.seed)
    prepared = Prepared(result.datasets, result.kept_rows, result.preprocessing)
    spectra = [d.spectra for d in result.datasets]
    with limited_threads([X.shape for X in spectra]), instruments_called(result.datasets):
        ranks = inductive_ranks(estimator, spectra, Split(result.pairs, result.held_out_pairs, 0, 0), prepared.targets,
                                prepared.groups, monitor, learned_inside(result.state, prepared))
    first = (int(result.held_out_pairs[0, 0]), int(result.held_out_pairs[0, 2]))
    there, back = (np.asarray(r) for r in ranks[first])
    return UnseenHits({k: (int((there < k).sum()), int((back < k).sum())) for k in KS}, (len(there), len(back)))
