"""Load, run, undo, unload, again and again in one window: memory, objects of Qt and time must stay flat.

    python benchmarks/soak.py [--runs 500] [--method bias]

Prints a table for RELIABILITY.md: after every tenth of the runs the memory, the number of Qt objects there are in C++
(found by walking down from the application and all windows) and the seconds that a run took.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import argparse
import gc
import sys
import tempfile
import time
from pathlib import Path

import shiboken6

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from monkey import memory
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSettings
from PySide6.QtWidgets import QApplication

from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.app import application
from spectralign_gui.ui.main_window import MainWindow
from tests.ui.test_every_action import pair


def qt_objects() -> int:
    """How many there are, those included that Python does not know."""
    seen: set[int] = set()
    left: list[QObject] = [QCoreApplication.instance(), *QApplication.topLevelWidgets(),
                           *(o for o in gc.get_objects() if isinstance(o, QObject) and shiboken6.isValid(o))]
    while left:
        one = left.pop()
        place = shiboken6.getCppPointer(one)[0]
        if place not in seen:
            seen.add(place)
            left += one.children()
    return len(seen)


def settle(window: MainWindow) -> None:
    """Let all that was begun come to its end."""
    while True:
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if not window.controller.jobs.jobs and not window.model.turns.busy:
            return
        time.sleep(0.002)


def one_run(window: MainWindow, method: str) -> None:
    """Data in, a run, a look at a dock, undo, all of it out."""
    window.model.reset(pair().with_(method=method))
    window.controller.start()
    settle(window)
    window.model.change("Seed", window.model.state.with_(seed=1))
    window.model.undo_stack.undo()
    window.model.reset(SessionState())
    window.project.forget()
    settle(window)


def main() -> int:
    """Run and count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--method", default="bias")
    arguments = parser.parse_args()
    application(["soak"])
    with tempfile.TemporaryDirectory() as place:
        window = MainWindow(settings=QSettings(str(Path(place) / "s.ini"), QSettings.Format.IniFormat),
                            recovery_folder=Path(place) / "recovery")
        window.show()
        for _ in range(5):
            one_run(window, arguments.method)
        print("| runs | memory, MB | Qt objects | processor seconds a run |\n|---:|---:|---:|---:|")
        print(f"| 0 | {memory():.0f} | {qt_objects()} | |", flush=True)
        step = max(arguments.runs // 10, 1)
        for done in range(step, arguments.runs + 1, step):
            began = time.process_time()
            for _ in range(step):
                one_run(window, arguments.method)
            each = (time.process_time() - began) / step
            print(f"| {done} | {memory():.0f} | {qt_objects()} | {each:.2f} |", flush=True)
        window.controller.shutdown(60)
        window.keep_or_discard = lambda: True  # type: ignore[method-assign]
        window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
