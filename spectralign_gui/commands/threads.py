"""``--threads N`` of every command that calculates."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_limits

from ..core.errors import ParameterError
from ..core.threads import set_threads

MOST = 1024
"""No machine has more cores; OpenBLAS refuses or cuts larger numbers."""


def add_threads_argument(parser: argparse.ArgumentParser) -> None:
    """Declare ``--threads``."""
    parser.add_argument("--threads", type=int, metavar="N",
                        help="threads of the linear algebra, in every process (default: automatic, one for small data, "
                             "else all cores or OPENBLAS_NUM_THREADS)")


@contextmanager
def asked_threads(arguments: argparse.Namespace) -> Iterator[None]:
    """Within it the linear algebra uses what ``--threads`` says, if the command has it and the call gives it.

    Raises
    ------
    ParameterError
        Below 1.
    """
    count = getattr(arguments, "threads", None)
    if count is None:
        yield
        return
    if not 1 <= count <= MOST:
        raise ParameterError("threads.count", is_count='at least 1' if count < 1 else f'at most {MOST}',
                             count=count)
    set_threads(count)
    try:
        with threadpool_limits(limits=count, user_api="blas"):
            yield
    finally:
        set_threads(None)
