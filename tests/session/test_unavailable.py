"""Why a sample cannot be measured: kept with the row wherever it goes, listed, written, read."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.session.standards.measuring_list import measuring_table
from spectralign_gui.session.standards.pairing import match_table
from spectralign_gui.session.standards.rounds import SampleSuggestion, SuggestionRound
from spectralign_gui.session.standards.suggestion import suggest_samples
from spectralign_gui.session.standards.unavailable import allow, bar, in_words, listed, reasons
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.editing import rename_instrument
from spectralign_gui.session.state.row_changes import average_samples, join_instruments


def dataset(name: str, n: int = 6, seed: int = 0) -> SpectralDataset:
    return SpectralDataset(name, np.random.default_rng(seed).random((n, 8)), Axis(np.arange(8.0), "nm"),
                           tuple(f"{name}{k}" for k in range(n)), groups=("g",) * n)


@pytest.fixture
def state() -> SessionState:
    state = SessionState((dataset("a"), dataset("b", seed=1)), (Standard({"a": (0,), "b": (0,)}),))
    return bar(bar(state, [("a", 2), ("b", 4)], "too expensive"), [("a", 5)], " used up ")


def test_bar_list_allow(state):
    assert listed(state) == [("a", 2, "a2", "too expensive"), ("a", 5, "a5", "used up"),
                             ("b", 4, "b4", "too expensive")]
    assert in_words(state) == "3 samples cannot be measured (2 too expensive, 1 used up)."
    assert reasons(state) == ["not available", "too expensive", "used up"]
    assert bar(state, [("a", 2)], "lost").unavailable["a"] == {2: "lost", 5: "used up"}
    assert allow(state, [("a", 2), ("a", 5)]).unavailable == {"b": {4: "too expensive"}}
    assert allow(state).unavailable == {} and in_words(allow(state)) == ""
    assert in_words(bar(allow(state), [("a", 1)])) == "1 sample cannot be measured (1 no reason given)."


def test_rows_without_reasons_are_still_taken():
    state = SessionState((dataset("a"),), unavailable={"a": (1, 3)})
    assert state.unavailable == {"a": {1: "", 3: ""}}


def test_never_suggested(state):
    found = suggest_samples(state, 7, "kennard-stone", unavailable=state.unavailable)
    assert not {(s.instrument, s.row) for s in found} & {("a", 2), ("a", 5), ("b", 4)}


def test_reasons_follow_their_rows(state):
    assert rename_instrument(state, "a", "lab").unavailable == {"lab": state.unavailable["a"],
                                                                "b": state.unavailable["b"]}
    joined = join_instruments(state, ["a", "b"], "both")
    assert joined.unavailable == {"both": {2: "too expensive", 5: "used up", 10: "too expensive"}}
    averaged = average_samples(state, "a", [(0, 1), (2, 3), (4, 5)])
    assert averaged.unavailable["a"] == {1: "too expensive", 2: "used up"}
    assert state.without_dataset("a").unavailable == {"b": {4: "too expensive"}}


def test_kept_by_the_project(state, tmp_path):
    state = state.with_(rounds=(SuggestionRound("one", (SampleSuggestion("a", 1, "a1", 0.5),)),))
    save_project(tmp_path / "p.spectralign", state)
    assert open_project(tmp_path / "p.spectralign").state.unavailable == state.unavailable


def test_the_measuring_list_names_them_and_stays_a_pairs_file(state):
    found = [SampleSuggestion("a", 1, "a1", 0.9, (), ("b",)), SampleSuggestion("a", 2, "a2", 0.4, (), ("b",))]
    header, rows = measuring_table(state, found)
    assert header == ["rank", "a", "b", "score", "group", "measure on", "not measured because"]
    assert [row[-1] for row in rows] == ["", "too expensive", "used up", "too expensive"]
    assert rows[2][:3] == ["", "a5", ""] and rows[3][:3] == ["", "", "b4"]
    filled = [[str(c) for c in row] for row in rows]
    filled[0][2] = "b3"
    report = match_table(header, filled, state.datasets)
    assert [s.rows for s in report.standards] == [{"a": (1,), "b": (3,)}] and not report.unknown
    assert measuring_table(allow(state), found)[0][-1] == "measure on"
