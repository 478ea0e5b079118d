"""Decompositions of NumPy's, each begun only while the fit that needs it has not been cancelled.

One call of LAPACK cannot be stopped; a fit that makes several of them, fold by fold and property by property, ends
before the next one. All of the core decomposes through here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import numpy as np

from ..monitor import checkpoint
from .shared_work import remembered

P = ParamSpec("P")
T = TypeVar("T")


def _checked(function: Callable[P, T]) -> Callable[P, T]:
    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        checkpoint()
        return function(*args, **kwargs)

    return call


cholesky = _checked(np.linalg.cholesky)
eigh = _checked(remembered(np.linalg.eigh))
eigvalsh = _checked(np.linalg.eigvalsh)
inv = _checked(np.linalg.inv)
lstsq = _checked(np.linalg.lstsq)
pinv = _checked(np.linalg.pinv)
qr = _checked(remembered(np.linalg.qr))
solve = _checked(np.linalg.solve)
svd = _checked(remembered(np.linalg.svd))
