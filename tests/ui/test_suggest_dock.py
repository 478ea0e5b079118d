"""Suggest dock: list, exclusions, measuring list, what has come back, benefit curve."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStyle, QStyleOptionComboBox

from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.session.standards.free_samples import free_samples
from spectralign_gui.session.standards.measuring_list import measuring_table
from spectralign_gui.session.standards.pairing import match_by_name, match_table
from spectralign_gui.session.standards.rounds import moved_rounds
from spectralign_gui.session.standards.suggestion import suggest_samples
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.editing import rename_instrument
from spectralign_gui.ui.suggest import SuggestDock, barred
from spectralign_gui.ui.suggest import dock as dock_module
from spectralign_gui.ui.suggest.fields import BudgetFields
from tests.ui.helpers import make_dataset


@pytest.fixture
def dock(qtbot, model, controller):
    a, b = make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2).take(range(0, 24, 2))
    standards = match_by_name((a, b)).standards[:6]
    model.reset(SessionState((a, b), standards))
    made = SuggestDock(model, controller)
    qtbot.addWidget(made)
    made.resize(360, 600)
    made.show()
    return made


def suggested(qtbot, dock, model, count=4):
    if dock.count.value() != count:
        dock.count.setValue(count)
    with qtbot.waitSignal(model.message, timeout=20000):
        dock.suggest.trigger()
    qtbot.waitUntil(lambda: not dock._controller.jobs.jobs, timeout=10000)
    return [s.sample for s in dock.table.found]


def only(dock, instrument, count=4):
    for name, spin in dock.budget.of.items():
        spin.setValue(count if name == instrument else 0)


@pytest.fixture
def because(monkeypatch):
    """What the person answers when asked why a sample cannot be measured; None closes the question."""
    def answer(text: str | None) -> None:
        monkeypatch.setattr(barred, "ask_text", lambda *a, **k: (text or "", text is not None))

    answer("not available")
    return answer


@pytest.mark.parametrize("strategy", [name for name, *_ in dock_module.STRATEGIES])
def test_every_strategy_suggests_samples_that_are_not_marked(qtbot, dock, model, strategy):
    dock.strategy.setCurrentIndex(dock.strategy.findData(strategy))
    names = suggested(qtbot, dock, model)
    marked = {model.state.dataset("m5").sample_names[s.rows["m5"][0]] for s in model.state.standards}
    assert len(set(names)) == 4 and not set(names) & marked
    assert dock.round.count() == 1


def test_unavailable_samples_are_never_suggested(qtbot, dock, model, because):
    first = suggested(qtbot, dock, model)
    dock.view.selectRow(0)
    assert len(model.selection.samples) == 1
    because("too expensive")
    dock.bar_out.trigger()
    assert dock.table.index(0, 4).data() == "✗ too expensive"
    second = suggested(qtbot, dock, model)
    assert first[0] not in second
    assert dock.barred.title.text() == "1 sample cannot be measured (1 too expensive)."
    dock.allow.trigger()
    assert suggested(qtbot, dock, model) == first
    dock.round.setCurrentIndex(1)
    dock.round.activated.emit(1)
    assert [s.sample for s in dock.table.found] == second


def test_more_than_there_are_is_one_sentence(qtbot, dock, model):
    assert suggested(qtbot, dock, model, 500) == []
    assert "only" in dock.note.text() and "500" in dock.note.text()


def test_an_instrument_whose_samples_are_all_standards_is_not_offered(qtbot, dock, model):
    """Every sample of B is a standard: its field is closed, A has the whole budget, and the note says so."""
    a, b = make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2).take(range(0, 24, 2))
    model.reset(SessionState((a, b), match_by_name((a, b)).standards))
    of = dock.budget.of
    assert free_samples(model.state) == {"m5": 12, "mp5": 0}
    assert not of["mp5"].isEnabled() and of["mp5"].value() == 0 and of["m5"].value() == dock.count.value()
    assert "Every sample of mp5 is already a standard" in of["mp5"].toolTip()
    assert dock.note.text() == ("Every sample of mp5 is already a standard or cannot be measured. Choose samples of "
                                "m5.")
    names = suggested(qtbot, dock, model)
    assert len(names) == 4 and {s.instrument for s in dock.table.found} == {"m5"}
    with pytest.raises(SpectrAlignError, match="Choose samples of m5"):
        suggest_samples(model.state, 3, budgets={"mp5": 3.0})
    model.change("Unmark", model.state.with_(standards=model.state.standards[:6]))
    assert of["mp5"].isEnabled() and of["mp5"].value() > 0 and dock.note.text() == ""
    both = (a, a.with_(name="other"))
    model.reset(SessionState(both, match_by_name(both).standards))
    assert "nothing is left to suggest" in dock.note.text()


@pytest.mark.parametrize("seed", range(12))
def test_free_samples_are_those_that_can_be_suggested(seed):
    """By definition: as many as `suggest_samples` gives of an instrument alone, and one more is refused."""
    rng = np.random.default_rng(seed)
    a, b = make_dataset("A", seed=1), make_dataset("B", p=50, seed=2).take(range(0, 24, int(rng.integers(1, 4))))
    standards = match_by_name((a, b)).standards
    state = SessionState((a, b), standards[:int(rng.integers(0, len(standards) + 1))],
                         unavailable={"A": {int(r): "" for r in rng.choice(24, int(rng.integers(0, 5)), False)}},
                         excluded={"B": tuple(sorted({int(r) for r in rng.choice(len(b), 3)}))})
    for name, number in free_samples(state).items():
        if number:
            assert len(suggest_samples(state, number, "random", unavailable=state.unavailable,
                                       budgets={name: 1.0})) == number
        with pytest.raises(SpectrAlignError):
            suggest_samples(state, number + 1, "random", unavailable=state.unavailable, budgets={name: 1.0})


def test_why_there_is_no_list_stands_where_the_list_would_be(qtbot, dock, model):
    """After the button was pressed the table does not go on asking for it."""
    assert dock.table.empty == "No list yet: press Suggest, or choose an earlier round."
    suggested(qtbot, dock, model, 500)
    assert dock.table.empty == dock.note.text().removeprefix("✗ ") and "500" in dock.table.empty
    suggested(qtbot, dock, model, 4)
    assert dock.table.found and "No list yet" in dock.table.empty


def test_labels_of_like_names_keep_what_differs(qtbot):
    names = [f"Vis-NIR spectrometer of the {where}" for where in ("laboratory", "field station", "laboratory annex")]
    fields = BudgetFields()
    qtbot.addWidget(fields)
    fields.set_instruments(names)
    shown = [part.findChild(QLabel).text() for part in fields._parts]
    assert len(set(shown)) == 3 and all(len(text) < 40 for text in shown)
    assert "lab" in shown[0] and "field" in shown[1] and "annex" in shown[2]


def test_measuring_list_is_a_pairs_file(qtbot, dock, model, tmp_path, monkeypatch):
    suggested(qtbot, dock, model)
    path = tmp_path / "list.csv"
    monkeypatch.setattr(dock_module, "ask_target", lambda *a: (path, ""))
    with qtbot.waitSignal(model.message, timeout=10000):
        dock.export.trigger()
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["rank", "m5", "mp5", "score", "group", "measure on"]
    header, table = measuring_table(model.state, dock.table.found)
    filled = [[str(c) if c else "S01" for c in row] for row in table]
    assert len(match_table(header, filled, model.state.datasets).standards) == 4


def test_what_has_come_back_is_marked(qtbot, dock, model):
    only(dock, "m5")
    names = suggested(qtbot, dock, model)
    before = len(model.state.standards)
    grown = make_dataset("mp5", p=50, seed=2)
    model.change("Load", model.state.with_(datasets=(model.state.dataset("m5"), grown),
                                           standards=match_by_name((model.state.dataset("m5"), grown)).standards[:6]))
    assert dock.came_back.isEnabled() and "mark them" in dock.note.text()
    dock.came_back.trigger()
    marked = {grown.sample_names[s.rows["mp5"][0]] for s in model.state.standards}
    fresh = len(model.state.standards) - before
    assert 1 <= fresh <= 4 and marked & set(names)
    assert not dock.came_back.isEnabled()


def test_benefit_curve(qtbot, dock, model):
    a, b = make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2)
    model.reset(SessionState((a, b), match_by_name((a, b)).standards))
    dock.benefit.trigger()
    qtbot.waitUntil(lambda: not dock._controller.jobs.jobs, timeout=60000)
    assert len(dock.curve.rows) >= 3
    assert all(np.isfinite(r["hit"]["mean"]) for r in dock.curve.rows)
    assert [r["standards"] for r in dock.curve.ordered] == [r["standards"] for r in dock.curve.rows]
    assert len(dock.curve.chart.series) == 4
    dock.curve.figure.setCurrentIndex(1)
    distances = dock.curve.chart.series[0]
    np.testing.assert_allclose(distances.y, [r["matched_distance"]["mean"] for r in dock.curve.rows
                                             if r["matched_distance"]])
    assert dock.curve.chart.y_label == "Matched distance"
    assert dock.verdict.isVisible() and dock.verdict.text()


def test_rounds_and_marks_are_undone_and_kept_by_the_project(qtbot, dock, model, because, tmp_path):
    first = suggested(qtbot, dock, model)
    dock.view.selectRow(0)
    dock.bar_out.trigger()
    second = suggested(qtbot, dock, model)
    assert [len(r.found) for r in model.state.rounds] == [4, 4] and second != first
    path = tmp_path / "rounds.spectralign"
    save_project(path, model.state)
    model.undo_stack.undo()
    assert dock.round.count() == 1 and [s.sample for s in dock.table.found] == first
    model.undo_stack.undo()
    assert not model.state.unavailable and not dock.allow.isEnabled()
    model.reset(SessionState())
    assert dock.round.count() == 0 and not dock.table.found and not dock.round.isEnabled()
    model.reset(open_project(path).state)
    assert dock.round.count() == 2 and [s.sample for s in dock.table.found] == second
    assert "1 sample cannot be measured" in dock.barred.title.text()


def test_rounds_follow_the_instruments(qtbot, dock, model):
    only(dock, "m5")
    names = suggested(qtbot, dock, model)
    model.change("Rename", rename_instrument(model.state, "m5", "Foss"))
    assert {s.instrument for s in dock.table.found} == {"Foss"} and [s.sample for s in dock.table.found] == names
    mirrored = {"Foss": ("Foss", [23 - r for r in range(24)])}
    moved = moved_rounds(model.state.rounds, lambda name, row: (name, mirrored[name][1][row] if name in mirrored
                                                                else row))
    assert [s.row for s in moved[0].found] == [23 - s.row for s in dock.table.found]
    model.change("Remove", model.state.without_dataset("Foss"))
    assert model.state.rounds == () and dock.round.count() == 0


def test_the_list_to_print(qtbot, dock, model, tmp_path, monkeypatch):
    names = suggested(qtbot, dock, model)
    for path in (tmp_path / "list.html", tmp_path / "list.pdf"):
        monkeypatch.setattr(dock_module, "ask_target", lambda *a, path=path: (path, ""))
        with qtbot.waitSignal(model.message, timeout=20000):
            dock.export.trigger()
        qtbot.waitUntil(lambda: not dock._controller.jobs.jobs, timeout=10000)
    page = (tmp_path / "list.html").read_text(encoding="utf-8")
    assert all(name in page for name in names) and "<td>&nbsp;</td>" in page
    assert (tmp_path / "list.pdf").read_bytes().startswith(b"%PDF")


def test_the_table_follows_the_selection_and_leads_it(qtbot, dock, model):
    suggested(qtbot, dock, model)
    second = dock.table.found[1]
    model.selection.select([(second.instrument, second.row)])
    assert [i.row() for i in dock.view.selectionModel().selectedRows()] == [1]
    dock.view.selectAll()
    assert set(model.selection.samples) == {(s.instrument, s.row) for s in dock.table.found}
    model.selection.clear()
    assert not dock.view.selectionModel().selectedRows()


def test_budgets_add_up_and_are_kept_to(qtbot, dock, model):
    spins = dock.budget.of
    dock.count.setValue(5)
    assert [s.value() for s in spins.values()] == [3, 2]
    spins["m5"].setValue(1)
    spins["mp5"].setValue(4)
    assert dock.count.value() == 5
    names = suggested(qtbot, dock, model, 5)
    assert len(names) == 5 and [s.instrument for s in dock.table.found].count("mp5") == 4
    assert "take turns" in dock.order.text() and dock.order.text().startswith("Score")
    only(dock, "m5", 3)
    suggested(qtbot, dock, model, 3)
    assert {s.instrument for s in dock.table.found} == {"m5"} and "take turns" not in dock.order.text()


def test_groups_to_cover_come_first(qtbot, dock, model):
    groups = ["rare" if k == 23 else "common" for k in range(24)]
    a = model.state.dataset("m5").with_(groups=tuple(groups))
    model.change("Groups", model.state.with_(datasets=(a, model.state.dataset("mp5"))))
    assert dock.cover.isVisible() and list(dock.cover.entries) == ["common", "rare"]
    dock.cover.entries["rare"].trigger()
    assert dock.cover.chosen() == ["rare"] and "rare" in dock.cover.text()
    suggested(qtbot, dock, model, 2)
    assert (dock.table.found[0].instrument, dock.table.found[0].row) == ("m5", 23)
    assert "Groups to cover" in dock.order.text()


def test_why_a_sample_is_suggested_is_known_without_a_run(qtbot, dock, model):
    assert model.current_run is None
    suggested(qtbot, dock, model)
    assert all(s.supports for s in dock.table.found)
    pieces = dock.table.data(dock.table.index(0, 3), Qt.ItemDataRole.UserRole)
    assert 0 < sum(pieces) <= 1 + 1e-9
    dock.grab()


def test_some_of_what_cannot_be_measured_is_allowed_again(qtbot, dock, model, because):
    model.selection.select([("m5", 10), ("m5", 11)])
    dock.bar_out.trigger()
    model.selection.select([("m5", 11)])
    assert "Selected" in dock.allow.text()
    dock.allow.trigger()
    assert model.state.unavailable == {"m5": {10: "not available"}}


def test_hundreds_of_instruments_share_one_field_behind_the_first(qtbot):
    from spectralign_gui.ui.suggest.fields import MOST_FIELDS, BudgetFields

    fields, names = BudgetFields(8), [f"i{k}" for k in range(300)]
    qtbot.addWidget(fields)
    fields.set_instruments(names)
    assert len(fields.of) == MOST_FIELDS - 1 and fields.others is not None
    fields.count.setValue(302)
    budgets = fields.budgets()
    assert list(budgets) == names and sum(budgets.values()) == 302 and set(budgets.values()) == {1.0, 2.0}
    fields.others.setValue(5)
    assert fields.count.value() == int(sum(fields.budgets().values())) == 5 + sum(s.value() for s in fields.of.values())
    fields.set_instruments(names[:3])
    assert fields.others is None and list(fields.of) == names[:3] and sum(fields.budgets().values()) > 0


def test_how_samples_are_chosen_can_be_read(dock):
    option = QStyleOptionComboBox()
    dock.strategy.initStyleOption(option)
    field = dock.strategy.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option,
                                                 QStyle.SubControl.SC_ComboBoxEditField, dock.strategy)
    assert field.width() >= dock.strategy.fontMetrics().horizontalAdvance(dock.strategy.currentText())
