"""Half-written files of killed programs go at the next save; those of living ones stay."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from spectralign_gui.io.atomic import atomic_path, write_text
from spectralign_gui.io.leftovers import DAY, mark

KILLED = """
import os, sys
from spectralign_gui.io.atomic import atomic_path
with atomic_path(sys.argv[1]) as half:
    half.write_text("half of it")
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["p.spectralign", "table.csv", "a name [1] (x).xlsx", "no_ending", "x" * 60 + ".h5"])
def test_what_a_killed_program_leaves_goes_at_the_next_save(tmp_path, name):
    path = tmp_path / name
    for _ in range(2):
        subprocess.run([sys.executable, "-c", KILLED, str(path)], timeout=60, check=False)
    assert len(list(tmp_path.iterdir())) in (1, 2), "the second sweeps what the first has left"
    write_text(path, "whole")
    assert [p.name for p in tmp_path.iterdir()] == [name] and path.read_text() == "whole"


def test_what_another_program_writes_stays(tmp_path):
    path = tmp_path / "p.csv"
    other = tmp_path / f".p-{mark()}-abcdefgh.csv"  # of this process: it lives
    far = tmp_path / ".p-12.aaaaaa.bbbbbb-abcdefgh.csv"  # of another computer
    unlike = [tmp_path / n for n in (".p-notes.txt", ".q-12.aaaaaa.bbbbbb-abcdefgh.csv", "p-abcdefgh.csv", ".p.csv")]
    for file in (other, far, *unlike):
        file.touch()
        os.utime(file, (time.time() - 10, time.time() - 10))
    with atomic_path(path) as half:
        assert half.name.startswith(f".p-{mark()}-")
        write_text(path, "another save of the same file meanwhile")
        assert half.exists()
    assert all(file.exists() for file in (other, far, *unlike))
    for file in (far, *unlike):
        os.utime(file, (time.time() - 2 * DAY, time.time() - 2 * DAY))
    write_text(path, "again")
    assert not far.exists() and other.exists() and all(file.exists() for file in unlike)
