"""Quality dock: from the warning about swapped standards to these samples, and to taking their marks away."""

from __future__ import annotations

import numpy as np

from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.session.run import execute
from spectralign_gui.ui.quality import QualityDock
from spectralign_gui.ui.standards.actions import StandardsActions
from spectralign_gui.ui.workspaces.known import Known
from spectralign_gui.ui.workspaces.status import _standards


def swapped(state, one=2, other=9):
    """The session with two standards that have each other's spectrum on the second instrument."""
    standards = list(state.standards)
    rows = [dict(standards[k].rows) for k in (one, other)]
    rows[0]["mp5"], rows[1]["mp5"] = rows[1]["mp5"], rows[0]["mp5"]
    for k, own in zip((one, other), rows, strict=True):
        standards[k] = Standard(own, standards[k].held_out)
    return state.with_(standards=tuple(standards))


def test_the_button_selects_the_standards_in_doubt(qtbot, two, model, controller):
    dock = QualityDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(700, 500)
    dock.show()
    model.add_run(execute(two))
    assert not dock.doubted.isVisible() and not dock.doubted.action.isEnabled()
    model.change("Swap", swapped(two))
    model.add_run(execute(model.state))
    assert "look swapped" in dock.warnings.text()
    assert dock.doubted.button.isVisible() and dock.doubted.action.isEnabled()
    dock.doubted.button.click()
    wanted = {(name, row) for k in (2, 9) for name, rows in model.state.standards[k].rows.items() for row in rows}
    assert model.selection.samples == wanted
    before = len(model.state.standards)
    actions = StandardsActions(model, controller, dock)
    actions.unmark.trigger()
    assert len(model.state.standards) == before - 2
    model.add_run(execute(model.state))
    assert not dock.doubted.isVisible() and "swapped" not in dock.warnings.text()


def test_spikes_and_baselines_that_hide_the_samples_are_taken_out_by_one_click(qtbot, two, model, controller):
    rng = np.random.default_rng(0)
    sets = []
    for d in two.datasets:
        x = np.linspace(200, 3200, 200)
        X = 500 + rng.uniform(2000, 9000, (len(d), 1)) * np.exp(-x / 1500) + 10 * rng.standard_normal((len(d), 200))
        X[np.arange(len(d)), rng.integers(5, 195, len(d))] += 20000
        sets.append(SpectralDataset(d.name, X, Axis(x, "cm-1"), d.sample_names))
    model.change("Raman", two.with_(datasets=tuple(sets)))
    dock = QualityDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(700, 500)
    dock.show()
    model.add_run(execute(model.state))
    assert dock.doubted.clean.isVisible() and "spikes of" in dock.headline.text()
    status = _standards(Known(model.state, model.current_run))
    assert status.line.endswith("all in doubt") and "spikes of" in status.detail
    dock.doubted.clean.click()
    assert [s.step for s in model.state.preprocessing.shared][:3] == ["despike", "smooth", "baseline"]
    model.undo_stack.undo()
    assert not model.state.preprocessing.shared
