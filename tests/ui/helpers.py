"""What the tests of the window share."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.ui.short_circuits import ShortCircuitsDock


def make_dataset(name: str, n: int = 24, p: int = 60, seed: int = 0, names: list[str] | None = None, **more
                 ) -> SpectralDataset:
    """Mixtures of four bands, as instrument `name` sees them."""
    t = np.linspace(0, 1, p)
    shares = np.random.default_rng(7).random((n, 4))
    bands = np.stack([np.exp(-(((t - m) / 0.06) ** 2)) for m in (0.2, 0.42, 0.6, 0.85)])
    spectra = shares @ bands + 0.002 * np.random.default_rng(seed).standard_normal((n, p))
    more.setdefault("targets", Targets(("Moisture", "Oil"), shares[:, :2], ("%", "%")))
    return SpectralDataset(name, spectra, Axis(np.linspace(1100, 2498, p), "nm"),
                           tuple(names or (f"S{i + 1:02d}" for i in range(n))), "absorbance", **more)


def analysed(qtbot, dock: ShortCircuitsDock) -> None:
    """Wait until the dock has looked at its run."""
    qtbot.waitUntil(lambda: dock._analysis is not None and not dock.pending, timeout=20_000)


def short_circuits_of(qtbot, model, controller, run) -> ShortCircuitsDock:
    """The dock with a run, as somebody sees it."""
    model.reset(run.state)
    dock = ShortCircuitsDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(1000, 460)
    with qtbot.waitExposed(dock):
        dock.show()
    assert "short circuits" in dock.notice.text()
    model.add_run(run)
    analysed(qtbot, dock)
    return dock


def endless(state, monitor, **values):
    """In the place of a run: goes on, with these values in every report, until it is cancelled."""
    k = 0
    while True:
        k += 1
        monitor.report("Going on", min(k / 1e6, 0.9), **values)
        monitor.raise_if_cancelled()


class Answers:
    """Answers message boxes as they come up, and remembers what they said."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []
        self.buttons: list[str] = []
        self._timer = QTimer()
        self._timer.setInterval(15)
        self._timer.timeout.connect(self._look)

    def press(self, *names: str) -> None:
        """Object names of the buttons to press, one per box; then the default one."""
        self.buttons += names
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _look(self) -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox) and box.isVisible():
            self.said.append((box.objectName(), f"{box.text()} {box.informativeText()} {box.detailedText()}"))
            wanted = self.buttons.pop(0) if self.buttons else ""
            button = next((b for b in box.buttons() if b.objectName() == wanted), None)
            (button or box.defaultButton() or box.buttons()[0]).click()

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.said]
