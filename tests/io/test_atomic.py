"""Saving replaces ordinary files only."""

from __future__ import annotations

import os
import stat

import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.atomic import atomic_path, write_text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_into_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(pipe, "result")
        assert os.read(reader, 100) == b"result"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert os.listdir(tmp_path) == ["pipe.json"]


def test_a_link_stays_and_the_file_behind_it_is_written(tmp_path):
    (tmp_path / "share").mkdir()
    real = tmp_path / "share" / "real.csv"
    real.write_text("old")
    link = tmp_path / "link.csv"
    try:
        link.symlink_to(real)
    except OSError:
        pytest.skip("this user may not make links")
    write_text(link, "new")
    assert link.is_symlink() and real.read_text() == "new"
    with pytest.raises(FileError), atomic_path(link) as beside:
        beside.write_text("half")
        raise OSError("no more")
    assert real.read_text() == "new" and os.listdir(tmp_path / "share") == ["real.csv"]
