"""Recovery files and project locks: what a killed program leaves behind is found, what a living one has is not."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.recovery import ProjectLock, Recovery, left_behind
from spectralign_gui.io.samples import load_sample_session

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def state():
    return load_sample_session("sines")


def orphan(recovery):
    """As if the process that wrote it had died."""
    note = recovery.file.with_suffix(".json")
    entry = json.loads(note.read_text())
    entry["process"] = 2**22 + 12345  # above the largest process number of Linux
    note.write_text(json.dumps(entry))


def test_a_living_window_is_not_offered(state, tmp_path):
    recovery = Recovery(tmp_path)
    recovery.save(state.with_(seed=5), project=str(tmp_path / "p.spectralign"))
    assert left_behind(tmp_path) == []
    orphan(recovery)
    (found,) = left_behind(tmp_path)
    assert found.open().state.seed == 5 and found.project.endswith("p.spectralign")
    found.discard()
    assert left_behind(tmp_path) == [] and list(tmp_path.iterdir()) == []


def test_clear(state, tmp_path):
    recovery = Recovery(tmp_path)
    recovery.clear()
    recovery.save(state)
    recovery.clear()
    assert list(tmp_path.iterdir()) == []


def test_two_windows_have_their_own_files(state, tmp_path):
    first, second = Recovery(tmp_path), Recovery(tmp_path)
    first.save(state.with_(seed=1))
    second.save(state.with_(seed=2))
    orphan(first)
    assert [u.open().state.seed for u in left_behind(tmp_path)] == [1]


def test_a_folder_that_cannot_be_made(state, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="recovery"):
        Recovery(tmp_path / "file" / "x").save(state)


def test_rubbish_in_the_folder_is_passed_over(tmp_path):
    (tmp_path / "a.json").write_text("not json")
    (tmp_path / "b.json").write_text("[1]")
    (tmp_path / "c.json").write_text("{}")
    assert left_behind(tmp_path) == []


def test_the_second_window_is_told(tmp_path):
    project = tmp_path / "p.spectralign"
    first, second = ProjectLock(project), ProjectLock(project)
    assert first.acquire() == "" and first.holder() == ""
    assert " on " in second.acquire()
    second.release()
    assert " on " in ProjectLock(project).holder()
    first.release()
    assert second.acquire() == ""
    second.release()


def test_a_lock_of_a_dead_process_does_not_count(tmp_path):
    lock = ProjectLock(tmp_path / "p")
    lock.acquire()
    entry = json.loads(lock.file.read_text())
    lock.file.write_text(json.dumps({**entry, "process": 2**22 + 12345}))
    assert ProjectLock(tmp_path / "p").acquire() == ""


def test_a_number_of_a_process_is_used_again(state, tmp_path):
    """After a restart of the computer another program may have the number of the one that crashed."""
    recovery, lock = Recovery(tmp_path / "r"), ProjectLock(tmp_path / "p")
    recovery.save(state)
    lock.acquire()
    for note in (recovery.file.with_suffix(".json"), lock.file):
        note.write_text(json.dumps({**json.loads(note.read_text()), "begun": "another day"}))
    assert len(left_behind(tmp_path / "r")) == 1
    assert ProjectLock(tmp_path / "p").holder() == ""


def test_a_recovery_file_older_than_the_last_save_is_not_offered(state, tmp_path):
    project = tmp_path / "p.spectralign"
    for saved_later in (True, False):
        recovery = Recovery(tmp_path / "r")
        stamps = [recovery.stamp(), recovery.stamp()]
        recovery.save(state.with_(seed=1), project=str(project), stamp=stamps[not saved_later])
        save_project(project, state.with_(seed=2), stamp=stamps[saved_later])
        orphan(recovery)
        assert len(left_behind(tmp_path / "r")) == (0 if saved_later else 1)
        recovery.clear()
    recovery.save(state, project=str(project), stamp=recovery.stamp())
    save_project(project, state.with_(seed=2), stamp=Recovery(tmp_path / "r").stamp())
    orphan(recovery)
    assert len(left_behind(tmp_path / "r")) == 1, "another window saved it: what this one had is not in there"


def test_half_written_files_go_after_a_day(state, tmp_path):
    recovery = Recovery(tmp_path)
    recovery.save(state)
    mine = tmp_path / f".{recovery.file.stem}-abc.spectralign"
    old, new = tmp_path / ".0123-x.spectralign", tmp_path / ".4567-x.spectralign"
    for file in (mine, old, new):
        file.touch()
    for file in (mine, old):
        os.utime(file, (1, 1))
    left_behind(tmp_path)
    assert mine.exists() and new.exists() and not old.exists()


SCRIPT = """
import sys
from spectralign_gui.io.project import save_project
from spectralign_gui.io.recovery import Recovery
from spectralign_gui.io.samples import load_sample_session
folder, project = sys.argv[1:]
state, recovery, n = load_sample_session("sines"), Recovery(folder), 0
print("ready", flush=True)
while True:
    n += 1
    state = state.with_(seed=n)
    recovery.save(state, project=project)
    print("recovered", n, flush=True)
    if n % 3 == 0:
        save_project(project, state)
        print("saved", n, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is tried on POSIX systems only")
def test_killed_at_any_moment_something_whole_opens(tmp_path):
    chance = random.Random(7)
    for attempt in range(5):
        folder, project = tmp_path / str(attempt), tmp_path / f"{attempt}.spectralign"
        process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(folder), str(project)], stdout=subprocess.PIPE,
                                   text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        last = {"recovered": 0, "saved": 0}
        for _ in range(chance.randint(1, 8)):
            word, number = process.stdout.readline().split()
            last[word] = int(number)
        try:  # a random moment within the next step
            process.wait(chance.random() * 0.03)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
        rest, _ = process.communicate()
        for line in rest.splitlines():
            word, number = line.split()
            last[word] = int(number)
        (unsaved,) = left_behind(folder)
        assert unsaved.open().state.seed in (last["recovered"], last["recovered"] + 1)
        if last["saved"]:
            assert open_project(project).state.seed in (last["saved"], last["saved"] + 3)


def test_compression_is_only_a_matter_of_speed(state, tmp_path):
    for compress in (True, False):
        save_project(tmp_path / f"{compress}", state, compress=compress)
        again = open_project(tmp_path / f"{compress}").state
        assert (again.datasets[0].spectra == state.datasets[0].spectra).all()
