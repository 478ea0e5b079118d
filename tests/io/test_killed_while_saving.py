"""Every writer, killed with kill -9 or refused by the disk at any stage: the file is the old one or the new one."""

from __future__ import annotations

import errno
import gc
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.errors import FileError
from spectralign_gui.io import atomic
from spectralign_gui.io.exported.model import export_model
from spectralign_gui.io.model_file import save_result
from spectralign_gui.io.project import save_project
from spectralign_gui.io.report import write_report
from spectralign_gui.io.table import write_table
from spectralign_gui.io.workbook import write_workbook
from spectralign_gui.io.writers import formats, write
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills itself and limits itself as POSIX allows")
RNG = np.random.default_rng(0)
DATA = SpectralDataset("lab", RNG.random((60, 200)), Axis(np.linspace(1100, 1300, 200), "nm"),
                       tuple(f"S{i}" for i in range(60)), "absorbance",
                       targets=Targets(("Moisture",), RNG.random((60, 1))))
ROWS = [[f"S{i}", *RNG.random(20)] for i in range(300)]
STATE = SessionState((DATA, DATA.with_(name="field")), match_by_name((DATA, DATA.with_(name="field"))).standards,
                     method="ds", parameters={"ds": {"ridge": 0.1}})
_run: list = []
_kept: list = []  # what Qt needs until the end


def report(path: Path) -> None:
    write_report(_run[0], path, overwrite=True)


def pdf(path: Path) -> None:
    from PySide6.QtWidgets import QApplication  # not QGuiApplication: later tests of this process need the whole

    from spectralign_gui.ui.report.pdf import write_pdf

    _kept.append(QApplication.instance() or QApplication([]))
    write_pdf("<h1>Report</h1>" + "<p>of a run with one instrument and another one.</p>" * 400, [], path)


def exported(path: Path) -> None:
    if path.suffix == ".onnx":
        pytest.importorskip("onnx", reason="the package onnx is not installed")
    export_model(Model.of(_run[0]), path, "field", "lab" if "map" in path.name else None)


WRITERS: dict[str, Callable[[Path], object]] = {
    **{w.suffixes[0]: (lambda path: write(DATA, path, overwrite=True)) for w in formats().values()},
    "-table.csv": lambda path: write_table(path, ["sample", *"abcdefghijklmnopqrst"], ROWS),
    "-tables.xlsx": lambda path: write_workbook(path, {"one": (["sample", *"abcdefghijklmnopqrst"], ROWS)}),
    **dict.fromkeys(("-model.py", "-model.json", "-model.onnx", "-model.csv", "-map.csv"), exported),
    "-result.h5": lambda path: save_result(_run[0], path, overwrite=True), ".pdf": pdf,
    ".html": report, ".spectralign": lambda path: save_project(path, STATE)}


@pytest.fixture(scope="module", autouse=True)
def finished_run() -> Iterator[None]:
    _run.append(execute(STATE))
    yield
    _run.clear()


def child(action: Callable[[], object]) -> int:
    """The status of a child of this process that does something and nothing else."""
    number = os.fork()
    if number == 0:
        code = 99
        try:
            action()
            code = 0
        except FileError as error:
            os.write(2, f"{error}\n".encode())
            code = 2
        finally:
            os._exit(code)
    return os.waitpid(number, 0)[1]


def kill_at(stage: str, folder: Path) -> None:
    """Have this process killed at a stage of the next save."""
    def die(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    if stage == "begun":
        real = atomic.tempfile.mkstemp
        atomic.tempfile.mkstemp = lambda *a, **k: (real(*a, **k), die())
    elif stage == "half written":
        def watch() -> None:
            while not any(f.stat().st_size > 2_000 for f in folder.glob(".x*")):
                pass
            die()

        threading.Thread(target=watch, daemon=True).start()
        atomic.os.replace = die  # if it was quicker than the watcher
    elif stage == "written":
        atomic._keep_mode = die
    elif stage == "replaced":
        atomic._sync_folder = die


@pytest.mark.parametrize("stage", ["begun", "half written", "written", "replaced"])
@pytest.mark.parametrize("name", WRITERS)
def test_killed_at_any_stage(tmp_path, name, stage):
    path = tmp_path / f"x{name}"
    path.write_bytes(b"the earlier file")

    def dies() -> None:
        kill_at(stage, tmp_path)
        WRITERS[name](path)

    assert child(dies) == signal.SIGKILL
    left = [f for f in tmp_path.iterdir() if f.name.startswith(".")]
    if stage == "replaced":
        assert path.read_bytes() != b"the earlier file" and path.stat().st_size > 1_000 and left == []
    else:
        assert path.read_bytes() == b"the earlier file" and len(left) == 1
    WRITERS[name](path)
    assert [f.name for f in tmp_path.iterdir() if f.name.startswith(".")] == [], "taken away at the next save"
    assert path.stat().st_size > 1_000


@pytest.mark.parametrize("name", WRITERS)
def test_a_limit_for_the_size_of_files_is_one_sentence(tmp_path, name, capfd):
    path = tmp_path / f"x{name}"
    path.write_bytes(b"the earlier file")

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        WRITERS[name](path)

    status = child(limited)
    said = capfd.readouterr().err
    assert os.waitstatus_to_exitcode(status) == 2, said
    assert said.count("\n") == 1 and f"x{name}" in said and "larger than this system or your account allows" in said
    assert path.read_bytes() == b"the earlier file" and [f.name for f in tmp_path.iterdir()] == [path.name]


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory) -> Iterator[Path]:
    """A disk of 8 kB."""
    folder = tmp_path_factory.mktemp("disk")
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(folder)],
                                           capture_output=True, check=False).returncode:
        pytest.skip("only a privileged user can make a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_is_one_sentence(small_disk, name, monkeypatch):
    ignored: list = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)
    for file in small_disk.iterdir():
        file.unlink()
    path = small_disk / f"x{name}"
    path.write_bytes(b"the earlier file")
    with pytest.raises(FileError, match="the disk is full"):
        WRITERS[name](path)
    gc.collect()
    assert ignored == [], "what the libraries cleaned up was heard of"
    assert path.read_bytes() == b"the earlier file" and [f.name for f in small_disk.iterdir()] == [path.name]


@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_that_is_gone_or_read_only_is_one_sentence(tmp_path, name, monkeypatch):
    with pytest.raises(FileError, match="the folder does not exist"):
        WRITERS[name](tmp_path / "gone" / f"x{name}")

    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(atomic.tempfile, "mkstemp", refused)
    with pytest.raises(FileError, match="the disk is read-only"):
        WRITERS[name](tmp_path / f"x{name}")
    assert list(tmp_path.iterdir()) == []
