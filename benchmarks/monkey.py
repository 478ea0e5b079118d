"""Random things done to the real window, 10,000 by default, and what they bring to light: writes its table on the way.

    python benchmarks/monkey.py [--actions 10000] [--seed 0] [--output table.md]

Every 250 actions the window is closed at whatever stage it is in, with whatever runs, and a new one is opened. What is
raised, what Qt complains about, threads and timers that are left, files left beside those that were dropped, and the
growth of memory are counted. The table belongs into RELIABILITY.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import argparse
import ctypes
import gc
import sys
import tempfile
import time
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QThread
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from spectralign_gui.ui.app import application
from spectralign_gui.ui.main_window import MainWindow
from tests.ui.monkey import Monkey, ticking
from tests.ui.test_monkey import STATES, files

EVERY = 250


def memory() -> float:
    """MB of this process after everything that nobody refers to has gone."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return psutil.Process().memory_info().rss / 2**20


def close(window: MainWindow) -> list[str]:
    """Close at whatever stage it is; what does not end."""
    window.keep_or_discard = lambda: True  # type: ignore[method-assign]
    window.project.keep_or_discard = lambda: True
    found = [] if window.controller.shutdown(60) else ["jobs that do not end"]
    window.close()
    for top in QApplication.topLevelWidgets():
        if top is not window and top.isVisible():
            top.close()
    found += [f"timer left: {t}" for t in ticking() if "StatusBar" not in t]
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    found += [f"thread left: {t!r}" for t in gc.get_objects() if isinstance(t, QThread) and t.isRunning()]
    return found


def main() -> int:
    """Act, count, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--actions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    application(["monkey"])
    QDesktopServices.openUrl = staticmethod(lambda url: True)  # type: ignore[method-assign]
    found: list[str] = []
    rows: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "files"
        folder.mkdir()
        dropped = files(folder)
        before = sorted(os.listdir(folder))
        done, mark, began = 0, 0.0, time.monotonic()
        while done < arguments.actions:
            window = MainWindow(settings=QSettings(str(Path(place) / "s.ini"), QSettings.Format.IniFormat),
                                recovery_folder=Path(place) / "recovery")
            window.show()
            with Monkey(window, arguments.seed + done, STATES, dropped) as monkey:
                for _ in range(min(EVERY, arguments.actions - done)):
                    monkey.act()
                    done += 1
            found += monkey.found + close(window)
            del window
            if sorted(os.listdir(folder)) != before:
                found.append(f"files left: {sorted(set(os.listdir(folder)) - set(before))}")
                before = sorted(os.listdir(folder))
            if done % 1000 < EVERY:
                now = memory()
                grown = f"{now - mark:+.0f}" if mark else ""
                rows.append(f"| {done} | {len(found)} | {now:.0f} | {grown} | {time.monotonic() - began:.0f} |")
                mark = now
                print(rows[-1], *found[-3:], sep="\n", flush=True)
    table = "\n".join(["| actions | findings | memory, MB | per 1,000 actions, MB | seconds |",
                       "|---:|---:|---:|---:|---:|", *rows, ""])
    if arguments.output:
        arguments.output.write_text(table, encoding="utf-8")
    print(table, *dict.fromkeys(found), sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
