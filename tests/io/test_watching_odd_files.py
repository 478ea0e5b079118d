"""What lies in a watched folder and is no measurement: it neither stops the watch nor makes it wait for ever."""

from __future__ import annotations

import os
import sys

import pytest

from spectralign_gui.cli import main
from tests.io.test_watching import model, place, put, table  # noqa: F401 - fixtures


def circle(folder):
    (folder / "loop.csv").symlink_to("loop.csv")


def two_in_a_circle(folder):
    (folder / "a.csv").symlink_to("b.csv")
    (folder / "b.csv").symlink_to("a.csv")


def the_folder_itself(folder):
    (folder / "self.csv").symlink_to(".")


def dangling(folder):
    (folder / "gone.csv").symlink_to("nowhere.csv")


def fifo(folder):
    os.mkfifo(folder / "pipe.csv")


def empty(folder):
    (folder / "empty.csv").touch()


def many_empty(folder):
    for k in range(5):
        (folder / f"empty{k}.csv").touch()


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes as Unix has them")
@pytest.mark.parametrize("odd", [circle, two_in_a_circle, the_folder_itself, dangling, fifo, empty, many_empty])
def test_one_look_ends_and_does_what_can_be_done(model, place, tmp_path, capsys, odd):  # noqa: F811
    """Seven kinds beside a good file, with ``--once``."""
    odd(place)
    put(place, "good.csv", 1)
    out = tmp_path / "results.csv"
    assert main(["watch", str(model), str(place), "--instrument", "B", "--output", str(out), "--once",
                 "--settle", "0.01"]) == 0
    assert {row["File"] for row in table(out)} == {"good.csv"}
    said = capsys.readouterr().err
    assert said.count("is empty") == {empty: 1, many_empty: 5}.get(odd, 0)
