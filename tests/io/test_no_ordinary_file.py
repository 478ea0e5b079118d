"""Pipes and devices are refused at once: opening a pipe waits until somebody writes into it, which may be never."""

from __future__ import annotations

import os

import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.read import read_file

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX")


def test_a_pipe_is_refused_without_waiting(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match=r"pipe\.csv: this is a device or a pipe"):
        read_file(pipe)


def test_a_device_is_refused():
    with pytest.raises(FileError, match="null: this is a device"):
        read_file("/dev/null")


def test_what_is_no_file_at_all_keeps_its_sentence(tmp_path):
    with pytest.raises(FileError, match=r"^[^']*: this is a folder, not a file\.$"):
        read_file(tmp_path)
    with pytest.raises(FileError, match="not a possible file name"):
        read_file("x\0y")
