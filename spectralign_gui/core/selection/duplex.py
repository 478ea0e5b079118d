"""DUPLEX selection: two sets that cover the cloud alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ParameterError


def duplex(X: ArrayLike, count: int, already: Sequence[int] = ()) -> tuple[np.ndarray, np.ndarray]:
    """Two sets, picked in turn: the two farthest apart for the first, the two farthest apart of the rest for the
    second, then one by one the sample farthest from those of the set whose turn it is.

    Parameters
    ----------
    X : (n, p) array
    count : int
        Size of the first set, those of `already` not counted.
    already : sequence of int
        Rows that are in the first set already; they are not returned.

    Returns
    -------
    first : (count,) int array
        In the order of picking.
    second : int array
        As many, or fewer where the samples run out.

    Raises
    ------
    ParameterError
        Fewer samples left than asked for.

    References
    ----------
    Snee, Technometrics 19 (1977) 415–428.
    """
    X = np.asarray(X, dtype=np.float64)
    taken = list(dict.fromkeys(int(i) for i in already))
    if not 0 <= count <= len(X) - len(taken):
        raise ParameterError("selection.count", n_x=len(X) - len(taken), count=count)
    free = np.ones(len(X), dtype=bool)
    free[taken] = False
    sets: tuple[list[int], list[int]] = ([], [])
    nearest = [np.full(len(X), np.inf), np.full(len(X), np.inf)]
    for i in taken:
        nearest[0] = np.minimum(nearest[0], _from(X, i))
    turn = 0
    while len(sets[0]) < count and free.any():
        if not sets[turn] and not (turn == 0 and taken):
            new = _farthest_pair(X, np.flatnonzero(free))
        else:
            new = [int(np.argmax(np.where(free, nearest[turn], -1.0)))]
        for i in new:
            sets[turn].append(i)
            free[i] = False
            nearest[turn] = np.minimum(nearest[turn], _from(X, i))
        turn = 1 - turn
    # the second set may have taken what the first one still needs
    while len(sets[0]) < count:
        sets[0].append(sets[1].pop())
    return np.array(sets[0][:count], dtype=np.intp), np.array(sets[1], dtype=np.intp)


def _from(X: np.ndarray, row: int) -> np.ndarray:
    return ((X - X[row]) ** 2).sum(axis=1)


def _farthest_pair(X: np.ndarray, rows: np.ndarray) -> list[int]:
    if len(rows) < 2:
        return [int(rows[0])]
    best, ends = -1.0, [int(rows[0]), int(rows[1])]
    for place, i in enumerate(rows[:-1]):
        distances = _from(X[rows[place:]], 0)
        j = int(np.argmax(distances))
        if distances[j] > best:
            best, ends = float(distances[j]), [int(i), int(rows[place + j])]
    return ends
