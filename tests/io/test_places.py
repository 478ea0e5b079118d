"""A project names files; only ordinary ones of this computer are looked at without asking."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.core.data import Source, SpectralDataset
from spectralign_gui.core.errors import DataError, FileError
from spectralign_gui.io import places, project_sources
from spectralign_gui.io.places import may_be_looked_at, other_computer
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.project_sources import UNASKED, find_sources
from spectralign_gui.io.readers import Block
from spectralign_gui.io.seal import seal
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset

FAR = ["\\\\server\\share\\a.csv", "//server/share/a.csv", "\\\\?\\UNC\\server\\share\\a.csv", "\\\\.\\PhysicalDrive0"]
posix = pytest.mark.skipif(os.name != "posix", reason="paths of POSIX")


@pytest.mark.parametrize("path", FAR)
def test_other_computers_are_not_asked(path):
    assert not may_be_looked_at(path) and not may_be_looked_at(path, Path("/home/me/p.spectralign"))
    assert not may_be_looked_at(path, Path("\\\\elsewhere\\share\\p.spectralign"))


def test_the_share_the_project_lies_on_is_as_near_as_the_project():
    assert may_be_looked_at("\\\\Server\\data\\a.csv", Path("\\\\server\\data\\run\\p.spectralign"))
    assert not may_be_looked_at("\\\\Server\\other\\a.csv", Path("\\\\server\\data\\run\\p.spectralign"))
    assert other_computer("C:\\data\\a.csv") == other_computer("/data/a.csv") == other_computer("a.csv") == ""


@posix
def test_the_system_is_left_alone(tmp_path):
    link = tmp_path / "innocent.csv"
    link.symlink_to("/proc/self/environ")
    for path in ("/proc/kmsg", "/dev/tty", "/sys/kernel/x", "/proc/../proc/kmsg", "a\0b", link, "/dev"):
        assert not may_be_looked_at(path), path
    assert may_be_looked_at(tmp_path / "a.csv") and may_be_looked_at("/processed/a.csv")


@posix
def test_pipes_devices_and_giants_are_not_opened(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "giant.csv").write_bytes(b"x" * 100)
    monkeypatch.setattr(places, "LARGEST", 50)
    monkeypatch.setattr(project_sources, "sha256_of", lambda path: pytest.fail(f"{path} was opened"))
    named = [str(tmp_path / "pipe.csv"), str(tmp_path / "giant.csv"), "/dev/zero", "/proc/cpuinfo", *FAR]
    sets = [make_dataset(f"m{k}", n=3).with_(source=Source(name, "0" * 64)) for k, name in enumerate(named)]
    found, troubles = find_sources(sets, [""] * len(sets), tmp_path / "sub" / "p.spectralign")
    assert [t.kind for t in troubles] == [UNASKED] * len(named) and found == sets
    assert all("was not checked" in t.sentence for t in troubles)


@posix
def test_a_project_that_names_such_files_opens_at_once_and_says_nothing(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    path = tmp_path / "p.spectralign"
    state = SessionState((make_dataset("a", n=3).with_(source=Source(str(tmp_path / "pipe.csv"), "0" * 64)),
                          make_dataset("b", n=3).with_(source=Source("//server/share/b.csv", "0" * 64))))
    save_project(path, state)
    project = open_project(path)
    assert project.warnings == () and [t.kind for t in project.troubles] == [UNASKED] * 2
    assert [d.source.path for d in project.state.datasets] == [d.source.path for d in state.datasets]


def test_complex_spectra_are_refused_not_halved(tmp_path):
    import h5py

    X = np.ones((3, 5)) + 0j
    whole = make_dataset("a", n=3, p=5)
    assert SpectralDataset("a", X, whole.axis, whole.sample_names).spectra.dtype == np.float64
    assert Block(X, np.arange(5.0)).spectra.dtype == np.float64
    X[1, 2] += 1e-9j
    with pytest.raises(DataError, match="a: the spectra are complex numbers"):
        SpectralDataset("a", X, whole.axis, whole.sample_names)
    with pytest.raises(FileError, match="complex numbers"):
        Block(X, np.arange(5.0))
    path = tmp_path / "p.spectralign"
    save_project(path, SessionState((whole,)))
    with h5py.File(path, "r+") as file:
        del file["data/0/set/a/spectra"]
        file["data/0/set/a/spectra"] = X
    seal(path)
    with pytest.raises(FileError, match=r"p\.spectralign: .*complex numbers"):
        open_project(path)
