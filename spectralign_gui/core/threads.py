"""How many threads the linear algebra uses.

On small problems, and on a busy machine, several BLAS threads wait for each other more than they work: an automatic
LRA of 52 + 44 spectra took 0.2 s with one thread and 5 s with two on two busy cores.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from threadpoolctl import threadpool_limits

SMALL = 20_000_000
"""Values in all spectra together below which one thread is at least as fast."""

_chosen: int | None = None


def set_threads(count: int | None) -> None:
    """Let the user decide; None is automatic (the default)."""
    global _chosen
    _chosen = None if count is None else max(1, int(count))


def chosen_threads() -> int | None:
    """What the user decided; None is automatic."""
    return _chosen


def threads_for(shapes: Sequence[tuple[int, ...]]) -> int:
    """Number of threads for data of these shapes."""
    if _chosen is not None:
        return _chosen
    given = os.environ.get("OPENBLAS_NUM_THREADS") or os.environ.get("OMP_NUM_THREADS") or ""
    cores = int(given) if given.isdigit() and int(given) > 0 else len(available_cores())
    values = sum(rows * columns for rows, columns in shapes)
    return 1 if values < SMALL else cores


def threads_inside_sweeps() -> int:
    """Number of threads of each of many small fits: one, unless the user decided otherwise."""
    return _chosen or 1


def available_cores() -> list[int]:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


@contextmanager
def limited_threads(shapes: Sequence[tuple[int, ...]]) -> Iterator[int]:
    """Within it BLAS uses the number of threads that suits data of these shapes."""
    count = threads_for(shapes)
    with threadpool_limits(limits=count, user_api="blas"):
        yield count
