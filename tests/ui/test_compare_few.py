"""Compare with few standards, and with instruments whose channels differ: nothing empty, nothing cut off."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from spectralign_gui.core.data import Axis
from spectralign_gui.core.validation.transfer_report import methods_report
from spectralign_gui.ui.compare.charts import figures_text
from tests.ui import test_compare_dock
from tests.ui.test_compare_dock import compare, wait_over

state, dock = test_compare_dock.state, test_compare_dock.dock


@pytest.fixture
def ten(state):
    """Ten standards; all other samples are on A only."""
    b = state.datasets[1].take(np.arange(10))
    return state.with_(datasets=(state.datasets[0], b), standards=state.standards[:10])


@pytest.fixture
def apart(state):
    """B's channels lie elsewhere."""
    b = state.datasets[1]
    return state.with_(datasets=(state.datasets[0], b.with_(spectra=b.spectra[:, 1:-1], axis=Axis(
        b.axis.values[1:-1] + 0.9, "nm"))))


def test_the_form_proposes_what_there_is_until_the_user_says_otherwise(qtbot, dock, model, state, ten):
    model.reset(state)
    assert dock.form.standards.text() == "5, 10, 20" and dock.form.repeats.value() == 10
    model.reset(ten)
    assert dock.form.standards.text() == "3, 5, 8" and dock.form.repeats.value() == 3
    assert dock.form.share.text() == "automatic" and dock.form.settings().test_share is None
    dock.form.share.setValue(0.5)
    assert dock.form.standards.text() == "3, 5" and dock.form.settings().test_share == 0.5
    dock.form.share.setValue(0)
    dock.form.standards.clear()
    qtbot.keyClicks(dock.form.standards, "4, 6")
    model.reset(state)
    model.reset(ten)
    assert dock.form.standards.text() == "4, 6" and dock.form.settings().standards == (4, 6)
    dock.form.standards.setFocus()
    dock.form.standards.clear()
    qtbot.keyClick(dock.form.standards, Qt.Key.Key_Return)
    assert dock.form.standards.text() == "3, 5, 8", "emptied, it proposes again"


def test_with_ten_standards_the_table_fills_and_the_list_has_what_is_run(qtbot, dock, model, ten):
    model.reset(ten)
    dock.form.check_only(("bias", "mean-shift"))
    dock.form.standards.setText("5, 8, 20")  # more than there are
    dock.form.repeats.setValue(60)
    dock.start.trigger()
    qtbot.waitUntil(lambda: bool(dock.results.lines) or not dock.running, timeout=60_000)
    assert dock.running and [dock.count.itemData(k) for k in range(dock.count.count())] == [5, 8]
    assert dock.count.currentText() == "8 standards" and "of 300" in dock.results.index(0, 5).data()
    dock.stop.trigger()
    wait_over(qtbot, dock)


def test_all_counts_stay_and_the_figures_do_not_contradict_each_other(qtbot, dock, model, ten):
    model.reset(ten)
    dock.form.check_only(("bias",))
    dock.start.trigger()
    wait_over(qtbot, dock)
    result = dock._result
    assert result.counts == (3, 5, 8) and "Each of the 10 samples is tested in turn" in dock.verdict
    together = result.pooled("bias", 8)[0]
    assert together["n"] == 30
    assert together["rmsep"] ** 2 == pytest.approx(together["bias"] ** 2 + together["sep"] ** 2 * 29 / 30)
    text = figures_text(result, "bias", 8, 0)
    assert "Of all 30 predictions together: " in text and f"SEP {together['sep']:.3g}" in text
    assert f"R² {together['r2']:.3g}" in text and f"RMSEP {result.rmsep('bias', 8)[:, 0].mean():.3g}." in text
    assert "all other figures are of the predictions of all repeats taken together" in dock.figures.toolTip().replace(
        "\n", " ")
    assert methods_report(result)["bias"]["properties"]["Moisture"]["8"]["sep"]["pooled"] == together["sep"]


def test_other_channels_are_said_first_and_mended_with_one_click(qtbot, dock, model, apart):
    model.reset(apart)
    dock.form.check_only(("auto", "epo", "bias", "lra"))
    assert dock.remedy.button.isVisible() and dock.remedy.action.isEnabled()
    assert dock.says.text().startswith("Bring both to a common axis: 3 of the ticked methods compare channel by")
    compare(qtbot, dock, ("epo", "bias", "lra"))
    assert {"epo", "bias", "none"} <= set(dock._result.left_out)
    assert not {"epo", "bias"} & set(dock.results.keys) and {"lra", "native", "target-only"} <= set(dock.results.keys)
    assert dock.verdict.count("left out that compare channel by channel") == 1
    assert dock.says.text().startswith("Bring both to a common axis: 2 of the ticked methods")
    dock.remedy.button.click()
    assert [s.step for s in model.state.preprocessing.shared] == ["resample"] and not dock.remedy.button.isVisible()
    assert dock.says.text().startswith("Both instruments are on a common axis now")
    compare(qtbot, dock, ("epo", "bias", "lra"))
    assert {"epo", "bias", "none"} <= set(dock.results.keys) and not dock._result.left_out
    model.undo_stack.undo()
    assert not model.state.preprocessing.shared and dock.remedy.button.isVisible()


def test_no_remedy_is_offered_where_none_is_needed(dock, model, state):
    model.reset(state)
    assert not dock.remedy.button.isVisible() and not dock.remedy.action.isEnabled()
    assert "common axis" not in dock.says.text()
