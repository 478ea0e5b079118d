"""Running many independent jobs: here, in processes, or on a Dask cluster, with the same results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from threadpoolctl import threadpool_limits

from ..errors import ParameterError
from ..monitor import Monitor
from ..naming import carrying_names
from ..threads import threads_inside_sweeps


def run_jobs(
    function: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], *, shared: Any = None, n_jobs: int = 1,
    dask: Any = None, monitor: Monitor, budget: float | None = None,
) -> Iterator[tuple[int, Any]]:
    """Results of ``function(shared, *job)`` with the job's number, as they finish.

    Parameters
    ----------
    function : callable
        Importable, without state: the result depends on its arguments only.
    jobs : sequence of tuple
    shared : object
        First argument of all jobs, sent once per worker on a cluster.
    n_jobs : int
        Processes; 1 stays in this one, -1 takes all cores. BLAS gets one thread per job.
    dask : str or distributed.Client, optional
        Address of a scheduler, or a client.
    monitor : Monitor
        Asked for a cancel between results.
    budget : float, optional
        Seconds after which no further job is started (at least one is done).

    Raises
    ------
    ParameterError
        The cluster is not there, or the package for it.
    Cancelled
    """
    until = None if budget is None else time.monotonic() + budget
    if dask is not None:
        yield from _on_cluster(function, jobs, shared, dask, monitor, until)
        return
    if n_jobs == 1 or len(jobs) == 1:
        with threadpool_limits(limits=threads_inside_sweeps(), user_api="blas"):
            for number, job in enumerate(jobs):
                monitor.raise_if_cancelled()
                if number and until is not None and time.monotonic() > until:
                    return
                yield number, function(shared, *job)
        return

    from joblib import Parallel, delayed, parallel_config

    def pending() -> Iterator[Any]:
        for number, job in enumerate(jobs):
            if number >= abs(n_jobs) and until is not None and time.monotonic() > until:
                return
            yield delayed(_numbered)(carrying_names(function), number, shared, job)

    with parallel_config(backend="loky", inner_max_num_threads=threads_inside_sweeps()):
        results = Parallel(n_jobs=n_jobs, return_as="generator_unordered", pre_dispatch=f"2*{abs(n_jobs)}",
                           batch_size=1)(pending())
        try:
            for number, result in results:
                monitor.raise_if_cancelled()
                yield number, result
        finally:
            results.close()


def _numbered(function: Callable[..., Any], number: int, shared: Any, job: tuple[Any, ...]) -> tuple[int, Any]:
    return number, function(shared, *job)


def _bounded(function: Callable[..., Any], shared: Any, job: tuple[Any, ...]) -> Any:
    with threadpool_limits(limits=1, user_api="blas"):
        return function(shared, *job)


def _on_cluster(
    function: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], shared: Any, dask: Any, monitor: Monitor,
    until: float | None,
) -> Iterator[tuple[int, Any]]:
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ParameterError("a Dask cluster needs the package distributed; install spectralign-gui[dask].") from None
    own = isinstance(dask, str)
    try:
        client = Client(dask, timeout="10s") if own else dask
    except (OSError, ValueError) as error:
        raise ParameterError(f"the Dask scheduler at {dask} cannot be reached ({error}).") from None
    futures: dict[Any, int] = {}
    try:
        sent = client.scatter(shared, broadcast=True, hash=False)
        futures = {client.submit(_bounded, function, sent, job, pure=False): n for n, job in enumerate(jobs)}
        for future in as_completed(list(futures)):
            monitor.raise_if_cancelled()
            yield futures[future], future.result()
            if until is not None and time.monotonic() > until:
                return
    finally:
        client.cancel(list(futures))
        if own:
            client.close()
