"""Automatic ridge of CADA: the one that predicts left-out samples best."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import Alignment
from ..errors import SpectrAlignError
from ..fitdata import FitData
from ..monitor import CancelOnly, Monitor
from ..numerics.laplacian import PairGraph

SHARES = (0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)  # of the largest s²
FOLDS, FEW, MOST_ROWS = 5, 8, 300
RULE = 1e-5


def choose_ridge(
    estimator: Alignment, data: FitData, values: dict[str, Any], largest: float, monitor: Monitor,
) -> float:
    """β of smallest error of left-out samples, relative to each property's variance; 5 folds of physical samples.

    A sample measured on several instruments is left out on all of them. Of sets above 300 samples every so-manieth is
    used. With fewer than 8 samples of known value the rule is 1e-5 of the largest s².

    Parameters
    ----------
    estimator : Alignment
        Its parameters are used for the inner fits.
    data : FitData
        With the values of standards shared, if they are to be.
    values : dict
        Checked parameters.
    largest : float
        Largest s² (or kernel eigenvalue) of the sets, the unit of the ridges tried.
    """
    assert data.targets is not None
    targets = data.targets
    sample = physical_samples(data)
    known = [np.isfinite(t).any(axis=1) for t in targets]
    labelled = np.unique(np.concatenate([s[k] for s, k in zip(sample, known, strict=True)]))
    if len(labelled) < FEW:
        return RULE * largest
    rows = [np.arange(len(X))[::max(1, -(-len(X) // MOST_ROWS))] for X in data.Xs]
    # dealt out along the values, so that the folds do not hang on how the samples are listed
    size = {int(c): float(np.nanmean([np.nanmean(t[s == c]) for t, s, k in zip(targets, sample, known, strict=True)
                                      if (k & (s == c)).any()])) for c in labelled}
    fold_of = {c: i % FOLDS for i, c in enumerate(sorted(size, key=lambda c: size[c]))}
    spread = np.nanvar(np.concatenate(targets), axis=0)
    errors = np.zeros(len(SHARES))
    for fold in range(FOLDS):
        out = [np.array([fold_of.get(int(c), -1) == fold for c in s]) for s in sample]
        kept = [r[~o[r]] for r, o in zip(rows, out, strict=True)]
        Xs, Ys = [X[r] for X, r in zip(data.Xs, kept, strict=True)], [t[r] for t, r in zip(targets, kept, strict=True)]
        part = FitData(Xs, inner_pairs(data, kept), Ys)
        for i, share in enumerate(SHARES):
            monitor.raise_if_cancelled()
            inner = type(estimator)(**estimator.get_params(deep=False))
            inner.warnings_, inner.chosen_, inner.n_channels_ = [], {}, [X.shape[1] for X in Xs]
            try:
                inner._fit(part, {**values, "ridge": share * largest, "share_targets": False}, CancelOnly(monitor))
                for k, (X, t) in enumerate(zip(data.Xs, targets, strict=True)):
                    test = np.flatnonzero(out[k] & known[k])
                    if len(test):
                        miss = (inner._predict(X[test], k) - t[test]) ** 2 / np.where(spread > 0, spread, 1.0)
                        errors[i] += float(np.where(np.isfinite(t[test]), miss, 0.0).sum())
            except SpectrAlignError:  # nothing to correlate with is left, or the ridge leaves too few axes
                errors[i] = np.inf
    if not np.isfinite(errors).any():
        return RULE * largest
    return SHARES[int(np.argmin(errors))] * largest


def physical_samples(data: FitData) -> list[np.ndarray]:
    """Number of the physical sample of every row, per set."""
    number = np.arange(int(data.offsets[-1]))
    for rows in PairGraph(len(number), data.stacked_pairs).members():
        number[rows] = rows.min()
    return np.split(number, data.offsets[1:-1])


def inner_pairs(data: FitData, kept: list[np.ndarray]) -> np.ndarray:
    """The pairs among the rows that are kept, in their new numbers."""
    place = [np.full(n, -1) for n in data.sizes]
    for p, rows in zip(place, kept, strict=True):
        p[rows] = np.arange(len(rows))
    moved = np.array([(a, place[a][i], b, place[b][j]) for a, i, b, j in data.pairs], dtype=np.int64).reshape(-1, 4)
    return moved[(moved[:, 1] >= 0) & (moved[:, 3] >= 0)]
