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
    function: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], *, shared: Any = None, n_jobs: int | None = 1,
    dask: Any = None, monitor: Monitor, budget: float | None = None, here: Callable[..., Any] | None = None,
) -> Iterator[tuple[int, Any]]:
    """Results of ``function(shared, *job)`` with the job's number, as they finish.

    Parameters
    ----------
    function : callable
        Importable, without state: the result depends on its arguments only.
    jobs : sequence of tuple
    shared : object
        First argument of all jobs, sent once per worker on a cluster.
    n_jobs : int or None
        Processes, of which this is one; 1 stays in this one, -1 takes all cores. None takes all cores where the first
        job, done here, says that the others would take long. BLAS gets one thread per job.
    dask : str or distributed.Client, optional
        Address of a scheduler, or a client.
    monitor : Monitor
        Asked for a cancel between results.
    budget : float, optional
        Seconds after which no further job is started (at least one is done).
    here : callable, optional
        Called in place of `function` in this process.

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
    from .workers import Workers

    with Workers(function, jobs, shared, n_jobs, until) as workers:
        while True:
            monitor.raise_if_cancelled()
            for number, result in workers.finished():
                yield number, result
                monitor.raise_if_cancelled()
            mine = workers.take()
            if mine is not None:
                clock = time.monotonic()
                with threadpool_limits(limits=threads_inside_sweeps(), user_api="blas"):
                    result = (here or function)(shared, *jobs[mine])
                workers.told(time.monotonic() - clock)
                yield mine, result
            elif not workers.wait():
                return


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
        raise ParameterError("dask.not_installed") from None
    own = isinstance(dask, str)
    try:
        client = Client(dask, timeout="10s") if own else dask
    except (OSError, ValueError) as error:
        raise ParameterError("dask.unreachable", dask=dask, error=error) from None
    futures: dict[Any, int] = {}
    named = carrying_names(function)
    try:
        sent = client.scatter(shared, broadcast=True, hash=False)
        futures = {client.submit(_bounded, named, sent, job, pure=False): n for n, job in enumerate(jobs)}
        for future in as_completed(list(futures)):
            monitor.raise_if_cancelled()
            yield futures[future], future.result()
            if until is not None and time.monotonic() > until:
                return
    finally:
        client.cancel(list(futures))
        if own:
            client.close()
