"""The quick way to the flags of many spectra says what the figures say, also at the limits."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.measures.outliers import ROUNDED, OutlierModel


@pytest.mark.parametrize("level", [0.0, 1.0, 1e4], ids=lambda v: f"level {v:g}")
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e5])
def test_flags_are_those_of_the_figures(level, scale):
    rng = np.random.default_rng(3)
    basis = rng.normal(size=(4, 60))
    X = scale * (level + rng.normal(size=(150, 4)) @ basis + 0.01 * rng.normal(size=(150, 60)))
    model = OutlierModel.fit(X[:80], X[:20])
    new = np.vstack([X, 1.5 * X[:10], X[:20] + scale * 0.1 * rng.normal(size=(20, 60))])
    assert model.flags(new) == model.figures(new).flags
    # spectra that lie on the limits to the last digits
    mean, direction = model.mean, model.loadings[0]
    size = np.sqrt(model.limits[0] * model.variances[0])
    for limit in (1.0, np.sqrt(ROUNDED)):
        edge = mean + np.outer(size * limit * (1 + np.arange(-20, 21) * 1e-15), direction)
        assert model.flags(edge) == model.figures(edge).flags
    assert len({f for flags in model.flags(new) for f in flags}) >= 2


def test_spectra_that_leave_no_residual():
    X = np.random.default_rng(1).normal(size=(40, 2)) @ np.random.default_rng(2).normal(size=(2, 30)) + 100
    model = OutlierModel.fit(X)
    assert model.flags(X) == model.figures(X).flags


@pytest.mark.parametrize("seed", range(20))
def test_what_gives_the_limit_is_not_beyond_it(seed):
    """The distance limit is that of one training spectrum: alone or among others, it is said to be ordinary."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 4)) @ rng.normal(size=(4, 50)) + 5
    model = OutlierModel.fit(X, X[:15])
    together = model.figures(X)
    assert np.isclose(together.distance.max(), together.distance_limit)
    for rows in (slice(None), slice(7, None), *(slice(i, i + 1) for i in range(len(X)))):
        for flags in (model.figures(X[rows]).flags, model.flags(X[rows])):
            assert not any("far from the standards" in found for found in flags)
