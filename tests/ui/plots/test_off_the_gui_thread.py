"""What is too much for the GUI thread is done in another one (no clock is looked at: where it runs is what counts)."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.core.numerics.matrix_source import MatrixSource
from spectralign_gui.presenters.plots.thinning import MOST_PICKED, pick_curve
from spectralign_gui.session.run import execute
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.embedding import EmbeddingDock, explore
from spectralign_gui.ui.plots import matrix_view, shown_layer, spectra_view
from spectralign_gui.ui.plots.matrix_view import MatrixView
from spectralign_gui.ui.quality import QualityDock
from spectralign_gui.ui.quality import dock as quality_dock
from spectralign_gui.ui.short_circuits import ShortCircuitsDock
from spectralign_gui.ui.short_circuits import dock as short_dock
from spectralign_gui.ui.spectra import SpectraDock
from spectralign_gui.ui.spectra import dock as spectra_dock


@pytest.fixture
def where(monkeypatch):
    """``where(module, name)`` replaces a function by one that notes in which thread it ran."""
    def watch(module, name):
        original, threads = getattr(module, name), []

        def noted(*args, **kwargs):
            threads.append(threading.current_thread() is threading.main_thread())
            return original(*args, **kwargs)

        monkeypatch.setattr(module, name, noted)
        return threads
    return watch


def test_large_density_images(qtbot, model, controller, settle, where):
    prepared, drawn = where(spectra_view, "prepare"), where(shown_layer, "density")
    data = SpectralDataset("many", np.zeros((1100, 2000), np.float32), Axis(np.arange(2000.0), "nm"))
    model.reset(SessionState((data,)))
    dock = SpectraDock(model, controller)
    qtbot.addWidget(dock)
    dock.show()
    with qtbot.waitSignal(dock.view.drawn, timeout=15_000):
        pass
    settle(dock.view)
    assert prepared == [False] and drawn and not any(drawn)
    model.change("Groups", model.state.with_(datasets=(data.with_(groups=("a",) * 1100),)))
    qtbot.waitUntil(lambda: not dock._soon.isActive())
    settle(dock.view)
    assert prepared == [False]  # the same spectra are not prepared again


def test_preprocessing_of_the_preview(qtbot, loaded, controller, where):
    threads = where(spectra_dock, "preprocessed_layers")
    dock = SpectraDock(loaded, controller)
    qtbot.addWidget(dock)
    dock.stage.setCurrentIndex(1)
    qtbot.waitUntil(lambda: bool(dock.view.layers) and "preprocessed" in dock.view.layers[0].quantity)
    assert threads == [False]


def test_blocks_of_large_matrices(qtbot, jobs, settle, monkeypatch):
    threads = []
    level = MatrixSource.level
    monkeypatch.setattr(MatrixSource, "level", lambda self: threads.append(
        threading.current_thread() is threading.main_thread()) or level(self))
    view = MatrixView(jobs)
    qtbot.addWidget(view)
    view.show()
    n = matrix_view.AT_ONCE + 1
    view.set_matrix(MatrixSource.of_factors(np.eye(n, 3), np.ones(3)))
    settle(view)
    assert threads and not any(threads)


def test_sliders_predictions_and_connections(qtbot, loaded, controller, where):
    solved = where(explore, "resolved")
    analysed, predicted = where(short_dock, "analyse"), where(quality_dock, "held_out")
    docks = [cls(loaded, controller) for cls in (EmbeddingDock, QualityDock, ShortCircuitsDock)]
    for dock in docks:
        qtbot.addWidget(dock)
        dock.show()
    run = execute(loaded.state)
    loaded.add_run(run)
    docks[0].explore.sliders["mu"].setValue(50)
    qtbot.waitUntil(lambda: loaded.current_run is not run)
    qtbot.waitUntil(lambda: bool(analysed) and bool(predicted) and not docks[2].pending)
    assert solved and not any(solved + analysed + predicted)


def test_hidden_docks_draw_nothing(qtbot, loaded, controller, fake_run, where):
    analysed = where(short_dock, "analyse")
    dock = ShortCircuitsDock(loaded, controller)
    qtbot.addWidget(dock)
    run = fake_run(loaded.state)
    loaded.add_run(replace(run))
    qtbot.waitUntil(lambda: not dock.pending)
    assert not analysed


def test_picking_compares_a_bounded_number_of_values():
    rng = np.random.default_rng(0)
    x, spectra = np.arange(6000.0), rng.normal(size=(2000, 6000)).astype("f4") * 0.01 + np.arange(2000)[:, None]

    class Counted(np.ndarray):
        taken = 0

        def __getitem__(self, key):
            part = super().__getitem__(key)
            Counted.taken += np.size(part)
            return part

    row, _ = pick_curve(x, spectra.view(Counted), (3000.0, 1234.0), (10.0, 0.2), 6.0)
    assert row == 1234 and Counted.taken <= 1.2 * MOST_PICKED
