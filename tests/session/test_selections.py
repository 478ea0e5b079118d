"""Named selections: sets of samples by name, and how samples are found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.core.errors import DataError
from spectralign_gui.session.state import SessionState, selections


def dataset(name: str, names: str, groups=None) -> SpectralDataset:
    names = tuple(names.split())
    return SpectralDataset(name, np.arange(len(names) * 3.0).reshape(-1, 3), Axis(np.arange(3.0), "nm"), names,
                           groups=groups)


@pytest.fixture
def state() -> SessionState:
    a = dataset("a", "A1 A2 B1 B2 C-10", ("x", "x", "y", "", "y"))
    b = dataset("b", "a1 b1 d9")
    return SessionState((a, b), (Standard({"a": (0,), "b": (0,)}), Standard({"a": (2,), "b": (1,)}, held_out=True)))


SAMPLES = st.frozensets(st.tuples(st.sampled_from("ab"), st.integers(0, 2)))


@given(SAMPLES, SAMPLES)
def test_keeping_is_set_arithmetic(before, chosen):
    state = SessionState((dataset("a", "p q r"), dataset("b", "s t u")))
    if before:
        state = selections.keep(state, "it", before)
        assert set(selections.selection(state, "it")) == before
    for how, wanted in (("add", before | chosen), ("subtract", before - chosen), ("intersect", before & chosen),
                        ("replace", chosen)):
        if not wanted:
            with pytest.raises(DataError):
                selections.keep(state, "it", chosen, how)
        else:
            assert set(selections.selection(selections.keep(state, "it", chosen, how), "it")) == wanted


def test_names(state):
    kept = selections.keep(selections.keep(state, " one ", [("a", 1)]), "two", [("b", 2), ("a", 0)])
    assert list(kept.selections) == ["one", "two"] and kept.selections["two"] == {"a": (0,), "b": (2,)}
    renamed = selections.rename(kept, "one", "first")
    assert list(renamed.selections) == ["first", "two"]
    for new in ("", "two"):
        with pytest.raises(DataError):
            selections.rename(kept, "one", new)
    assert list(selections.delete(kept, "one").selections) == ["two"] and "one" in kept.selections
    with pytest.raises(DataError, match="name"):
        selections.keep(state, " ", [("a", 1)])
    with pytest.raises(DataError, match="nix"):
        selections.selection(state, "nix")


def test_a_gone_instrument_takes_its_samples_along(state):
    kept = selections.keep(selections.keep(state, "only b", [("b", 2)]), "both", [("b", 2), ("a", 0)])
    left = kept.without_dataset("b")
    assert left.selections == {"both": {"a": (0,)}}
    assert kept.without_dataset("a").selections == {"only b": {"b": (2,)}, "both": {"b": (2,)}}


def test_rows_that_are_not_there_are_not_recalled(state):
    odd = state.with_(selections={"odd": {"a": (0, 99), "gone": (1,), "b": (2,)}})
    assert selections.selection(odd, "odd") == [("a", 0), ("b", 2)]


def test_inverting_stays_on_the_instruments_that_are_touched(state):
    assert selections.inverted(state, [("b", 0)]) == [("b", 1), ("b", 2)]
    assert len(selections.inverted(state, [])) == 8
    assert set(selections.inverted(state, selections.inverted(state, [("a", 1), ("b", 1)]))) == {("a", 1), ("b", 1)}


def test_finding(state):
    assert selections.with_partners(state, [("b", 1), ("b", 2)]) == [("b", 1), ("b", 2), ("a", 2)]
    assert selections.by_name(state, "1") == [("a", 0), ("a", 2), ("a", 4), ("b", 0), ("b", 1)]
    assert selections.by_name(state, "A?") == [("a", 0), ("a", 1), ("b", 0)]
    assert selections.by_name(state, "*-1*") == [("a", 4)] and selections.by_name(state, "  ") == []
    assert selections.by_name(state, "(") == []
    assert selections.groups(state) == ["x", "y"]
    assert selections.of_group(state, "x") == [("a", 0), ("a", 1), ("b", 0)]
    assert selections.of_standards(state, True) == [("a", 2), ("b", 1)] and len(selections.of_standards(state)) == 4
    assert selections.left_out(state.with_(excluded={"a": (4,)})) == [("a", 4)]
    assert selections.words([("b", 0), ("a", 1), ("a", 1)]) == "1 of a, 1 of b" and selections.words([]) == "none"
