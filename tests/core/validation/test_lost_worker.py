"""A worker of a cluster that dies takes no figure with it."""

import os
import signal
import threading
from collections import Counter
from pathlib import Path

import pytest

from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.validation.sweep import run_jobs


def slowly(shared, number):
    """The square, and which process was at it."""
    folder, least = shared
    (Path(folder) / f"{number}-{os.getpid()}").touch()
    threading.Event().wait(least)
    return number ** 2


def test_a_lost_worker_is_survived(tmp_path):
    distributed = pytest.importorskip("distributed", reason="the extra 'dask' is not installed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        found, killed = {}, None
        jobs = [(n,) for n in range(8)]
        for number, result in run_jobs(slowly, jobs, shared=(str(tmp_path), 0.2), dask=cluster.scheduler_address,
                                       monitor=SilentMonitor()):
            found[number] = result
            if killed is None:  # the process of another job than this one, while it is at it
                busy = {int(p.name.split("-")[1]) for p in tmp_path.iterdir() if int(p.name.split("-")[0]) not in found}
                killed = busy.pop()
                os.kill(killed, signal.SIGKILL)
        assert found == {n: n ** 2 for n in range(8)}
        begun = Counter(p.name.split("-")[0] for p in tmp_path.iterdir())
        assert max(begun.values()) > 1, "what the lost one was at was begun again"
