"""Two rounds of suggested standards: list, "measurement", the spectra come back by drag and drop, and are used.

The field instrument has measured eight of the samples of both; the others are at hand but not yet measured.
"""

from __future__ import annotations

import csv

import pytest

from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.writers import write
from spectralign_gui.shipped import folder as shipped

FIRST, ASKED = 8, 6


@pytest.mark.realwindow
def test_two_rounds_of_suggestions(person, tmp_path):
    folder = shipped("sample_spectra") / "libs"
    lab, field = read_dataset(folder / "libs_lab.csv"), read_dataset(folder / "libs_field.csv")
    both = [r for r, n in enumerate(field.sample_names) if n in lab.sample_names]
    write(lab, tmp_path / "lab.csv")
    write(field.take(both[:FIRST]), tmp_path / "field.csv")

    somebody = person("window")
    somebody.state(instruments=[], jobs=0)
    somebody.drag([tmp_path / "lab.csv", tmp_path / "field.csv"])
    somebody.state(instruments=["lab", "field"], jobs=0)
    somebody.focus("SpectrAlign")
    somebody.click("menu Standards")
    somebody.click("menu Match by name")
    somebody.state(standards=FIRST, jobs=0)
    somebody.keys("F5")
    somebody.state(runs=1, running=False, jobs=0, fitted=FIRST)

    somebody.click("tab Suggest")
    for name, number in (("suggest-budget-field", 0), ("suggest-budget-lab", ASKED)):
        somebody.click(f"where {name}")
        somebody.keys("ctrl+a")
        somebody.type(f"{number}\n")
    known, asked = set(field.take(both[:FIRST]).sample_names), []
    for number in (1, 2):
        somebody.focus("SpectrAlign")
        somebody.click("where suggest-button")
        somebody.until(lambda n=number: len(somebody.ask("state")["rounds"]) == n, "the list")
        somebody.state(jobs=0)
        somebody.click("menu Standards")
        somebody.click("menu Suggest")
        somebody.click("menu Save measuring list…")
        target = tmp_path / f"list-{number}.csv"
        somebody.choose_file("Save measuring list", str(target))
        somebody.until(target.exists, "the measuring list")
        somebody.state(jobs=0)
        rows = [r for r in csv.DictReader(target.open()) if r["rank"]]  # below stand those that cannot be measured
        names = [r["lab"] for r in rows]
        assert len(names) == ASKED and not set(names) & known
        assert all(r["field"] == "" and r["measure on"] == "field" for r in rows)

        # the field instrument measures what it can of the list; the others cannot be had
        there = [n for n in names if n in field.sample_names]
        assert there, "the list holds samples that the field instrument has"
        new = tmp_path / f"measured-{number}.csv"
        write(field.take([field.sample_names.index(n) for n in there]), new)
        somebody.focus("SpectrAlign")
        somebody.drag([new])
        asked += there
        known |= set(names)
        count = FIRST + len(asked)
        done = somebody.state(runs=1 + number, running=False, jobs=0, standards=count, fitted=count)
        assert done["instruments"] == ["lab", "field"] and done["rows"] == [len(lab), count]
        assert done["rounds"][-1] == [ASKED, len(there)]
        somebody.picture(f"round-{number}")
        if number == 1 and len(there) < ASKED:  # what the field instrument cannot have is not asked for again
            for told, row in enumerate([k for k, n in enumerate(names) if n not in there], start=1):
                somebody.focus("SpectrAlign")
                somebody.click(f"where suggest-table {row}")
                somebody.state(selected=1)
                somebody.click("menu Standards")
                somebody.click("menu Suggest")
                somebody.click("menu Selected samples cannot be measured…")
                somebody.focus("Cannot be measured")
                somebody.keys("Return")
                somebody.until(lambda told=told: sum(map(len, somebody.ask("state")["unavailable"].values())) == told,
                               "the reason is kept")
    assert {why for rows in somebody.ask("state")["unavailable"].values() for why in rows} <= {"not available"}
    assert len(done["rounds"]) == 2 and done["rounds"][0][1] > 0, "both rounds are kept"
    somebody.focus("SpectrAlign")
    somebody.leave()
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
