"""Reading in another process: whatever happens to it, one sentence comes out and the next file is read."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.errors import Cancelled, FileError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.io.apart import Allowance, apart, close_all, limits, pool, warm, watched_by, worker
from spectralign_gui.io.apart.frames import read_frame, write_frame
from spectralign_gui.io.readers import Block, Guess, ReadResult
from tests.io import apart_functions as there

SMALL = Allowance(300_000_000, 1.0)
posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture(params=["copied", "started anew"])
def way(request, monkeypatch):
    """Both ways in which a reading process comes into being."""
    monkeypatch.setattr(worker, "can_fork", lambda: request.param == "copied" and sys.platform == "linux")
    close_all()
    yield request.param
    close_all()


def sentence(function, *arguments, allowance=SMALL) -> str:
    with pytest.raises(FileError) as caught:
        apart(function, "x.h5", *arguments, allowance=allowance)
    assert apart(there.echo, "y")[0] == os.path.abspath("y"), "the next file is read"
    return str(caught.value)


@posix
@pytest.mark.parametrize("how", [signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGKILL, signal.SIGILL])
def test_a_process_that_dies_is_one_sentence(how, way):
    assert sentence(there.die, int(how)).endswith("broke down over it; it is damaged.")


def test_a_process_that_leaves_is_one_sentence(way):
    assert "broke down" in sentence(there.leave)


def test_a_loop_in_c_that_holds_the_interpreter_ends(way):
    assert "does not come to an end" in sentence(there.hang)


@posix
def test_a_process_that_only_waits_is_ended_by_the_clock(monkeypatch, way):
    monkeypatch.setattr(limits.Allowance, "clock", 0.3)
    with pytest.raises(FileError, match="does not come to an end"):
        apart(there.wait, "x", allowance=SMALL)


def test_memory_beyond_the_allowance_is_not_given(way):
    with pytest.raises(MemoryError):
        apart(there.swell, "x", 2 << 30, allowance=SMALL)
    with pytest.raises((FileError, MemoryError)):
        apart(there.swell_slowly, "x", allowance=Allowance(200_000_000, 20.0))
    assert apart(there.swell, "x", 100_000_000, allowance=SMALL) == 100_000_000


def test_memory_is_watched_from_outside_where_the_system_sets_no_limit(monkeypatch):
    close_all()
    monkeypatch.setenv("SPECTRALIGN_NO_LIMITS", "1")
    assert "far more memory" in sentence(there.swell_slowly, allowance=Allowance(200_000_000, 60.0))
    close_all()


def test_errors_come_back_as_what_they_are(way):
    assert sentence(there.refuse) == "x.h5: no."
    with pytest.raises(KeyError, match="model"):
        apart(there.fail, "x")
    with pytest.raises(RuntimeError, match="PanicException: in Rust"):
        apart(there.panic, "x")
    with pytest.raises(TypeError, match="handed over"):
        apart(there.unspeakable, "x")


def test_a_cancel_ends_the_reading_at_once(way):
    monitor = SilentMonitor()
    threading.Timer(0.2, monitor.cancel).start()
    with watched_by(monitor), pytest.raises(Cancelled):
        apart(there.hang, "x", allowance=Allowance(300_000_000, 60.0))
    assert apart(there.echo, "x")


def test_one_process_serves_many_files_and_several_threads_have_their_own(way):
    close_all()
    first = apart(there.process, "x")
    assert {apart(there.process, "x") for _ in range(5)} == {first} and first != os.getpid()
    worker = pool._taken()
    assert apart(there.process, "x") != first
    pool._give_back(worker)
    close_all()
    warm()
    assert len(pool._idle) == 1
    assert apart(there.process, "x") != first


def test_nothing_heavy_is_imported_there(monkeypatch):
    monkeypatch.setattr(worker, "can_fork", lambda: False)
    close_all()
    assert apart(there.imported, "x") == []


@pytest.mark.skipif(sys.platform != "linux", reason="copies are made on Linux only")
def test_a_program_of_one_thread_copies_itself_and_others_do_not():
    program = ("import threading; from spectralign_gui.io.apart import apart, forked, pool\n"
               "from tests.io import apart_functions as there\n"
               "print(apart(there.echo, 'x')[1:], type(pool._idle[0]._process).__name__, flush=True)\n"
               "wait = threading.Event(); threading.Thread(target=wait.wait, daemon=True).start()\n"
               "print(forked.can_fork()); wait.set()")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["[]", "Forked", "False"] and not done.stderr


def test_no_process_outlives_the_program():
    program = ("import os, sys; from spectralign_gui.io.apart import apart\n"
               "from tests.io import apart_functions as there\n"
               "print(apart(there.process, 'x'), flush=True); os.kill(os.getpid(), 9)")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    pid = int(done.stdout)
    for _ in range(200):
        if not _runs(pid):
            return
        threading.Event().wait(0.05)
    pytest.fail("the reading process is still there")


def _runs(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


texts = st.text(st.characters(codec=None), max_size=20)
arrays = hnp.arrays(st.sampled_from(["<f8", ">f4", "<i8", "u1", "?", "<c16", "<U5", "S3"]),
                    hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts | st.binary(max_size=20) | arrays,
    lambda inner: st.lists(inner, max_size=4) | st.lists(inner, max_size=4).map(tuple)
    | st.dictionaries(texts | st.just("!"), inner, max_size=4) | st.dictionaries(st.integers(), inner, max_size=3),
    max_leaves=12)


def across(value):
    file = io.BytesIO()
    write_frame(file, value)
    file.seek(0)
    return read_frame(file, 1 << 30)


def same(a, b) -> bool:
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes() and b.flags.writeable
    if dataclasses.is_dataclass(a):
        return type(a) is type(b) and all(same(getattr(a, f.name), getattr(b, f.name)) for f in dataclasses.fields(a))
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(v, w) for v, w in zip(a.values(), b.values(), strict=True))
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and repr(a) == repr(b)


@settings(max_examples=300, deadline=None)
@given(plain)
def test_what_crosses_is_the_same_on_the_other_side(value):
    assert same(value, across(value))


def test_data_classes_of_the_package_cross():
    data = SpectralDataset("a", np.ones((2, 3)), Axis(np.arange(3.0)), ("x", "\udcff"),
                           targets=Targets(("y",), np.zeros((2, 1))))
    result = ReadResult((Block(np.ones((1, 2)), np.arange(2.0)),), guesses={"unit": Guess(("nm", 1.0), 0.5)})
    assert across(result).guesses["unit"] == Guess(("nm", 1.0), 0.5)
    assert across([data])[0].sample_names == data.sample_names
    with pytest.raises(TypeError):
        across(np.array([object()]))


@pytest.mark.parametrize("cls", ["builtins:dict", "spectralign_gui.io.read:Path", "os:system"])
def test_no_other_class_is_made_on_arrival(cls):
    text = json.dumps({"!": "object", "c": cls, "v": {}}).encode("ascii")
    head = b"SPALIGN\1" + len(text).to_bytes(8, "little") + bytes(4)
    with pytest.raises(ValueError, match="handed over"):
        read_frame(io.BytesIO(head + text), 1000)


@pytest.mark.parametrize("content", [b"", b"SPALIGN\1", b"x" * 40, b"SPALIGN\1" + b"\xff" * 12])
def test_what_is_no_frame_is_not_taken_for_one(content):
    with pytest.raises((EOFError, ValueError)):
        read_frame(io.BytesIO(content), 1000)
