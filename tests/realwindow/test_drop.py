"""A folder of mixed vendor files is dropped onto the window with the mouse."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from spectralign_gui.io.batch import read_many

FILES = ("agilent/ftir_ldpe_soil.asp", "ocean/OO_comma.txt", "jcamp/toluene.jdx", "omnic/7_CZ0-100_Pd_3.SPA",
         "opus/peach_juice.dpt", "spc/nir.spc")


@pytest.mark.realwindow
def test_folder_of_vendor_files_dropped_with_the_mouse(person, shared, tmp_path):
    folder = tmp_path / "from the lab"
    kinds = set()
    for name in FILES:
        source = shared / "corpus" / name
        if source.is_file():
            (folder / source.parent.name).mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / source.parent.name)
            kinds.add(source.parent.name)
    (folder / "broken.spc").write_bytes(b"\x00" * 40)
    (folder / "portable").mkdir()
    for k in range(3):
        lines = (f"{1100 + 4 * j}\t{1 + np.sin(j / 9 + k):.5f}" for j in range(90))
        (folder / "portable" / f"soil{k}.txt").write_text("\n".join(lines) + "\n")
    assert len(kinds) >= 4, "the corpus has changed"
    expected = read_many([folder])
    assert len(expected.failures) == 1
    somebody = person("window")
    somebody.state(instruments=[], jobs=0)
    somebody.drag([folder])

    # several files that would become one instrument: the proposal is shown first
    somebody.until(lambda: any(t.startswith("Import spectra") for t in somebody.ask("windows")), "the import dialog")
    somebody.focus("Import spectra")
    somebody.state(jobs=0)  # the look at the first file is there
    somebody.picture("import-dialog")
    somebody.click("where import-button")
    somebody.focus("Could not be read")
    somebody.picture("could-not-be-read")
    somebody.keys("Return")
    state = somebody.state(jobs=0)
    assert len(state["instruments"]) == sum(len(r.blocks) for r in expected.results) - 2
    assert "portable" in state["instruments"]
    assert "broken" not in state["instruments"]
    somebody.picture("after-the-drop")
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
