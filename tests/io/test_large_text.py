"""A text that needs more memory than there is is refused beforehand; a large one tells how far it is, and stops."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from spectralign_gui.core.errors import Cancelled, FileError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.io import memory, read
from spectralign_gui.io.intake.entries import read_batch
from spectralign_gui.io.memory import free_memory, need_of_text
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers import _progress


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    rng = np.random.default_rng(0)
    path = tmp_path_factory.mktemp("large") / "table.csv"
    rows = "".join(f"s{k}," + ",".join(f"{v:.6f}" for v in row) + "\n" for k, row in enumerate(
        0.5 + rng.normal(0, 0.01, (400, 300)).cumsum(axis=1)))
    path.write_text("sample," + ",".join(f"{400 + k} nm" for k in range(300)) + "\n" + rows)
    return path


def test_the_need_is_that_of_its_numbers(table):
    need = need_of_text(table) - memory.OVERHEAD
    assert need == pytest.approx(400 * 300 * memory.PER_VALUE, rel=0.1)


def test_more_than_there_is_is_refused_with_both_numbers(table, monkeypatch):
    monkeypatch.setattr(memory, "ASKED_FROM", 1000)
    monkeypatch.setattr(memory, "_of_the_system", lambda: 90_000_000)
    with pytest.raises(FileError, match=r"^table\.csv: reading it needs about 0\.1 GB of memory, but only 0\.1 GB are"):
        read_file(table)
    monkeypatch.setattr(memory, "_of_the_system", lambda: 200_000_000)
    assert read_file(table).blocks[0].spectra.shape == (400, 300)


def test_where_the_memory_is_unknown_the_size_alone_decides(table, monkeypatch):
    monkeypatch.setattr(read, "MAX_BYTES", 1000)
    monkeypatch.setattr(memory, "_of_the_system", lambda: None)
    monkeypatch.setattr(memory, "_of_the_limit", lambda: None)
    with pytest.raises(FileError, match="can be read at once"):
        read_file(table)
    monkeypatch.setattr(memory, "_of_the_system", lambda: 8_000_000_000)
    assert read_file(table).blocks[0].spectra.shape == (400, 300)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of address space is read on Linux")
def test_a_limit_of_the_shell_counts():
    program = ("import resource; resource.setrlimit(resource.RLIMIT_AS, (2_000_000_000, 2_000_000_000))\n"
               "from spectralign_gui.io.memory import free_memory; print(free_memory())")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert 500_000_000 < int(done.stdout) < 2_000_000_000
    assert free_memory() is None or free_memory() > 10_000_000


class Watched(SilentMonitor):
    def __init__(self, stop_at: float) -> None:
        self.stop_at, self.told = stop_at, []

    def report(self, stage, fraction, **values):
        self.told.append((stage, fraction))

    def raise_if_cancelled(self):
        if any(f >= self.stop_at for s, f in self.told if s.startswith("Reading")):
            raise Cancelled("stopped")


def test_progress_and_cancel_within_one_file(table, monkeypatch):
    monkeypatch.setattr(_progress, "LARGE", 1000)
    monkeypatch.setattr("spectralign_gui.io.readers.text.decode.CHUNK", 20_000)
    watched = Watched(2.0)
    assert read_batch([str(table)], watched)[0].kind == "spectra"
    within = [f for s, f in watched.told if s == "Reading table.csv"]
    assert len(within) > 20 and within == sorted(within) and within[-1] > 0.9
    with pytest.raises(Cancelled):
        read_batch([str(table)], Watched(0.5))
