"""Jobs: what arrives, in which thread and order, and that nothing is left running."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QThread

from spectralign_gui.core.errors import DataError
from spectralign_gui.jobs import JobManager
from spectralign_gui.jobs.monitor import JobMonitor, TimeLeft


@pytest.fixture
def jobs(qtbot):
    manager = JobManager()
    yield manager
    assert manager.shutdown(10)


class Heard:
    """Notes every call with the thread it came in."""

    def __init__(self) -> None:
        self.calls: list[tuple] = []

    def to(self, name):
        def note(*values):
            self.calls.append((name, *values))
            assert threading.current_thread() is threading.main_thread()
        return note

    def names(self) -> list[str]:
        return [c[0] for c in self.calls]


def listen(heard: Heard) -> dict:
    return {name: heard.to(name) for name in ("finished", "failed", "cancelled", "progress", "snapshot")}


def test_result_arrives_in_the_gui_thread_and_ended_is_last(jobs, qtbot):
    heard = Heard()
    main = QThread.currentThread()

    def work(monitor):
        assert QThread.currentThread() is not main
        monitor.report("Half", 0.5, embeddings=[np.ones(2)])
        return 42

    job = jobs.start(work, "A job", **listen(heard))
    job.ended.connect(heard.to("ended"))
    with qtbot.waitSignal(job.ended, timeout=5000):
        pass
    assert heard.names()[-2:] == ["finished", "ended"]
    assert ("finished", 42) in heard.calls
    snapshots = [c[1] for c in heard.calls if c[0] == "snapshot"]
    assert snapshots[-1]["stage"] == "Half" and snapshots[-1]["fraction"] == 0.5
    assert jobs.jobs == () and not job.running


def test_thousands_of_reports_do_not_flood_the_window(jobs, qtbot):
    heard = Heard()
    gate = threading.Event()

    def work(monitor):
        for i in range(20000):
            monitor.report("Iterating", i / 20000, iteration=i)
        gate.set()
        return None

    job = jobs.start(work, **listen(heard))
    with qtbot.waitSignal(job.ended, timeout=20000):
        pass
    assert gate.is_set()
    snapshots = [c[1]["iteration"] for c in heard.calls if c[0] == "snapshot"]
    assert snapshots[-1] == 19999, "the last value is always delivered"
    assert len(snapshots) < 2000
    assert snapshots == sorted(snapshots)


def test_values_of_each_instrument_and_every_table_row_survive(jobs, qtbot):
    heard = Heard()

    def work(monitor):
        monitor.report("Decomposing", 0.1, instrument=0, singular_values=np.arange(3))
        monitor.report("Decomposing", 0.2, instrument=1, singular_values=np.arange(4))
        for k in range(5):
            monitor.report("Sweeping", 0.3, table_row={"k": k})

    job = jobs.start(work, **listen(heard))
    with qtbot.waitSignal(job.ended, timeout=5000):
        pass
    snapshots = [c[1] for c in heard.calls if c[0] == "snapshot"]
    assert {s["instrument"] for s in snapshots if "instrument" in s} == {0, 1}
    assert [s["table_row"]["k"] for s in snapshots if "table_row" in s] == [0, 1, 2, 3, 4]


def endless(started: threading.Event):
    def work(monitor):
        while True:
            started.set()
            monitor.raise_if_cancelled()

    return work


def test_cancel(jobs, qtbot):
    heard, started = Heard(), threading.Event()
    job = jobs.start(endless(started), **listen(heard))
    assert started.wait(5)
    with qtbot.waitSignal(job.ended, timeout=5000):
        job.cancel()
    assert heard.names()[-1] == "cancelled"
    assert "finished" not in heard.names()


def test_cancel_after_the_last_check_still_cancels(jobs, qtbot):
    heard, go = Heard(), threading.Event()

    def work(monitor):
        go.wait(5)
        return "too late"

    job = jobs.start(work, **listen(heard))
    job.cancel()
    with qtbot.waitSignal(job.ended, timeout=5000):
        go.set()
    assert heard.names() == ["cancelled"]


def test_user_error_is_one_sentence(jobs, qtbot):
    heard = Heard()

    def work(monitor):
        raise DataError("m5: sample 'A' has a missing value.")

    job = jobs.start(work, **listen(heard))
    with qtbot.waitSignal(job.ended, timeout=5000):
        pass
    assert ("failed", "m5: sample 'A' has a missing value.") in heard.calls


def test_a_defect_reaches_manager_and_user(jobs, qtbot, caplog):
    heard, defects = Heard(), []
    jobs.defect.connect(lambda line, trace: defects.append((line, trace)))

    def work(monitor):
        return 1 // 0

    job = jobs.start(work, **listen(heard))
    with qtbot.waitSignal(job.ended, timeout=5000):
        pass
    assert len(defects) == 1 and "ZeroDivisionError" in defects[0][0] and "work" in defects[0][1]
    assert any(c[0] == "failed" and "defect" in c[1] for c in heard.calls)


def test_a_newer_job_of_the_same_key_silences_the_older(jobs, qtbot):
    old, new, started = Heard(), Heard(), threading.Event()
    first = jobs.start(endless(started), key="preview", **listen(old))
    assert started.wait(5)
    with qtbot.waitSignals([first.ended], timeout=5000):
        second = jobs.start(lambda monitor: "new", key="preview", **listen(new))
    qtbot.waitUntil(lambda: not second.running, timeout=5000)
    assert old.calls == [] and ("finished", "new") in new.calls


def test_shutdown_stops_everything(qtbot):
    manager, started = JobManager(), threading.Event()
    jobs = [manager.start(endless(started)) for _ in range(3)]
    assert started.wait(5)
    assert manager.shutdown(10)
    assert all(job.wait(0.01) for job in jobs)


def test_monitor_gives_one_notice_until_it_is_taken():
    notices = []
    monitor = JobMonitor(lambda: notices.append(1))
    for i in range(10):
        monitor.report("x", i / 10)
    assert len(notices) == 1
    monitor.take()
    monitor.report("x", 1.0)
    assert len(notices) == 2


def test_time_left():
    now = [0.0]
    left = TimeLeft(lambda: now[0])
    assert left.seconds_left() == -1
    now[0] = 10.0
    left.at(0.25)
    assert left.seconds_left() == pytest.approx(30)
    now[0] = 20.0
    left.at(0.5)
    assert left.seconds_left() == pytest.approx(20)
    now[0] = 1000.0
    assert left.seconds_left() == 0.0


def test_shutdown_tells_the_ends_that_were_on_their_way(qtbot):
    """Nothing waits in the event queue for a manager that may now be taken apart."""
    manager, heard, done = JobManager(), Heard(), threading.Event()
    job = manager.start(lambda monitor: done.set(), **listen(heard))
    job.ended.connect(heard.to("ended"))
    assert done.wait(5) and job.wait(5)  # the event loop has not run: nothing has been told
    assert heard.names() == [] and manager.jobs == (job,)
    assert manager.shutdown(5)
    assert heard.names() == ["ended"], "it was discarded; that it has ended is told, once"
    assert manager.jobs == () and not job.running
    QCoreApplication.processEvents()
    assert heard.names() == ["ended"]

def test_shutdown_can_be_asked_for_in_the_end_of_a_job(qtbot):
    manager, heard = JobManager(), Heard()
    job = manager.start(lambda monitor: 1, finished=lambda _: heard.to("shut")(manager.shutdown(5)))
    with qtbot.waitSignal(job.ended, timeout=5000):
        pass
    assert heard.calls == [("shut", True)] and manager.jobs == ()
    assert manager.shutdown(5)
