"""Matching of standards and joining of reference values."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Standard, Targets, expand_pairs, linked
from spectralign_gui.core.errors import DataError, PairsError
from spectralign_gui.session.standards.pairing import (
    hold_out_share,
    mark,
    match_by_name,
    match_by_row,
    match_table,
    set_held_out,
    unmark,
)
from spectralign_gui.session.state.reference_values import join_by_name, join_by_row


def dataset(name: str, names: list[str]) -> SpectralDataset:
    return SpectralDataset(name, np.random.default_rng(0).random((len(names), 3)), Axis(np.arange(3.0)), tuple(names))


def test_names_match_after_trimming_and_folding_case():
    report = match_by_name([dataset("m5", ["A1 ", "b2", "c"]), dataset("mp5", ["B2", " a1", "d"])])
    assert [dict(s.rows) for s in report.standards] == [{"m5": (0,), "mp5": (1,)}, {"m5": (1,), "mp5": (0,)}]
    assert report.unmatched == {"m5": ("c",), "mp5": ("d",)}
    assert "2 standards matched, 2 samples without partner" in report.summary


def test_a_hyphen_or_underscore_between_parts_of_a_name_is_a_blank():
    names, written = ["TAB-035", "TAB-036", "S1-2", "T -5"], ["tab 036", "Tab_035", "S11 2", "T 5"]
    a, b = dataset("m5", names), dataset("mp5", written)
    found = [dict(s.rows) for s in match_by_name([a, b]).standards]
    assert found == [{"m5": (0,), "mp5": (1,)}, {"m5": (1,), "mp5": (0,)}]
    joined = join_by_name(a, written, Targets(("assay",), np.arange(4.0)[:, None]))
    assert joined.dataset.targets.values[:2, 0].tolist() == [1, 0] and joined.matched == 2


def test_duplicates_are_repeats_and_empties_match_nothing():
    report = match_by_name([dataset("m5", ["a", "a", ""]), dataset("mp5", ["A", "", "x"])])
    assert [dict(s.rows) for s in report.standards] == [{"m5": (0, 1), "mp5": (0,)}]
    assert report.ambiguous == ("a",)
    assert report.unmatched["m5"] == ("(no name)",)
    assert len(expand_pairs(report.standards, ["m5", "mp5"])) == 2


def test_three_instruments_need_two_partners():
    report = match_by_name([dataset("a", ["x", "y"]), dataset("b", ["x"]), dataset("c", ["y", "z"])])
    assert [set(s.rows) for s in report.standards] == [{"a", "b"}, {"a", "c"}]
    assert report.unmatched == {"c": ("z",)}


def test_row_order_needs_equal_numbers():
    assert len(match_by_row([dataset("a", ["x", "y"]), dataset("b", ["p", "q"])]).standards) == 2
    with pytest.raises(PairsError, match="2 on a, 1 on b"):
        match_by_row([dataset("a", ["x", "y"]), dataset("b", ["p"])])
    with pytest.raises(PairsError, match="at least two instruments"):
        match_by_name([dataset("a", ["x"])])


def test_table_of_names_and_row_numbers():
    a, b = dataset("m5", ["s1", "s2", "s3"]), dataset("mp5", ["t1", "t2", "t3"])
    rows = [["t1", "", "s3"], ["#2", "x", "S1"], ["t9", "", "s2"], ["#4", "", ""]]
    report = match_table(["MP5", "remark", "m5"], rows, [a, b])
    assert [dict(s.rows) for s in report.standards] == [{"mp5": (0,), "m5": (2,)}, {"mp5": (1,), "m5": (0,)}]
    assert report.unknown == ("Row 3: mp5 has no sample 't9'.", "Row 4: mp5 has no sample '#4'.")
    with pytest.raises(PairsError, match="m5, mp5"):
        match_table(["x", "m5"], [], [a, b])


def test_rows_that_share_a_spectrum_stay_as_given_but_are_held_out_together():
    a, b = dataset("m5", ["s1", "s2"]), dataset("mp5", ["t1", "t2", "t3"])
    report = match_table(["m5", "mp5"], [["s1", "t1"], ["s2", "t3"], ["s1", "t2"]], [a, b])
    assert [dict(s.rows) for s in report.standards] == [
        {"m5": (0,), "mp5": (0,)}, {"m5": (1,), "mp5": (2,)}, {"m5": (0,), "mp5": (1,)}]
    assert linked(report.standards) == [[0, 2], [1]]
    assert [s.held_out for s in set_held_out(report.standards, [("mp5", 0)], True)] == [True, False, True]
    held = {tuple(s.held_out for s in hold_out_share(report.standards, 0.5, seed)) for seed in range(20)}
    assert held == {(True, False, True), (False, True, False)}


def test_a_star_is_not_closed_to_a_triangle():
    sets = [dataset(n, ["x"]) for n in "abc"]
    report = match_table(["a", "b", "c"], [["x", "x", ""], ["x", "", "x"]], sets)
    assert len(expand_pairs(report.standards, ["a", "b", "c"])) == 2
    report = match_table(["a", "b", "c"], [["x", "x", "x"]], sets)
    assert len(expand_pairs(report.standards, ["a", "b", "c"])) == 3


def test_marking_by_hand_joins_and_unmarks():
    one = mark((), [("a", 0), ("b", 1)])
    assert [dict(s.rows) for s in one] == [{"a": (0,), "b": (1,)}]
    repeats = mark(one, [("a", 0), ("b", 2)])
    assert [dict(s.rows) for s in repeats] == [{"a": (0,), "b": (1, 2)}]
    assert unmark(repeats, [("b", 2)]) == ()
    assert unmark(repeats, [("b", 3)]) == repeats
    with pytest.raises(PairsError, match="at least two instruments"):
        mark((), [("a", 0), ("a", 1)])


def test_holding_out():
    standards = tuple(Standard({"a": (i,), "b": (i,)}) for i in range(20))
    held = hold_out_share(standards, 0.2, seed=3)
    assert sum(s.held_out for s in held) == 4
    assert held == hold_out_share(held, 0.2, seed=3)
    assert held != hold_out_share(standards, 0.2, seed=4)
    assert sum(s.held_out for s in hold_out_share(standards, 1.0)) == 19, "one stays in the fit"
    assert set_held_out(standards, [("a", 3)], True)[3].held_out
    assert not set_held_out(held, [("a", i) for i in range(20)], False)[0].held_out
    assert hold_out_share((), 0.5) == ()


TABLE = Targets(("Moisture",), np.array([[1.0], [2.0], [3.0]]))


def test_join_by_name_says_what_did_not_match():
    report = join_by_name(dataset("m5", ["A ", "b", "x"]), ["a", "#2", "q"], TABLE)
    np.testing.assert_array_equal(report.dataset.targets.values, [[1.0], [2.0], [np.nan]])
    assert (report.matched, report.without_values, report.unused) == (2, ("x",), ("q",))


def test_contradictory_rows_stay_unknown():
    report = join_by_name(dataset("m5", ["a", "b"]), ["a", "a", "b"], TABLE)
    assert report.ambiguous == ("a",) and np.isnan(report.dataset.targets.values[0, 0])
    assert report.matched == 1


def test_join_by_row_needs_equal_numbers():
    assert join_by_row(dataset("m5", ["a", "b", "c"]), TABLE).matched == 3
    with pytest.raises(DataError, match="2 spectra, but the table has 3 rows"):
        join_by_row(dataset("m5", ["a", "b"]), TABLE)


def test_a_column_of_a_pairs_table_holds_out():
    sets = [dataset("a", ["x", "y"]), dataset("b", ["x", "y"])]
    report = match_table(["a", "b", "Held out"], [["x", "x", "yes"], ["y", "y", ""]], sets)
    assert [s.held_out for s in report.standards] == [True, False]
