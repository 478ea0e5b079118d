"""``evaluate`` and ``align`` tell what spectra that nobody marked did."""

from __future__ import annotations

import csv
import json

import openpyxl


def test_pairs_that_nobody_marked_are_told_and_written(call, half_marked, tmp_path):
    f, path, found, table = half_marked, tmp_path / "r.json", tmp_path / "found.csv", tmp_path / "t.xlsx"
    words = (f["A"], f["B"], "--pairs", f["pairs"], "--method", "auto", "--targets", f["targets"], "--set",
             "auto.max_components=4")
    code, printed, errors = call("evaluate", *words, "--standards", "8", "--repeats", "1", "--report", path, "--table",
                                 table, "--found-pairs", found)
    assert code == 0, errors
    told = json.loads(path.read_text())["recommendation"]["found_pairs"]
    assert len(told) >= 10 and f"found pairs: {len(told)} pairs of unmarked spectra" in printed
    assert f"A {told[0]['A']} = B {told[0]['B']}, {100 * told[0]['sure']:.0f} % sure" in printed
    assert [t["sure"] for t in told] == sorted((t["sure"] for t in told), reverse=True)
    right = [(t["A"], t["B"]) in f["true"] for t in told]
    assert sum(right) > 0.8 * len(right) and not {t["A"] for t in told} & {f"S{i:02d}" for i in range(12)}
    assert told[0]["rows"] == [int(told[0]["A"][1:]) + 1, int(told[0]["B"][1:]) + 1]
    rows = list(csv.reader(found.open(encoding="utf-8")))
    assert rows[0][:2] == ["A", "B"] and [r[:2] for r in rows[1:]] == [[t["A"], t["B"]] for t in told]
    sheet = openpyxl.load_workbook(table)["Found pairs"]
    assert sheet.max_row == len(told) + 1

    # the file is a pairs file; marked are the pairs in it and no others
    code, printed, errors = call("align", *words[:2], "--pairs", found, "--output", tmp_path / "o.h5")
    assert code == 0 and f"{len(told)} standards" in printed, errors


def test_align_tells_found_pairs_too(call, half_marked, tmp_path):
    f, found = half_marked, tmp_path / "found.csv"
    words = ("align", f["A"], f["B"], "--pairs", f["pairs"], "--targets", f["targets"], "--output", tmp_path / "o.h5")
    code, printed, errors = call(*words, "--method", "auto", "--set", "max_components=4", "--report",
                                 tmp_path / "r.json", "--found-pairs", found)
    assert code == 0, errors
    told = json.loads((tmp_path / "r.json").read_text())["found_pairs"]
    assert told and f"found pairs: {len(told)} pairs" in printed
    assert printed.count("Recommendation: ") == 1, "what the report holds is said on the screen too"
    assert len(found.read_text().splitlines()) == 1 + len(told)
    code, printed, errors = call(*words, "--method", "auto", "--set", "max_components=4", "--set", "unmarked=no",
                                 "--report", tmp_path / "r.json", "--found-pairs", tmp_path / "none.csv")
    assert code == 0 and "found pairs: none" in printed and not (tmp_path / "none.csv").exists()
    assert json.loads((tmp_path / "r.json").read_text())["found_pairs"] == []
    code, _, errors = call(*words, "--method", "bias", "--found-pairs", found)
    assert code == 2 and "only the method auto looks for pairs" in errors
    code, _, errors = call(*words, "--method", "auto", "--found-pairs", f["pairs"])
    assert code == 2 and "would replace an input file" in errors


def test_the_unmarked_spectra_of_a_comparison_are_told_and_the_end_does_not_contradict_it(call, half_marked, tmp_path):
    f, path = half_marked, tmp_path / "r.json"
    f["pairs"].write_text("A,B\n" + "".join(f"{a},{b}\n" for a, b in sorted(f["true"])))  # every sample is marked
    words = ("evaluate", f["A"], f["B"], "--pairs", f["pairs"], "--method", "auto", "--targets", f["targets"], "--set",
             "auto.max_components=4", "--standards", "5", "--repeats", "2", "--report", path)
    code, printed, errors = call(*words)
    assert code == 0, errors
    report = json.loads(path.read_text())
    assert report["unmarked"]["standards"]["5"]["spectra"] == 17 and report["unmarked"]["sentence"] in printed
    cells = [report["methods"][name]["properties"]["Fat"]["5"]["rmsep"]["values"] for name in ("auto", "auto-marked")]
    assert cells[0] != cells[1] and "auto-marked: the automatic transfer without unmarked spectra" in printed
    assert {"auto", "auto-marked"} <= {line["method"] for line in report["ranking"]["5"]}
    assert "found pairs: none beyond those marked" in printed and "found partners of the others again" in printed
    code, printed, _ = call(*words, "--set", "auto.unmarked=no")
    assert code == 0 and "unmarked spectra" not in printed and "auto-marked" not in printed
    assert json.loads(path.read_text())["methods"]["auto"]["properties"]["Fat"]["5"]["rmsep"]["values"] == cells[1]
