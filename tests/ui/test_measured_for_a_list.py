"""Files that were measured for a list of suggestions, opened or dropped."""

from __future__ import annotations

import csv

import pytest
from PySide6.QtWidgets import QWidget

from spectralign_gui.io.table import write_table
from spectralign_gui.io.writers import write
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.measuring_list import measured, measuring_table
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.standards.rounds import SuggestionRound
from spectralign_gui.session.standards.suggestion import suggest_samples
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.history.run_model import STANDARDS, RunModel
from spectralign_gui.ui.importer import Importer
from tests.ui.helpers import make_dataset


@pytest.fixture
def importer(qtbot, model, controller):
    a, b = make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2).take(range(6))
    state = SessionState((a, b), match_by_name((a, b)).standards)
    found = suggest_samples(state, 4, budgets={"m5": 4, "mp5": 0})
    model.reset(state.with_(rounds=(SuggestionRound("Round 1", tuple(found), "tau"),)))
    model.add_run(execute(model.state))
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return Importer(model, controller, window)


def opened(qtbot, importer, model, controller, *paths):
    with qtbot.waitSignal(importer.done, timeout=30000):
        importer.open(paths)
    qtbot.waitUntil(lambda: not controller.jobs.jobs and not controller.running, timeout=30000)


def new_spectra(model, extra=0):
    everything = make_dataset("mp5", p=50, seed=2)
    listed = [s.row for s in model.state.rounds[0].found]
    return everything.take(listed + [r for r in range(6, 24) if r not in listed][:extra])


def test_they_are_added_marked_and_solved_again_and_it_can_be_undone(
        qtbot, importer, model, controller, tmp_path, answers):
    write(new_spectra(model), tmp_path / "tuesday.csv")
    opened(qtbot, importer, model, controller, tmp_path / "tuesday.csv")
    assert model.state.instruments == ("m5", "mp5") and len(model.state.dataset("mp5")) == 10
    assert measured(model.state, model.state.rounds[0].found) == 4 and answers.said == []
    assert len(model.runs) == 2 and len(model.current_run.state.standards) == 10
    history = RunModel(model)
    history.take()
    told = [history.index(row, STANDARDS).data() for row in (0, 1)]
    assert told == ["6", "10, after 1 round of suggestions"]
    model.undo_stack.undo()
    assert len(model.state.dataset("mp5")) == 6 and len(model.state.standards) == 6


def test_a_filled_list_says_what_spectra_of_other_names_are(qtbot, importer, model, controller, tmp_path, answers):
    new = new_spectra(model)
    write(new.with_(sample_names=tuple(f"scan {k}" for k in range(4))), tmp_path / "tuesday.csv")
    header, rows = measuring_table(model.state, model.state.rounds[0].found)
    for k, row in enumerate(rows):
        row[header.index("mp5")] = f"scan {k}"
    write_table(tmp_path / "list.csv", header, rows)
    assert next(csv.reader((tmp_path / "list.csv").open()))[0] == "rank"
    opened(qtbot, importer, model, controller, tmp_path / "list.csv", tmp_path / "tuesday.csv")
    assert model.state.instruments == ("m5", "mp5") and len(model.state.standards) == 10
    assert measured(model.state, model.state.rounds[0].found) == 4
    assert len(model.runs) == 2 and len(model.current_run.state.standards) == 10


def test_other_samples_among_them_are_asked_about(qtbot, importer, model, controller, tmp_path, answers):
    write(new_spectra(model, 2), tmp_path / "tuesday.csv")
    answers.press("answer-1")
    opened(qtbot, importer, model, controller, tmp_path / "tuesday.csv")
    assert model.state.instruments == ("m5", "mp5", "tuesday") and len(model.runs) == 1
    model.undo_stack.undo()
    answers.press("answer-0")
    opened(qtbot, importer, model, controller, tmp_path / "tuesday.csv")
    assert len(model.state.dataset("mp5")) == 12 and len(model.state.standards) == 10 and len(model.runs) == 2
