"""Preprocessing that learns does not see held-out spectra in the inductive figure."""

from __future__ import annotations

import numpy as np

from spectralign_gui.core import LowRankAlignment
from spectralign_gui.core.validation.hits import cross_validated_hits


def test_only_the_rows_of_the_fit_are_learned_from():
    rng = np.random.default_rng(0)
    latent = rng.normal(size=(20, 3))
    Xs = [latent @ rng.normal(size=(3, 12)) + rng.normal(0, 0.01, (20, 12)) for _ in range(2)]
    pairs = np.column_stack([np.arange(20), np.arange(20)])
    seen = []

    def prepare(*rows):
        seen.append([set(r.tolist()) for r in rows])
        return [X - X[r].mean(axis=0) for X, r in zip(Xs, rows, strict=True)]

    estimator = LowRankAlignment(n_components=3, rank=4)
    with_it = cross_validated_hits(estimator, Xs, pairs, folds=4, repeats=1, prepare=prepare)
    without = cross_validated_hits(estimator, Xs, pairs, folds=4, repeats=1)
    assert len(seen) == 4 and all(len(a) == 15 and a == b for a, b in seen)
    assert set.union(*(set(range(20)) - a for a, _ in seen)) == set(range(20))
    assert with_it["hit_inductive"] == without["hit_inductive"], "centring is done by the method anyway"
