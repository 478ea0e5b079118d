"""What somebody meets who uses the program for the first time: no stale tables, no cut sentences, no lost figures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QFontMetricsF
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QProgressBar, QScrollArea, QTabBar

from spectralign_gui.core.errors import DataError, PairsError
from spectralign_gui.core.transfers.said import sure
from spectralign_gui.io.intake.plan import ImportPlan
from spectralign_gui.io.report import render_report
from spectralign_gui.presenters.quality import headline
from spectralign_gui.session.compare.comparison_codec import comparison_from_tree
from spectralign_gui.session.compare.evaluate import advice_of
from spectralign_gui.session.compare.verdict import Advised
from spectralign_gui.session.run import execute, why_not
from spectralign_gui.session.standards.pairing import hold_out_share, in_a_row, match_by_name, match_by_row
from spectralign_gui.session.state.instrument_pair import with_pair
from spectralign_gui.session.state.session_state import SessionState
from spectralign_gui.ui.compare.dock import CompareDock
from spectralign_gui.ui.compare.results import shown_title
from spectralign_gui.ui.export.target import FOLDER, ask_target
from spectralign_gui.ui.importer import dialog as import_module
from spectralign_gui.ui.plots.corner import _shortened
from spectralign_gui.ui.predict import PredictDock
from spectralign_gui.ui.standards import StandardsDock
from spectralign_gui.ui.sweep import SweepDock
from spectralign_gui.ui.widgets import ElidedButton, OneLineLabel, wrapped
from tests.ui.helpers import make_dataset


def shown(qtbot, dock, width: int, height: int):
    qtbot.addWidget(dock)
    dock.resize(width, height)
    with qtbot.waitExposed(dock):
        dock.show()
    return dock


# -- another session has nothing of the one before ---------------------------------------------------------
def test_a_new_session_begins_without_the_comparison_of_the_old_one(qtbot, model, controller, two):
    dock = shown(qtbot, CompareDock(model, controller), 690, 290)
    dock.form.check_only(("bias", "mean-shift"))
    dock.form.standards.setText("5")
    dock.form.repeats.setValue(1)
    same = two.with_(datasets=(two.datasets[0], make_dataset("mp5", seed=2)))
    model.reset(same)
    dock.start.trigger()
    qtbot.waitUntil(lambda: not dock.running)
    assert dock.results.lines and dock.count.count() == 1 and "smallest errors" in dock.says.text()
    model.reset(SessionState())
    assert not dock.results.lines and not dock.count.count() and not dock.property.count()
    assert dock.says.text() == "A comparison needs spectra of two instruments." and dock.verdict == ""
    assert not dock.save.isEnabled() and not dock.figures.text()


def test_a_comparison_under_way_is_not_heard_of_in_another_session(qtbot, model, controller, two):
    dock = shown(qtbot, CompareDock(model, controller), 690, 290)
    model.reset(two.with_(datasets=(two.datasets[0], make_dataset("mp5", seed=2))))
    dock.form.check_only(("bias",))
    dock.form.standards.setText("5")
    dock.form.repeats.setValue(500)
    dock.start.trigger()
    assert dock.running
    model.reset(SessionState())
    assert not dock.running and not dock.findChildren(QProgressBar)
    qtbot.waitUntil(lambda: not controller.jobs.jobs)
    assert not dock.results.lines and dock.verdict == ""


def test_a_table_of_older_data_says_so_and_why_nothing_can_be_compared(qtbot, model, controller, two):
    dock = shown(qtbot, CompareDock(model, controller), 1200, 500)
    start = two.with_(datasets=(two.datasets[0], make_dataset("mp5", seed=2)))
    model.reset(start)
    dock.form.check_only(("bias", "mean-shift"))
    dock.form.standards.setText("5")
    dock.form.repeats.setValue(1)
    dock.start.trigger()
    qtbot.waitUntil(lambda: not dock.running)
    assert "compare again" not in dock.says.text()
    dock._select("bias")
    with qtbot.waitSignal(model.runAdded):
        dock.use.trigger()
    qtbot.waitUntil(lambda: "is the current result" in dock.says.text())
    model.change("Add", start.with_(datasets=(*start.datasets, make_dataset("mp6", seed=3))))
    assert "compare again" not in dock.says.text() and dock.run_button.isEnabled(), "the two are as they were"
    model.change("Choose", with_pair(model.state, target="mp6"))
    text = dock.says.text()
    assert "six samples measured on both m5 and mp6" in text
    assert "The table is of m5 and mp5 as they were then: compare again" in text
    assert "smallest errors" in dock.card.do.text()
    model.set_current_run(None)
    assert "is the current result" not in dock.says.text()
    qtbot.waitUntil(lambda: not controller.running and not controller.jobs.jobs)


def test_new_spectra_and_sweeps_of_the_old_session_are_gone(qtbot, model, controller, two):
    predict, sweep = PredictDock(model, controller), SweepDock(model, controller)
    for dock in (predict, sweep):
        qtbot.addWidget(dock)
        dock.ensure_built()
    predict._new = two.datasets[1]
    sweep.form.repeats.setValue(1)
    sweep.start.trigger()
    qtbot.waitUntil(lambda: not sweep.running)
    assert sweep.points.points
    model.reset(two.with_(method="bias"))
    assert not predict._new and not sweep.points.points and sweep.sweep is None


# -- sentences and figures can be read -----------------------------------------------------------------------
def test_a_short_label_takes_the_lines_it_may_and_no_more(qtbot):
    label = shown(qtbot, OneLineLabel("", lines=3), 300, 60)
    label.set_one_line(True)
    label.setText("short")
    one = label.heightForWidth(300)
    label.setText("Take the first of these methods, since no other one is told apart from it " * 6)
    assert label.heightForWidth(300) == 3 * label.fontMetrics().lineSpacing() and one < label.heightForWidth(300)
    lines = label.shown().split("\n")
    assert len(lines) == 3 and lines[-1].endswith("…") and label.text().startswith(lines[0])
    assert all(label.fontMetrics().horizontalAdvance(line) <= 300 for line in lines)


def test_the_sentence_of_the_compare_dock_has_its_lines_in_a_low_dock(qtbot, model, controller, two):
    dock = shown(qtbot, CompareDock(model, controller), 690, 290)
    dock._verdict = "Transfer with the combination of models that Automatic transfer makes. " * 3
    dock._say()
    qtbot.waitUntil(lambda: dock.says.height() >= 2 * dock.fontMetrics().height())
    assert dock.columns.compact and "\n" in dock.says.shown()


def test_a_caption_loses_its_name_before_its_figures(qapp):
    metrics = QFontMetricsF(qapp.font())
    text = "Micronir1700rep1 · 60 spectra"
    width = metrics.horizontalAdvance(text) - 10
    short = _shortened(metrics, text, width)
    assert short.endswith(" · 60 spectra") and short.startswith("Micr") and "…" in short
    assert _shortened(metrics, text, width + 20) == text


def test_the_guide_is_not_wider_than_its_place_and_shows_the_text_of_the_next_step(qtbot, window, tmp_path):
    guide = window.docks["welcome"]
    long = str(tmp_path / ("a-folder-with-a-long-name-" * 4) / "spectra-of-the-second-instrument.csv")
    guide.show_recent([long])
    guide.raise_()
    area = guide.widget()
    assert isinstance(area, QScrollArea)
    qtbot.waitUntil(lambda: area.widget().width() <= area.viewport().width())
    button = guide.recent.itemAt(0).widget()
    assert isinstance(button, ElidedButton) and button.text().startswith("spectra-of-the-second-instrument.csv")
    qtbot.waitUntil(lambda: "…" in button.shown())
    rail = window.lead.rail
    window.resize(1600, 900)  # beside "All" it has words where there is room
    qtbot.waitUntil(lambda: rail.says.isVisible() and "Open the spectra" in rail.says.text())
    window.model.reset(SessionState((make_dataset("a"), make_dataset("b", seed=1))))
    qtbot.waitUntil(lambda: "The same names are on both instruments" in rail.says.text())


def test_the_import_dialog_fits_a_small_screen(qtbot, controller, monkeypatch):
    asked = []
    monkeypatch.setattr(import_module, "on_screen", lambda w, *size: asked.append(size) or _small(w, *size))
    made = import_module.ImportDialog(ImportPlan([]), controller.jobs)
    qtbot.addWidget(made)
    made.show()
    assert asked and made.height() <= 720 - 40 and made.minimumSizeHint().height() <= 680


def _small(widget, width: int, height: int):
    from PySide6.QtCore import QSize

    return QSize(min(width, 1280), min(height, 720 - 40))


# -- standards --------------------------------------------------------------------------------------------------
def test_matching_by_name_without_names_says_what_to_do(qtbot, model, controller):
    sets = tuple(make_dataset(n, names=[""] * 24, seed=k) for k, n in enumerate(("m5", "mp5")))
    with pytest.raises(PairsError, match=r"m5 and mp5 have no names.*match them by row order"):
        match_by_name(sets)
    one = (sets[0], make_dataset("mp6"), make_dataset("mp7"))
    assert len(match_by_name(one).standards) == 24
    model.reset(SessionState(sets))
    dock = shown(qtbot, StandardsDock(model, controller), 340, 600)
    dock.actions_.by_name.trigger()
    assert "row order" in dock.news.text() and dock.details.isHidden()
    assert len(match_by_row(sets).standards) == 24
    assert in_a_row(["A"]) == "A" and in_a_row(["A", "B"]) == "A and B" and in_a_row(["A", "B", "C"]) == "A, B and C"


# -- files ------------------------------------------------------------------------------------------------------
def test_a_typed_ending_chooses_its_format_and_the_folder_is_remembered(qtbot, window, tmp_path):
    def save_as(name: str) -> tuple[Path, str] | None:
        seen = []

        def accept() -> None:
            dialog = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QFileDialog) and w.isVisible())
            seen.append(dialog.directory().absolutePath())
            dialog.findChild(QLineEdit, "fileNameEdit").setText(str(tmp_path / name))
            dialog.accept()

        QTimer.singleShot(50, window, accept)
        found = ask_target(window, "Save", "values.csv", ["Table (*.csv)", "Workbook (*.xlsx)"])
        before.append(seen[0])
        return found

    before: list[str] = []
    opened = tmp_path / "data"
    opened.mkdir()
    (opened / "m5.csv").write_text("")
    window.recent.add([opened / "m5.csv"])
    assert save_as("values.xlsx") == (tmp_path / "values.xlsx", "Workbook (*.xlsx)")
    assert Path(before[0]) == opened, "nothing was saved yet: beside the spectra"
    assert save_as("values.v2") == (tmp_path / "values.v2.csv", "Table (*.csv)")
    assert save_as("values") == (tmp_path / "values.csv", "Table (*.csv)")
    assert window.settings.value(FOLDER) == str(tmp_path) and Path(before[-1]) == tmp_path


# -- what a result says of itself -----------------------------------------------------------------------------
@pytest.fixture(scope="module")
def automatic():
    a, b = make_dataset("lab", n=30, seed=1), make_dataset("field", n=30, seed=2)
    b = b.with_(spectra=0.9 * b.spectra + 0.05)
    standards = hold_out_share(match_by_name((a, b)).standards, 0.25)
    return execute(SessionState((a, b), standards, method="auto", parameters={"auto": {"unmarked": False}}))


def test_the_recommendation_of_a_run_stands_in_quality_and_in_the_report(automatic):
    advice = advice_of(automatic)
    text, mood = headline(automatic)
    said = f"{advice['sentence']} Confidence: {advice['confidence']}. RMSEP of " if advice is not None else "?"
    assert text.startswith(said) and "held-out standards" in text
    assert mood in ("good", "warning", "bad") and "(ridge=" not in text and "weight=" not in text
    page = render_report(automatic)
    assert "No standard was held out" not in page and "Recommendation" in page
    assert "Recommended, from left-out standards" in page[:page.index("<h2>Data")], "in short, at the head"
    assert "there is no iteration" not in page
    held = sum(s.held_out for s in automatic.state.standards)
    assert held and f"{held} were held out" in page
    assert advice_of(execute(automatic.state.with_(method="bias"))) is None


def test_a_report_without_held_out_standards_says_so_still():
    a, b = make_dataset("lab", seed=1), make_dataset("field", seed=2)
    run = execute(SessionState((a, b), match_by_name((a, b)).standards, method="bias"))
    assert "No standard was held out" in render_report(run)
    assert np.isfinite(run.datasets[0].spectra).all()


# -- the comparison is kept ---------------------------------------------------------------------------------------
def compared(qtbot, window, state) -> CompareDock:
    dock = window.docks["compare"]
    window.model.reset(state)
    window.project.forget()
    dock.form.check_only(("bias", "mean-shift"))
    dock.form.standards.setText("4, 6")
    dock.form.repeats.setValue(2)
    dock.start.trigger()
    qtbot.waitUntil(lambda: not dock.running)
    return dock


def test_a_project_keeps_the_comparison(qtbot, window, two, tmp_path):
    path = tmp_path / "corn.spectralign"
    dock = compared(qtbot, window, two.with_(datasets=(two.datasets[0], make_dataset("mp5", seed=2))))
    assert window.project.modified  # there is something to lose
    dock._advice = Advised("Take it.", "high", "bias-is-enough", dock._judgement.best)
    dock._show_result(dock._result, dock._advice)
    table, verdict = dock.results.report_table(), dock.verdict
    dock._select("bias")
    figures = dock.figures.text()
    assert window.project._save_to(str(path), wait=True) and not window.project.modified
    window.model.reset(SessionState())
    window.project.forget()
    assert not dock.results.lines
    with qtbot.waitSignal(window.project.opened):
        window.project.open(path)
    assert dock.results.report_table() == table and dock.verdict == verdict and "Confidence: high" in dock.says.text()
    assert dock.count.count() == 2 and dock.property.count() == 2 and dock.save.isEnabled()
    dock._select("bias")
    assert dock.figures.text() == figures and not window.project.modified
    dock._use()
    qtbot.waitUntil(lambda: dock.results.current == "bias")
    qtbot.waitUntil(lambda: not window.controller.running and not window.controller.jobs.jobs)


def test_a_comparison_of_older_data_is_not_kept(qtbot, window, two):
    dock = compared(qtbot, window, two.with_(datasets=(two.datasets[0], make_dataset("mp5", seed=2))))
    assert dock.worth_keeping is not None and "comparison" in window.project._extras()
    window.model.change("Clear", window.model.state.with_(standards=()))
    assert dock.worth_keeping is None and "comparison" not in window.project._extras()


def test_what_is_no_comparison_is_refused(qtbot, window, two):
    dock = compared(qtbot, window, two.with_(datasets=(two.datasets[0], make_dataset("mp5", seed=2))))
    tree = dock.kept()
    back = comparison_from_tree(tree["result"], (24, 24))
    assert [e.key for e in back.entries] == [e.key for e in dock._result.entries]
    for key, cell in dock._result.cells.items():
        for name in ("predicted", "measured", "rows"):
            np.testing.assert_array_equal(back.cells[key][name], cell[name])
    assert back.flags == dock._result.flags
    for spoil in ({"entries": []}, {"cells": [{**tree["result"]["cells"][0], "predicted": np.zeros((1, 1))}]},
                  {"splits": None}, {"properties": ["Moisture"]}):
        with pytest.raises(DataError, match="cannot be read; compare again"):
            comparison_from_tree({**tree["result"], **spoil}, (24, 24))
    with pytest.raises(DataError):
        comparison_from_tree(tree["result"], (5, 5))
    said = []
    window.model.message.connect(said.append)
    window.model.reset(SessionState())
    dock.take({"result": 3})
    dock.take(tree)
    assert not dock.results.lines and len(said) >= 2 and "not of these spectra" in said[-1]


# -- words -----------------------------------------------------------------------------------------------------------
def test_long_tooltips_are_wrapped_and_short_ones_are_plain(window):
    save = window.findChild(QAction, "use-method")
    assert save.toolTip().startswith("<qt>") and "Ctrl+Return" in save.toolTip() and "<" not in save.statusTip()
    assert wrapped("short") == "short" and wrapped("a & b " * 20).startswith("<qt>a &amp; b")
    assert wrapped("line\n" * 40) == "line\n" * 40


def test_narrow_tables_begin_with_the_usual_abbreviation(qapp):
    assert shown_title("pds", True) == "PDS: Piecewise direct standardisation"
    assert shown_title("pds") == "Piecewise direct standardisation (PDS)"
    assert shown_title("spiked", True) == "Augmented calibration (spiking)"


def test_a_dock_that_is_put_back_is_in_front(qtbot, window):
    dock = window.docks["compare"]
    dock.raise_()
    dock.setFloating(True)
    window.docks["quality"].raise_()
    dock.setFloating(False)

    def in_front() -> list[str]:
        return [bar.tabText(bar.currentIndex()) for bar in window.findChildren(
            QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)]

    qtbot.waitUntil(lambda: "Compare" in in_front() and "Quality" not in in_front())


def test_too_many_instruments_are_told_with_what_to_do(two):
    state = two.with_(datasets=(*two.datasets, make_dataset("mp6", seed=3)), method="auto")
    assert why_not(state) == ("Automatic transfer takes 2 instruments, but 3 are loaded: choose another method, or "
                              "remove one.")


def test_the_bar_does_not_go_back_when_the_recommendation_is_looked_for(qtbot, model, controller, two):
    dock = shown(qtbot, CompareDock(model, controller), 1200, 500)
    model.reset(two.with_(datasets=(two.datasets[0], make_dataset("mp5", seed=2)),
                          parameters={"auto": {"unmarked": False, "budget": 1.0}}))
    dock.form.check_only(("auto", "bias"))
    dock.form.standards.setText("6")
    dock.form.repeats.setValue(1)
    seen: list[float] = []
    controller.jobs.started.connect(lambda job: job.progress.connect(lambda _, fraction, left: seen.append(fraction)))
    dock.start.trigger()
    qtbot.waitUntil(lambda: not dock.running)
    assert len(seen) > 3 and seen == sorted(seen) and dock._advice.confidence


def test_no_recommendation_is_called_certain_and_no_automatic_value_has_a_unit(automatic):
    assert "100 % probable" not in advice_of(automatic)["sentence"]
    assert sure(1.0) == sure(0.9999) == "more than 99 %" and sure(0.87) == "87 %"
    assert "automatic %" not in render_report(automatic) and "Close the sum to" in render_report(automatic)
