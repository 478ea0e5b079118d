"""How fast the plots draw: writes frame_rates.md beside this file.

    python benchmarks/frame_rates.py [--quick]

Every frame is a real paint of the widget (moved or turned, then painted at once), in the GUI thread, while the density
images are made in their threads; between two of them the last one is shifted and stretched with the view. Frames are
drawn without a pause, which leaves those threads less than a hand on a mouse would. Also given: the longest time the
GUI thread was busy with one frame, and for comparison in the same run how long plain pyqtgraph takes for a part of the
same spectra.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import argparse
import platform
import time
from functools import partial
from pathlib import Path

import numpy as np
import pyqtgraph as pg
import PySide6
from PySide6.QtWidgets import QApplication

from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.core.numerics.matrix_source import MatrixSource
from spectralign_gui.jobs import JobManager
from spectralign_gui.presenters.plots.spectra_layer import SpectraLayer
from spectralign_gui.session.run import execute
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.app import application
from spectralign_gui.ui.embedding import EmbeddingDock
from spectralign_gui.ui.plots.marks import PointSet
from spectralign_gui.ui.plots.matrix_view import MatrixView
from spectralign_gui.ui.plots.scatter3d_view import Scatter3DView
from spectralign_gui.ui.plots.scatter_view import ScatterView
from spectralign_gui.ui.plots.spectra_view import SpectraView
from spectralign_gui.ui.state import AppModel, RunController

SIZE = (1000, 700)
Row = tuple[str, str, str, str]


def spectra(n: int, p: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Peaks of varying height with noise, float32."""
    rng = np.random.default_rng(seed)
    x = np.linspace(200, 900, p)
    peaks = np.exp(-0.5 * ((x - rng.uniform(200, 900, (40, 1))) / rng.uniform(0.3, 6, (40, 1))) ** 2)
    y = (rng.gamma(2, 1, (n, 40)).astype("f4") @ peaks.astype("f4"))
    return x, y + rng.normal(0, 0.02, (n, p)).astype("f4")


def settle(app: QApplication, view: object) -> None:
    """Until nothing is pending."""
    while True:
        app.processEvents()
        if not view.pending:  # type: ignore[attr-defined]
            return
        time.sleep(0.001)


def frames(app: QApplication, view: object, move: object, seconds: float) -> tuple[float, float]:
    """Frames per second and the longest frame in milliseconds."""
    done, longest, start = 0, 0.0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        begin = time.perf_counter()
        move(done)  # type: ignore[operator]
        view.repaint()  # type: ignore[attr-defined]
        app.processEvents()
        longest = max(longest, time.perf_counter() - begin)
        done += 1
    return done / (time.perf_counter() - start), 1000 * longest


def spectra_rows(app: QApplication, n: int, p: int, seconds: float) -> list[Row]:
    """First paint, pan and zoom of two instruments."""
    jobs = JobManager()
    view = SpectraView(jobs)
    view.resize(*SIZE)
    view.show()
    app.processEvents()
    layers = []
    for k in (0, 1):
        x, y = spectra(n, p, k)
        names = [str(i) for i in range(n)]
        layers.append(SpectraLayer(f"instrument {k + 1}", k, Axis(x, "nm"), y, names, np.arange(n)))
    begin = time.perf_counter()
    view.set_layers(layers)
    blocked = time.perf_counter() - begin
    seen = set()
    for k, shown in enumerate(view._shown):
        shown.latest.done.connect(lambda result, k=k: seen.add(k) if len(result[0].shape if hasattr(
            result[0], "shape") else ()) == 2 else None)
    while len(seen) < 2:
        app.processEvents()
    view.repaint()
    first = time.perf_counter() - begin
    settle(app, view)
    area = view.plots[0].getViewBox()
    full = area.viewRange()[0]
    width = full[1] - full[0]

    def pan(k: int) -> None:
        left = full[0] + width * (0.25 + 0.2 * np.sin(k / 9))
        area.setXRange(left, left + width / 3, padding=0)

    def zoom(k: int) -> None:
        half = width * (0.02 + 0.45 * (0.5 + 0.5 * np.cos(k / 12)))
        area.setXRange(full[0] + width / 2 - half, full[0] + width / 2 + half, padding=0)

    rows: list[Row] = [(f"two instruments, {n:,} × {p:,} each: first paint", f"{first:.2f} s", "≤ 1 s",
                        f"window held up {1000 * blocked:.0f} ms")]
    for name, move in (("move", pan), ("zoom", zoom)):
        fresh: list[int] = []
        note = partial(fresh.append, 1)
        view.drawn.connect(note)
        rate, longest = frames(app, view, move, seconds)
        view.drawn.disconnect(note)
        rows.append((f"same: {name}", f"{rate:.0f} frames/s", "≥ 20", f"longest frame {longest:.0f} ms; each "
                     f"instrument's image made anew {len(fresh) / 2 / seconds:.0f} times a second"))
        settle(app, view)
    jobs.shutdown()
    view.hide()
    view.deleteLater()
    rows += plain_pyqtgraph(app, layers[0], 200)
    return rows


def plain_pyqtgraph(app: QApplication, layer: SpectraLayer, n: int) -> list[Row]:
    """The same spectra as one pyqtgraph curve each, only `n` of them."""
    widget = pg.PlotWidget()
    widget.resize(*SIZE)
    widget.show()
    for row in layer.spectra[:n]:
        curve = widget.plot(layer.axis.values, row)
        curve.setDownsampling(auto=True, method="peak")
        curve.setClipToView(True)
    app.processEvents()
    left = layer.axis.values[0]
    begin = time.perf_counter()
    for k in range(3):
        widget.setXRange(left + 10 * k, left + 200 + 10 * k, padding=0)
        widget.repaint()
        app.processEvents()
    rate = 3 / (time.perf_counter() - begin)
    widget.close()
    return [(f"for comparison: {n} of these as plain pyqtgraph curves: move", f"{rate:.1f} frames/s", "", "")]


def scatter_rows(app: QApplication, n: int, seconds: float) -> list[Row]:
    """Turning in 3D, moving in 2D."""
    rng = np.random.default_rng(0)
    half = n // 2
    sets = [PointSet(name, k, rng.normal(size=(half, 3)) * [1, 0.6, 0.3] + k * 0.4, np.arange(half), [""] * half)
            for k, name in enumerate(("A", "B"))]
    view = Scatter3DView()
    view.resize(*SIZE)
    view.show()
    view.set_points(sets)
    app.processEvents()
    rows: list[Row] = []
    for turning, name in ((True, "turn (dragging)"), (False, "turn, all points in every frame")):
        view.cloud.turning = turning

        def turn(k: int) -> None:
            view.cloud.camera.drag(4, 1)
            view.cloud.repaint()

        rate, longest = frames(app, view.cloud, turn, seconds)
        rows.append((f"{n:,} points in 3D: {name}", f"{rate:.0f} frames/s", "≥ 15", f"longest frame {longest:.0f} ms"))
    view.cloud.turning = False
    begin = time.perf_counter()
    for k in range(20):
        view._hover_at(pg.QtCore.QPointF(300 + 5 * k, 300))
    rows.append((f"{n:,} points in 3D: pick", f"{1000 * (time.perf_counter() - begin) / 20:.1f} ms", "", ""))
    view.close()
    flat = ScatterView()
    flat.resize(*SIZE)
    flat.show()
    flat.set_points(sets)
    app.processEvents()
    area = flat.plot.getViewBox()
    rate, longest = frames(app, flat, lambda k: area.setXRange(-3 + 0.05 * (k % 40), 3, padding=0), seconds)
    rows.append((f"{n:,} points in 2D: move", f"{rate:.0f} frames/s", "", f"longest frame {longest:.0f} ms"))
    flat.close()
    return rows


def matrix_rows(app: QApplication, n: int, seconds: float) -> list[Row]:
    """Moving over a reconstruction that is never formed."""
    rng = np.random.default_rng(0)
    basis = np.linalg.qr(rng.normal(size=(n, 30)))[0]
    jobs = JobManager()
    view = MatrixView(jobs)
    view.resize(700, 600)
    view.show()
    app.processEvents()
    begin = time.perf_counter()
    view.set_matrix(MatrixSource.of_factors(basis, np.linspace(1, 0.1, 30)))
    settle(app, view)
    first = time.perf_counter() - begin
    area = view.plot.getViewBox()

    def move(k: int) -> None:
        at = n * (0.3 + 0.2 * np.sin(k / 15))
        area.setRange(xRange=(at, at + n / 4), yRange=(at, at + n / 4), padding=0)

    rate, longest = frames(app, view, move, seconds)
    settle(app, view)
    jobs.shutdown()
    view.close()
    return [(f"R of {n:,} samples: first picture", f"{first:.2f} s", "", ""),
            ("same: move", f"{rate:.0f} frames/s", "", f"longest frame {longest:.0f} ms")]


def slider_rows(app: QApplication, n: int) -> list[Row]:
    """From the move of a slider to the redrawn plots, with real data sizes."""
    rng = np.random.default_rng(0)
    amounts = rng.uniform(0, 1, (n, 8))
    datasets = []
    for k, p in enumerate((700, 500)):
        x = np.linspace(1100, 2500, p)
        bands = np.exp(-0.5 * ((x - rng.uniform(1100, 2500, (8, 1))) / rng.uniform(20, 120, (8, 1))) ** 2)
        datasets.append(SpectralDataset(f"i{k}", amounts @ bands + rng.normal(0, 0.01, (n, p)), Axis(x, "nm")))
    standards = tuple(Standard({"i0": (i,), "i1": (i,)}, held_out=i % 5 == 0) for i in range(0, n, 4))
    state = SessionState(tuple(datasets), standards, parameters={"lra": {"rank": 10, "n_components": 6}})
    model = AppModel()
    controller = RunController(model)
    model.reset(state)
    dock = EmbeddingDock(model, controller)
    dock.resize(900, 700)
    dock.show()
    app.processEvents()
    model.add_run(execute(state))
    app.processEvents()
    rows: list[Row] = []
    for name, values in (("mu", range(100, 380, 20)), ("n_components", (3, 4, 5, 7, 8, 4, 5)), ("rank", (7, 8, 12, 9))):
        times = []
        for value in values:
            before = model.current_run
            begin = time.perf_counter()
            dock.explore.sliders[name].setValue(value)
            while model.current_run is before:
                app.processEvents()
            dock.flat.repaint()
            times.append(1000 * (time.perf_counter() - begin))
            while dock.flat.pending or dock.explore.busy:
                app.processEvents()
        rows.append((f"2 × {n:,} samples, slider of {name}: until the plot has the new result",
                     f"{np.median(times):.0f} ms", "< 100 ms", f"longest {max(times):.0f} ms"))
    controller.shutdown()
    dock.close()
    return rows


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, for trying the script out")
    quick = parser.parse_args().quick
    app = application([])
    seconds = 0.5 if quick else 3.0
    rows = spectra_rows(app, 500 if quick else 5000, 1000 if quick else 6144, seconds)
    rows += scatter_rows(app, 30_000 if quick else 100_000, seconds)
    rows += matrix_rows(app, 1000 if quick else 5000, seconds)
    rows += slider_rows(app, 200 if quick else 1000)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    lines = ["# Frame rates of the plots", "",
             f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, PySide6 "
             f"{PySide6.__version__}, pyqtgraph {pg.__version__}; window of {SIZE[0]} × {SIZE[1]}, platform "
             f"“{app.platformName()}”, no OpenGL; load of the machine at the end {load:.1f} (other work makes all "
             "figures worse).", "",
             "Made by `python benchmarks/frame_rates.py`.", "",
             "| what | measured | wanted | |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    text = "\n".join(lines) + "\n"
    print(text)
    if not quick:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
