"""How long the Short circuits dock takes from a run to everything drawn, 2 × 5,000 samples.

Run from the repository: ``python benchmarks/short_circuits_speed.py``; writes ``short_circuits_speed.md``.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.session.run import execute
from spectralign_gui.session.short_circuits.analysis import analyse, principal_axes
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui import theme
from spectralign_gui.ui.short_circuits import ShortCircuitsDock
from spectralign_gui.ui.state import AppModel, RunController

OUT = Path(__file__).with_suffix(".md")


def session(n: int, channels: int = 400, kinds: int = 6) -> SessionState:
    """Two instruments with `n` samples of several kinds each."""
    rng = np.random.default_rng(0)
    sets, member = [], rng.integers(0, kinds, n)
    latent = rng.normal(size=(n, 5)) + 3 * rng.normal(size=(kinds, 5))[member]
    for name in ("one", "two"):
        X = latent @ rng.normal(size=(5, channels)) + 0.05 * rng.normal(size=(n, channels))
        sets.append(SpectralDataset(name, X.astype(np.float32), Axis(np.arange(float(channels)), "channel"),
                                    tuple(f"s{k}" for k in range(n)), groups=tuple(f"kind {m}" for m in member)))
    marked = rng.choice(n, 40, replace=False)
    standards = tuple(Standard({"one": (int(k),), "two": (int(k),)}, i % 4 == 0) for i, k in enumerate(marked))
    return SessionState(tuple(sets), standards, parameters={"lra": {"rank": 20}})


def timed(function: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Seconds; of the processor unless another clock is given, so that a busy machine measures the same."""
    begun = clock()
    function()
    return clock() - begun


def drawn(app: QApplication, n: int) -> tuple[float, float, float]:
    """Processor seconds of the analysis alone and until everything is drawn, and seconds by the clock."""
    result = execute(session(n))
    groups = np.array(result.datasets[0].groups)
    alone = timed(lambda: analyse(result, 0, groups, 5, SilentMonitor(),
                                  principal_axes(np.asarray(result.datasets[0].spectra, dtype=float))))
    model = AppModel()
    controller = RunController(model)
    dock = ShortCircuitsDock(model, controller)
    dock.resize(1100, 420)
    dock.show()
    model.reset(result.state)
    app.processEvents()
    begun, clock = time.process_time(), time.perf_counter()
    model.add_run(result)
    loop, look = QEventLoop(), QTimer(interval=5)
    look.timeout.connect(lambda: None if dock._analysis is None or dock.pending else loop.quit())
    look.start()
    loop.exec()
    look.stop()
    total, clock = time.process_time() - begun, time.perf_counter() - clock
    dock.close()
    controller.shutdown(10)
    return alone, total, clock


def main() -> None:
    """Measure and write."""
    app = QApplication.instance() or QApplication([])
    theme.install(app)
    rows = ["| samples | analysis alone (s of processor) | until all is drawn (s of processor) | by the clock (s) |",
            "|---|---|---|---|"]
    for n in (500, 2000, 5000):
        alone, total, clock = drawn(app, n)
        rows.append(f"| 2 × {n:,} | {alone:.2f} | {total:.2f} | {clock:.2f} |")
        print(rows[-1])
    OUT.write_text("# Short circuits: from a run to everything drawn\n\nMade by `short_circuits_speed.py`.\n\n"
                   + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
