"""A folder of 5,000 files, and of 300 instruments: command line and import dialog, time, memory and the longest gap of
the window's event loop.

    python benchmarks/many_files.py [files] [instruments]

Writes `many_files.md`. Files are made in a temporary folder. The window is the real dialog, off screen.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
AXIS = np.linspace(400, 2500, 700)
TICK_MS = 5


def spectra(rng: np.random.Generator, count: int) -> np.ndarray:
    """Reflectance of so many leaves."""
    base = 0.4 + 0.2 * np.exp(-(((AXIS - 1200) / 200) ** 2))
    return base * (1 + rng.normal(0, 0.05, (count, 1))) + rng.normal(0, 1e-3, (count, len(AXIS)))


def make(folder: Path, files: int, instruments: int) -> tuple[Path, Path]:
    """One spectrum in a file; twenty spectra of one instrument in a file, each on wavelengths of its own."""
    rng = np.random.default_rng(0)
    single, several = folder / "files", folder / "instruments"
    single.mkdir()
    several.mkdir()
    for k, row in enumerate(spectra(rng, files)):
        lines = "".join(f"{a:.3f},{v:.6f}\n" for a, v in zip(AXIS, row, strict=True))
        (single / f"sample_{k:05d}.csv").write_text("wavelength (nm),reflectance\n" + lines)
    for i in range(instruments):
        axis = AXIS + rng.normal(0, 1)
        lines = "".join(f"s{k}," + ",".join(f"{v:.6f}" for v in row) + "\n" for k, row in enumerate(spectra(rng, 20)))
        titles = ",".join(f"{a:.3f} nm" for a in axis)
        (several / f"instrument_{i:03d}.csv").write_text(f"sample,{titles}\n{lines}")
    return single, several


def command(*arguments: str) -> str:
    """Seconds, processor seconds and megabytes of a command."""
    watched = ("import resource,sys; from spectralign_gui.cli import main; "
               "from spectralign_gui.io.apart import close_all; code = main(sys.argv[1:]); "
               "close_all(); mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024; "
               "print('MB', mb, code, file=sys.stderr)")
    start, before = time.perf_counter(), used()
    done = subprocess.run([sys.executable, "-c", watched, *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=ROOT)
    tail = done.stderr.split()
    mb = float(tail[tail.index("MB") + 1]) if "MB" in tail else float("nan")
    if done.returncode:
        return f"exit code {done.returncode}: {done.stderr.strip().splitlines()[0][:120]}"
    return f"{time.perf_counter() - start:.1f} | {used() - before:.1f} | {mb:.0f}"


def used() -> float:
    """Processor seconds of the processes that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def window(folder: Path) -> str:
    """Row of the table for an import through the dialog, in a process of its own."""
    environment = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    done = subprocess.run([sys.executable, __file__, "--window", str(folder)], capture_output=True, text=True,
                          check=False, env=environment, cwd=ROOT)
    return done.stdout.strip() or done.stderr.strip()[-400:]


def in_window(folder: str) -> None:
    """Drop the folder on a window, take what the dialog proposes, and print seconds, megabytes and gaps."""
    from PySide6.QtCore import QElapsedTimer, QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    from spectralign_gui.ui.main_window.window import MainWindow

    app = QApplication(sys.argv[:1])
    main = MainWindow()
    main.show()
    main.complete()
    app.processEvents()
    gaps: list[tuple[float, str, float]] = []
    clock = QElapsedTimer()
    clock.start()
    last = [clock.nsecsElapsed(), "reading", time.thread_time()]
    beat = QTimer()
    beat.setInterval(TICK_MS)

    def tick() -> None:
        now = clock.nsecsElapsed()
        worked = time.thread_time()  # what other programs take is in the gap, not in here
        gaps.append(((now - last[0]) / 1e6, str(last[1]), 1e3 * (worked - last[2])))
        last[0], last[2] = now, worked
        dialog = main.importer.dialog
        if dialog is not None and dialog.isVisible() and last[1] == "reading":
            last[1] = "dialog"
            QTimer.singleShot(500, dialog.buttons.accepted.emit)

    beat.timeout.connect(tick)
    beat.start()
    start = time.perf_counter()
    main.importer.open([folder], look=True)
    loop, look = QEventLoop(), QTimer()

    def arrived() -> None:
        if main.model.state.datasets or time.perf_counter() - start > 300:
            loop.quit()

    look.timeout.connect(arrived)
    look.start(TICK_MS)
    loop.exec()  # a program that pumps events itself would keep a processor busy
    taken = time.perf_counter() - start
    last[1] = "after"
    look.stop()
    QTimer.singleShot(2000, loop.quit)
    loop.exec()
    worst = {step: f"{max((g for g, s, _ in gaps if s == step), default=0.0):.0f} "
                   f"({max((w for _, s, w in gaps if s == step), default=0.0):.0f})"
             for step in ("reading", "dialog", "after")}
    mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sets, rows = len(main.model.state.datasets), sum(len(d) for d in main.model.state.datasets)
    print(f"{taken:.1f} | {mb:.0f} | {sets} sets of {rows} spectra | " + " | ".join(worst.values()))
    os._exit(0)


def main() -> None:
    """Measure and write."""
    files, instruments = (int(a) for a in (*sys.argv[1:], "5000", "300")[:2])
    with tempfile.TemporaryDirectory() as name:
        single, several = make(Path(name), files, instruments)
        lines = ["# Many files at once", "",
                 f"`python benchmarks/many_files.py {files} {instruments}`; load of the machine at the start "
                 f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores. Processor seconds: of all processes.", "",
                 "| command | s | processor s | MB |", "|---|---:|---:|---:|"]
        for what, folder in ((f"info, {files} files", single), (f"info, {instruments} instruments", several),
                             (f"convert, {instruments} instruments", several)):
            paths = [str(p) for p in sorted(folder.iterdir())]
            out = ("--output", str(Path(name) / "out.h5")) if what.startswith("convert") else ()
            lines.append(f"| {what} | {command(what.split(',')[0], *paths, *out)} |")
            print(lines[-1], flush=True)
        lines += ["", "The longest gaps of the window's event loop, in milliseconds; in brackets the longest work of "
                  "the window's own thread, without what other programs took meanwhile:", "",
                  "| import in the window | s | MB | taken | while reading | in the dialog | after |",
                  "|---|---:|---:|---|---:|---:|---:|"]
        for what, folder in ((f"{files} files", single), (f"{instruments} instruments", several)):
            lines.append(f"| {what} | {window(folder)} |")
            print(lines[-1], flush=True)
    (Path(__file__).with_suffix(".md")).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if "--window" in sys.argv:
        in_window(sys.argv[-1])
    else:
        main()
