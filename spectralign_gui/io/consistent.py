"""Whether what was read of a table holds together: looked at after it was decided how the table is read.

Nothing here knows titles, names or layouts. A spectrum that is the mean of others, that runs in steps as an axis does,
that is on another scale than all others, or that holds a number far from all around it, is seldom a sample, whatever
led to it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..core.notes import Note
from .readers import Block, ReadResult, Table

MOST = 4_000_000
"""Values of a block that are looked at; more would take longer than to read them."""
RUN, PROBES = 24, 64
"""Spectra before one of which it may be the mean, and channels in which they are compared."""
FAR, CHANNELS, SMOOTH = 100.0, 8, 0.15
SCALE, SPREAD = 20.0, 3.0


def inconsistent(result: ReadResult) -> list[Note]:
    """What does not hold together in what was read.

    Parameters
    ----------
    result : ReadResult

    Returns
    -------
    list of Note
        Empty where nothing is odd.
    """
    with np.errstate(all="ignore"):
        return [note for b in result.blocks for note in _of_block(b)] + [
            note for t in result.tables for note in _of_table(t)]


def _of_block(block: Block) -> Iterator[Note]:
    Y = block.spectra
    if Y.size > MOST or Y.shape[1] < CHANNELS:
        return
    names = [n.strip() or f"no. {k + 1}" for k, n in enumerate(block.names or [""] * len(Y))]
    if block.axis is not None and (every := _steps_in_turn(block.axis)):
        yield Note("consistent.steps_in_turn", n=every, first=block.axis[0], second=block.axis[1],
                   third=block.axis[every])
    axes = _like_axes(Y)
    if axes:
        yield Note("consistent.like_an_axis", names=[names[k] for k in axes])
    made = _made_of_others(Y)
    for code in ("consistent.mean_of_others", "consistent.sum_of_others", "consistent.statistic_of_others"):
        if found := [names[k] for k, c in made.items() if c == code]:
            yield Note(code, names=found)
    scale = [k for k in _other_scale(Y) if k not in made and k not in axes]
    if scale:
        yield Note("consistent.other_scale", names=[names[k] for k in scale])
    if places := _far(Y):
        i, j = places[0]
        position = block.axis[j] if block.axis is not None else j + 1
        beside = Y[i, j - 1] if j else Y[i, 1]
        yield Note("consistent.far_from_all_around", n=len(places), name=names[i], position=position, value=Y[i, j],
                   beside=beside)


def _like_axes(Y: np.ndarray) -> list[int]:
    """Spectra that go on in one constant step, among others that do not: positions of another table."""
    steps = np.diff(Y, axis=1)
    size = np.abs(steps).min(axis=1)
    even = (size > 0) & (np.ptp(steps, axis=1) <= 1e-6 * np.abs(Y).max(axis=1))
    return np.flatnonzero(even).tolist() if 2 * even.sum() < len(Y) else []


def _steps_in_turn(axis: np.ndarray) -> int:
    """How many channels stand close to each other before the next group of as many; 0 on an axis of an instrument."""
    steps = np.diff(axis)
    for every in (2, 3):
        if len(axis) < 3 * CHANNELS:
            return 0
        groups = steps[:len(steps) // every * every].reshape(-1, every)
        within, between = np.abs(groups[:, :-1]), np.abs(groups[:, -1])
        if within.max() * 3 < between.min() and np.ptp(within) <= 1e-6 * np.abs(axis).max():
            return every
    return 0


def _digits(row: np.ndarray) -> int:
    return next((d for d in range(9) if np.allclose(np.round(row, d), row, 0, 1e-12, equal_nan=True)), 9)


def _made_of_others(Y: np.ndarray) -> dict[int, str]:
    """Spectra that are the mean or the sum of those before them, or of all others, as exactly as written."""
    found: dict[int, str] = {}
    P = Y[:, np.unique(np.linspace(0, Y.shape[1] - 1, min(Y.shape[1], PROBES)).astype(int))]
    if len(P) < 3 or not np.isfinite(P).all():
        return found
    room = np.array([1.2 * 10.0 ** -_digits(r) for r in P])[:, None] + 1e-9 * np.abs(P).max()
    room = np.maximum(room, np.median(room))  # a mean may have more digits than what it is the mean of

    def take(k: int, others: np.ndarray, room: float, whole: bool = False) -> None:
        for code, row, wide in (("mean", others.mean(axis=0), 1), ("sum", others.sum(axis=0), len(others))):
            if k not in found and (np.abs(P[k] - row) <= wide * room).all() and (
                    _ways_apart(others, room / 2) > 1 or (whole and _far_apart(others, room))):
                found[k] = f"consistent.{code}_of_others"

    summed = np.vstack([np.zeros(P.shape[1]), np.cumsum(P, axis=0)])
    for m in range(2, min(len(P), RUN + 1)):
        above = summed[m:-1] - summed[:-m - 1]
        for row, wide in ((above / m, 1), (above, m)):
            hits = np.flatnonzero((np.abs(P[m:] - row) <= wide * room[m:]).all(axis=1)).tolist()
            for k in hits if m > 2 or len(hits) > 1 or len(P) == 3 else []:  # one pair may agree by chance
                take(k + m, P[k:k + m], float(room[k + m, 0]))
    for k in (0, len(P) - 1):
        others = [i for i in range(len(P)) if i != k and i not in found]
        if k not in found and len(others) > 1:
            take(k, P[others], float(room[k, 0]), len(others) > 2)
        if k not in found and len(others) > 2 and _statistic(P[k], P[others], float(room[k, 0])):
            found[k] = "consistent.statistic_of_others"
    return dict(sorted(found.items()))


def _statistic(row: np.ndarray, others: np.ndarray, room: float) -> bool:
    """Whether a spectrum is the median, limit, range or deviation of all others, and no copy of one of them."""
    forms = [np.median(others, axis=0), others.max(axis=0), others.min(axis=0), np.ptp(others, axis=0),
             others.std(axis=0), others.std(axis=0, ddof=1)]
    if not any((np.abs(row - form) <= room).all() for form in forms) or not _far_apart(others, room):
        return False
    return not (np.abs(others - row) <= 2 * room).all(axis=1).any() and bool(np.ptp(row) > 8 * room)


def _ways_apart(Y: np.ndarray, room: float) -> int:
    """In how many ways spectra differ from each other, beyond rounding; of two, whether noise is among them."""
    if len(Y) == 2:
        rough = np.diff(Y[1] - Y[0], n=3)
        own = np.linalg.svd(Y, compute_uv=False)[1] / np.sqrt(Y.shape[1]) > 3 * room  # not one a multiple of the other
        return 1 + int(own and len(rough) > CHANNELS and np.sqrt(np.mean(rough**2) / 20) > 3 * room)
    sizes = np.linalg.svd(Y - Y.mean(axis=0), compute_uv=False) / np.sqrt(Y.shape[1])
    return int(np.sum(sizes > 3 * room))


def _far_apart(Y: np.ndarray, room: float) -> bool:
    """Whether they differ so much that a single one, the first or the last, is hardly their mean by chance."""
    own = np.linalg.svd(Y, compute_uv=False)[1] / np.sqrt(Y.shape[1])  # no multiples of one spectrum
    return bool(np.median(np.ptp(Y, axis=0)) > FAR * room and own > 3 * room)


def _other_scale(Y: np.ndarray) -> list[int]:
    """Spectra whose numbers are many times as large or small as those of the others; both are alike in themselves."""
    whole = np.isfinite(Y).all(axis=0)
    level = np.median(np.abs(Y[:, whole]), axis=1) if whole.any() else np.zeros(len(Y))
    if len(Y) < 4 or not (level > 0).all():
        return []
    order = np.argsort(level)
    sizes = np.log(level[order])
    gap = int(np.argmax(np.diff(sizes))) + 1
    rest = max(sizes[gap - 1] - sizes[0], sizes[-1] - sizes[gap])
    if sizes[gap] - sizes[gap - 1] < max(np.log(SCALE), SPREAD * rest):
        return []
    return sorted((order[gap:] if 2 * gap >= len(Y) else order[:gap]).tolist())


def _far(Y: np.ndarray) -> list[tuple[int, int]]:
    """Numbers far beyond those beside them in the spectrum and those of all other spectra in these channels."""
    if len(Y) < 2 or not np.isfinite(Y).all():
        return []
    size = np.abs(Y)
    typical = np.median(size, axis=1, keepdims=True)
    far = size > FAR * np.maximum(typical, np.median(size, axis=0))
    if not far.any() or far.sum() > max(3, 0.02 * Y.size):
        return []
    wide = np.pad(size, ((0, 0), (1, 1)), mode="reflect")
    beside = np.maximum(wide[:, :-2], wide[:, 2:])
    places = [(int(i), int(j)) for i, j in zip(*np.nonzero(far & (size > 30 * beside)), strict=True)]
    return [(i, j) for i, j in places if size[i, j] > 30 * np.delete(size[:, j], i).max()]


def _of_table(table: Table) -> Iterator[Note]:
    """Reference values that run smoothly from one property to the next are spectra."""
    V = table.targets.values
    if V.shape[1] < 2 * CHANNELS or V.size > MOST or not np.isfinite(V).all():
        return
    for every in (1, 2, 3):  # repeats in turn: each of them runs smoothly
        width = np.ptp(V[:, ::every], axis=1)
        rough = np.median(np.abs(np.diff(V[:, ::every], axis=1)), axis=1)
        if V.shape[1] // every >= CHANNELS and (width > 0).all() and (rough < SMOOTH * width).all():
            ways = np.sign(np.diff(V[:, ::every], axis=1))
            turns = np.mean(ways[:, 1:] * ways[:, :-1] < 0)
            if turns < 0.34:
                yield Note("consistent.values_like_spectra", n=V.shape[1], first=table.targets.names[0],
                           last=table.targets.names[-1])
                return
