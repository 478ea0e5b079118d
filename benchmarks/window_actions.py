"""How long the window stops answering in each of the things that people do with large data: writes window_actions.md.

    python benchmarks/window_actions.py [--quick] [--only TEXT] [--where]

Everything is done in the real window and its running event loop: a timer ticks every 5 ms, and the gaps between its
ticks are what a hand on the mouse would feel. Two instruments of 5,000 spectra of 6,144 channels, 4,000 standards, two
runs of low rank alignment; at last the first run of a fresh window with 2 × 1,000 × 2,000. `--where` says in which
lines the window hung.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import argparse
import platform
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import PySide6
import window_further
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_watch import Seen, Watch, settle

from spectralign_gui.core.data import Axis, SpectralDataset, Standard, Targets
from spectralign_gui.io.project import save_project
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui import theme
from spectralign_gui.ui.app import application
from spectralign_gui.ui.garbage import GarbageCollector
from spectralign_gui.ui.main_window import MainWindow

Action = tuple[str, Callable[[], object] | None, Callable[[], object]]
"""What it is called, what has to be done before, and what is done."""


def instrument(name: str, n: int, p: int, seed: int) -> SpectralDataset:
    """Mixtures of 30 spectra with noise, groups and two properties."""
    rng, common = np.random.default_rng(seed), np.random.default_rng(99)
    shares = common.random((n, 30), dtype=np.float32)
    spectra = shares @ rng.random((30, p), dtype=np.float32)
    for start in range(0, n, 500):
        spectra[start:start + 500] += 0.05 * rng.random(spectra[start:start + 500].shape, dtype=np.float32)
    names = tuple(f"sample {i + 1:05d}" for i in range(n))
    groups = tuple(f"rock {'abcde'[int(5 * s)]}" for s in shares[:, 0])
    return SpectralDataset(name, spectra, Axis(np.linspace(200, 900, p), "nm"), names, "intensity",
                           targets=Targets(("SiO2", "MgO"), shares[:, :2].astype(float), ("%", "%")), groups=groups)


def session(n: int, p: int, each: int = 10, rank: int = 20) -> SessionState:
    """Two instruments with a standard in every `each`-th row."""
    standards = tuple(Standard({"first": (i,), "second": (i,)}, held_out=i % (5 * each) == 0)
                      for i in range(0, n, each))
    return SessionState((instrument("first", n, p, 1), instrument("second", n, p, 2)), standards,
                        parameters={"lra": {"rank": rank}})


class Bench:
    """A window, and what is done in it."""

    def __init__(self, folder: Path, n: int, p: int, where: bool) -> None:
        self.folder, self.n = folder, n
        self.window = MainWindow(settings=QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat),
                                 recovery_folder=folder / "recovery")
        self.model, self.jobs = self.window.model, self.window.controller.jobs
        self.window.resize(1440, 900)
        self.window.show()
        self.garbage = GarbageCollector(self.window)
        self.watch = Watch(self.busy, where)
        self.state = session(n, p)
        self.rng = np.random.default_rng(0)
        settle(self.busy)

    def busy(self) -> bool:
        """Whether anything is under way."""
        return (bool(self.jobs.jobs) or self.model.turns.busy or theme.changing()
                or QApplication.activeModalWidget() is not None)

    def close(self) -> None:
        """End."""
        self.window.keep_or_discard = lambda: True  # type: ignore[method-assign]
        self.window.controller.shutdown(30)
        self.window.close()
        self.garbage.stop()

    # -- hands -------------------------------------------------------------------------------------------
    def press(self, name: str) -> None:
        """A menu entry."""
        action = next(a for a in self.window.findChildren(QAction, name))
        assert action.isEnabled(), name
        action.trigger()

    def tab(self, name: str) -> None:
        """Bring a dock to the front."""
        self.window.show_dock(name)

    def scattered(self, count: int) -> None:
        """Select so many samples all over the reference."""
        rows = np.sort(self.rng.choice(self.n, count, replace=False))
        self.model.selection.select(("first", int(r)) for r in rows)

    def lasso(self) -> None:
        """Around the left half of the points of the embedding."""
        view = self.window.docks["embedding"].flat
        (x0, _), (y0, y1) = view.plot.getViewBox().viewRange()
        middle = float(np.median(view.shown_xy()[:, 0]))
        view.plot.getViewBox().outlined.emit([(x0, y0), (middle, y0), (middle, y1), (x0, y1)], False)

    def type(self, text: str) -> None:
        """Letters into the name filter, one every 60 ms."""
        for k, letter in enumerate(text):
            QTimer.singleShot(60 * k, partial(QTest.keyClicks, self.window.docks["data"].search, letter))

    def clear_filter(self) -> None:
        """Empty the filter."""
        self.window.docks["data"].search.clear()

    def sort(self, column: int) -> None:
        """A click on a heading."""
        self.window.docks["data"].samples.sortByColumn(column, self.window.docks["data"].samples.horizontalHeader()
                                                       .sortIndicatorOrder())

    def unsort(self) -> None:
        """As loaded."""
        self.window.docks["data"].samples.sortByColumn(-1, self.window.docks["data"].samples.horizontalHeader()
                                                       .sortIndicatorOrder())

    def colour(self, key: str) -> None:
        """Colour of the embedding."""
        box = self.window.docks["embedding"].colour_box
        box.setCurrentIndex(box.findData(key))

    def mark_many(self) -> None:
        """2,000 standards."""
        self.model.change("Mark standards", self.model.state.with_(standards=tuple(
            Standard({"first": (i,), "second": (i,)}) for i in range(min(2000, self.n)))))

    def hover(self) -> None:
        """The mouse runs over 30 samples."""
        for k in range(30):
            QTimer.singleShot(15 * k, partial(self.model.selection.hover, ("first", 7 * k)))

    def files(self, count: int) -> list[Path]:
        """CSV files of 60 spectra each."""
        made = []
        for k in range(count):
            d = instrument(f"file{k}", 60, 500, k)
            path = self.folder / f"instrument {k:02d}.csv"
            rows = [",".join(["sample", *(f"{v:.3f}" for v in d.axis.values)])]
            rows += [",".join([name, *(f"{v:.5f}" for v in row)]) for name, row in
                     zip(d.sample_names, d.spectra, strict=True)]
            path.write_text("\n".join(rows), encoding="utf-8")
            made.append(path)
        return made

    def project(self) -> Path:
        """A project with these data and both runs."""
        path = self.folder / "large.spectralign"
        save_project(path, self.model.state, self.model.runs)
        return path

    # -- the list ----------------------------------------------------------------------------------------
    def actions(self) -> Iterator[Action]:
        """In this order; later ones need the earlier."""
        m, press, none = self.model, self.press, self.model.selection.clear
        yield "take in 2 × {n} spectra", None, partial(m.reset, self.state)
        yield "first run", None, self.window.controller.start
        yield "run again", None, self.window.controller.start
        yield "select 2,500 scattered samples", none, partial(self.scattered, min(2500, self.n // 2))
        yield "others instead", None, partial(self.scattered, min(2500, self.n // 2))
        yield "select nothing", None, none
        yield "select all samples of the table", none, partial(press, "select-all")
        half = partial(self.scattered, min(2500, self.n // 2))
        yield "invert the selection", half, partial(press, "invert-selection")
        yield "lasso of half the embedding", none, self.lasso
        yield "add partners", None, partial(press, "select-partners")
        yield "one sample", none, partial(m.selection.select, [("first", 3)])
        yield "mouse over 30 samples", None, self.hover
        yield "type a name filter", none, partial(self.type, "sample 01")
        yield "clear the filter", None, self.clear_filter
        yield "type a filter, half selected", half, partial(self.type, "e 02")
        yield "clear it, half selected", None, self.clear_filter
        yield "sort by group", none, partial(self.sort, 3)
        yield "sort by a property", None, partial(self.sort, 4)
        yield "select 2,500 in the sorted table", none, partial(self.scattered, min(2500, self.n // 2))
        yield "as loaded again", None, self.unsort
        yield "colour by group", none, partial(self.colour, "group")
        yield "colour by property", None, partial(self.colour, "target:SiO2")
        yield "mark 2,000 standards", None, self.mark_many
        yield "undo", None, partial(press, "undo")
        yield "redo", None, partial(press, "redo")
        yield "match all by name", None, partial(press, "match-names")
        yield "hold out a share", None, partial(press, "hold-out-share")
        yield "undo it", None, partial(press, "undo")
        yield "select all standards", None, partial(press, "select-standards")
        yield "leave out 2,000 samples", partial(self.scattered, min(2000, self.n // 2)), partial(press, "leave-out")
        yield "undo leaving out", None, partial(press, "undo")
        yield "redo leaving out", None, partial(press, "redo")
        yield "undo again", None, partial(press, "undo")
        yield "preprocessing preset", none, partial(press, self.preset())
        yield "undo the preset", None, partial(press, "undo")
        yield "dark theme", None, partial(press, "theme-dark")
        yield "light theme", None, partial(press, "theme-light")
        yield "text at 125 %", None, partial(press, "scale-125")
        yield "text at 100 %", None, partial(press, "scale-100")
        yield "previous run in History", None, partial(press, "previous-run")
        yield "next run in History", None, partial(press, "next-run")
        for name in self.window.docks:
            yield f"tab {name}", None, partial(self.tab, name)
        yield "select 2,500, Short circuits in front", partial(self.tab, "short-circuits"), partial(
            self.scattered, min(2500, self.n // 2))
        yield "next run, Short circuits in front", partial(press, "previous-run"), partial(press, "next-run")
        yield "select 2,500, Reconstruction in front", partial(self.tab, "reconstruction"), partial(
            self.scattered, min(2500, self.n // 2))
        yield "next run, Reconstruction in front", partial(press, "previous-run"), partial(press, "next-run")
        yield "select 2,500, Standards in front", partial(self.tab, "standards"), partial(
            self.scattered, min(2500, self.n // 2))
        yield "mark 2,000, Standards in front", partial(press, "clear-standards"), self.mark_many
        self.tab("data")
        yield from window_further.looks(self)
        yield from window_further.files(self)
        path = self.project()
        yield "new session", None, partial(m.reset, SessionState())
        yield "open a project with two runs", None, partial(self.window.project.open, path)
        yield "remove an instrument", None, partial(press, "remove-instrument")
        yield "undo removing it", None, partial(press, "undo")
        m.reset(SessionState())
        files = self.files(20)
        yield "load 20 files", None, partial(self.window.open_paths, files)
        yield "undo loading", None, partial(press, "undo")
        yield "redo loading", None, partial(press, "redo")
        m.reset(SessionState())
        large = min(50_000, 10 * self.n)
        many = SessionState(tuple(instrument(name, large, 60, k) for k, name in enumerate(("first", "second"))))
        yield f"take in 2 × {large:,} samples", None, partial(m.change, "Load", many)
        yield f"select all {large:,} of the table", None, partial(press, "select-all")
        yield "select nothing of them", None, none
        yield f"filter {large:,} names", None, partial(self.type, "sample 01")
        yield "clear that filter", None, self.clear_filter
        yield f"match {large:,} by name", None, partial(press, "match-names")
        yield "undo matching them", None, partial(press, "undo")
        yield f"undo taking in 2 × {large:,}", None, partial(press, "undo")

    def preset(self) -> str:
        """The first preset."""
        return next(a.objectName() for a in self.window.findChildren(QAction) if a.objectName().startswith("preset-")
                    and a.objectName() not in ("preset-load", "preset-save"))

    def rows(self, only: str) -> Iterator[tuple[str, Seen]]:
        """Perform them all; those not wanted too, since later ones need them."""
        for name, before, action in self.actions():
            text = name.format(n=f"{self.n:,}")
            if before is not None:
                before()
                settle(self.busy)
            if only and only not in text and not text.startswith(("take in", "first run", "run again")):
                action()
                settle(self.busy)
                continue
            yield text, self.watch.perform(action)


def first_run(folder: Path, where: bool, n: int = 1000, p: int = 2000) -> list[tuple[str, Seen]]:
    """The first run of a fresh window, and the second."""
    bench = Bench(folder, n, p, where)
    bench.model.reset(bench.state.with_(parameters={}))
    settle(bench.busy)
    rows = [(f"{which} run of a fresh window, 2 × {n:,} × {p:,}", bench.watch.perform(bench.window.controller.start))
            for which in ("first", "second")]
    bench.close()
    return rows


def tell(name: str, seen: Seen) -> str:
    """A row of the table."""
    return (f"| {name} | {seen.largest:.0f} ms | {seen.longest_work:.0f} ms | {seen.usual:.0f} ms | "
            f"{seen.over(50)} | {seen.over(100)} | {seen.seconds:.2f} s |")


def hung(seen: Seen) -> Iterator[str]:
    """In which lines."""
    for late, calls in sorted(seen.places, key=lambda p: -p[0])[:4]:
        if late > 0.03:
            yield f"    {1000 * late:.0f} ms:"
            yield from (f"      {count} × {call}" for call, count in Counter(calls).most_common(5))


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, for trying the script out")
    parser.add_argument("--size", type=int, nargs=2, default=(5000, 6144), help="spectra and channels")
    parser.add_argument("--only", default="", help="print only actions with this in their name")
    parser.add_argument("--where", action="store_true", help="say in which lines the window hung")
    parser.add_argument("--first", action="store_true", help="only the first run of a fresh window")
    given = parser.parse_args()
    app = application([])
    n, p = (400, 300) if given.quick else given.size
    lines = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        folder = Path(made)
        if given.first:
            rows: Iterator[tuple[str, Seen]] = iter(first_run(folder, given.where))
        else:
            bench = Bench(folder, n, p, given.where)
            rows = bench.rows(given.only)
        for name, seen in rows:
            lines.append(tell(name, seen))
            print(lines[-1], flush=True)
            if given.where:
                print("\n".join(hung(seen)), flush=True)
        if not given.first:
            bench.close()
    if given.first or given.quick or given.only or given.where or given.size != (5000, 6144):
        return
    # the first run needs a process in which nothing has been drawn yet
    done = subprocess.run([sys.executable, __file__, "--first"], capture_output=True, text=True, check=True)
    lines += [line for line in done.stdout.splitlines() if line.startswith("| ")]
    head = ["# Gaps of the window while people work", "",
            f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, PySide6 "
            f"{PySide6.__version__}, platform “{app.platformName()}”; load of the machine at the end "
            f"{os.getloadavg()[0]:.1f} (other work makes all figures worse).", "",
            f"Two instruments of {n:,} × {p:,}. A gap is the time between two ticks of a timer of 5 ms in the event "
            "loop of the window; the work is what the GUI thread itself did between two ticks, without what other "
            "programs took. Made by `python benchmarks/window_actions.py`.", "",
            "| what is done | largest gap | most work at once | 95 % of the gaps | over 50 ms | over 100 ms | "
            "until all is drawn |",
            "|---|---|---|---|---|---|---|"]
    Path(__file__).with_suffix(".md").write_text("\n".join(head + lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
