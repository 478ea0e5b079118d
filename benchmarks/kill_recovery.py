"""Kill a scripted session of the window at random moments, saves included, and look at what the next start finds.

    python benchmarks/kill_recovery.py [--kills 200] [--seed 1] [--output benchmarks/kill_recovery.md]

Every session is a process of its own with a real (offscreen) window: it edits, undoes, runs, saves and writes its
recovery file as fast as it can, and tells every step. After ``kill -9`` the next start has to find a whole state: the
unsaved one if it is offered, else the saved one, and never one older than the last save that was told to be done.
Every state carries its number in six places, so that a mix of two states is noticed. POSIX only.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.core.errors import FileError
from spectralign_gui.io.project import Project, open_project
from spectralign_gui.io.recovery import left_behind
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState

ROWS, CHANNELS, LONGEST = 150, 1500, 2.5


def state_number(n: int) -> SessionState:
    """The session with `n` in six of its parts."""
    base = np.random.default_rng(5).random((ROWS, CHANNELS))
    sets = tuple(SpectralDataset(name, base + n + k, Axis(np.arange(float(CHANNELS)))) for k, name in enumerate("ab"))
    standards = tuple(s.with_held_out(k == n % ROWS) for k, s in enumerate(match_by_name(sets).standards))
    return SessionState(sets, standards, seed=n, parameters={"lra": {"mu": 0.2 + n % 500 / 1000, "n_components": 2}},
                        excluded={"a": ((n + 1) % ROWS,)}, selections={str(n): {"b": (n % ROWS,)}})


def number_of(project: Project) -> int:
    """The number of a stored state.

    Raises
    ------
    AssertionError
        Its parts are of different states.
    """
    n, state = project.state.seed, project.state
    wanted = state_number(n)
    same = (state.standards == wanted.standards and state.parameters == wanted.parameters
            and state.excluded == wanted.excluded and state.selections == wanted.selections
            and all(np.array_equal(a.spectra, b.spectra) for a, b in zip(state.datasets, wanted.datasets, strict=True)))
    assert same, f"state {n} is mixed with another"
    for run in project.runs:
        assert np.array_equal(run.state.datasets[0].spectra, state_number(run.state.seed).datasets[0].spectra)
    return n


def session(folder: Path, pipe: int, seed: int) -> None:
    """What the killed process does; never returns."""
    from PySide6.QtCore import QSettings, QTimer

    from spectralign_gui.io import recovery as recovery_module
    from spectralign_gui.ui.app import application
    from spectralign_gui.ui.main_window import MainWindow
    from spectralign_gui.ui.project import keeper as keeper_module

    def tell(word: str, n: int = 0) -> None:
        os.write(pipe, f"{word} {n}\n".encode())

    def told(word: str, function):
        def call(path, state, *more, **named):
            tell(f"begin-{word}", state.seed)
            function(path, state, *more, **named)
            tell(f"end-{word}", state.seed)
        return call

    keeper_module.save_project = told("save", keeper_module.save_project)
    recovery_module.save_project = told("recovery", recovery_module.save_project)
    chance = random.Random(seed)
    app = application(["session"])
    window = MainWindow(settings=QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat),
                        recovery_folder=folder / "recovery")
    window.show()
    keeper, model, count = window.project, window.model, [0]
    keeper._autosave.setInterval(15)
    model.reset(state_number(0))

    def step() -> None:
        what = chance.choices(("edit", "undo", "save", "run"), (60, 10, 20, 10))[0]
        if what == "edit":
            count[0] += 1
            model.change("Edit", state_number(count[0]))
        elif what == "undo":
            model.undo_stack.undo()
        elif what == "run":
            window.controller.start()
        else:
            keeper.save()
        timer.start(chance.randint(1, 25))

    timer = QTimer(singleShot=True)
    timer.timeout.connect(step)

    def first(_: str) -> None:
        keeper.saved.disconnect(first)
        tell("ready")
        timer.start(1)

    keeper.saved.connect(first)
    keeper._save_to(str(folder / "p.spectralign"), False)
    app.exec()
    os._exit(1)


def lines_of(pipe: int, wait_for: str = "") -> list[tuple[str, int]]:
    """What the session has told: up to a word, or all that is left."""
    content = b""
    while True:
        part = os.read(pipe, 1 << 16)
        content += part
        if not part or (wait_for and f"{wait_for} ".encode() in content):
            return [(w, int(n)) for w, n in (line.split() for line in content.decode().splitlines())]


def one_kill(folder: Path, seed: int) -> tuple[str, str]:
    """Kill one session; which state the next start has, and at which work the program was killed."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        session(folder, write, seed)
    os.close(write)
    told = lines_of(read, "ready")
    time.sleep(random.Random(seed + 10 ** 6).random() * LONGEST)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    told += lines_of(read)
    os.close(read)
    return judge(folder, told)


def judge(folder: Path, told: list[tuple[str, int]]) -> tuple[str, str]:
    """Compare what is on the disk with what was told.

    Raises
    ------
    AssertionError, FileError
        Nothing whole is there, a mix, or something older than the last save.
    """
    begun: dict[str, list[int]] = {"save": [], "recovery": []}
    done: dict[str, int] = {}
    for word, n in told:
        kind = word.partition("-")[2]
        if word.startswith("begin"):
            begun[kind].append(n)
        elif word.startswith("end"):
            done[kind] = n
            begun[kind] = []
    saved = number_of(open_project(folder / "p.spectralign"))
    assert saved in {done["save"], *begun["save"]}, f"saved {saved}, told {done} {begun}"
    backup = folder / "p.spectralign.bak"
    if backup.exists():
        number_of(open_project(backup))
    unsaved = left_behind(folder / "recovery")
    moment = "while saving" if begun["save"] else "while writing the recovery file" if begun["recovery"] else "between"
    if not unsaved:
        return "saved", moment
    (found,) = unsaved
    offered = number_of(found.open())
    assert offered in {done.get("recovery", -1), *begun["recovery"]}, f"offered {offered}, told {done} {begun}"
    assert not found.superseded
    return "recovered", moment


def main() -> int:
    """Kill, count, write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output")
    arguments = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    wrong: list[str] = []
    for k in range(arguments.kills):
        with tempfile.TemporaryDirectory() as folder:
            try:
                counts[one_kill(Path(folder), arguments.seed * 1000 + k)] += 1
            except (AssertionError, FileError) as error:
                wrong.append(f"{k}: {error}")
                print(wrong[-1], file=sys.stderr)
    text = table(arguments.kills, counts, wrong)
    print(text)
    if arguments.output:
        Path(arguments.output).write_text(text, encoding="utf-8")
    return 1 if wrong else 0


def table(kills: int, counts: Counter[tuple[str, str]], wrong: list[str]) -> str:
    """The page."""
    lines = ["# Killed at random moments", "",
             f"{kills} sessions of the window were killed with `kill -9` up to {LONGEST:g} s after their first save "
             "(`python benchmarks/kill_recovery.py`): each edits, undoes, runs, saves and writes its recovery file "
             "without a rest. What the next start finds:", "",
             f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores.", "",
             "| killed | the unsaved state is offered | the saved state is the newest |", "|---|---:|---:|"]
    for moment in ("while saving", "while writing the recovery file", "between"):
        lines.append(f"| {moment} | {counts['recovered', moment]} | {counts['saved', moment]} |")
    lines += ["", f"Neither, a mix of two states, or one older than the last save: **{len(wrong)}**.", ""]
    return "\n".join([*lines, *(f"- {sentence}" for sentence in wrong)])


if __name__ == "__main__":
    sys.exit(main())
