"""Processes that work beside this one on the same list of jobs.

This process takes jobs from the front of the list and begins at once; the others take them from the end, so that each
does neighbouring jobs, which share work (see `numerics.memory_of`). They are started only if it is worth their start.
"""

from __future__ import annotations

import queue
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any

from ..naming import carrying_names
from ..threads import available_cores, threads_inside_sweeps

WORTH = 8.0
"""Seconds of work left for each process, below which no other is started: it takes some seconds to begin."""
RESTARTED = "A worker stopped while some jobs were given to the executor"
"""What joblib warns of where a process that has grown, or was idle for long, makes room for a new one. The new one
takes its jobs and no result differs, so it is nothing to a chemist; a process that dies is an error and is told."""
LOOK = 0.1
"""Seconds between two looks at whether a cancel was asked for."""


def without_restarts_told() -> None:
    """Keep joblib from writing to the terminal that it has replaced a process; all other warnings stay."""
    warnings.filterwarnings("ignore", message=RESTARTED, category=UserWarning)


class Workers:
    """A context manager; on leaving it early the other processes are ended.

    Parameters
    ----------
    function : callable
    jobs : sequence of tuple
    shared : object
    n_jobs : int or None
    until : float or None
        By `time.monotonic`, when no further job is begun.
    """

    def __init__(self, function: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], shared: Any, n_jobs: int | None,
                 until: float | None) -> None:
        self._function, self._jobs, self._shared, self._until = function, jobs, shared, until
        self._waiting = deque(range(len(jobs)))
        self._lock = threading.Lock()
        self._results: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._automatic = n_jobs is None
        cores = len(available_cores())
        self._others = (cores if n_jobs is None or n_jobs < 0 else n_jobs) - 1
        self._executor: Any = None
        self._away = self._taken = 0

    def __enter__(self) -> Workers:
        if not self._automatic and len(self._jobs) > 1:
            self._begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
                 ) -> None:
        with self._lock:
            self._waiting.clear()
        if self._executor is not None:
            self._executor.shutdown(wait=not self._away, kill_workers=True)

    # -- this process ------------------------------------------------------------------------------------
    def take(self) -> int | None:
        """Number of the next job for this process; None if there is none."""
        with self._lock:
            if not self._waiting or self._over():
                return None
            self._taken += 1
            return self._waiting.popleft()

    def told(self, seconds: float) -> None:
        """What a job has taken in this process."""
        with self._lock:
            left = len(self._waiting)
        if self._automatic and self._executor is None and left * seconds / (self._others + 1) > WORTH:
            self._begin()

    def finished(self) -> Iterator[tuple[int, Any]]:
        """What the others have finished."""
        while True:
            try:
                number, future = self._results.get_nowait()
            except queue.Empty:
                return
            self._away -= 1
            yield number, future.result()

    def wait(self) -> bool:
        """Wait a moment for the others; False if there is nothing to wait for."""
        if not self._away:
            return False
        end = time.monotonic() + LOOK
        while self._results.empty() and time.monotonic() < end:
            time.sleep(LOOK / 20)
        return True

    # -- the others --------------------------------------------------------------------------------------
    def _over(self) -> bool:
        return self._taken > 0 and self._until is not None and time.monotonic() > self._until

    def _begin(self) -> None:
        if self._others < 1:
            return
        from joblib.externals.loky import get_reusable_executor

        without_restarts_told()
        threads = str(threads_inside_sweeps())
        self._executor = get_reusable_executor(
            max_workers=self._others, timeout=60,
            env=dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), threads))
        self._call = carrying_names(self._function)
        for _ in range(self._others):
            self._send()

    def _send(self, _: Any = None) -> None:
        """Give the others one more job."""
        with self._lock:
            if not self._waiting or self._over():
                return
            number = self._waiting.pop()
            self._away += 1
            self._taken += 1
        future = self._executor.submit(self._call, self._shared, *self._jobs[number])
        future.add_done_callback(lambda done: self._arrived(number, done))

    def _arrived(self, number: int, future: Any) -> None:
        self._results.put((number, future))
        if not future.cancelled() and future.exception() is None:
            self._send()
