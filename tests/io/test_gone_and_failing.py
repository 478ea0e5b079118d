"""A file or folder that is gone, or does not answer, at whatever moment; a lab's own reader that raises anything."""

from __future__ import annotations

import builtins
import errno
import io
import os
from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError, SpectrAlignError
from spectralign_gui.io.batch import read_many
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers import Block, Reader, ReadResult, plugin_problems, register_reader
from spectralign_gui.io.readers import registry as registry_module

AXIS = np.arange(400.0, 700.0, 2.0)
TABLE = "nm,a,b\n" + "".join(f"{a:g},{np.sin(a):.5f},{np.cos(a):.5f}\n" for a in AXIS)
FILES = {
    "a.csv": TABLE.encode(),
    "a.jdx": b"##TITLE=a\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##XUNITS=1/CM\n##YUNITS=ABSORBANCE\n"
             b"##FIRSTX=100\n##LASTX=104\n##NPOINTS=5\n##FIRSTY=1\n##XYDATA=(X++(Y..Y))\n100 1 2 3 4 5\n##END=\n",
    "a.tab": ("\t".join(["id", *(f"{a:g}" for a in AXIS)]) + "\n" + "\t".join(["string", *["c"] * len(AXIS)]) + "\n"
              + "\t".join(["meta", *[""] * len(AXIS)]) + "\n" + "\t".join(["x", *["1.5"] * len(AXIS)]) + "\n").encode()}
ERRORS = (errno.EIO, errno.ESTALE, errno.ENOENT)


class Gone:
    """From the n-th question on, the system answers with an error."""

    def __init__(self, path: Path, after: int, number: int) -> None:
        self.path, self.left, self.number, self.asked = str(path), after, number, 0

    def ask(self, path) -> None:
        if isinstance(path, (str, os.PathLike)) and os.fspath(path) == self.path:
            self.asked += 1
            if self.asked > self.left:
                raise OSError(self.number, os.strerror(self.number))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("number", ERRORS)
def test_a_folder_that_stops_answering_is_one_sentence(tmp_path, monkeypatch, name, number):
    path = tmp_path / name
    path.write_bytes(FILES[name])
    read_file(path)
    original, stat = io.open, Path.stat
    for after in range(60):
        gone = Gone(path, after, number)

        def opened(file, *given, gone=gone, **more):
            gone.ask(file)
            return original(file, *given, **more)

        def looked(file, *given, gone=gone, **more):
            gone.ask(file)
            return stat(file, *given, **more)

        with monkeypatch.context() as patch:
            for where in (builtins, io):
                patch.setattr(where, "open", opened)
            patch.setattr(Path, "stat", looked)
            try:
                read_file(path)
            except FileError as error:
                assert name in str(error) and "\n" not in str(error)
            else:
                assert gone.asked <= after
                break
    else:
        pytest.fail("it never ends")


class Wild(Exception):
    """Of no kind that parsers raise."""


class LabReader(Reader):
    name = "wild-lab"
    title = "Wild"
    fails_at = ""

    def sniff(self, path, head):
        if self.fails_at == "sniff":
            raise Wild("no idea")
        return 0.99 if path.suffix == ".wild" else 0.0

    def read(self, path, options):
        if self.fails_at == "read":
            raise Wild("half a file")
        if self.fails_at == "result":
            return "spectra"
        return ReadResult((Block(np.ones((1, 5)), np.arange(5.0)),))


@pytest.fixture
def lab(monkeypatch):
    registry_module.readers()
    monkeypatch.setattr(registry_module, "_readers", dict(registry_module._readers))
    monkeypatch.setattr(registry_module, "_plugin_problems", [])
    register_reader(LabReader)
    return LabReader


def test_a_labs_reader_that_fails_when_asked_keeps_no_file_from_being_read(tmp_path, monkeypatch, lab):
    (tmp_path / "a.csv").write_text(TABLE)
    monkeypatch.setattr(lab, "fails_at", "sniff")
    assert len(read_file(tmp_path / "a.csv").blocks[0].spectra) == 2
    assert "wild-lab" in str(plugin_problems()[-1]) and "no idea" in str(plugin_problems()[-1])


@pytest.mark.parametrize(("fails_at", "word"), [("read", "half a file"), ("result", "gave a str")])
def test_a_labs_reader_that_fails_over_a_file_is_named(tmp_path, monkeypatch, lab, fails_at, word):
    (tmp_path / "a.wild").write_bytes(b"wild")
    (tmp_path / "b.csv").write_text(TABLE)
    monkeypatch.setattr(lab, "fails_at", fails_at)
    with pytest.raises(SpectrAlignError, match=f"a.wild: the reader wild-lab of an extra package failed .*{word}"):
        read_file(tmp_path / "a.wild")
    batch = read_many([tmp_path])
    assert len(batch.results) == 1 and len(batch.failures) == 1 and "defect" not in batch.failures[0].reason
