"""Samples to measure next, whatever run is shown: of methods that reconstruct samples, and of those that do not."""

from __future__ import annotations

import pytest

from spectralign_gui.core.data import Standard
from spectralign_gui.core.selection.suggest import STRATEGIES
from spectralign_gui.session.run.execution import execute
from spectralign_gui.session.standards.suggestion import suggest_samples
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset

METHODS = ("lra", "klra", "ds", "bias", "cca", "procrustes")


@pytest.fixture(scope="module")
def state() -> SessionState:
    sets = make_dataset("A", seed=1, n=16, p=30), make_dataset("B", seed=2, n=16, p=30)
    return SessionState(sets, tuple(Standard({"A": (k,), "B": (k,)}) for k in range(8)), seed=3)


@pytest.mark.parametrize("method", METHODS)
def test_every_way_after_every_kind_of_run(state, method):
    run = execute(state.with_(method=method))
    for strategy in STRATEGIES:
        found = suggest_samples(state, 4, strategy, result=run)
        assert len({(s.instrument, s.row) for s in found}) == 4 and not {s.row for s in found} & set(range(8))


def test_a_run_of_other_rows_says_nothing_of_these(state):
    """As many rows, but not the same: its reconstructions would give the scores of other samples."""
    run = execute(state.with_(method="lra", excluded={"A": (15,), "B": (15,)}))
    now = state.with_(excluded={"A": (14,), "B": (14,)})
    assert [(s.row, s.score) for s in suggest_samples(now, 4, result=run)] == [
        (s.row, s.score) for s in suggest_samples(now, 4)]
