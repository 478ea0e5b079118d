"""Processes that work beside this one: the same results, begun when it is worth it, ended with a cancel or a fault."""

from __future__ import annotations

import os
import threading
import time

import pytest

from spectralign_gui.core.errors import Cancelled, DataError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.validation import workers
from spectralign_gui.core.validation.sweep import run_jobs


def squared(shared, number, seconds=0.0):
    threading.Event().wait(seconds)  # work that leaves the processor to others
    return shared + number ** 2, os.getpid()


def faulty(shared, number):
    if number >= 2:
        raise DataError("comparison.needs_values")
    return number


class CancelLater:
    """Cancelled after so many results."""

    def __init__(self, after: int) -> None:
        self.after = after

    def report(self, stage, fraction, **values):
        """Nothing to show."""

    def raise_if_cancelled(self):
        if self.after <= 0:
            raise Cancelled()
        self.after -= 1


@pytest.fixture
def two_cores(monkeypatch):
    monkeypatch.setattr(workers, "available_cores", lambda: [0, 1])


def test_in_one_process_in_order():
    found = list(run_jobs(squared, [(k,) for k in range(5)], shared=1, monitor=SilentMonitor()))
    assert found == [(k, (1 + k ** 2, os.getpid())) for k in range(5)]


@pytest.mark.parametrize("n_jobs", [2, -1])
def test_with_another_process_all_is_done_once(two_cores, n_jobs):
    found = list(run_jobs(squared, [(k, 0.4) for k in range(12)], shared=1, n_jobs=n_jobs, monitor=SilentMonitor()))
    assert sorted((k, v[0]) for k, v in found) == [(k, 1 + k ** 2) for k in range(12)]
    assert found[0] == (0, (1, os.getpid()))  # this process does not wait for the other's start
    assert len({v[1] for _, v in found}) == 2


def test_automatic_begins_another_only_where_it_is_worth_it(two_cores, monkeypatch):
    few = list(run_jobs(squared, [(k,) for k in range(6)], shared=0, n_jobs=None, monitor=SilentMonitor()))
    assert {v[1] for _, v in few} == {os.getpid()}
    monkeypatch.setattr(workers, "WORTH", 0.5)
    many = list(run_jobs(squared, [(k, 0.4) for k in range(14)], shared=0, n_jobs=None, monitor=SilentMonitor()))
    assert sorted((k, v[0]) for k, v in many) == [(k, k ** 2) for k in range(14)]
    assert len({v[1] for _, v in many}) == 2


def test_a_fault_of_the_other_process_is_told(two_cores):
    with pytest.raises(DataError, match="values"):
        list(run_jobs(faulty, [(k,) for k in range(4)], shared=0, n_jobs=2, monitor=SilentMonitor()))


def test_a_cancel_ends_the_other_process(two_cores):
    clock = time.monotonic()
    with pytest.raises(Cancelled):
        list(run_jobs(squared, [(k, 30.0 if k == 9 else 0.1) for k in range(10)], shared=0, n_jobs=2,
                      monitor=CancelLater(4)))
    assert time.monotonic() - clock < 25


def test_no_further_job_after_the_budget():
    found = list(run_jobs(squared, [(k, 0.05) for k in range(50)], shared=0, budget=0.12, monitor=SilentMonitor()))
    assert 1 <= len(found) < 10
    assert len(list(run_jobs(squared, [(k, 0.05) for k in range(5)], shared=0, budget=0.0,
                             monitor=SilentMonitor()))) == 1
