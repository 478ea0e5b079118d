"""The automatic transfer with as few channels as there can be."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.registry import method


@pytest.mark.parametrize("name", ["auto-marked", "pds"])
@pytest.mark.parametrize("channels", [2, 3, 4, 5, 6, 7, 8, 15, 16])
def test_any_number_of_channels(name, channels):
    rng = np.random.default_rng(channels)
    X = rng.normal(size=(16, 2)) @ rng.normal(size=(2, channels)) + 0.01 * rng.normal(size=(16, channels))
    y = X[:, :1].copy()
    fitted = method(name).create().fit([X, 1.1 * X + 0.1], pairs=[(i, i) for i in range(8)],
                                       targets=[y, np.full_like(y, np.nan)])
    assert np.isfinite(fitted.predict(1.1 * X + 0.1, 1)).all()
