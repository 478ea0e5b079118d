"""A model file with a wrong byte in it predicts nothing, instead of something wrong."""

from __future__ import annotations

import h5py
import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.io.read import read_file
from spectralign_gui.io.seal import SEALED, SIZE, seal
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


@pytest.fixture(scope="module")
def result_file(tmp_path_factory):
    sets = (make_dataset("a", n=20, p=12, seed=1), make_dataset("b", n=20, p=12, seed=2))
    state = SessionState(sets, match_by_name(sets).standards, method="ds")
    path = tmp_path_factory.mktemp("model") / "m.h5"
    save_result(execute(state), path)
    return path


def test_every_kind_of_damage_is_refused(result_file, tmp_path):
    whole = result_file.read_bytes()
    rng = np.random.default_rng(0)
    path = tmp_path / "x.h5"
    for k in range(120):
        content = bytearray(whole)
        content[int(rng.integers(SIZE, len(content)))] ^= 1 << int(rng.integers(8))
        path.write_bytes(bytes(content[:rng.integers(1, len(content))] if k % 5 == 4 else content))
        with pytest.raises(FileError, match=r"x\.h5"):
            load_model(path)


def test_damage_without_a_seal_is_still_one_sentence(result_file, tmp_path):
    path = tmp_path / "x.h5"
    path.write_bytes(result_file.read_bytes())
    with h5py.File(path, "r+") as file:
        del file["model"]["state"]
    with pytest.raises(FileError, match="not what was saved"):
        load_model(path)
    seal(path, "result")
    with pytest.raises(FileError, match="damaged"):
        load_model(path)
    path.write_bytes(b"\0" * 4000)
    with pytest.raises(FileError, match="not a SpectrAlign result file"):
        load_model(path)


def test_a_file_of_an_earlier_program_without_a_seal_is_read(result_file, tmp_path):
    path = tmp_path / "old.h5"
    with h5py.File(result_file, "r") as old, h5py.File(path, "w") as new:
        for name in old:
            old.copy(name, new)
        new.attrs.update({k: v for k, v in old.attrs.items() if k != SEALED})
    assert load_model(path).instruments == load_model(result_file).instruments


def test_the_sealed_file_is_read_as_spectra_too(result_file):
    found = read_file(result_file)
    assert found.format == "spectralign" and [block.label for block in found.blocks] == ["a", "b"]
