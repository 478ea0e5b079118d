"""`spectralign run` can tell that a result came out differently, whatever the method gives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.contract.problem import short
from spectralign_gui.core.registry import methods
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.session.run import execute, why_not
from spectralign_gui.session.run.same_result import differences
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


def session(method: str, shift: float = 0.0, n: int = 20, p: int = 24) -> SessionState:
    a, b = make_dataset("a", n=n, p=p, seed=1), make_dataset("b", n=n, p=p, seed=2)
    groups = tuple("xy"[i % 2] for i in range(n))
    b = b.with_(spectra=np.asarray(b.spectra) * 1.1 + 0.05 + shift * np.sin(np.arange(p)))
    state = SessionState((a.with_(groups=groups), b.with_(groups=groups)), method=method, seed=3,
                         parameters={method: short(methods()[method])})
    state = state.with_(standards=hold_out_share(match_by_name(state.datasets).standards, 0.25))
    if why_not(state):  # methods of one instrument
        state = state.with_(datasets=state.datasets[:1], standards=())
    assert not why_not(state)
    return state


@pytest.fixture(scope="module")
def runs():
    return {name: execute(session(name)) for name in methods()}


def test_every_method_comes_out_the_same_after_a_project(runs, tmp_path):
    path = tmp_path / "all.spectralign"
    save_project(path, session("lra"), list(runs.values()))
    for stored in open_project(path).runs:
        assert differences(stored, execute(stored.state)) == [], stored.method.name


def test_transfers_without_an_embedding_notice_another_fit(runs):
    """Only the fit is another one: a comparison that cannot fail says nothing."""
    same = []
    for name, run in runs.items():
        if run.embeddings is None:
            other = execute(session(name, shift=0.03))
            if not differences(run, replace(other, datasets=run.datasets)):
                same.append(name)
    assert set(same) <= {"none"}, "which uses A's model for all, whatever B's spectra are"


def test_the_sentence_says_what_differs(runs):
    found = differences(runs["pds"], execute(session("pds", shift=0.03)))
    assert any("b" in sentence and "differ" in sentence for sentence in found)
