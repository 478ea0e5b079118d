"""Work that is left as soon as it is cancelled: what it computes, says and leaves behind."""

from __future__ import annotations

import contextvars
import threading

import numpy as np
import pytest

from spectralign_gui.contract.problem import figures, make_problem
from spectralign_gui.core import base
from spectralign_gui.core.errors import Cancelled, DataError
from spectralign_gui.core.leaving import can_be_left, leavable
from spectralign_gui.core.monitor import SilentMonitor, checkpoint
from spectralign_gui.core.registry import methods

SECONDS = 30


@pytest.fixture
def large(monkeypatch):
    """The problems of the tests count as large ones."""
    monkeypatch.setattr(base, "LONG", 0)


class Said(SilentMonitor):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def report(self, stage, fraction, **values):
        self.said.append(stage)


def test_a_cancel_does_not_wait_for_work_that_never_asks():
    monitor, begun, go_on, ended = Said(), threading.Event(), threading.Event(), threading.Event()

    def work(own):
        begun.set()
        go_on.wait(SECONDS)
        try:
            own.report("after it was left", 1.0)
            own.raise_if_cancelled()
        except Cancelled:
            ended.set()

    threading.Thread(target=lambda: (begun.wait(SECONDS), monitor.cancel())).start()
    with pytest.raises(Cancelled):
        leavable(work, monitor)
    assert not ended.is_set()  # it still computes, and nobody waits for it
    go_on.set()
    assert ended.wait(SECONDS)  # and it ends at its next question
    assert monitor.said == []


def test_ctrl_c_leaves_it_too():
    class Pressed(SilentMonitor):
        def raise_if_cancelled(self):
            if begun.is_set():
                raise KeyboardInterrupt

    begun, ended, go_on = threading.Event(), threading.Event(), threading.Event()

    def work(own):
        begun.set()
        go_on.wait(SECONDS)
        try:
            own.raise_if_cancelled()
        except Cancelled:
            ended.set()

    with pytest.raises(KeyboardInterrupt):
        leavable(work, Pressed())
    go_on.set()
    assert ended.wait(SECONDS)


def test_results_errors_and_context_pass_through():
    name = contextvars.ContextVar("name", default="")
    name.set("outer")
    assert leavable(lambda own: name.get(), SilentMonitor()) == "outer"

    def refuses(own):
        raise DataError("axis.none", file="x")

    with pytest.raises(DataError) as caught:
        leavable(refuses, SilentMonitor())
    assert caught.value.note.code == "axis.none"


def test_work_inside_work_needs_no_second_thread():
    inner = leavable(lambda own: leavable(lambda _: threading.get_ident(), own) == threading.get_ident(),
                     SilentMonitor())
    assert inner


def test_a_pause_holds_the_work_and_the_caller():
    monitor, seen, count = SilentMonitor(), threading.Event(), [0]

    def work(own):
        monitor.switch.pause()
        seen.set()
        own.raise_if_cancelled()
        count[0] += 1
        return "done"

    def go_on():
        seen.wait(SECONDS)
        assert count == [0]
        monitor.switch.resume()

    threading.Thread(target=go_on).start()
    assert leavable(work, monitor) == "done"


def test_without_a_monitor_nothing_is_left():
    @can_be_left
    def work(x, monitor=None):
        return x, threading.get_ident()

    assert work(1) == (1, threading.get_ident())
    assert work(1, SilentMonitor())[1] != threading.get_ident()
    assert work(x=2, monitor=SilentMonitor())[0] == 2


@pytest.mark.parametrize("name", list(methods()))
def test_a_fit_that_can_be_left_gives_the_same(name, large):
    info = methods()[name]
    problem = make_problem(info)
    plain, left = problem.fit(info), problem.fit(info, monitor=SilentMonitor())
    assert vars(plain).keys() == vars(left).keys() and repr(plain.chosen_) == repr(left.chosen_)
    wanted, found = figures(info, plain, problem.Xs), figures(info, left, problem.Xs)
    assert wanted.keys() == found.keys()
    for key, value in wanted.items():
        np.testing.assert_array_equal(found[key], value)


def test_a_fit_that_was_left_changes_nothing_afterwards(large, monkeypatch):
    info = methods()["lra"]
    problem, monitor = make_problem(info), SilentMonitor()
    estimator = problem.fit(info)
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()
    def slow(self, data, values, own):
        begun.set()
        go_on.wait(SECONDS)
        self.embeddings_ = [np.zeros((3, 1))]  # of one that does not ask
        ended.set()

    monkeypatch.setattr(type(estimator), "_fit", slow)
    threading.Thread(target=lambda: (begun.wait(SECONDS), monitor.cancel())).start()
    with pytest.raises(Cancelled):
        problem.fit(info, monitor, estimator)
    assert not hasattr(estimator, "embeddings_")  # as after any cancel: not fitted
    go_on.set()
    assert ended.wait(SECONDS)
    assert not hasattr(estimator, "embeddings_") and not hasattr(estimator, "chosen_")


def test_a_fit_that_was_left_stops_before_its_next_decomposition(large, monkeypatch):
    info = methods()["lra"]
    problem, monitor = make_problem(info), SilentMonitor()
    begun, go_on, how = threading.Event(), threading.Event(), []

    def slow(self, data, values, own):
        begun.set()
        go_on.wait(SECONDS)
        try:
            checkpoint()
        except Cancelled:
            how.append("cancelled")
            raise
        finally:
            ended.set()

    ended = threading.Event()
    monkeypatch.setattr(type(info.create()), "_fit", slow)
    threading.Thread(target=lambda: (begun.wait(SECONDS), monitor.cancel())).start()
    with pytest.raises(Cancelled):
        problem.fit(info, monitor)
    go_on.set()
    assert ended.wait(SECONDS) and how == ["cancelled"]
