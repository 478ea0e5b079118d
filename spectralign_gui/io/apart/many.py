"""Many files at once: several reading processes, as many as there are processors, each with its limits.

Reading text is work of the interpreter, of which a process has one: in processes of their own, files are read side by
side, and a window stays alive meanwhile.
"""

from __future__ import annotations

import contextvars
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ...core.errors import SpectrAlignError
from .limits import Allowance
from .pool import apart, close_all

FEW = 40
"""So many files are read one after the other in this process: starting others takes longer."""
MOST_PROCESSES = 4
AHEAD = 8
"""Files per process that are asked for before their turn."""


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def many(function: Callable[..., Any], calls: Sequence[tuple[str | Path, tuple[Any, ...]]]) -> Iterator[Any]:
    """What ``function(path, *arguments)`` gives for every call, in their order.

    Parameters
    ----------
    function : callable
        Of a module of the package; gives plain values, arrays and data classes of the package, and raises nothing for a
        file that is wrong.
    calls : sequence of (path, arguments)

    Yields
    ------
    object
        What the function gives; a `SpectrAlignError` where the process broke down over the file.
    """
    workers = min(MOST_PROCESSES, processors(), len(calls) // (FEW // 2))
    if len(calls) < FEW or workers < 2:
        yield from (function(str(path), *arguments) for path, arguments in calls)
        return
    context = contextvars.copy_context()
    waiting: deque[Future[Any]] = deque()
    rest = iter(calls)
    with ThreadPoolExecutor(workers, "reading") as pool:
        try:
            for path, arguments in rest:
                waiting.append(pool.submit(context.copy().run, _one, function, str(path), arguments))
                if len(waiting) >= AHEAD * workers:
                    break
            while waiting:
                answer = waiting.popleft().result()
                if (following := next(rest, None)) is not None:
                    waiting.append(pool.submit(context.copy().run, _one, function, str(following[0]), following[1]))
                yield answer
        finally:
            for future in waiting:
                future.cancel()
    close_all()  # those that are kept for the next file have imported much


def _one(function: Callable[..., Any], path: str, arguments: tuple[Any, ...]) -> Any:
    try:
        # as much as the kind of file that needs most: a workbook
        return apart(function, path, *arguments, allowance=Allowance.of(path, unpacked=400.0, speed=5e5))
    except SpectrAlignError as error:
        return error
