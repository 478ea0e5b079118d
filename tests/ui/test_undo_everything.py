"""Whatever is done in the window is undone step by step to what was, and done again to what came of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.session.predict.check_samples import CheckDay
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.standards.rounds import SampleSuggestion
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.editing import add_datasets
from spectralign_gui.session.state.row_changes import average_samples
from spectralign_gui.ui.data import dock as data_dock
from spectralign_gui.ui.history.run_model import NAME
from spectralign_gui.ui.plots import groups
from spectralign_gui.ui.selection import commands
from spectralign_gui.ui.suggest import barred
from tests.ui.helpers import make_dataset

METHODS = ("lra", "rlra", "cca", "ds", "slra", "ma")
STEPS = ("snv", "crop", "detrend", "scale")


class Hand:
    """Somebody who does one thing after the other in the window, and knows what each is called."""

    def __init__(self, window, monkeypatch, seed: int) -> None:
        self.window, self.model, self.docks = window, window.model, window.docks
        self.random = random.Random(seed)
        self.made = 0
        for asking in (commands, data_dock, groups, barred):
            monkeypatch.setattr(asking, "ask_text", lambda *a, **k: (self.word(), True))

    def word(self) -> str:
        return self.random.choice(("one", "two", "three", "four"))

    def some(self) -> None:
        """Select samples."""
        names = self.model.state.instruments
        every = [(d.name, row) for d in self.model.state.datasets for row in range(len(d))]
        chosen = self.random.sample(every, min(4, len(every)))
        if self.random.random() < 0.5 and len(names) > 1:
            row = self.random.randrange(20)
            chosen = [(names[0], row), (names[1], row)]
        self.model.selection.select(chosen)

    # -- what can be done: each returns how the Edit menu shall call it, or None if any name will do --------------
    def standards(self) -> None:
        actions = self.docks["standards"].actions_
        self.some()
        chosen = self.random.choice([actions.by_name, actions.mark, actions.unmark, actions.hold_out, actions.release,
                                     actions.random, actions.release_all, actions.clear])
        chosen.trigger()

    def order(self) -> str:
        dock = self.docks["data"]
        dock.instrument_view.selectRow(self.random.randrange(len(self.model.state.datasets)))
        self.random.choice([dock.reference, dock.up, dock.down]).trigger()
        return "Order of instruments"

    def rename(self) -> str:
        self.made += 1
        table = self.docks["data"].instruments
        row = self.random.randrange(len(self.model.state.datasets))
        assert table.setData(table.index(row, 1), f"lab {self.made}", Qt.ItemDataRole.EditRole)
        return "Rename instrument"

    def add(self) -> None:
        self.made += 1
        extra = make_dataset(f"extra {self.made}", n=20, seed=self.made)
        self.model.change("Load extra", add_datasets(self.model.state, [extra]))

    def remove(self) -> str | None:
        if len(self.model.state.datasets) < 3:
            return None
        dock = self.docks["data"]
        row = self.random.randrange(len(self.model.state.datasets))
        dock.instrument_view.selectRow(row)
        name = self.model.state.instruments[row]
        dock.remove.trigger()
        return f"Remove {name}"

    def samples(self) -> None:
        self.some()
        dock = self.docks["data"]
        self.random.choice([dock.leave_out, dock.take_in, dock.group]).trigger()

    def average(self) -> None:
        name = self.model.state.instruments[0]
        n = len(self.model.state.dataset(name))
        if n > 12:
            self.model.change("Average repeats", average_samples(
                self.model.state, name, [(k, k + 1) if k + 1 < n else (k,) for k in range(0, n, 2)]))

    def painted(self) -> None:
        self.some()
        self.window.selections.commands.ask_group()

    def named(self) -> None:
        self.some()
        commands, word = self.window.selections.commands, self.word()
        kept = list(self.model.state.selections)
        how = self.random.randrange(6)
        if how < 2 or not kept:
            commands.keep(word, self.random.choice(("replace", "add")))
        elif how == 2:
            commands.rename(kept[0], f"{word} {self.made}")
        elif how == 3:
            commands.delete(kept[-1])
        elif how == 4:
            commands.leave_out(commands.samples(kept[0]), self.random.random() < 0.5)
        else:
            commands.to_group(kept[0])

    def preprocessing(self) -> None:
        dock = self.docks["preprocessing"]
        dock.scope.setCurrentIndex(self.random.randrange(dock.scope.count()))
        how = self.random.randrange(6)
        if how == 0 and dock._instrument:
            dock.own.click()
        elif how < 3 and dock.list.isEnabled():
            dock._add(self.random.choice(STEPS))
        elif how == 3:
            dock.list.setCurrentRow(0)
            self.random.choice([dock.remove, dock.down, dock.up]).trigger()
        elif how == 4 and dock.list.count():
            item = dock.list.item(0)
            item.setCheckState(Qt.CheckState.Unchecked if item.checkState() == Qt.CheckState.Checked else
                               Qt.CheckState.Checked)
        elif dock.clear.isEnabled():
            dock.clear.trigger()

    def method(self) -> None:
        dock = self.docks["method"]
        how = self.random.randrange(3)
        if how == 0:
            dock.chooser.chosen.emit(self.random.choice(METHODS))
        elif how < 3:
            info = dock._info()
            p = self.random.choice([p for p in info.parameters if p.kind in ("float", "int")] or [None])
            if p is not None:
                dock.form.changed.emit(p.name, self.random.choice((2, 3)) if p.kind == "int" else
                                       self.random.choice((0.25, 0.5, 0.75)))
        else:
            dock.reset.trigger()

    def unavailable(self) -> None:
        self.some()
        dock = self.docks["suggest"]
        how = self.random.randrange(3)
        if how < 2:
            dock.bar_out.trigger()
        elif how == 2:
            dock.allow.trigger()
        elif dock.barred.table.rowCount():
            table = dock.barred.table
            table.setData(table.index(0, 2), self.word())

    def suggested(self) -> str:
        name = self.model.state.instruments[0]
        self.docks["suggest"]._show("tau", "most telling", False, [SampleSuggestion(name, 1, "S02", 0.5)])
        return "Suggest samples"

    def check(self) -> None:
        d = self.model.state.datasets[0]
        self.made += 1
        day = CheckDay(f"2026-01-{self.made % 28 + 1:02d}", d.name, ("S01",), np.zeros((1, 2)))
        self.model.apply("Add check measurement", lambda s: s.with_(checks=(*s.checks, day)))

    def runs(self) -> str | None:
        if not self.model.runs:
            return None
        k, dock = self.random.randrange(len(self.model.runs)), self.docks["history"]
        how = self.random.randrange(5)
        self.model.set_current_run(self.model.runs[k])
        if how == 0:
            starred = self.model.runs[k].starred
            dock.star.trigger()
            return "Take the star off a run" if starred else "Star a run"
        if how == 1:
            word = f"{self.word()} {self.made}"
            if word == self.model.runs[k].label:
                return None
            dock.runs.setData(dock.runs.index(k, NAME), word)
            return f"Name a run {word!r}"
        if how == 2 and len(self.model.runs) > 1:
            label = self.model.runs[k].label
            dock.delete.trigger()
            return f"Delete the run {label!r}" if label else "Delete a run"
        if how == 3:
            self.docks["side-by-side"].pin.trigger()
            return None
        dock.restore.trigger()
        return None

    def located(self) -> str | None:
        self.made += 1
        there = f"/found/{self.made}.csv"
        old = self.model.state.datasets[0].source.path
        if not old:
            return None
        self.model.relocate("Locate m5.csv", lambda d: d.with_(source=replace(d.source, path=there))
                            if d.source.path == old else d)
        return "Locate m5.csv"

    def anything(self) -> str | None:
        """Do one of all this."""
        deeds: list[Callable[[], str | None]] = [
            self.standards, self.order, self.rename, self.add, self.remove, self.samples, self.average, self.painted,
            self.named, self.preprocessing, self.method, self.unavailable, self.suggested, self.check, self.runs,
            self.runs, self.located]
        return self.random.choice(deeds)()


def now(model) -> tuple[SessionState, tuple]:
    return model.state, model.runs


def same(one, other) -> bool:
    """States by value; runs by what a person can change of them, and by their fit."""
    return one[0] == other[0] and [facts(r) for r in one[1]] == [facts(r) for r in other[1]]


def facts(run) -> tuple:
    return (id(run.estimator), run.label, run.starred, run.pinned,
            tuple(d.source.path for d in (*run.state.datasets, *run.datasets)))


@pytest.fixture
def begun(window, tmp_path):
    datasets = []
    for k, name in enumerate(("m5", "mp5")):
        d = make_dataset(name, n=20, p=30 + 5 * k, seed=k)
        datasets.append(d.with_(source=replace(d.source, path=str(tmp_path / f"{name}.csv"), sha256=f"{k}" * 64)))
    state = SessionState(tuple(datasets), hold_out_share(match_by_name(datasets).standards, 0.2))
    window.model.reset(state)
    window.model.take_runs([execute(state), execute(state.with_(method="cca")), execute(state.with_(method="ma"))])
    return window


@pytest.mark.parametrize("seed", range(3))
def test_undo_everything_and_do_it_again(qtbot, begun, monkeypatch, seed):
    model, stack, menus = begun.model, begun.model.undo_stack, begun.menus
    hand = Hand(begun, monkeypatch, seed)
    past, texts, kinds = [now(model)], [], set()
    while len(past) < 60:
        before, at = now(model), stack.count()
        text = hand.anything()
        after = now(model)
        if stack.count() == at and same(before, after):
            continue
        assert not same(before, after), f"{stack.undoText()!r} changed nothing and can be undone"
        if stack.count() < at:  # a parameter that is back where it was
            past.pop()
            texts.pop()
            assert same(after, past[-1]) and stack.count() == at - 1
            continue
        assert stack.index() == stack.count() and at <= stack.count() <= at + 1, "one deed, one entry"
        assert stack.undoText().strip() and menus.undo.text() == f"&Undo {stack.undoText()}" and menus.undo.isEnabled()
        if text is not None:
            assert stack.undoText() == text
        kinds.add(stack.undoText().split()[0])
        if stack.count() == at:  # it went on with the one before: a parameter that is changed again
            assert stack.undoText() == texts[-1] and texts[-1].startswith("Set ") and before[1] == after[1]
            past[-1] = after
        else:
            past.append(after)
            texts.append(stack.undoText())
    assert len(kinds) > 10, "many kinds of deeds"
    runs_in_the_end, shown = model.runs, model.current_run

    for wanted, text in zip(past[-2::-1], texts[::-1], strict=True):
        assert menus.undo.text() == f"&Undo {text}"
        menus.undo.trigger()
        assert same(now(model), wanted), text
        assert menus.redo.text() == f"&Redo {text}" and menus.redo.isEnabled()
    assert not stack.canUndo() and not menus.undo.isEnabled()
    for wanted, text in zip(past[1:], texts, strict=True):
        assert menus.redo.text() == f"&Redo {text}"
        menus.redo.trigger()
        assert same(now(model), wanted), text
    assert not stack.canRedo() and [r.estimator for r in model.runs] == [r.estimator for r in runs_in_the_end]
    assert model.current_run is None or model.current_run in model.runs or shown is None
    qtbot.waitUntil(lambda: not begun.controller.jobs.jobs, timeout=30_000)


def test_runs_that_came_meanwhile_stay_and_marks_find_their_run(begun):
    model, stack = begun.model, begun.model.undo_stack
    first, second, third = model.runs
    model.star_run(1, True)
    model.delete_run(0)
    model.add_run(execute(model.state))
    fourth = model.runs[-1]
    model.rename_run(2, "the fourth")
    stack.undo()
    assert model.runs[-1] is fourth, "the very same as before"
    stack.undo()
    assert [r.estimator for r in model.runs] == [r.estimator for r in (first, second, third, fourth)]
    stack.undo()
    assert model.runs == (first, second, third, fourth) and not model.runs[1].starred
    for _ in range(3):
        stack.redo()
    assert [r.label for r in model.runs] == ["", "", "the fourth"] and model.runs[0].starred


def test_a_deleted_run_that_was_shown_is_shown_again(begun):
    model = begun.model
    shown = model.runs[1]
    model.set_current_run(shown)
    model.delete_run(1)
    assert model.current_run is model.runs[0]
    model.undo_stack.undo()
    assert model.current_run is shown and model.runs[1] is shown
    model.undo_stack.redo()
    assert shown not in model.runs


def test_a_live_slider_keeps_name_and_star(begun):
    model = begun.model
    origin = model.runs[-1]
    model.set_current_run(origin)
    model.rename_run(2, "mine")
    model.star_run(2, True)
    moved = replace(origin, warnings=("solved again",))  # what a slider gives: from the run as it was first shown
    model.update_current(moved)
    assert (model.runs[2].label, model.runs[2].starred, model.runs[2].warnings) == ("mine", True, moved.warnings)
    model.undo_stack.undo()
    assert not model.runs[2].starred and model.runs[2].warnings == moved.warnings and model.current_run is model.runs[2]


def test_undone_marks_leave_nothing_to_save(begun):
    begun.project.forget()
    begun.model.star_run(0, True)
    assert begun.project.modified
    begun.model.undo_stack.undo()
    assert not begun.project.modified


def test_locating_is_undone_for_the_session_and_its_runs_together(begun, tmp_path):
    model = begun.model
    old = [d.source.path for d in model.state.datasets]

    def moved(d):
        return d.with_(source=replace(d.source, path=str(Path("/elsewhere") / Path(d.source.path).name)))

    def places():
        states = [model.state, *(r.state for r in model.runs)]
        return [[d.source.path for d in s.datasets] for s in states]

    count = model.undo_stack.count()
    model.relocate("Locate 2 files", moved)
    new = places()
    assert new[0] != old and all(p == new[0] for p in new) and model.undo_stack.count() == count + 1
    model.undo_stack.undo()
    assert all(p == old for p in places())
    model.undo_stack.redo()
    assert places() == new
    save_project(tmp_path / "p.spectralign", model.state, model.runs)
    assert len(open_project(tmp_path / "p.spectralign").runs) == 3
    model.relocate("Locate nothing", lambda d: d)
    assert model.undo_stack.count() == count + 1, "nothing was located, nothing can be undone"


def test_a_slider_that_is_back_leaves_no_entry(begun):
    model = begun.model
    count = model.undo_stack.count()
    for value in (0.5, 0.6, 0.7):
        model.change("Set µ", model.state.with_parameter("mu", value), "lra.mu")
    assert model.undo_stack.count() == count + 1
    before = SessionState(model.state.datasets, model.state.standards)
    model.change("Set µ", before, "lra.mu")
    assert model.undo_stack.count() == count and model.state == before


def test_an_ampersand_in_a_name_is_no_key_of_the_menu(begun):
    model = begun.model
    model.change("Remove R&D", model.state.with_(seed=5))
    assert begun.menus.undo.text() == "&Undo Remove R&&D" and model.undo_stack.text(0) == "Remove R&D"
