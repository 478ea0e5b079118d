"""Fixtures for the plot docks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from spectralign_gui.core.data import Axis, SpectralDataset, Standard, Targets
from spectralign_gui.jobs import JobManager
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui import theme
from spectralign_gui.ui.state import AppModel, RunController


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[JobManager]:
    """Background work that is over when the test is."""
    manager = JobManager()
    yield manager
    assert manager.shutdown(10)
    qtbot.waitUntil(lambda: not manager.jobs)


@pytest.fixture
def model(qtbot: QtBot) -> AppModel:
    """An empty session."""
    return AppModel()


@pytest.fixture
def controller(qtbot: QtBot, model: AppModel) -> Iterator[RunController]:
    """Its run controller."""
    control = RunController(model)
    yield control
    assert control.shutdown(10)
    qtbot.waitUntil(lambda: not control.jobs.jobs)


@pytest.fixture(autouse=True)
def light_theme(qapp: Any) -> Iterator[None]:
    """Every test starts in the light theme."""
    theme.install(qapp)
    theme.set_mode("light")
    yield
    theme.set_mode("light")


def make_state(n: int = 24, seed: int = 0, channels: tuple[int, int] = (120, 90)) -> SessionState:
    """Two instruments that measured the same samples; five standards held out; groups and one property."""
    rng = np.random.default_rng(seed)
    amount = rng.uniform(0.2, 1.0, (n, 4))
    datasets = []
    for k, p in enumerate(channels):
        x = np.linspace(1000, 2000, p)
        centres = np.array([1150, 1400, 1600, 1850]) + 12 * k
        bands = np.exp(-0.5 * ((x - centres[:, None]) / (40 + 15 * k)) ** 2)
        spectra = amount @ bands * (1 + 0.3 * k) + 0.05 * k + rng.normal(0, 0.004, (n, p))
        datasets.append(SpectralDataset(
            ("lab", "field")[k], spectra, Axis(x, "nm"), tuple(f"S{i + 1:02d}" for i in range(n)),
            "absorbance", Targets(("Moisture",), amount[:, :1] * 10, ("%",)) if k == 0 else None,
            tuple("wet" if a > 0.6 else "dry" for a in amount[:, 0]) if k == 0 else None))
    standards = tuple(Standard({"lab": (i,), "field": (i,)}, held_out=i < 5) for i in range(n - 4))
    return SessionState(tuple(datasets), standards)


@pytest.fixture
def loaded(model: AppModel) -> AppModel:
    """A session with two instruments and standards."""
    model.reset(make_state())
    return model


@pytest.fixture
def settle(qtbot: QtBot) -> Callable[..., None]:
    """Wait until a view has drawn all it wants to."""
    def wait(view: Any) -> None:
        qtbot.waitUntil(lambda: not view.pending, timeout=10_000)
    return wait
