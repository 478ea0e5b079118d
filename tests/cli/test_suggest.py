"""``suggest``: physical samples, best first, never those that are marked."""

from __future__ import annotations

import json

import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.session.standards.suggestion import sample_keys


@pytest.mark.parametrize("strategy", ["tau", "kennard-stone", "duplex", "random"])
def test_from_one_instrument(call, files, strategy):
    code, out, errors = call("suggest", files["A"], "--count", "5", "--strategy", strategy, "--json")
    assert code == 0, errors
    found = json.loads(out)["suggestions"]
    assert [s["rank"] for s in found] == [1, 2, 3, 4, 5] and len({s["sample"] for s in found}) == 5
    assert all(s["sample"] == f"S{s['row'] - 1:02d}" for s in found)


def test_marked_ones_are_left_out_and_each_sample_comes_once(call, files):
    code, out, errors = call("suggest", files["A"], files["B"], "--count", "12", "--already", files["pairs"], "--json")
    assert code == 0, errors
    names = [s["sample"] for s in json.loads(out)["suggestions"]]
    assert len(set(names)) == 12 and set(names) == {f"S{i:02d}" for i in (*range(8), *range(24, 28))}
    code, _, errors = call("suggest", files["A"], files["B"], "--count", "13", "--already", files["pairs"])
    assert code == 2 and "12 samples" in errors


def test_samples_that_are_everywhere_already_are_told(call, files):
    """16 of the 28 samples are on both instruments: none is proposed unless asked for, marked or not, and told."""
    words = ("suggest", files["A"], files["B"])
    once = {f"S{i:02d}" for i in (*range(8), *range(24, 28))}
    for marks in ((), ("--match-names",), ("--pairs", files["pairs"])):
        code, out, errors = call(*words, *marks, "--count", "12", "--json")
        found = json.loads(out)
        assert {s["sample"] for s in found["suggestions"]} == once and found["measured_already"] == 16, errors
        code, out, errors = call(*words, *marks, "--count", "3")
        assert "16 samples left out: they have spectra on every instrument already" in out
        assert ("--match-names" in out) == (not marks)
        code, _, errors = call(*words, *marks, "--count", "13")
        assert code == 2 and "16 samples that have spectra on every instrument" in errors and errors.count("\n") == 1
    code, out, errors = call(*words, "--count", "20", "--also-measured")
    assert code == 0 and "of these have spectra on every instrument already" in out, errors
    code, out, errors = call("suggest", files["A"], "--count", "5")
    assert code == 0 and "every instrument" not in out, errors


def test_marks_of_one_instrument_alone(call, files, tmp_path):
    code, out, errors = call("suggest", files["A"], "--count", "8", "--already", files["pairs"], "--json")
    assert code == 0, errors
    assert {s["sample"] for s in json.loads(out)["suggestions"]} == {f"S{i:02d}" for i in range(8)}
    bad = tmp_path / "bad.csv"
    bad.write_text("A,B\nnobody,S09\n")
    for spectra in ([files["A"]], [files["A"], files["B"]]):
        code, _, errors = call("suggest", *spectra, "--count", "1", "--already", bad)
        assert code == 2 and "nobody" in errors and errors.count("\n") == 1


def test_in_words(call, files):
    code, out, _ = call("suggest", files["A"], files["B"], "--count", "2")
    assert code == 0 and out.startswith("  1. S") and "row" in out


def test_keys_join_names_and_marks():
    def data(name: str, names: list[str]) -> SpectralDataset:
        return SpectralDataset(name, [[1.0, 2.0]] * len(names), Axis([1.0, 2.0]), tuple(names))

    a, b = data("a", ["X ", "", "q", "x"]), data("b", ["x", "r", ""])
    keys = sample_keys([a, b], [Standard({"a": (2,), "b": (1,)})])
    assert keys[0][0] == keys[0][3] == keys[1][0]
    assert keys[0][2] == keys[1][1] and keys[0][1] != keys[1][2]


def test_budgets_and_exclusions(call, files):
    words = ("suggest", files["A"], files["B"], "--count", "4", "--json")
    code, printed, errors = call(*words, "--budget", "A=3", "--budget", "B=1")
    assert code == 0, errors
    found = json.loads(printed)["suggestions"]
    assert sorted(s["instrument"] for s in found) == ["A", "A", "A", "B"]
    first = next(s for s in found if s["instrument"] == "A")
    row = first["row"]  # counted from 1, as in a pairs file
    code, printed, errors = call(*words, "--exclude", f"A:#{row}")
    assert code == 0, errors
    assert not any(s["instrument"] == "A" and s["row"] == row for s in json.loads(printed)["suggestions"])
    for bad, what in ((("--budget", "C=4"), "C=4"), (("--budget", "A=3"), "add up to 3"),
                      (("--exclude", "A:#99"), "#99")):
        code, _, errors = call(*words, *bad)
        assert code == 2 and what in errors


def test_reasons_of_exclusions(call, files):
    words = ("suggest", files["A"], files["B"], "--count", "2", "--exclude", "A:#3,#12=too expensive",
             "--exclude", "B:#5", "--exclude", "A:#4=none = left")
    code, printed, errors = call(*words, "--json")
    assert code == 0, errors
    told = json.loads(printed)["excluded"]
    assert [(e["instrument"], e["row"], e["reason"]) for e in told] == [
        ("A", 3, "too expensive"), ("A", 4, "none = left"), ("A", 12, "too expensive"), ("B", 5, "")]
    code, printed, errors = call(*words)
    assert code == 0 and "A row 12, not to be measured: too expensive" in printed
    assert "B row 5, not to be measured\n" in printed
    code, _, errors = call("suggest", files["A"], "--count", "2", "--exclude", "A:#99=too expensive")
    assert code == 2 and "#99" in errors


def test_spxy_takes_a_table_of_reference_values(call, files, tmp_path):
    code, _, errors = call("suggest", files["A"], files["B"], "--count", "4", "--strategy", "spxy")
    assert code == 2 and "--targets" in errors and errors.count("\n") == 1
    table = tmp_path / "values.csv"
    table.write_text("Sample,Oil\n" + "".join(f"S{i:02d},{(7 * i) % 11}\n" for i in range(24)))
    words = ("suggest", files["A"], files["B"], "--count", "4", "--strategy", "spxy", "--json", "--targets", table)
    code, out, errors = call(*words)
    assert code == 0, errors
    names = [s["sample"] for s in json.loads(out)["suggestions"]]
    assert len(set(names)) == 4 and set(names) <= {f"S{i:02d}" for i in range(24)}
    table.write_text("Oil\n" + "".join(f"{(7 * i) % 11}\n" for i in range(24)))
    code, out, errors = call(*words, "--targets-by-row")
    assert code == 0, errors
    assert [s["sample"] for s in json.loads(out)["suggestions"]] == names
