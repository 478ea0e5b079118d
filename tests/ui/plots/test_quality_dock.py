"""The Quality dock: figures, honest words, plots, predictions, live convergence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.core.measures.regression import regression_figures
from spectralign_gui.presenters.quality import headline, wilson
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.run_quality import RunQuality
from spectralign_gui.ui.quality import QualityDock


@pytest.fixture
def dock(qtbot, loaded, controller):
    dock = QualityDock(loaded, controller)
    qtbot.addWidget(dock)
    dock.resize(380, 700)
    with qtbot.waitExposed(dock):
        dock.show()
    return dock


def cells(table):
    return [[table.item(r, c).text() for c in range(table.columnCount())] for r in range(table.rowCount())]


def test_hits_and_facts_of_a_run(qtbot, dock, loaded, fake_run):
    assert "trusted" in dock.headline.text()
    run = fake_run(loaded.state)  # of samples with values, none of which it tested
    assert headline(run)[1] == "warning" and "no value was tested" in headline(run)[0]
    run = replace(run, datasets=tuple(d.with_(targets=None) for d in run.datasets))
    loaded.add_run(run)
    assert dock.headline.property("class") == "good" and "100 %" in dock.headline.text()
    assert "only 5 held out" in dock.headline.text()
    assert cells(dock.hits)[0] == ["top 1", "5/5", "5/5"]
    assert dock.hits.horizontalHeaderItem(1).text() == "on field"
    assert ["Kept rank, lab", "4 of 12"] in cells(dock.facts)
    assert "withheld" in dock.fine_print.text()
    assert dock.eigenvalues.chart.levels[0].at == pytest.approx(0.2)
    np.testing.assert_allclose(dock.eigenvalues.chart.series[0].y, run.estimator.eigenvalues_)
    assert not dock.convergence.isVisible()


def test_bad_alignments_are_called_bad(loaded, fake_run):
    rng = np.random.default_rng(0)
    run = fake_run(loaded.state, embeddings_=[rng.normal(size=(24, 2)), rng.normal(size=(24, 2))])
    run = replace(run, quality=RunQuality({"3": {"a_to_b": 0.2, "b_to_a": 0.0}}))
    text, mood = headline(run)
    assert mood == "bad" and text.startswith("0 %") and "By chance" in text


def test_without_held_out_standards_it_says_nothing_can_be_said(dock, loaded, fake_run):
    run = fake_run(loaded.state)
    loaded.add_run(replace(run, held_out_pairs=np.zeros((0, 4), int), quality=RunQuality()))
    assert "has not been tested" in dock.headline.text() and dock.headline.property("class") == "warning"
    assert not dock.hits.isVisible()


def test_interval_of_a_share():
    low, high = wilson(15, 16)
    assert low == pytest.approx(0.7167, abs=2e-3) and high == pytest.approx(0.9889, abs=2e-3)
    assert wilson(0, 10)[0] == 0 and wilson(10, 10)[1] == 1 and wilson(0, 0) == (0, 1)


def test_warnings_and_outliers_are_listed(dock, loaded, fake_run):
    run = fake_run(loaded.state, outliers_=[np.array([1, 2]), np.array([], int)],
                   history_={"objective": [3.0, 2.0], "primal_residual": [1.0, 0.1]}, converged_=False)
    loaded.add_run(replace(run, warnings=("Something to know.",)))
    assert dock.warnings.text() == "⚠ Something to know."
    assert ["Outliers, lab", "2"] in cells(dock.facts) and ["Iterations", "2"] in cells(dock.facts)
    tip = [dock.facts.item(r, 0).toolTip() for r in range(dock.facts.rowCount())]
    assert "Outliers, lab: S02, S03" in tip and any("NOT converged" in t for t in tip)
    assert dock.convergence.isVisible() and dock.convergence.chart.log_y


def test_convergence_grows_while_a_run_goes_on(dock, loaded, controller, fake_run):
    loaded.add_run(fake_run(loaded.state))
    controller.started.emit()
    for k in range(4):
        controller.snapshot.emit({"stage": "s", "fraction": 0.1, "objective": 10.0 / (k + 1), "primal_residual": 0.1})
    assert dock.convergence.isVisible()
    np.testing.assert_allclose(dock.convergence.chart.series[0].y, [10, 5, 10 / 3, 2.5])
    controller.idle.emit()
    assert not dock.convergence.isVisible()  # the shown run has no history


def test_predictions_of_a_transfer_on_held_out_standards(qtbot, dock, loaded):
    loaded.change("Method", loaded.state.with_(method="ds"))
    run = execute(loaded.state)
    loaded.add_run(run)
    qtbot.waitUntil(lambda: dock.predictions.rowCount() > 0)
    rows = run.held_out_pairs[:, 3]
    predicted = run.estimator.predict(run.datasets[1].spectra[rows], instrument=1)
    measured = run.datasets[0].targets.values[run.held_out_pairs[:, 1]]
    figures = regression_figures(measured[:, 0], predicted[:, 0])
    assert cells(dock.predictions)[0][:3] == ["Moisture (%)", "5", f"{figures['rmsep']:.2g}"]  # no third digit
    moved = run.estimator.to_spectra(run.datasets[1].spectra[rows], instrument=1, to=0)
    difference = np.sqrt(np.mean((moved - run.datasets[0].spectra[run.held_out_pairs[:, 1]]) ** 2))
    wanted = ["Spectral difference", f"{difference:.2g}"]
    qtbot.waitUntil(lambda: wanted in cells(dock.facts))
    assert "took no part in the fit" in dock.predictions_title.text()
