"""Our HDF5 and the tree codec: what is written reads back equal, atomically, without pickles."""

from __future__ import annotations

import errno
import os

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core.data import Axis, Source, SpectralDataset, Targets
from spectralign_gui.core.errors import DataError, FileError
from spectralign_gui.io import atomic
from spectralign_gui.io.hdf5 import read_hdf5, write_datasets
from spectralign_gui.io.read import read_dataset, read_datasets
from spectralign_gui.io.tree import read_tree, write_tree


def dataset(name: str = "A/b.c ä", n: int = 3, p: int = 4) -> SpectralDataset:
    spectra = np.arange(n * p, dtype=float).reshape(n, p) + 0.1
    spectra[0, 1] = np.nan
    targets = Targets(("Moisture", "Öl"), np.full((n, 2), 2.5), ("%", ""), np.eye(n, 2, dtype=bool))
    return SpectralDataset(name, spectra, Axis(np.arange(p) + 500.0, "cm-1", True, 785.0), ("s1 ", "", "s1")[:n],
                           "absorbance", targets, ("g",) * n, Source("folder/a.spc", "ab" * 32, "spc"), ("a warning",),
                           {"Operator": "Zoë"})


def same(a: SpectralDataset, b: SpectralDataset) -> None:
    assert np.array_equal(a.spectra, b.spectra, equal_nan=True) and a.spectra.dtype == b.spectra.dtype
    assert np.array_equal(a.axis.values, b.axis.values) and a.axis.unit == b.axis.unit
    assert a.axis.file_descending == b.axis.file_descending and a.axis.laser_nm == b.axis.laser_nm
    assert (a.name, a.sample_names, a.quantity, a.groups, a.warnings) == (
        b.name, b.sample_names, b.quantity, b.groups, b.warnings)
    assert dict(a.metadata) == dict(b.metadata)
    assert a.targets.names == b.targets.names and a.targets.units == b.targets.units
    assert np.array_equal(a.targets.values, b.targets.values, equal_nan=True)
    assert np.array_equal(a.targets.censored, b.targets.censored)


def test_data_sets_read_back_equal(tmp_path):
    path = tmp_path / "out.h5"
    sets = (dataset(), dataset("..", p=7), dataset("B", n=1))
    write_datasets(path, sets)
    back = read_hdf5(path)
    assert [d.name for d in back] == ["A/b.c ä", "..", "B"]  # in the order written
    for a, b in zip(sets, back, strict=True):
        same(a, b)
        assert b.source.sha256 == "ab" * 32 and b.source.path == "a.spc"
    assert [d.spectra.shape for d in read_datasets(path)] == [(3, 4), (3, 7), (1, 4)]
    write_datasets(path, [dataset("only")])
    again = read_dataset(path, "only")
    assert np.array_equal(again.spectra, dataset().spectra, equal_nan=True) and again.axis.file_descending
    with h5py.File(path) as file:  # the layout of the interface, by h5py alone
        group = file["instruments/only"]
        assert group["axis"].attrs["unit"] == "cm-1" and group["spectra"].shape == (3, 4)
        assert group["sample_names"].asstr()[0] == "s1"  # blanks around a name are none of it


KEYS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5)
LEAVES = (st.none() | st.booleans() | st.integers(-2 ** 70, 2 ** 70) | st.floats(allow_nan=False)
          | st.text(st.characters(codec="utf-8"), max_size=8)
          | st.lists(st.floats(allow_nan=False), max_size=4).map(np.array)
          | st.lists(st.sampled_from(["a", "ü", ""]), min_size=1, max_size=3).map(lambda v: np.array(v, dtype=str)))
TREES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
                     max_leaves=8)


def equal(a, b) -> bool:
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and a.shape == b.shape and (a == b).all() and a.dtype.kind == b.dtype.kind
    if isinstance(a, dict):
        return isinstance(b, dict) and list(a) == list(b) and all(equal(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(equal, a, b))
    return type(a) is type(b) and a == b


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(KEYS, TREES, max_size=4))
def test_any_plain_tree_reads_back_equal(tree):
    with h5py.File("memory.h5", "w", driver="core", backing_store=False) as file:
        write_tree(file.create_group("t"), tree)
        assert equal(tree, read_tree(file["t"]))


def test_a_tree_refuses_what_is_not_plain(tmp_path):
    deep: dict = {}
    inner = deep
    for _ in range(80):
        inner["x"] = {}
        inner = inner["x"]
    for bad in ({"a": object()}, {"a": np.array([object()])}, {1: 2}, {"a": {1, 2}}, deep):
        with h5py.File(tmp_path / "t.h5", "w") as file, pytest.raises(DataError):
            write_tree(file.create_group("t"), bad)
    with h5py.File(tmp_path / "l.h5", "w") as file:
        group = file.create_group("t")
        group["out"] = h5py.ExternalLink("/etc/other.h5", "/")
        with pytest.raises(FileError, match="link"):
            read_tree(group)
        loop = file.create_group("loop")
        loop["self"] = loop
        with pytest.raises(FileError, match=r"twice|too deeply"):
            read_tree(loop)


def test_saving_keeps_the_old_file_when_it_fails(tmp_path, monkeypatch):
    path = tmp_path / "a.h5"
    write_datasets(path, [dataset("old")])
    before = path.read_bytes()

    def full(*_args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="disk is full"):
        write_datasets(path, [dataset("new")])
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    monkeypatch.undo()
    for place, words in ((tmp_path / "none" / "a.h5", "does not exist"), (tmp_path, "folder of that name")):
        with pytest.raises(FileError, match=words):
            atomic.write_bytes(place, b"x")


def test_a_read_only_folder_is_named(tmp_path, monkeypatch):
    def denied(*_args, **_kwargs):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(atomic.tempfile, "mkstemp", denied)
    with pytest.raises(FileError, match="may not be written to"):
        atomic.write_text(tmp_path / "a.csv", "x")


def test_a_broken_hdf5_is_refused(tmp_path):
    path = tmp_path / "a.h5"
    write_datasets(path, [dataset()])
    content = path.read_bytes()
    for cut in (8, 100, 600, len(content) // 2):
        path.write_bytes(content[:cut])
        with pytest.raises(FileError):
            read_datasets(path)
    with h5py.File(path, "w") as file:
        group = file.create_group("instruments/A")
        group["spectra"] = np.zeros((2, 3))
        group["axis"] = np.arange(4.0)
    with pytest.raises(FileError, match="the numbers must be equal"):
        read_datasets(path)
