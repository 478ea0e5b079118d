"""From two files to an exported aligned data set, with mouse and keys only."""

from __future__ import annotations

import shutil

import h5py
import pytest


@pytest.mark.realwindow
def test_corn_from_two_files_to_the_export(person, corn, tmp_path):
    for name in ("m5", "mp5"):
        shutil.copy(corn / f"{name}_spectra.csv", tmp_path / f"{name}.csv")
    somebody = person("window")

    somebody.state(instruments=[], jobs=0)
    somebody.drag([tmp_path / "m5.csv", tmp_path / "mp5.csv"])
    somebody.state(instruments=["m5", "mp5"], jobs=0)

    somebody.focus("SpectrAlign")
    somebody.click("menu Standards")
    somebody.click("menu Match by row order…")
    somebody.focus("Match by row order")
    somebody.click("where answer-0")
    somebody.state(standards=80)

    somebody.focus("SpectrAlign")
    somebody.keys("ctrl+alt+h")
    somebody.state(held_out=16)

    somebody.click("where run-button")
    done = somebody.state(runs=1, running=False)
    assert min(done["hit"].values()) >= 0.9
    assert "found among the 3 nearest" in done["message"]
    somebody.picture("after-the-run")

    somebody.keys("ctrl+e")
    target = tmp_path / "aligned.h5"
    somebody.choose_file("Export aligned result", str(target))
    somebody.until(target.exists, "the exported file")
    somebody.state(jobs=0)
    somebody.focus("SpectrAlign")
    somebody.leave()
    with h5py.File(target) as file:
        assert file["embedding/m5"].shape[0] == 80 and file["embedding/mp5"].shape[0] == 80
        assert file["embedding/m5"].shape[1] == file["embedding/mp5"].shape[1] >= 2
        assert file["pairs"].shape == (64, 4) and file["held_out_pairs"].shape == (16, 4)
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
