"""What is shown belongs to what is named: every figure, table and file carries its run."""

from __future__ import annotations

import csv
from functools import partial

import pytest

from spectralign_gui.presenters.shown_run import run_name, run_part, shown_run
from spectralign_gui.session.run.execution import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.plots import export_dialog
from spectralign_gui.ui.predict import dock as predict_module
from spectralign_gui.ui.shown_run import RunLine
from tests.ui.helpers import make_dataset


@pytest.fixture
def runs(qapp):
    datasets = (make_dataset("m5", seed=1), make_dataset("mp5", seed=2))
    two = SessionState(datasets, hold_out_share(match_by_name(datasets).standards, 0.25))
    return [execute(two.with_(method=name)) for name in ("ds", "sst")]


CHANGES = {
    "method": lambda s: s.with_(method="pds"), "settings": lambda s: s.with_parameter("n_components", 2),
    "standards": lambda s: s.with_(standards=hold_out_share(s.standards, 0.5, seed=3)),
    "excluded samples": lambda s: s.with_(excluded={"m5": (1,)}),
    "spectra": lambda s: s.with_(datasets=(s.datasets[0].with_(spectra=s.datasets[0].spectra * 1.01), s.datasets[1])),
}


def test_a_run_is_named_by_number_label_and_method(runs):
    from dataclasses import replace

    named = replace(runs[1], label="Tuesday / β")
    both = [runs[0], named]
    assert run_name(runs[0], both).startswith("Run 1, Direct standard") and run_part(runs[0], both) == "run1-ds"
    assert run_name(named, both).startswith("Run 2, Tuesday / β, ")
    assert run_part(named, both) == "run2-Tuesday___β" and run_part(None, both) == ""


def test_a_run_that_is_not_that_of_the_form_says_what_differs(runs):
    assert shown_run(runs[0], runs, runs[0].state).other == ()
    for what, change in CHANGES.items():
        said = shown_run(runs[0], runs, change(runs[0].state))
        assert said.other == (what,) and what in said.sentence and "Run 1" in said.sentence, what


def test_every_place_names_the_shown_run_and_the_difference(qtbot, window, runs):
    window.complete()
    model, method = window.model, window.docks["method"]
    lines = [window.menus.toolbar.findChild(RunLine, "toolbar-shown-run"), method.shown,
             window.docks["predict"].shown]
    ways = {"history": lambda: model.set_current_run(runs[0]), "undo": model.undo_stack.undo} | {
        what: partial(lambda change: model.change("Change", change(model.state)), change)
        for what, change in CHANGES.items()}
    for what, way in ways.items():
        model.reset(runs[0].state)
        for run in runs:
            model.change("Choose", model.state.with_(method=run.state.method))
            model.add_run(run)
        assert [line.text().startswith("Run 2") for line in lines] == [True, False, True]
        assert {line.property("class") for line in lines[::2]} == {"muted"} and lines[1].isHidden()
        way()
        shown = model.current_run
        wanted = f"Run {model.runs.index(shown) + 1}, {shown.method.title} is shown."
        assert all(line.text().startswith(wanted) and not line.isHidden() for line in lines), what
        assert {line.property("class") for line in lines} == {"warning"}, what


def test_predictions_their_table_and_their_files_name_the_run(qtbot, window, runs, tmp_path, monkeypatch):
    window.complete()
    model, dock = window.model, window.docks["predict"]
    model.reset(runs[0].state)
    for run in runs:
        model.add_run(run)
    asked = []

    def target(parent, title, suggestion, filters):
        asked.append(suggestion)
        return tmp_path / suggestion, filters[0]

    monkeypatch.setattr(predict_module, "ask_target", target)
    for run in runs:
        model.set_current_run(run)
        with qtbot.waitSignal(dock.valuesShown):
            dock.predict_loaded()
        name = run_name(run, model.runs)
        assert name in dock.says.text() and dock.in_short().run == name
        dock.save.trigger()
        qtbot.waitUntil(lambda: "Saved" in dock.says.text())
        with open(tmp_path / asked[-1], encoding="utf-8") as file:
            header, *rows = csv.reader(file)
        assert header[-2:] == ["Predicted by", "Verdict"] and {row[-2] for row in rows} == {name}
        assert dock.values.copy_table(range(3))[1][0][-2] == name
    assert asked == ["predictions_run1-ds.csv", "predictions_run2-sst.csv"]


def test_plots_and_exports_are_named_after_the_run(window, runs, monkeypatch):
    window.complete()
    window.model.reset(runs[0].state)
    window.model.add_run(runs[0])
    suggested = []
    monkeypatch.setattr(export_dialog.QFileDialog, "getSaveFileName",
                        lambda view, title, name, *_: (suggested.append(name), ("", ""))[1])
    export_dialog.ask_and_export(window.docks["quality"].eigenvalues)
    export_dialog.ask_and_export(window.docks["spectra"].view)
    assert suggested[0].endswith("eigenvalues-run1-ds.png") and "run1" not in suggested[1]
    assert window.exporter._suggestion(".h5").endswith("m5-mp5-run1-ds.h5")
