"""Whatever HDF5 file of ours is read, and as what: not one byte of it may have changed."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import h5py
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.core.notes import code_of
from spectralign_gui.io.apart import limits
from spectralign_gui.io.hdf5 import read_hdf5, write_datasets
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.read import read_file
from spectralign_gui.io.seal import SEALED, SIZE, is_hdf5, is_sealed, seal
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset

SHARED = Path(__file__).resolve().parents[3] / "shared" / "faults"


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, Path]:
    """One of each kind."""
    folder = tmp_path_factory.mktemp("sealed")
    sets = (make_dataset("a", n=20, p=12, seed=1), make_dataset("b", n=20, p=12, seed=2))
    result = execute(SessionState(sets, match_by_name(sets).standards, method="ds"))
    made = {name: folder / f"{name}{ending}" for name, ending in
            (("data", ".h5"), ("result", ".h5"), ("project", ".spectralign"))}
    write_datasets(made["data"], sets)
    save_result(result, made["result"])
    save_project(made["project"], result.state, [result])
    return made


READERS = {"data": (read_file, read_hdf5, lambda p: read_file(p, reader="hdf5")),
           "result": (read_file, read_hdf5, load_model, lambda p: read_file(p, reader="hdf5")),
           "project": (open_project, read_file)}


def test_a_saved_model_beside_spectra_is_told(files):
    assert "hdf5.holds_model" in {code_of(w) for w in read_file(files["result"]).warnings}
    assert not read_file(files["data"]).warnings


@pytest.mark.parametrize("kind", READERS)
def test_a_changed_byte_is_noticed_by_every_reader(files, tmp_path, kind):
    whole, chance = files[kind].read_bytes(), random.Random(kind)
    path = tmp_path / files[kind].name
    for n in chance.sample(range(SIZE, len(whole)), 60):
        content = bytearray(whole)
        content[n] ^= 1 << chance.randrange(8)
        path.write_bytes(bytes(content))
        for read in READERS[kind]:
            with pytest.raises(FileError, match=r"not what was saved") as caught:
                read(path)
            assert path.name in str(caught.value)


@pytest.mark.parametrize("kind", READERS)
def test_a_seal_that_is_gone_is_noticed(files, tmp_path, kind):
    path = tmp_path / files[kind].name
    content = bytearray(files[kind].read_bytes())
    content[:SIZE] = bytes(SIZE)
    path.write_bytes(bytes(content))
    for read in READERS[kind][:2] if kind != "project" else (open_project,):
        with pytest.raises(FileError, match=r"not what was saved"):
            read(path)


def test_files_without_a_seal_are_read_as_ever(files, tmp_path):
    path = tmp_path / "old.h5"
    with h5py.File(files["data"], "r") as old, h5py.File(path, "w") as new:
        old.copy("instruments", new)
        new.attrs.update({k: v for k, v in old.attrs.items() if k != SEALED})
    assert read_file(path).format == "spectralign" and len(read_hdf5(path)) == 2


def test_the_signature_is_found_where_it_may_be(files, tmp_path):
    assert all(is_hdf5(path) and is_sealed(path.read_bytes()[:SIZE]) for path in files.values())
    for place, there in ((0, True), (512, True), (1024, True), (4096, True), (8, False), (700, False)):
        path = tmp_path / "x"
        path.write_bytes(bytes(place) + b"\x89HDF\r\n\x1a\n")
        assert is_hdf5(path) == there


@pytest.mark.parametrize(("name", "words"), [
    ("01-one-byte-hang/hang.h5", "does not come to an end"),
    ("02-seal-not-checked-for-spectra/flipped.h5", "not what was saved")])
def test_faults_found_from_outside(monkeypatch, name, words):
    monkeypatch.setattr(limits, "FREE_SECONDS", 1.0)
    if not (SHARED / name).is_file():
        pytest.skip("the shared faults are not here")
    with pytest.raises(FileError, match=words):
        read_file(SHARED / name)


@pytest.mark.parametrize("name", ["crash-reseal-11-1044.spectralign", "crash-reseal-11-681.spectralign",
                                  "k.spectralign"])
def test_projects_that_broke_the_library(tmp_path, monkeypatch, name):
    monkeypatch.setattr(limits, "FREE_SECONDS", 1.0)
    source = SHARED / "10-resealed-segv" / name
    if not source.is_file():
        pytest.skip("the shared faults are not here")
    path = tmp_path / "p.spectralign"
    shutil.copyfile(source, path)
    seal(path)
    with pytest.raises(FileError, match=r"p\.spectralign: the project file is damaged"):
        open_project(path)


def test_the_stamp_of_a_project_is_read_without_the_library(files, tmp_path, monkeypatch):
    from spectralign_gui.io import project

    path = tmp_path / "p.spectralign"
    state = open_project(files["project"]).state
    save_project(path, state, stamp=("ab12", 7))
    seal(tmp_path / "p.spectralign")  # as an earlier program did: the stamp is inside only
    assert project.stamp_of(path) == ("ab12", 7)
    save_project(path, state, stamp=("ab12", 8))
    monkeypatch.setattr(project, "apart", lambda *_, **__: pytest.fail("another process was asked"))
    assert project.stamp_of(path) == ("ab12", 8) and path.read_bytes()[:SIZE].endswith(b"\0")
    monkeypatch.undo()
    for content in (b"", b"no project", path.read_bytes()[:300], bytes(2000)):
        path.write_bytes(content)
        assert project.stamp_of(path) in (("", 0), ("ab12", 8))
