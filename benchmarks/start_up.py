"""How long it takes to start: the window until it can be used, and the commands that only tell something.

Run by hand: ``python -m benchmarks.start_up [--runs 5] [--against FOLDER] [--save]``. FOLDER is a checkout of another
version (``git worktree add``); the two take turns, so that what else the machine does hits both alike. Times are the
least of all runs (wall clock, and processor time of the process), after one that is not counted. The table goes to
`start_up.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
WINDOW = """
import json, os, sys, tempfile, time
began = float(sys.argv[1])
import gc; gc.disable()
from PySide6.QtCore import QEvent, QObject, QSettings, QTimer
from spectralign_gui.ui.app import application
from spectralign_gui.ui.main_window import MainWindow
told = {}
def note(name):
    told.setdefault(name, [time.time() - began, time.process_time()])
app = application()
settings = QSettings(os.path.join(tempfile.mkdtemp(), "s.ini"), QSettings.Format.IniFormat)
late = "at_once" in MainWindow.__init__.__code__.co_varnames
window = MainWindow(settings=settings, **({"at_once": False} if late else {}))
class Painted(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, lambda: note("painted"))
            if not late:
                QTimer.singleShot(0, lambda: (note("complete"), app.quit()))
        return False
painted = Painted()
window.installEventFilter(painted)
gaps, last = [], [None]
def beat():
    now = time.perf_counter()
    if last[0] is not None and "painted" in told:
        gaps.append(now - last[0])
    last[0] = now
pulse = QTimer(interval=0)
pulse.timeout.connect(beat)
pulse.start()
if late:
    window.ready.connect(lambda: (note("complete"), app.quit()))
window.show()
app.exec()
print("TOLD" + json.dumps({**told, "longest": max(gaps, default=0.0)}), flush=True)
os._exit(0)
"""
COMMANDS = {"spectralign --help": ["--help"], "spectralign methods": ["methods"],
            "spectralign methods --json": ["methods", "--json"], "spectralign info FILE.csv": ["info", "{file}"],
            "spectralign align --help": ["align", "--help"]}


def environment(folder: Path) -> dict[str, str]:
    """Where Python finds the version in `folder`."""
    return {**os.environ, "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen", "OPENBLAS_NUM_THREADS": "1"}


def command(folder: Path, words: list[str]) -> tuple[float, float]:
    """Wall and processor seconds of one call."""
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-m", "spectralign_gui", *words], env=environment(folder), check=True,
                   stdout=subprocess.DEVNULL, cwd=folder)
    after = os.times()
    return (time.perf_counter() - began,
            after.children_user + after.children_system - before.children_user - before.children_system)


def window(folder: Path) -> dict[str, float]:
    """Seconds until the window is painted and until it is complete, and the longest time it did not answer between."""
    done = subprocess.run([sys.executable, "-c", WINDOW, str(time.time())], env=environment(folder), check=True,
                          capture_output=True, text=True, cwd=folder)
    told = json.loads(done.stdout.rpartition("TOLD")[2])
    return {"painted": told["painted"][0], "painted, processor": told["painted"][1],
            "complete": told["complete"][0], "complete, processor": told["complete"][1], "longest": told["longest"]}


def measured(folders: dict[str, Path], runs: int) -> dict[str, dict[str, float]]:
    """Least of all runs, per row and version."""
    file = Path(tempfile.mkdtemp()) / "a.csv"
    file.write_text("Sample,1000,1001,1002\nx,1,2,3\ny,2,3,4\n")
    rows: dict[str, dict[str, float]] = {}

    def keep(row: str, version: str, value: float, counts: bool) -> None:
        if counts:
            cells = rows.setdefault(row, {})
            cells[version] = min(value, cells.get(version, value))

    for run in range(runs + 1):
        for version, folder in folders.items():
            for name, value in window(folder).items():
                keep(f"window {name}", version, value, run > 0)
            for name, words in COMMANDS.items():
                wall, processor = command(folder, [w.format(file=file) for w in words])
                keep(name, version, wall, run > 0)
                keep(f"{name}, processor", version, processor, run > 0)
    return rows


def table(rows: dict[str, dict[str, float]], versions: list[str]) -> str:
    """The rows as Markdown, in seconds."""
    lines = [f"| seconds | {' | '.join(versions)} |", "|---" * (len(versions) + 1) + "|"]
    lines += [f"| {row} | {' | '.join(f'{cells[v]:.2f}' for v in versions)} |" for row, cells in rows.items()]
    return "\n".join(lines)


def main() -> None:
    """Measure and print, or save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--save", action="store_true")
    asked = parser.parse_args()
    folders = {"before": asked.against.resolve()} if asked.against else {}
    folders["now"] = HERE
    rows = measured(folders, asked.runs)
    text = (f"# Starting\n\nMade by `python -m benchmarks.start_up` (see there) on {os.cpu_count()} cores; the load of "
            f"the machine was {os.getloadavg()[0]:.1f}. \"Painted\" is the window with its menus and the places of all "
            "docks; \"complete\" has all docks; \"longest\" is how long it did not answer in between.\n\n"
            f"{table(rows, list(folders))}\n")
    print(text)
    if asked.save:
        (HERE / "benchmarks" / "start_up.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
