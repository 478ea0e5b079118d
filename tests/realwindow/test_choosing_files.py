"""Several files chosen in the file dialog: all of them load, in whichever way they are chosen."""

from __future__ import annotations

import shutil

import pytest

NAMES = ("m5.csv", "mp5.csv", "mp6.csv")


@pytest.mark.realwindow
@pytest.mark.parametrize("way", ["ctrl", "typed"])
def test_three_files_chosen_are_three_files_loaded(person, corn, tmp_path, way):
    lab = tmp_path / "lab"
    lab.mkdir()
    for name in NAMES:
        shutil.copy(corn / f"{name[:-4]}_spectra.csv", lab / name)
    somebody = person("window")
    somebody.state(instruments=[], jobs=0)
    somebody.keys("ctrl+o")
    # to the folder by its name: what Qt offered to complete there took the click on the first file
    somebody.choose_file("Open spectra", f"{lab}/")
    somebody.until(lambda: somebody.ask("where treeView 2"), "the three files")
    if way == "typed":
        somebody.type(" ".join(f'"{name}"' for name in NAMES))
    else:
        somebody.click("where treeView 0")
        if way == "all":
            somebody.keys("ctrl+a")
        else:
            somebody.x("keydown", way)
            for row in (1, 2) if way == "ctrl" else (2,):
                somebody.click(f"where treeView {row}")
            somebody.x("keyup", way)
    somebody.until(lambda: somebody.ask("text fileNameEdit").count(".csv") == 3, "three names")
    somebody.keys("Return")
    somebody.state(instruments=["m5", "mp5", "mp6"], jobs=0)
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
