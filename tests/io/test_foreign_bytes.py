"""Files of every kind that a native library parses: none meets it in this process, and damage is one sentence.

The large sweep is `benchmarks/reliability_files.py`.
"""

from __future__ import annotations

import h5py
import numpy as np
import pytest
import scipy.io

from benchmarks.mutations import mutate
from benchmarks.reliability_files import make_files
from spectralign_gui.core.errors import FileError
from spectralign_gui.io.apart import limits
from spectralign_gui.io.seal import SIZE, seal

KINDS = ("data .h5", "data .h5 as ours", "result as model", "result as spectra", "project", "foreign .h5", "netCDF",
         "MATLAB", "MATLAB packed", "npz", "xlsx")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return make_files(tmp_path_factory.mktemp("whole"))


def test_all_kinds_are_here(files):
    assert tuple(files) == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_no_library_opens_it_in_this_process(files, monkeypatch, kind):
    import python_calamine

    def never(*given, **_):
        raise AssertionError(f"{given} was opened here")

    monkeypatch.setattr(h5py, "File", never)
    monkeypatch.setattr(np, "load", never)
    for name in ("loadmat", "whosmat", "netcdf_file"):
        monkeypatch.setattr(scipy.io, name, never)
    monkeypatch.setattr(python_calamine, "CalamineWorkbook", never)
    path, _, opened = files[kind]
    assert opened(path)


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_data_or_one_sentence(files, tmp_path, monkeypatch, kind):
    monkeypatch.setattr(limits, "FREE_SECONDS", 1.0)
    path, sealed, opened = files[kind]
    whole, target = path.read_bytes(), tmp_path / path.name
    first = SIZE if sealed else 0
    for seed in range(12):
        target.write_bytes(whole[:first] + mutate(whole[first:], seed)[0])
        if sealed:
            seal(target, sealed)
        try:
            opened(target)
        except FileError as error:
            assert target.name in str(error) and "\n" not in str(error) and str(error).endswith(".")
