"""From the first page to the result on files, by mouse: Align (spectra as A gives them), Standards (what to measure
next) and Check (does a transfer still hold)."""

from __future__ import annotations

import csv
import re

import numpy as np
import pytest

from spectralign_gui.io.project import save_project
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.writers import write
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


def two_files(folder, missing: int = 0):
    """The spectra of two instruments as tables; B has not measured the last samples."""
    a, b = make_dataset("lab", seed=1).with_(targets=None), make_dataset("field", seed=2).with_(targets=None)
    b = b.with_(spectra=0.9 * b.spectra + 0.05).take(range(len(b) - missing))
    for d in (a, b):
        write(d, folder / f"{d.name}.csv")
    return a, b, [folder / "lab.csv", folder / "field.csv"]


@pytest.mark.realwindow
def test_align_from_the_first_page_to_spectra_as_a_gives_them(person, tmp_path):
    a, b, files = two_files(tmp_path)
    somebody = person("ask")
    somebody.state(workspace="start", jobs=0)
    somebody.click("where goal-spectra")
    somebody.state(workspace="data", next="Open spectra…")
    somebody.drag(files)
    somebody.state(instruments=["lab", "field"], jobs=0, next="Match by name")
    somebody.focus("SpectrAlign")
    somebody.click("where rail-next")
    somebody.state(standards=24, next="Hold out 20 %", jobs=0)
    somebody.click("where rail-next")
    somebody.until(lambda: somebody.ask("state")["held_out"] >= 4, "standards held out")
    somebody.state(next="Run")
    somebody.click("where rail-next")
    somebody.state(runs=1, running=False, jobs=0, next="Export spectra…", current="pds")
    somebody.keys("ctrl+3")
    somebody.state(workspace="align")
    somebody.picture("aligned")
    somebody.click("where rail-next")
    somebody.focus("Save spectra")
    somebody.picture("save")
    somebody.click("where save-choose")
    somebody.choose_file("Save spectra", str(tmp_path / "as-lab.csv"))
    somebody.until((tmp_path / "as-lab.csv").exists, "the spectra")
    somebody.state(jobs=0)
    saved = read_dataset(tmp_path / "as-lab.csv")
    assert saved.sample_names == b.sample_names and len(saved.axis) == len(a.axis)
    before, after = (np.sqrt(np.mean((s - a.spectra) ** 2)) for s in (b.spectra, saved.spectra))
    assert after < 0.2 * before, "B's spectra are as A would give them"
    somebody.focus("SpectrAlign")
    somebody.leave()
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()


@pytest.mark.realwindow
def test_standards_from_the_first_page_to_a_measuring_list(person, tmp_path):
    _, b, files = two_files(tmp_path, missing=12)
    somebody = person("ask")
    somebody.state(workspace="start", jobs=0)
    somebody.click("where goal-next")
    somebody.state(workspace="data", next="Open spectra…")
    somebody.drag(files)
    somebody.state(instruments=["lab", "field"], jobs=0, next="Match by name")
    somebody.focus("SpectrAlign")
    somebody.click("where rail-next")
    somebody.state(standards=12, next="Suggest samples", jobs=0)
    somebody.click("where rail-next")
    somebody.state(workspace="standards", jobs=0)
    somebody.until(lambda: len(somebody.ask("state")["rounds"]) == 1, "the list")
    somebody.picture("suggested")
    assert "Every sample of field is already a standard" in somebody.ask("text suggest-note")
    somebody.click("menu Standards")
    somebody.click("menu Suggest")
    somebody.click("menu Save measuring list…")
    somebody.choose_file("Save measuring list", str(tmp_path / "list.csv"))
    somebody.until((tmp_path / "list.csv").exists, "the measuring list")
    somebody.state(jobs=0)
    rows = [r for r in csv.DictReader((tmp_path / "list.csv").open()) if r["rank"]]
    assert len(rows) == 8 and all(r["field"] == "" and r["measure on"] == "field" for r in rows)
    assert not {r["lab"] for r in rows} & set(b.sample_names)
    somebody.focus("SpectrAlign")
    somebody.leave()
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()


@pytest.mark.realwindow
def test_check_from_the_first_page_to_whether_a_transfer_holds(person, tmp_path):
    """A project of the transfer, and standards measured again: as before, then on an instrument gone wrong."""
    sets = (make_dataset("lab", seed=1), make_dataset("field", seed=2))
    state = SessionState(sets, hold_out_share(match_by_name(sets).standards, 0.34), method="pds")
    run = execute(state)
    save_project(tmp_path / "transfer.spectralign", state, [run])
    held = sorted(r for s in state.standards if s.held_out for r in s.rows["field"])
    again = sets[1].take(held).with_(targets=None)
    again = again.with_(spectra=again.spectra + np.random.default_rng(3).normal(0, 3e-4, again.spectra.shape))
    write(again, tmp_path / "again.csv")
    write(again.with_(spectra=again.spectra + 0.4), tmp_path / "drifted.csv")
    somebody = person("ask")
    somebody.state(workspace="start", jobs=0)
    somebody.click("where goal-holds")
    somebody.state(next="Open project…")
    somebody.click("where rail-next")
    title = somebody.until(lambda: next((w for w in somebody.ask("windows") if re.match("Open", w)), ""), "the dialog")
    somebody.choose_file(title, str(tmp_path / "transfer.spectralign"))
    somebody.state(instruments=["lab", "field"], runs=1, jobs=0, next="Add check…")
    somebody.focus("SpectrAlign")
    for name, mark, line in (("again", "done", "stable"), ("drifted", "warning", "alarm")):
        somebody.click("where rail-next") if name == "again" else somebody.click("where button-check-add")
        somebody.choose_file("Standards measured again", str(tmp_path / f"{name}.csv"))
        somebody.state(jobs=0)
        somebody.until(lambda line=line: somebody.ask("state")["lines_of_rail"]["check"].startswith(line), line)
        assert somebody.ask("state")["marks"]["check"] == mark
        somebody.focus("SpectrAlign")
        somebody.keys("ctrl+6")
        somebody.state(workspace="check")
        somebody.picture(name)
    somebody.leave()
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
