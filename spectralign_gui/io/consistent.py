"""Whether what was read of a table holds together: looked at after it was decided how the table is read.

Nothing here knows titles, names or layouts. A spectrum that is the mean of others, that runs in steps as an axis does,
that is on another scale than all others, or that holds a number far from all around it, is seldom a sample, whatever
led to it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..core.notes import Note
from .lost_cells import moved_rows
from .made_of_others import CHANNELS, FAR, made_of_others
from .odd_rows import (
    apart_channels,
    basis_of,
    noise_of,
    settings,
    turned_order,
    turned_signs,
    unexplained,
    weights,
)
from .readers import Block, ReadResult, Table

MOST = 4_000_000
WHOLE, MOST_ROWS, PIECE, LEAST_ROWS, PIECES = 1_000_000, 2000, 100_000, 20, 8
"""Values of a block up to which it is looked at for single numbers and scales; up to which, and how many rows, it is
looked at as a whole; values and rows of one of several pieces of a larger one."""
SMOOTH, SCALE, SPREAD, LIKE, MADE = 0.15, 20.0, 3.0, 0.6, 0.01


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


def piece_of(rows: int, channels: int) -> int:
    """How many rows of a large table are looked at in one piece."""
    return min(rows, max(LEAST_ROWS, PIECE // max(channels, 1)))


def rows_of(block: Block, start: int, stop: int) -> Block:
    """Some rows of a block that follow each other, for a look at them."""
    targets = None if block.targets is None else block.targets.take(np.arange(start, stop))
    return Block(block.spectra[start:stop], block.axis, block.names[start:stop], targets=targets)


def _of_block(block: Block) -> Iterator[Note]:
    """A large table is looked at in some pieces, for it would take as long as to read it."""
    n, p = block.spectra.shape
    if p < CHANNELS:
        return
    if block.axis is not None and (every := _steps_in_turn(block.axis)):
        yield Note("consistent.steps_in_turn", n=every, first=block.axis[0], second=block.axis[1],
                   third=block.axis[every])
    if block.axis is not None and _like_spectra(block.axis, block.spectra):
        yield Note("consistent.axis_like_spectra", first=block.axis[0], second=block.axis[1], last=block.axis[-1])
    if n * p <= WHOLE and n <= MOST_ROWS:
        yield from odd_rows_of(block)
        return
    found: dict[str, Note] = {}
    if n * p <= MOST:
        found |= {str(note.code): note for note in _at_a_glance(block)}
    size = min(piece_of(n, p), MOST_ROWS)
    for start in np.unique(np.linspace(0, n - size, min(PIECES, -(-n // size))).astype(int)).tolist():
        for note in odd_rows_of(rows_of(block, start, start + size), start):
            found.setdefault(str(note.code), note)
    yield from found.values()


def _names(block: Block, start: int = 0) -> list[str]:
    return [n.strip() or f"no. {start + k + 1}" for k, n in enumerate(block.names or [""] * len(block.spectra))]


def _at_a_glance(block: Block) -> Iterator[Note]:
    """What is seen without comparing many spectra."""
    Y, names = block.spectra, _names(block)
    axes = _like_axes(Y)
    if axes:
        yield Note("consistent.like_an_axis", names=[names[k] for k in axes])
    scale = [k for k in _other_scale(Y) if k not in axes]
    if scale:
        yield Note("consistent.other_scale", names=[names[k] for k in scale])
    yield from _far_ones(block, names)


def _far_ones(block: Block, names: list[str]) -> Iterator[Note]:
    Y = block.spectra
    if places := _far(Y):
        i, j = places[0]
        position = block.axis[j] if block.axis is not None else j + 1
        beside = Y[i, j - 1] if j else Y[i, 1]
        yield Note("consistent.far_from_all_around", n=len(places), name=names[i], position=position, value=Y[i, j],
                   beside=beside)


def odd_rows_of(block: Block, start: int = 0) -> Iterator[Note]:
    """What is odd in these spectra, of which the first is row `start` of the file."""
    Y, names = block.spectra, _names(block, start)
    axes = _like_axes(Y)
    if axes:
        yield Note("consistent.like_an_axis", names=[names[k] for k in axes])
    made = made_of_others(Y)
    for code in ("consistent.mean_of_others", "consistent.sum_of_others", "consistent.statistic_of_others"):
        if found := [names[k] for k, c in made.items() if c == code]:
            yield Note(code, names=found)
    scale = [k for k in _other_scale(Y) if k not in made and k not in axes]
    if scale:
        yield Note("consistent.other_scale", names=[names[k] for k in scale])
    yield from _odd(block, names, {*axes, *made, *scale, *(i for i, _ in _far(Y))}, start)
    yield from _far_ones(block, names)


def _odd(block: Block, names: list[str], known: set[int], start: int) -> Iterator[Note]:
    """What is said of rows that are no spectra or have moved, but for those that something is said of already."""
    odd = None
    if block.targets is not None:
        gone = np.isnan(block.targets.values) & ~block.targets.censored  # "<0.5" is there
        odd = gone.any(axis=1) & ~gone.all()
    if moved := moved_rows(block.spectra, odd):
        yield Note("consistent.moved_cells", n=len(moved), names=[names[k] for k in moved],
                   rows=[start + k + 1 for k in moved])
    whole = np.isfinite(block.spectra).all(axis=0)
    rows = np.array([k for k in range(len(block.spectra)) if k not in known and k not in moved], int)
    if whole.sum() < CHANNELS or not len(rows):
        return
    Y = block.spectra[np.ix_(rows, whole)] if not whole.all() or len(rows) < len(block.spectra) else block.spectra
    for code, found in (("consistent.other_sign", turned_signs(Y)), ("consistent.other_order", turned_order(Y)),
                        ("consistent.weights", weights(Y)), ("consistent.settings", settings(Y))):
        said = [int(rows[k]) for k in found if rows[k] not in known]
        known |= {*said}
        if said:
            yield Note(code, names=[names[k] for k in said], n=len(said))
    if apart := apart_channels(Y):
        at = np.flatnonzero(whole)[list(apart)]
        yield Note("consistent.channels_apart", n=len(at), positions=[
            float(block.axis[j]) if block.axis is not None else int(j) + 1 for j in at])


def _like_axes(Y: np.ndarray) -> list[int]:
    """Spectra that go on in one constant step, among others that do not: positions of another table."""
    steps = np.diff(Y, axis=1)
    size = np.abs(steps).min(axis=1)
    even = (size > 0) & (np.ptp(steps, axis=1) <= 1e-6 * np.abs(Y).max(axis=1))
    return np.flatnonzero(even).tolist() if 2 * even.sum() < len(Y) else []


def _like_spectra(axis: np.ndarray, Y: np.ndarray) -> bool:
    """Whether the axis is as large as the numbers below it, in uneven steps, and made of what the spectra are."""
    some = Y[np.linspace(0, len(Y) - 1, min(len(Y), 60)).astype(int)]
    some = some[np.isfinite(some).all(axis=1)]
    if len(some) < 3 or not np.isfinite(axis).all():
        return False
    steps, size = np.diff(axis), np.median(np.abs(some))
    uneven = np.ptp(steps) > 0.1 * np.abs(np.median(steps))
    return bool(uneven and 0.2 * size < np.median(np.abs(axis)) < 5 * size and unexplained(
        axis, basis_of(some)) < MADE)


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


def _other_scale(Y: np.ndarray) -> list[int]:
    """Spectra whose numbers are many times as large or small as those of the others; both are alike in themselves.

    A few small ones are blanks or darks, unless their bands and their noise are those of the others made smaller.
    """
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
    small, large = order[:gap], order[gap:]
    if 2 * gap >= len(Y):
        return sorted(large.tolist())
    Y = Y[:, whole]
    noise, shape = noise_of(Y), np.median(Y[large], axis=0)
    alike = [k for k in small if noise[k] * np.median(level[large]) < 3 * level[k] * np.median(noise[large])
             and np.corrcoef(Y[k], shape)[0, 1] > LIKE]
    return sorted(map(int, alike))


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
