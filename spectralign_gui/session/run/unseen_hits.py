"""Hits of samples whose spectra the fit never saw: what a new sample can expect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.monitor import Monitor, SilentMonitor
from ...core.naming import instruments_called
from ...core.registry import method
from ...core.threads import limited_threads
from ...core.validation.hits import inductive_ranks
from ...core.validation.splits import Split
from ..compare.evaluate import learned_inside
from .execution import Prepared
from .result import RunResult

KS = (1, 3, 5)
UNSEEN = "unseen"
"""Entry of `RunResult.quality` that keeps them with their run."""


@dataclass(frozen=True)
class UnseenHits:
    """How many held-out samples found their partner among the k nearest.

    Parameters
    ----------
    counts : dict of k to (int, int)
        From the first instrument of the held-out pairs to the second, and back.
    sizes : (int, int)
        Number of samples that were looked for, each way.
    """

    counts: dict[int, tuple[int, int]]
    sizes: tuple[int, int]

    def to_tree(self) -> dict[str, Any]:
        """Plain tree for `RunResult.quality`."""
        return {"counts": {str(k): [int(v) for v in both] for k, both in self.counts.items()},
                "sizes": [int(v) for v in self.sizes]}

    @classmethod
    def from_tree(cls, tree: Mapping[str, Any]) -> UnseenHits:
        """The hits that `to_tree` described."""
        return cls({int(k): (int(a), int(b)) for k, (a, b) in tree["counts"].items()},
                   (int(tree["sizes"][0]), int(tree["sizes"][1])))


def known_unseen_hits(result: RunResult) -> UnseenHits | None:
    """What was found before for this run, or None."""
    tree = result.quality.get(UNSEEN)
    return UnseenHits.from_tree(tree) if tree else None


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
