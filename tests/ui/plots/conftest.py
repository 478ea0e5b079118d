"""Fixtures for the plot docks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from spectralign_gui.core.data import Axis, SpectralDataset, Standard, Targets
from spectralign_gui.core.registry import MethodInfo, method
from spectralign_gui.jobs import JobManager
from spectralign_gui.session.run import RunResult, measure
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui import theme
from spectralign_gui.ui.plots.run_points import kept_rows, pairs_of
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


def _make_state(n: int = 24, seed: int = 0, channels: tuple[int, int] = (120, 90)) -> SessionState:
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
    model.reset(_make_state())
    return model


@pytest.fixture
def settle(qtbot: QtBot) -> Callable[..., None]:
    """Wait until a view has drawn all it wants to."""
    def wait(view: Any) -> None:
        qtbot.waitUntil(lambda: not view.pending, timeout=10_000)
    return wait


@pytest.fixture
def make_state() -> Callable[..., SessionState]:
    """``make_state(n, seed, channels)``: a session with two instruments."""
    return _make_state


@pytest.fixture
def fake_run() -> Callable[..., RunResult]:
    """``fake_run(state, seed, d, **fitted attributes)``: a run made by hand, apart from the solver."""
    return _fake_run


class Factors:
    """R = U diag(w) Uᵀ."""

    def __init__(self, basis: np.ndarray, weights: np.ndarray) -> None:
        self.basis, self.weights = basis, weights
        self.singular_values = np.linspace(8, 0.2, 12)
        self.rank, self.penalty = len(weights), 4.0

    def matrix(self) -> np.ndarray:
        return (self.basis * self.weights) @ self.basis.T


def _fake_run(state: SessionState, seed: int = 0, d: int = 3, **more: Any) -> RunResult:
    """A run in which partners lie close together."""
    rng = np.random.default_rng(seed)
    rows = kept_rows(state)
    places = rng.normal(size=(max(len(x) for x in state.datasets), d))
    embeddings = [places[r] + rng.normal(0, 0.02, (len(r), d)) for r in rows]
    reconstructions = []
    for r in rows:
        q, _ = np.linalg.qr(rng.normal(size=(len(r), 4)))
        reconstructions.append(Factors(q, np.array([0.95, 0.8, 0.5, 0.3])))
    estimator = SimpleNamespace(embeddings_=embeddings, eigenvalues_=np.linspace(0.01, 0.15, d), n_components_=d,
                                reconstructions_=reconstructions, penalties_=[4.0, 4.0], history_={}, converged_=True,
                                warnings_=[], chosen_={"mu": 0.8, "n_components": d, "rank": 4})
    for name, value in more.items():
        setattr(estimator, name, value)
    info: MethodInfo = method("lra")
    pairs, held_out = pairs_of(state, rows)
    datasets = tuple(x.take(r) for x, r in zip(state.datasets, rows, strict=True))
    return RunResult(state, info, estimator, datasets, tuple(rows), None, pairs, held_out,  # type: ignore[arg-type]
                     measure(estimator, held_out), {"fit": 0.1}, ())  # type: ignore[arg-type]
