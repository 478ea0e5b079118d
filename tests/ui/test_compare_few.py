"""Compare with few standards, and with instruments whose channels differ: nothing empty, nothing cut off."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.validation.transfer_report import methods_report
from spectralign_gui.session.compare.comparison_codec import comparison_from_tree, comparison_to_tree
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import mark
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.compare.charts import figures_text, learning_chart
from spectralign_gui.ui.compare.words import verdict
from tests.core.transfers.conftest import simulate
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
    assert result.counts == (3, 5, 8) and "Each sample is tested in turn, in 5 groups" in dock.verdict
    together = result.pooled("bias", 8)[0]
    assert together["n"] == 30
    assert together["rmsep"] ** 2 == pytest.approx(together["bias"] ** 2 + together["sep"] ** 2 * 29 / 30)
    text = figures_text(result, "bias", 8, 0)
    assert "Of all 30 predictions together: " in text and f"SEP {together['sep']:.3g}" in text
    assert f"R² {together['r2']:.3g}" in text and f"RMSEP {result.rmsep('bias', 8)[:, 0].mean():.3g}." in text
    assert "all other figures are of the predictions of all repeats taken together" in dock.figures.toolTip().replace(
        "\n", " ")
    assert methods_report(result)["bias"]["properties"]["Moisture"]["8"]["sep"]["pooled"] == together["sep"]
    run = execute(ten)
    (table,) = dock.report_tables(run)
    best = dock.results.ranked[0].key
    assert figures_text(result, best, 8, 1) in table.note and "± its 95 % interval" in table.note


def test_other_channels_are_said_first_and_mended_with_one_click(qtbot, dock, model, apart):
    model.reset(apart)
    dock.form.check_only(("auto", "epo", "bias", "lra"))
    assert dock.remedy.button.isVisible() and dock.remedy.action.isEnabled()
    assert dock.says.text().startswith("Bring both to a common axis: 3 of the ticked methods compare channel by")
    compare(qtbot, dock, ("epo", "bias", "lra"))
    assert {"epo", "bias"} == set(dock._result.left_out)
    assert not {"epo", "bias"} & set(dock.results.keys)
    assert {"lra", "none", "native", "target-only"} <= set(dock.results.keys), "no transfer says why it has no figure"
    assert dock.verdict.count("left out, because they compare channel by channel") == 1
    assert dock.says.text().startswith("Bring both to a common axis: 2 of the ticked methods")
    dock.remedy.button.click()
    assert [s.step for s in model.state.preprocessing.shared] == ["resample"] and not dock.remedy.button.isVisible()
    assert dock.says.text().startswith("Both instruments are on a common axis now")
    compare(qtbot, dock, ("epo", "bias", "lra"))
    assert {"epo", "bias", "none"} <= set(dock.results.keys) and not dock._result.left_out
    assert np.isfinite(dock._result.rmsep("none", 5)).all()
    model.undo_stack.undo()
    assert not model.state.preprocessing.shared and dock.remedy.button.isVisible()


def test_no_remedy_is_offered_where_none_is_needed(dock, model, state):
    model.reset(state)
    assert not dock.remedy.button.isVisible() and not dock.remedy.action.isEnabled()
    assert "common axis" not in dock.says.text()


@pytest.fixture(scope="module")
def every_sample() -> SessionState:
    """Thirty samples on both instruments, all marked: in a fit with five of them the others are unmarked."""
    a, b, values = simulate(n=30)
    axis = Axis(np.arange(1100.0, 1340.0, 4), "nm")
    sets = (SpectralDataset("A", a, axis, tuple(f"S{i}" for i in range(30)), targets=Targets(("Fat",), values[:, :1])),
            SpectralDataset("B", b, axis, tuple(f"S{i}" for i in range(30))))
    standards = ()
    for k in range(30):
        standards = mark(standards, [("A", k), ("B", k)])
    return SessionState(sets, standards, parameters={"auto": {"max_components": 3}})


def test_beside_the_automatic_line_stands_what_it_is_without_unmarked_spectra(qtbot, dock, model, every_sample):
    model.reset(every_sample)
    compare(qtbot, dock, ("auto",), standards="5, 8", repeats=2)
    result = dock._result
    assert {"auto", "auto-marked"} <= set(dock.results.keys) and result.unmarked["5"]["spectra"] == 17
    assert re.search(r"also learned from unmarked spectra of B: with 5 standards, \d+ of 17 were used as extra "
                     r"standards \(\d+ % of the final model\)", dock.verdict), dock.verdict
    text = figures_text(result, "auto", 5, 0)
    assert "of 17 unmarked spectra of B were used as extra standards" in text
    assert "“Automatic transfer, standards only”" in text
    assert "unmarked" not in figures_text(result, "auto-marked", 5, 0)
    chart = learning_chart(result, ["auto", "none"], 0)
    assert {"Automatic transfer", "automatic, standards only"} <= {s.label for s in chart.series} and chart.notes
    assert not learning_chart(result, ["auto-marked", "none"], 0).notes
    again = comparison_from_tree(comparison_to_tree(result), (30, 30))
    assert again.unmarked == result.unmarked and "unmarked" in verdict(again, dock.results.ranked, 8)
    with qtbot.waitSignal(model.runAdded, timeout=60_000):
        test_compare_dock.click(qtbot, dock, "auto-marked")
    assert model.current_run.method.name == "auto-marked" and not model.current_run.estimator.unmarked
    test_compare_dock.wait_idle(qtbot, dock)


def test_the_second_line_goes_where_nothing_unmarked_was_used(qtbot, dock, model, every_sample):
    model.reset(every_sample.with_(parameters={"auto": {"max_components": 3, "unmarked": False}}))
    compare(qtbot, dock, ("auto",), standards="5", repeats=1)
    assert "auto" in dock.results.keys and "auto-marked" not in dock.results.keys
    assert "not marked" not in dock.verdict


def test_brief_names_of_lines_differ_at_their_beginning():
    from spectralign_gui.core.registry import methods
    from spectralign_gui.ui.compare.results import shown_title

    assert shown_title("auto-marked", brief=True) == "Standards only: Automatic transfer"
    assert shown_title("auto-marked") == "Automatic transfer, standards only"
    assert shown_title("ma-linear", brief=True).startswith("Linear: ")
    brief = [shown_title(name, brief=True) for name in methods()]
    assert len(set(brief)) == len(brief)


def test_standards_can_be_drawn_at_random(qtbot, dock, model, state):
    model.reset(state)
    dock.form.check_only(("bias",))
    dock.form.draw.setCurrentIndex(dock.form.draw.findData("random"))
    assert dock.form.settings().draw == "random"
    dock.form.standards.setText("4")
    dock.form.repeats.setValue(2)
    found = []
    for draw in ("random", "kennard-stone"):
        dock.form.draw.setCurrentIndex(dock.form.draw.findData(draw))
        dock.start.trigger()
        qtbot.waitUntil(lambda: not dock.running)
        found.append(dock._result.rmsep("bias", 4))
        assert dock.copying._asked.plan.draw == draw
    assert not np.allclose(*found)


def test_no_note_of_a_comparison_is_cut(qtbot, dock, model, every_sample):
    """Notes that have room stand at the bottom, whole; all are behind the button, each in a paragraph."""
    model.reset(every_sample)
    compare(qtbot, dock, ("auto", "lra"), standards="5, 8", repeats=2)
    for width in range(700, 1300, 60):
        dock.resize(width, 560)
        qtbot.waitUntil(lambda: not dock._model.turns.busy)
        parts = dock.notes.text_of.text().split("\n\n")
        assert len(parts) > 1 and dock.says.text() == " ".join(parts) and dock.notes.text() == f"Notes ({len(parts)})"
        shown = dock.says.shown().replace("\n", " ")
        whole = [" ".join(parts[:n]) for n in range(1, len(parts) + 1)]
        assert shown in whole or (shown.endswith("…") and parts[0].startswith(shown[:20])), (width, shown)
        assert not dock.notes.isHidden()
    assert any("extra standards" in part for part in parts)


def test_no_column_is_cut_where_the_plots_can_spare_the_room(qtbot, dock, model, ten):
    """While the table fills and at its end: the last column ends before the edge, and the plots keep their part."""
    model.reset(ten)
    dock.resize(1110, 600)
    dock.form.check_only(("bias", "pds"))
    dock.form.standards.setText("8")
    dock.form.repeats.setValue(40)
    view, header = dock.table, dock.table.horizontalHeader()

    def whole() -> bool:
        ends = [header.sectionViewportPosition(k) + header.sectionSize(k) for k in range(header.count())]
        wanted = [header.sectionSizeHint(k) for k in range(header.count())]
        return max(ends) <= view.viewport().width() + 1 and all(
            header.sectionSize(k) >= need for k, need in enumerate(wanted)) and dock.tabs.width() >= 300

    dock.start.trigger()
    qtbot.waitUntil(lambda: bool(dock.results.lines) or not dock.running, timeout=60_000)
    assert dock.running
    qtbot.waitUntil(whole)
    dock.stop.trigger()
    wait_over(qtbot, dock)
    compare(qtbot, dock, ("bias", "pds"), standards="5, 8", repeats=2)
    dock.resize(1500, 600)  # with intervals and words the columns are wider
    qtbot.waitUntil(whole)
    dock.columns._splitter.splitterMoved.emit(300, 1)
    dock.columns._splitter.setSizes([300, 800])
    dock.results.modelReset.emit()
    assert dock.columns._splitter.sizes()[0] < 500, "what somebody has pulled stays"
