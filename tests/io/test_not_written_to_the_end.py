"""Files of text that were not written to their end: the rest of their size is zero bytes."""

from __future__ import annotations

import os
import time

import pytest

from spectralign_gui.cli import main
from spectralign_gui.core.errors import FileError
from spectralign_gui.core.notes import code_of, said_of
from spectralign_gui.io.read import read_file

TABLE = "sample,900,910,920,930\n" + "".join(f"s{k},0.{k}1,0.{k}2,0.{k}4,0.{k}3\n" for k in range(1, 900))


def test_a_sparse_file_of_three_gigabytes_is_refused_at_once(tmp_path, capsys):
    path = tmp_path / "big.csv"
    path.write_text(TABLE)
    os.truncate(path, 3_000_000_000)
    begun = time.perf_counter()
    with pytest.raises(FileError) as told:
        read_file(path)
    assert time.perf_counter() - begun < 2 and said_of(told.value).code == "memory.zeros_for_text"
    assert main(["info", str(path)]) == 2 and "3.0 GB" in capsys.readouterr().err


@pytest.mark.parametrize("zeros", [512, 5000, 300_000])
def test_zeros_at_the_end_are_told(tmp_path, zeros):
    path = tmp_path / "a.csv"
    path.write_bytes(TABLE.encode() + b"\0" * zeros)
    result = read_file(path)
    assert result.blocks[0].spectra.shape == (899, 4)
    assert "text.ends_in_zeros" in {code_of(w) for w in result.warnings}


@pytest.mark.parametrize("zeros", [0, 1, 3])
def test_a_few_zeros_say_nothing(tmp_path, zeros):
    path = tmp_path / "a.csv"
    path.write_bytes(TABLE.encode() + b"\0" * zeros)
    assert "text.ends_in_zeros" not in {code_of(w) for w in read_file(path).warnings}
