"""The verdict that stands with predicted values: never better than what speaks against them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from spectralign_gui.presenters.moods import WORDS
from spectralign_gui.presenters.prediction_outcome import verdict_of
from spectralign_gui.presenters.run_verdict import RunVerdict
from spectralign_gui.session.predict.predictions import Predictions


def predicted(n: int, unlike: int, unknown: int) -> Predictions:
    values = np.ones((n, 2))
    values[n - unknown:] = np.nan
    flags = tuple(("Q",) if k < unlike else () for k in range(n))
    return Predictions(tuple(map(str, range(n))), ("Fat", "Oil"), values, np.ones(2), flags)


@pytest.mark.parametrize("mood", list(WORDS))
def test_values_of_spectra_unlike_the_fit_are_not_trusted(mood):
    """Every share of 1 to 6 spectra, some without a value: more than half unlike is no good verdict."""
    run = RunVerdict(mood, "Why.", "")
    for n, unknown in itertools.product(range(1, 7), (0, 1)):
        for unlike in range(n - unknown + 1):
            found = verdict_of(predicted(n, unlike, unknown), run)
            if 2 * unlike <= n - unknown:
                assert found == run
                continue
            assert found.word in ("uncertain", "not good") and f"{unlike} of {n - unknown} spectra" in found.brief
            assert (found.mood == "bad") == (mood == "bad")
    assert verdict_of(None, run) == run and verdict_of(predicted(3, 3, 0), None) is None

