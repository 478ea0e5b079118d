"""Whether the window gives back what it took: opens, runs, looks at and removes the same data again and again.

    python benchmarks/window_memory.py [--rounds 20] [--types]

Writes window_memory.md beside this file: memory of the process, Python objects, widgets, plot items and receivers of
the model's signals after every round. `--types` says which kinds of objects have become more. A first round or two may
grow (caches, atlases of symbols, modules that are loaded late); after that nothing may.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import argparse
import ctypes
import gc
import platform
import sys
import tempfile
from collections import Counter
from pathlib import Path

import psutil
import PySide6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QGraphicsItem
from window_actions import Bench
from window_watch import settle

from spectralign_gui.core.data import SpectralDataset
from spectralign_gui.io.project import save_project
from spectralign_gui.session.run import RunResult
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.app import application

Row = dict[str, int]
SIGNALS = ("stateChanged(PyObject,PyObject)", "datasetsChanged()", "currentRunChanged(PyObject)", "runsChanged()",
           "message(QString)")


def census(bench: Bench) -> Row:
    """What there is now, after everything that nobody refers to has been taken apart."""
    settle(bench.busy)
    gc.unfreeze()
    for _ in range(3):
        gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    objects = gc.get_objects()
    model = bench.model
    return {
        "memory, MB": psutil.Process().memory_info().rss // 2**20,
        "Python objects": len(objects),
        "data sets": sum(isinstance(o, SpectralDataset) for o in objects),
        "runs": sum(isinstance(o, RunResult) for o in objects),
        "widgets": len(QApplication.allWidgets()),
        "plot items": sum(isinstance(o, QGraphicsItem) for o in objects),
        "receivers": sum(model.receivers(f"2{name}") for name in SIGNALS),
        "QObjects of the window": len(bench.window.findChildren(QObject)),
    }


def round_of(bench: Bench, project: Path) -> None:
    """Open a project, run, select, look at every dock, take it all out again."""
    bench.window.project.open(project)
    settle(bench.busy)
    for _ in range(2):
        bench.window.controller.start()
        settle(bench.busy)
    bench.scattered(50)
    settle(bench.busy)
    for name in bench.window.docks:
        bench.tab(name)
        settle(bench.busy)
    for name in ("theme-dark", "theme-light", "previous-run", "remove-instrument", "undo"):
        bench.press(name)
        settle(bench.busy)
    bench.model.reset(SessionState())
    bench.window.project.forget()
    bench.tab("data")
    settle(bench.busy)


def main() -> None:
    """Repeat and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--types", action="store_true", help="say which kinds of objects have become more")
    given = parser.parse_args()
    app = application([])
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        bench = Bench(Path(made), 600, 1500, False)
        project = Path(made) / "again.spectralign"
        save_project(project, bench.state, ())
        bench.state = SessionState()
        before: Counter[str] = Counter()
        for k in range(given.rounds):
            round_of(bench, project)
            rows.append(census(bench))
            print(k + 1, rows[-1], flush=True)
            if given.types and k == 4:
                before = Counter(type(o).__name__ for o in gc.get_objects())
        if given.types:
            more = Counter(type(o).__name__ for o in gc.get_objects())
            more.subtract(before)
            print([(name, count) for name, count in more.most_common(25) if count > 0])
        bench.close()
    lines = ["# Memory of the window over many rounds", "",
             f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, PySide6 "
             f"{PySide6.__version__}, platform “{app.platformName()}”.", "",
             "Every round opens a project with 2 × 600 × 1,500, runs low rank alignment, selects, looks at every dock, "
             "changes the theme twice, removes an instrument, undoes that, and empties the session. Made by `python "
             "benchmarks/window_memory.py`.", "",
             f"| round | {' | '.join(rows[0])} |", f"|{'---|' * (len(rows[0]) + 1)}"]
    lines += [f"| {k + 1} | {' | '.join(f'{v:,}' for v in row.values())} |" for k, row in enumerate(rows)]
    if given.rounds >= 20:
        Path(__file__).with_suffix(".md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
