"""A disk that becomes full, a quota, a limit of the process while HDF5 is written: one sentence, the earlier file
stays, and the program lives on."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys

import h5py
import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io import hdf5
from spectralign_gui.io.outlet import Outlet
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.seal import SEALED, SIZE, seal_is_broken
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


@pytest.mark.parametrize("sealed", ["data", "project", "result"])
def test_the_file_is_an_ordinary_hdf5_file(tmp_path, sealed):
    path = tmp_path / "x.h5"
    with hdf5.new_hdf5(path, sealed=sealed) as file:
        file["numbers"] = np.arange(1000.0)
        file.create_dataset("packed", data=np.arange(90_000).reshape(300, 300), compression="gzip")
    assert not seal_is_broken(path)
    with h5py.File(path, "r") as file:
        assert file.userblock_size == SIZE and file.attrs[SEALED] == sealed
        assert file["numbers"][-1] == 999 and file["packed"][-1, -1] == 89_999
        assert file.attrs["program"] == "SpectrAlign"


class FullDisk:
    """A file on a disk that takes so many bytes and no more, or whose writes fail now and then."""

    def __init__(self, file, room: int, code: int) -> None:
        self._file, self._room, self._code = file, room, code

    def write(self, content) -> int:
        content = content[:max(1, len(content) // 2)] if len(content) > 4096 else content  # only a part, as it may
        if self._file.tell() + len(content) > self._room:
            raise OSError(self._code, os.strerror(self._code))
        return self._file.write(content)

    def truncate(self, size=None) -> int:
        if (size or self._file.tell()) > self._room:
            raise OSError(self._code, os.strerror(self._code))
        return self._file.truncate(size)

    def __getattr__(self, name):
        return getattr(self._file, name)


def fill(file: h5py.File) -> None:
    for k in range(30):
        group = file.create_group(f"group {k}")
        group.attrs["kind"] = "dict"
        group["numbers"] = np.arange(100.0 * k)
        group.create_dataset("texts", data=[f"text {j}" * k for j in range(k)], dtype=h5py.string_dtype())
    file.create_dataset("packed", data=np.random.default_rng(0).normal(size=(200, 300)), compression="gzip")
    del file["group 3"]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO])
def test_wherever_the_writing_fails_the_library_does_not_notice(tmp_path, code):
    with open(tmp_path / "whole", "w+b", buffering=0) as plain, h5py.File(Outlet(plain), "w") as file:
        fill(file)
    size = (tmp_path / "whole").stat().st_size
    for room in random.Random(code).sample(range(size), 25):
        with open(tmp_path / "x", "w+b", buffering=0) as plain:
            outlet = Outlet(FullDisk(plain, room, code))
            with h5py.File(outlet, "w") as file:
                fill(file)
                assert file["group 20/numbers"][-1] == 1999
            with pytest.raises(OSError, match=os.strerror(code)) as caught:
                outlet.raise_failure()
            assert caught.value.errno == code


PROGRAM = """
import resource, sys
from spectralign_gui.core.errors import FileError
from spectralign_gui.io.project import save_project
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset
path, size = sys.argv[1], int(sys.argv[2])
state = SessionState((make_dataset('m5', n=300, p=200),))
for k in range(24):
    resource.setrlimit(resource.RLIMIT_FSIZE, (k * size // 24, resource.RLIM_INFINITY))
    try:
        save_project(path, state, compress=k % 2 == 0)
    except FileError as error:
        print(error)
print("alive")
"""


@pytest.mark.skipif(os.name != "posix", reason="limits of a process are POSIX")
def test_the_process_survives_any_limit_of_size_and_the_earlier_file_stays(tmp_path):
    path = tmp_path / "p.spectralign"
    save_project(path, SessionState((make_dataset("m5", n=300, p=200),)), compress=True)
    before = path.read_bytes()
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(path), str(len(before))], capture_output=True, text=True,
                          timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    *lines, last = done.stdout.splitlines()
    assert last == "alive" and len(lines) == 24
    assert all("p.spectralign could not be saved: the file is larger than" in line for line in lines), lines
    assert path.read_bytes() == before and [p.name for p in tmp_path.iterdir()] == ["p.spectralign"]


def test_a_save_that_fails_leaves_the_earlier_file(tmp_path, monkeypatch):
    path = tmp_path / "p.spectralign"
    save_project(path, SessionState((make_dataset("m5", n=30),), seed=3))
    monkeypatch.setattr(hdf5, "Outlet", lambda raw: Outlet(FullDisk(raw, 3000, errno.EDQUOT)))
    with pytest.raises(FileError, match="quota of disk space is used up; the earlier file"):
        save_project(path, SessionState((make_dataset("m5", n=30),), seed=4))
    assert open_project(path).state.seed == 3 and len(list(tmp_path.iterdir())) == 1
