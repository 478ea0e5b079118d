"""Docks that redraw at the same event do so one after the other, and hidden ones when they are looked at."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow

from spectralign_gui.ui.garbage import GarbageCollector
from spectralign_gui.ui.state import Redraw, Turns, in_front


@pytest.fixture
def docks(qtbot):
    """A window with two docks behind each other, the second in front."""
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(400, 300)
    made = [QDockWidget(name, window) for name in "ab"]
    for dock in made:
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.tabifyDockWidget(*made)
    with qtbot.waitExposed(window):
        window.show()
    made[1].raise_()
    qtbot.waitUntil(lambda: in_front(made[1]) and not in_front(made[0]))
    yield made
    window.close()


def test_one_in_each_turn_and_only_the_latest_wish(qtbot, docks):
    turns, said = Turns(docks[1]), []
    one, two = Redraw(turns, docks[1]), Redraw(turns, docks[1])
    one.ask(lambda: said.append("old"))
    one.ask(lambda: (said.append("one"), QTimer.singleShot(0, lambda: said.append("between"))))
    two.ask(lambda: said.append("two"))
    assert said == [] and one.waiting and two.waiting
    qtbot.waitUntil(lambda: len(said) == 3)
    assert said[0] == "one" and "old" not in said and not turns.busy


def test_behind_another_dock_it_waits_until_it_is_looked_at(qtbot, docks):
    turns, said = Turns(docks[1]), []
    behind, front = Redraw(turns, docks[0]), Redraw(turns, docks[1])
    behind.ask(lambda: said.append("behind"))
    front.ask(lambda: said.append("front"))
    qtbot.waitUntil(lambda: said == ["front"])
    assert behind.waiting and not turns.busy
    docks[0].raise_()
    qtbot.waitUntil(lambda: said == ["front", "behind"])


def test_flush_draws_everything_once(qtbot, docks):
    turns, said = Turns(docks[1]), []
    behind, front = Redraw(turns, docks[0]), Redraw(turns, docks[1])
    behind.ask(lambda: said.append("behind"))
    front.ask(lambda: said.append("front"))
    turns.flush()
    assert sorted(said) == ["behind", "front"] and not behind.waiting
    docks[0].raise_()
    qtbot.waitUntil(lambda: in_front(docks[0]) and not turns.busy)
    assert len(said) == 2


def test_parts_take_a_turn_each_and_give_way_to_a_newer_wish(qtbot, docks):
    turns, said = Turns(docks[1]), []
    one = Redraw(turns, docks[1])
    one.ask(lambda: (said.append("a"), QTimer.singleShot(0, lambda: said.append("between"))), lambda: said.append("b"),
            lambda: said.append("c"))
    qtbot.waitUntil(lambda: "c" in said and "between" in said)
    assert [s for s in said if s != "between"] == ["a", "b", "c"]
    said.clear()
    one.ask(lambda: (said.append("a"), one.ask(lambda: said.append("new"))), lambda: said.append("b"))
    qtbot.waitUntil(lambda: "new" in said and not turns.busy)
    assert said == ["a", "new"]


def test_parts_behind_another_dock_come_when_it_is_looked_at(qtbot, docks):
    turns, said = Turns(docks[1]), []
    behind = Redraw(turns, docks[0])
    behind.ask(lambda: said.append(1), lambda: said.append(2))
    assert not turns.busy and behind.waiting
    docks[0].raise_()
    qtbot.waitUntil(lambda: said == [1, 2])
    assert not behind.waiting


def test_what_was_dropped_is_not_drawn(qtbot, docks):
    turns, said = Turns(docks[1]), []
    one, two = Redraw(turns, docks[1]), Redraw(turns, docks[1])
    one.ask(lambda: said.append("one"))
    two.ask(lambda: said.append("two"))
    one.drop()
    qtbot.waitUntil(lambda: not turns.busy)
    assert said == ["two"]


def test_a_dock_of_no_window_is_drawn_at_once(qtbot):
    dock = QDockWidget()
    qtbot.addWidget(dock)
    said = []
    Redraw(Turns(dock), dock).ask(lambda: said.append(1))
    assert said == [1]


class Ring:
    """Refers to itself, and says in which thread it went."""

    def __init__(self, said: list[str]) -> None:
        self.me = self
        weakref.finalize(self, lambda: said.append(threading.current_thread().name))


def test_rings_are_taken_apart_in_the_thread_of_the_window(qtbot, docks):
    said: list[str] = []
    gc.enable()
    collector = GarbageCollector(docks[1])
    try:
        assert not gc.isenabled()

        def work() -> None:
            Ring(said)
            kept = [[k] for k in range(5000)]  # enough for Python to look for rings in this thread
            assert len(kept) == 5000 and said == []
            rings = [[] for _ in range(2000)]
            for ring in rings:
                ring.append(ring)

        thread = threading.Thread(target=work, name="job")
        thread.start()
        thread.join()
        gc.collect(0)  # the thread's count may just have been looked at
        assert set(said) <= {"MainThread"}
        Ring(said)
        young = [[k] for k in range(5000)]
        assert len(young) == 5000
        qtbot.waitUntil(lambda: said == ["MainThread"] * 2, timeout=5000)
    finally:
        collector.stop()
    assert gc.isenabled()
