"""A disk that becomes full while HDF5 is written: one sentence, and the program lives on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import namedtuple

import h5py
import numpy as np
import pytest

from spectralign_gui.io import hdf5
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.seal import SIZE, seal_is_broken
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset

Usage = namedtuple("Usage", "total used free")


@pytest.mark.parametrize("sealed", ["", "project", "result"])
def test_made_in_memory_it_is_the_same_file(tmp_path, monkeypatch, sealed):
    monkeypatch.setattr(hdf5.shutil, "disk_usage", lambda _: Usage(10, 9, 1))
    path = tmp_path / "x.h5"
    with hdf5.new_hdf5(path, sealed=sealed) as file:
        file["numbers"] = np.arange(1000.0)
        file.create_dataset("packed", data=np.arange(90_000).reshape(300, 300), compression="gzip")
    assert not seal_is_broken(path)
    with h5py.File(path, "r") as file:
        assert file.userblock_size == (SIZE if sealed else 0)
        assert file["numbers"][-1] == 999 and file["packed"][-1, -1] == 89_999
        assert file.attrs["program"] == "SpectrAlign"


def test_a_project_saved_with_little_room_opens_again(tmp_path, monkeypatch):
    monkeypatch.setattr(hdf5.shutil, "disk_usage", lambda _: Usage(10, 9, 1))
    state = SessionState((make_dataset("m5", n=30),), seed=3)
    save_project(tmp_path / "p.spectralign", state)
    found = open_project(tmp_path / "p.spectralign").state
    assert found.seed == 3 and np.array_equal(found.datasets[0].spectra, state.datasets[0].spectra)


@pytest.mark.skipif(os.name != "posix", reason="limits of a process are POSIX")
def test_the_process_survives_a_disk_without_room(tmp_path):
    """A limit for the size of files stands in for the full disk: the system refuses to write on in the middle."""
    program = (
        "import resource, sys\n"
        "from collections import namedtuple\n"
        "from spectralign_gui.core.errors import FileError\n"
        "from spectralign_gui.io import hdf5\n"
        "from spectralign_gui.io.project import save_project\n"
        "from spectralign_gui.session.state import SessionState\n"
        "from tests.ui.helpers import make_dataset\n"
        "usage = namedtuple('Usage', 'total used free')(10, 9, 1)\n"
        "hdf5.shutil.disk_usage = lambda _: usage\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))\n"
        "state = SessionState((make_dataset('m5', n=300, p=200),))\n"
        "try:\n"
        "    save_project(sys.argv[1], state, compress=False)\n"
        "except FileError as error:\n"
        "    print(error)\n")
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path / "p.spectralign")], capture_output=True,
                          text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "p.spectralign could not be saved" in done.stdout
    assert list(tmp_path.iterdir()) == []
