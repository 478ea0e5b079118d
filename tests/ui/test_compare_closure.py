"""Sums of parts of a whole, closed for all lines of a comparison."""

from __future__ import annotations

from spectralign_gui.core.data import Targets
from tests.ui.test_compare_dock import click, compare, dock, state, wait_idle  # noqa: F401  (fixtures)


def test_sums_are_closed_for_all_lines_and_it_is_said(qtbot, dock, model, state):  # noqa: F811
    model.reset(state)
    box = dock.form.closure
    assert box.accessibleName() == "Close sum to" and box.toolTip() and box.text() == "no"
    box.stepUp()
    assert box.text() == "100.0 %"
    a, b = state.datasets
    in_grams = Targets(a.targets.names, a.targets.values, ("g/kg", "g/kg"))
    model.reset(state.with_(datasets=(a.with_(targets=in_grams), b)))
    assert box.text() == "100.0 g/kg"
    box.setValue(45)
    compare(qtbot, dock, ("mean-shift", "lra"), standards="8")
    assert "scaled to a sum of at most 45" in dock.verdict
    lines = {e.key for e in dock._result.entries}
    for cell in dock._result.cells.values():
        assert (cell["predicted"].sum(axis=1) <= 45 + 1e-9).all()
    assert {"none", "target-only", "native", "a-on-a", "lra", "lra/spectra"} <= lines
    with qtbot.waitSignal(model.runAdded):
        click(qtbot, dock, "lra")
    run = model.current_run
    assert model.state.method_parameters("lra")["closure"] == 45
    assert (run.estimator.predict(run.datasets[1].spectra, 1).sum(axis=1) <= 45 + 1e-9).all()
    wait_idle(qtbot, dock)
